pub struct Part {
    pub scores: Vec<f32>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (<Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::Kind,);
        0
    }];
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Part {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<
                    (Vec<f32>,),
                    __Known,
                    1usize,
                >(["scores"])
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x01\x06scores",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Part {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::Sink::fields(
                __sink,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                &(&self.scores,),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Part {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Part {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            match ::tensor_format::__private::decode_record(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
            ) {
                ::tensor_format::__private::Ok((__0,)) => {
                    ::tensor_format::__private::Ok(Self { scores: __0 })
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            if let ::tensor_format::__private::Some(__read) = ::tensor_format::__private::replaced(
                self,
                __source,
            ) {
                return __read;
            }
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                (&mut self.scores,),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Part {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Part {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record> for Part {}
};
pub struct Whole<T> {
    pub id: u32,
    pub part: T,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Flattening for Whole<T>
    where
        T: ::tensor_format::__private::HasRules,
    {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &::tensor_format::__private::params::<(u32,), (), 1usize>(["id"])
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[
                ::tensor_format::__private::FlattenedPart {
                    at: 1,
                    prefix: "",
                    aliases: &[],
                    owns_axes: true,
                    rules: <T as ::tensor_format::__private::Embedded<_>>::OWN,
                },
            ]
        };
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Whole<T>
    where
        T: ::tensor_format::__private::HasRules,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::join::<Self>();
            ::tensor_format::__private::verify_flattened::<
                Self,
            >(
                "Whole::part",
                "T",
                0,
                "tell them apart by a prefix: `flatten = \"part_\"`",
            );
            ::tensor_format::__private::verify_flattened_names::<Self>("Whole", 0);
            ::tensor_format::__private::Rules::Record(__rules)
        };
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::record_type_of::<
            Self,
        >()
            .of_struct();
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::Encode for Whole<T>
    where
        T: ::tensor_format::__private::Encode,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            let __fields: ::tensor_format::__private::Chain<
                (_,),
                ::tensor_format::__private::Chain<
                    ::tensor_format::__private::FlatField<'_, Self, _, 0>,
                    (),
                >,
            > = ::tensor_format::__private::Chain(
                (&self.id,),
                ::tensor_format::__private::Chain(
                    ::tensor_format::__private::FlatField::<
                        '_,
                        _,
                        <<T as ::tensor_format::__private::Embedded<
                            _,
                        >>::Kind as ::tensor_format::__private::Encodes<T, _>>::Kind,
                        0,
                    >(&self.part, ::tensor_format::__private::core::marker::PhantomData),
                    (),
                ),
            );
            ::tensor_format::__private::Sink::fields(
                __sink,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                &__fields,
                true,
            )
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::ListItem for Whole<T>
    where
        T: ::tensor_format::__private::Encode,
    {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Whole<T>
    where
        T: ::tensor_format::__private::Decode<'__de>
            + ::tensor_format::__private::Encode,
    {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                ::tensor_format::__private::Chain<
                    (_,),
                    ::tensor_format::__private::Chain<
                        ::tensor_format::__private::FlatPart<
                            Self,
                            <<T as ::tensor_format::__private::Embedded<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                T,
                                _,
                            >>::Kind,
                            0,
                        >,
                        (),
                    >,
                >,
                _,
            >(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                true,
            ) {
                ::tensor_format::__private::Ok(
                    ::tensor_format::__private::Chain(
                        (__0,),
                        ::tensor_format::__private::Chain(__part_0, ()),
                    ),
                ) => ::tensor_format::__private::Ok(Self { id: __0, part: __part_0.0 }),
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            if let ::tensor_format::__private::Some(__read) = ::tensor_format::__private::replaced(
                self,
                __source,
            ) {
                return __read;
            }
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                true,
                ::tensor_format::__private::Chain(
                    (&mut self.id,),
                    ::tensor_format::__private::Chain(
                        ::tensor_format::__private::FillFlat::<
                            Self,
                            _,
                            0,
                        >(
                            ::tensor_format::__private::FieldMutOf::<
                                '_,
                                <<T as ::tensor_format::__private::Embedded<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    T,
                                    _,
                                >>::Kind,
                            >(&mut self.part),
                            ::tensor_format::__private::core::marker::PhantomData,
                        ),
                        (),
                    ),
                ),
            )
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Field for Whole<T>
    where
        T: ::tensor_format::__private::HasRules,
    {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<Self> for Whole<T>
    where
        T: ::tensor_format::__private::HasRules,
    {}
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Whole<T>
    where
        T: ::tensor_format::__private::HasRules,
    {}
};

pub struct Points<'a> {
    pub ids: &'a [u8],
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Points::ids",
            "shape",
            "write `shape` on the fields of that record",
            <&'static [u8] as ::tensor_format::__private::IsFieldList<_>>::OWN,
        );
        ::tensor_format::__private::verify_axes(
            "Points::ids",
            "&'a [u8]",
            ::tensor_format::__private::narrowable_rules(
                <&'static [u8] as ::tensor_format::__private::IsFieldList<_>>::OWN,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::None,
            &[],
        );
    };
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Points<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &{
                    let mut __params = ::tensor_format::__private::params::<
                        ((),),
                        (),
                        1usize,
                    >(["ids"]);
                    __params[0usize] = ::tensor_format::__private::param_of_type(
                        "ids",
                        <&'a [u8] as ::tensor_format::__private::IsFieldList<_>>::ENTRY,
                    );
                    __params[0usize].rules = ::tensor_format::__private::TensorRules {
                        types: ::tensor_format::__private::narrowable_rules(
                                <&'a [u8] as ::tensor_format::__private::IsFieldList<
                                    _,
                                >>::OWN,
                            )
                            .types,
                        axes: ::tensor_format::__private::AxisRules::new(const {
                            &::tensor_format::__private::narrow_axes(
                                ::tensor_format::__private::narrowable_rules(
                                    <&'a [u8] as ::tensor_format::__private::IsFieldList<
                                        _,
                                    >>::OWN,
                                ),
                                [::tensor_format::__private::Dim::ANY.named("n")],
                            )
                        }),
                        range: ::tensor_format::__private::narrowable_rules(
                                <&'a [u8] as ::tensor_format::__private::IsFieldList<
                                    _,
                                >>::OWN,
                            )
                            .range,
                    };
                    __params
                }
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x01\x03ids",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Points<'a> {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::fields(
                __sink,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                &(
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        0usize,
                    >::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<&'a [u8] as ::tensor_format::__private::IsFieldList<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                &'a [u8],
                                _,
                            >>::Kind,
                        >(&self.ids),
                    ),
                ),
                true,
            )
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::ListItem for Points<'a> {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Points<'a> {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                (
                    ::tensor_format::__private::WithRules<
                        Self,
                        ::tensor_format::__private::FieldValue<
                            <<&'a [u8] as ::tensor_format::__private::IsFieldList<
                                _,
                            >>::Kind as ::tensor_format::__private::DecodesSlice<
                                '__de,
                                &'a [u8],
                                _,
                            >>::Kind,
                        >,
                        0usize,
                    >,
                ),
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
                ::tensor_format::__private::Ok((__0,)) => {
                    ::tensor_format::__private::Ok(Self { ids: __0.0.0 })
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
                (
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        0usize,
                    >::new(
                        ::tensor_format::__private::FieldMutOf::<
                            '_,
                            <<&'a [u8] as ::tensor_format::__private::IsFieldList<
                                _,
                            >>::Kind as ::tensor_format::__private::DecodesSlice<
                                '__de,
                                &'a [u8],
                                _,
                            >>::Kind,
                        >(&mut self.ids),
                    ),
                ),
            )
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Points<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Points<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Points<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Borrowing for Points<'a> {
        type Of<'__a> = Points<'__a>;
    }
};
pub struct Scene<'a> {
    pub colors: Vec<u8>,
    pub points: Points<'a>,
    pub other: Points<'a>,
    pub title: String,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
            <String as ::tensor_format::__private::IsFieldStd<_>>::Kind,
        );
        0
    }];
    const _: () = {};
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Scene::colors",
            "shape",
            "write `shape` on the fields of that record",
            <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
        );
        ::tensor_format::__private::verify_axes(
            "Scene::colors",
            "Vec<u8>",
            ::tensor_format::__private::narrowable_rules(
                <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::None,
            &[],
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Scene<'static>>();
        ::tensor_format::__private::verify_names(
            "Scene",
            __rules,
            ::tensor_format::__private::position_of_own::<Scene<'static>>(0usize),
            0usize,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_flattened::<
            Scene<'static>,
        >(
            "Scene::points",
            "Points<'a>",
            0,
            "tell them apart by a prefix: `flatten = \"points_\"`",
        );
        ::tensor_format::__private::verify_flattened_names::<Scene<'static>>("Scene", 0);
    };
    const _: () = {
        ::tensor_format::__private::verify_flattened::<
            Scene<'static>,
        >("Scene::other", "Points<'a>", 1, "tell them apart by another prefix");
        ::tensor_format::__private::verify_flattened_names::<Scene<'static>>("Scene", 1);
    };
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Flattening for Scene<'a> {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    (Vec<u8>, String),
                    __Known,
                    2usize,
                >(["colors", "title"]);
                __params[0usize].rules = ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrowable_rules(
                            <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        )
                        .types,
                    axes: ::tensor_format::__private::AxisRules::new(const {
                        &::tensor_format::__private::narrow_axes(
                            ::tensor_format::__private::narrowable_rules(
                                <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                            ),
                            [::tensor_format::__private::Dim::ANY.named("n")],
                        )
                    }),
                    range: ::tensor_format::__private::narrowable_rules(
                            <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        )
                        .range,
                };
                __params
            }
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[
                ::tensor_format::__private::FlattenedPart {
                    at: 1,
                    prefix: "",
                    aliases: &[],
                    owns_axes: true,
                    rules: <Points<'a> as ::tensor_format::__private::Embedded<_>>::OWN,
                },
                ::tensor_format::__private::FlattenedPart {
                    at: 1,
                    prefix: "other_",
                    aliases: &[],
                    owns_axes: true,
                    rules: <Points<'a> as ::tensor_format::__private::Embedded<_>>::OWN,
                },
            ]
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Scene<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = if ::tensor_format::__private::holds_itself::<
            Self,
        >() {
            ::tensor_format::__private::FAULTY
        } else {
            ::tensor_format::__private::Rules::Record(
                ::tensor_format::__private::join::<Self>().deny_unknown(),
            )
        };
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = {
            #[allow(unused_imports)]
            use ::tensor_format::__private::HoldsNothing as _;
            static HELD: ::tensor_format::__private::HeldRecord = ::tensor_format::__private::HeldRecord {
                name: "Scene",
                place: (
                    ::tensor_format::__private::core::module_path!(),
                    ::tensor_format::__private::core::line!(),
                    ::tensor_format::__private::core::column!(),
                ),
                fields: &[],
            };
            ::tensor_format::__private::Some(
                ::tensor_format::__private::HeldRef::new(&HELD),
            )
        };
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::record_type_of::<
            Self,
        >()
            .of_struct();
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Scene<'a> {
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
            let __fields: ::tensor_format::__private::Chain<
                (_,),
                ::tensor_format::__private::Chain<
                    ::tensor_format::__private::FlatField<'_, Self, _, 0>,
                    ::tensor_format::__private::Chain<
                        (),
                        ::tensor_format::__private::Chain<
                            ::tensor_format::__private::FlatField<'_, Self, _, 1>,
                            (_,),
                        >,
                    >,
                >,
            > = ::tensor_format::__private::Chain(
                (
                    ::tensor_format::__private::WithRules::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        0usize,
                    >::new(&self.colors),
                ),
                ::tensor_format::__private::Chain(
                    ::tensor_format::__private::FlatField::<
                        '_,
                        _,
                        <<Points<
                            'a,
                        > as ::tensor_format::__private::Embedded<
                            _,
                        >>::Kind as ::tensor_format::__private::Encodes<
                            Points<'a>,
                            _,
                        >>::Kind,
                        0,
                    >(
                        &self.points,
                        ::tensor_format::__private::core::marker::PhantomData,
                    ),
                    ::tensor_format::__private::Chain(
                        (),
                        ::tensor_format::__private::Chain(
                            ::tensor_format::__private::FlatField::<
                                '_,
                                _,
                                <<Points<
                                    'a,
                                > as ::tensor_format::__private::Embedded<
                                    _,
                                >>::Kind as ::tensor_format::__private::Encodes<
                                    Points<'a>,
                                    _,
                                >>::Kind,
                                1,
                            >(
                                &self.other,
                                ::tensor_format::__private::core::marker::PhantomData,
                            ),
                            (&self.title,),
                        ),
                    ),
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
    impl<'a> ::tensor_format::__private::ListItem for Scene<'a> {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Scene<'a> {
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
            match ::tensor_format::__private::decode_record::<
                ::tensor_format::__private::Chain<
                    (
                        ::tensor_format::__private::WithRules<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            0usize,
                        >,
                    ),
                    ::tensor_format::__private::Chain<
                        ::tensor_format::__private::FlatPart<
                            Self,
                            <<Points<
                                'a,
                            > as ::tensor_format::__private::Embedded<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                Points<'a>,
                                _,
                            >>::Kind,
                            0,
                        >,
                        ::tensor_format::__private::Chain<
                            (),
                            ::tensor_format::__private::Chain<
                                ::tensor_format::__private::FlatPart<
                                    Self,
                                    <<Points<
                                        'a,
                                    > as ::tensor_format::__private::Embedded<
                                        _,
                                    >>::Kind as ::tensor_format::__private::Decodes<
                                        '__de,
                                        Points<'a>,
                                        _,
                                    >>::Kind,
                                    1,
                                >,
                                (_,),
                            >,
                        >,
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
                        ::tensor_format::__private::Chain(
                            __part_0,
                            ::tensor_format::__private::Chain(
                                (),
                                ::tensor_format::__private::Chain(__part_1, (__1,)),
                            ),
                        ),
                    ),
                ) => {
                    ::tensor_format::__private::Ok(Self {
                        colors: __0.0,
                        title: __1,
                        points: __part_0.0,
                        other: __part_1.0,
                    })
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
                true,
                ::tensor_format::__private::Chain(
                    (
                        ::tensor_format::__private::WithRules::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            0usize,
                        >::new(&mut self.colors),
                    ),
                    ::tensor_format::__private::Chain(
                        ::tensor_format::__private::FillFlat::<
                            Self,
                            _,
                            0,
                        >(
                            ::tensor_format::__private::FieldMutOf::<
                                '_,
                                <<Points<
                                    'a,
                                > as ::tensor_format::__private::Embedded<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    Points<'a>,
                                    _,
                                >>::Kind,
                            >(&mut self.points),
                            ::tensor_format::__private::core::marker::PhantomData,
                        ),
                        ::tensor_format::__private::Chain(
                            (),
                            ::tensor_format::__private::Chain(
                                ::tensor_format::__private::FillFlat::<
                                    Self,
                                    _,
                                    1,
                                >(
                                    ::tensor_format::__private::FieldMutOf::<
                                        '_,
                                        <<Points<
                                            'a,
                                        > as ::tensor_format::__private::Embedded<
                                            _,
                                        >>::Kind as ::tensor_format::__private::Decodes<
                                            '__de,
                                            Points<'a>,
                                            _,
                                        >>::Kind,
                                    >(&mut self.other),
                                    ::tensor_format::__private::core::marker::PhantomData,
                                ),
                                (&mut self.title,),
                            ),
                        ),
                    ),
                ),
            )
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Scene<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Scene<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Scene<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Borrowing for Scene<'a> {
        type Of<'__a> = Scene<'__a>;
    }
};

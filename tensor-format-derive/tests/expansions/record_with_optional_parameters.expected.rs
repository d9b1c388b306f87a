pub struct Request {
    pub image_id: Option<i64>,
    pub overlap: f32,
    pub comment: String,
    pub crops: tensor_format::Many<tensor_format::Image>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <Option<i64> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
            <String as ::tensor_format::__private::IsFieldStd<_>>::Kind,
        );
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_no_ring::<Request>(0usize);
    };
    const _: () = {
        ::tensor_format::__private::verify_default(
            "Request::overlap",
            <f32 as ::tensor_format::__private::IsFieldStd<_>>::PRESENCE,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_nested(
            "Request::crops",
            "tensor_format::Many<tensor_format::Image>",
            <<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                _,
            >>::In<
                tensor_format::Many<tensor_format::Image>,
            > as ::tensor_format::__private::IsFieldHolder<_>>::OWN,
            <<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                _,
            >>::In<
                tensor_format::Many<tensor_format::Image>,
            > as ::tensor_format::__private::IsFieldHolder<_>>::PRESENCE,
        );
        ::tensor_format::__private::verify_nested_names::<
            Request,
        >("Request::crops", 3usize);
    };
    #[automatically_derived]
    impl ::tensor_format::__private::Flattening for Request {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    (Option<i64>, f32, String, ()),
                    __Known,
                    4usize,
                >(["imageId", "overlap", "comment", "crop"]);
                __params[1usize].presence = ::tensor_format::__private::optional(
                    __params[1usize].presence,
                );
                __params[2usize].presence = ::tensor_format::__private::optional(
                    __params[2usize].presence,
                );
                __params[3usize] = ::tensor_format::__private::param_of_type(
                    "crop",
                    <<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                        _,
                    >>::In<
                        tensor_format::Many<tensor_format::Image>,
                    > as ::tensor_format::__private::IsFieldHolder<_>>::ENTRY,
                );
                __params
            }
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[]
        };
        const NESTED: &'static [::tensor_format::__private::NestedField] = const {
            &[
                ::tensor_format::__private::NestedField {
                    own: 3usize,
                    prefix: "crop.",
                    rules: <<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                        _,
                    >>::In<
                        tensor_format::Many<tensor_format::Image>,
                    > as ::tensor_format::__private::IsFieldHolder<_>>::OWN,
                    presence: <<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                        _,
                    >>::In<
                        tensor_format::Many<tensor_format::Image>,
                    > as ::tensor_format::__private::IsFieldHolder<_>>::PRESENCE,
                },
            ]
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Request {
        const RULES: ::tensor_format::__private::Rules<'static> = if ::tensor_format::__private::holds_itself::<
            Self,
        >() {
            ::tensor_format::__private::FAULTY
        } else {
            ::tensor_format::__private::Rules::Record(
                ::tensor_format::__private::nest::<Self>().deny_unknown(),
            )
        };
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = {
            static HELD: ::tensor_format::__private::HeldRecord = ::tensor_format::__private::HeldRecord {
                name: "Request",
                place: (
                    ::tensor_format::__private::core::module_path!(),
                    ::tensor_format::__private::core::line!(),
                    ::tensor_format::__private::core::column!(),
                ),
                fields: &[
                    <<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                        _,
                    >>::In<
                        tensor_format::Many<tensor_format::Image>,
                    > as ::tensor_format::__private::IsFieldHolder<_>>::HOLDS,
                ],
            };
            ::tensor_format::__private::Some(
                ::tensor_format::__private::HeldRef::new(&HELD),
            )
        };
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::nested_type::<
            Self,
        >(b"\x04\x07imageId\x07overlap\x07comment\x04crop");
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Request {
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
                &(
                    &self.image_id,
                    &self.overlap,
                    &self.comment,
                    ::tensor_format::__private::FieldRef::<
                        '_,
                        <<<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                            _,
                        >>::In<
                            tensor_format::Many<tensor_format::Image>,
                        > as ::tensor_format::__private::IsFieldHolder<
                            _,
                        >>::Kind as ::tensor_format::__private::Encodes<
                            tensor_format::Many<tensor_format::Image>,
                            _,
                        >>::Kind,
                    >(&self.crops),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Request {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Request {
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
            match ::tensor_format::__private::decode_bound::<
                (
                    _,
                    ::tensor_format::__private::WithDefault<_>,
                    ::tensor_format::__private::WithDefault<_>,
                    ::tensor_format::__private::FieldValue<
                        <<<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                            _,
                        >>::In<
                            tensor_format::Many<tensor_format::Image>,
                        > as ::tensor_format::__private::IsFieldHolder<
                            _,
                        >>::Kind as ::tensor_format::__private::Decodes<
                            '__de,
                            tensor_format::Many<tensor_format::Image>,
                            _,
                        >>::Kind,
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
                ::tensor_format::__private::None,
            ) {
                ::tensor_format::__private::Ok((__0, __1, __2, __3)) => {
                    let __absent_1 = __1.0.is_none();
                    let __absent_2 = __2.0.is_none();
                    let __value = Self {
                        image_id: __0,
                        overlap: match __1.0 {
                            ::tensor_format::__private::Some(__field) => __field,
                            ::tensor_format::__private::None => {
                                let __default: f32 = 0.5;
                                __default
                            }
                        },
                        comment: match __2.0 {
                            ::tensor_format::__private::Some(__field) => __field,
                            ::tensor_format::__private::None => {
                                <String as ::tensor_format::__private::HasDefault<
                                    _,
                                >>::of_default()
                            }
                        },
                        crops: __3.0,
                    };
                    if __absent_1 {
                        ::tensor_format::__private::hold_default::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            1usize,
                        >(&&__value.overlap, ::tensor_format::__private::None)?;
                    }
                    if __absent_2 {
                        ::tensor_format::__private::hold_default::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            2usize,
                        >(&&__value.comment, ::tensor_format::__private::None)?;
                    }
                    ::tensor_format::__private::Ok(__value)
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
            let __absent_1 = ::tensor_format::__private::core::cell::Cell::new(false);
            let __absent_2 = ::tensor_format::__private::core::cell::Cell::new(false);
            ::tensor_format::__private::fill_bound(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                ::tensor_format::__private::None,
                (
                    &mut self.image_id,
                    ::tensor_format::__private::FieldMutOr(
                        &mut self.overlap,
                        || {
                            __absent_1.set(true);
                            match ::tensor_format::__private::no_field::<f32>() {
                                ::tensor_format::__private::Some(__field) => __field,
                                ::tensor_format::__private::None => {
                                    let __default: f32 = 0.5;
                                    __default
                                }
                            }
                        },
                    ),
                    ::tensor_format::__private::FieldMutOr(
                        &mut self.comment,
                        || {
                            __absent_2.set(true);
                            match ::tensor_format::__private::no_field::<String>() {
                                ::tensor_format::__private::Some(__field) => __field,
                                ::tensor_format::__private::None => {
                                    <String as ::tensor_format::__private::HasDefault<
                                        _,
                                    >>::of_default()
                                }
                            }
                        },
                    ),
                    ::tensor_format::__private::FieldMutOf::<
                        '_,
                        <<<tensor_format::Image as ::tensor_format::__private::IsHeldAlone<
                            _,
                        >>::In<
                            tensor_format::Many<tensor_format::Image>,
                        > as ::tensor_format::__private::IsFieldHolder<
                            _,
                        >>::Kind as ::tensor_format::__private::Decodes<
                            '__de,
                            tensor_format::Many<tensor_format::Image>,
                            _,
                        >>::Kind,
                    >(&mut self.crops),
                ),
            )?;
            if __absent_1.get() {
                ::tensor_format::__private::hold_default::<
                    ::tensor_format::__private::Own<Self>,
                    _,
                    1usize,
                >(&&self.overlap, ::tensor_format::__private::None)?;
            }
            if __absent_2.get() {
                ::tensor_format::__private::hold_default::<
                    ::tensor_format::__private::Own<Self>,
                    _,
                    2usize,
                >(&&self.comment, ::tensor_format::__private::None)?;
            }
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Request {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Request {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Request {}
};

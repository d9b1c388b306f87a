pub struct Message<'a> {
    pub text: &'a str,
    pub samples: std::borrow::Cow<'a, [f32]>,
    pub times: tensor_format::View<'a, f64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {};
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Message::samples",
            "shape",
            "write `shape` on the fields of that record",
            <std::borrow::Cow<
                'static,
                [f32],
            > as ::tensor_format::__private::IsFieldCow<_>>::OWN,
        );
        ::tensor_format::__private::verify_axes(
            "Message::samples",
            "std::borrow::Cow<'a, [f32]>",
            ::tensor_format::__private::narrowable_rules(
                <std::borrow::Cow<
                    'static,
                    [f32],
                > as ::tensor_format::__private::IsFieldCow<_>>::OWN,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::None,
            &[],
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Message::times",
            "shape",
            "write `shape` on the fields of that record",
            <tensor_format::View<
                'static,
                f64,
            > as ::tensor_format::__private::IsFieldView<_>>::OWN,
        );
        ::tensor_format::__private::verify_axes(
            "Message::times",
            "tensor_format::View<'a, f64>",
            ::tensor_format::__private::narrowable_rules(
                <tensor_format::View<
                    'static,
                    f64,
                > as ::tensor_format::__private::IsFieldView<_>>::OWN,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::None,
            &[],
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Message<'static>>();
        ::tensor_format::__private::verify_names(
            "Message",
            __rules,
            ::tensor_format::__private::position_of_own::<Message<'static>>(2usize),
            0usize,
        );
    };
    const _: ::tensor_format::__private::Rules<'static> = <Message<
        'static,
    > as ::tensor_format::__private::HasRules>::RULES;
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Flattening for Message<'a> {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    ((), (), ()),
                    (),
                    3usize,
                >(["text", "samples", "times"]);
                __params[0usize] = ::tensor_format::__private::param_of_type(
                    "text",
                    <&'a str as ::tensor_format::__private::IsField<_>>::ENTRY,
                );
                __params[1usize] = ::tensor_format::__private::param_of_type(
                    "samples",
                    <std::borrow::Cow<
                        'a,
                        [f32],
                    > as ::tensor_format::__private::IsFieldCow<_>>::ENTRY,
                );
                __params[1usize].rules = ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrowable_rules(
                            <std::borrow::Cow<
                                'a,
                                [f32],
                            > as ::tensor_format::__private::IsFieldCow<_>>::OWN,
                        )
                        .types,
                    axes: ::tensor_format::__private::AxisRules::new(const {
                        &::tensor_format::__private::narrow_axes(
                            ::tensor_format::__private::narrowable_rules(
                                <std::borrow::Cow<
                                    'a,
                                    [f32],
                                > as ::tensor_format::__private::IsFieldCow<_>>::OWN,
                            ),
                            [::tensor_format::__private::Dim::ANY.named("n")],
                        )
                    }),
                    range: ::tensor_format::__private::narrowable_rules(
                            <std::borrow::Cow<
                                'a,
                                [f32],
                            > as ::tensor_format::__private::IsFieldCow<_>>::OWN,
                        )
                        .range,
                };
                __params[2usize] = ::tensor_format::__private::param_of_type(
                    "times",
                    <tensor_format::View<
                        'a,
                        f64,
                    > as ::tensor_format::__private::IsFieldView<_>>::ENTRY,
                );
                __params[2usize].rules = ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrowable_rules(
                            <tensor_format::View<
                                'a,
                                f64,
                            > as ::tensor_format::__private::IsFieldView<_>>::OWN,
                        )
                        .types,
                    axes: ::tensor_format::__private::AxisRules::new(const {
                        &::tensor_format::__private::narrow_axes(
                            ::tensor_format::__private::narrowable_rules(
                                <tensor_format::View<
                                    'a,
                                    f64,
                                > as ::tensor_format::__private::IsFieldView<_>>::OWN,
                            ),
                            [::tensor_format::__private::Dim::ANY.named("n")],
                        )
                    }),
                    range: ::tensor_format::__private::narrowable_rules(
                            <tensor_format::View<
                                'a,
                                f64,
                            > as ::tensor_format::__private::IsFieldView<_>>::OWN,
                        )
                        .range,
                };
                __params
            }
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[]
        };
        const NESTED: &'static [::tensor_format::__private::NestedField] = const {
            &[
                ::tensor_format::__private::NestedField {
                    own: 0usize,
                    prefix: "text.",
                    rules: <&'a str as ::tensor_format::__private::IsField<_>>::OWN,
                    presence: <&'a str as ::tensor_format::__private::IsField<
                        _,
                    >>::PRESENCE,
                },
            ]
        };
        const CHECKED: () = {
            ::tensor_format::__private::verify_nested(
                "Message::text",
                "&'a str",
                <&'a str as ::tensor_format::__private::IsField<_>>::OWN,
                <&'a str as ::tensor_format::__private::IsField<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Message<'static>,
            >("Message::text", 0usize);
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Message<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = if ::tensor_format::__private::holds_itself::<
            Self,
        >() {
            ::tensor_format::__private::FAULTY
        } else {
            ::tensor_format::__private::Rules::Record(
                ::tensor_format::__private::checked::<
                    Self,
                >(::tensor_format::__private::nest::<Self>()),
            )
        };
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = {
            #[allow(unused_imports)]
            use ::tensor_format::__private::HoldsNothing as _;
            static HELD: ::tensor_format::__private::HeldRecord = ::tensor_format::__private::HeldRecord {
                name: "Message",
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
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::nested_type::<
            Self,
        >(b"\x03\x04text\x07samples\x05times");
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Message<'a> {
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
                    ::tensor_format::__private::FieldRef::<
                        '_,
                        <<&'a str as ::tensor_format::__private::IsField<
                            _,
                        >>::Kind as ::tensor_format::__private::Encodes<
                            &'a str,
                            _,
                        >>::Kind,
                    >(&self.text),
                    ::tensor_format::__private::WithRules::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        1usize,
                    >::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<std::borrow::Cow<
                                'a,
                                [f32],
                            > as ::tensor_format::__private::IsFieldCow<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                std::borrow::Cow<'a, [f32]>,
                                _,
                            >>::Kind,
                        >(&self.samples),
                    ),
                    ::tensor_format::__private::WithRules::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        2usize,
                    >::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<tensor_format::View<
                                'a,
                                f64,
                            > as ::tensor_format::__private::IsFieldView<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                tensor_format::View<'a, f64>,
                                _,
                            >>::Kind,
                        >(&self.times),
                    ),
                ),
                true,
            )
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::ListItem for Message<'a> {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Message<'a> {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                (
                    ::tensor_format::__private::FieldValue<
                        <<&'a str as ::tensor_format::__private::IsField<
                            _,
                        >>::Kind as ::tensor_format::__private::DecodesReference<
                            '__de,
                            &'a str,
                            _,
                        >>::Kind,
                    >,
                    ::tensor_format::__private::WithRules<
                        ::tensor_format::__private::Own<Self>,
                        ::tensor_format::__private::FieldValue<
                            <<std::borrow::Cow<
                                'a,
                                [f32],
                            > as ::tensor_format::__private::IsFieldCow<
                                _,
                            >>::Kind as ::tensor_format::__private::DecodesCow<
                                '__de,
                                std::borrow::Cow<'a, [f32]>,
                                _,
                            >>::Kind,
                        >,
                        1usize,
                    >,
                    ::tensor_format::__private::WithRules<
                        ::tensor_format::__private::Own<Self>,
                        ::tensor_format::__private::FieldValue<
                            <<tensor_format::View<
                                'a,
                                f64,
                            > as ::tensor_format::__private::IsFieldView<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                tensor_format::View<'a, f64>,
                                _,
                            >>::Kind,
                        >,
                        2usize,
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
                ::tensor_format::__private::Ok((__0, __1, __2)) => {
                    ::tensor_format::__private::Ok(Self {
                        text: __0.0,
                        samples: __1.0.0,
                        times: __2.0.0,
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
                    ::tensor_format::__private::FieldMutOf::<
                        '_,
                        <<&'a str as ::tensor_format::__private::IsField<
                            _,
                        >>::Kind as ::tensor_format::__private::DecodesReference<
                            '__de,
                            &'a str,
                            _,
                        >>::Kind,
                    >(&mut self.text),
                    ::tensor_format::__private::WithRules::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        1usize,
                    >::new(
                        ::tensor_format::__private::FieldMutOf::<
                            '_,
                            <<std::borrow::Cow<
                                'a,
                                [f32],
                            > as ::tensor_format::__private::IsFieldCow<
                                _,
                            >>::Kind as ::tensor_format::__private::DecodesCow<
                                '__de,
                                std::borrow::Cow<'a, [f32]>,
                                _,
                            >>::Kind,
                        >(&mut self.samples),
                    ),
                    ::tensor_format::__private::WithRules::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        2usize,
                    >::new(
                        ::tensor_format::__private::FieldMutOf::<
                            '_,
                            <<tensor_format::View<
                                'a,
                                f64,
                            > as ::tensor_format::__private::IsFieldView<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                tensor_format::View<'a, f64>,
                                _,
                            >>::Kind,
                        >(&mut self.times),
                    ),
                ),
            )
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Message<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Message<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Message<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Borrowing for Message<'a> {
        type Of<'__a> = Message<'__a>;
    }
};

pub struct Message<'a> {
    pub text: &'a str,
    pub samples: std::borrow::Cow<'a, [f32]>,
    pub times: tensor_format::View<'a, f64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Message::samples",
            <<std::borrow::Cow<
                'static,
                [f32],
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Message::samples",
            "std::borrow::Cow<'a, [f32]>",
            ::tensor_format::__private::field_rules(
                <<std::borrow::Cow<
                    'static,
                    [f32],
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Message::times",
            <<tensor_format::View<
                'static,
                f64,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Message::times",
            "tensor_format::View<'a, f64>",
            ::tensor_format::__private::field_rules(
                <<tensor_format::View<
                    'static,
                    f64,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Message<'static>>();
        ::tensor_format::__private::verify_names("Message", __rules, 2usize);
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Message::text",
            <<&'static str as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Message<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "text",
                        ::tensor_format::__private::field_rules(
                            <<&'a str as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <&'a str as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "samples",
                        ::tensor_format::__private::TensorRules {
                            types: ::tensor_format::__private::field_rules(
                                    <<std::borrow::Cow<
                                        'a,
                                        [f32],
                                    > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                )
                                .types,
                            axes: ::tensor_format::__private::AxisRules::new(const {
                                &::tensor_format::__private::narrow_axes(
                                    ::tensor_format::__private::field_rules(
                                        <<std::borrow::Cow<
                                            'a,
                                            [f32],
                                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                    ),
                                    [::tensor_format::__private::Dim::ANY.named("n")],
                                )
                            }),
                        },
                        <std::borrow::Cow<
                            'a,
                            [f32],
                        > as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "times",
                        ::tensor_format::__private::TensorRules {
                            types: ::tensor_format::__private::field_rules(
                                    <<tensor_format::View<
                                        'a,
                                        f64,
                                    > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                )
                                .types,
                            axes: ::tensor_format::__private::AxisRules::new(const {
                                &::tensor_format::__private::narrow_axes(
                                    ::tensor_format::__private::field_rules(
                                        <<tensor_format::View<
                                            'a,
                                            f64,
                                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                    ),
                                    [::tensor_format::__private::Dim::ANY.named("n")],
                                )
                            }),
                        },
                        <tensor_format::View<
                            'a,
                            f64,
                        > as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Message<'a> {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::record::<
                Self,
            >(
                __sink,
                &[
                    ::tensor_format::__private::count::<
                        <&'a str as ::tensor_format::__private::Field>::Item,
                    >(<&'a str as ::tensor_format::__private::Field>::items(&self.text)),
                    ::tensor_format::__private::count::<
                        <std::borrow::Cow<
                            'a,
                            [f32],
                        > as ::tensor_format::__private::Field>::Item,
                    >(
                        <std::borrow::Cow<
                            'a,
                            [f32],
                        > as ::tensor_format::__private::Field>::items(&self.samples),
                    ),
                    ::tensor_format::__private::count::<
                        <tensor_format::View<
                            'a,
                            f64,
                        > as ::tensor_format::__private::Field>::Item,
                    >(
                        <tensor_format::View<
                            'a,
                            f64,
                        > as ::tensor_format::__private::Field>::items(&self.times),
                    ),
                ],
            )?;
            let mut __axes = ::tensor_format::__private::Bindings::new();
            ::tensor_format::__private::encode_items::<
                <&'a str as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <&'a str as ::tensor_format::__private::Field>::items(&self.text),
                __sink,
                "text",
            )?;
            ::tensor_format::__private::encode_checked::<
                Self,
                <std::borrow::Cow<'a, [f32]> as ::tensor_format::__private::Field>::Item,
                _,
                1,
            >(
                <std::borrow::Cow<
                    'a,
                    [f32],
                > as ::tensor_format::__private::Field>::items(&self.samples),
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::encode_checked::<
                Self,
                <tensor_format::View<
                    'a,
                    f64,
                > as ::tensor_format::__private::Field>::Item,
                _,
                2,
            >(
                <tensor_format::View<
                    'a,
                    f64,
                > as ::tensor_format::__private::Field>::items(&self.times),
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Message<'a> {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            let mut __axes = ::tensor_format::__private::Bindings::new();
            if let ::tensor_format::__private::RecordOrder::Declared = ::tensor_format::__private::Source::record::<
                Self,
            >(__source)? {
                return ::tensor_format::__private::core::result::Result::Ok(Self {
                    text: {
                        let mut __slot = <<&'a str as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <&'a str as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "text")?,
                            "text",
                        )?;
                        ::tensor_format::__private::present(
                            <&'a str as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "text",
                        )?
                    },
                    samples: {
                        let mut __slot = <<std::borrow::Cow<
                            'a,
                            [f32],
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <std::borrow::Cow<
                                    'a,
                                    [f32],
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                                1,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "samples",
                        )?;
                        ::tensor_format::__private::present(
                            <std::borrow::Cow<
                                'a,
                                [f32],
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "samples",
                        )?
                    },
                    times: {
                        let mut __slot = <<tensor_format::View<
                            'a,
                            f64,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <tensor_format::View<
                                    'a,
                                    f64,
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                                2,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "times",
                        )?;
                        ::tensor_format::__private::present(
                            <tensor_format::View<
                                'a,
                                f64,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "times",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<&'a str as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<std::borrow::Cow<
                'a,
                [f32],
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_2 = <<tensor_format::View<
                'a,
                f64,
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_item::<
                                <&'a str as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "text")?,
                            "text",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <std::borrow::Cow<
                                    'a,
                                    [f32],
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                                1,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "samples",
                        )?
                    }
                    2 => {
                        ::tensor_format::__private::push(
                            &mut __slot_2,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <tensor_format::View<
                                    'a,
                                    f64,
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                                2,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "times",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                text: ::tensor_format::__private::present(
                    <&'a str as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "text",
                )?,
                samples: ::tensor_format::__private::present(
                    <std::borrow::Cow<
                        'a,
                        [f32],
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_1),
                    ),
                    "samples",
                )?,
                times: ::tensor_format::__private::present(
                    <tensor_format::View<
                        'a,
                        f64,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_2),
                    ),
                    "times",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Message<'a> {
        type Item = Self;
        type Slot = ::tensor_format::__private::core::option::Option<Self>;
        const PRESENCE: ::tensor_format::__private::Presence = ::tensor_format::__private::Presence::Required;
        #[inline]
        fn items(&self) -> &[Self] {
            ::tensor_format::__private::core::slice::from_ref(self)
        }
        #[inline]
        fn from_slot(
            __slot: Self::Slot,
        ) -> ::tensor_format::__private::core::option::Option<Self> {
            __slot
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Message<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Message<'a> {}
};

pub struct Scores {
    pub scores: Vec<f32>,
    pub offsets: Vec<i64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Scores::scores",
            "Vec<f32>",
            ::tensor_format::__private::field_rules(
                <<Vec<
                    f32,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
        );
        ::tensor_format::__private::verify_bound(
            "Scores::scores",
            ::tensor_format::__private::field_rules(
                <<Vec<
                    f32,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            ::tensor_format::__private::Number::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_bound(
            "Scores::scores",
            ::tensor_format::__private::field_rules(
                <<Vec<
                    f32,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            ::tensor_format::__private::Number::Float(1.0),
            "1.0",
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Scores::offsets",
            <<Vec<
                i64,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Scores::offsets",
            "Vec<i64>",
            ::tensor_format::__private::field_rules(
                <<Vec<
                    i64,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[::tensor_format::__private::Dim::range(0u64, 8u64)],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Scores::offsets",
            "Vec<i64>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::field_rules(
                        <<Vec<
                            i64,
                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::field_rules(
                            <<Vec<
                                i64,
                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
            },
        );
        ::tensor_format::__private::verify_bound(
            "Scores::offsets",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::field_rules(
                        <<Vec<
                            i64,
                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::field_rules(
                            <<Vec<
                                i64,
                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
            },
            ::tensor_format::__private::Number::Int(-5),
            "-5",
        );
        ::tensor_format::__private::verify_bound(
            "Scores::offsets",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::field_rules(
                        <<Vec<
                            i64,
                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::field_rules(
                            <<Vec<
                                i64,
                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
            },
            ::tensor_format::__private::Number::Int(5),
            "5",
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Scores::scores",
            <<Vec<
                f32,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Scores {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::ranged(
                        ::tensor_format::__private::param(
                            "scores",
                            ::tensor_format::__private::field_rules(
                                <<Vec<
                                    f32,
                                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            ),
                            <Vec<f32> as ::tensor_format::__private::Field>::PRESENCE,
                            "",
                        ),
                        const {
                            &::tensor_format::__private::ValueRange::new(
                                ::tensor_format::__private::core::option::Option::Some(
                                    ::tensor_format::__private::Number::Float(0.0),
                                ),
                                ::tensor_format::__private::core::option::Option::Some(
                                    ::tensor_format::__private::Number::Float(1.0),
                                ),
                            )
                        },
                    ),
                    ::tensor_format::__private::ranged(
                        ::tensor_format::__private::param(
                            "offsets",
                            ::tensor_format::__private::TensorRules {
                                types: ::tensor_format::__private::field_rules(
                                        <<Vec<
                                            i64,
                                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                    )
                                    .types,
                                axes: ::tensor_format::__private::AxisRules::new(const {
                                    &::tensor_format::__private::narrow_axes(
                                        ::tensor_format::__private::field_rules(
                                            <<Vec<
                                                i64,
                                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                        ),
                                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                                    )
                                }),
                            },
                            <Vec<i64> as ::tensor_format::__private::Field>::PRESENCE,
                            "",
                        ),
                        const {
                            &::tensor_format::__private::ValueRange::new(
                                    ::tensor_format::__private::core::option::Option::Some(
                                        ::tensor_format::__private::Number::Int(-5),
                                    ),
                                    ::tensor_format::__private::core::option::Option::Some(
                                        ::tensor_format::__private::Number::Int(5),
                                    ),
                                )
                                .without_max()
                        },
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Scores {
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
                        <Vec<f32> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Vec<
                            f32,
                        > as ::tensor_format::__private::Field>::items(&self.scores),
                    ),
                    ::tensor_format::__private::count::<
                        <Vec<i64> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Vec<
                            i64,
                        > as ::tensor_format::__private::Field>::items(&self.offsets),
                    ),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <Vec<f32> as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <Vec<f32> as ::tensor_format::__private::Field>::items(&self.scores),
                __sink,
                "scores",
            )?;
            ::tensor_format::__private::encode_checked::<
                Self,
                <Vec<i64> as ::tensor_format::__private::Field>::Item,
                _,
                1,
            >(
                <Vec<i64> as ::tensor_format::__private::Field>::items(&self.offsets),
                __sink,
                ::tensor_format::__private::core::option::Option::None,
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Scores {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            if let ::tensor_format::__private::RecordOrder::Declared = ::tensor_format::__private::Source::record::<
                Self,
            >(__source)? {
                return ::tensor_format::__private::core::result::Result::Ok(Self {
                    scores: {
                        let mut __slot = <<Vec<
                            f32,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <Vec<f32> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "scores")?,
                            "scores",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                f32,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "scores",
                        )?
                    },
                    offsets: {
                        let mut __slot = <<Vec<
                            i64,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <Vec<i64> as ::tensor_format::__private::Field>::Item,
                                _,
                                1,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::None,
                            )?,
                            "offsets",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                i64,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "offsets",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<Vec<
                f32,
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<Vec<
                i64,
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
                                <Vec<f32> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "scores")?,
                            "scores",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <Vec<i64> as ::tensor_format::__private::Field>::Item,
                                _,
                                1,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::None,
                            )?,
                            "offsets",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                scores: ::tensor_format::__private::present(
                    <Vec<
                        f32,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "scores",
                )?,
                offsets: ::tensor_format::__private::present(
                    <Vec<
                        i64,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_1),
                    ),
                    "offsets",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Scores {
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
    impl ::tensor_format::__private::Feeds<Self> for Scores {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Scores {}
};

pub struct Scores {
    pub scores: Vec<f32>,
    pub offsets: Vec<i64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
        );
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Scores::scores",
            "Vec<f32>",
            ::tensor_format::__private::narrowable_rules(
                <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
        );
        ::tensor_format::__private::verify_bound(
            "Scores::scores",
            ::tensor_format::__private::narrowable_rules(
                <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            ::tensor_format::__private::Bound::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_bound(
            "Scores::scores",
            ::tensor_format::__private::narrowable_rules(
                <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            ::tensor_format::__private::Bound::Float(1.0),
            "1.0",
        );
        ::tensor_format::__private::verify_range(
            "Scores::scores",
            "Vec<f32>",
            ::tensor_format::__private::narrowable_rules(
                <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            &::tensor_format::__private::ValueRange::new(
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Float(0.0),
                ),
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Float(1.0),
                ),
            ),
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Scores::offsets",
            "shape",
            "write `shape` on the fields of that record",
            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Scores::offsets",
                "Vec<i64>",
                ::tensor_format::__private::narrowable_rules(
                    <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                ),
                &[::tensor_format::__private::Dim::range(0u64, 8u64)],
                ::tensor_format::__private::None,
                &[],
            ),
            0usize,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Scores::offsets",
            "Vec<i64>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
        );
        ::tensor_format::__private::verify_bound(
            "Scores::offsets",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Int(-5),
            "-5",
        );
        ::tensor_format::__private::verify_bound(
            "Scores::offsets",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Int(5),
            "5",
        );
        ::tensor_format::__private::verify_range(
            "Scores::offsets",
            "Vec<i64>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::range(0u64, 8u64)],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
            &::tensor_format::__private::ValueRange::new(
                    ::tensor_format::__private::Some(
                        ::tensor_format::__private::Bound::Int(-5),
                    ),
                    ::tensor_format::__private::Some(
                        ::tensor_format::__private::Bound::Int(5),
                    ),
                )
                .without_max(),
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Scores {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &{
                    let mut __params = ::tensor_format::__private::params::<
                        (Vec<f32>, Vec<i64>),
                        __Known,
                        2usize,
                    >(["scores", "offsets"]);
                    __params[0usize].rules.range = ::tensor_format::__private::Some(const {
                        &::tensor_format::__private::ValueRange::new(
                            ::tensor_format::__private::Some(
                                ::tensor_format::__private::Bound::Float(0.0),
                            ),
                            ::tensor_format::__private::Some(
                                ::tensor_format::__private::Bound::Float(1.0),
                            ),
                        )
                    });
                    __params[1usize].rules = ::tensor_format::__private::TensorRules {
                        types: ::tensor_format::__private::narrowable_rules(
                                <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                            )
                            .types,
                        axes: ::tensor_format::__private::AxisRules::new(const {
                            &::tensor_format::__private::narrow_axes(
                                ::tensor_format::__private::narrowable_rules(
                                    <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                                ),
                                [::tensor_format::__private::Dim::range(0u64, 8u64)],
                            )
                        }),
                        range: ::tensor_format::__private::narrowable_rules(
                                <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                            )
                            .range,
                    };
                    __params[1usize].rules.range = ::tensor_format::__private::Some(const {
                        &::tensor_format::__private::ValueRange::new(
                                ::tensor_format::__private::Some(
                                    ::tensor_format::__private::Bound::Int(-5),
                                ),
                                ::tensor_format::__private::Some(
                                    ::tensor_format::__private::Bound::Int(5),
                                ),
                            )
                            .without_max()
                    });
                    __params
                }
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x02\x06scores\x07offsets",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Scores {
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
                    &self.scores,
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        1usize,
                    >::new(&self.offsets),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Scores {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Scores {
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
                (_, ::tensor_format::__private::WithRules<Self, _, 1usize>),
                _,
            >(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
            ) {
                ::tensor_format::__private::Ok((__0, __1)) => {
                    ::tensor_format::__private::Ok(Self {
                        scores: __0,
                        offsets: __1.0,
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
                false,
                (
                    &mut self.scores,
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        1usize,
                    >::new(&mut self.offsets),
                ),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Scores {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Scores {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Scores {}
};

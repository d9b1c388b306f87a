pub struct Found {
    pub boxes: Vec<[f32; 4]>,
    pub scores: Vec<f32>,
    pub level: u8,
    pub weights: std::collections::BTreeMap<String, f64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <Vec<[f32; 4]> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
        );
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_no_ring::<Found>(0usize);
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Found::boxes",
            "shape",
            "write `shape` on the fields of that record",
            <Vec<[f32; 4]> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Found::boxes",
                "Vec<[f32; 4]>",
                ::tensor_format::__private::narrowable_rules(
                    <Vec<[f32; 4]> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                ),
                &[
                    ::tensor_format::__private::Dim::ANY.named("n"),
                    ::tensor_format::__private::Dim::range(4u64, 4u64),
                ],
                ::tensor_format::__private::None,
                &[],
            ),
            1usize,
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Found>();
        ::tensor_format::__private::verify_names(
            "Found",
            __rules,
            ::tensor_format::__private::position_of_own::<Found>(0usize),
            0usize,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Found::scores",
            "shape",
            "write `shape` on the fields of that record",
            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
        );
        ::tensor_format::__private::verify_axes(
            "Found::scores",
            "Vec<f32>",
            ::tensor_format::__private::narrowable_rules(
                <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::None,
            &[],
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Found::scores",
            "Vec<f32>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::ANY.named("n")],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
        );
        ::tensor_format::__private::verify_bound(
            "Found::scores",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::ANY.named("n")],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_bound(
            "Found::scores",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::ANY.named("n")],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(1.0),
            "1.0",
        );
        ::tensor_format::__private::verify_range(
            "Found::scores",
            "Vec<f32>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .types,
                axes: ::tensor_format::__private::AxisRules::new(const {
                    &::tensor_format::__private::narrow_axes(
                        ::tensor_format::__private::narrowable_rules(
                            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        ),
                        [::tensor_format::__private::Dim::ANY.named("n")],
                    )
                }),
                range: ::tensor_format::__private::narrowable_rules(
                        <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                    )
                    .range,
            },
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
        ::tensor_format::__private::verify_default(
            "Found::scores",
            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::PRESENCE,
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Found>();
        ::tensor_format::__private::verify_default_len(
            "Found::scores",
            __rules,
            ::tensor_format::__private::position_of_own::<Found>(1usize),
            0usize,
            2u64,
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Found>();
        ::tensor_format::__private::verify_names(
            "Found",
            __rules,
            ::tensor_format::__private::position_of_own::<Found>(1usize),
            0usize,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Found::level",
            "u8",
            ::tensor_format::__private::narrowable_rules(
                <u8 as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
        );
        ::tensor_format::__private::verify_bound(
            "Found::level",
            ::tensor_format::__private::narrowable_rules(
                <u8 as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            ::tensor_format::__private::Bound::Int(1),
            "1",
        );
        ::tensor_format::__private::verify_bound(
            "Found::level",
            ::tensor_format::__private::narrowable_rules(
                <u8 as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            ::tensor_format::__private::Bound::Int(9),
            "9",
        );
        ::tensor_format::__private::verify_range(
            "Found::level",
            "u8",
            ::tensor_format::__private::narrowable_rules(
                <u8 as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            &::tensor_format::__private::ValueRange::new(
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Int(1),
                ),
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Int(9),
                ),
            ),
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_map(
            "Found::weights",
            "std::collections::BTreeMap<String, f64>",
            <std::collections::BTreeMap<
                String,
                f64,
            > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
            false,
        );
        ::tensor_format::__private::verify_one_map(
            "Found::weights",
            "std::collections::BTreeMap<String, f64>",
            <std::collections::BTreeMap<
                String,
                f64,
            > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
        );
        ::tensor_format::__private::verify_numbers(
            "Found::weights",
            "std::collections::BTreeMap<String, f64>",
            ::tensor_format::__private::values_of(
                <std::collections::BTreeMap<
                    String,
                    f64,
                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
            ),
        );
        ::tensor_format::__private::verify_bound(
            "Found::weights",
            ::tensor_format::__private::values_of(
                <std::collections::BTreeMap<
                    String,
                    f64,
                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
            ),
            ::tensor_format::__private::Bound::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_range(
            "Found::weights",
            "std::collections::BTreeMap<String, f64>",
            ::tensor_format::__private::values_of(
                <std::collections::BTreeMap<
                    String,
                    f64,
                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
            ),
            &::tensor_format::__private::ValueRange::new(
                    ::tensor_format::__private::None,
                    ::tensor_format::__private::Some(
                        ::tensor_format::__private::Bound::Float(0.0),
                    ),
                )
                .without_max(),
        );
        ::tensor_format::__private::verify_flattened::<
            Found,
        >(
            "Found::weights",
            "std::collections::BTreeMap<String, f64>",
            0,
            "give one of the two another name: `rename = \"name\"`",
        );
        ::tensor_format::__private::verify_flattened_names::<Found>("Found", 0);
    };
    #[automatically_derived]
    impl ::tensor_format::__private::Flattening for Found {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    (Vec<[f32; 4]>, Vec<f32>, u8),
                    __Known,
                    3usize,
                >(["boxes", "scores", "level"]);
                __params[0usize].rules = ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrowable_rules(
                            <Vec<
                                [f32; 4],
                            > as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        )
                        .types,
                    axes: ::tensor_format::__private::AxisRules::new(const {
                        &::tensor_format::__private::narrow_axes(
                            ::tensor_format::__private::narrowable_rules(
                                <Vec<
                                    [f32; 4],
                                > as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                            ),
                            [
                                ::tensor_format::__private::Dim::ANY.named("n"),
                                ::tensor_format::__private::Dim::range(4u64, 4u64),
                            ],
                        )
                    }),
                    range: ::tensor_format::__private::narrowable_rules(
                            <Vec<
                                [f32; 4],
                            > as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        )
                        .range,
                };
                __params[1usize].rules = ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrowable_rules(
                            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        )
                        .types,
                    axes: ::tensor_format::__private::AxisRules::new(const {
                        &::tensor_format::__private::narrow_axes(
                            ::tensor_format::__private::narrowable_rules(
                                <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                            ),
                            [::tensor_format::__private::Dim::ANY.named("n")],
                        )
                    }),
                    range: ::tensor_format::__private::narrowable_rules(
                            <Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                        )
                        .range,
                };
                __params[1usize].rules.range = ::tensor_format::__private::Some(const {
                    &::tensor_format::__private::ValueRange::new(
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(0.0),
                        ),
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(1.0),
                        ),
                    )
                });
                __params[1usize].presence = ::tensor_format::__private::optional(
                    __params[1usize].presence,
                );
                __params[2usize].rules.range = ::tensor_format::__private::Some(const {
                    &::tensor_format::__private::ValueRange::new(
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Int(1),
                        ),
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Int(9),
                        ),
                    )
                });
                __params[2usize].presence = ::tensor_format::__private::optional(
                    __params[2usize].presence,
                );
                __params
            }
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[
                ::tensor_format::__private::FlattenedPart {
                    at: 3,
                    prefix: "weights.",
                    aliases: &[],
                    owns_axes: false,
                    rules: ::tensor_format::__private::map_rules(
                        <std::collections::BTreeMap<
                            String,
                            f64,
                        > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                        const {
                            &::tensor_format::__private::map_params(
                                <std::collections::BTreeMap<
                                    String,
                                    f64,
                                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                                ::tensor_format::__private::Mapping {
                                    shape: ::tensor_format::__private::None,
                                    types: ::tensor_format::__private::None,
                                    presence: ::tensor_format::__private::optional(
                                        <std::collections::BTreeMap<
                                            String,
                                            f64,
                                        > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
                                    ),
                                    doc: "",
                                    range: ::tensor_format::__private::Some(const {
                                        &::tensor_format::__private::ValueRange::new(
                                                ::tensor_format::__private::None,
                                                ::tensor_format::__private::Some(
                                                    ::tensor_format::__private::Bound::Float(0.0),
                                                ),
                                            )
                                            .without_max()
                                    }),
                                    is_whole: false,
                                },
                            )
                        },
                    ),
                },
            ]
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Found {
        const RULES: ::tensor_format::__private::Rules<'static> = if ::tensor_format::__private::holds_itself::<
            Self,
        >() {
            ::tensor_format::__private::FAULTY
        } else {
            ::tensor_format::__private::Rules::Record(
                ::tensor_format::__private::join::<Self>(),
            )
        };
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = {
            static HELD: ::tensor_format::__private::HeldRecord = ::tensor_format::__private::HeldRecord {
                name: "Found",
                place: (
                    ::tensor_format::__private::core::module_path!(),
                    ::tensor_format::__private::core::line!(),
                    ::tensor_format::__private::core::column!(),
                ),
                fields: &[
                    <std::collections::BTreeMap<
                        String,
                        f64,
                    > as ::tensor_format::__private::IsFieldMap<_>>::HOLDS,
                ],
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
    impl ::tensor_format::__private::Encode for Found {
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
                (_, _, _),
                ::tensor_format::__private::Chain<
                    ::tensor_format::__private::RangeCheckedMap<
                        Self,
                        ::tensor_format::__private::MapField<Self, _, 0>,
                        0,
                    >,
                    (),
                >,
            > = ::tensor_format::__private::Chain(
                (
                    ::tensor_format::__private::WithRules::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        0usize,
                    >::new(&self.boxes),
                    ::tensor_format::__private::RangeChecked::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        1usize,
                    >::new(
                        ::tensor_format::__private::WithRules::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            1usize,
                        >::new(&self.scores),
                    ),
                    &self.level,
                ),
                ::tensor_format::__private::Chain(
                    ::tensor_format::__private::RangeCheckedMap::new(
                        ::tensor_format::__private::MapField::new(
                            ::tensor_format::__private::FieldRef::<
                                '_,
                                <<std::collections::BTreeMap<
                                    String,
                                    f64,
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Encodes<
                                    std::collections::BTreeMap<String, f64>,
                                    _,
                                >>::Kind,
                            >(&self.weights),
                        ),
                    ),
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
    impl ::tensor_format::__private::ListItem for Found {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Found {
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
            let mut __axes = ::tensor_format::__private::Bindings::new();
            match ::tensor_format::__private::decode_bound::<
                ::tensor_format::__private::Chain<
                    (
                        ::tensor_format::__private::WithRules<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            0usize,
                        >,
                        ::tensor_format::__private::WithDefault<
                            ::tensor_format::__private::RangeChecked<
                                ::tensor_format::__private::Own<Self>,
                                ::tensor_format::__private::WithRules<
                                    ::tensor_format::__private::Own<Self>,
                                    _,
                                    1usize,
                                >,
                                1usize,
                            >,
                        >,
                        ::tensor_format::__private::WithDefault<_>,
                    ),
                    ::tensor_format::__private::Chain<
                        ::tensor_format::__private::RangeCheckedMap<
                            Self,
                            ::tensor_format::__private::WithDefault<
                                ::tensor_format::__private::MapPart<
                                    Self,
                                    ::tensor_format::__private::FieldValue<
                                        <<std::collections::BTreeMap<
                                            String,
                                            f64,
                                        > as ::tensor_format::__private::IsFieldMap<
                                            _,
                                        >>::Kind as ::tensor_format::__private::Decodes<
                                            '__de,
                                            std::collections::BTreeMap<String, f64>,
                                            _,
                                        >>::Kind,
                                    >,
                                    0,
                                >,
                            >,
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
                ::tensor_format::__private::Some(&mut __axes),
            ) {
                ::tensor_format::__private::Ok(
                    ::tensor_format::__private::Chain(
                        (__0, __1, __2),
                        ::tensor_format::__private::Chain(__part_0, ()),
                    ),
                ) => {
                    let __absent_1 = __1.0.is_none();
                    let __absent_2 = __2.0.is_none();
                    let __absent_map_0 = __part_0.0.0.is_none();
                    let __value = Self {
                        boxes: __0.0,
                        scores: match __1.0 {
                            ::tensor_format::__private::Some(__field) => __field.0.0,
                            ::tensor_format::__private::None => {
                                let __default: Vec<f32> = vec![0.5, 1.0];
                                __default
                            }
                        },
                        level: match __2.0 {
                            ::tensor_format::__private::Some(__field) => __field,
                            ::tensor_format::__private::None => {
                                <u8 as ::tensor_format::__private::HasDefault<
                                    _,
                                >>::of_default()
                            }
                        },
                        weights: match __part_0.0.0 {
                            ::tensor_format::__private::Some(__field) => __field.0.0,
                            ::tensor_format::__private::None => {
                                <std::collections::BTreeMap<
                                    String,
                                    f64,
                                > as ::tensor_format::__private::HasDefault<
                                    _,
                                >>::of_default()
                            }
                        },
                    };
                    if __absent_1 {
                        ::tensor_format::__private::hold_default::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            1usize,
                        >(
                            &::tensor_format::__private::RangeChecked::<
                                ::tensor_format::__private::Own<Self>,
                                _,
                                1usize,
                            >::new(
                                ::tensor_format::__private::WithRules::<
                                    ::tensor_format::__private::Own<Self>,
                                    _,
                                    1usize,
                                >::new(&__value.scores),
                            ),
                            ::tensor_format::__private::Some(&mut __axes),
                        )?;
                    }
                    if __absent_2 {
                        ::tensor_format::__private::hold_default::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            2usize,
                        >(
                            &&__value.level,
                            ::tensor_format::__private::Some(&mut __axes),
                        )?;
                    }
                    if __absent_map_0 {
                        let __map: ::tensor_format::__private::RangeCheckedMap<
                            Self,
                            ::tensor_format::__private::MapField<Self, _, 0>,
                            0,
                        > = ::tensor_format::__private::RangeCheckedMap::new(
                            ::tensor_format::__private::MapField::new(
                                ::tensor_format::__private::FieldRef::<
                                    '_,
                                    <<std::collections::BTreeMap<
                                        String,
                                        f64,
                                    > as ::tensor_format::__private::IsFieldMap<
                                        _,
                                    >>::Kind as ::tensor_format::__private::Encodes<
                                        std::collections::BTreeMap<String, f64>,
                                        _,
                                    >>::Kind,
                                >(&__value.weights),
                            ),
                        );
                        ::tensor_format::__private::hold_map_default::<
                            Self,
                            _,
                            0,
                        >(&__map, ::tensor_format::__private::Some(&mut __axes))?;
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
            let mut __axes = ::tensor_format::__private::Bindings::new();
            let __absent_1 = ::tensor_format::__private::core::cell::Cell::new(false);
            let __absent_2 = ::tensor_format::__private::core::cell::Cell::new(false);
            let __absent_map_0 = ::tensor_format::__private::core::cell::Cell::new(
                false,
            );
            ::tensor_format::__private::fill_bound(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                ::tensor_format::__private::Some(&mut __axes),
                ::tensor_format::__private::Chain(
                    (
                        ::tensor_format::__private::WithRules::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            0usize,
                        >::new(&mut self.boxes),
                        ::tensor_format::__private::FieldMutOr(
                            ::tensor_format::__private::RangeChecked::<
                                ::tensor_format::__private::Own<Self>,
                                _,
                                1usize,
                            >::new(
                                ::tensor_format::__private::WithRules::<
                                    ::tensor_format::__private::Own<Self>,
                                    _,
                                    1usize,
                                >::new(&mut self.scores),
                            ),
                            || {
                                __absent_1.set(true);
                                match ::tensor_format::__private::no_field::<Vec<f32>>() {
                                    ::tensor_format::__private::Some(__field) => __field,
                                    ::tensor_format::__private::None => {
                                        let __default: Vec<f32> = vec![0.5, 1.0];
                                        __default
                                    }
                                }
                            },
                        ),
                        ::tensor_format::__private::FieldMutOr(
                            &mut self.level,
                            || {
                                __absent_2.set(true);
                                match ::tensor_format::__private::no_field::<u8>() {
                                    ::tensor_format::__private::Some(__field) => __field,
                                    ::tensor_format::__private::None => {
                                        <u8 as ::tensor_format::__private::HasDefault<
                                            _,
                                        >>::of_default()
                                    }
                                }
                            },
                        ),
                    ),
                    ::tensor_format::__private::Chain(
                        ::tensor_format::__private::RangeCheckedMap::<
                            Self,
                            _,
                            0,
                        >::new(
                            ::tensor_format::__private::FillMap::<
                                Self,
                                _,
                                0,
                            >(
                                ::tensor_format::__private::FieldMutOr(
                                    ::tensor_format::__private::FieldMutOf::<
                                        '_,
                                        <<std::collections::BTreeMap<
                                            String,
                                            f64,
                                        > as ::tensor_format::__private::IsFieldMap<
                                            _,
                                        >>::Kind as ::tensor_format::__private::Decodes<
                                            '__de,
                                            std::collections::BTreeMap<String, f64>,
                                            _,
                                        >>::Kind,
                                    >(&mut self.weights),
                                    || {
                                        __absent_map_0.set(true);
                                        match ::tensor_format::__private::no_field::<
                                            std::collections::BTreeMap<String, f64>,
                                        >() {
                                            ::tensor_format::__private::Some(__field) => __field,
                                            ::tensor_format::__private::None => {
                                                <std::collections::BTreeMap<
                                                    String,
                                                    f64,
                                                > as ::tensor_format::__private::HasDefault<
                                                    _,
                                                >>::of_default()
                                            }
                                        }
                                    },
                                ),
                                ::tensor_format::__private::core::marker::PhantomData,
                            ),
                        ),
                        (),
                    ),
                ),
            )?;
            if __absent_1.get() {
                ::tensor_format::__private::hold_default::<
                    ::tensor_format::__private::Own<Self>,
                    _,
                    1usize,
                >(
                    &::tensor_format::__private::RangeChecked::<
                        ::tensor_format::__private::Own<Self>,
                        _,
                        1usize,
                    >::new(
                        ::tensor_format::__private::WithRules::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            1usize,
                        >::new(&self.scores),
                    ),
                    ::tensor_format::__private::Some(&mut __axes),
                )?;
            }
            if __absent_2.get() {
                ::tensor_format::__private::hold_default::<
                    ::tensor_format::__private::Own<Self>,
                    _,
                    2usize,
                >(&&self.level, ::tensor_format::__private::Some(&mut __axes))?;
            }
            if __absent_map_0.get() {
                let __map: ::tensor_format::__private::RangeCheckedMap<
                    Self,
                    ::tensor_format::__private::MapField<Self, _, 0>,
                    0,
                > = ::tensor_format::__private::RangeCheckedMap::new(
                    ::tensor_format::__private::MapField::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<std::collections::BTreeMap<
                                String,
                                f64,
                            > as ::tensor_format::__private::IsFieldMap<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                std::collections::BTreeMap<String, f64>,
                                _,
                            >>::Kind,
                        >(&self.weights),
                    ),
                );
                ::tensor_format::__private::hold_map_default::<
                    Self,
                    _,
                    0,
                >(&__map, ::tensor_format::__private::Some(&mut __axes))?;
            }
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Found {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Found {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Found {}
};
pub struct Score(f32);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_tensor(
            "Score",
            <f32 as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_numbers(
            "Score",
            "f32",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
        );
        ::tensor_format::__private::verify_bound(
            "Score",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_bound(
            "Score",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(1.0),
            "1.0",
        );
        ::tensor_format::__private::verify_range(
            "Score",
            "f32",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <f32 as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
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
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Score {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(
            ::tensor_format::__private::ranged(
                ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::tensor_rules(
                            <f32 as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .types,
                    axes: ::tensor_format::__private::tensor_rules(
                            <f32 as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .axes,
                    range: ::tensor_format::__private::tensor_rules(
                            <f32 as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .range,
                },
                const {
                    &::tensor_format::__private::ValueRange::new(
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(0.0),
                        ),
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(1.0),
                        ),
                    )
                },
            ),
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Score
    where
        for<'__x> f32: ::tensor_format::__private::EncodeIf<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <f32 as ::tensor_format::__private::EncodeIf<
                '_,
            >>::encode_if(
                &self.0,
                &mut ::tensor_format::__private::in_range::<Self, _>(__sink),
            )
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Score
    where
        f32: ::tensor_format::__private::DecodeIf<'__de>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <f32 as ::tensor_format::__private::DecodeIf<
                    '__de,
                >>::decode_if(
                    &mut ::tensor_format::__private::in_range::<Self, _>(__source),
                )?,
            })
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            <f32 as ::tensor_format::__private::DecodeIf<
                '__de,
            >>::decode_into_if(
                &mut self.0,
                &mut ::tensor_format::__private::in_range::<Self, _>(__source),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Score {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Score {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Score {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Score
    where
        for<'__x> f32: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
    {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <f32 as ::tensor_format::__private::BlockIf<
                '_,
            >>::write_block(
                &self.0,
                &mut ::tensor_format::__private::in_range::<Self, _>(__out),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Score
    where
        for<'__x> f32: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        f32: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <f32 as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_block(
                    &mut ::tensor_format::__private::in_range::<Self, _>(__source),
                )?,
            })
        }
        #[inline]
        fn read_array<
            __E: ::tensor_format::__private::ElementSource<'__de>,
            const __N: ::tensor_format::__private::core::primitive::usize,
        >(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            [Self; __N],
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(
                <f32 as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<
                    _,
                    __N,
                >(&mut ::tensor_format::__private::in_range::<Self, _>(__source))?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Score
    where
        for<'__x> f32: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <f32 as ::tensor_format::__private::ListItemIf<'static>>::Form;
    }
};

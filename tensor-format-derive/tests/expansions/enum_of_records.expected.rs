/// A shape.
pub enum Shape<'a> {
    /// A circle.
    Circle { radius: f32 },
    Path { points: Vec<[f32; 2]>, closed: bool, cache: u8 },
    Lent(&'a [u8]),
    Pair(f32, Vec<u8>),
    Empty,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <Vec<[f32; 2]> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
            <Vec<u8> as ::tensor_format::__private::IsFieldStd<_>>::Kind,
        );
        0
    }];
    #[allow(single_use_lifetimes)]
    impl<'a> Shape<'a> {
        /// The labels, in the order of the variants.
        pub const LABELS: &'static [&'static ::tensor_format::__private::core::primitive::str] = &[
            "Circle",
            "Path",
            "Lent",
            "Pair",
            "Empty",
        ];
    }
    #[allow(dead_code, clippy::all, clippy::pedantic)]
    struct __CircleFields<'a> {
        radius: f32,
        __of: ::tensor_format::__private::core::marker::PhantomData<fn() -> Shape<'a>>,
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for __CircleFields<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<
                    (f32,),
                    __Known,
                    1usize,
                >(["radius"])
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x01\x06radius",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl<'__de, 'a> ::tensor_format::__private::Decode<'__de> for __CircleFields<'a> {
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
                    ::tensor_format::__private::Ok(Self {
                        radius: __0,
                        __of: <::tensor_format::__private::core::marker::PhantomData<
                            fn() -> Shape<'a>,
                        > as ::tensor_format::__private::HasDefault<_>>::of_default(),
                    })
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for __CircleFields<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
    impl<'a> __CircleFields<'a> {
        fn __encode<
            '__a,
            __R,
            __S,
            const __I: ::tensor_format::__private::core::primitive::usize,
        >(
            __sink: &mut __S,
            __label: &'static &'static ::tensor_format::__private::core::primitive::str,
            __field_radius: &'__a f32,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        >
        where
            __R: ::tensor_format::__private::Flattening
                + ::tensor_format::__private::HasRules,
            __S: ::tensor_format::__private::Sink<'__a>,
            __Known:,
        {
            let __fields = ::tensor_format::__private::RecordFields {
                record: <Self as ::tensor_format::__private::HasRules>::record_type(),
                named: false,
                fields: (&*__field_radius,),
            };
            ::tensor_format::__private::encode_variant::<
                __R,
                _,
                _,
                __I,
            >(__sink, __label, __fields)
        }
    }
    #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
    impl<'__de, 'a> __CircleFields<'a> {
        fn __fill<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
            __field_radius: &mut f32,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                (&mut *__field_radius,),
            )
        }
    }
    #[allow(dead_code, clippy::all, clippy::pedantic)]
    struct __PathFields<'a> {
        points: Vec<[f32; 2]>,
        closed: bool,
        cache: u8,
        __of: ::tensor_format::__private::core::marker::PhantomData<fn() -> Shape<'a>>,
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for __PathFields<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<
                    (Vec<[f32; 2]>, bool),
                    __Known,
                    2usize,
                >(["points", "closed"])
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x02\x06points\x06closed",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl<'__de, 'a> ::tensor_format::__private::Decode<'__de> for __PathFields<'a> {
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
                ::tensor_format::__private::Ok((__0, __1)) => {
                    ::tensor_format::__private::Ok(Self {
                        points: __0,
                        closed: __1,
                        cache: <u8 as ::tensor_format::__private::HasDefault<
                            _,
                        >>::of_default(),
                        __of: <::tensor_format::__private::core::marker::PhantomData<
                            fn() -> Shape<'a>,
                        > as ::tensor_format::__private::HasDefault<_>>::of_default(),
                    })
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for __PathFields<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
    impl<'a> __PathFields<'a> {
        fn __encode<
            '__a,
            __R,
            __S,
            const __I: ::tensor_format::__private::core::primitive::usize,
        >(
            __sink: &mut __S,
            __label: &'static &'static ::tensor_format::__private::core::primitive::str,
            __field_points: &'__a Vec<[f32; 2]>,
            __field_closed: &'__a bool,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        >
        where
            __R: ::tensor_format::__private::Flattening
                + ::tensor_format::__private::HasRules,
            __S: ::tensor_format::__private::Sink<'__a>,
            __Known:,
        {
            let __fields = ::tensor_format::__private::RecordFields {
                record: <Self as ::tensor_format::__private::HasRules>::record_type(),
                named: false,
                fields: (&*__field_points, &*__field_closed),
            };
            ::tensor_format::__private::encode_variant::<
                __R,
                _,
                _,
                __I,
            >(__sink, __label, __fields)
        }
    }
    #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
    impl<'__de, 'a> __PathFields<'a> {
        fn __fill<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
            __field_points: &mut Vec<[f32; 2]>,
            __field_closed: &mut bool,
            __field_cache: &mut u8,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                (&mut *__field_points, &mut *__field_closed),
            )?;
            *__field_cache = <u8 as ::tensor_format::__private::HasDefault<
                _,
            >>::of_default();
            ::tensor_format::__private::Ok(())
        }
    }
    #[allow(dead_code, clippy::all, clippy::pedantic)]
    struct __PairFields<'a>(
        f32,
        Vec<u8>,
        ::tensor_format::__private::core::marker::PhantomData<fn() -> Shape<'a>>,
    );
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for __PairFields<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<
                    (f32, Vec<u8>),
                    __Known,
                    2usize,
                >(["0", "1"])
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x02\x010\x011",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl<'__de, 'a> ::tensor_format::__private::Decode<'__de> for __PairFields<'a> {
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
                ::tensor_format::__private::Ok((__0, __1)) => {
                    ::tensor_format::__private::Ok(Self {
                        0: __0,
                        1: __1,
                        2: <::tensor_format::__private::core::marker::PhantomData<
                            fn() -> Shape<'a>,
                        > as ::tensor_format::__private::HasDefault<_>>::of_default(),
                    })
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for __PairFields<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
    impl<'a> __PairFields<'a> {
        fn __encode<
            '__a,
            __R,
            __S,
            const __I: ::tensor_format::__private::core::primitive::usize,
        >(
            __sink: &mut __S,
            __label: &'static &'static ::tensor_format::__private::core::primitive::str,
            __field_0: &'__a f32,
            __field_1: &'__a Vec<u8>,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        >
        where
            __R: ::tensor_format::__private::Flattening
                + ::tensor_format::__private::HasRules,
            __S: ::tensor_format::__private::Sink<'__a>,
            __Known:,
        {
            let __fields = ::tensor_format::__private::RecordFields {
                record: <Self as ::tensor_format::__private::HasRules>::record_type(),
                named: false,
                fields: (&*__field_0, &*__field_1),
            };
            ::tensor_format::__private::encode_variant::<
                __R,
                _,
                _,
                __I,
            >(__sink, __label, __fields)
        }
    }
    #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
    impl<'__de, 'a> __PairFields<'a> {
        fn __fill<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
            __field_0: &mut f32,
            __field_1: &mut Vec<u8>,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                (&mut *__field_0, &mut *__field_1),
            )
        }
    }
    const _: () = {};
    const _: ::tensor_format::__private::Rules<'static> = <Shape<
        'static,
    > as ::tensor_format::__private::HasRules>::RULES;
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Flattening for Shape<'a> {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    (
                        &'static ::tensor_format::__private::core::primitive::str,
                        (),
                        (),
                        (),
                        (),
                    ),
                    __Known,
                    5usize,
                >(["variant", "Circle", "Path", "Lent", "Pair"]);
                __params[1usize] = ::tensor_format::__private::param_of_type(
                    "Circle",
                    <__CircleFields<'a> as ::tensor_format::__private::IsField<_>>::ENTRY,
                );
                __params[1usize].presence = ::tensor_format::__private::optional(
                    __params[1usize].presence,
                );
                __params[1usize].doc = "A circle.";
                __params[2usize] = ::tensor_format::__private::param_of_type(
                    "Path",
                    <__PathFields<'a> as ::tensor_format::__private::IsField<_>>::ENTRY,
                );
                __params[2usize].presence = ::tensor_format::__private::optional(
                    __params[2usize].presence,
                );
                __params[3usize] = ::tensor_format::__private::param_of_type(
                    "Lent",
                    <&'a [u8] as ::tensor_format::__private::IsFieldList<_>>::ENTRY,
                );
                __params[3usize].presence = ::tensor_format::__private::optional(
                    __params[3usize].presence,
                );
                __params[4usize] = ::tensor_format::__private::param_of_type(
                    "Pair",
                    <__PairFields<'a> as ::tensor_format::__private::IsField<_>>::ENTRY,
                );
                __params[4usize].presence = ::tensor_format::__private::optional(
                    __params[4usize].presence,
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
                    own: 1usize,
                    prefix: "Circle.",
                    rules: <__CircleFields<
                        'a,
                    > as ::tensor_format::__private::IsField<_>>::OWN,
                    presence: ::tensor_format::__private::optional(
                        <__CircleFields<
                            'a,
                        > as ::tensor_format::__private::IsField<_>>::PRESENCE,
                    ),
                },
                ::tensor_format::__private::NestedField {
                    own: 2usize,
                    prefix: "Path.",
                    rules: <__PathFields<
                        'a,
                    > as ::tensor_format::__private::IsField<_>>::OWN,
                    presence: ::tensor_format::__private::optional(
                        <__PathFields<
                            'a,
                        > as ::tensor_format::__private::IsField<_>>::PRESENCE,
                    ),
                },
                ::tensor_format::__private::NestedField {
                    own: 3usize,
                    prefix: "Lent.",
                    rules: <&'a [u8] as ::tensor_format::__private::IsFieldList<_>>::OWN,
                    presence: ::tensor_format::__private::optional(
                        <&'a [u8] as ::tensor_format::__private::IsFieldList<
                            _,
                        >>::PRESENCE,
                    ),
                },
                ::tensor_format::__private::NestedField {
                    own: 4usize,
                    prefix: "Pair.",
                    rules: <__PairFields<
                        'a,
                    > as ::tensor_format::__private::IsField<_>>::OWN,
                    presence: ::tensor_format::__private::optional(
                        <__PairFields<
                            'a,
                        > as ::tensor_format::__private::IsField<_>>::PRESENCE,
                    ),
                },
            ]
        };
        const CHECKED: () = {
            ::tensor_format::__private::verify_nested(
                "Shape::Circle",
                "__CircleFields<'a>",
                <__CircleFields<'a> as ::tensor_format::__private::IsField<_>>::OWN,
                <__CircleFields<'a> as ::tensor_format::__private::IsField<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Shape<'static>,
            >("Shape::Circle", 1usize);
            ::tensor_format::__private::verify_nested(
                "Shape::Path",
                "__PathFields<'a>",
                <__PathFields<'a> as ::tensor_format::__private::IsField<_>>::OWN,
                <__PathFields<'a> as ::tensor_format::__private::IsField<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Shape<'static>,
            >("Shape::Path", 2usize);
            ::tensor_format::__private::verify_nested(
                "Shape::Lent",
                "&'a [u8]",
                <&'a [u8] as ::tensor_format::__private::IsFieldList<_>>::OWN,
                <&'a [u8] as ::tensor_format::__private::IsFieldList<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Shape<'static>,
            >("Shape::Lent", 3usize);
            ::tensor_format::__private::verify_nested(
                "Shape::Pair",
                "__PairFields<'a>",
                <__PairFields<'a> as ::tensor_format::__private::IsField<_>>::OWN,
                <__PairFields<'a> as ::tensor_format::__private::IsField<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Shape<'static>,
            >("Shape::Pair", 4usize);
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Shape<'a> {
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
                name: "Shape",
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
        >(b"\x05\x07variant\x06Circle\x04Path\x04Lent\x04Pair");
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Shape<'a> {
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
            match self {
                Self::Circle { radius: __field_radius } => {
                    <__CircleFields<
                        'a,
                    >>::__encode::<Self, __S, 1usize>(__sink, &"Circle", __field_radius)
                }
                Self::Path { points: __field_points, closed: __field_closed, .. } => {
                    <__PathFields<
                        'a,
                    >>::__encode::<
                        Self,
                        __S,
                        2usize,
                    >(__sink, &"Path", __field_points, __field_closed)
                }
                Self::Lent { 0: __field_0 } => {
                    ::tensor_format::__private::encode_variant::<
                        Self,
                        _,
                        _,
                        3usize,
                    >(
                        __sink,
                        &"Lent",
                        (
                            ::tensor_format::__private::FieldRef::<
                                '_,
                                <<&'a [u8] as ::tensor_format::__private::IsFieldList<
                                    _,
                                >>::Kind as ::tensor_format::__private::Encodes<
                                    &'a [u8],
                                    _,
                                >>::Kind,
                            >(&*__field_0),
                        ),
                    )
                }
                Self::Pair { 0: __field_0, 1: __field_1 } => {
                    <__PairFields<
                        'a,
                    >>::__encode::<
                        Self,
                        __S,
                        4usize,
                    >(__sink, &"Pair", __field_0, __field_1)
                }
                Self::Empty {} => {
                    ::tensor_format::__private::encode_variant::<
                        Self,
                        _,
                        _,
                        0,
                    >(__sink, &"Empty", ())
                }
            }
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::ListItem for Shape<'a> {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Variants<'__de> for Shape<'a> {
        const TEXTS: &'static [&'static ::tensor_format::__private::core::primitive::str] = &[
            "Circle",
            "Path",
            "Lent",
            "Pair",
            "Empty",
        ];
        const RANGES: &'static [(
            ::tensor_format::__private::core::primitive::usize,
            ::tensor_format::__private::core::primitive::usize,
        )] = const {
            &[
                ::tensor_format::__private::variant_range::<Self>(1usize),
                ::tensor_format::__private::variant_range::<Self>(2usize),
                ::tensor_format::__private::variant_range::<Self>(3usize),
                ::tensor_format::__private::variant_range::<Self>(4usize),
                ::tensor_format::__private::variant_range::<Self>(0usize),
            ]
        };
        fn read<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut ::tensor_format::__private::VariantSource<'_, __S>,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(
                match ::tensor_format::__private::VariantSource::variant(__source) {
                    0 => {
                        let __value = ::tensor_format::__private::VariantSource::value::<
                            __CircleFields<'a>,
                        >(__source)?;
                        Self::Circle {
                            radius: __value.radius,
                        }
                    }
                    1 => {
                        let __value = ::tensor_format::__private::VariantSource::value::<
                            __PathFields<'a>,
                        >(__source)?;
                        Self::Path {
                            points: __value.points,
                            closed: __value.closed,
                            cache: __value.cache,
                        }
                    }
                    2 => {
                        let __0 = ::tensor_format::__private::VariantSource::one::<
                            ::tensor_format::__private::FieldValue<
                                <<&'a [u8] as ::tensor_format::__private::IsFieldList<
                                    _,
                                >>::Kind as ::tensor_format::__private::DecodesSlice<
                                    '__de,
                                    &'a [u8],
                                    _,
                                >>::Kind,
                            >,
                        >(__source)?;
                        Self::Lent { 0: __0.0 }
                    }
                    3 => {
                        let __value = ::tensor_format::__private::VariantSource::value::<
                            __PairFields<'a>,
                        >(__source)?;
                        Self::Pair {
                            0: __value.0,
                            1: __value.1,
                        }
                    }
                    _ => {
                        ::tensor_format::__private::VariantSource::none(__source)?;
                        Self::Empty {}
                    }
                },
            )
        }
        fn fill<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut ::tensor_format::__private::VariantSource<'_, __S>,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            match (
                ::tensor_format::__private::VariantSource::variant(__source),
                &mut *self,
            ) {
                (0, Self::Circle { radius: __field_radius }) => {
                    ::tensor_format::__private::VariantSource::within(
                        __source,
                        |__source| <__CircleFields<'a>>::__fill(__source, __field_radius),
                    )?;
                    return ::tensor_format::__private::Ok(());
                }
                (
                    1,
                    Self::Path {
                        points: __field_points,
                        closed: __field_closed,
                        cache: __field_cache,
                    },
                ) => {
                    ::tensor_format::__private::VariantSource::within(
                        __source,
                        |__source| <__PathFields<
                            'a,
                        >>::__fill(
                            __source,
                            __field_points,
                            __field_closed,
                            __field_cache,
                        ),
                    )?;
                    return ::tensor_format::__private::Ok(());
                }
                (2, Self::Lent { 0: __field_0 }) => {
                    ::tensor_format::__private::VariantSource::fill_one(
                        __source,
                        ::tensor_format::__private::FieldMutOf::<
                            '_,
                            <<&'a [u8] as ::tensor_format::__private::IsFieldList<
                                _,
                            >>::Kind as ::tensor_format::__private::DecodesSlice<
                                '__de,
                                &'a [u8],
                                _,
                            >>::Kind,
                        >(&mut *__field_0),
                    )?;
                    return ::tensor_format::__private::Ok(());
                }
                (3, Self::Pair { 0: __field_0, 1: __field_1 }) => {
                    ::tensor_format::__private::VariantSource::within(
                        __source,
                        |__source| <__PairFields<
                            'a,
                        >>::__fill(__source, __field_0, __field_1),
                    )?;
                    return ::tensor_format::__private::Ok(());
                }
                _ => {}
            }
            *self = <Self as ::tensor_format::__private::Variants<
                '__de,
            >>::read(__source)?;
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Shape<'a> {
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::decode_variant(__source)
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
            ::tensor_format::__private::fill_variant(self, __source)
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Shape<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Shape<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Shape<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Borrowing for Shape<'a> {
        type Of<'__a> = Shape<'__a>;
    }
};

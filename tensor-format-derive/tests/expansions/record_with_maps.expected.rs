use std::collections::{BTreeMap, HashMap};
pub struct Shop<T> {
    title: String,
    prices: BTreeMap<String, [f32; 2]>,
    stock: HashMap<(String, String), T>,
    notes: Option<BTreeMap<String, i64>>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (<String as ::tensor_format::__private::IsFieldStd<_>>::Kind,);
        0
    }];
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Flattening for Shop<T>
    where
        HashMap<(String, String), T>: ::tensor_format::__private::Field,
    {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    (String, (), ()),
                    __Known,
                    3usize,
                >(["title", "stock", "notes"]);
                __params[1usize] = ::tensor_format::__private::param_of_type(
                    "stock",
                    <<HashMap<
                        (String, String),
                        T,
                    > as ::tensor_format::__private::IsHashed<
                        _,
                    >>::In<
                        HashMap<(String, String), T>,
                    > as ::tensor_format::__private::Field>::ENTRY,
                );
                __params[1usize].presence = ::tensor_format::__private::optional(
                    __params[1usize].presence,
                );
                __params[2usize] = ::tensor_format::__private::param_of_type(
                    "notes",
                    <Option<
                        BTreeMap<String, i64>,
                    > as ::tensor_format::__private::IsFieldMap<_>>::ENTRY,
                );
                __params
            }
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[
                ::tensor_format::__private::FlattenedPart {
                    at: 1,
                    prefix: "prices.",
                    aliases: &[],
                    owns_axes: false,
                    rules: ::tensor_format::__private::map_rules(
                        <BTreeMap<
                            String,
                            [f32; 2],
                        > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                        const {
                            &::tensor_format::__private::map_params(
                                <BTreeMap<
                                    String,
                                    [f32; 2],
                                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                                ::tensor_format::__private::Mapping {
                                    shape: ::tensor_format::__private::Some((
                                        const {
                                            &::tensor_format::__private::narrow_dims::<
                                                3,
                                            >(
                                                <BTreeMap<
                                                    String,
                                                    [f32; 2],
                                                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                                                &[
                                                    ::tensor_format::__private::Dim::ANY.named("category"),
                                                    ::tensor_format::__private::Dim::range(2u64, 2u64)
                                                        .named("x"),
                                                ],
                                                false,
                                            )
                                        },
                                        ::tensor_format::__private::None,
                                    )),
                                    types: ::tensor_format::__private::Some(
                                        ::tensor_format::__private::ElementTypes::NONE
                                            .with(::tensor_format::__private::ElementType::F32),
                                    ),
                                    presence: <BTreeMap<
                                        String,
                                        [f32; 2],
                                    > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
                                    doc: "",
                                    range: ::tensor_format::__private::Some(const {
                                        &::tensor_format::__private::ValueRange::new(
                                            ::tensor_format::__private::Some(
                                                ::tensor_format::__private::Bound::Float(0.0),
                                            ),
                                            ::tensor_format::__private::None,
                                        )
                                    }),
                                    is_whole: false,
                                },
                            )
                        },
                    ),
                },
            ]
        };
        const NESTED: &'static [::tensor_format::__private::NestedField] = const {
            &[
                ::tensor_format::__private::NestedField {
                    own: 1usize,
                    prefix: "stock.",
                    rules: <<HashMap<
                        (String, String),
                        T,
                    > as ::tensor_format::__private::IsHashed<
                        _,
                    >>::In<
                        HashMap<(String, String), T>,
                    > as ::tensor_format::__private::Field>::OWN,
                    presence: ::tensor_format::__private::optional(
                        <<HashMap<
                            (String, String),
                            T,
                        > as ::tensor_format::__private::IsHashed<
                            _,
                        >>::In<
                            HashMap<(String, String), T>,
                        > as ::tensor_format::__private::Field>::PRESENCE,
                    ),
                },
                ::tensor_format::__private::NestedField {
                    own: 2usize,
                    prefix: "notes.",
                    rules: <Option<
                        BTreeMap<String, i64>,
                    > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                    presence: <Option<
                        BTreeMap<String, i64>,
                    > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
                },
            ]
        };
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Shop<T>
    where
        HashMap<(String, String), T>: ::tensor_format::__private::Field,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::join::<Self>();
            ::tensor_format::__private::verify_nested(
                "Shop::stock",
                "HashMap<(String, String), T>",
                <<HashMap<
                    (String, String),
                    T,
                > as ::tensor_format::__private::IsHashed<
                    _,
                >>::In<
                    HashMap<(String, String), T>,
                > as ::tensor_format::__private::Field>::OWN,
                <<HashMap<
                    (String, String),
                    T,
                > as ::tensor_format::__private::IsHashed<
                    _,
                >>::In<
                    HashMap<(String, String), T>,
                > as ::tensor_format::__private::Field>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_default(
                "Shop::stock",
                "HashMap<(String, String), T>",
                <<HashMap<
                    (String, String),
                    T,
                > as ::tensor_format::__private::IsHashed<
                    _,
                >>::In<
                    HashMap<(String, String), T>,
                > as ::tensor_format::__private::Field>::OWN,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Shop::stock", 1usize);
            ::tensor_format::__private::verify_nested(
                "Shop::notes",
                "Option<BTreeMap<String, i64>>",
                <Option<
                    BTreeMap<String, i64>,
                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                <Option<
                    BTreeMap<String, i64>,
                > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Shop::notes", 2usize);
            ::tensor_format::__private::verify_map(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                <BTreeMap<
                    String,
                    [f32; 2],
                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                false,
            );
            ::tensor_format::__private::verify_one_map(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                <BTreeMap<
                    String,
                    [f32; 2],
                > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_types(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                ::tensor_format::__private::values_of(
                    <BTreeMap<
                        String,
                        [f32; 2],
                    > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                ),
                ::tensor_format::__private::ElementTypes::NONE
                    .with(::tensor_format::__private::ElementType::F32),
            );
            ::tensor_format::__private::verify_map_dims(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                <BTreeMap<
                    String,
                    [f32; 2],
                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                &[
                    ::tensor_format::__private::Dim::ANY.named("category"),
                    ::tensor_format::__private::Dim::range(2u64, 2u64).named("x"),
                ],
                ::tensor_format::__private::None,
            );
            ::tensor_format::__private::verify_numbers(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrow_types(
                        ::tensor_format::__private::values_of(
                            <BTreeMap<
                                String,
                                [f32; 2],
                            > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                        ),
                        ::tensor_format::__private::ElementTypes::NONE
                            .with(::tensor_format::__private::ElementType::F32),
                    ),
                    ..::tensor_format::__private::values_of(
                        <BTreeMap<
                            String,
                            [f32; 2],
                        > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                    )
                },
            );
            ::tensor_format::__private::verify_bound(
                "Shop::prices",
                ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrow_types(
                        ::tensor_format::__private::values_of(
                            <BTreeMap<
                                String,
                                [f32; 2],
                            > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                        ),
                        ::tensor_format::__private::ElementTypes::NONE
                            .with(::tensor_format::__private::ElementType::F32),
                    ),
                    ..::tensor_format::__private::values_of(
                        <BTreeMap<
                            String,
                            [f32; 2],
                        > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                    )
                },
                ::tensor_format::__private::Bound::Float(0.0),
                "0.0",
            );
            ::tensor_format::__private::verify_range(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::narrow_types(
                        ::tensor_format::__private::values_of(
                            <BTreeMap<
                                String,
                                [f32; 2],
                            > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                        ),
                        ::tensor_format::__private::ElementTypes::NONE
                            .with(::tensor_format::__private::ElementType::F32),
                    ),
                    ..::tensor_format::__private::values_of(
                        <BTreeMap<
                            String,
                            [f32; 2],
                        > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                    )
                },
                &::tensor_format::__private::ValueRange::new(
                    ::tensor_format::__private::Some(
                        ::tensor_format::__private::Bound::Float(0.0),
                    ),
                    ::tensor_format::__private::None,
                ),
            );
            ::tensor_format::__private::verify_flattened::<
                Self,
            >(
                "Shop::prices",
                "BTreeMap<String, [f32; 2]>",
                0,
                "give one of the two another name: `rename = \"name\"`",
            );
            ::tensor_format::__private::verify_flattened_names::<Self>("Shop", 0);
            ::tensor_format::__private::Rules::Record(__rules)
        };
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::record_type_of::<
            Self,
        >()
            .of_struct();
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::Encode for Shop<T>
    where
        HashMap<
            (String, String),
            T,
        >: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
    {
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
                    ::tensor_format::__private::MapField<Self, _, 0>,
                    (_, _),
                >,
            > = ::tensor_format::__private::Chain(
                (&self.title,),
                ::tensor_format::__private::Chain(
                    ::tensor_format::__private::MapField::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<BTreeMap<
                                String,
                                [f32; 2],
                            > as ::tensor_format::__private::IsFieldMap<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                BTreeMap<String, [f32; 2]>,
                                _,
                            >>::Kind,
                        >(&self.prices),
                    ),
                    (
                        ::tensor_format::__private::GenericFieldRef(&self.stock),
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<Option<
                                BTreeMap<String, i64>,
                            > as ::tensor_format::__private::IsFieldMap<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                Option<BTreeMap<String, i64>>,
                                _,
                            >>::Kind,
                        >(&self.notes),
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
    impl<T> ::tensor_format::__private::ListItem for Shop<T>
    where
        HashMap<
            (String, String),
            T,
        >: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
    {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Shop<T>
    where
        HashMap<
            (String, String),
            T,
        >: ::tensor_format::__private::Field
            + ::tensor_format::__private::DecodePart<'__de>,
        HashMap<(String, String), T>: ::tensor_format::__private::EncodeField,
        HashMap<(String, String), T>: ::tensor_format::__private::core::default::Default,
    {
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
                    (_,),
                    ::tensor_format::__private::Chain<
                        ::tensor_format::__private::MapPart<
                            Self,
                            ::tensor_format::__private::FieldValue<
                                <<BTreeMap<
                                    String,
                                    [f32; 2],
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    BTreeMap<String, [f32; 2]>,
                                    _,
                                >>::Kind,
                            >,
                            0,
                        >,
                        (
                            ::tensor_format::__private::WithDefault<_>,
                            ::tensor_format::__private::FieldValue<
                                <<Option<
                                    BTreeMap<String, i64>,
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    Option<BTreeMap<String, i64>>,
                                    _,
                                >>::Kind,
                            >,
                        ),
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
                        (__0,),
                        ::tensor_format::__private::Chain(__part_0, (__1, __2)),
                    ),
                ) => {
                    let __absent_1 = __1.0.is_none();
                    let __value = Self {
                        title: __0,
                        stock: match __1.0 {
                            ::tensor_format::__private::Some(__field) => __field,
                            ::tensor_format::__private::None => {
                                <HashMap<
                                    (String, String),
                                    T,
                                > as ::tensor_format::__private::HasDefault<
                                    _,
                                >>::of_default()
                            }
                        },
                        notes: __2.0,
                        prices: __part_0.0.0,
                    };
                    if __absent_1 {
                        ::tensor_format::__private::hold_default::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            1usize,
                        >(
                            &::tensor_format::__private::GenericFieldRef(&__value.stock),
                            ::tensor_format::__private::Some(&mut __axes),
                        )?;
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
            ::tensor_format::__private::fill_bound(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                ::tensor_format::__private::Some(&mut __axes),
                ::tensor_format::__private::Chain(
                    (&mut self.title,),
                    ::tensor_format::__private::Chain(
                        ::tensor_format::__private::FillMap::<
                            Self,
                            _,
                            0,
                        >(
                            ::tensor_format::__private::FieldMutOf::<
                                '_,
                                <<BTreeMap<
                                    String,
                                    [f32; 2],
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    BTreeMap<String, [f32; 2]>,
                                    _,
                                >>::Kind,
                            >(&mut self.prices),
                            ::tensor_format::__private::core::marker::PhantomData,
                        ),
                        (
                            ::tensor_format::__private::FieldMutOr(
                                &mut self.stock,
                                || {
                                    __absent_1.set(true);
                                    match ::tensor_format::__private::no_field::<
                                        HashMap<(String, String), T>,
                                    >() {
                                        ::tensor_format::__private::Some(__field) => __field,
                                        ::tensor_format::__private::None => {
                                            <HashMap<
                                                (String, String),
                                                T,
                                            > as ::tensor_format::__private::HasDefault<
                                                _,
                                            >>::of_default()
                                        }
                                    }
                                },
                            ),
                            ::tensor_format::__private::FieldMutOf::<
                                '_,
                                <<Option<
                                    BTreeMap<String, i64>,
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    Option<BTreeMap<String, i64>>,
                                    _,
                                >>::Kind,
                            >(&mut self.notes),
                        ),
                    ),
                ),
            )?;
            if __absent_1.get() {
                ::tensor_format::__private::hold_default::<
                    ::tensor_format::__private::Own<Self>,
                    _,
                    1usize,
                >(
                    &::tensor_format::__private::GenericFieldRef(&self.stock),
                    ::tensor_format::__private::Some(&mut __axes),
                )?;
            }
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Field for Shop<T>
    where
        HashMap<(String, String), T>: ::tensor_format::__private::Field,
    {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<Self> for Shop<T>
    where
        HashMap<(String, String), T>: ::tensor_format::__private::Field,
    {}
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Shop<T>
    where
        HashMap<(String, String), T>: ::tensor_format::__private::Field,
    {}
};
pub struct Embeddings(BTreeMap<String, [f32; 3]>);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_no_ring::<Embeddings>(0usize);
    };
    const _: () = {
        ::tensor_format::__private::verify_map(
            "Embeddings",
            "BTreeMap<String, [f32; 3]>",
            <BTreeMap<
                String,
                [f32; 3],
            > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
            false,
        );
        ::tensor_format::__private::verify_one_map(
            "Embeddings",
            "BTreeMap<String, [f32; 3]>",
            <BTreeMap<
                String,
                [f32; 3],
            > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
        );
        ::tensor_format::__private::verify_map_dims(
            "Embeddings",
            "BTreeMap<String, [f32; 3]>",
            <BTreeMap<
                String,
                [f32; 3],
            > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
            &[
                ::tensor_format::__private::Dim::ANY.named("category"),
                ::tensor_format::__private::Dim::range(3u64, 3u64).named("x"),
            ],
            ::tensor_format::__private::None,
        );
        ::tensor_format::__private::verify_flattened::<
            Embeddings,
        >(
            "Embeddings",
            "BTreeMap<String, [f32; 3]>",
            0,
            "give one of the two another name: `rename = \"name\"`",
        );
        ::tensor_format::__private::verify_flattened_names::<
            Embeddings,
        >("Embeddings", 0);
    };
    #[automatically_derived]
    impl ::tensor_format::__private::Flattening for Embeddings {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &::tensor_format::__private::params::<(), (), 0usize>([])
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[
                ::tensor_format::__private::FlattenedPart {
                    at: 0,
                    prefix: "",
                    aliases: &[],
                    owns_axes: false,
                    rules: ::tensor_format::__private::map_rules(
                        <BTreeMap<
                            String,
                            [f32; 3],
                        > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                        const {
                            &::tensor_format::__private::map_params(
                                <BTreeMap<
                                    String,
                                    [f32; 3],
                                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                                ::tensor_format::__private::Mapping {
                                    shape: ::tensor_format::__private::Some((
                                        const {
                                            &::tensor_format::__private::narrow_dims::<
                                                3,
                                            >(
                                                <BTreeMap<
                                                    String,
                                                    [f32; 3],
                                                > as ::tensor_format::__private::IsFieldMap<_>>::OWN,
                                                &[
                                                    ::tensor_format::__private::Dim::ANY.named("category"),
                                                    ::tensor_format::__private::Dim::range(3u64, 3u64)
                                                        .named("x"),
                                                ],
                                                true,
                                            )
                                        },
                                        ::tensor_format::__private::None,
                                    )),
                                    types: ::tensor_format::__private::None,
                                    presence: <BTreeMap<
                                        String,
                                        [f32; 3],
                                    > as ::tensor_format::__private::IsFieldMap<_>>::PRESENCE,
                                    doc: "",
                                    range: ::tensor_format::__private::None,
                                    is_whole: true,
                                },
                            )
                        },
                    ),
                },
            ]
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Embeddings {
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
                name: "Embeddings",
                place: (
                    ::tensor_format::__private::core::module_path!(),
                    ::tensor_format::__private::core::line!(),
                    ::tensor_format::__private::core::column!(),
                ),
                fields: &[
                    <BTreeMap<
                        String,
                        [f32; 3],
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
    impl ::tensor_format::__private::Encode for Embeddings {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            let __fields: ::tensor_format::__private::Chain<
                (),
                ::tensor_format::__private::Chain<
                    ::tensor_format::__private::MapField<Self, _, 0>,
                    (),
                >,
            > = ::tensor_format::__private::Chain(
                (),
                ::tensor_format::__private::Chain(
                    ::tensor_format::__private::MapField::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<BTreeMap<
                                String,
                                [f32; 3],
                            > as ::tensor_format::__private::IsFieldMap<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                BTreeMap<String, [f32; 3]>,
                                _,
                            >>::Kind,
                        >(&self.0),
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
    impl ::tensor_format::__private::ListItem for Embeddings {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Embeddings {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                ::tensor_format::__private::Chain<
                    (),
                    ::tensor_format::__private::Chain<
                        ::tensor_format::__private::MapPart<
                            Self,
                            ::tensor_format::__private::FieldValue<
                                <<BTreeMap<
                                    String,
                                    [f32; 3],
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    BTreeMap<String, [f32; 3]>,
                                    _,
                                >>::Kind,
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
                true,
            ) {
                ::tensor_format::__private::Ok(
                    ::tensor_format::__private::Chain(
                        (),
                        ::tensor_format::__private::Chain(__part_0, ()),
                    ),
                ) => ::tensor_format::__private::Ok(Self { 0: __part_0.0.0 }),
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
                    (),
                    ::tensor_format::__private::Chain(
                        ::tensor_format::__private::FillMap::<
                            Self,
                            _,
                            0,
                        >(
                            ::tensor_format::__private::FieldMutOf::<
                                '_,
                                <<BTreeMap<
                                    String,
                                    [f32; 3],
                                > as ::tensor_format::__private::IsFieldMap<
                                    _,
                                >>::Kind as ::tensor_format::__private::Decodes<
                                    '__de,
                                    BTreeMap<String, [f32; 3]>,
                                    _,
                                >>::Kind,
                            >(&mut self.0),
                            ::tensor_format::__private::core::marker::PhantomData,
                        ),
                        (),
                    ),
                ),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Embeddings {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Embeddings {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Embeddings {}
};

pub struct Batch {
    /// One picture after another.
    pub image: ndarray::Array4<f32>,
    pub image_id: Vec<i64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Batch::image",
            <<ndarray::Array4<
                f32,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Batch::image",
            "ndarray::Array4<f32>",
            ::tensor_format::__private::field_rules(
                <<ndarray::Array4<
                    f32,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[
                ::tensor_format::__private::Dim::ANY.named("batch"),
                ::tensor_format::__private::Dim::range(3u64, 3u64),
                ::tensor_format::__private::Dim::ANY.named("h"),
                ::tensor_format::__private::Dim::ANY.named("w"),
            ],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Batch::image_id",
            <<Vec<
                i64,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Batch::image_id",
            "Vec<i64>",
            ::tensor_format::__private::field_rules(
                <<Vec<
                    i64,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[::tensor_format::__private::Dim::ANY.named("batch")],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Batch>();
        ::tensor_format::__private::verify_names("Batch", __rules, 1usize);
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Batch {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "image",
                        ::tensor_format::__private::TensorRules {
                            types: ::tensor_format::__private::field_rules(
                                    <<ndarray::Array4<
                                        f32,
                                    > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                )
                                .types,
                            axes: ::tensor_format::__private::AxisRules::new(const {
                                &::tensor_format::__private::narrow_axes(
                                    ::tensor_format::__private::field_rules(
                                        <<ndarray::Array4<
                                            f32,
                                        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                    ),
                                    [
                                        ::tensor_format::__private::Dim::ANY.named("batch"),
                                        ::tensor_format::__private::Dim::range(3u64, 3u64),
                                        ::tensor_format::__private::Dim::ANY.named("h"),
                                        ::tensor_format::__private::Dim::ANY.named("w"),
                                    ],
                                )
                            }),
                        },
                        <ndarray::Array4<
                            f32,
                        > as ::tensor_format::__private::Field>::PRESENCE,
                        "One picture after another.",
                    ),
                    ::tensor_format::__private::param(
                        "image_id",
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
                                    [::tensor_format::__private::Dim::ANY.named("batch")],
                                )
                            }),
                        },
                        <Vec<i64> as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Batch {
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
                        <ndarray::Array4<f32> as ::tensor_format::__private::Field>::Item,
                    >(
                        <ndarray::Array4<
                            f32,
                        > as ::tensor_format::__private::Field>::items(&self.image),
                    ),
                    ::tensor_format::__private::count::<
                        <Vec<i64> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Vec<
                            i64,
                        > as ::tensor_format::__private::Field>::items(&self.image_id),
                    ),
                ],
            )?;
            let mut __axes = ::tensor_format::__private::Bindings::new();
            ::tensor_format::__private::encode_checked::<
                Self,
                <ndarray::Array4<f32> as ::tensor_format::__private::Field>::Item,
                _,
                0,
            >(
                <ndarray::Array4<
                    f32,
                > as ::tensor_format::__private::Field>::items(&self.image),
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::encode_checked::<
                Self,
                <Vec<i64> as ::tensor_format::__private::Field>::Item,
                _,
                1,
            >(
                <Vec<i64> as ::tensor_format::__private::Field>::items(&self.image_id),
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Batch {
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
                    image: {
                        let mut __slot = <<ndarray::Array4<
                            f32,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <ndarray::Array4<
                                    f32,
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                                0,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "image",
                        )?;
                        ::tensor_format::__private::present(
                            <ndarray::Array4<
                                f32,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "image",
                        )?
                    },
                    image_id: {
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
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "image_id",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                i64,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "image_id",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<ndarray::Array4<
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
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <ndarray::Array4<
                                    f32,
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                                0,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "image",
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
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "image_id",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                image: ::tensor_format::__private::present(
                    <ndarray::Array4<
                        f32,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "image",
                )?,
                image_id: ::tensor_format::__private::present(
                    <Vec<
                        i64,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_1),
                    ),
                    "image_id",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Batch {
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
    impl ::tensor_format::__private::Feeds<Self> for Batch {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Batch {}
};

pub struct Batch {
    /// One picture after another.
    pub image: ndarray::Array4<f32>,
    pub image_id: Vec<i64>,
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    const __TYPE_0: ::tensor_format::__private::TensorRules<'static> = ::tensor_format::__private::field_rules(
        "Batch::image",
        <<ndarray::Array4<
            f32,
        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
    );
    const __SHAPE_0: [::tensor_format::__private::Dim<'static>; 4] = [
        ::tensor_format::__private::Dim::ANY.named("batch"),
        ::tensor_format::__private::Dim::range(3u64, 3u64),
        ::tensor_format::__private::Dim::ANY.named("h"),
        ::tensor_format::__private::Dim::ANY.named("w"),
    ];
    const __AXES_0: [::tensor_format::__private::Dim<'static>; 4] = ::tensor_format::__private::narrow_dims(
        "Batch::image",
        "ndarray::Array4<f32>",
        __TYPE_0,
        __SHAPE_0,
        ::tensor_format::__private::core::option::Option::None,
    );
    const __TYPE_1: ::tensor_format::__private::TensorRules<'static> = ::tensor_format::__private::field_rules(
        "Batch::image_id",
        <<Vec<
            i64,
        > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
    );
    const __SHAPE_1: [::tensor_format::__private::Dim<'static>; 1] = [
        ::tensor_format::__private::Dim::ANY.named("batch"),
    ];
    const __AXES_1: [::tensor_format::__private::Dim<'static>; 1] = ::tensor_format::__private::narrow_dims(
        "Batch::image_id",
        "Vec<i64>",
        __TYPE_1,
        __SHAPE_1,
        ::tensor_format::__private::core::option::Option::None,
    );
    const _: &[::tensor_format::__private::TensorRules<'static>] = &[];
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Batch>();
        ::tensor_format::__private::axes_agree("Batch", __rules, 1usize)
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Batch {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "image",
                        ::tensor_format::__private::TensorRules {
                            types: __TYPE_0.types,
                            axes: ::tensor_format::__private::AxisRules::new(&__AXES_0),
                        },
                        <ndarray::Array4<
                            f32,
                        > as ::tensor_format::__private::Field>::PRESENCE,
                        "One picture after another.",
                    ),
                    ::tensor_format::__private::param(
                        "image_id",
                        ::tensor_format::__private::TensorRules {
                            types: __TYPE_1.types,
                            axes: ::tensor_format::__private::AxisRules::new(&__AXES_1),
                        },
                        <Vec<i64> as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            }),
        );
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
                        ndarray::Array4<f32>,
                    >(&self.image),
                    ::tensor_format::__private::count::<Vec<i64>>(&self.image_id),
                ],
            )?;
            let mut __axes = ::tensor_format::__private::Bindings::new();
            ::tensor_format::__private::encode_checked::<
                Self,
                ndarray::Array4<f32>,
                _,
                0,
            >(
                &self.image,
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::encode_checked::<
                Self,
                Vec<i64>,
                _,
                1,
            >(
                &self.image_id,
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
                    image: ::tensor_format::__private::from_item::<
                        ndarray::Array4<f32>,
                    >(
                        ::tensor_format::__private::decode_checked::<
                            Self,
                            ndarray::Array4<f32>,
                            _,
                            0,
                        >(
                            __source,
                            ::tensor_format::__private::core::option::Option::Some(
                                &mut __axes,
                            ),
                        )?,
                        "image",
                    )?,
                    image_id: ::tensor_format::__private::from_item::<
                        Vec<i64>,
                    >(
                        ::tensor_format::__private::decode_checked::<
                            Self,
                            Vec<i64>,
                            _,
                            1,
                        >(
                            __source,
                            ::tensor_format::__private::core::option::Option::Some(
                                &mut __axes,
                            ),
                        )?,
                        "image_id",
                    )?,
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
                        ::tensor_format::__private::push_checked::<
                            Self,
                            ndarray::Array4<f32>,
                            _,
                            0,
                        >(
                            &mut __slot_0,
                            __source,
                            ::tensor_format::__private::core::option::Option::Some(
                                &mut __axes,
                            ),
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push_checked::<
                            Self,
                            Vec<i64>,
                            _,
                            1,
                        >(
                            &mut __slot_1,
                            __source,
                            ::tensor_format::__private::core::option::Option::Some(
                                &mut __axes,
                            ),
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                image: ::tensor_format::__private::from_slot::<
                    ndarray::Array4<f32>,
                >(__slot_0, "image")?,
                image_id: ::tensor_format::__private::from_slot::<
                    Vec<i64>,
                >(__slot_1, "image_id")?,
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

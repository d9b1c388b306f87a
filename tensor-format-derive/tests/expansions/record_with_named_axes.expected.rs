pub struct Batch {
    /// One picture after another.
    pub image: ndarray::Array4<f32>,
    pub image_id: Vec<i64>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (<Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::Kind,);
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Batch::image",
            "shape",
            "write `shape` on the fields of that record",
            <ndarray::Array4<f32> as ::tensor_format::__private::IsFieldNdarray<_>>::OWN,
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Batch::image",
                "ndarray::Array4<f32>",
                ::tensor_format::__private::narrowable_rules(
                    <ndarray::Array4<
                        f32,
                    > as ::tensor_format::__private::IsFieldNdarray<_>>::OWN,
                ),
                &[
                    ::tensor_format::__private::Dim::ANY.named("batch"),
                    ::tensor_format::__private::Dim::range(3u64, 3u64),
                    ::tensor_format::__private::Dim::ANY.named("h"),
                    ::tensor_format::__private::Dim::ANY.named("w"),
                ],
                ::tensor_format::__private::None,
                &[],
            ),
            1usize,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Batch::image_id",
            "shape",
            "write `shape` on the fields of that record",
            <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
        );
        ::tensor_format::__private::verify_axes(
            "Batch::image_id",
            "Vec<i64>",
            ::tensor_format::__private::narrowable_rules(
                <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
            ),
            &[::tensor_format::__private::Dim::ANY.named("batch")],
            ::tensor_format::__private::None,
            &[],
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Batch>();
        ::tensor_format::__private::verify_names("Batch", __rules, 1usize, 0usize);
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Batch {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &{
                    let mut __params = ::tensor_format::__private::params::<
                        ((), Vec<i64>),
                        __Known,
                        2usize,
                    >(["image", "image_id"]);
                    __params[0usize] = ::tensor_format::__private::param_of_type(
                        "image",
                        <ndarray::Array4<
                            f32,
                        > as ::tensor_format::__private::IsFieldNdarray<_>>::ENTRY,
                    );
                    __params[0usize].rules = ::tensor_format::__private::TensorRules {
                        types: ::tensor_format::__private::narrowable_rules(
                                <ndarray::Array4<
                                    f32,
                                > as ::tensor_format::__private::IsFieldNdarray<_>>::OWN,
                            )
                            .types,
                        axes: ::tensor_format::__private::AxisRules::new(const {
                            &::tensor_format::__private::narrow_axes(
                                ::tensor_format::__private::narrowable_rules(
                                    <ndarray::Array4<
                                        f32,
                                    > as ::tensor_format::__private::IsFieldNdarray<_>>::OWN,
                                ),
                                [
                                    ::tensor_format::__private::Dim::ANY.named("batch"),
                                    ::tensor_format::__private::Dim::range(3u64, 3u64),
                                    ::tensor_format::__private::Dim::ANY.named("h"),
                                    ::tensor_format::__private::Dim::ANY.named("w"),
                                ],
                            )
                        }),
                        range: ::tensor_format::__private::narrowable_rules(
                                <ndarray::Array4<
                                    f32,
                                > as ::tensor_format::__private::IsFieldNdarray<_>>::OWN,
                            )
                            .range,
                    };
                    __params[0usize].doc = "One picture after another.";
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
                                [::tensor_format::__private::Dim::ANY.named("batch")],
                            )
                        }),
                        range: ::tensor_format::__private::narrowable_rules(
                                <Vec<i64> as ::tensor_format::__private::IsFieldStd<_>>::OWN,
                            )
                            .range,
                    };
                    __params
                }
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x02\x05image\x08image_id",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Batch {
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
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        0usize,
                    >::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<ndarray::Array4<
                                f32,
                            > as ::tensor_format::__private::IsFieldNdarray<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                ndarray::Array4<f32>,
                                _,
                            >>::Kind,
                        >(&self.image),
                    ),
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        1usize,
                    >::new(&self.image_id),
                ),
                true,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Batch {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Batch {
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
                (
                    ::tensor_format::__private::WithRules<
                        Self,
                        ::tensor_format::__private::FieldValue<
                            <<ndarray::Array4<
                                f32,
                            > as ::tensor_format::__private::IsFieldNdarray<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                ndarray::Array4<f32>,
                                _,
                            >>::Kind,
                        >,
                        0usize,
                    >,
                    ::tensor_format::__private::WithRules<Self, _, 1usize>,
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
                ::tensor_format::__private::Ok((__0, __1)) => {
                    ::tensor_format::__private::Ok(Self {
                        image: __0.0.0,
                        image_id: __1.0,
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
                true,
                (
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        0usize,
                    >::new(
                        ::tensor_format::__private::FieldMutOf::<
                            '_,
                            <<ndarray::Array4<
                                f32,
                            > as ::tensor_format::__private::IsFieldNdarray<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                ndarray::Array4<f32>,
                                _,
                            >>::Kind,
                        >(&mut self.image),
                    ),
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        1usize,
                    >::new(&mut self.image_id),
                ),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Batch {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Batch {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Batch {}
};

pub struct Request {
    pub image_id: Option<i64>,
    pub overlap: f32,
    pub comment: String,
    pub crops: tensor_format::Many<tensor_format::Image>,
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    const _: &[::tensor_format::__private::TensorRules<'static>] = &[
        ::tensor_format::__private::field_rules(
            "Request::image_id",
            <<Option<
                i64,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        ),
        ::tensor_format::__private::field_rules(
            "Request::overlap",
            <<f32 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        ),
        ::tensor_format::__private::field_rules(
            "Request::comment",
            <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        ),
        ::tensor_format::__private::field_rules(
            "Request::crops",
            <<tensor_format::Many<
                tensor_format::Image,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        ),
    ];
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Request {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                    &[
                        ::tensor_format::__private::param(
                            "imageId",
                            ::tensor_format::__private::field_rules(
                                "Request::image_id",
                                <<Option<
                                    i64,
                                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            ),
                            <Option<i64> as ::tensor_format::__private::Field>::PRESENCE,
                            "",
                        ),
                        ::tensor_format::__private::param(
                            "overlap",
                            ::tensor_format::__private::field_rules(
                                "Request::overlap",
                                <<f32 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            ),
                            ::tensor_format::__private::optional_with_value(
                                "Request::overlap",
                                <f32 as ::tensor_format::__private::Field>::PRESENCE,
                            ),
                            "",
                        ),
                        ::tensor_format::__private::param(
                            "comment",
                            ::tensor_format::__private::field_rules(
                                "Request::comment",
                                <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            ),
                            ::tensor_format::__private::optional(
                                <String as ::tensor_format::__private::Field>::PRESENCE,
                            ),
                            "",
                        ),
                        ::tensor_format::__private::param(
                            "crop",
                            ::tensor_format::__private::field_rules(
                                "Request::crops",
                                <<tensor_format::Many<
                                    tensor_format::Image,
                                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            ),
                            <tensor_format::Many<
                                tensor_format::Image,
                            > as ::tensor_format::__private::Field>::PRESENCE,
                            "",
                        ),
                    ]
                })
                .deny_unknown(),
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Request {
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
                    ::tensor_format::__private::count::<Option<i64>>(&self.image_id),
                    ::tensor_format::__private::count::<f32>(&self.overlap),
                    ::tensor_format::__private::count::<String>(&self.comment),
                    ::tensor_format::__private::count::<
                        tensor_format::Many<tensor_format::Image>,
                    >(&self.crops),
                ],
            )?;
            ::tensor_format::__private::encode_field::<
                Option<i64>,
                _,
            >(&self.image_id, __sink, "imageId")?;
            ::tensor_format::__private::encode_field::<
                f32,
                _,
            >(&self.overlap, __sink, "overlap")?;
            ::tensor_format::__private::encode_field::<
                String,
                _,
            >(&self.comment, __sink, "comment")?;
            ::tensor_format::__private::encode_field::<
                tensor_format::Many<tensor_format::Image>,
                _,
            >(&self.crops, __sink, "crop")?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Request {
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
                    image_id: ::tensor_format::__private::from_item::<
                        Option<i64>,
                    >(
                        ::tensor_format::__private::decode_item::<
                            Option<i64>,
                            _,
                        >(__source, "imageId")?,
                        "imageId",
                    )?,
                    overlap: ::tensor_format::__private::from_item::<
                        f32,
                    >(
                        ::tensor_format::__private::decode_item::<
                            f32,
                            _,
                        >(__source, "overlap")?,
                        "overlap",
                    )?,
                    comment: ::tensor_format::__private::from_item::<
                        String,
                    >(
                        ::tensor_format::__private::decode_item::<
                            String,
                            _,
                        >(__source, "comment")?,
                        "comment",
                    )?,
                    crops: ::tensor_format::__private::from_item::<
                        tensor_format::Many<tensor_format::Image>,
                    >(
                        ::tensor_format::__private::decode_item::<
                            tensor_format::Many<tensor_format::Image>,
                            _,
                        >(__source, "crop")?,
                        "crop",
                    )?,
                });
            }
            let mut __slot_0 = <<Option<
                i64,
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<f32 as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_2 = <<String as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_3 = <<tensor_format::Many<
                tensor_format::Image,
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push_item::<
                            Option<i64>,
                            _,
                        >(&mut __slot_0, __source, "imageId")?
                    }
                    1 => {
                        ::tensor_format::__private::push_item::<
                            f32,
                            _,
                        >(&mut __slot_1, __source, "overlap")?
                    }
                    2 => {
                        ::tensor_format::__private::push_item::<
                            String,
                            _,
                        >(&mut __slot_2, __source, "comment")?
                    }
                    3 => {
                        ::tensor_format::__private::push_item::<
                            tensor_format::Many<tensor_format::Image>,
                            _,
                        >(&mut __slot_3, __source, "crop")?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                image_id: ::tensor_format::__private::from_slot::<
                    Option<i64>,
                >(__slot_0, "imageId")?,
                overlap: match <f32 as ::tensor_format::__private::Field>::from_slot(
                    __slot_1,
                ) {
                    ::tensor_format::__private::core::option::Option::Some(__field) => {
                        __field
                    }
                    ::tensor_format::__private::core::option::Option::None => 0.5,
                },
                comment: match <String as ::tensor_format::__private::Field>::from_slot(
                    __slot_2,
                ) {
                    ::tensor_format::__private::core::option::Option::Some(__field) => {
                        __field
                    }
                    ::tensor_format::__private::core::option::Option::None => {
                        <String as ::tensor_format::__private::core::default::Default>::default()
                    }
                },
                crops: ::tensor_format::__private::from_slot::<
                    tensor_format::Many<tensor_format::Image>,
                >(__slot_3, "crop")?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Request {
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
    impl ::tensor_format::__private::Feeds<Self> for Request {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Request {}
};

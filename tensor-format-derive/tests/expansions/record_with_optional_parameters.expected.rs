pub struct Request {
    pub image_id: Option<i64>,
    pub overlap: f32,
    pub comment: String,
    pub crops: tensor_format::Many<tensor_format::Image>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_default(
            "Request::overlap",
            <f32 as ::tensor_format::__private::Field>::PRESENCE,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Request::image_id",
            <<Option<
                i64,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_field(
            "Request::overlap",
            <<f32 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_field(
            "Request::comment",
            <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_field(
            "Request::crops",
            <<tensor_format::Many<
                tensor_format::Image,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Request {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                    &[
                        ::tensor_format::__private::param(
                            "imageId",
                            ::tensor_format::__private::field_rules(
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
                                <<f32 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            ),
                            ::tensor_format::__private::optional(
                                <f32 as ::tensor_format::__private::Field>::PRESENCE,
                            ),
                            "",
                        ),
                        ::tensor_format::__private::param(
                            "comment",
                            ::tensor_format::__private::field_rules(
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
                .deny_unknown();
            ::tensor_format::__private::Rules::Record(__rules)
        };
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
                    ::tensor_format::__private::count::<
                        <Option<i64> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Option<
                            i64,
                        > as ::tensor_format::__private::Field>::items(&self.image_id),
                    ),
                    ::tensor_format::__private::count::<
                        <f32 as ::tensor_format::__private::Field>::Item,
                    >(<f32 as ::tensor_format::__private::Field>::items(&self.overlap)),
                    ::tensor_format::__private::count::<
                        <String as ::tensor_format::__private::Field>::Item,
                    >(
                        <String as ::tensor_format::__private::Field>::items(
                            &self.comment,
                        ),
                    ),
                    ::tensor_format::__private::count::<
                        <tensor_format::Many<
                            tensor_format::Image,
                        > as ::tensor_format::__private::Field>::Item,
                    >(
                        <tensor_format::Many<
                            tensor_format::Image,
                        > as ::tensor_format::__private::Field>::items(&self.crops),
                    ),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <Option<i64> as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <Option<
                    i64,
                > as ::tensor_format::__private::Field>::items(&self.image_id),
                __sink,
                "imageId",
            )?;
            ::tensor_format::__private::encode_items::<
                <f32 as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <f32 as ::tensor_format::__private::Field>::items(&self.overlap),
                __sink,
                "overlap",
            )?;
            ::tensor_format::__private::encode_items::<
                <String as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <String as ::tensor_format::__private::Field>::items(&self.comment),
                __sink,
                "comment",
            )?;
            ::tensor_format::__private::encode_items::<
                <tensor_format::Many<
                    tensor_format::Image,
                > as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <tensor_format::Many<
                    tensor_format::Image,
                > as ::tensor_format::__private::Field>::items(&self.crops),
                __sink,
                "crop",
            )?;
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
                    image_id: {
                        let mut __slot = <<Option<
                            i64,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <Option<i64> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "imageId")?,
                            "imageId",
                        )?;
                        ::tensor_format::__private::present(
                            <Option<
                                i64,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "imageId",
                        )?
                    },
                    overlap: {
                        let mut __slot = <<f32 as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <f32 as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "overlap")?,
                            "overlap",
                        )?;
                        ::tensor_format::__private::present(
                            <f32 as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "overlap",
                        )?
                    },
                    comment: {
                        let mut __slot = <<String as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <String as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "comment")?,
                            "comment",
                        )?;
                        ::tensor_format::__private::present(
                            <String as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "comment",
                        )?
                    },
                    crops: {
                        let mut __slot = <<tensor_format::Many<
                            tensor_format::Image,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <tensor_format::Many<
                                    tensor_format::Image,
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "crop")?,
                            "crop",
                        )?;
                        ::tensor_format::__private::present(
                            <tensor_format::Many<
                                tensor_format::Image,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "crop",
                        )?
                    },
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
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_item::<
                                <Option<i64> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "imageId")?,
                            "imageId",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_item::<
                                <f32 as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "overlap")?,
                            "overlap",
                        )?
                    }
                    2 => {
                        ::tensor_format::__private::push(
                            &mut __slot_2,
                            ::tensor_format::__private::decode_item::<
                                <String as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "comment")?,
                            "comment",
                        )?
                    }
                    3 => {
                        ::tensor_format::__private::push(
                            &mut __slot_3,
                            ::tensor_format::__private::decode_item::<
                                <tensor_format::Many<
                                    tensor_format::Image,
                                > as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "crop")?,
                            "crop",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                image_id: ::tensor_format::__private::present(
                    <Option<
                        i64,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "imageId",
                )?,
                overlap: match <f32 as ::tensor_format::__private::Field>::from_slot(
                    ::tensor_format::__private::core::convert::identity(__slot_1),
                ) {
                    ::tensor_format::__private::core::option::Option::Some(__field) => {
                        __field
                    }
                    ::tensor_format::__private::core::option::Option::None => 0.5,
                },
                comment: match <String as ::tensor_format::__private::Field>::from_slot(
                    ::tensor_format::__private::core::convert::identity(__slot_2),
                ) {
                    ::tensor_format::__private::core::option::Option::Some(__field) => {
                        __field
                    }
                    ::tensor_format::__private::core::option::Option::None => {
                        <String as ::tensor_format::__private::core::default::Default>::default()
                    }
                },
                crops: ::tensor_format::__private::present(
                    <tensor_format::Many<
                        tensor_format::Image,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_3),
                    ),
                    "crop",
                )?,
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

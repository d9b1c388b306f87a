pub struct Raw {
    pub r#type: u8,
    pub r#match: tensor_format::Tensor,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Raw::match",
            <<tensor_format::Tensor as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_types(
            "Raw::match",
            "tensor_format::Tensor",
            ::tensor_format::__private::field_rules(
                <<tensor_format::Tensor as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            ::tensor_format::__private::ElementTypes::NONE
                .with(::tensor_format::__private::ElementType::U8)
                .with(::tensor_format::__private::ElementType::U16),
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Raw::type",
            <<u8 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Raw {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "type",
                        ::tensor_format::__private::field_rules(
                            <<u8 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <u8 as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "match",
                        ::tensor_format::__private::TensorRules {
                            types: ::tensor_format::__private::narrow_types(
                                ::tensor_format::__private::field_rules(
                                    <<tensor_format::Tensor as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                ),
                                ::tensor_format::__private::ElementTypes::NONE
                                    .with(::tensor_format::__private::ElementType::U8)
                                    .with(::tensor_format::__private::ElementType::U16),
                            ),
                            axes: ::tensor_format::__private::field_rules(
                                    <<tensor_format::Tensor as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                )
                                .axes,
                        },
                        <tensor_format::Tensor as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Raw {
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
                        <u8 as ::tensor_format::__private::Field>::Item,
                    >(<u8 as ::tensor_format::__private::Field>::items(&self.r#type)),
                    ::tensor_format::__private::count::<
                        <tensor_format::Tensor as ::tensor_format::__private::Field>::Item,
                    >(
                        <tensor_format::Tensor as ::tensor_format::__private::Field>::items(
                            &self.r#match,
                        ),
                    ),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <u8 as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <u8 as ::tensor_format::__private::Field>::items(&self.r#type),
                __sink,
                "type",
            )?;
            ::tensor_format::__private::encode_checked::<
                Self,
                <tensor_format::Tensor as ::tensor_format::__private::Field>::Item,
                _,
                1,
            >(
                <tensor_format::Tensor as ::tensor_format::__private::Field>::items(
                    &self.r#match,
                ),
                __sink,
                ::tensor_format::__private::core::option::Option::None,
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Raw {
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
                    r#type: {
                        let mut __slot = <<u8 as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <u8 as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "type")?,
                            "type",
                        )?;
                        ::tensor_format::__private::present(
                            <u8 as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "type",
                        )?
                    },
                    r#match: {
                        let mut __slot = <<tensor_format::Tensor as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <tensor_format::Tensor as ::tensor_format::__private::Field>::Item,
                                _,
                                1,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::None,
                            )?,
                            "match",
                        )?;
                        ::tensor_format::__private::present(
                            <tensor_format::Tensor as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "match",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<u8 as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<tensor_format::Tensor as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_item::<
                                <u8 as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "type")?,
                            "type",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <tensor_format::Tensor as ::tensor_format::__private::Field>::Item,
                                _,
                                1,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::None,
                            )?,
                            "match",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                r#type: ::tensor_format::__private::present(
                    <u8 as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "type",
                )?,
                r#match: ::tensor_format::__private::present(
                    <tensor_format::Tensor as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_1),
                    ),
                    "match",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Raw {
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
    impl ::tensor_format::__private::Feeds<Self> for Raw {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record> for Raw {}
};

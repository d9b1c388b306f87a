pub struct Raw {
    pub r#type: u8,
    pub r#match: tensor_format::Tensor,
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    const __TYPE_1: ::tensor_format::__private::TensorRules<'static> = ::tensor_format::__private::field_rules(
        "Raw::match",
        <<tensor_format::Tensor as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
    );
    const __TYPES_1: ::tensor_format::__private::ElementTypes = ::tensor_format::__private::narrow_types(
        "Raw::match",
        "tensor_format::Tensor",
        __TYPE_1,
        ::tensor_format::__private::ElementTypes::NONE
            .with(::tensor_format::__private::ElementType::U8)
            .with(::tensor_format::__private::ElementType::U16),
    );
    const _: &[::tensor_format::__private::TensorRules<'static>] = &[
        ::tensor_format::__private::field_rules(
            "Raw::type",
            <<u8 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        ),
    ];
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Raw {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "type",
                        ::tensor_format::__private::field_rules(
                            "Raw::type",
                            <<u8 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <u8 as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "match",
                        ::tensor_format::__private::TensorRules {
                            types: __TYPES_1,
                            axes: __TYPE_1.axes,
                        },
                        <tensor_format::Tensor as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            }),
        );
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
                    ::tensor_format::__private::count::<u8>(&self.r#type),
                    ::tensor_format::__private::count::<
                        tensor_format::Tensor,
                    >(&self.r#match),
                ],
            )?;
            ::tensor_format::__private::encode_field::<
                u8,
                _,
            >(&self.r#type, __sink, "type")?;
            ::tensor_format::__private::encode_checked::<
                Self,
                tensor_format::Tensor,
                _,
                1,
            >(
                &self.r#match,
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
                    r#type: ::tensor_format::__private::from_item::<
                        u8,
                    >(
                        ::tensor_format::__private::decode_item::<
                            u8,
                            _,
                        >(__source, "type")?,
                        "type",
                    )?,
                    r#match: ::tensor_format::__private::from_item::<
                        tensor_format::Tensor,
                    >(
                        ::tensor_format::__private::decode_checked::<
                            Self,
                            tensor_format::Tensor,
                            _,
                            1,
                        >(
                            __source,
                            ::tensor_format::__private::core::option::Option::None,
                        )?,
                        "match",
                    )?,
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
                        ::tensor_format::__private::push_item::<
                            u8,
                            _,
                        >(&mut __slot_0, __source, "type")?
                    }
                    1 => {
                        ::tensor_format::__private::push_checked::<
                            Self,
                            tensor_format::Tensor,
                            _,
                            1,
                        >(
                            &mut __slot_1,
                            __source,
                            ::tensor_format::__private::core::option::Option::None,
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                r#type: ::tensor_format::__private::from_slot::<u8>(__slot_0, "type")?,
                r#match: ::tensor_format::__private::from_slot::<
                    tensor_format::Tensor,
                >(__slot_1, "match")?,
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

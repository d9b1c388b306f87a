pub struct Plain {
    pub id: u64,
    pub text: String,
    pub values: Vec<f32>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Plain::id",
            <<u64 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_field(
            "Plain::text",
            <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_field(
            "Plain::values",
            <<Vec<
                f32,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Plain {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "id",
                        ::tensor_format::__private::field_rules(
                            <<u64 as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <u64 as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "text",
                        ::tensor_format::__private::field_rules(
                            <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <String as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "values",
                        ::tensor_format::__private::field_rules(
                            <<Vec<
                                f32,
                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <Vec<f32> as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Plain {
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
                        <u64 as ::tensor_format::__private::Field>::Item,
                    >(<u64 as ::tensor_format::__private::Field>::items(&self.id)),
                    ::tensor_format::__private::count::<
                        <String as ::tensor_format::__private::Field>::Item,
                    >(<String as ::tensor_format::__private::Field>::items(&self.text)),
                    ::tensor_format::__private::count::<
                        <Vec<f32> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Vec<
                            f32,
                        > as ::tensor_format::__private::Field>::items(&self.values),
                    ),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <u64 as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <u64 as ::tensor_format::__private::Field>::items(&self.id),
                __sink,
                "id",
            )?;
            ::tensor_format::__private::encode_items::<
                <String as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <String as ::tensor_format::__private::Field>::items(&self.text),
                __sink,
                "text",
            )?;
            ::tensor_format::__private::encode_items::<
                <Vec<f32> as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <Vec<f32> as ::tensor_format::__private::Field>::items(&self.values),
                __sink,
                "values",
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Plain {
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
                    id: {
                        let mut __slot = <<u64 as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <u64 as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "id")?,
                            "id",
                        )?;
                        ::tensor_format::__private::present(
                            <u64 as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "id",
                        )?
                    },
                    text: {
                        let mut __slot = <<String as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <String as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "text")?,
                            "text",
                        )?;
                        ::tensor_format::__private::present(
                            <String as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "text",
                        )?
                    },
                    values: {
                        let mut __slot = <<Vec<
                            f32,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <Vec<f32> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "values")?,
                            "values",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                f32,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "values",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<u64 as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<String as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_2 = <<Vec<
                f32,
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
                                <u64 as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "id")?,
                            "id",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_item::<
                                <String as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "text")?,
                            "text",
                        )?
                    }
                    2 => {
                        ::tensor_format::__private::push(
                            &mut __slot_2,
                            ::tensor_format::__private::decode_item::<
                                <Vec<f32> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "values")?,
                            "values",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                id: ::tensor_format::__private::present(
                    <u64 as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "id",
                )?,
                text: ::tensor_format::__private::present(
                    <String as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_1),
                    ),
                    "text",
                )?,
                values: ::tensor_format::__private::present(
                    <Vec<
                        f32,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_2),
                    ),
                    "values",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Plain {
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
    impl ::tensor_format::__private::Feeds<Self> for Plain {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Plain {}
};

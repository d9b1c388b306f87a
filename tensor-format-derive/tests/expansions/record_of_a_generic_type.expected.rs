pub struct Pair<T> {
    pub left: T,
    pub right: T,
    pub note: std::marker::PhantomData<T>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "left",
                        ::tensor_format::__private::field_rules(
                            <<T as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <T as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "right",
                        ::tensor_format::__private::field_rules(
                            <<T as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        ::tensor_format::__private::optional(
                            <T as ::tensor_format::__private::Field>::PRESENCE,
                        ),
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::verify_field(
                "Pair::left",
                <<T as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            );
            ::tensor_format::__private::verify_field(
                "Pair::right",
                <<T as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            );
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Encode for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::EncodeField,
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::EncodeField,
    {
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
                        <T as ::tensor_format::__private::EncodeField>::Item,
                    >(<T as ::tensor_format::__private::EncodeField>::items(&self.left)),
                    ::tensor_format::__private::count::<
                        <T as ::tensor_format::__private::EncodeField>::Item,
                    >(<T as ::tensor_format::__private::EncodeField>::items(&self.right)),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <T as ::tensor_format::__private::EncodeField>::Item,
                _,
            >(
                <T as ::tensor_format::__private::EncodeField>::items(&self.left),
                __sink,
                "left",
            )?;
            ::tensor_format::__private::encode_items::<
                <T as ::tensor_format::__private::EncodeField>::Item,
                _,
            >(
                <T as ::tensor_format::__private::EncodeField>::items(&self.right),
                __sink,
                "right",
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::DecodeField<'__de>,
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::DecodeField<'__de>,
        T: ::tensor_format::__private::core::default::Default,
        std::marker::PhantomData<T>: ::tensor_format::__private::core::default::Default,
    {
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
                    left: {
                        let mut __slot = <<T as ::tensor_format::__private::DecodeField<
                            '__de,
                        >>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <T as ::tensor_format::__private::DecodeField<'__de>>::Item,
                                _,
                            >(__source, "left")?,
                            "left",
                        )?;
                        ::tensor_format::__private::present(
                            <T as ::tensor_format::__private::DecodeField<
                                '__de,
                            >>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "left",
                        )?
                    },
                    right: {
                        let mut __slot = <<T as ::tensor_format::__private::DecodeField<
                            '__de,
                        >>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <T as ::tensor_format::__private::DecodeField<'__de>>::Item,
                                _,
                            >(__source, "right")?,
                            "right",
                        )?;
                        ::tensor_format::__private::present(
                            <T as ::tensor_format::__private::DecodeField<
                                '__de,
                            >>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "right",
                        )?
                    },
                    note: <std::marker::PhantomData<
                        T,
                    > as ::tensor_format::__private::core::default::Default>::default(),
                });
            }
            let mut __slot_0 = <<T as ::tensor_format::__private::DecodeField<
                '__de,
            >>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<T as ::tensor_format::__private::DecodeField<
                '__de,
            >>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_item::<
                                <T as ::tensor_format::__private::DecodeField<'__de>>::Item,
                                _,
                            >(__source, "left")?,
                            "left",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_item::<
                                <T as ::tensor_format::__private::DecodeField<'__de>>::Item,
                                _,
                            >(__source, "right")?,
                            "right",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                left: ::tensor_format::__private::present(
                    <T as ::tensor_format::__private::DecodeField<
                        '__de,
                    >>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "left",
                )?,
                right: match <T as ::tensor_format::__private::DecodeField<
                    '__de,
                >>::from_slot(
                    ::tensor_format::__private::core::convert::identity(__slot_1),
                ) {
                    ::tensor_format::__private::core::option::Option::Some(__field) => {
                        __field
                    }
                    ::tensor_format::__private::core::option::Option::None => {
                        <T as ::tensor_format::__private::core::default::Default>::default()
                    }
                },
                note: <std::marker::PhantomData<
                    T,
                > as ::tensor_format::__private::core::default::Default>::default(),
            })
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Field for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {
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
    impl<T> ::tensor_format::__private::Feeds<Self> for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {}
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {}
};

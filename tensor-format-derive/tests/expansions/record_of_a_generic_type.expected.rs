pub struct Pair<T> {
    pub left: T,
    pub right: T,
    pub note: std::marker::PhantomData<T>,
}
#[allow(deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "left",
                        ::tensor_format::__private::field_rules(
                            "Pair::left",
                            <<T as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <T as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                    ::tensor_format::__private::param(
                        "right",
                        ::tensor_format::__private::field_rules(
                            "Pair::right",
                            <<T as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        ::tensor_format::__private::optional(
                            <T as ::tensor_format::__private::Field>::PRESENCE,
                        ),
                        "",
                    ),
                ]
            }),
        );
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Encode for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        <T as ::tensor_format::__private::Field>::Item: ::tensor_format::__private::Encode,
        T: ::tensor_format::__private::Field,
        <T as ::tensor_format::__private::Field>::Item: ::tensor_format::__private::Encode,
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
                    ::tensor_format::__private::count::<T>(&self.left),
                    ::tensor_format::__private::count::<T>(&self.right),
                ],
            )?;
            ::tensor_format::__private::encode_field::<
                T,
                _,
            >(&self.left, __sink, "left")?;
            ::tensor_format::__private::encode_field::<
                T,
                _,
            >(&self.right, __sink, "right")?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        <T as ::tensor_format::__private::Field>::Item: ::tensor_format::__private::Decode<
            '__de,
        >,
        T: ::tensor_format::__private::Field,
        <T as ::tensor_format::__private::Field>::Item: ::tensor_format::__private::Decode<
            '__de,
        >,
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
                    left: ::tensor_format::__private::from_item::<
                        T,
                    >(
                        ::tensor_format::__private::decode_item::<
                            T,
                            _,
                        >(__source, "left")?,
                        "left",
                    )?,
                    right: ::tensor_format::__private::from_item::<
                        T,
                    >(
                        ::tensor_format::__private::decode_item::<
                            T,
                            _,
                        >(__source, "right")?,
                        "right",
                    )?,
                    note: <std::marker::PhantomData<
                        T,
                    > as ::tensor_format::__private::core::default::Default>::default(),
                });
            }
            let mut __slot_0 = <<T as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<T as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push_item::<
                            T,
                            _,
                        >(&mut __slot_0, __source, "left")?
                    }
                    1 => {
                        ::tensor_format::__private::push_item::<
                            T,
                            _,
                        >(&mut __slot_1, __source, "right")?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                left: ::tensor_format::__private::from_slot::<T>(__slot_0, "left")?,
                right: match <T as ::tensor_format::__private::Field>::from_slot(
                    __slot_1,
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

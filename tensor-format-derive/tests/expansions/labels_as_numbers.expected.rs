#[repr(u8)]
pub enum Class {
    Cat = 1,
    Dog = 4,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    impl Class {
        /// The labels, in the order of the variants.
        pub const LABELS: &'static [&'static ::tensor_format::__private::core::primitive::str] = &[
            "Cat",
            "Dog",
        ];
    }
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Class {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::tensor(
            ::tensor_format::__private::ElementType::U8,
            &[],
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Class {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::block(__sink, self)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Class {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Source::block(__source)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Class {
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
    impl ::tensor_format::__private::Feeds<Self> for Class {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Class {}
    #[automatically_derived]
    impl ::tensor_format::__private::Block for Class {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::write_number::<
                ::tensor_format::__private::core::primitive::u8,
                _,
            >(
                __out,
                match self {
                    Self::Cat => {
                        Self::Cat as ::tensor_format::__private::core::primitive::u8
                    }
                    Self::Dog => {
                        Self::Dog as ::tensor_format::__private::core::primitive::u8
                    }
                },
            )
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Class {
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::core::result::Result::Ok(
                match ::tensor_format::__private::read_number::<
                    ::tensor_format::__private::core::primitive::u8,
                    _,
                >(
                    __source,
                    const {
                        &[
                            (
                                Self::Cat as ::tensor_format::__private::core::primitive::u8
                                    as ::tensor_format::__private::core::primitive::i128,
                                "Cat",
                            ),
                            (
                                Self::Dog as ::tensor_format::__private::core::primitive::u8
                                    as ::tensor_format::__private::core::primitive::i128,
                                "Dog",
                            ),
                        ]
                    },
                )? {
                    0usize => Self::Cat,
                    _ => Self::Dog,
                },
            )
        }
    }
};

#[repr(u8)]
pub enum Level {
    Low,
    High = 10,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    impl Level {
        /// The labels, in the order of the variants.
        pub const LABELS: &'static [&'static ::tensor_format::__private::core::primitive::str] = &[
            "low",
            "high",
        ];
    }
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Level {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::tensor(
            ::tensor_format::__private::ElementType::U8,
            &[],
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Level {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::block(__sink, self)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Level {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Source::block(__source)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Level {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Level {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Level {}
    #[automatically_derived]
    impl ::tensor_format::__private::Block for Level {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::write_number::<
                ::tensor_format::__private::core::primitive::u8,
                _,
            >(
                __out,
                match self {
                    Self::Low => {
                        Self::Low as ::tensor_format::__private::core::primitive::u8
                    }
                    Self::High => {
                        Self::High as ::tensor_format::__private::core::primitive::u8
                    }
                },
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Level {
        type Form = ::tensor_format::__private::Stacked;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Level {
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(
                match ::tensor_format::__private::read_number::<
                    ::tensor_format::__private::core::primitive::u8,
                    _,
                >(
                    __source,
                    const {
                        &[
                            (
                                Self::Low as ::tensor_format::__private::core::primitive::u8
                                    as ::tensor_format::__private::core::primitive::i128,
                                "low",
                            ),
                            (
                                Self::High
                                    as ::tensor_format::__private::core::primitive::u8
                                    as ::tensor_format::__private::core::primitive::i128,
                                "high",
                            ),
                        ]
                    },
                )? {
                    0usize => Self::Low,
                    _ => Self::High,
                },
            )
        }
    }
};

pub enum Animal {
    BigCat,
    Dog,
    Unknown,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    impl Animal {
        /// The labels, in the order of the variants.
        pub const LABELS: &'static [&'static ::tensor_format::__private::core::primitive::str] = &[
            "big-cat",
            "dog",
            "n/a",
        ];
    }
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Animal {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::tensor(
            ::tensor_format::__private::ElementType::String,
            &[],
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Animal {
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
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Animal {
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
    impl ::tensor_format::__private::Field for Animal {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Animal {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Animal {}
    #[automatically_derived]
    impl ::tensor_format::__private::Block for Animal {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::write_label(
                __out,
                match self {
                    Self::BigCat => "big-cat",
                    Self::Dog => "dog",
                    Self::Unknown => "n/a",
                },
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Animal {
        type Form = ::tensor_format::__private::Stacked;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Animal {
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(
                match ::tensor_format::__private::read_label(__source, Self::LABELS)? {
                    0usize => Self::BigCat,
                    1usize => Self::Dog,
                    _ => Self::Unknown,
                },
            )
        }
    }
};

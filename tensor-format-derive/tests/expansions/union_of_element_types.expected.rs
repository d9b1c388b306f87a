pub enum Name<'a> {
    Text(&'a str),
    Number(u64),
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: ::tensor_format::__private::Rules<'static> = <Name<
        'static,
    > as ::tensor_format::__private::HasRules>::RULES;
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Name<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __variants = &[
                ::tensor_format::__private::UnionVariant {
                    name: "Text",
                    ty: "&'a str",
                    rules: <&'a str as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                },
                ::tensor_format::__private::UnionVariant {
                    name: "Number",
                    ty: "u64",
                    rules: <u64 as ::tensor_format::__private::HasRules>::RULES,
                },
            ];
            ::tensor_format::__private::check_variant("Name", __variants, 0usize);
            ::tensor_format::__private::check_variant("Name", __variants, 1usize);
            ::tensor_format::__private::union_rules(__variants)
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Name<'a>
    where
        for<'__x> &'a str: ::tensor_format::__private::EncodeIf<'__x>,
        for<'__x> u64: ::tensor_format::__private::EncodeIf<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            match self {
                Self::Text(__it) => {
                    <&'a str as ::tensor_format::__private::EncodeIf<
                        '_,
                    >>::encode_if(__it, __sink)
                }
                Self::Number(__it) => {
                    <u64 as ::tensor_format::__private::EncodeIf<
                        '_,
                    >>::encode_if(__it, __sink)
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Name<'a>
    where
        &'a str: ::tensor_format::__private::DecodeIf<'__de>,
        u64: ::tensor_format::__private::DecodeIf<'__de>,
    {
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            let (__variant, mut __begun) = ::tensor_format::__private::begin_union::<
                Self,
                _,
            >(
                __source,
                const {
                    &[
                        ::tensor_format::__private::types_of(
                            <&'a str as ::tensor_format::__private::IsField<
                                _,
                                ::tensor_format::__private::Whole,
                            >>::OWN,
                        ),
                        ::tensor_format::__private::types_of(
                            <u64 as ::tensor_format::__private::HasRules>::RULES,
                        ),
                    ]
                },
            )?;
            ::tensor_format::__private::Ok(
                match __variant {
                    0 => {
                        Self::Text(
                            <&'a str as ::tensor_format::__private::DecodeIf<
                                '__de,
                            >>::decode_if(&mut __begun)?,
                        )
                    }
                    _ => {
                        Self::Number(
                            <u64 as ::tensor_format::__private::DecodeIf<
                                '__de,
                            >>::decode_if(&mut __begun)?,
                        )
                    }
                },
            )
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            let (__variant, mut __begun) = ::tensor_format::__private::begin_union::<
                Self,
                _,
            >(
                __source,
                const {
                    &[
                        ::tensor_format::__private::types_of(
                            <&'a str as ::tensor_format::__private::IsField<
                                _,
                                ::tensor_format::__private::Whole,
                            >>::OWN,
                        ),
                        ::tensor_format::__private::types_of(
                            <u64 as ::tensor_format::__private::HasRules>::RULES,
                        ),
                    ]
                },
            )?;
            match (__variant, &mut *self) {
                (0, Self::Text(__it)) => {
                    return <&'a str as ::tensor_format::__private::DecodeIf<
                        '__de,
                    >>::decode_into_if(__it, &mut __begun);
                }
                (1, Self::Number(__it)) => {
                    return <u64 as ::tensor_format::__private::DecodeIf<
                        '__de,
                    >>::decode_into_if(__it, &mut __begun);
                }
                _ => {}
            }
            *self = match __variant {
                0 => {
                    Self::Text(
                        <&'a str as ::tensor_format::__private::DecodeIf<
                            '__de,
                        >>::decode_if(&mut __begun)?,
                    )
                }
                _ => {
                    Self::Number(
                        <u64 as ::tensor_format::__private::DecodeIf<
                            '__de,
                        >>::decode_if(&mut __begun)?,
                    )
                }
            };
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Name<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Name<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Name<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Borrowing for Name<'a> {
        type Of<'__a> = Name<'__a>;
    }
};

pub struct Detected {
    pub crops: Vec<[u8; 3]>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Detected {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<(Vec<[u8; 3]>,), 1usize>(["crops"])
            }),
        );
        const NAME_TABLE: ::tensor_format::__private::core::option::Option<
            &'static [u8],
        > = ::tensor_format::__private::core::option::Option::Some(
            b"\x0B\x01\x01\x05crops",
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Detected {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            let __fields = (&self.crops,);
            ::tensor_format::__private::encode_record(
                ::tensor_format::__private::Sink::record::<
                    Self,
                >(__sink, &::tensor_format::__private::EncodeFields::counts(&__fields)),
                __fields,
                __sink,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            )
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Detected {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record(
                ::tensor_format::__private::Source::record::<Self>(__source),
                __source,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            ) {
                ::tensor_format::__private::core::result::Result::Ok((__0,)) => {
                    ::tensor_format::__private::core::result::Result::Ok(Self {
                        crops: __0,
                    })
                }
                ::tensor_format::__private::core::result::Result::Err(__error) => {
                    ::tensor_format::__private::core::result::Result::Err(__error)
                }
            }
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Done {
            ::tensor_format::__private::fill_record(
                ::tensor_format::__private::Source::record::<Self>(__source),
                (&mut self.crops,),
                __source,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Detected {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Detected {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Detected {}
};
pub struct Classify {
    pub image: Vec<[u8; 3]>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Classify {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<(Vec<[u8; 3]>,), 1usize>(["image"])
            }),
        );
        const NAME_TABLE: ::tensor_format::__private::core::option::Option<
            &'static [u8],
        > = ::tensor_format::__private::core::option::Option::Some(
            b"\x0B\x01\x01\x05image",
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Classify {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            let __fields = (&self.image,);
            ::tensor_format::__private::encode_record(
                ::tensor_format::__private::Sink::record::<
                    Self,
                >(__sink, &::tensor_format::__private::EncodeFields::counts(&__fields)),
                __fields,
                __sink,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            )
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Classify {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record(
                ::tensor_format::__private::Source::record::<Self>(__source),
                __source,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            ) {
                ::tensor_format::__private::core::result::Result::Ok((__0,)) => {
                    ::tensor_format::__private::core::result::Result::Ok(Self {
                        image: __0,
                    })
                }
                ::tensor_format::__private::core::result::Result::Err(__error) => {
                    ::tensor_format::__private::core::result::Result::Err(__error)
                }
            }
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Done {
            ::tensor_format::__private::fill_record(
                ::tensor_format::__private::Source::record::<Self>(__source),
                (&mut self.image,),
                __source,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Classify {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Classify {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Classify {}
};
const _: () = {
    const FROM: ::tensor_format::Rules<'static> = <Detected as ::tensor_format::__private::Feeding<
        Classify,
    >>::FROM;
    const TO: ::tensor_format::Rules<'static> = <Classify as ::tensor_format::HasRules>::RULES;
    const RENAMES: &[(&str, &str)] = &[("image", "crops")];
    const _: () = ::tensor_format::__private::check_renamed("Classify", &TO, "image");
    const _: () = ::tensor_format::__private::check_renamed("Detected", &FROM, "crops");
    ::tensor_format::__private::check_feeds("Detected", &FROM, "Classify", &TO, RENAMES);
    #[automatically_derived]
    impl ::tensor_format::Feeds<Classify> for Detected {
        const RENAMES: &'static [(&'static str, &'static str)] = RENAMES;
    }
};

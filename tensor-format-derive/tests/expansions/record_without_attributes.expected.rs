pub struct Plain {
    pub id: u64,
    pub text: String,
    pub values: Vec<f32>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Plain {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<
                    (u64, String, Vec<f32>),
                    3usize,
                >(["id", "text", "values"])
            }),
        );
        const NAME_TABLE: ::tensor_format::__private::core::option::Option<
            &'static [u8],
        > = ::tensor_format::__private::core::option::Option::Some(
            b"\x0B\x01\x03\x02id\x04text\x06values",
        );
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
            let __fields = (&self.id, &self.text, &self.values);
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
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Plain {
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
                ::tensor_format::__private::core::result::Result::Ok((__0, __1, __2)) => {
                    ::tensor_format::__private::core::result::Result::Ok(Self {
                        id: __0,
                        text: __1,
                        values: __2,
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
                (&mut self.id, &mut self.text, &mut self.values),
                __source,
                <Self as ::tensor_format::__private::HasRules>::rules,
                ::tensor_format::__private::core::option::Option::None,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Plain {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Plain {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Plain {}
};

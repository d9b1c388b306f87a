use std::collections::HashMap;
pub struct StateDict(pub HashMap<String, Vec<f32>>);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_entries(
            "StateDict",
            "HashMap<String, Vec<f32>>",
            <HashMap<
                String,
                Vec<f32>,
            > as ::tensor_format::__private::RecordEntries>::VALUE,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for StateDict {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::ANY,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for StateDict
    where
        for<'__x> HashMap<
            String,
            Vec<f32>,
        >: ::tensor_format::__private::EncodeEntries<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <HashMap<
                String,
                Vec<f32>,
            > as ::tensor_format::__private::EncodeEntries<
                '_,
            >>::write_entries(&self.0, __sink)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for StateDict
    where
        HashMap<String, Vec<f32>>: ::tensor_format::__private::DecodeEntries<'__de>,
    {
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <HashMap<
                    String,
                    Vec<f32>,
                > as ::tensor_format::__private::DecodeEntries<
                    '__de,
                >>::read_entries(__source)?,
            })
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            <HashMap<
                String,
                Vec<f32>,
            > as ::tensor_format::__private::DecodeEntries<
                '__de,
            >>::read_entries_into(&mut self.0, __source)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for StateDict {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for StateDict {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for StateDict {}
};

pub struct Long {
    pub f0: u8,
    pub f1: u8,
    pub f2: u8,
    pub f3: u8,
    pub f4: u8,
    pub f5: u8,
    pub f6: u8,
    pub f7: u8,
    pub f8: u8,
    pub f9: u8,
    pub f10: u8,
    pub f11: u8,
    pub f12: u8,
    pub f13: u8,
    pub f14: u8,
    pub f15: u8,
    pub f16: u8,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Long {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &::tensor_format::__private::params::<
                    ::tensor_format::__private::Chain<
                        (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8),
                        (u8,),
                    >,
                    (),
                    17usize,
                >([
                    "f0",
                    "f1",
                    "f2",
                    "f3",
                    "f4",
                    "f5",
                    "f6",
                    "f7",
                    "f8",
                    "f9",
                    "f10",
                    "f11",
                    "f12",
                    "f13",
                    "f14",
                    "f15",
                    "f16",
                ])
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x11\x02f0\x02f1\x02f2\x02f3\x02f4\x02f5\x02f6\x02f7\x02f8\x02f9\x03f10\x03f11\x03f12\x03f13\x03f14\x03f15\x03f16",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Long {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::fields(
                __sink,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                &::tensor_format::__private::Chain(
                    (
                        &self.f0,
                        &self.f1,
                        &self.f2,
                        &self.f3,
                        &self.f4,
                        &self.f5,
                        &self.f6,
                        &self.f7,
                        &self.f8,
                        &self.f9,
                        &self.f10,
                        &self.f11,
                        &self.f12,
                        &self.f13,
                        &self.f14,
                        &self.f15,
                    ),
                    (&self.f16,),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Long {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Long {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
            ) {
                ::tensor_format::__private::Ok(
                    ::tensor_format::__private::Chain(
                        (
                            __0,
                            __1,
                            __2,
                            __3,
                            __4,
                            __5,
                            __6,
                            __7,
                            __8,
                            __9,
                            __10,
                            __11,
                            __12,
                            __13,
                            __14,
                            __15,
                        ),
                        (__16,),
                    ),
                ) => {
                    ::tensor_format::__private::Ok(Self {
                        f0: __0,
                        f1: __1,
                        f2: __2,
                        f3: __3,
                        f4: __4,
                        f5: __5,
                        f6: __6,
                        f7: __7,
                        f8: __8,
                        f9: __9,
                        f10: __10,
                        f11: __11,
                        f12: __12,
                        f13: __13,
                        f14: __14,
                        f15: __15,
                        f16: __16,
                    })
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            if let ::tensor_format::__private::Some(__read) = ::tensor_format::__private::replaced(
                self,
                __source,
            ) {
                return __read;
            }
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                ::tensor_format::__private::Chain(
                    (
                        &mut self.f0,
                        &mut self.f1,
                        &mut self.f2,
                        &mut self.f3,
                        &mut self.f4,
                        &mut self.f5,
                        &mut self.f6,
                        &mut self.f7,
                        &mut self.f8,
                        &mut self.f9,
                        &mut self.f10,
                        &mut self.f11,
                        &mut self.f12,
                        &mut self.f13,
                        &mut self.f14,
                        &mut self.f15,
                    ),
                    (&mut self.f16,),
                ),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Long {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Long {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record> for Long {}
};

pub struct Raw {
    pub r#type: u8,
    pub r#match: tensor_format::Tensor,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Raw::match",
            "dtype",
            "write `dtype` on the fields of `tensor_format::Tensor`",
            <tensor_format::Tensor as ::tensor_format::__private::IsField<_>>::OWN,
        );
        ::tensor_format::__private::verify_types(
            "Raw::match",
            "tensor_format::Tensor",
            ::tensor_format::__private::narrowable_rules(
                <tensor_format::Tensor as ::tensor_format::__private::IsField<_>>::OWN,
            ),
            ::tensor_format::__private::ElementTypes::NONE
                .with(::tensor_format::__private::ElementType::U8)
                .with(::tensor_format::__private::ElementType::U16),
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Raw {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &{
                    let mut __params = ::tensor_format::__private::params::<
                        (u8, ()),
                        (),
                        2usize,
                    >(["type", "match"]);
                    __params[1usize] = ::tensor_format::__private::param_of_type(
                        "match",
                        <tensor_format::Tensor as ::tensor_format::__private::IsField<
                            _,
                        >>::ENTRY,
                    );
                    __params[1usize].rules = ::tensor_format::__private::TensorRules {
                        types: ::tensor_format::__private::narrow_types(
                            ::tensor_format::__private::narrowable_rules(
                                <tensor_format::Tensor as ::tensor_format::__private::IsField<
                                    _,
                                >>::OWN,
                            ),
                            ::tensor_format::__private::ElementTypes::NONE
                                .with(::tensor_format::__private::ElementType::U8)
                                .with(::tensor_format::__private::ElementType::U16),
                        ),
                        axes: ::tensor_format::__private::narrowable_rules(
                                <tensor_format::Tensor as ::tensor_format::__private::IsField<
                                    _,
                                >>::OWN,
                            )
                            .axes,
                        range: ::tensor_format::__private::narrowable_rules(
                                <tensor_format::Tensor as ::tensor_format::__private::IsField<
                                    _,
                                >>::OWN,
                            )
                            .range,
                    };
                    __params
                }
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x02\x04type\x05match",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Raw {
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
                &(
                    &self.r#type,
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        1usize,
                    >::new(
                        ::tensor_format::__private::FieldRef::<
                            '_,
                            <<tensor_format::Tensor as ::tensor_format::__private::IsField<
                                _,
                            >>::Kind as ::tensor_format::__private::Encodes<
                                tensor_format::Tensor,
                                _,
                            >>::Kind,
                        >(&self.r#match),
                    ),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Raw {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Raw {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                (
                    _,
                    ::tensor_format::__private::WithRules<
                        Self,
                        ::tensor_format::__private::FieldValue<
                            <<tensor_format::Tensor as ::tensor_format::__private::IsField<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                tensor_format::Tensor,
                                _,
                            >>::Kind,
                        >,
                        1usize,
                    >,
                ),
                _,
            >(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
            ) {
                ::tensor_format::__private::Ok((__0, __1)) => {
                    ::tensor_format::__private::Ok(Self {
                        r#type: __0,
                        r#match: __1.0.0,
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
                (
                    &mut self.r#type,
                    ::tensor_format::__private::WithRules::<
                        Self,
                        _,
                        1usize,
                    >::new(
                        ::tensor_format::__private::FieldMutOf::<
                            '_,
                            <<tensor_format::Tensor as ::tensor_format::__private::IsField<
                                _,
                            >>::Kind as ::tensor_format::__private::Decodes<
                                '__de,
                                tensor_format::Tensor,
                                _,
                            >>::Kind,
                        >(&mut self.r#match),
                    ),
                ),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Raw {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Raw {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record> for Raw {}
};

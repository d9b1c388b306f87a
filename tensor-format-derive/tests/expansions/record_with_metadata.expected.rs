pub struct Run {
    pub samples: Vec<f32>,
    pub number: u64,
    pub comment: Option<String>,
    pub gain: f64,
    pub tags: Vec<String>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (<Vec<f32> as ::tensor_format::__private::IsFieldStd<_>>::Kind,);
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_metadata_default(
            "Run::gain",
            {
                #[allow(unused_imports)]
                use ::tensor_format::__private::IsNoOption as _;
                ::tensor_format::__private::IsOption::<f64>::IS_OPTION
            },
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Run {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                    &::tensor_format::__private::params::<
                        (Vec<f32>,),
                        __Known,
                        1usize,
                    >(["samples"])
                })
                .with_metadata(const {
                    &[
                        ::tensor_format::__private::MetadataField::new(
                            "number",
                            !{
                                #[allow(unused_imports)]
                                use ::tensor_format::__private::IsNoOption as _;
                                ::tensor_format::__private::IsOption::<u64>::IS_OPTION
                            },
                        ),
                        ::tensor_format::__private::MetadataField::new(
                            "note",
                            !{
                                #[allow(unused_imports)]
                                use ::tensor_format::__private::IsNoOption as _;
                                ::tensor_format::__private::IsOption::<
                                    Option<String>,
                                >::IS_OPTION
                            },
                        ),
                        ::tensor_format::__private::MetadataField::new("gain", false),
                        ::tensor_format::__private::MetadataField::new("tags", false),
                    ]
                }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x01\x07samples",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Run {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        >
        where
            __Known:,
        {
            <<() as ::tensor_format::__private::HasJson>::In<
                u64,
            > as ::tensor_format::__private::Metadata>::write_metadata(
                &self.number,
                __sink,
                "number",
                const {
                    #[allow(unused_imports)]
                    use ::tensor_format::__private::IsNoOption as _;
                    ::tensor_format::__private::IsOption::<u64>::IS_OPTION
                },
            )?;
            <<() as ::tensor_format::__private::HasJson>::In<
                Option<String>,
            > as ::tensor_format::__private::Metadata>::write_metadata(
                &self.comment,
                __sink,
                "note",
                const {
                    #[allow(unused_imports)]
                    use ::tensor_format::__private::IsNoOption as _;
                    ::tensor_format::__private::IsOption::<Option<String>>::IS_OPTION
                },
            )?;
            <<() as ::tensor_format::__private::HasJson>::In<
                f64,
            > as ::tensor_format::__private::Metadata>::write_metadata(
                &self.gain,
                __sink,
                "gain",
                const {
                    #[allow(unused_imports)]
                    use ::tensor_format::__private::IsNoOption as _;
                    ::tensor_format::__private::IsOption::<f64>::IS_OPTION
                },
            )?;
            <<() as ::tensor_format::__private::HasJson>::In<
                Vec<String>,
            > as ::tensor_format::__private::Metadata>::write_metadata(
                &self.tags,
                __sink,
                "tags",
                const {
                    #[allow(unused_imports)]
                    use ::tensor_format::__private::IsNoOption as _;
                    ::tensor_format::__private::IsOption::<Vec<String>>::IS_OPTION
                },
            )?;
            ::tensor_format::__private::Sink::fields(
                __sink,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                &(&self.samples,),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Run {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Run {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            let __metadata_0 = <<() as ::tensor_format::__private::HasJson>::In<
                u64,
            > as ::tensor_format::__private::Metadata>::need_metadata(
                __source,
                "number",
            )?;
            let __metadata_1 = <<() as ::tensor_format::__private::HasJson>::In<
                Option<String>,
            > as ::tensor_format::__private::Metadata>::need_metadata(__source, "note")?;
            let __metadata_2 = match <<() as ::tensor_format::__private::HasJson>::In<
                f64,
            > as ::tensor_format::__private::Metadata>::read_metadata(
                __source,
                "gain",
            )? {
                ::tensor_format::__private::Some(__field) => __field,
                ::tensor_format::__private::None => {
                    let __default: f64 = 1.0;
                    __default
                }
            };
            let __metadata_3 = match <<() as ::tensor_format::__private::HasJson>::In<
                Vec<String>,
            > as ::tensor_format::__private::Metadata>::read_metadata(
                __source,
                "tags",
            )? {
                ::tensor_format::__private::Some(__field) => __field,
                ::tensor_format::__private::None => {
                    <Vec<
                        String,
                    > as ::tensor_format::__private::HasDefault<_>>::of_default()
                }
            };
            match ::tensor_format::__private::decode_record(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
            ) {
                ::tensor_format::__private::Ok((__0,)) => {
                    ::tensor_format::__private::Ok(Self {
                        samples: __0,
                        number: __metadata_0,
                        comment: __metadata_1,
                        gain: __metadata_2,
                        tags: __metadata_3,
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
        >
        where
            __Known:,
        {
            if let ::tensor_format::__private::Some(__read) = ::tensor_format::__private::replaced(
                self,
                __source,
            ) {
                return __read;
            }
            let __metadata_0 = <<() as ::tensor_format::__private::HasJson>::In<
                u64,
            > as ::tensor_format::__private::Metadata>::need_metadata(
                __source,
                "number",
            )?;
            let __metadata_1 = <<() as ::tensor_format::__private::HasJson>::In<
                Option<String>,
            > as ::tensor_format::__private::Metadata>::need_metadata(__source, "note")?;
            let __metadata_2 = match <<() as ::tensor_format::__private::HasJson>::In<
                f64,
            > as ::tensor_format::__private::Metadata>::read_metadata(
                __source,
                "gain",
            )? {
                ::tensor_format::__private::Some(__field) => __field,
                ::tensor_format::__private::None => {
                    let __default: f64 = 1.0;
                    __default
                }
            };
            let __metadata_3 = match <<() as ::tensor_format::__private::HasJson>::In<
                Vec<String>,
            > as ::tensor_format::__private::Metadata>::read_metadata(
                __source,
                "tags",
            )? {
                ::tensor_format::__private::Some(__field) => __field,
                ::tensor_format::__private::None => {
                    <Vec<
                        String,
                    > as ::tensor_format::__private::HasDefault<_>>::of_default()
                }
            };
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                (&mut self.samples,),
            )?;
            self.number = __metadata_0;
            self.comment = __metadata_1;
            self.gain = __metadata_2;
            self.tags = __metadata_3;
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Run {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Run {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record> for Run {}
};

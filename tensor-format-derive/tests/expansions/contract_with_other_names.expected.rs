pub struct Detected {
    pub crops: Vec<[u8; 3]>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Detected::crops",
            <<Vec<
                [u8; 3],
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Detected {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "crops",
                        ::tensor_format::__private::field_rules(
                            <<Vec<
                                [u8; 3],
                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <Vec<[u8; 3]> as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
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
            ::tensor_format::__private::Sink::record::<
                Self,
            >(
                __sink,
                &[
                    ::tensor_format::__private::count::<
                        <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Vec<
                            [u8; 3],
                        > as ::tensor_format::__private::Field>::items(&self.crops),
                    ),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::items(&self.crops),
                __sink,
                "crops",
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
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
            if let ::tensor_format::__private::RecordOrder::Declared = ::tensor_format::__private::Source::record::<
                Self,
            >(__source)? {
                return ::tensor_format::__private::core::result::Result::Ok(Self {
                    crops: {
                        let mut __slot = <<Vec<
                            [u8; 3],
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "crops")?,
                            "crops",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                [u8; 3],
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "crops",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<Vec<
                [u8; 3],
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_item::<
                                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "crops")?,
                            "crops",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                crops: ::tensor_format::__private::present(
                    <Vec<
                        [u8; 3],
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "crops",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Detected {
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
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Classify::image",
            <<Vec<
                [u8; 3],
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Classify {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "image",
                        ::tensor_format::__private::field_rules(
                            <<Vec<
                                [u8; 3],
                            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                        ),
                        <Vec<[u8; 3]> as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
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
            ::tensor_format::__private::Sink::record::<
                Self,
            >(
                __sink,
                &[
                    ::tensor_format::__private::count::<
                        <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                    >(
                        <Vec<
                            [u8; 3],
                        > as ::tensor_format::__private::Field>::items(&self.image),
                    ),
                ],
            )?;
            ::tensor_format::__private::encode_items::<
                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::items(&self.image),
                __sink,
                "image",
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
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
            if let ::tensor_format::__private::RecordOrder::Declared = ::tensor_format::__private::Source::record::<
                Self,
            >(__source)? {
                return ::tensor_format::__private::core::result::Result::Ok(Self {
                    image: {
                        let mut __slot = <<Vec<
                            [u8; 3],
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "image")?,
                            "image",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                [u8; 3],
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "image",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<Vec<
                [u8; 3],
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_item::<
                                <Vec<[u8; 3]> as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "image")?,
                            "image",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                image: ::tensor_format::__private::present(
                    <Vec<
                        [u8; 3],
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "image",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Classify {
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
    impl ::tensor_format::__private::Feeds<Self> for Classify {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Classify {}
};
const _: () = {
    const FROM: ::tensor_format::Rules<'static> = <Detected as ::tensor_format::HasRules>::RULES;
    const TO: ::tensor_format::Rules<'static> = <Classify as ::tensor_format::HasRules>::RULES;
    const RENAMES: &[(&str, &str)] = &[("image", "crops")];
    ::tensor_format::__private::check_feeds("Detected", &FROM, "Classify", &TO, RENAMES);
    #[automatically_derived]
    impl ::tensor_format::Feeds<Classify> for Detected {
        const RENAMES: &'static [(&'static str, &'static str)] = RENAMES;
    }
};

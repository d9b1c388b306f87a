pub mod millis {
    pub struct Duration(pub u64);
    pub(super) fn to_wire(duration: &Duration) -> u64 {
        duration.0
    }
    pub(super) fn from_wire(millis: u64) -> Result<Duration, std::convert::Infallible> {
        Ok(Duration(millis))
    }
}
pub struct Timed {
    pub elapsed: millis::Duration,
    pub timeout: Option<millis::Duration>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_numbers(
            "Timed::timeout",
            "Option<millis::Duration>` with `self::millis",
            ::tensor_format::__private::field_rules(
                ::tensor_format::__private::module::<
                    Option<millis::Duration>,
                    _,
                    _,
                    _,
                    _,
                    _,
                >(self::millis::to_wire, self::millis::from_wire)
                    .rules(),
            ),
        );
        ::tensor_format::__private::verify_bound(
            "Timed::timeout",
            ::tensor_format::__private::field_rules(
                ::tensor_format::__private::module::<
                    Option<millis::Duration>,
                    _,
                    _,
                    _,
                    _,
                    _,
                >(self::millis::to_wire, self::millis::from_wire)
                    .rules(),
            ),
            ::tensor_format::__private::Number::Int(1),
            "1",
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Timed::elapsed",
            ::tensor_format::__private::module::<
                millis::Duration,
                _,
                _,
                _,
                _,
                _,
            >(millis::to_wire, millis::from_wire)
                .rules(),
        );
        ::tensor_format::__private::verify_with(
            "Timed::elapsed",
            "millis",
            ::tensor_format::__private::module::<
                millis::Duration,
                _,
                _,
                _,
                _,
                _,
            >(millis::to_wire, millis::from_wire)
                .written_rules(),
            ::tensor_format::__private::module::<
                millis::Duration,
                _,
                _,
                _,
                _,
                _,
            >(millis::to_wire, millis::from_wire)
                .rules(),
        );
        ::tensor_format::__private::verify_field(
            "Timed::timeout",
            ::tensor_format::__private::module::<
                Option<millis::Duration>,
                _,
                _,
                _,
                _,
                _,
            >(self::millis::to_wire, self::millis::from_wire)
                .rules(),
        );
        ::tensor_format::__private::verify_with(
            "Timed::timeout",
            "self::millis",
            ::tensor_format::__private::module::<
                Option<millis::Duration>,
                _,
                _,
                _,
                _,
                _,
            >(self::millis::to_wire, self::millis::from_wire)
                .written_rules(),
            ::tensor_format::__private::module::<
                Option<millis::Duration>,
                _,
                _,
                _,
                _,
                _,
            >(self::millis::to_wire, self::millis::from_wire)
                .rules(),
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Timed {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "elapsed",
                        ::tensor_format::__private::field_rules(
                            ::tensor_format::__private::module::<
                                millis::Duration,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(millis::to_wire, millis::from_wire)
                                .rules(),
                        ),
                        ::tensor_format::__private::module::<
                            millis::Duration,
                            _,
                            _,
                            _,
                            _,
                            _,
                        >(millis::to_wire, millis::from_wire)
                            .presence(),
                        "",
                    ),
                    ::tensor_format::__private::ranged(
                        ::tensor_format::__private::param(
                            "timeout",
                            ::tensor_format::__private::field_rules(
                                ::tensor_format::__private::module::<
                                    Option<millis::Duration>,
                                    _,
                                    _,
                                    _,
                                    _,
                                    _,
                                >(self::millis::to_wire, self::millis::from_wire)
                                    .rules(),
                            ),
                            ::tensor_format::__private::module::<
                                Option<millis::Duration>,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(self::millis::to_wire, self::millis::from_wire)
                                .presence(),
                            "",
                        ),
                        const {
                            &::tensor_format::__private::ValueRange::new(
                                ::tensor_format::__private::core::option::Option::Some(
                                    ::tensor_format::__private::Number::Int(1),
                                ),
                                ::tensor_format::__private::core::option::Option::None,
                            )
                        },
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Timed {
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
                    ::tensor_format::__private::module::<
                        millis::Duration,
                        _,
                        _,
                        _,
                        _,
                        _,
                    >(millis::to_wire, millis::from_wire)
                        .count(&self.elapsed),
                    ::tensor_format::__private::module::<
                        Option<millis::Duration>,
                        _,
                        _,
                        _,
                        _,
                        _,
                    >(self::millis::to_wire, self::millis::from_wire)
                        .count(&self.timeout),
                ],
            )?;
            ::tensor_format::__private::module::<
                millis::Duration,
                _,
                _,
                _,
                _,
                _,
            >(millis::to_wire, millis::from_wire)
                .encode::<
                    Self,
                    _,
                    0,
                >(
                    &self.elapsed,
                    __sink,
                    ::tensor_format::__private::core::option::Option::None,
                )?;
            ::tensor_format::__private::module::<
                Option<millis::Duration>,
                _,
                _,
                _,
                _,
                _,
            >(self::millis::to_wire, self::millis::from_wire)
                .encode::<
                    Self,
                    _,
                    1,
                >(
                    &self.timeout,
                    __sink,
                    ::tensor_format::__private::core::option::Option::None,
                )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Timed {
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
                    elapsed: {
                        let mut __slot = ::tensor_format::__private::module::<
                            millis::Duration,
                            _,
                            _,
                            _,
                            _,
                            _,
                        >(millis::to_wire, millis::from_wire)
                            .slot();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::module::<
                                millis::Duration,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(millis::to_wire, millis::from_wire)
                                .decode::<
                                    Self,
                                    _,
                                    0,
                                >(
                                    __source,
                                    ::tensor_format::__private::core::option::Option::None,
                                )?,
                            "elapsed",
                        )?;
                        ::tensor_format::__private::present(
                            ::tensor_format::__private::module::<
                                millis::Duration,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(millis::to_wire, millis::from_wire)
                                .field(__slot),
                            "elapsed",
                        )?
                    },
                    timeout: {
                        let mut __slot = ::tensor_format::__private::module::<
                            Option<millis::Duration>,
                            _,
                            _,
                            _,
                            _,
                            _,
                        >(self::millis::to_wire, self::millis::from_wire)
                            .slot();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::module::<
                                Option<millis::Duration>,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(self::millis::to_wire, self::millis::from_wire)
                                .decode::<
                                    Self,
                                    _,
                                    1,
                                >(
                                    __source,
                                    ::tensor_format::__private::core::option::Option::None,
                                )?,
                            "timeout",
                        )?;
                        ::tensor_format::__private::present(
                            ::tensor_format::__private::module::<
                                Option<millis::Duration>,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(self::millis::to_wire, self::millis::from_wire)
                                .field(__slot),
                            "timeout",
                        )?
                    },
                });
            }
            let mut __slot_0 = ::tensor_format::__private::module::<
                millis::Duration,
                _,
                _,
                _,
                _,
                _,
            >(millis::to_wire, millis::from_wire)
                .slot();
            let mut __slot_1 = ::tensor_format::__private::module::<
                Option<millis::Duration>,
                _,
                _,
                _,
                _,
                _,
            >(self::millis::to_wire, self::millis::from_wire)
                .slot();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::module::<
                                millis::Duration,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(millis::to_wire, millis::from_wire)
                                .decode::<
                                    Self,
                                    _,
                                    0,
                                >(
                                    __source,
                                    ::tensor_format::__private::core::option::Option::None,
                                )?,
                            "elapsed",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::module::<
                                Option<millis::Duration>,
                                _,
                                _,
                                _,
                                _,
                                _,
                            >(self::millis::to_wire, self::millis::from_wire)
                                .decode::<
                                    Self,
                                    _,
                                    1,
                                >(
                                    __source,
                                    ::tensor_format::__private::core::option::Option::None,
                                )?,
                            "timeout",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                elapsed: ::tensor_format::__private::present(
                    ::tensor_format::__private::module::<
                        millis::Duration,
                        _,
                        _,
                        _,
                        _,
                        _,
                    >(millis::to_wire, millis::from_wire)
                        .field(__slot_0),
                    "elapsed",
                )?,
                timeout: ::tensor_format::__private::present(
                    ::tensor_format::__private::module::<
                        Option<millis::Duration>,
                        _,
                        _,
                        _,
                        _,
                        _,
                    >(self::millis::to_wire, self::millis::from_wire)
                        .field(__slot_1),
                    "timeout",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Timed {
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
    impl ::tensor_format::__private::Feeds<Self> for Timed {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Timed {}
};

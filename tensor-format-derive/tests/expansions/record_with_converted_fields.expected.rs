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
            ::tensor_format::__private::narrowable_rules(
                ::tensor_format::__private::module::<
                    _,
                    _,
                    _,
                    _,
                >(
                        |__wire| ::tensor_format::__private::Refusal::in_text()(
                            ::tensor_format::__private::Given::given(
                                self::millis::from_wire(
                                    ::tensor_format::__private::Wire::take()(__wire),
                                ),
                            ),
                        ),
                        |__value| {
                            let __kind = ::tensor_format::__private::Known(__value)
                                .kind::<Option<millis::Duration>>();
                            (
                                ::tensor_format::__private::Wire::give(
                                    self::millis::to_wire(__value),
                                ),
                                __kind,
                            )
                        },
                    )
                    .rules(),
            ),
        );
        ::tensor_format::__private::verify_bound(
            "Timed::timeout",
            ::tensor_format::__private::narrowable_rules(
                ::tensor_format::__private::module::<
                    _,
                    _,
                    _,
                    _,
                >(
                        |__wire| ::tensor_format::__private::Refusal::in_text()(
                            ::tensor_format::__private::Given::given(
                                self::millis::from_wire(
                                    ::tensor_format::__private::Wire::take()(__wire),
                                ),
                            ),
                        ),
                        |__value| {
                            let __kind = ::tensor_format::__private::Known(__value)
                                .kind::<Option<millis::Duration>>();
                            (
                                ::tensor_format::__private::Wire::give(
                                    self::millis::to_wire(__value),
                                ),
                                __kind,
                            )
                        },
                    )
                    .rules(),
            ),
            ::tensor_format::__private::Bound::Int(1),
            "1",
        );
        ::tensor_format::__private::verify_range(
            "Timed::timeout",
            "Option<millis::Duration>` with `self::millis",
            ::tensor_format::__private::narrowable_rules(
                ::tensor_format::__private::module::<
                    _,
                    _,
                    _,
                    _,
                >(
                        |__wire| ::tensor_format::__private::Refusal::in_text()(
                            ::tensor_format::__private::Given::given(
                                self::millis::from_wire(
                                    ::tensor_format::__private::Wire::take()(__wire),
                                ),
                            ),
                        ),
                        |__value| {
                            let __kind = ::tensor_format::__private::Known(__value)
                                .kind::<Option<millis::Duration>>();
                            (
                                ::tensor_format::__private::Wire::give(
                                    self::millis::to_wire(__value),
                                ),
                                __kind,
                            )
                        },
                    )
                    .rules(),
            ),
            &::tensor_format::__private::ValueRange::new(
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Int(1),
                ),
                ::tensor_format::__private::None,
            ),
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_wire(
            "Timed::elapsed",
            "millis",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            millis::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<millis::Duration>();
                        (
                            ::tensor_format::__private::Wire::give(
                                millis::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .rules(),
        );
        ::tensor_format::__private::verify_with(
            "Timed::elapsed",
            "millis",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            millis::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<millis::Duration>();
                        (
                            ::tensor_format::__private::Wire::give(
                                millis::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .written_rules(),
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            millis::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<millis::Duration>();
                        (
                            ::tensor_format::__private::Wire::give(
                                millis::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .rules(),
        );
        ::tensor_format::__private::verify_wire(
            "Timed::timeout",
            "self::millis",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            self::millis::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<Option<millis::Duration>>();
                        (
                            ::tensor_format::__private::Wire::give(
                                self::millis::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .rules(),
        );
        ::tensor_format::__private::verify_with(
            "Timed::timeout",
            "self::millis",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            self::millis::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<Option<millis::Duration>>();
                        (
                            ::tensor_format::__private::Wire::give(
                                self::millis::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .written_rules(),
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            self::millis::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<Option<millis::Duration>>();
                        (
                            ::tensor_format::__private::Wire::give(
                                self::millis::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .rules(),
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Timed {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Record(
            ::tensor_format::__private::RecordRules::new(const {
                &{
                    let mut __params = ::tensor_format::__private::params::<
                        ((), ()),
                        (),
                        2usize,
                    >(["elapsed", "timeout"]);
                    __params[0usize] = ::tensor_format::__private::param(
                        "elapsed",
                        ::tensor_format::__private::field_rules(
                            ::tensor_format::__private::module::<
                                _,
                                _,
                                _,
                                _,
                            >(
                                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                                        ::tensor_format::__private::Given::given(
                                            millis::from_wire(
                                                ::tensor_format::__private::Wire::take()(__wire),
                                            ),
                                        ),
                                    ),
                                    |__value| {
                                        let __kind = ::tensor_format::__private::Known(__value)
                                            .kind::<millis::Duration>();
                                        (
                                            ::tensor_format::__private::Wire::give(
                                                millis::to_wire(__value),
                                            ),
                                            __kind,
                                        )
                                    },
                                )
                                .rules(),
                        ),
                        ::tensor_format::__private::module::<
                            _,
                            _,
                            _,
                            _,
                        >(
                                |__wire| ::tensor_format::__private::Refusal::in_text()(
                                    ::tensor_format::__private::Given::given(
                                        millis::from_wire(
                                            ::tensor_format::__private::Wire::take()(__wire),
                                        ),
                                    ),
                                ),
                                |__value| {
                                    let __kind = ::tensor_format::__private::Known(__value)
                                        .kind::<millis::Duration>();
                                    (
                                        ::tensor_format::__private::Wire::give(
                                            millis::to_wire(__value),
                                        ),
                                        __kind,
                                    )
                                },
                            )
                            .presence(),
                        "",
                    );
                    __params[1usize] = ::tensor_format::__private::param(
                        "timeout",
                        ::tensor_format::__private::field_rules(
                            ::tensor_format::__private::module::<
                                _,
                                _,
                                _,
                                _,
                            >(
                                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                                        ::tensor_format::__private::Given::given(
                                            self::millis::from_wire(
                                                ::tensor_format::__private::Wire::take()(__wire),
                                            ),
                                        ),
                                    ),
                                    |__value| {
                                        let __kind = ::tensor_format::__private::Known(__value)
                                            .kind::<Option<millis::Duration>>();
                                        (
                                            ::tensor_format::__private::Wire::give(
                                                self::millis::to_wire(__value),
                                            ),
                                            __kind,
                                        )
                                    },
                                )
                                .rules(),
                        ),
                        ::tensor_format::__private::module::<
                            _,
                            _,
                            _,
                            _,
                        >(
                                |__wire| ::tensor_format::__private::Refusal::in_text()(
                                    ::tensor_format::__private::Given::given(
                                        self::millis::from_wire(
                                            ::tensor_format::__private::Wire::take()(__wire),
                                        ),
                                    ),
                                ),
                                |__value| {
                                    let __kind = ::tensor_format::__private::Known(__value)
                                        .kind::<Option<millis::Duration>>();
                                    (
                                        ::tensor_format::__private::Wire::give(
                                            self::millis::to_wire(__value),
                                        ),
                                        __kind,
                                    )
                                },
                            )
                            .presence(),
                        "",
                    );
                    __params[1usize].rules.range = ::tensor_format::__private::Some(const {
                        &::tensor_format::__private::ValueRange::new(
                            ::tensor_format::__private::Some(
                                ::tensor_format::__private::Bound::Int(1),
                            ),
                            ::tensor_format::__private::None,
                        )
                    });
                    __params
                }
            }),
        );
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::RecordType::derived(
            b"\x02\x07elapsed\x07timeout",
            <Self as ::tensor_format::__private::HasRules>::rules,
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Timed {
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
                    ::tensor_format::__private::module::<
                        _,
                        _,
                        _,
                        _,
                    >(
                            |__wire| ::tensor_format::__private::Refusal::in_text()(
                                ::tensor_format::__private::Given::given(
                                    millis::from_wire(
                                        ::tensor_format::__private::Wire::take()(__wire),
                                    ),
                                ),
                            ),
                            |__value| {
                                let __kind = ::tensor_format::__private::Known(__value)
                                    .kind::<millis::Duration>();
                                (
                                    ::tensor_format::__private::Wire::give(
                                        millis::to_wire(__value),
                                    ),
                                    __kind,
                                )
                            },
                        )
                        .give::<Self, 0usize>(&self.elapsed),
                    ::tensor_format::__private::module::<
                        _,
                        _,
                        _,
                        _,
                    >(
                            |__wire| ::tensor_format::__private::Refusal::in_text()(
                                ::tensor_format::__private::Given::given(
                                    self::millis::from_wire(
                                        ::tensor_format::__private::Wire::take()(__wire),
                                    ),
                                ),
                            ),
                            |__value| {
                                let __kind = ::tensor_format::__private::Known(__value)
                                    .kind::<Option<millis::Duration>>();
                                (
                                    ::tensor_format::__private::Wire::give(
                                        self::millis::to_wire(__value),
                                    ),
                                    __kind,
                                )
                            },
                        )
                        .give::<Self, 1usize>(&self.timeout),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Timed {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Timed {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                (
                    ::tensor_format::__private::WithRules<
                        Self,
                        ::tensor_format::__private::Wired<_>,
                        0usize,
                    >,
                    ::tensor_format::__private::WithRules<
                        Self,
                        ::tensor_format::__private::Wired<_>,
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
                        elapsed: ::tensor_format::__private::present::<
                            Self,
                            _,
                            _,
                        >(
                            ::tensor_format::__private::module::<
                                _,
                                _,
                                _,
                                _,
                            >(
                                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                                        ::tensor_format::__private::Given::given(
                                            millis::from_wire(
                                                ::tensor_format::__private::Wire::take()(
                                                    <() as ::tensor_format::__private::TakenWire<
                                                        '_,
                                                        _,
                                                        _,
                                                    >>::take()(__wire),
                                                ),
                                            ),
                                        ),
                                    ),
                                    |__value| {
                                        let __kind = ::tensor_format::__private::Known(__value)
                                            .kind::<millis::Duration>();
                                        (
                                            ::tensor_format::__private::Wire::give(
                                                millis::to_wire(__value),
                                            ),
                                            __kind,
                                        )
                                    },
                                )
                                .take(__0.0, "elapsed")?,
                            "elapsed",
                            __source,
                        )?,
                        timeout: ::tensor_format::__private::present::<
                            Self,
                            _,
                            _,
                        >(
                            ::tensor_format::__private::module::<
                                _,
                                _,
                                _,
                                _,
                            >(
                                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                                        ::tensor_format::__private::Given::given(
                                            self::millis::from_wire(
                                                ::tensor_format::__private::Wire::take()(
                                                    <() as ::tensor_format::__private::TakenWire<
                                                        '_,
                                                        _,
                                                        _,
                                                    >>::take()(__wire),
                                                ),
                                            ),
                                        ),
                                    ),
                                    |__value| {
                                        let __kind = ::tensor_format::__private::Known(__value)
                                            .kind::<Option<millis::Duration>>();
                                        (
                                            ::tensor_format::__private::Wire::give(
                                                self::millis::to_wire(__value),
                                            ),
                                            __kind,
                                        )
                                    },
                                )
                                .take(__1.0, "timeout")?,
                            "timeout",
                            __source,
                        )?,
                    })
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Timed {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Timed {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Timed {}
};

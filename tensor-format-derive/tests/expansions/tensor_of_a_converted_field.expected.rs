pub mod bits {
    pub struct Mask(pub Vec<bool>);
    pub(super) fn to_wire(mask: &Mask) -> &[bool] {
        &mask.0
    }
    pub(super) fn from_wire(bits: Vec<bool>) -> Result<Mask, std::convert::Infallible> {
        Ok(Mask(bits))
    }
}
pub struct Byte(pub bits::Mask);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_one(
            "Byte",
            "bits::Mask",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            bits::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<bits::Mask>();
                        (
                            ::tensor_format::__private::Wire::give(
                                bits::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .presence(),
        );
        ::tensor_format::__private::verify_with(
            "Byte",
            "bits",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            bits::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<bits::Mask>();
                        (
                            ::tensor_format::__private::Wire::give(
                                bits::to_wire(__value),
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
                            bits::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<bits::Mask>();
                        (
                            ::tensor_format::__private::Wire::give(
                                bits::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .rules(),
        );
        ::tensor_format::__private::verify_tensor(
            "Byte",
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            bits::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<bits::Mask>();
                        (
                            ::tensor_format::__private::Wire::give(
                                bits::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .rules(),
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Byte",
                "bits::Mask` with `bits",
                ::tensor_format::__private::tensor_rules(
                    ::tensor_format::__private::module::<
                        _,
                        _,
                        _,
                        _,
                    >(
                            |__wire| ::tensor_format::__private::Refusal::in_text()(
                                ::tensor_format::__private::Given::given(
                                    bits::from_wire(
                                        ::tensor_format::__private::Wire::take()(__wire),
                                    ),
                                ),
                            ),
                            |__value| {
                                let __kind = ::tensor_format::__private::Known(__value)
                                    .kind::<bits::Mask>();
                                (
                                    ::tensor_format::__private::Wire::give(
                                        bits::to_wire(__value),
                                    ),
                                    __kind,
                                )
                            },
                        )
                        .rules(),
                ),
                &[::tensor_format::__private::Dim::range(8u64, 8u64)],
                ::tensor_format::__private::None,
                &[],
            ),
            0usize,
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Byte {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(::tensor_format::__private::TensorRules {
            types: ::tensor_format::__private::tensor_rules(
                    ::tensor_format::__private::module::<
                        _,
                        _,
                        _,
                        _,
                    >(
                            |__wire| ::tensor_format::__private::Refusal::in_text()(
                                ::tensor_format::__private::Given::given(
                                    bits::from_wire(
                                        ::tensor_format::__private::Wire::take()(__wire),
                                    ),
                                ),
                            ),
                            |__value| {
                                let __kind = ::tensor_format::__private::Known(__value)
                                    .kind::<bits::Mask>();
                                (
                                    ::tensor_format::__private::Wire::give(
                                        bits::to_wire(__value),
                                    ),
                                    __kind,
                                )
                            },
                        )
                        .rules(),
                )
                .types,
            axes: ::tensor_format::__private::AxisRules::new(const {
                &::tensor_format::__private::narrow_axes(
                    ::tensor_format::__private::tensor_rules(
                        ::tensor_format::__private::module::<
                            _,
                            _,
                            _,
                            _,
                        >(
                                |__wire| ::tensor_format::__private::Refusal::in_text()(
                                    ::tensor_format::__private::Given::given(
                                        bits::from_wire(
                                            ::tensor_format::__private::Wire::take()(__wire),
                                        ),
                                    ),
                                ),
                                |__value| {
                                    let __kind = ::tensor_format::__private::Known(__value)
                                        .kind::<bits::Mask>();
                                    (
                                        ::tensor_format::__private::Wire::give(
                                            bits::to_wire(__value),
                                        ),
                                        __kind,
                                    )
                                },
                            )
                            .rules(),
                    ),
                    [::tensor_format::__private::Dim::range(8u64, 8u64)],
                )
            }),
            range: ::tensor_format::__private::tensor_rules(
                    ::tensor_format::__private::module::<
                        _,
                        _,
                        _,
                        _,
                    >(
                            |__wire| ::tensor_format::__private::Refusal::in_text()(
                                ::tensor_format::__private::Given::given(
                                    bits::from_wire(
                                        ::tensor_format::__private::Wire::take()(__wire),
                                    ),
                                ),
                            ),
                            |__value| {
                                let __kind = ::tensor_format::__private::Known(__value)
                                    .kind::<bits::Mask>();
                                (
                                    ::tensor_format::__private::Wire::give(
                                        bits::to_wire(__value),
                                    ),
                                    __kind,
                                )
                            },
                        )
                        .rules(),
                )
                .range,
        });
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Byte {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::module::<
                _,
                _,
                _,
                _,
            >(
                    |__wire| ::tensor_format::__private::Refusal::in_text()(
                        ::tensor_format::__private::Given::given(
                            bits::from_wire(
                                ::tensor_format::__private::Wire::take()(__wire),
                            ),
                        ),
                    ),
                    |__value| {
                        let __kind = ::tensor_format::__private::Known(__value)
                            .kind::<bits::Mask>();
                        (
                            ::tensor_format::__private::Wire::give(
                                bits::to_wire(__value),
                            ),
                            __kind,
                        )
                    },
                )
                .encode_narrowed::<
                    Self,
                    _,
                >(&self.0, __sink, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Byte {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: ::tensor_format::__private::module::<
                    _,
                    _,
                    _,
                    _,
                >(
                        |__wire| ::tensor_format::__private::Refusal::in_text()(
                            ::tensor_format::__private::Given::given(
                                bits::from_wire(
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
                                .kind::<bits::Mask>();
                            (
                                ::tensor_format::__private::Wire::give(
                                    bits::to_wire(__value),
                                ),
                                __kind,
                            )
                        },
                    )
                    .decode_narrowed::<
                        Self,
                        _,
                    >(__source, ::tensor_format::__private::None)?,
            })
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Byte {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Byte {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor> for Byte {}
    #[automatically_derived]
    impl ::tensor_format::__private::Block for Byte
    where
        for<'__x> Self: ::tensor_format::__private::Unconverted<'__x>,
    {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Byte
    where
        for<'__x> Self: ::tensor_format::__private::Unconverted<'__x>,
    {
        type Form = ::tensor_format::__private::Stacked;
    }
};

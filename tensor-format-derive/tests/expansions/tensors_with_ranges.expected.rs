pub struct Stated(pub Vec<f32>);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_tensor(
            "Stated",
            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_numbers(
            "Stated",
            "Vec<f32>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
        );
        ::tensor_format::__private::verify_bound(
            "Stated",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_bound(
            "Stated",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(1.0),
            "1.0",
        );
        ::tensor_format::__private::verify_range(
            "Stated",
            "Vec<f32>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            &::tensor_format::__private::ValueRange::new(
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Float(0.0),
                ),
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Float(1.0),
                ),
            ),
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Stated {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(
            ::tensor_format::__private::ranged(
                ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::tensor_rules(
                            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .types,
                    axes: ::tensor_format::__private::tensor_rules(
                            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .axes,
                    range: ::tensor_format::__private::tensor_rules(
                            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .range,
                },
                const {
                    &::tensor_format::__private::ValueRange::new(
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(0.0),
                        ),
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(1.0),
                        ),
                    )
                },
            ),
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Stated
    where
        for<'__x> Vec<f32>: ::tensor_format::__private::EncodeIf<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <Vec<
                f32,
            > as ::tensor_format::__private::EncodeIf<'_>>::encode_if(&self.0, __sink)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Stated
    where
        Vec<f32>: ::tensor_format::__private::DecodeIf<'__de>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <Vec<
                    f32,
                > as ::tensor_format::__private::DecodeIf<'__de>>::decode_if(__source)?,
            })
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            <Vec<
                f32,
            > as ::tensor_format::__private::DecodeIf<
                '__de,
            >>::decode_into_if(&mut self.0, __source)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Stated {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Stated {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Stated {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Stated
    where
        for<'__x> Vec<
            f32,
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
    {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <Vec<
                f32,
            > as ::tensor_format::__private::BlockIf<'_>>::write_block(&self.0, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Stated
    where
        for<'__x> Vec<
            f32,
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        Vec<f32>: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <Vec<
                    f32,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_block(__source)?,
            })
        }
        #[inline]
        fn read_array<
            __E: ::tensor_format::__private::ElementSource<'__de>,
            const __N: ::tensor_format::__private::core::primitive::usize,
        >(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            [Self; __N],
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(
                <Vec<
                    f32,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Stated
    where
        for<'__x> Vec<f32>: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <Vec<f32> as ::tensor_format::__private::ListItemIf<'static>>::Form;
    }
};
pub struct Checked(pub Vec<f32>);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_tensor(
            "Checked",
            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_numbers(
            "Checked",
            "Vec<f32>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
        );
        ::tensor_format::__private::verify_bound(
            "Checked",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(0.0),
            "0.0",
        );
        ::tensor_format::__private::verify_bound(
            "Checked",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            ::tensor_format::__private::Bound::Float(1.0),
            "1.0",
        );
        ::tensor_format::__private::verify_range(
            "Checked",
            "Vec<f32>",
            ::tensor_format::__private::TensorRules {
                types: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .types,
                axes: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .axes,
                range: ::tensor_format::__private::tensor_rules(
                        <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                    )
                    .range,
            },
            &::tensor_format::__private::ValueRange::new(
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Float(0.0),
                ),
                ::tensor_format::__private::Some(
                    ::tensor_format::__private::Bound::Float(1.0),
                ),
            ),
        );
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Checked {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(
            ::tensor_format::__private::ranged(
                ::tensor_format::__private::TensorRules {
                    types: ::tensor_format::__private::tensor_rules(
                            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .types,
                    axes: ::tensor_format::__private::tensor_rules(
                            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .axes,
                    range: ::tensor_format::__private::tensor_rules(
                            <Vec<f32> as ::tensor_format::__private::HasRules>::RULES,
                        )
                        .range,
                },
                const {
                    &::tensor_format::__private::ValueRange::new(
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(0.0),
                        ),
                        ::tensor_format::__private::Some(
                            ::tensor_format::__private::Bound::Float(1.0),
                        ),
                    )
                },
            ),
        );
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Checked
    where
        for<'__x> Vec<f32>: ::tensor_format::__private::EncodeIf<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <Vec<
                f32,
            > as ::tensor_format::__private::EncodeIf<
                '_,
            >>::encode_if(
                &self.0,
                &mut ::tensor_format::__private::in_range::<Self, _>(__sink),
            )
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Checked
    where
        Vec<f32>: ::tensor_format::__private::DecodeIf<'__de>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <Vec<
                    f32,
                > as ::tensor_format::__private::DecodeIf<
                    '__de,
                >>::decode_if(
                    &mut ::tensor_format::__private::in_range::<Self, _>(__source),
                )?,
            })
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            <Vec<
                f32,
            > as ::tensor_format::__private::DecodeIf<
                '__de,
            >>::decode_into_if(
                &mut self.0,
                &mut ::tensor_format::__private::in_range::<Self, _>(__source),
            )
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Checked {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Checked {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Checked {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Checked
    where
        for<'__x> Vec<
            f32,
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
    {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <Vec<
                f32,
            > as ::tensor_format::__private::BlockIf<
                '_,
            >>::write_block(
                &self.0,
                &mut ::tensor_format::__private::in_range::<Self, _>(__out),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Checked
    where
        for<'__x> Vec<
            f32,
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        Vec<f32>: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <Vec<
                    f32,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_block(
                    &mut ::tensor_format::__private::in_range::<Self, _>(__source),
                )?,
            })
        }
        #[inline]
        fn read_array<
            __E: ::tensor_format::__private::ElementSource<'__de>,
            const __N: ::tensor_format::__private::core::primitive::usize,
        >(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            [Self; __N],
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(
                <Vec<
                    f32,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<
                    _,
                    __N,
                >(&mut ::tensor_format::__private::in_range::<Self, _>(__source))?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Checked
    where
        for<'__x> Vec<f32>: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <Vec<f32> as ::tensor_format::__private::ListItemIf<'static>>::Form;
    }
};

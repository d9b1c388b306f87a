pub struct Scores(pub tensor_format::Tensor);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <tensor_format::Tensor as ::tensor_format::__private::IsField<
                _,
                ::tensor_format::__private::Whole,
            >>::Kind,
        );
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_tensor(
            "Scores",
            <tensor_format::Tensor as ::tensor_format::__private::IsField<
                _,
                ::tensor_format::__private::Whole,
            >>::OWN,
        );
        ::tensor_format::__private::verify_types(
            "Scores",
            "tensor_format::Tensor",
            ::tensor_format::__private::tensor_rules(
                <tensor_format::Tensor as ::tensor_format::__private::IsField<
                    _,
                    ::tensor_format::__private::Whole,
                >>::OWN,
            ),
            ::tensor_format::__private::ElementTypes::NONE
                .with(::tensor_format::__private::ElementType::F32)
                .with(::tensor_format::__private::ElementType::F64),
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Scores",
                "tensor_format::Tensor",
                ::tensor_format::__private::tensor_rules(
                    <tensor_format::Tensor as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                ),
                &[
                    ::tensor_format::__private::Dim::ANY,
                    ::tensor_format::__private::Dim::range(10u64, 10u64),
                ],
                ::tensor_format::__private::None,
                &[],
            ),
            1usize,
        );
    };
    const __STACKED: ::tensor_format::__private::core::primitive::bool = {
        use ::tensor_format::__private::OtherIsStacked as _;
        <::tensor_format::__private::IsStacked<
            ::tensor_format::__private::Stacked,
        >>::STACKED
            | <::tensor_format::__private::IsStacked<tensor_format::Tensor>>::STACKED
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Scores {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(::tensor_format::__private::TensorRules {
            types: ::tensor_format::__private::narrow_types(
                ::tensor_format::__private::tensor_rules(
                    <tensor_format::Tensor as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                ),
                ::tensor_format::__private::ElementTypes::NONE
                    .with(::tensor_format::__private::ElementType::F32)
                    .with(::tensor_format::__private::ElementType::F64),
            ),
            axes: ::tensor_format::__private::AxisRules::new(const {
                &::tensor_format::__private::narrow_axes(
                    ::tensor_format::__private::tensor_rules(
                        <tensor_format::Tensor as ::tensor_format::__private::IsField<
                            _,
                            ::tensor_format::__private::Whole,
                        >>::OWN,
                    ),
                    [
                        ::tensor_format::__private::Dim::ANY,
                        ::tensor_format::__private::Dim::range(10u64, 10u64),
                    ],
                )
            }),
            range: ::tensor_format::__private::tensor_rules(
                    <tensor_format::Tensor as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                )
                .range,
        });
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = <tensor_format::Tensor as ::tensor_format::__private::IsField<
            _,
            ::tensor_format::__private::Whole,
        >>::HOLDS;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Scores
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::EncodeIf<
            '__x,
            __Known,
        >,
    {
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
            ::tensor_format::__private::encode_narrowed::<
                Self,
                tensor_format::Tensor,
                _,
            >(&self.0, __sink, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Scores
    where
        tensor_format::Tensor: ::tensor_format::__private::DecodeIf<'__de, __Known>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::Ok(Self {
                0: ::tensor_format::__private::decode_narrowed::<
                    Self,
                    tensor_format::Tensor,
                    _,
                >(__source, ::tensor_format::__private::None)?,
            })
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
            ::tensor_format::__private::decode_narrowed_into::<
                Self,
                tensor_format::Tensor,
                _,
            >(&mut self.0, __source, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Scores {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Scores {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Scores {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Scores
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        for<'__x> ::tensor_format::__private::Listed<
            __STACKED,
        >: ::tensor_format::__private::ListedAs<
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
            <tensor_format::Tensor as ::tensor_format::__private::BlockIf<
                '_,
            >>::write_block(&self.0, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Scores
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        for<'__x> ::tensor_format::__private::Listed<
            __STACKED,
        >: ::tensor_format::__private::ListedAs<
            '__x,
            Form = ::tensor_format::__private::Stacked,
        >,
        tensor_format::Tensor: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <tensor_format::Tensor as ::tensor_format::__private::DecodeBlockIf<
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
                <tensor_format::Tensor as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Scores
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <::tensor_format::__private::Listed<
            __STACKED,
        > as ::tensor_format::__private::ListedAs<'static>>::Form;
    }
    const _: () = {
        ::tensor_format::__private::check_matches(
            "Scores",
            <Scores as ::tensor_format::__private::HasRules>::RULES,
            "../tests/ui/artefact/defs/scores.json",
            ::tensor_format::__private::core::include_str!(
                ::tensor_format::__private::core::concat!(::tensor_format::__private::core::env!("CARGO_MANIFEST_DIR"),
                "/", "../tests/ui/artefact/defs/scores.json")
            ),
            ::tensor_format::__private::Policy::Exact,
        );
    };
};
pub struct Accepting(pub tensor_format::Tensor);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    type __Known = [(); {
        let _: (
            <tensor_format::Tensor as ::tensor_format::__private::IsField<
                _,
                ::tensor_format::__private::Whole,
            >>::Kind,
        );
        0
    }];
    const _: () = {
        ::tensor_format::__private::verify_tensor(
            "Accepting",
            <tensor_format::Tensor as ::tensor_format::__private::IsField<
                _,
                ::tensor_format::__private::Whole,
            >>::OWN,
        );
        ::tensor_format::__private::verify_types(
            "Accepting",
            "tensor_format::Tensor",
            ::tensor_format::__private::tensor_rules(
                <tensor_format::Tensor as ::tensor_format::__private::IsField<
                    _,
                    ::tensor_format::__private::Whole,
                >>::OWN,
            ),
            ::tensor_format::__private::ElementTypes::NONE
                .with(::tensor_format::__private::ElementType::F32)
                .with(::tensor_format::__private::ElementType::F64),
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Accepting",
                "tensor_format::Tensor",
                ::tensor_format::__private::tensor_rules(
                    <tensor_format::Tensor as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                ),
                &[
                    ::tensor_format::__private::Dim::ANY,
                    ::tensor_format::__private::Dim::range(10u64, 10u64),
                ],
                ::tensor_format::__private::None,
                &[],
            ),
            1usize,
        );
    };
    const __STACKED: ::tensor_format::__private::core::primitive::bool = {
        use ::tensor_format::__private::OtherIsStacked as _;
        <::tensor_format::__private::IsStacked<
            ::tensor_format::__private::Stacked,
        >>::STACKED
            | <::tensor_format::__private::IsStacked<tensor_format::Tensor>>::STACKED
    };
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Accepting {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(::tensor_format::__private::TensorRules {
            types: ::tensor_format::__private::narrow_types(
                ::tensor_format::__private::tensor_rules(
                    <tensor_format::Tensor as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                ),
                ::tensor_format::__private::ElementTypes::NONE
                    .with(::tensor_format::__private::ElementType::F32)
                    .with(::tensor_format::__private::ElementType::F64),
            ),
            axes: ::tensor_format::__private::AxisRules::new(const {
                &::tensor_format::__private::narrow_axes(
                    ::tensor_format::__private::tensor_rules(
                        <tensor_format::Tensor as ::tensor_format::__private::IsField<
                            _,
                            ::tensor_format::__private::Whole,
                        >>::OWN,
                    ),
                    [
                        ::tensor_format::__private::Dim::ANY,
                        ::tensor_format::__private::Dim::range(10u64, 10u64),
                    ],
                )
            }),
            range: ::tensor_format::__private::tensor_rules(
                    <tensor_format::Tensor as ::tensor_format::__private::IsField<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                )
                .range,
        });
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = <tensor_format::Tensor as ::tensor_format::__private::IsField<
            _,
            ::tensor_format::__private::Whole,
        >>::HOLDS;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Accepting
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::EncodeIf<
            '__x,
            __Known,
        >,
    {
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
            ::tensor_format::__private::encode_narrowed::<
                Self,
                tensor_format::Tensor,
                _,
            >(&self.0, __sink, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Accepting
    where
        tensor_format::Tensor: ::tensor_format::__private::DecodeIf<'__de, __Known>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        >
        where
            __Known:,
        {
            ::tensor_format::__private::Ok(Self {
                0: ::tensor_format::__private::decode_narrowed::<
                    Self,
                    tensor_format::Tensor,
                    _,
                >(__source, ::tensor_format::__private::None)?,
            })
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
            ::tensor_format::__private::decode_narrowed_into::<
                Self,
                tensor_format::Tensor,
                _,
            >(&mut self.0, __source, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Accepting {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Accepting {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Accepting {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Accepting
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        for<'__x> ::tensor_format::__private::Listed<
            __STACKED,
        >: ::tensor_format::__private::ListedAs<
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
            <tensor_format::Tensor as ::tensor_format::__private::BlockIf<
                '_,
            >>::write_block(&self.0, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Accepting
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        for<'__x> ::tensor_format::__private::Listed<
            __STACKED,
        >: ::tensor_format::__private::ListedAs<
            '__x,
            Form = ::tensor_format::__private::Stacked,
        >,
        tensor_format::Tensor: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <tensor_format::Tensor as ::tensor_format::__private::DecodeBlockIf<
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
                <tensor_format::Tensor as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Accepting
    where
        for<'__x> tensor_format::Tensor: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <::tensor_format::__private::Listed<
            __STACKED,
        > as ::tensor_format::__private::ListedAs<'static>>::Form;
    }
    const _: () = {
        ::tensor_format::__private::check_matches(
            "Accepting",
            <Accepting as ::tensor_format::__private::HasRules>::RULES,
            "../tests/ui/artefact/defs/scores.json",
            ::tensor_format::__private::core::include_str!(
                ::tensor_format::__private::core::concat!(::tensor_format::__private::core::env!("CARGO_MANIFEST_DIR"),
                "/", "../tests/ui/artefact/defs/scores.json")
            ),
            ::tensor_format::__private::Policy::Accepts,
        );
    };
};

pub struct Rows<'a>(pub std::borrow::Cow<'a, [[u8; 4]]>);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_tensor(
            "Rows",
            <std::borrow::Cow<
                'static,
                [[u8; 4]],
            > as ::tensor_format::__private::IsFieldCow<
                _,
                ::tensor_format::__private::Whole,
            >>::OWN,
        );
        ::tensor_format::__private::verify_axis(
            ::tensor_format::__private::verify_axes(
                "Rows",
                "std::borrow::Cow<'a, [[u8; 4]]>",
                ::tensor_format::__private::tensor_rules(
                    <std::borrow::Cow<
                        'static,
                        [[u8; 4]],
                    > as ::tensor_format::__private::IsFieldCow<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                ),
                &[
                    ::tensor_format::__private::Dim::ANY.named("n"),
                    ::tensor_format::__private::exactly({
                        let _ = || ::tensor_format::__private::IsLength::check(WIDTH);
                        (WIDTH) as ::tensor_format::__private::core::primitive::usize
                    }),
                ],
                ::tensor_format::__private::None,
                &[],
            ),
            1usize,
        );
    };
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Rows<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = ::tensor_format::__private::Rules::Tensor(::tensor_format::__private::TensorRules {
            types: ::tensor_format::__private::tensor_rules(
                    <std::borrow::Cow<
                        'a,
                        [[u8; 4]],
                    > as ::tensor_format::__private::IsFieldCow<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                )
                .types,
            axes: ::tensor_format::__private::AxisRules::new(const {
                &::tensor_format::__private::narrow_axes(
                    ::tensor_format::__private::tensor_rules(
                        <std::borrow::Cow<
                            'a,
                            [[u8; 4]],
                        > as ::tensor_format::__private::IsFieldCow<
                            _,
                            ::tensor_format::__private::Whole,
                        >>::OWN,
                    ),
                    [
                        ::tensor_format::__private::Dim::ANY.named("n"),
                        ::tensor_format::__private::exactly({
                            let _ = || ::tensor_format::__private::IsLength::check(
                                WIDTH,
                            );
                            (WIDTH) as ::tensor_format::__private::core::primitive::usize
                        }),
                    ],
                )
            }),
            range: ::tensor_format::__private::tensor_rules(
                    <std::borrow::Cow<
                        'a,
                        [[u8; 4]],
                    > as ::tensor_format::__private::IsFieldCow<
                        _,
                        ::tensor_format::__private::Whole,
                    >>::OWN,
                )
                .range,
        });
        const HOLDS: ::tensor_format::__private::Option<
            ::tensor_format::__private::HeldRef,
        > = <std::borrow::Cow<
            'a,
            [[u8; 4]],
        > as ::tensor_format::__private::IsFieldCow<
            _,
            ::tensor_format::__private::Whole,
        >>::HOLDS;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Rows<'a>
    where
        for<'__x> std::borrow::Cow<
            'a,
            [[u8; 4]],
        >: ::tensor_format::__private::EncodeIf<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::encode_narrowed::<
                Self,
                std::borrow::Cow<'a, [[u8; 4]]>,
                _,
            >(&self.0, __sink, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Rows<'a>
    where
        std::borrow::Cow<'a, [[u8; 4]]>: ::tensor_format::__private::DecodeIf<'__de>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: ::tensor_format::__private::decode_narrowed::<
                    Self,
                    std::borrow::Cow<'a, [[u8; 4]]>,
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
        > {
            ::tensor_format::__private::decode_narrowed_into::<
                Self,
                std::borrow::Cow<'a, [[u8; 4]]>,
                _,
            >(&mut self.0, __source, ::tensor_format::__private::None)
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Rows<'a> {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Rows<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Rows<'a> {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'a> ::tensor_format::__private::Block for Rows<'a>
    where
        for<'__x> std::borrow::Cow<
            'a,
            [[u8; 4]],
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
            <std::borrow::Cow<
                'a,
                [[u8; 4]],
            > as ::tensor_format::__private::BlockIf<'_>>::write_block(&self.0, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de: 'a, 'a> ::tensor_format::__private::DecodeBlock<'__de> for Rows<'a>
    where
        for<'__x> std::borrow::Cow<
            'a,
            [[u8; 4]],
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        std::borrow::Cow<
            'a,
            [[u8; 4]],
        >: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <std::borrow::Cow<
                    'a,
                    [[u8; 4]],
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
                <std::borrow::Cow<
                    'a,
                    [[u8; 4]],
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'a> ::tensor_format::__private::ListItem for Rows<'a>
    where
        for<'__x> std::borrow::Cow<
            'a,
            [[u8; 4]],
        >: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <std::borrow::Cow<
            'a,
            [[u8; 4]],
        > as ::tensor_format::__private::ListItemIf<'static>>::Form;
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Borrowing for Rows<'a> {
        type Of<'__a> = Rows<'__a>;
    }
};
pub const WIDTH: usize = 4;

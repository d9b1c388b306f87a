pub struct Embedding(pub [f32; 768]);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Embedding {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            <[f32; 768] as ::tensor_format::__private::HasRules>::RULES
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Embedding
    where
        for<'__x> [f32; 768]: ::tensor_format::__private::EncodeIf<'__x>,
    {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            <[f32; 768] as ::tensor_format::__private::EncodeIf<
                '_,
            >>::encode_if(&self.0, __sink)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Embedding
    where
        [f32; 768]: ::tensor_format::__private::DecodeIf<'__de>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <[f32; 768] as ::tensor_format::__private::DecodeIf<
                    '__de,
                >>::decode_if(__source)?,
            })
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            <[f32; 768] as ::tensor_format::__private::DecodeIf<
                '__de,
            >>::decode_into_if(&mut self.0, __source)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Embedding {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Embedding {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Embedding {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Embedding
    where
        for<'__x> [f32; 768]: ::tensor_format::__private::BlockIf<'__x>
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
            <[f32; 768] as ::tensor_format::__private::BlockIf<
                '_,
            >>::write_block(&self.0, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Embedding
    where
        for<'__x> [f32; 768]: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        [f32; 768]: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                0: <[f32; 768] as ::tensor_format::__private::DecodeBlockIf<
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
                <[f32; 768] as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Embedding
    where
        for<'__x> [f32; 768]: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <[f32; 768] as ::tensor_format::__private::ListItemIf<
            'static,
        >>::Form;
    }
};

pub struct Counted {
    pub samples: Vec<i16>,
    pub count: usize,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Counted {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            <Vec<i16> as ::tensor_format::__private::HasRules>::RULES
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Counted
    where
        for<'__x> Vec<i16>: ::tensor_format::__private::EncodeIf<'__x>,
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
                i16,
            > as ::tensor_format::__private::EncodeIf<
                '_,
            >>::encode_if(&self.samples, __sink)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Counted
    where
        Vec<i16>: ::tensor_format::__private::DecodeIf<'__de>,
    {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                samples: <Vec<
                    i16,
                > as ::tensor_format::__private::DecodeIf<'__de>>::decode_if(__source)?,
                count: <usize as ::tensor_format::__private::HasDefault<_>>::of_default(),
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
                i16,
            > as ::tensor_format::__private::DecodeIf<
                '__de,
            >>::decode_into_if(&mut self.samples, __source)?;
            self.count = <usize as ::tensor_format::__private::HasDefault<
                _,
            >>::of_default();
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Counted {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Counted {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Counted {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::Block for Counted
    where
        for<'__x> Vec<
            i16,
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
                i16,
            > as ::tensor_format::__private::BlockIf<
                '_,
            >>::write_block(&self.samples, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Counted
    where
        for<'__x> Vec<
            i16,
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        Vec<i16>: ::tensor_format::__private::DecodeBlockIf<'__de>,
    {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                samples: <Vec<
                    i16,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_block(__source)?,
                count: <usize as ::tensor_format::__private::HasDefault<_>>::of_default(),
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
                    i16,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self {
                        samples: __item,
                        count: <usize as ::tensor_format::__private::HasDefault<
                            _,
                        >>::of_default(),
                    }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tensor_format::__private::ListItem for Counted
    where
        for<'__x> Vec<i16>: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <Vec<i16> as ::tensor_format::__private::ListItemIf<'static>>::Form;
    }
};

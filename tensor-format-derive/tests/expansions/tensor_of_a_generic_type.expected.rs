pub struct Wrapped<T>(pub Vec<T>);
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            <Vec<T> as ::tensor_format::__private::HasRules>::RULES
        };
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::Encode for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::Encode,
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
                T,
            > as ::tensor_format::__private::EncodeIf<'_>>::encode_if(&self.0, __sink)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Wrapped<T>
    where
        Vec<
            T,
        >: ::tensor_format::__private::HasRules
            + ::tensor_format::__private::DecodeIf<'__de>,
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
                    T,
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
                T,
            > as ::tensor_format::__private::DecodeIf<
                '__de,
            >>::decode_into_if(&mut self.0, __source)
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Field for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
    {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<Self> for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
    {}
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
    {}
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::Block for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
        for<'__x> Vec<
            T,
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
                T,
            > as ::tensor_format::__private::BlockIf<'_>>::write_block(&self.0, __out)
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de, T> ::tensor_format::__private::DecodeBlock<'__de> for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
        for<'__x> Vec<
            T,
        >: ::tensor_format::__private::BlockIf<'__x>
            + ::tensor_format::__private::ListItemIf<
                '__x,
                Form = ::tensor_format::__private::Stacked,
            >,
        Vec<T>: ::tensor_format::__private::DecodeBlockIf<'__de>,
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
                    T,
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
                    T,
                > as ::tensor_format::__private::DecodeBlockIf<
                    '__de,
                >>::read_blocks::<_, __N>(__source)?
                    .map(|__item| Self { 0: __item }),
            )
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::ListItem for Wrapped<T>
    where
        Vec<T>: ::tensor_format::__private::HasRules,
        for<'__x> Vec<T>: ::tensor_format::__private::ListItemIf<'__x>,
    {
        type Form = <Vec<T> as ::tensor_format::__private::ListItemIf<'static>>::Form;
    }
};

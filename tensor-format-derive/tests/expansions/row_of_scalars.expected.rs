pub struct Detection {
    pub left: f32,
    pub top: f32,
    pub seen: bool,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = ::tensor_format::__private::check_row(
        "Detection::left",
        "f32",
        <f32 as ::tensor_format::__private::IsFieldScalar<_>>::OWN,
        "f32",
        <f32 as ::tensor_format::__private::IsFieldScalar<_>>::OWN,
    );
    const _: () = ::tensor_format::__private::check_row(
        "Detection::top",
        "f32",
        <f32 as ::tensor_format::__private::IsFieldScalar<_>>::OWN,
        "f32",
        <f32 as ::tensor_format::__private::IsFieldScalar<_>>::OWN,
    );
    #[automatically_derived]
    impl ::tensor_format::__private::HasRules for Detection {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            ::tensor_format::__private::row_rules(
                <f32 as ::tensor_format::__private::IsFieldScalar<_>>::OWN,
                const { &[::tensor_format::__private::exactly(2usize)] },
            )
        };
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Encode for Detection {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::block(__sink, self)
        }
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::Decode<'__de> for Detection {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Source::block(__source)
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Field for Detection {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<Self> for Detection {}
    #[automatically_derived]
    impl ::tensor_format::__private::Feeds<::tensor_format::__private::Tensor>
    for Detection {}
    #[automatically_derived]
    impl ::tensor_format::__private::Block for Detection {
        #[inline]
        fn write<'__a, __W: ::tensor_format::__private::ElementSink<'__a>>(
            &'__a self,
            __out: &mut __W,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::write_scalar::<
                <f32 as ::tensor_format::__private::IsFieldScalar<_>>::Kind,
                _,
            >(&self.left, __out)?;
            ::tensor_format::__private::write_scalar::<
                <f32 as ::tensor_format::__private::IsFieldScalar<_>>::Kind,
                _,
            >(&self.top, __out)?;
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl ::tensor_format::__private::ListItem for Detection {
        type Form = ::tensor_format::__private::Stacked;
    }
    #[automatically_derived]
    impl<'__de> ::tensor_format::__private::DecodeBlock<'__de> for Detection {
        #[inline]
        fn read<__E: ::tensor_format::__private::ElementSource<'__de>>(
            __source: &mut __E,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            ::tensor_format::__private::Ok(Self {
                left: ::tensor_format::__private::read_scalar::<
                    <f32 as ::tensor_format::__private::IsFieldScalar<_>>::Kind,
                    _,
                >(__source)?,
                top: ::tensor_format::__private::read_scalar::<
                    <f32 as ::tensor_format::__private::IsFieldScalar<_>>::Kind,
                    _,
                >(__source)?,
                seen: <bool as ::tensor_format::__private::HasDefault<_>>::of_default(),
            })
        }
    }
};

pub struct Pair<T> {
    pub left: T,
    pub right: T,
    pub note: std::marker::PhantomData<T>,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Flattening for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    ((), ()),
                    (),
                    2usize,
                >(["left", "right"]);
                __params[0usize] = ::tensor_format::__private::param_of_type(
                    "left",
                    <T as ::tensor_format::__private::Field>::ENTRY,
                );
                __params[1usize] = ::tensor_format::__private::param_of_type(
                    "right",
                    <T as ::tensor_format::__private::Field>::ENTRY,
                );
                __params[1usize].presence = ::tensor_format::__private::optional(
                    __params[1usize].presence,
                );
                __params
            }
        });
        const PARTS: &'static [::tensor_format::__private::FlattenedPart] = const {
            &[]
        };
        const NESTED: &'static [::tensor_format::__private::NestedField] = const {
            &[
                ::tensor_format::__private::NestedField {
                    own: 0usize,
                    prefix: "left.",
                    rules: <T as ::tensor_format::__private::Field>::OWN,
                    presence: <T as ::tensor_format::__private::Field>::PRESENCE,
                },
                ::tensor_format::__private::NestedField {
                    own: 1usize,
                    prefix: "right.",
                    rules: <T as ::tensor_format::__private::Field>::OWN,
                    presence: ::tensor_format::__private::optional(
                        <T as ::tensor_format::__private::Field>::PRESENCE,
                    ),
                },
            ]
        };
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::nest::<Self>();
            ::tensor_format::__private::verify_nested(
                "Pair::left",
                "T",
                <T as ::tensor_format::__private::Field>::OWN,
                <T as ::tensor_format::__private::Field>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Pair::left", 0usize);
            ::tensor_format::__private::verify_nested(
                "Pair::right",
                "T",
                <T as ::tensor_format::__private::Field>::OWN,
                <T as ::tensor_format::__private::Field>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_default(
                "Pair::right",
                "T",
                <T as ::tensor_format::__private::Field>::OWN,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Pair::right", 1usize);
            ::tensor_format::__private::Rules::Record(__rules)
        };
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::nested_type::<
            Self,
        >(b"\x02\x04left\x05right");
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::Encode for Pair<T>
    where
        T: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
        T: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
    {
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
                    ::tensor_format::__private::GenericFieldRef(&self.left),
                    ::tensor_format::__private::GenericFieldRef(&self.right),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::ListItem for Pair<T>
    where
        T: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
        T: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
    {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Pair<T>
    where
        T: ::tensor_format::__private::Field
            + ::tensor_format::__private::DecodePart<'__de>,
        T: ::tensor_format::__private::Field
            + ::tensor_format::__private::DecodePart<'__de>,
        T: ::tensor_format::__private::EncodeField,
        T: ::tensor_format::__private::core::default::Default,
        std::marker::PhantomData<T>: ::tensor_format::__private::core::default::Default,
    {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_bound::<
                (_, ::tensor_format::__private::WithDefault<_>),
                _,
            >(
                ::tensor_format::__private::Source::record(
                    __source,
                    <Self as ::tensor_format::__private::HasRules>::record_type(),
                ),
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                ::tensor_format::__private::None,
            ) {
                ::tensor_format::__private::Ok((__0, __1)) => {
                    let __absent_1 = __1.0.is_none();
                    let __value = Self {
                        left: __0,
                        right: match __1.0 {
                            ::tensor_format::__private::Some(__field) => __field,
                            ::tensor_format::__private::None => {
                                <T as ::tensor_format::__private::HasDefault<
                                    _,
                                >>::of_default()
                            }
                        },
                        note: <std::marker::PhantomData<
                            T,
                        > as ::tensor_format::__private::HasDefault<_>>::of_default(),
                    };
                    if __absent_1 {
                        ::tensor_format::__private::hold_default::<
                            ::tensor_format::__private::Own<Self>,
                            _,
                            1usize,
                        >(
                            &::tensor_format::__private::GenericFieldRef(&__value.right),
                            ::tensor_format::__private::None,
                        )?;
                    }
                    ::tensor_format::__private::Ok(__value)
                }
                ::tensor_format::__private::Err(__error) => {
                    ::tensor_format::__private::Err(__error)
                }
            }
        }
        fn decode_into<__S: ::tensor_format::__private::Source<'__de>>(
            &mut self,
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            (),
            ::tensor_format::__private::DecodeError,
        > {
            if let ::tensor_format::__private::Some(__read) = ::tensor_format::__private::replaced(
                self,
                __source,
            ) {
                return __read;
            }
            let __absent_1 = ::tensor_format::__private::core::cell::Cell::new(false);
            ::tensor_format::__private::fill_bound(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                ::tensor_format::__private::None,
                (
                    &mut self.left,
                    ::tensor_format::__private::FieldMutOr(
                        &mut self.right,
                        || {
                            __absent_1.set(true);
                            match ::tensor_format::__private::no_field::<T>() {
                                ::tensor_format::__private::Some(__field) => __field,
                                ::tensor_format::__private::None => {
                                    <T as ::tensor_format::__private::HasDefault<
                                        _,
                                    >>::of_default()
                                }
                            }
                        },
                    ),
                ),
            )?;
            if __absent_1.get() {
                ::tensor_format::__private::hold_default::<
                    ::tensor_format::__private::Own<Self>,
                    _,
                    1usize,
                >(
                    &::tensor_format::__private::GenericFieldRef(&self.right),
                    ::tensor_format::__private::None,
                )?;
            }
            self.note = <std::marker::PhantomData<
                T,
            > as ::tensor_format::__private::HasDefault<_>>::of_default();
            ::tensor_format::__private::Ok(())
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Field for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<Self> for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {}
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Pair<T>
    where
        T: ::tensor_format::__private::Field,
        T: ::tensor_format::__private::Field,
    {}
};

pub struct Lists<T> {
    pub values: Vec<Vec<T>>,
    pub words: Vec<Vec<String>>,
    pub total: T,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Flattening for Lists<T>
    where
        T: ::tensor_format::__private::Field,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
    {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &{
                let mut __params = ::tensor_format::__private::params::<
                    ((), (), ()),
                    (),
                    3usize,
                >(["values", "words", "total"]);
                __params[0usize] = ::tensor_format::__private::param_of_type(
                    "values",
                    <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::ENTRY,
                );
                __params[1usize] = ::tensor_format::__private::param_of_type(
                    "words",
                    <Vec<Vec<String>> as ::tensor_format::__private::IsRagged<_>>::ENTRY,
                );
                __params[2usize] = ::tensor_format::__private::param_of_type(
                    "total",
                    <T as ::tensor_format::__private::Field>::ENTRY,
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
                    prefix: "values.",
                    rules: <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::OWN,
                    presence: <Vec<
                        Vec<T>,
                    > as ::tensor_format::__private::IsRagged<_>>::PRESENCE,
                },
                ::tensor_format::__private::NestedField {
                    own: 1usize,
                    prefix: "words.",
                    rules: <Vec<
                        Vec<String>,
                    > as ::tensor_format::__private::IsRagged<_>>::OWN,
                    presence: <Vec<
                        Vec<String>,
                    > as ::tensor_format::__private::IsRagged<_>>::PRESENCE,
                },
                ::tensor_format::__private::NestedField {
                    own: 2usize,
                    prefix: "total.",
                    rules: <T as ::tensor_format::__private::Field>::OWN,
                    presence: <T as ::tensor_format::__private::Field>::PRESENCE,
                },
            ]
        };
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::HasRules for Lists<T>
    where
        T: ::tensor_format::__private::Field,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
    {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::nest::<Self>();
            ::tensor_format::__private::verify_nested(
                "Lists::values",
                "Vec<Vec<T>>",
                <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::OWN,
                <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Lists::values", 0usize);
            ::tensor_format::__private::verify_nested(
                "Lists::words",
                "Vec<Vec<String>>",
                <Vec<Vec<String>> as ::tensor_format::__private::IsRagged<_>>::OWN,
                <Vec<Vec<String>> as ::tensor_format::__private::IsRagged<_>>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Lists::words", 1usize);
            ::tensor_format::__private::verify_nested(
                "Lists::total",
                "T",
                <T as ::tensor_format::__private::Field>::OWN,
                <T as ::tensor_format::__private::Field>::PRESENCE,
            );
            ::tensor_format::__private::verify_nested_names::<
                Self,
            >("Lists::total", 2usize);
            ::tensor_format::__private::Rules::Record(__rules)
        };
        const RECORD: ::tensor_format::__private::RecordType = ::tensor_format::__private::nested_type::<
            Self,
        >(b"\x03\x06values\x05words\x05total");
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<T> ::tensor_format::__private::Encode for Lists<T>
    where
        T: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
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
                    ::tensor_format::__private::RaggedRef::<
                        '_,
                        <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::Kind,
                    >(&self.values),
                    ::tensor_format::__private::RaggedRef::<
                        '_,
                        <Vec<
                            Vec<String>,
                        > as ::tensor_format::__private::IsRagged<_>>::Kind,
                    >(&self.words),
                    ::tensor_format::__private::GenericFieldRef(&self.total),
                ),
                false,
            )
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::ListItem for Lists<T>
    where
        T: ::tensor_format::__private::Field + ::tensor_format::__private::EncodeField,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
    {
        type Form = ::tensor_format::__private::Columns;
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl<'__de, T> ::tensor_format::__private::Decode<'__de> for Lists<T>
    where
        T: ::tensor_format::__private::Field
            + ::tensor_format::__private::DecodePart<'__de>,
        Vec<
            Vec<T>,
        >: ::tensor_format::__private::RaggedField<
            Item: ::tensor_format::__private::DecodeRaggedPart<'__de>,
        >,
    {
        #[inline(always)]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            match ::tensor_format::__private::decode_record::<
                (
                    ::tensor_format::__private::RaggedValue<
                        <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::Kind,
                    >,
                    ::tensor_format::__private::RaggedValue<
                        <Vec<
                            Vec<String>,
                        > as ::tensor_format::__private::IsRagged<_>>::Kind,
                    >,
                    _,
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
                ::tensor_format::__private::Ok((__0, __1, __2)) => {
                    ::tensor_format::__private::Ok(Self {
                        values: __0.0,
                        words: __1.0,
                        total: __2,
                    })
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
            ::tensor_format::__private::fill_record(
                __source,
                <Self as ::tensor_format::__private::HasRules>::record_type(),
                false,
                (
                    ::tensor_format::__private::RaggedMut::<
                        '_,
                        <Vec<Vec<T>> as ::tensor_format::__private::IsRagged<_>>::Kind,
                    >(&mut self.values),
                    ::tensor_format::__private::RaggedMut::<
                        '_,
                        <Vec<
                            Vec<String>,
                        > as ::tensor_format::__private::IsRagged<_>>::Kind,
                    >(&mut self.words),
                    &mut self.total,
                ),
            )
        }
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Field for Lists<T>
    where
        T: ::tensor_format::__private::Field,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
    {
        type Item = Self;
        type Kind = ::tensor_format::__private::One<Self>;
    }
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<Self> for Lists<T>
    where
        T: ::tensor_format::__private::Field,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
    {}
    #[automatically_derived]
    impl<T> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Lists<T>
    where
        T: ::tensor_format::__private::Field,
        Vec<Vec<T>>: ::tensor_format::__private::RaggedField,
    {}
};

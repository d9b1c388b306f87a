pub struct Points<'a> {
    pub ids: &'a [u8],
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Points::ids",
            <<&'static [u8] as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Points::ids",
            "&'a [u8]",
            ::tensor_format::__private::field_rules(
                <<&'static [u8] as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Points<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::RecordRules::new(const {
                &[
                    ::tensor_format::__private::param(
                        "ids",
                        ::tensor_format::__private::TensorRules {
                            types: ::tensor_format::__private::field_rules(
                                    <<&'a [u8] as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                )
                                .types,
                            axes: ::tensor_format::__private::AxisRules::new(const {
                                &::tensor_format::__private::narrow_axes(
                                    ::tensor_format::__private::field_rules(
                                        <<&'a [u8] as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                    ),
                                    [::tensor_format::__private::Dim::ANY.named("n")],
                                )
                            }),
                        },
                        <&'a [u8] as ::tensor_format::__private::Field>::PRESENCE,
                        "",
                    ),
                ]
            });
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Points<'a> {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            ::tensor_format::__private::Sink::record::<
                Self,
            >(
                __sink,
                &[
                    ::tensor_format::__private::count::<
                        <&'a [u8] as ::tensor_format::__private::Field>::Item,
                    >(<&'a [u8] as ::tensor_format::__private::Field>::items(&self.ids)),
                ],
            )?;
            let mut __axes = ::tensor_format::__private::Bindings::new();
            ::tensor_format::__private::encode_checked::<
                Self,
                <&'a [u8] as ::tensor_format::__private::Field>::Item,
                _,
                0,
            >(
                <&'a [u8] as ::tensor_format::__private::Field>::items(&self.ids),
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Points<'a> {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            let mut __axes = ::tensor_format::__private::Bindings::new();
            if let ::tensor_format::__private::RecordOrder::Declared = ::tensor_format::__private::Source::record::<
                Self,
            >(__source)? {
                return ::tensor_format::__private::core::result::Result::Ok(Self {
                    ids: {
                        let mut __slot = <<&'a [u8] as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <&'a [u8] as ::tensor_format::__private::Field>::Item,
                                _,
                                0,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "ids",
                        )?;
                        ::tensor_format::__private::present(
                            <&'a [u8] as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "ids",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<&'a [u8] as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match __index {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_checked::<
                                Self,
                                <&'a [u8] as ::tensor_format::__private::Field>::Item,
                                _,
                                0,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "ids",
                        )?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                ids: ::tensor_format::__private::present(
                    <&'a [u8] as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "ids",
                )?,
            })
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Points<'a> {
        type Item = Self;
        type Slot = ::tensor_format::__private::core::option::Option<Self>;
        const PRESENCE: ::tensor_format::__private::Presence = ::tensor_format::__private::Presence::Required;
        #[inline]
        fn items(&self) -> &[Self] {
            ::tensor_format::__private::core::slice::from_ref(self)
        }
        #[inline]
        fn from_slot(
            __slot: Self::Slot,
        ) -> ::tensor_format::__private::core::option::Option<Self> {
            __slot
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Points<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Points<'a> {}
};
pub struct Scene<'a> {
    pub colors: Vec<u8>,
    pub points: Points<'a>,
    pub other: Points<'a>,
    pub title: String,
}
#[allow(deprecated, unused_qualifications)]
const _: () = {
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Scene::colors",
            <<Vec<
                u8,
            > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
        ::tensor_format::__private::verify_axes(
            "Scene::colors",
            "Vec<u8>",
            ::tensor_format::__private::field_rules(
                <<Vec<
                    u8,
                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
            ),
            &[::tensor_format::__private::Dim::ANY.named("n")],
            ::tensor_format::__private::core::option::Option::None,
        );
    };
    const _: () = {
        let __rules = ::tensor_format::__private::record_of::<Scene<'static>>();
        ::tensor_format::__private::verify_names(
            "Scene",
            __rules,
            ::tensor_format::__private::position_of_own::<Scene<'static>>(0usize),
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_field(
            "Scene::title",
            <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
        );
    };
    const _: () = {
        ::tensor_format::__private::verify_flattened::<
            Scene<'static>,
        >(
            "Scene::points",
            "Points<'a>",
            0,
            "tell them apart by a prefix: `flatten = \"points_\"`",
        );
        ::tensor_format::__private::verify_flattened_names::<Scene<'static>>("Scene", 0);
    };
    const _: () = {
        ::tensor_format::__private::verify_flattened::<
            Scene<'static>,
        >("Scene::other", "Points<'a>", 1, "tell them apart by another prefix");
        ::tensor_format::__private::verify_flattened_names::<Scene<'static>>("Scene", 1);
    };
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Flattening for Scene<'a> {
        const OWN: ::tensor_format::__private::RecordRules<'static> = ::tensor_format::__private::RecordRules::new(const {
            &[
                ::tensor_format::__private::param(
                    "colors",
                    ::tensor_format::__private::TensorRules {
                        types: ::tensor_format::__private::field_rules(
                                <<Vec<
                                    u8,
                                > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                            )
                            .types,
                        axes: ::tensor_format::__private::AxisRules::new(const {
                            &::tensor_format::__private::narrow_axes(
                                ::tensor_format::__private::field_rules(
                                    <<Vec<
                                        u8,
                                    > as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                                ),
                                [::tensor_format::__private::Dim::ANY.named("n")],
                            )
                        }),
                    },
                    <Vec<u8> as ::tensor_format::__private::Field>::PRESENCE,
                    "",
                ),
                ::tensor_format::__private::param(
                    "title",
                    ::tensor_format::__private::field_rules(
                        <<String as ::tensor_format::__private::Field>::Item as ::tensor_format::__private::HasRules>::RULES,
                    ),
                    <String as ::tensor_format::__private::Field>::PRESENCE,
                    "",
                ),
            ]
        });
        const PARTS: &'static [::tensor_format::__private::Part] = const {
            &[
                ::tensor_format::__private::Part {
                    at: 1,
                    prefix: "",
                    rules: ::tensor_format::__private::embedded_rules::<Points<'a>>(),
                },
                ::tensor_format::__private::Part {
                    at: 1,
                    prefix: "other_",
                    rules: ::tensor_format::__private::embedded_rules::<Points<'a>>(),
                },
            ]
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::HasRules for Scene<'a> {
        const RULES: ::tensor_format::__private::Rules<'static> = {
            let __rules = ::tensor_format::__private::join::<Self>().deny_unknown();
            ::tensor_format::__private::Rules::Record(__rules)
        };
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Encode for Scene<'a> {
        #[inline]
        fn encode<'__a, __S: ::tensor_format::__private::Sink<'__a>>(
            &'__a self,
            __sink: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            (),
            ::tensor_format::__private::EncodeError,
        > {
            let mut __counts = ::tensor_format::__private::Counts::new();
            ::tensor_format::__private::Counts::push(
                &mut __counts,
                ::tensor_format::__private::count::<
                    <Vec<u8> as ::tensor_format::__private::Field>::Item,
                >(<Vec<u8> as ::tensor_format::__private::Field>::items(&self.colors)),
            );
            ::tensor_format::__private::count_flattened::<
                <Points<'a> as ::tensor_format::__private::Embedded>::This,
            >(&self.points, &mut __counts)?;
            ::tensor_format::__private::count_flattened::<
                <Points<'a> as ::tensor_format::__private::Embedded>::This,
            >(&self.other, &mut __counts)?;
            ::tensor_format::__private::Counts::push(
                &mut __counts,
                ::tensor_format::__private::count::<
                    <String as ::tensor_format::__private::Field>::Item,
                >(<String as ::tensor_format::__private::Field>::items(&self.title)),
            );
            ::tensor_format::__private::Sink::record::<Self>(__sink, &__counts)?;
            let mut __axes = ::tensor_format::__private::Bindings::new();
            ::tensor_format::__private::encode_checked::<
                ::tensor_format::__private::Own<Self>,
                <Vec<u8> as ::tensor_format::__private::Field>::Item,
                _,
                0,
            >(
                <Vec<u8> as ::tensor_format::__private::Field>::items(&self.colors),
                __sink,
                ::tensor_format::__private::core::option::Option::Some(&mut __axes),
            )?;
            ::tensor_format::__private::encode_flattened::<
                Self,
                <Points<'a> as ::tensor_format::__private::Embedded>::This,
                _,
                0,
            >(&self.points, __sink, &mut __axes)?;
            ::tensor_format::__private::encode_flattened::<
                Self,
                <Points<'a> as ::tensor_format::__private::Embedded>::This,
                _,
                1,
            >(&self.other, __sink, &mut __axes)?;
            ::tensor_format::__private::encode_items::<
                <String as ::tensor_format::__private::Field>::Item,
                _,
            >(
                <String as ::tensor_format::__private::Field>::items(&self.title),
                __sink,
                "title",
            )?;
            ::tensor_format::__private::core::result::Result::Ok(())
        }
    }
    #[automatically_derived]
    impl<'__de: 'a, 'a> ::tensor_format::__private::Decode<'__de> for Scene<'a> {
        #[inline]
        fn decode<__S: ::tensor_format::__private::Source<'__de>>(
            __source: &mut __S,
        ) -> ::tensor_format::__private::core::result::Result<
            Self,
            ::tensor_format::__private::DecodeError,
        > {
            let mut __axes = ::tensor_format::__private::Bindings::new();
            if let ::tensor_format::__private::RecordOrder::Declared = ::tensor_format::__private::Source::record::<
                Self,
            >(__source)? {
                return ::tensor_format::__private::core::result::Result::Ok(Self {
                    colors: {
                        let mut __slot = <<Vec<
                            u8,
                        > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_checked::<
                                ::tensor_format::__private::Own<Self>,
                                <Vec<u8> as ::tensor_format::__private::Field>::Item,
                                _,
                                0,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "colors",
                        )?;
                        ::tensor_format::__private::present(
                            <Vec<
                                u8,
                            > as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "colors",
                        )?
                    },
                    points: ::tensor_format::__private::decode_flattened::<
                        Self,
                        <Points<'a> as ::tensor_format::__private::Embedded>::This,
                        _,
                        0,
                    >(__source, &mut __axes)?,
                    other: ::tensor_format::__private::decode_flattened::<
                        Self,
                        <Points<'a> as ::tensor_format::__private::Embedded>::This,
                        _,
                        1,
                    >(__source, &mut __axes)?,
                    title: {
                        let mut __slot = <<String as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
                        ::tensor_format::__private::push(
                            &mut __slot,
                            ::tensor_format::__private::decode_item::<
                                <String as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "title")?,
                            "title",
                        )?;
                        ::tensor_format::__private::present(
                            <String as ::tensor_format::__private::Field>::from_slot(
                                ::tensor_format::__private::core::convert::identity(__slot),
                            ),
                            "title",
                        )?
                    },
                });
            }
            let mut __slot_0 = <<Vec<
                u8,
            > as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __slot_1 = <<String as ::tensor_format::__private::Field>::Slot as ::tensor_format::__private::core::default::Default>::default();
            let mut __part_0 = ::tensor_format::__private::Held::default();
            let mut __part_1 = ::tensor_format::__private::Held::default();
            while let ::tensor_format::__private::core::option::Option::Some(__index) = ::tensor_format::__private::Source::next_parameter(
                __source,
                const { &::tensor_format::__private::record_of::<Self>() },
            )? {
                match ::tensor_format::__private::member_at::<Self>(__index) {
                    0 => {
                        ::tensor_format::__private::push(
                            &mut __slot_0,
                            ::tensor_format::__private::decode_checked::<
                                ::tensor_format::__private::Own<Self>,
                                <Vec<u8> as ::tensor_format::__private::Field>::Item,
                                _,
                                0,
                            >(
                                __source,
                                ::tensor_format::__private::core::option::Option::Some(
                                    &mut __axes,
                                ),
                            )?,
                            "colors",
                        )?
                    }
                    1 => {
                        ::tensor_format::__private::push(
                            &mut __slot_1,
                            ::tensor_format::__private::decode_item::<
                                <String as ::tensor_format::__private::Field>::Item,
                                _,
                            >(__source, "title")?,
                            "title",
                        )?
                    }
                    2 => {
                        ::tensor_format::__private::hold::<
                            Self,
                            _,
                            0,
                        >(&mut __part_0, __source, __index, &mut __axes)?
                    }
                    3 => {
                        ::tensor_format::__private::hold::<
                            Self,
                            _,
                            1,
                        >(&mut __part_1, __source, __index, &mut __axes)?
                    }
                    _ => {}
                }
            }
            ::tensor_format::__private::core::result::Result::Ok(Self {
                colors: ::tensor_format::__private::present(
                    <Vec<
                        u8,
                    > as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_0),
                    ),
                    "colors",
                )?,
                title: ::tensor_format::__private::present(
                    <String as ::tensor_format::__private::Field>::from_slot(
                        ::tensor_format::__private::core::convert::identity(__slot_1),
                    ),
                    "title",
                )?,
                points: ::tensor_format::__private::decode_held::<
                    Self,
                    <Points<'a> as ::tensor_format::__private::Embedded>::This,
                    __S,
                    0,
                >(__part_0)?,
                other: ::tensor_format::__private::decode_held::<
                    Self,
                    <Points<'a> as ::tensor_format::__private::Embedded>::This,
                    __S,
                    1,
                >(__part_1)?,
            })
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Field for Scene<'a> {
        type Item = Self;
        type Slot = ::tensor_format::__private::core::option::Option<Self>;
        const PRESENCE: ::tensor_format::__private::Presence = ::tensor_format::__private::Presence::Required;
        #[inline]
        fn items(&self) -> &[Self] {
            ::tensor_format::__private::core::slice::from_ref(self)
        }
        #[inline]
        fn from_slot(
            __slot: Self::Slot,
        ) -> ::tensor_format::__private::core::option::Option<Self> {
            __slot
        }
    }
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<Self> for Scene<'a> {}
    #[automatically_derived]
    impl<'a> ::tensor_format::__private::Feeds<::tensor_format::__private::Record>
    for Scene<'a> {}
};

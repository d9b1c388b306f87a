//! Generates the implementations of an enum that is a record: a label, and the parameters of one variant.
//!
//! The fields of a variant become a hidden struct, which is a record; a variant around one field needs none. The rules
//! of the enum list the label, and then a field of each of these types. `enum Shape { Circle { radius: f32 }, Pose(Pose),
//! Empty }` becomes, in short:
//!
//! ```text
//! struct __Circle { radius: f32 }    // HasRules, Decode, and these:
//! impl __Circle {
//!     fn __encode(sink, label, radius: &f32) { encode_variant::<Shape, 1>(sink, label, RecordFields { (radius,) }) }
//!     fn __fill(source, radius: &mut f32) { fill_record(source, Self::record_type(), (radius,)) }
//! }
//! impl Flattening for Shape { .. }   // as of `struct { variant: &str, Circle: Option<__Circle>, Pose: Option<Pose> }`
//! impl HasRules for Shape { const RULES: Rules = nest::<Self>(); }
//! impl Encode for Shape {
//!     fn encode(..) {
//!         match self {
//!             Self::Circle { radius } => __Circle::__encode(sink, "Circle", radius),
//!             Self::Pose(it) => encode_variant::<Self, 2>(sink, "Pose", (FieldRef(it),)),
//!             Self::Empty {} => encode_variant::<Self, 0>(sink, "Empty", ()),
//!         }
//!     }
//! }
//! impl Variants for Shape {          // which `Decode` calls with the variant that the label names
//!     fn read(source) {
//!         match source.variant() {
//!             0 => { let it = source.value::<__Circle>()?; Self::Circle { radius: it.radius } }
//!             1 => { let it = source.one()?; Self::Pose(it) }
//!             _ => { source.none()?; Self::Empty {} }
//!         }
//!     }
//!     fn fill(&mut self, source) { .. }   // into the fields of that variant
//! }
//! ```

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, Member, Type, ext::IdentExt, parse_quote};

use crate::{
    emit::{
        Context, decode_into,
        defaults::{defaults, resets},
        enums::labels::aliases,
        field, impls, is_field, known,
        param::{ParamField, has_names, params},
        place::{Place, variable},
        record::{self, decode_generics, encode_generics, rules_generics},
        table,
    },
    model::{Content, Narrowing, Param, Record, Slot, Tagged, Variants, doc::Doc},
    token_list::TokenList,
};

/// The hidden struct of a variant, by its name and its type.
struct Hidden {
    ident: Ident,
    ty: Type,
}

/// A variant, and what is generated for it.
struct Arm<'a> {
    variant: &'a Tagged<'a>,
    hidden: Option<&'a Hidden>,
    /// The position among the fields that the rules list, of which the label is the first; 0 without parameters.
    own: usize,
}

pub(in super::super) fn emit(context: &Context<'_>, variants: &Variants<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let hidden: Vec<Option<Hidden>> = variants.list.iter().map(|variant| hidden(context, variant)).collect();
    let label: Type = parse_quote!(&'static #p::core::primitive::str);
    let table = listed(variants, &hidden, &label);
    let leaves: Vec<Record<'_>> = variants.list.iter().map(leaf).collect();
    let leaves: Vec<&Record<'_>> = leaves.iter().collect();
    let generics = rules_generics(context, &leaves);
    let has_rules = table::has_rules(context, &table, &generics);

    let fields = params(context, &table);
    let mut own = 0;
    let arms: Vec<Arm<'_>> = (variants.list.iter().zip(&hidden))
        .map(|(variant, hidden)| {
            let has_any = !matches!(variant.content, Content::Nothing(_));
            own += usize::from(has_any);
            Arm { variant, hidden: hidden.as_ref(), own: if has_any { own } else { 0 } }
        })
        .collect();
    let structs = arms.iter().filter_map(|arm| arm.structure(context));
    let encode: Vec<TokenStream> = arms.iter().map(|arm| arm.encode(context, &fields)).collect();
    let encoding = encode_generics(context, &leaves);
    let encode = impls::encode(context, &encoding, &quote!(match self { #(#encode)* }));
    let list = impls::list_item(context, &encoding, None, &quote!(#p::Columns));
    let decode = decode(context, &arms, &fields, &decode_generics(context, &leaves));
    let field = field(p, ident, &generics, "Record");
    let (labels, (params, arguments, clause)) = (texts(&arms), bounds.generics().split_for_impl());
    quote! {
        #[allow(single_use_lifetimes)]
        impl #params #ident #arguments #clause {
            /// The labels, in the order of the variants.
            pub const LABELS: &'static [&'static #p::core::primitive::str] = &[#(#labels),*];
        }

        #(#structs)*
        #has_rules
        #encode
        #list
        #decode
        #field
    }
}

fn texts<'a>(arms: &'a [Arm<'_>]) -> Vec<&'a str> {
    arms.iter().map(|arm| arm.variant.label.as_str()).collect()
}

/// Returns the name and type of the struct that the fields of a variant become.
fn hidden(context: &Context<'_>, variant: &Tagged<'_>) -> Option<Hidden> {
    let Content::Fields(_) = variant.content else { return None };
    let arguments = context.bounds.arguments();
    // No parameter of a generated function has such a name, whatever the variant is called.
    let ident = format_ident!("__{}Fields", variant.ident.unraw(), span = variant.ident.span());
    Some(Hidden { ty: parse_quote!(#ident #arguments), ident })
}

/// Returns the record that the rules list: the label, and a field for each variant that has parameters.
fn listed<'a>(variants: &'a Variants<'_>, hidden: &'a [Option<Hidden>], label: &'a Type) -> Record<'a> {
    let param = |slot, name: &str, field, doc: &Doc, is_variant: bool| Param {
        slot,
        name: name.to_owned(),
        aliases: Vec::new(),
        field,
        doc: doc.clone(),
        with: None,
        narrowing: Narrowing::default(),
        fallback: None,
        is_usual: !is_variant,
        ragged: None,
        is_variant,
    };
    let slot = |ty| Slot { member: Member::Unnamed(0.into()), ty };
    let of_variants = variants.list.iter().zip(hidden).filter_map(|(variant, hidden)| match &variant.content {
        Content::Nothing(_) => None,
        Content::One(param, _) => Some(Param { aliases: variant.aliases.clone(), ..(**param).clone() }),
        Content::Fields(_) => {
            let ty = &hidden.as_ref()?.ty;
            let of_label = param(slot(ty), &variant.label, variant.ident.unraw().to_string(), &variant.doc, true);
            Some(Param { aliases: variant.aliases.clone(), ..of_label })
        }
    });
    let tag = param(slot(label), &variants.tag, variants.tag.clone(), &Doc::NONE, false);
    Record {
        params: std::iter::once(tag).chain(of_variants).collect(),
        deny_unknown: variants.deny_unknown,
        is_enum: true,
        ..Record::default()
    }
}

/// Returns the fields of a variant as a record, whose types say what implementations need.
fn leaf<'a>(variant: &Tagged<'a>) -> Record<'a> {
    match &variant.content {
        Content::Nothing(skipped) => Record { skipped: skipped.clone(), ..Record::default() },
        Content::One(param, skipped) => {
            Record { params: vec![(**param).clone()], skipped: skipped.clone(), ..Record::default() }
        }
        Content::Fields(record) => record.clone(),
    }
}

fn decode(context: &Context<'_>, arms: &[Arm<'_>], fields: &[ParamField<'_>], generics: &Generics) -> TokenStream {
    let p = &context.p;
    let (labels, own) = (texts(arms), arms.iter().map(|arm| arm.own));
    let last = arms.len().saturating_sub(1);
    let read = arms.iter().enumerate().map(|(index, arm)| {
        let (position, read) = (Literal::usize_unsuffixed(index), arm.read(context, fields));
        if index == last { quote!(_ => #read) } else { quote!(#position => #read) }
    });
    let fill = arms.iter().enumerate().filter_map(|(index, arm)| {
        let (position, pattern, fill) =
            (Literal::usize_unsuffixed(index), arm.pattern(true), arm.fill(context, fields)?);
        Some(quote!((#position, #pattern) => { #fill return #p::Ok(()); }))
    });
    let aliases = aliases(arms.iter().map(|arm| &arm.variant.aliases)).map(|aliases| {
        quote!(const ALIASES: &'static [(&'static #p::core::primitive::str, #p::core::primitive::usize)] = #aliases;)
    });
    let methods = quote! {
        const TEXTS: &'static [&'static #p::core::primitive::str] = &[#(#labels),*];
        #aliases
        const RANGES: &'static [(#p::core::primitive::usize, #p::core::primitive::usize)] =
            const { &[#(#p::variant_range::<Self>(#own)),*] };

        fn read<__S: #p::Source<'__de>>(
            __source: &mut #p::VariantSource<'_, __S>,
        ) -> #p::Result<Self, #p::DecodeError> {
            #p::Ok(match #p::VariantSource::variant(__source) { #(#read)* })
        }

        fn fill<__S: #p::Source<'__de>>(
            &mut self,
            __source: &mut #p::VariantSource<'_, __S>,
        ) -> #p::Result<(), #p::DecodeError> {
            match (#p::VariantSource::variant(__source), &mut *self) { #(#fill)* _ => {} }
            *self = <Self as #p::Variants<'__de>>::read(__source)?;
            #p::Ok(())
        }
    };
    let variants = impls::implement(context, generics, None, &quote!(#p::Variants<'__de>), &methods);
    let into = quote! {
        if let #p::Some(__read) = #p::replaced(self, __source) {
            return __read;
        }
        #p::fill_variant(self, __source)
    };
    let body = quote!(#p::decode_variant(__source));
    let decode = impls::decode(context, generics, &TokenStream::new(), &body, Some(&into));
    quote!(#variants #decode)
}

impl Arm<'_> {
    /// Returns the pattern of the variant, with a variable for each field that is sent, and for the others if `all`.
    fn pattern(&self, all: bool) -> TokenStream {
        let Tagged { ident, fields, .. } = self.variant;
        let is_bound = |slot: &&Slot<'_>| all || !self.skipped().iter().any(|skipped| skipped.member == slot.member);
        let bound = fields.iter().filter(is_bound).map(|Slot { member, .. }| {
            let variable = variable(member);
            quote!(#member: #variable,)
        });
        let bound: Vec<TokenStream> = bound.collect();
        let rest = (bound.len() < fields.len()).then(|| quote!(..));
        quote!(Self::#ident { #(#bound)* #rest })
    }

    fn skipped(&self) -> &[Slot<'_>] {
        match &self.variant.content {
            Content::Nothing(skipped) | Content::One(_, skipped) => skipped,
            Content::Fields(record) => &record.skipped,
        }
    }

    /// Returns the variables of the fields that are sent.
    fn sent(&self) -> impl Iterator<Item = &Slot<'_>> {
        let skipped = self.skipped();
        let is_sent = |slot: &&Slot<'_>| !skipped.iter().any(|skipped| skipped.member == slot.member);
        self.variant.fields.iter().filter(is_sent)
    }

    /// Returns the arm that writes the variant.
    fn encode(&self, context: &Context<'_>, fields: &[ParamField<'_>]) -> TokenStream {
        let (p, label, own) = (&context.p, &self.variant.label, self.own);
        let pattern = self.pattern(false);
        match (&self.hidden, fields.get(own)) {
            (Some(Hidden { ty, .. }), _) => {
                let variables = self.sent().map(|slot| variable(&slot.member));
                quote!(#pattern => <#ty>::__encode::<Self, __S, #own>(__sink, &#label, #(#variables),*),)
            }
            (None, Some(field)) if own > 0 => {
                let give = field.give(&Place::Variables);
                quote!(#pattern => #p::encode_variant::<Self, _, _, #own>(__sink, &#label, (#give,)),)
            }
            _ => quote!(#pattern => #p::encode_variant::<Self, _, _, 0>(__sink, &#label, ()),),
        }
    }

    /// Returns the block that reads the variant.
    fn read(&self, context: &Context<'_>, fields: &[ParamField<'_>]) -> TokenStream {
        let (p, ident) = (&context.p, self.variant.ident);
        match (&self.variant.content, self.hidden, fields.get(self.own)) {
            (Content::Fields(_), Some(Hidden { ty, .. }), _) => {
                let value = Ident::new("__value", Span::call_site());
                let members = self.variant.fields.iter().map(|Slot { member, .. }| quote!(#member: #value.#member));
                quote!({
                    let #value = #p::VariantSource::value::<#ty>(__source)?;
                    Self::#ident { #(#members),* }
                })
            }
            (Content::One(_, skipped), _, Some(field)) => {
                let name = Ident::new("__0", Span::call_site());
                let taken = field.take(&name);
                let (ty, field, others) = (taken.ty, taken.field, defaults(p, skipped));
                quote!({
                    let #name = #p::VariantSource::one::<#ty>(__source)?;
                    Self::#ident { #field #(, #others)* }
                })
            }
            _ => {
                let others = defaults(p, self.skipped());
                quote!({
                    #p::VariantSource::none(__source)?;
                    Self::#ident { #(#others),* }
                })
            }
        }
    }

    /// Returns the statements that read into the fields of the variant; `None` if none may keep its memory.
    fn fill(&self, context: &Context<'_>, fields: &[ParamField<'_>]) -> Option<TokenStream> {
        let p = &context.p;
        match (&self.variant.content, self.hidden, fields.get(self.own)) {
            (Content::Fields(_), Some(Hidden { ty, .. }), _) => {
                let variables = self.variant.fields.iter().map(|slot| variable(&slot.member));
                Some(quote!(#p::VariantSource::within(__source, |__source| <#ty>::__fill(__source, #(#variables),*))?;))
            }
            (Content::One(_, skipped), _, Some(field)) => {
                let (fill, resets) = (field.fill(&Place::Variables), resets(p, skipped, &Place::Variables));
                Some(quote!(#p::VariantSource::fill_one(__source, #fill)?; #resets))
            }
            _ => None,
        }
    }

    /// Returns the struct that the fields of the variant become, with its implementations.
    fn structure(&self, context: &Context<'_>) -> Option<TokenStream> {
        let (Content::Fields(record), Some(Hidden { ident, .. })) = (&self.variant.content, self.hidden) else {
            return None;
        };
        let (p, generics) = (&context.p, context.bounds.generics());
        let what = format!("{}::{}", context.what, self.variant.ident.unraw());
        let inner = Context {
            p: quote!(#p).into(),
            ident,
            what,
            bounds: context.bounds.clone(),
            is_visible: false,
            is_checked: context.is_checked,
        };
        // A struct has to use each of its parameters.
        let (whole, arguments) = (context.ident, context.bounds.arguments());
        let mark: Type = parse_quote!(#p::core::marker::PhantomData<fn() -> #whole #arguments>);
        let is_named = matches!(self.variant.fields.first(), Some(Slot { member: Member::Named(_), .. }));
        let mark = (!generics.params.is_empty()).then(|| Slot {
            member: match is_named {
                true => Member::Named(Ident::new("__of", Span::call_site())),
                false => Member::Unnamed(self.variant.fields.len().into()),
            },
            ty: &mark,
        });
        let slots = self.variant.fields.iter().chain(&mark);
        let (params, _, clause) = generics.split_for_impl();
        let structure = if is_named {
            let slots = slots.map(|Slot { member, ty }| quote!(#member: #ty));
            quote!(struct #ident #params #clause { #(#slots),* })
        } else {
            let types = slots.map(|slot| slot.ty);
            quote!(struct #ident #params (#(#types),*) #clause;)
        };
        let mut record = record.clone();
        record.skipped.extend(mark);
        let own_rules = rules_generics(&inner, &[&record]);
        let rules = table::has_rules(&inner, &record, &own_rules);
        let decode = record::decode(&inner, &record, None);
        let field = is_field(p, ident, &own_rules);
        let functions = self.functions(&inner, &record);
        Some(quote! {
            #[allow(dead_code, clippy::all, clippy::pedantic)]
            #structure
            #rules
            #decode
            #field
            #functions
        })
    }

    /// Returns the functions that write the fields of a variant and read into them, as those of a struct whose
    /// implementations of traits know the fields; `context` is that of the struct.
    fn functions(&self, context: &Context<'_>, record: &Record<'_>) -> TokenStream {
        let (p, ident, arguments) = (&context.p, context.ident, context.bounds.arguments());
        let generics = encode_generics(context, &[record]);
        let (params, _, clause) = generics.split_for_impl();
        let borrowed = self.sent().map(|Slot { member, ty }| {
            let variable = variable(member);
            quote!(#variable: &'__a #ty)
        });
        let (types, given) = record::given(context, record, &Place::Variables);
        let named = has_names(record);
        let (checked, clause_of_fill) = (known::predicate(context), known::clause(context));
        let encode = quote! {
            #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
            impl #params #ident #arguments #clause {
                fn __encode<'__a, __R, __S, const __I: #p::core::primitive::usize>(
                    __sink: &mut __S,
                    __label: &'static &'static #p::core::primitive::str,
                    #(#borrowed),*
                ) -> #p::Result<(), #p::EncodeError>
                where
                    __R: #p::Flattening + #p::HasRules,
                    __S: #p::Sink<'__a>,
                    #checked
                {
                    #types
                    let __fields = #p::RecordFields {
                        record: <Self as #p::HasRules>::record_type(),
                        named: #named,
                        fields: #given,
                    };
                    #p::encode_variant::<__R, _, _, __I>(__sink, __label, __fields)
                }
            }
        };
        // What marks the parameters of the struct is no field of the variant.
        let mut record = record.clone();
        record.skipped = self.skipped().to_vec();
        let generics = decode_generics(context, &[&record]);
        let (params, _, clause) = generics.split_for_impl();
        let borrowed = self.variant.fields.iter().map(|Slot { member, ty }| {
            let variable = variable(member);
            quote!(#variable: &mut #ty)
        });
        let fill: TokenList = decode_into::fill(context, &record, &Place::Variables).into();
        quote! {
            #encode

            #[allow(single_use_lifetimes, unused_lifetimes, clippy::all, clippy::pedantic)]
            impl #params #ident #arguments #clause {
                fn __fill<__S: #p::Source<'__de>>(
                    __source: &mut __S,
                    #(#borrowed),*
                ) -> #p::Result<(), #p::DecodeError> #clause_of_fill {
                    #fill
                }
            }
        }
    }
}

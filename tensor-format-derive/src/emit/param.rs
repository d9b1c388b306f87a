//! The code for one parameter of a record: to write its field, to read it, and to read into an existing field.
//!
//! A field is used either as it is, or through traits that make the compiler report a faulty type at that type (see
//! [`std_types`](crate::std_types)). Attributes put wrappers around it, each of which checks one thing.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{
    Context,
    defaults::{absent, absent_holder, fill_or},
    field_traits::FieldTraits,
    place::Place,
    with::With,
};
use crate::{
    model::{Fallback, Param, Record},
    std_types::{asked, asked_of_ragged, may_be_absent},
    token_list::TokenList,
};

/// A parameter of a record, with what the code for it needs to know of the record.
pub(super) struct ParamField<'a> {
    pub(super) param: &'a Param<'a>,
    pub(super) index: usize,
    context: &'a Context<'a>,
    own: TokenStream,
}

/// The code that reads a parameter: the type that it is read as, and the field made from that.
pub(super) struct Taken {
    /// The type that the parameter is read as, before it becomes the field.
    pub(super) ty: TokenStream,
    /// Whether `ty` says more than `_`, which costs the compiler less than a type that is written out.
    pub(super) is_told: bool,
    /// The field of the struct expression, as `name: value`.
    pub(super) field: TokenList,
    /// The statement that declares the variable which says whether the parameter was absent and got its default.
    pub(super) flag: Option<TokenStream>,
}

/// Returns whether axes of one name must have one length over the whole record.
pub(super) fn has_names(record: &Record<'_>) -> bool {
    record.params.iter().any(|param| param.narrowing.names().next().is_some()) || !record.flattened.is_empty()
}

/// Returns the type whose rules list the record's own parameters alone, without those of flattened records.
pub(super) fn own(p: &TokenList, record: &Record<'_>) -> TokenStream {
    if !record.is_joined() { quote!(Self) } else { quote!(#p::Own<Self>) }
}

/// Returns the parameters of a record.
pub(super) fn params<'a>(context: &'a Context<'a>, record: &'a Record<'a>) -> Vec<ParamField<'a>> {
    let own = own(&context.p, record);
    let params = record.params.iter().enumerate();
    params.map(|(index, param)| ParamField { param, index, context, own: own.clone() }).collect()
}

impl<'a> ParamField<'a> {
    /// Returns the paths to the items of the field's type.
    pub(super) fn traits(&self) -> FieldTraits<'a> {
        let (p, ty) = (&self.context.p, self.param.slot.ty);
        if let Some(word) = self.param.ragged {
            return match asked_of_ragged(ty) {
                // The word is at fault.
                name @ "IsRaggedFlat" => FieldTraits::asking_at(p, ty, name, word),
                name => FieldTraits::asking(p, ty, name),
            };
        }
        match self.context.bounds.given(ty) {
            Some(bound) => FieldTraits::asking_at(p, ty, "IsFieldBound", bound),
            None if self.is_bounded() => FieldTraits::bounded(p, ty),
            None if self.param.is_usual => FieldTraits::asking(p, ty, "IsFieldStd"),
            None => FieldTraits::asking(p, ty, asked(ty)),
        }
    }

    /// Returns the module that converts the field, if there is one.
    pub(super) fn with(&self) -> Option<With<'a>> {
        self.param.with.as_ref().map(|path| With::new(self.context, self.param.slot.ty, path))
    }

    /// Returns the name of the variable that says whether the parameter was absent; `None` if it has no default.
    pub(super) fn flag(&self) -> Option<Ident> {
        self.param.fallback.as_ref().map(|_| format_ident!("__absent_{}", self.index))
    }

    fn is_bounded(&self) -> bool {
        self.context.bounds.is_bounded(self.param.slot.ty)
    }

    /// Returns whether generated code uses the field through traits whose compile errors point at the field's type.
    fn is_asked(&self) -> bool {
        !self.param.is_usual && !self.is_bounded()
    }

    /// Returns a call of the runtime's `function` with the ragged `field`, at the place of the field's type.
    fn ragged(&self, function: TokenStream, field: &TokenStream) -> TokenStream {
        let traits = self.traits();
        let (p, span, ty, function) =
            (&traits.p, traits.span, traits.get("Kind"), TokenList::from(function).moved_to(traits.span));
        quote_spanned!(span=> #p::#function::<'_, #ty>(#field))
    }

    /// Returns whether the field takes no default by the look of its type, so that the default itself is an error.
    pub(super) fn is_holder(&self) -> bool {
        let Param { with, ragged, slot, .. } = self.param;
        with.is_none() && ragged.is_none() && !self.is_bounded() && may_be_absent(slot.ty)
    }

    /// Returns the expression of the default that the field gets if it is absent.
    fn absent(&self, fallback: &Fallback) -> TokenStream {
        let (p, ty) = (&self.context.p, self.param.slot.ty);
        if self.is_holder() { absent_holder(p, fallback, ty) } else { absent(p, fallback, ty) }
    }

    /// Returns the expression `field` in the wrappers that check what attributes say: rules if `is_narrowed`, and a
    /// checked range.
    fn checked(&self, mut field: TokenStream, is_narrowed: bool) -> TokenStream {
        let (p, own, index) = (&self.context.p, &self.own, self.index);
        if is_narrowed {
            field = quote!(#p::WithRules::<#own, _, #index>::new(#field));
        }
        if self.param.narrowing.checks_range() {
            field = quote!(#p::RangeChecked::<#own, _, #index>::new(#field));
        }
        field
    }

    /// Returns the expression that writes the field of a value.
    pub(super) fn give(&self, place: &Place) -> TokenList {
        let (p, param, member) = (&self.context.p, self.param, &self.param.slot.member);
        let field = place.of(member);
        let field = quote!(&#field);
        let (field, is_narrowed) = match self.with() {
            Some(with) => (with.give(&self.own, self.index, &field), false),
            None if param.ragged.is_some() => (self.ragged(quote!(RaggedRef), &field), false),
            None if self.is_bounded() => (quote!(#p::GenericFieldRef(#field)), param.narrowing.is_of_header()),
            None if self.is_asked() => {
                let kind = self.traits().encodes();
                (quote!(#p::FieldRef::<'_, #kind>(#field)), param.narrowing.is_of_header())
            }
            None if param.narrowing.is_of_header() || param.narrowing.checks_range() => {
                (field, param.narrowing.is_of_header())
            }
            None => return place.borrowed(member),
        };
        self.checked(field, is_narrowed).into()
    }

    /// Returns the code that reads the parameter into the variable `name`.
    pub(super) fn take(&self, name: &Ident) -> Taken {
        let (p, own, index) = (&self.context.p, &self.own, self.index);
        let Param { slot, with, narrowing, fallback, .. } = self.param;
        let (mut ty, mut inside) = (quote!(_), TokenStream::new());
        let mut wrap = |ty: &mut TokenStream, outer: TokenStream| {
            *ty = outer;
            inside.extend(quote!(.0));
        };
        if with.is_some() {
            wrap(&mut ty, quote!(#p::WithRules<#own, #p::Wired<_>, #index>));
        } else if self.param.ragged.is_some() {
            let field = self.traits().get("Kind");
            wrap(&mut ty, quote!(#p::RaggedValue<#field>));
        } else if self.is_asked() {
            let kind = self.traits().decodes();
            wrap(&mut ty, quote!(#p::FieldValue<#kind>));
        }
        if with.is_none() && narrowing.is_of_header() {
            let outer = quote!(#p::WithRules<#own, #ty, #index>);
            wrap(&mut ty, outer);
        }
        if narrowing.checks_range() {
            let outer = quote!(#p::RangeChecked<#own, #ty, #index>);
            wrap(&mut ty, outer);
        }
        let (member, flag) = (&slot.member, self.flag());
        let is_told = !inside.is_empty() || fallback.is_some();
        let default = fallback.as_ref().map(|fallback| self.absent(fallback));
        let (field, is_absent) = match (self.with(), default) {
            (Some(with), default) => {
                let wires = quote!(#name #inside);
                let field = with.take(p, (&wires, &quote!(Self)), &self.param.name, default);
                (quote!(#member: #field).into(), quote!(#p::is_absent(&#wires)))
            }
            (None, None) if inside.is_empty() => (TokenList::field(member, name), TokenStream::new()),
            (None, None) => (quote!(#member: #name #inside).into(), TokenStream::new()),
            (None, Some(default)) => {
                ty = quote!(#p::WithDefault<#ty>);
                let field = quote! {
                    #member: match #name.0 {
                        #p::Some(__field) => __field #inside,
                        #p::None => #default,
                    }
                };
                (field.into(), quote!(#name.0.is_none()))
            }
        };
        Taken { ty, is_told, field, flag: flag.map(|flag| quote!(let #flag = #is_absent;)) }
    }

    /// Returns the expression that reads into the existing field.
    pub(super) fn fill(&self, place: &Place) -> TokenList {
        let (p, Param { slot, narrowing, fallback, .. }) = (&self.context.p, self.param);
        let member = place.of(&slot.member);
        let mut field = quote!(&mut #member);
        if self.param.is_plain() && !self.is_bounded() {
            return field.into();
        }
        let with = self.with();
        if let Some(with) = &with {
            field = with.fill(&field);
        } else if self.param.ragged.is_some() {
            field = self.ragged(quote!(RaggedMut), &field);
        } else if self.is_asked() {
            let kind = self.traits().decodes();
            field = quote!(#p::FieldMutOf::<'_, #kind>(#field));
        }
        field = self.checked(field, with.is_some() || narrowing.is_of_header());
        match fallback {
            Some(fallback) => fill_or(p, &field, slot.ty, &self.absent(fallback), self.flag()).into(),
            None => field.into(),
        }
    }
}

//! Paths to the items of a field's type, made so that a faulty type is reported once.
//!
//! If a type is no tensor, each use of it would be an error of its own. A path through a trait that the type lacks, all
//! with the type's span, is one error: what follows from it has no type, and the compiler is silent about that.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Lifetime, Type, spanned::Spanned};

pub(super) mod known;

use super::Context;
use crate::{
    span::{call_over, end, moved, over, placed, text},
    std_types::{asked, asked_inside, asked_to_read, faulty, hashed, is_list, is_usual, may_be_absent, unknown_in},
    token_list::TokenList,
};

/// Paths to the items of a field's type, all with the span of that type, so that the compiler says once what is wrong
/// with the type. Local names and `self` must be interpolated: with that span they would be other names.
pub(super) struct FieldTraits<'a> {
    pub(super) span: Span,
    end: Span,
    pub(super) p: TokenList,
    ty: &'a Type,
    /// `<Type as Trait>`, where the trait is one whose absence the compiler reports in words chosen for it.
    asked: TokenStream,
}

/// Returns the expression of the rules of the only field of a struct that is one tensor, or of a variant. A type that has
/// none is an error at that type.
pub(super) fn whole_rules(context: &Context<'_>, ty: &Type) -> TokenStream {
    let p = &context.p;
    asked_whole(context, ty).map_or_else(|| quote!(<#ty as #p::HasRules>::RULES), |traits| traits.get("OWN"))
}

/// Returns the constant `HasRules::HOLDS` of a struct that is one tensor by the look of its only field, which may be a list
/// of records.
pub(super) fn whole_holds(context: &Context<'_>, ty: &Type) -> Option<TokenStream> {
    let (p, holds) = (&context.p, asked_whole(context, ty)?.get("HOLDS"));
    Some(quote!(const HOLDS: #p::Option<#p::HeldRef> = #holds;))
}

/// Returns the check that the records in an only field, which is a list or batch of them, can be in a list; `None` if it is
/// spelled as anything else.
pub(super) fn whole_check(context: &Context<'_>, ty: &Type) -> Option<TokenStream> {
    unknown_in(ty).filter(|held| is_list(ty) && !std::ptr::eq(*held, ty))?;
    let (p, what, written, traits) = (&context.p, &context.what, text(ty), asked_whole(context, ty)?);
    let own = traits.get("OWN");
    let check = traits.call(quote!(#p::verify_no_many), quote!(#what, #written, #own));
    Some(quote!(#check;))
}

/// Returns paths to the items of the type of an only field; `None` if it is spelled as a type whose error is one anyway.
fn asked_whole<'a>(context: &Context<'_>, ty: &'a Type) -> Option<FieldTraits<'a>> {
    if is_usual(ty) && !may_be_absent(ty) || context.bounds.is_bounded(ty) {
        return None;
    }
    Some(match context.bounds.given(ty) {
        Some(bound) => FieldTraits::asking_whole_at(&context.p, ty, "IsFieldBound", bound),
        None if may_be_absent(ty) => FieldTraits::asking_whole(&context.p, ty, "IsFieldOptional"),
        None => FieldTraits::asking_whole(&context.p, ty, asked(ty)),
    })
}

/// Returns the type `ty` as a path through the trait `name` of `inner`, a type in it.
fn around(p: &TokenList, inner: &Type, name: &str, ty: &Type) -> TokenStream {
    let span = inner.span();
    let (near, name) = (p.moved_to(span), format_ident!("{name}", span = span));
    let asked = quote_spanned!(span=> <#inner as #near::#name<_>>::In);
    // What is said of all of it is said at all of it.
    over(quote_spanned!(ty.span()=> #asked<#ty>), ty)
}

/// Returns the type `whole`, which is reported at `place`, as a path through the trait of hash maps and sets of `map`, a
/// type in it, which is reported at its `name`.
fn around_hashed(p: &TokenList, map: &Type, name: Span, whole: TokenStream, place: &Type) -> TokenStream {
    let (near, map) = (p.moved_to(name), moved(map, name));
    let asked = quote_spanned!(name=> <#map as #near::IsHashed<_>>::In);
    over(quote_spanned!(place.span()=> #asked<#whole>), place)
}

impl<'a> FieldTraits<'a> {
    /// Creates paths through the trait `name`, which has one parameter that the compiler infers.
    pub(super) fn asking(p: &TokenList, ty: &'a Type, name: &str) -> Self {
        Self::by(p, ty, name, Some(quote_spanned!(ty.span()=> <_>)))
    }

    /// Creates paths as [`asking`](Self::asking) does, whose errors are reported at `word`, which says what the type is.
    pub(super) fn asking_at(p: &TokenList, ty: &'a Type, name: &str, word: Span) -> Self {
        Self::at(p, ty, name, word, &quote_spanned!(word=> <_>))
    }

    /// Creates paths as [`asking_whole`](Self::asking_whole) does, whose errors are reported at `word`.
    fn asking_whole_at(p: &TokenList, ty: &'a Type, name: &str, word: Span) -> Self {
        let near = p.moved_to(word);
        Self::at(p, ty, name, word, &quote_spanned!(word=> <_, #near::Whole>))
    }

    fn at(p: &TokenList, ty: &'a Type, name: &str, word: Span, parameter: &TokenStream) -> Self {
        let (p, name, ty_there) = (p.moved_to(word), format_ident!("{name}", span = word), moved(ty, word));
        let asked = quote_spanned!(word=> <#ty_there as #p::#name #parameter>);
        Self { span: word, end: word, p, ty, asked }
    }

    /// Creates paths through the trait `name` for the only field of a struct that is one tensor, or of a variant.
    pub(super) fn asking_whole(p: &TokenList, ty: &'a Type, name: &str) -> Self {
        let near = p.moved_to(ty.span());
        Self::by(p, ty, name, Some(quote_spanned!(ty.span()=> <_, #near::Whole>)))
    }

    /// Creates paths through `Field`, which a bound requires of the type.
    pub(super) fn bounded(p: &TokenList, ty: &'a Type) -> Self {
        Self::by(p, ty, "Field", None)
    }

    fn by(p: &TokenList, ty: &'a Type, name: &str, parameter: Option<TokenStream>) -> Self {
        let place = faulty(ty, name);
        let span = place.span();
        let whole = if std::ptr::eq(place, ty) { ty.to_token_stream() } else { placed(ty, place) };
        let whole = match asked_inside(ty, name) {
            Some((inner, asked)) => around(p, inner, asked, ty),
            None => whole,
        };
        let whole = match hashed(ty) {
            Some((map, name)) => around_hashed(p, map, name.span(), whole, place),
            None => whole,
        };
        let (p, name) = (p.moved_to(span), format_ident!("{name}", span = span));
        let asked = quote_spanned!(span=> <#whole as #p::#name #parameter>);
        // The compiler takes the place of a path from that of its first word to that of its last: of `&[T]`, all.
        let end = if asked_to_read(ty) != "Decodes" { end(ty) } else { span };
        Self { span, end, p, ty, asked }
    }

    /// Returns a call in a constant, whose failure is reported at the type.
    pub(super) fn call(&self, function: TokenStream, arguments: TokenStream) -> TokenStream {
        call_over(function, arguments, self.ty)
    }

    /// Returns a call in a constant, whose failure is reported at the record that the type is or holds.
    pub(super) fn call_at_held(&self, function: TokenStream, arguments: TokenStream) -> TokenStream {
        call_over(function, arguments, unknown_in(self.ty).unwrap_or(self.ty))
    }

    /// Returns the path to the item of the trait with this name.
    pub(super) fn get(&self, name: &str) -> TokenStream {
        let (Self { span, asked, .. }, name) = (self, format_ident!("{name}", span = self.span));
        quote_spanned!(*span=> #asked::#name)
    }

    /// Returns the path to the type that says how a field is written; a field that cannot be is an error at its type.
    pub(super) fn encodes(&self) -> TokenStream {
        self.kind(&quote!(Encodes), None)
    }

    /// Returns the path to the type that says how a field is read; a field that cannot be is an error at its type.
    pub(super) fn decodes(&self) -> TokenStream {
        let direction = format_ident!("{}", asked_to_read(self.ty));
        self.kind(&quote!(#direction), Some(Lifetime::new("'__de", Span::call_site())))
    }

    fn kind(&self, direction: &TokenStream, lifetime: Option<Lifetime>) -> TokenStream {
        let Self { span, end, p, ty, asked } = self;
        let kind = format_ident!("Kind", span = *end);
        let kind = quote_spanned!(*span=> #asked::#kind);
        let lifetime = lifetime.map(|lifetime| quote!(#lifetime,));
        quote_spanned!(*span=> <#kind as #p::#direction<#lifetime #ty, _>>::Kind)
    }
}

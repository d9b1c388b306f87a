//! The where clauses of implementations. A clause about the type of a field is added only if that type mentions a type
//! parameter: any other clause could be false, and then there would silently be no implementation, instead of an error
//! at the field. Only where the rules of the field are checked anyway is such a clause wanted: it leaves one error
//! instead of three. The word `bound` replaces all clauses that are added for parameters.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    DeriveInput, GenericParam, Generics, Ident, Lifetime, LifetimeParam, PathArguments, Type, TypeGenerics,
    TypeParamBound, WherePredicate, parse_quote,
};

use crate::span::{mentions, mentions_lifetime};

/// The generic parameters of a type, and what follows from them.
#[derive(Clone)]
pub(crate) struct Bounds<'a> {
    generics: &'a Generics,
    types: Vec<Ident>,
    /// The span of the value of `bound`; if the user wrote it, no predicates are added for the parameters.
    given: Option<Span>,
}

impl<'a> Bounds<'a> {
    pub(crate) fn new(generics: &'a Generics, given: Option<Span>) -> Self {
        Self { generics, types: generics.type_params().map(|param| param.ident.clone()).collect(), given }
    }

    /// Returns the type's generics.
    pub(crate) fn generics(&self) -> &'a Generics {
        self.generics
    }

    /// Returns whether the type has neither type nor constant parameters, so that checks can be separate items, which
    /// cannot name these.
    pub(crate) fn is_concrete(&self) -> bool {
        self.types.is_empty() && self.generics.const_params().next().is_none()
    }

    /// Returns whether a type mentions a type parameter.
    pub(crate) fn is_generic(&self, ty: &Type) -> bool {
        !self.types.is_empty() && mentions(ty.to_token_stream(), &self.types)
    }

    /// Returns whether a where clause says that this type is a tensor: it mentions a type parameter, and the user did
    /// not write `bound`.
    pub(crate) fn is_bounded(&self, ty: &Type) -> bool {
        self.given.is_none() && self.is_generic(ty)
    }

    /// Returns the span of the value of `bound`, which alone says of this type that it is a tensor: it mentions a type
    /// parameter. `None` if the user did not write `bound`, and for other types.
    pub(crate) fn given(&self, ty: &Type) -> Option<Span> {
        self.given.filter(|_| self.is_generic(ty))
    }

    /// Returns whether the type has lifetime parameters. A field's type in a separate item is then not the same as in
    /// the implementations, and the compiler would report a fault in both.
    pub(crate) fn has_lifetimes(&self) -> bool {
        self.generics.lifetimes().next().is_some()
    }

    /// Returns the names of the lifetimes, without the quote.
    pub(crate) fn lifetimes(&self) -> Vec<Ident> {
        self.generics.lifetimes().map(|param| param.lifetime.ident.clone()).collect()
    }

    /// Returns the type's generic arguments, as `<'a, T>`.
    pub(crate) fn arguments(&self) -> TypeGenerics<'_> {
        self.generics.split_for_impl().1
    }

    /// Returns the type's generic arguments with every lifetime `'static`; the type must have no other parameters.
    pub(crate) fn static_arguments(&self) -> TokenStream {
        let lifetimes = self.generics.lifetimes().map(|_| quote!('static));
        if self.generics.params.is_empty() { TokenStream::new() } else { quote!(<#(#lifetimes),*>) }
    }

    /// Returns the type's generics as they are.
    pub(crate) fn own(&self) -> Generics {
        self.generics.clone()
    }

    /// Returns the type's generics with this predicate for each field type that mentions a type parameter; unchanged if
    /// the user wrote `bound`.
    pub(crate) fn with<'t>(
        &self,
        fields: impl IntoIterator<Item = &'t Type>,
        predicate: impl Fn(&Type) -> WherePredicate,
    ) -> Generics {
        self.also(self.own(), fields, predicate)
    }

    /// Returns `generics` with this predicate for each field type that mentions a type parameter; unchanged if the user
    /// wrote `bound`.
    pub(crate) fn also<'t>(
        &self,
        mut generics: Generics,
        fields: impl IntoIterator<Item = &'t Type>,
        predicate: impl Fn(&Type) -> WherePredicate,
    ) -> Generics {
        let fields = fields.into_iter().filter(|ty| self.is_bounded(ty));
        let added: Vec<WherePredicate> = fields.map(predicate).collect();
        if !added.is_empty() {
            generics.make_where_clause().predicates.extend(added);
        }
        generics
    }

    /// Returns whether the user's bounds of the type parameter `ty` say that it can be read from any input. The compiler
    /// would not know which to use if the derive said it, too.
    pub(crate) fn is_read(&self, ty: &Type) -> bool {
        let is = |ty: &Type, name: &Ident| matches!(ty, Type::Path(path) if path.path.is_ident(name));
        let Some(name) = self.types.iter().find(|name| is(ty, name)) else { return false };
        let of_param = self.generics.type_params().filter(|param| param.ident == *name).flat_map(|param| &param.bounds);
        let clauses = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let of_clauses = clauses.filter_map(|predicate| match predicate {
            WherePredicate::Type(predicate) if is(&predicate.bounded_ty, name) => Some(&predicate.bounds),
            _ => None,
        });
        of_param.chain(of_clauses.flatten()).any(|bound| match bound {
            TypeParamBound::Trait(bound) => {
                bound.path.segments.last().is_some_and(|last| last.ident == "Decode" || last.ident == "DecodeOwned")
            }
            _ => false,
        })
    }

    /// Returns the type's generics with one predicate for each field type: `bound` if it mentions a type parameter,
    /// otherwise `condition`, which has a lifetime of its own and may therefore be false.
    pub(crate) fn conditional<'t>(
        &self,
        fields: impl IntoIterator<Item = &'t Type> + Clone,
        bound: impl Fn(&Type) -> WherePredicate,
        condition: impl Fn(&Type) -> WherePredicate,
    ) -> Generics {
        let mut generics = self.with(fields.clone(), bound);
        let others = fields.into_iter().filter(|ty| !self.is_bounded(ty));
        let conditions: Vec<WherePredicate> = others.map(condition).collect();
        if !conditions.is_empty() {
            generics.make_where_clause().predicates.extend(conditions);
        }
        generics
    }

    /// Returns `generics` with the lifetime `'__de` of the input that is decoded, which outlives the lifetimes in the
    /// types `fields`. A type that borrows for `'static` can be read only from input that lives as long.
    pub(crate) fn decoding<'t>(&self, generics: &Generics, fields: impl IntoIterator<Item = &'t Type>) -> Generics {
        let mut generics = generics.clone();
        let mut input = LifetimeParam::new(Lifetime::new("'__de", Span::call_site()));
        let fields: Vec<TokenStream> = fields.into_iter().map(ToTokens::to_token_stream).collect();
        for param in self.generics.lifetimes() {
            if fields.iter().any(|field| mentions_lifetime(field.clone(), &param.lifetime.ident)) {
                input.bounds.push(param.lifetime.clone());
            }
        }
        let forever = Lifetime::new("'static", Span::call_site());
        if fields.iter().any(|field| mentions_lifetime(field.clone(), &forever.ident)) {
            input.bounds.push(forever);
        }
        generics.params.insert(0, parse_quote!(#input));
        generics
    }
}

/// Completes each bound `Decode`, without a lifetime, to one that is whole; `None` if there is none. The compiler reports
/// it in the type itself, and in the implementations it would do so again, in other words.
pub(crate) fn completed(input: &DeriveInput) -> Option<DeriveInput> {
    let mut completed = input.clone();
    let Generics { params, where_clause, .. } = &mut completed.generics;
    let of_params = params.iter_mut().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&mut param.bounds),
        _ => None,
    });
    let is_changed = complete_bounds(of_params.flatten());
    let clauses = where_clause.iter_mut().flat_map(|clause| &mut clause.predicates);
    (complete(clauses) || is_changed).then_some(completed)
}

/// Completes each bound `Decode`, as [`completed`] does, in the predicates of a where clause, and returns whether there
/// was one.
pub(crate) fn complete<'p>(predicates: impl IntoIterator<Item = &'p mut WherePredicate>) -> bool {
    let bounds = predicates.into_iter().filter_map(|predicate| match predicate {
        WherePredicate::Type(predicate) => Some(&mut predicate.bounds),
        _ => None,
    });
    complete_bounds(bounds.flatten())
}

fn complete_bounds<'b>(bounds: impl Iterator<Item = &'b mut TypeParamBound>) -> bool {
    let mut is_changed = false;
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        let Some(last) = bound.path.segments.last_mut() else { continue };
        if last.ident == "Decode" && last.arguments.is_none() {
            is_changed = true;
            last.arguments = PathArguments::AngleBracketed(parse_quote!(<'__whole>));
            bound.lifetimes = Some(parse_quote!(for<'__whole>));
        }
    }
    is_changed
}

/// Returns those field types that may borrow from the input. The flag of each says whether a module converts the field:
/// the value that such a module makes of the input can be `'static`.
pub(crate) fn borrowing<'t>(fields: impl IntoIterator<Item = (&'t Type, bool)>) -> impl Iterator<Item = &'t Type> {
    let forever = Ident::new("static", Span::call_site());
    let may_borrow = move |ty: &Type| !mentions_lifetime(ty.to_token_stream(), &forever);
    fields.into_iter().filter(move |(ty, converted)| !converted || may_borrow(ty)).map(|(ty, _)| ty)
}

//! The rules of a tensor, and the checks of its attributes against its type, which are evaluated when the crate is
//! checked.
//!
//! A macro sees the words of a type, not the type: `Image` may be anything. So it writes down what the attribute says,
//! beside a call of a constant function with the rules of the type, `<Image as HasRules>::RULES`; if the two contradict
//! each other the function panics, and the compiler reports that at the span of the call, the attribute. The rules that
//! the type gets are those of its field narrowed by the attribute, computed by the same kind of function.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, Generics, Lit, ext::IdentExt, spanned::Spanned};

use super::Context;
use crate::{
    model::{Axis, Bound, Narrowing, Number, Range, Shape, Size, Types},
    span::respan,
    span::{call, outside},
    token_list::TokenList,
};

/// A tensor whose rules are to be generated.
pub(super) struct Wanted<'a> {
    /// The name that messages use for it.
    pub(super) what: &'a str,
    /// The text of the tensor's type, for messages.
    pub(super) written: &'a str,
    /// The expression of the rules that its type has.
    pub(super) of_type: TokenStream,
    pub(super) narrowing: &'a Narrowing,
    /// The type's own parameters.
    pub(super) generics: &'a Generics,
}

/// Returns the calls that check attributes against the type, and the expression of the narrowed rules, of type
/// `TensorRules`.
pub(super) fn narrowed(p: &TokenList, wanted: &Wanted<'_>) -> (TokenStream, TokenStream) {
    let Wanted { what, written, of_type, narrowing, generics } = wanted;
    let mut checks = TokenStream::new();
    let types = match &narrowing.types {
        Some(given) => {
            let declared = types(p, given);
            let arguments = quote!(#what, #written, #of_type, #declared);
            let check = call(quote!(#p::verify_types), arguments, given.span);
            checks.extend(quote!(#check;));
            quote!(#p::narrow_types(#of_type, #declared))
        }
        None => quote!(#of_type.types),
    };
    let axes = match &narrowing.shape {
        Some(shape) => {
            let (declared, open) = dims(p, shape);
            let constants = generics.const_params().map(|param| (param.ident.unraw().to_string(), &param.ident));
            let constants = constants.map(|(name, value)| quote!((#name, #value as #p::core::primitive::i128)));
            let constants = quote!(&[#(#constants),*]);
            let arguments = quote!(#what, #written, #of_type, &#declared, #open, #constants);
            let mut check = call(quote!(#p::verify_axes), arguments, shape.span);
            for (index, axis) in shape.axes.iter().enumerate() {
                if !matches!(axis.size, Size::Any) {
                    check = call(quote!(#p::verify_axis), quote!(#check, #index), axis.len);
                }
            }
            checks.extend(quote!(#check;));
            for letter in &shape.letters {
                // A constant of this name in scope makes of the new name a pattern of another type.
                checks.extend(quote! {
                    #[allow(non_snake_case, unused_variables)]
                    let #letter = #p::ConstantsAreWrittenInBraces;
                });
            }
            let open = shape.open.map(|at| quote!(.open_at(#at)));
            quote!(#p::AxisRules::new(const { &#p::narrow_axes(#of_type, #declared) })#open)
        }
        None => quote!(#of_type.axes),
    };
    (checks, quote!(#p::TensorRules { types: #types, axes: #axes, range: #of_type.range }))
}

/// Returns the calls that check a range against the rules of its parameter, and the expression of the range, of type
/// `ValueRange`.
pub(super) fn range(
    p: &TokenList,
    what: &str,
    written: &str,
    rules: &TokenStream,
    range: &Range,
) -> (TokenStream, TokenStream) {
    let check = call(quote!(#p::verify_numbers), quote!(#what, #written, #rules), range.word);
    let mut checks = quote!(#check;);
    let mut bound = |bound: &Option<Bound>| {
        let Some(Bound { number, text, span, .. }) = bound else { return quote!(#p::None) };
        let number = match number {
            Number::Int(number) => {
                let number = Literal::i128_unsuffixed(*number);
                quote!(#p::Bound::Int(#number))
            }
            Number::Float(number) => {
                let number = Literal::f64_unsuffixed(*number);
                quote!(#p::Bound::Float(#number))
            }
        };
        let check = call(quote!(#p::verify_bound), quote!(#what, #rules, #number, #text), *span);
        checks.extend(quote!(#check;));
        quote!(#p::Some(#number))
    };
    let (min, max) = (bound(&range.min), bound(&range.max));
    let open = range.excludes_max.then(|| quote!(.without_max()));
    let value = quote!(#p::ValueRange::new(#min, #max)#open);
    let within = call(quote!(#p::verify_range), quote!(#what, #written, #rules, &#value), range.word);
    checks.extend(quote!(#within;));
    (checks, value)
}

/// Returns a separate item with these checks in it, so that they are evaluated even if the type is never used.
pub(super) fn item(context: &Context<'_>, checks: impl ToTokens) -> TokenStream {
    let checks = outside(checks, context.ident, &context.bounds.lifetimes());
    quote!(const _: () = { #checks };)
}

/// Returns the expression of the element types that an attribute names, of type `ElementTypes`.
pub(super) fn types(p: &TokenList, types: &Types) -> TokenStream {
    let variants = &types.variants;
    quote!(#p::ElementTypes::NONE #(.with(#p::ElementType::#variants))*)
}

/// Returns the expressions of the axes that an attribute lists, and of the position of `..` among them.
pub(super) fn dims(p: &TokenList, shape: &Shape) -> (TokenStream, TokenStream) {
    let dims = shape.axes.iter().map(|axis| dim(p, axis));
    let open = match shape.open {
        Some(at) => quote!(#p::Some(#at)),
        None => quote!(#p::None),
    };
    (quote!([#(#dims),*]), open)
}

/// Returns the expression of the rules of one axis, of type `Dim`.
fn dim(p: &TokenList, axis: &Axis) -> TokenStream {
    let size = match &axis.size {
        Size::Any => quote!(#p::Dim::ANY),
        Size::Range(min, max) => quote!(#p::Dim::range(#min, #max)),
        Size::Expr(expr @ Expr::Lit(ExprLit { lit: Lit::Int(_), .. })) => quote!(#p::exactly(#expr)),
        Size::Expr(expr) => {
            // An integer of another type is an error of the call alone, since it can be cast. No constant calls a trait.
            let check = respan(quote!(#p::IsLength::check), expr.span());
            // Another literal is the only error, and no cast beside it.
            let len =
                if matches!(expr, Expr::Lit(_)) { quote!(0) } else { quote!((#expr) as #p::core::primitive::usize) };
            quote!(#p::exactly({
                let _ = || #check(#expr);
                #len
            }))
        }
    };
    match &axis.name {
        Some(name) => quote!(#size.named(#name)),
        None => size,
    }
}

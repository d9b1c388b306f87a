//! The code for fields that a module converts, as the word `with` says.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Path, PathSegment, Type};

use super::Context;
use crate::{
    span::{at, call, moved, text},
    std_types::held,
    token_list::TokenList,
};

/// A module that converts a field, and the field's type. The code that uses it has the span of the module's name.
pub(super) struct With<'a> {
    ty: &'a Type,
    path: &'a Path,
    pub(super) module: TokenStream,
    /// The module for what is read.
    pub(super) reading: TokenStream,
}

impl<'a> With<'a> {
    pub(super) fn new(Context { p, bounds, .. }: &Context<'_>, ty: &'a Type, path: &'a Path) -> Self {
        let span = span_of(path);
        let p = p.moved_to(span);
        // What an option holds, the compiler cannot infer from functions of any type.
        let value = held(ty).filter(|_| is_generic_module(path)).map_or_else(|| quote!(_), ToTokens::to_token_stream);
        // The compiler would say to write `*module` for a module whose function takes the value. What such a function asks
        // of a type of any kind, it reports of the argument.
        let is_of_any = is_generic_module(path) || bounds.is_generic(ty);
        let value_of_field = Ident::new("__value", if is_of_any { span } else { at(span) });
        // In closures the functions are called as a user would, and so are messages about their types. `from_wire` and
        // the field come first, so that the value's type is known where `to_wire` takes `&str` for a `String`.
        // Both functions at one place, so that what is wrong with the path is said once.
        let functions_of = moved(path, span);
        let functions = |taken: TokenStream| {
            quote_spanned! {span=>
                #p::module::<_, #value, _, _>(
                    |__wire| #p::Refusal::in_text()(#p::Given::given(#functions_of::from_wire(#p::Wire::take()(#taken)))),
                    |#value_of_field| {
                        let __kind = #p::Known(#value_of_field).kind::<#ty>();
                        (#p::Wire::give(#functions_of::to_wire(#value_of_field)), __kind)
                    },
                )
            }
        };
        let module = functions(quote_spanned!(span=> __wire));
        let reading = functions(quote_spanned!(span=> <() as #p::TakenWire<'_, _, _>>::take()(__wire)));
        Self { ty, path, module, reading }
    }

    /// Returns the span of the module's name.
    pub(super) fn span(&self) -> Span {
        span_of(self.path)
    }

    /// Returns the name that messages use for the type of the field's tensors.
    pub(super) fn written(&self) -> String {
        format!("{}` with `{}", text(self.ty), text(self.path))
    }

    /// Returns the expression of the rules of the values that the module reads.
    pub(super) fn rules(&self) -> TokenStream {
        let module = &self.module;
        quote_spanned!(self.span()=> #module.rules())
    }

    /// Returns the expression whose value says how many tensors of its record the field is: see `Presence`.
    pub(super) fn presence(&self) -> TokenStream {
        let module = &self.module;
        quote_spanned!(self.span()=> #module.presence())
    }

    /// Returns a call that checks that the module reads all that it writes.
    pub(super) fn verify(&self, p: &TokenList, what: &str) -> TokenStream {
        let (path, own, module) = (text(self.path), self.rules(), &self.module);
        let written = quote_spanned!(self.span()=> #module.written_rules());
        let verify = call(quote!(#p::verify_with), quote!(#what, #path, #written, #own), self.span());
        quote!(#verify;)
    }

    /// Returns the expression that writes `field` as parameter `index` of the type `record`.
    pub(super) fn give(&self, record: &TokenStream, index: usize, field: &TokenStream) -> TokenStream {
        let module = &self.module;
        quote_spanned!(self.span()=> #module.give::<#record, #index>(#field))
    }

    /// Returns the expression that reads into the existing `field`.
    pub(super) fn fill(&self, field: &TokenStream) -> TokenStream {
        let reading = &self.reading;
        quote_spanned!(self.span()=> #reading.fill(#field))
    }

    /// Returns the expression of the field, made from `wires`, that of the tensors that were read; `absent` is the
    /// default of the field.
    pub(super) fn take(
        &self,
        p: &TokenList,
        (wires, record): (&TokenStream, &TokenStream),
        name: &str,
        absent: Option<TokenStream>,
    ) -> TokenStream {
        let (reading, near) = (&self.reading, p.moved_to(self.span()));
        let taken = quote_spanned!(self.span()=> #reading.take(#wires, #name)?);
        match absent {
            None => {
                let source = quote!(__source);
                quote_spanned!(self.span()=> #near::present::<#record, _, _>(#taken, #name, #source)?)
            }
            Some(absent) => quote! {
                match #taken {
                    #p::Some(__field) => __field,
                    #p::None => #absent,
                }
            },
        }
    }
}

/// Returns whether a module is one of the runtime crate's for values of any type, without that type.
fn is_generic_module(path: &Path) -> bool {
    let of_any = |last: &PathSegment| last.ident == "DisplayFromStr" || last.ident == "Bytes";
    path.segments.last().is_some_and(|last| of_any(last) && last.arguments.is_none())
}

fn span_of(module: &Path) -> Span {
    module.segments.last().map_or(Span::call_site(), |segment| segment.ident.span())
}

//! What stands in after an error: implementations that do nothing, so that uses of the type are no further errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Generics, parse_quote};

use crate::check::Failure;

/// The errors, and stubs of all traits.
pub(crate) fn emit(input: &DeriveInput, failure: &Failure) -> TokenStream {
    let errors = failure.errors.to_compile_errors();
    let (krate, ident) = (&failure.krate, &input.ident);
    let (params, arguments, clause) = input.generics.split_for_impl();
    let decoding: Generics = {
        let mut generics = input.generics.clone();
        generics.params.insert(0, parse_quote!('__de));
        generics
    };
    let (decoding, ..) = decoding.split_for_impl();
    let private = quote!(#krate::__private);
    let unreachable = quote!(#private::core::unreachable!());
    let field = crate::emit::field(&private, ident, &input.generics, "Tensor");
    let labels = matches!(input.data, syn::Data::Enum(_)).then(|| {
        quote! {
            #[allow(dead_code)]
            impl #params #ident #arguments #clause {
                #[doc(hidden)]
                pub const LABELS: &'static [&'static #private::core::primitive::str] = &[];
            }
        }
    });
    quote! {
        #errors
        const _: () = {
            #labels
            impl #params #krate::HasRules for #ident #arguments #clause {
                const RULES: #krate::Rules<'static> = #private::FAULTY;
            }
            impl #params #krate::Block for #ident #arguments #clause {
                fn write<'__a, __W: #krate::ElementSink<'__a>>(
                    &'__a self,
                    _: &mut __W,
                ) -> #private::core::result::Result<(), #krate::EncodeError> {
                    #unreachable
                }
            }
            impl #decoding #krate::DecodeBlock<'__de> for #ident #arguments #clause {
                fn read<__E: #krate::ElementSource<'__de>>(
                    _: &mut __E,
                ) -> #private::core::result::Result<Self, #krate::DecodeError> {
                    #unreachable
                }
            }
            impl #params #krate::Encode for #ident #arguments #clause {
                fn encode<'__a, __S: #krate::Sink<'__a>>(
                    &'__a self,
                    _: &mut __S,
                ) -> #private::core::result::Result<(), #krate::EncodeError> {
                    #unreachable
                }
            }
            impl #decoding #krate::Decode<'__de> for #ident #arguments #clause {
                fn decode<__S: #krate::Source<'__de>>(
                    _: &mut __S,
                ) -> #private::core::result::Result<Self, #krate::DecodeError> {
                    #unreachable
                }
            }
            #field
        };
    }
}

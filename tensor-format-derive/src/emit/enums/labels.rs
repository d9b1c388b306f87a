//! Generates the implementations of an enum of labels: a string scalar, or with `repr` an integer scalar.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::emit::{
    Context, field,
    impls::{block, decode_block, has_rules, list_item, one_block},
};
use crate::model::Labels;

pub(in super::super) fn emit(context: &Context<'_>, labels: &Labels<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let Labels { list: labels, repr } = labels;
    let generics = bounds.own();
    let decoding = bounds.decoding(&generics, []);
    let (params, arguments, clause) = generics.split_for_impl();
    let texts: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
    let variants: Vec<_> = labels.iter().map(|label| label.ident).collect();
    let positions = 0..labels.len().saturating_sub(1);
    let (last, others) = match variants.split_last() {
        Some((last, others)) => (quote!(Self::#last), others),
        None => return TokenStream::new(),
    };
    let (element_type, write, read) = match repr {
        None => (
            format_ident!("String"),
            quote!(#p::write_label(__out, match self { #(Self::#variants => #texts,)* })),
            match aliases(labels.iter().map(|label| &label.aliases)) {
                Some(aliases) => quote!(#p::read_label_or_alias(__source, Self::LABELS, #aliases)?),
                None => quote!(#p::read_label(__source, Self::LABELS)?),
            },
        ),
        Some(repr) => (
            format_ident!("{}", repr.to_string().to_uppercase()),
            quote!(#p::write_number::<#p::core::primitive::#repr, _>(__out, match self {
                #(Self::#variants => Self::#variants as #p::core::primitive::#repr,)*
            })),
            quote!(#p::read_number::<#p::core::primitive::#repr, _>(__source, const { &[#((
                Self::#variants as #p::core::primitive::#repr as #p::core::primitive::i128,
                #texts,
            )),*] })?),
        ),
    };
    let rules = has_rules(context, &generics, &quote!(#p::Rules::tensor(#p::ElementType::#element_type, &[])));
    let whole = one_block(context, &generics, &decoding);
    let field = field(p, ident, &generics, "Tensor");
    let block = block(context, &generics, None, &write);
    let list = list_item(context, &generics, None, &quote!(#p::Stacked));
    let read = quote! {
        #p::Ok(match #read {
            #(#positions => Self::#others,)*
            _ => #last,
        })
    };
    let decode_block = decode_block(context, &decoding, (None, &TokenStream::new()), &read, None);
    quote! {
        impl #params #ident #arguments #clause {
            /// The labels, in the order of the variants.
            pub const LABELS: &'static [&'static #p::core::primitive::str] = &[#(#texts),*];
        }

        #rules
        #whole
        #field
        #block
        #list
        #decode_block
    }
}

/// Returns the list of the aliases of an enum's variants, each with the position of its variant; `None` if there are none.
pub(super) fn aliases<'a>(of_variants: impl Iterator<Item = &'a Vec<String>>) -> Option<TokenStream> {
    let with_position = |(position, aliases): (usize, &'a Vec<String>)| {
        aliases.iter().map(move |alias| quote!((#alias, #position))).collect::<Vec<_>>()
    };
    let entries: Vec<TokenStream> = of_variants.enumerate().flat_map(with_position).collect();
    (!entries.is_empty()).then(|| quote!(&[#(#entries),*]))
}

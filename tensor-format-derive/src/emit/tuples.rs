//! Generates tuples of a record's fields, so that one call hands all of them to the runtime.

use proc_macro2::{Delimiter, TokenStream};
use quote::{ToTokens, quote};

use crate::{model::Record, token_list::TokenList};

/// The number of fields that one tuple holds, as many as the runtime implements its traits for.
const LONGEST: usize = 16;

/// Returns a tuple of the fields; those for which it has no room are in another tuple at its end. With another
/// `delimiter` than parentheses the result is the type of the tuple.
pub(super) fn tuple(p: &TokenList, fields: &[impl ToTokens], delimiter: Delimiter) -> TokenStream {
    match fields.split_at_checked(LONGEST) {
        Some((fields, rest)) if !rest.is_empty() => {
            let rest = tuple(p, rest, delimiter);
            more(p, &quote!((#(#fields),*), #rest), delimiter)
        }
        _ => quote!((#(#fields,)*)),
    }
}

fn more(p: &TokenList, inner: &TokenStream, delimiter: Delimiter) -> TokenStream {
    match delimiter {
        Delimiter::Parenthesis => quote!(#p::Chain(#inner)),
        _ => quote!(#p::Chain<#inner>),
    }
}

/// Returns the fields of a record in tuples as [`tuple()`] makes them, with its flattened records, `parts`, in their
/// positions.
pub(super) fn joined(
    p: &TokenList,
    fields: &[impl ToTokens],
    parts: &[impl ToTokens],
    record: &Record<'_>,
    delimiter: Delimiter,
) -> TokenStream {
    let (mut joined, mut end): (Option<TokenStream>, _) = (None, fields.len());
    let before = |run: &[_], behind: Option<TokenStream>| {
        let run = tuple(p, run, delimiter);
        behind.map_or(run.clone(), |behind| more(p, &quote!(#run, #behind), delimiter))
    };
    for (part, at) in parts.iter().zip(record.flattened.iter().map(|part| part.at)).rev() {
        let run = before(&fields[at..end], joined);
        joined = Some(more(p, &quote!(#part, #run), delimiter));
        end = at;
    }
    before(&fields[..end], joined)
}

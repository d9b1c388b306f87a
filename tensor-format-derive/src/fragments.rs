//! Removes the groups without delimiters around tokens that a `macro_rules!` macro puts in place of `$name`: they hide
//! a literal from a parser that looks for one.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Returns the tokens without the groups that fragments of macros come in, where the tokens mean the same without: a
/// literal, a name or a path, and whatever is alone between commas, `=` and `:`.
pub(crate) fn ungrouped(tokens: TokenStream) -> TokenStream {
    let mut out = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            out.push(token);
            continue;
        };
        if !has_fragments(&group) {
            // A group that is made anew would lose the places of its delimiters.
            out.push(group.into());
            continue;
        }
        let inner = ungrouped(group.stream());
        let begins = out.last().is_none_or(|token| is_punct(token, ",=:"));
        let ends = rest.peek().is_none_or(|token| is_punct(token, ","));
        if group.delimiter() == Delimiter::None && ((begins && ends) || is_simple(&inner)) {
            out.extend(inner);
        } else {
            let mut same = Group::new(group.delimiter(), inner);
            same.set_span(group.span());
            out.push(same.into());
        }
    }
    out.into_iter().collect()
}

/// Returns whether a group is a fragment, or has one in it.
fn has_fragments(group: &Group) -> bool {
    let is_one = |token| matches!(&token, TokenTree::Group(inner) if has_fragments(inner));
    group.delimiter() == Delimiter::None || group.stream().into_iter().any(is_one)
}

fn is_punct(token: &TokenTree, any: &str) -> bool {
    matches!(token, TokenTree::Punct(punct) if any.contains(punct.as_char()))
}

/// Returns whether the tokens are one literal, with or without a sign, or words of a path.
fn is_simple(tokens: &TokenStream) -> bool {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match all.as_slice() {
        [TokenTree::Literal(_)] => true,
        [minus, TokenTree::Literal(_)] => is_punct(minus, "-"),
        words => words.iter().all(|token| matches!(token, TokenTree::Ident(_)) || is_punct(token, ":")),
    }
}

#[cfg(test)]
mod tests {
    use quote::{ToTokens, quote};

    use super::*;

    #[test]
    fn fragments_are_taken_out_of_groups() {
        let fragment = |tokens| Group::new(Delimiter::None, tokens).into_token_stream();
        let (name, number) = (fragment(quote!("id")), fragment(quote!(-1)));
        let attribute = quote!(rename = #name, (range = #number));
        assert_eq!(ungrouped(attribute).to_string(), quote!(rename = "id", (range = -1)).to_string());
        // What is not alone keeps its group.
        let sum = fragment(quote!(a + b));
        let TokenTree::Group(kept) = ungrouped(quote!([2 * #sum])).into_iter().next().unwrap() else { panic!() };
        assert!(has_fragments(&kept));
    }
}

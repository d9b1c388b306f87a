//! Generates the implementations of a struct of scalars that are the elements of one tensor, in order.
//!
//! `#[tensor(stack)] struct Score { x: f32, y: f32 }` becomes, in short:
//!
//! ```text
//! impl HasRules for Score { const RULES: Rules = row_rules(rules of the first field, &[exactly(2)]); }   // f32 [2]
//! impl Block for Score { fn write(..) { write_scalar(&self.x, out)?; write_scalar(&self.y, out)?; Ok(()) } }
//! impl ListItem for Score { type Form = Stacked; }
//! impl DecodeBlock for Score { fn read(..) { Ok(Self { x: read_scalar(source)?, y: read_scalar(source)? }) } }
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Member, Type, parse_quote};

use super::{
    Context,
    defaults::{built, defaults, with_defaults},
    field,
    field_traits::FieldTraits,
    impls::{block, decode_block, has_rules, list_item, one_block},
};
use crate::{
    model::{Row, Slot},
    span::{call_over, outside, text},
    token_list::TokenList,
};

pub(super) fn emit(context: &Context<'_>, row: &Row<'_>) -> TokenStream {
    let Context { p, ident, bounds, .. } = context;
    let Some(Slot { ty: first, .. }) = row.fields.first() else { return TokenStream::new() };
    let types = || row.fields.iter().map(|slot| slot.ty);
    let generics = bounds.with(types(), |ty| parse_quote!(#ty: #p::Block));
    let decoding = {
        let generics = bounds.with(types(), |ty| parse_quote!(#ty: #p::Block + #p::DecodeBlockIf<'__de>));
        let generics = with_defaults(context, generics, row.skipped.iter().map(|slot| slot.ty));
        bounds.decoding(&generics, types())
    };
    let checks: Vec<TokenStream> = row.fields.iter().map(|slot| check(context, slot, first)).collect();
    let (items, inline) = if bounds.is_concrete() {
        let checks = checks.iter().map(|check| outside(check, ident, &bounds.lifetimes()));
        (quote!(#(const _: () = #checks;)*), TokenStream::new())
    } else {
        (TokenStream::new(), quote!(#(#checks;)*))
    };
    let count = row.fields.len();
    let members: Vec<&Member> = row.fields.iter().map(|slot| &slot.member).collect();
    let kinds: Vec<TokenStream> = types().map(|ty| scalar(p, ty).get("Kind")).collect();
    let of_first = scalar(p, first).get("OWN");
    let rules = quote!({ #inline #p::row_rules(#of_first, const { &[#p::exactly(#count)] }) });
    let rules = has_rules(context, &generics, &rules);
    let whole = one_block(context, &generics, &decoding);
    let field = field(p, ident, &generics, "Tensor");
    let write = quote! {
        #(#p::write_scalar::<#kinds, _>(&self.#members, __out)?;)*
        #p::Ok(())
    };
    let block = block(context, &generics, None, &write);
    let list = list_item(context, &generics, None, &quote!(#p::Stacked));
    let sent = members.iter().zip(&kinds).map(|(member, kind)| quote!(#member: #p::read_scalar::<#kind, _>(__source)?));
    let read = built(sent.chain(defaults(p, &row.skipped)));
    let read = quote!(#p::Ok(#read));
    let decode_block = decode_block(context, &decoding, (None, &quote!(#[inline])), &read, None);
    quote!(#items #rules #whole #field #block #list #decode_block)
}

fn scalar<'t>(p: &TokenList, ty: &'t Type) -> FieldTraits<'t> {
    FieldTraits::asking(p, ty, "IsFieldScalar")
}

/// Returns the code that checks that a field is a scalar of the same element type as the `first` one; its error is
/// reported at the field's type.
fn check(context: &Context<'_>, slot: &Slot<'_>, first: &Type) -> TokenStream {
    let Context { p, ident, .. } = context;
    let Slot { member, ty } = slot;
    let what = format!("{ident}::{}", text(member.to_token_stream()));
    let (written, first_written) = (text(ty), text(first));
    let (own, of_first) = (scalar(p, ty).get("OWN"), scalar(p, first).get("OWN"));
    call_over(quote!(#p::check_row), quote!(#what, #written, #own, #first_written, #of_first), ty)
}

//! The code that is generated after an error: implementations that do nothing, so that uses of the type are no further
//! errors, and the expressions and types of the attributes, so that editors still know what is named there.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, Expr, ExprLit, Field, Lit, PathSegment, Type, spanned::Spanned};

use crate::{
    attr::{Attrs, Place},
    check::Failure,
    emit::stubs,
    errors::Errors,
    model::{Fallback, Size},
    runtime::Runtime,
    std_types::is_text,
};

/// Returns the errors as code, and stubs of all traits, if the type can have them.
pub(crate) fn emit(input: &DeriveInput, failure: &Failure) -> TokenStream {
    let errors = failure.errors.to_compile_errors();
    let Some(Runtime { import, private: p }) = &failure.krate else { return errors };
    let (stubs, named) = (stubs(input, p), named(input, p));
    let (ident, (params, arguments, clause)) = (&input.ident, input.generics.split_for_impl());
    let labels = matches!(input.data, Data::Enum(_)).then(|| {
        quote! {
            #[allow(dead_code)]
            impl #params #ident #arguments #clause {
                #[doc(hidden)]
                pub const LABELS: &'static [&'static #p::core::primitive::str] = &[];
            }
        }
    });
    quote! {
        #errors
        const _: () = {
            #import
            #labels
            #named
            #stubs
        };
    }
}

/// Returns a function that is never called and contains the expressions and types in the attributes; `None` if there
/// are none.
fn named(input: &DeriveInput, p: &TokenStream) -> Option<TokenStream> {
    let container = Attrs::parse(&input.attrs, Place::Container, &input.generics, &mut Errors::default());
    let instances = container.check.iter().flat_map(|given| &given.value);
    let mut lines: Vec<TokenStream> =
        instances.map(|ty| quote!(let _: #p::core::marker::PhantomData<#ty>;)).chain(sizes(&container, p)).collect();
    let fields: Vec<&Field> = match &input.data {
        Data::Struct(data) => data.fields.iter().collect(),
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in fields {
        if is_text(&field.ty) {
            // Only of this one the compiler says that it has no size.
            let ty = &field.ty;
            lines.push(quote_spanned!(ty.span()=> let _ = |text: &#ty| { let _: &#p::core::primitive::str = text; };));
        }
        let attrs = Attrs::of_field(field, &input.generics, &mut Errors::default());
        lines.extend(sizes(&attrs, p));
        if let Some(module) = attrs.with.as_ref().map(|given| &given.value) {
            // Types are not imported.
            let of_type = |segment: &PathSegment| segment.ident == "Self" || !segment.arguments.is_none();
            lines.push(match module.segments.iter().any(of_type) {
                true => quote!(let _: #p::core::marker::PhantomData<#module>;),
                false => quote!(use #module as _;),
            });
        }
        let value = attrs.default.filter(|_| attrs.skip.is_none()).map(|given| given.value);
        // A text names nothing, and is of another type than what is made of it.
        let is_text = matches!(&value, Some(Fallback::Value(Expr::Lit(ExprLit { lit: Lit::Str(_), .. }), _)));
        if let (Some(Fallback::Value(value, _)), false) = (value, is_text) {
            let ty: &Type = &field.ty;
            // An expression that begins with a keyword of paths is no statement.
            lines.push(quote!(let _ = || -> #ty { return #value };));
        }
    }
    if lines.is_empty() {
        return None;
    }
    let (ident, (params, arguments, clause)) = (&input.ident, input.generics.split_for_impl());
    Some(quote! {
        #[allow(dead_code, unused_imports, unused_qualifications)]
        impl #params #ident #arguments #clause {
            fn __named_in_attributes() {
                #(#lines)*
            }
        }
    })
}

/// Returns statements with the expressions that are lengths in the word `shape`.
fn sizes<'a>(attrs: &'a Attrs, p: &TokenStream) -> impl Iterator<Item = TokenStream> + use<'a> {
    let axes = attrs.shape.iter().flat_map(|shape| &shape.value.axes);
    let p = p.clone();
    axes.filter_map(move |axis| match &axis.size {
        Size::Expr(size) => Some(quote!(#p::IsLength::check(#size);)),
        Size::Any | Size::Range(..) => None,
    })
}

#[cfg(test)]
mod tests {
    use syn::{File, Item, parse_str};

    use crate::expand::expand;

    /// Returns the names of the traits that are implemented, and the errors.
    fn expanded(input: &str) -> (Vec<String>, usize, String) {
        let tokens = expand(&parse_str(input).unwrap());
        let text = tokens.to_string();
        let file: File = syn::parse2(tokens).unwrap();
        let errors = file.items.iter().filter(|item| matches!(item, Item::Macro(_))).count();
        let traits =
            ["HasRules", "Encode", "Decode < '__de >", "Block", "DecodeBlock < '__de >", "Field", "Feeds < Self >"];
        let implemented = traits.iter().filter(|name| text.contains(&format!(":: {name} for ")));
        (implemented.map(|name| (*name).to_owned()).collect(), errors, text)
    }

    #[test]
    fn a_half_written_attribute_is_one_error_and_the_type_keeps_its_traits() {
        let container = [
            "sha",
            "shape",
            "shape =",
            "shape = [n: ]",
            "shape = [1..=]",
            "shape = [3 4]",
            "dtype =",
            "dtype = f",
            "dtype = [f32, f]",
            "rename_all =",
            "rename_all = camel",
            "check",
            "check()",
            "matches",
            "matches()",
            "matches(accepts)",
            "matches(accepts =)",
            "crate =",
            "crate = Self",
            "crate = Self::own",
            "repr =",
        ];
        let container = container.map(|words| format!("#[tensor({words})] struct Input<'a>(Vec<&'a str>);"));
        let field = ["dt", "shape = [n, 1..]x", "default =", "rename =", "skip =", "rename = \"a\" shape"];
        let field = field.map(|words| format!("struct Input<T> {{ #[tensor({words})] values: Vec<T>, other: u8 }}"));
        let variant = ["rename =", "re"].map(|words| format!("enum Input {{ #[tensor({words})] A, B }}"));
        for input in container.iter().chain(&field).chain(&variant) {
            let (implemented, errors, text) = expanded(input);
            assert_eq!(errors, 1, "{input}: {text}");
            assert_eq!(implemented.len(), 7, "{input}: {implemented:?}");
        }
    }

    #[test]
    fn modules_may_be_types() {
        for module in ["Self", "Self::own", "Convert<u8>", "convert::Any::<u8>", "self::convert", "crate::convert"] {
            expanded(&format!("#[tensor(banana)] struct Input {{ #[tensor(with = {module})] a: u32, b: u32 }}"));
        }
    }

    #[test]
    fn expressions_of_defaults_are_items_whatever_they_begin_with() {
        for value in ["crate - 6", "self::A - 6", "unsafe { 1 }", "{ 1 } - 6", "match 1 { _ => 2 }"] {
            expanded(&format!("#[tensor(banana)] struct Input {{ #[tensor(default = {value})] a: u32, b: u32 }}"));
        }
    }

    #[test]
    fn what_attributes_name_is_kept() {
        let (_, errors, text) = expanded(
            "#[tensor(banana, check(Input<sizes::SMALL>))]
            struct Input<const N: usize> {
                #[tensor(shape = [n, { sizes::WIDTH }], default = presets::empty())] values: Vec<[u8; N]>,
                #[tensor(with = codecs::bits)] mask: Mask,
            }",
        );
        assert_eq!(errors, 1, "{text}");
        let (_, _, variants) =
            expanded("#[tensor(banana)] enum Input { A(#[tensor(shape = [{ sizes::WIDTH }])] Vec<u8>) }");
        assert!(variants.contains("sizes :: WIDTH"), "{variants}");
        for named in ["sizes :: SMALL", "sizes :: WIDTH", "presets :: empty ()", "use codecs :: bits as _"] {
            assert!(text.contains(named), "{named}: {text}");
        }
    }
}

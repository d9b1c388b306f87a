//! Compares the code that representative types expand to with committed files, which the package of tests compiles.
//! After a wanted change, `EXPANSIONS=overwrite cargo test -p tensor-format-derive expansions` rewrites them: read what
//! changed.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use quote::quote;
use syn::{Attribute, DeriveInput, File, Item, Meta};

use crate::{contract, expand::expand};

/// Returns the paths of the input files, which hold types that derive `Tensor`, and contracts.
fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansions");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut inputs: Vec<PathBuf> = files.filter(|path| !path.to_str().unwrap().ends_with(".expected.rs")).collect();
    inputs.sort();
    inputs
}

fn read(path: &Path) -> File {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the text of the file with each type, without derives and attributes as the compiler leaves it, followed by
/// the code that it expands to.
fn expanded(input: &File) -> String {
    let items = input.items.iter().map(|item| match item {
        Item::Struct(_) | Item::Enum(_) => {
            let derive: DeriveInput = syn::parse2(quote!(#item)).unwrap();
            let expansion = expand(&derive);
            let item = without_attributes(derive);
            quote!(#item #expansion)
        }
        Item::Macro(call) => contract::expand(&call.mac.parse_body().unwrap()),
        other => quote!(#other),
    });
    prettyplease::unparse(&syn::parse2(quote!(#(#items)*)).unwrap())
}

fn without_attributes(mut item: DeriveInput) -> DeriveInput {
    let is_kept = |attr: &Attribute| !attr.path().is_ident("derive") && !attr.path().is_ident("tensor");
    item.attrs.retain(is_kept);
    match &mut item.data {
        syn::Data::Struct(data) => data.fields.iter_mut().for_each(|field| field.attrs.retain(is_kept)),
        syn::Data::Enum(data) => data.variants.iter_mut().for_each(|variant| {
            variant.attrs.retain(is_kept);
            variant.fields.iter_mut().for_each(|field| field.attrs.retain(is_kept));
        }),
        syn::Data::Union(_) => {}
    }
    item
}

#[test]
fn types_expand_to_the_committed_code() {
    let overwrite = env::var("EXPANSIONS").is_ok_and(|value| value == "overwrite");
    let inputs = inputs();
    assert!(inputs.len() >= 15, "only {} files", inputs.len());
    for path in inputs {
        let found = expanded(&read(&path));
        let expected = path.with_extension("expected.rs");
        if overwrite {
            fs::write(&expected, &found).unwrap();
        }
        assert_eq!(found, prettyplease::unparse(&read(&expected)), "{}", expected.display());
    }
}

#[test]
fn inputs_derive_without_errors() {
    for path in inputs() {
        for item in read(&path).items {
            let attributes = match &item {
                Item::Struct(item) => &item.attrs,
                Item::Enum(item) => &item.attrs,
                _ => continue,
            };
            let derives = |attr: &Attribute| matches!(&attr.meta, Meta::List(list) if list.path.is_ident("derive"));
            assert!(attributes.iter().any(derives), "{}", path.display());
            let input: DeriveInput = syn::parse2(quote!(#item)).unwrap();
            if let Err(failure) = crate::check::check(&input) {
                panic!("{}: {}", path.display(), failure.errors.to_compile_errors());
            }
        }
    }
}

//! The path to the runtime crate, which a package may depend on under another name.

use std::{env, fs, path::Path, sync::OnceLock};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

/// Returns the path to the runtime crate, where no attribute says it: `::tensor_format`, or the name that `package =
/// "tensor-format"` has in the `Cargo.toml` of the package that is compiled.
pub(crate) fn path() -> TokenStream {
    // One process compiles one crate.
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let name = NAME.get_or_init(|| {
        let folder = env::var_os("CARGO_MANIFEST_DIR")?;
        renamed(&fs::read_to_string(Path::new(&folder).join("Cargo.toml")).ok()?)
    });
    match name.as_deref().and_then(|name| syn::parse_str::<Ident>(name).ok()) {
        Some(mut name) => {
            name.set_span(Span::call_site());
            quote!(::#name)
        }
        None => quote!(::tensor_format),
    }
}

/// Returns the name of the crate in code, if a manifest gives it another one. Manifests are read as they are mostly
/// written: `name = { package = "tensor-format", .. }` on one line, or a table `[dependencies.name]`.
fn renamed(manifest: &str) -> Option<String> {
    let (mut table, mut found) = ("", None);
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            table = header.split(']').next().unwrap_or_default();
            if table.ends_with("dependencies.tensor-format") {
                return None;
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let is_of_table = table.ends_with("dependencies");
        if is_of_table && key.split('.').next().is_some_and(|key| key.trim() == "tensor-format") {
            return None;
        }
        let packed: String = value.split_whitespace().collect();
        let name = match table.split_once("dependencies.") {
            Some((_, name)) if key.trim() == "package" && packed.starts_with("\"tensor-format\"") => name,
            None if is_of_table && packed.contains("package=\"tensor-format\"") => key,
            _ => continue,
        };
        found = Some(name.trim().trim_matches('"').replace('-', "_"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn finds_the_name_of_a_dependency() {
        let tf = Some("tf".to_owned());
        assert_eq!(renamed("[dependencies]\ntf = { package = \"tensor-format\", version = \"1\" }"), tf);
        assert_eq!(renamed("[dependencies.tf]\nversion = \"1\"\npackage = \"tensor-format\" # ours\n"), tf);
        assert_eq!(renamed("[target.'cfg(unix)'.dependencies]\ntf={package=\"tensor-format\"}"), tf);
        assert_eq!(renamed("[dev-dependencies]\nmy-tf = { package = \"tensor-format\" }"), Some("my_tf".to_owned()));
    }

    #[test]
    fn keeps_the_name_that_the_crate_has() {
        for manifest in [
            "",
            "[dependencies]\ntensor-format = \"1\"",
            "[dependencies]\ntf = { package = \"tensor-format-derive\" }",
            "[dependencies]\n# tf = { package = \"tensor-format\" }",
            "[dependencies]\ntensor-format.workspace = true\n[dev-dependencies]\ntf = { package = \"tensor-format\" }",
            "[dependencies.tensor-format]\nversion = \"1\"\n[dev-dependencies]\ntf = { package = \"tensor-format\" }",
            "[features]\ntf = { package = \"tensor-format\" }",
        ] {
            assert_eq!(renamed(manifest), None, "{manifest}");
        }
    }
}

//! The path to the runtime crate, which a package may depend on under another name.

use std::{env, fs, path::Path, sync::OnceLock};

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, spanned::Spanned};

use crate::span::at;

/// The runtime crate as generated code names it.
pub(crate) struct Runtime {
    /// The import that gives `private` its name, if an attribute says where the crate is: a path that leads nowhere, or
    /// to another crate, is one error at the import, not one at each use.
    pub(crate) import: Option<TokenStream>,
    /// The module with all that generated code uses.
    pub(crate) private: TokenStream,
}

impl Runtime {
    /// Creates the names for the crate at `given`, the path in an attribute, or for [`path`].
    pub(crate) fn at(given: Option<&syn::Path>) -> Self {
        match given {
            Some(given) => {
                let span = at(given.span());
                Self {
                    import: Some(quote_spanned!(span=> use #given::__private as __tensor_format;)),
                    private: quote!(__tensor_format),
                }
            }
            None => {
                let path = path();
                Self { import: None, private: quote!(#path::__private) }
            }
        }
    }
}

/// Returns the path to the runtime crate, where no attribute says it: `::tensor_format`, or the name that `package =
/// "tensor-format"` has in the `Cargo.toml` of the package that is compiled, or of the workspace around it.
pub(crate) fn path() -> TokenStream {
    match other_name().and_then(|name| syn::parse_str::<Ident>(name).ok()) {
        Some(mut name) => {
            name.set_span(Span::call_site());
            quote!(::#name)
        }
        None => quote!(::tensor_format),
    }
}

/// Returns the name that the package which is compiled gives the runtime crate, if that is not its own.
pub(crate) fn other_name() -> Option<&'static str> {
    // One process compiles one crate.
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let name = NAME.get_or_init(|| {
        let folder = env::var_os("CARGO_MANIFEST_DIR")?;
        let manifests = Path::new(&folder).ancestors().map(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok());
        name_in(manifests)
    });
    name.as_deref()
}

/// Returns the name of the crate in code, if the manifests rename it: first that of the package, then those of the
/// folders around it, up to the workspace from which the package may inherit the dependency.
fn name_in(manifests: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let mut manifests = manifests.into_iter();
    let own = manifests.next()??;
    match names(&own, is_of_package) {
        Named::Otherwise(name) => return Some(name),
        Named::AsItIs => return None,
        Named::Nowhere => {}
    }
    let is_workspace = |manifest: &String| manifest.lines().any(|line| line.trim().starts_with("[workspace"));
    let workspace = [own].into_iter().chain(manifests.flatten()).find(is_workspace)?;
    match names(&workspace, |table| !is_of_package(table)) {
        Named::Otherwise(name) => Some(name),
        _ => None,
    }
}

fn is_of_package(table: &str) -> bool {
    !table.starts_with("workspace.")
}

/// The name of the runtime crate, as a manifest gives it.
#[derive(Debug, PartialEq)]
enum Named {
    AsItIs,
    Otherwise(String),
    Nowhere,
}

/// Returns what the tables that `is_asked` accepts say of the name of the crate. Manifests are read as they are mostly
/// written: `name = { package = "tensor-format", .. }` on one line, or a table `[dependencies.name]`.
fn names(manifest: &str, is_asked: impl Fn(&str) -> bool) -> Named {
    let (mut table, mut found) = ("", Named::Nowhere);
    for line in manifest.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            table = header.split(']').next().unwrap_or_default();
            if is_asked(table) && table.ends_with("dependencies.tensor-format") {
                return Named::AsItIs;
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=').filter(|_| is_asked(table)) else { continue };
        let is_of_table = table.ends_with("dependencies");
        if is_of_table && key.split('.').next().is_some_and(|key| key.trim() == "tensor-format") {
            return Named::AsItIs;
        }
        let packed: String = value.split_whitespace().collect();
        let name = match table.split_once("dependencies.") {
            Some((_, name)) if key.trim() == "package" && packed.starts_with("\"tensor-format\"") => name,
            None if is_of_table && packed.contains("package=\"tensor-format\"") => key,
            _ => continue,
        };
        found = Named::Otherwise(name.trim().trim_matches('"').replace('-', "_"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::name_in;

    fn renamed(manifest: &str) -> Option<String> {
        name_in([Some(manifest.to_owned())])
    }

    /// Returns the name in a package with these `[dependencies]`, two folders below a workspace.
    fn inherited(dependencies: &str, workspace: &str) -> Option<String> {
        let package = format!("[package]\nname = \"member\"\n[dependencies]\n{dependencies}");
        let outer = "[workspace]\n[workspace.dependencies]\nother = { package = \"tensor-format\" }".to_owned();
        name_in([Some(package), None, Some(workspace.to_owned()), Some(outer)])
    }

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
            "[dependencies.tf]\nversion = \"1\"\npackage = \"other\"",
            "[dependencies]\n# tf = { package = \"tensor-format\" }",
            "[dependencies]\ntensor-format.workspace = true\n[dev-dependencies]\ntf = { package = \"tensor-format\" }",
            "[dependencies.tensor-format]\nversion = \"1\"\n[dev-dependencies]\ntf = { package = \"tensor-format\" }",
            "[features]\ntf = { package = \"tensor-format\" }",
        ] {
            assert_eq!(renamed(manifest), None, "{manifest}");
        }
    }

    #[test]
    fn finds_the_name_in_the_workspace() {
        let tf = Some("tf".to_owned());
        for workspace in [
            "[workspace.dependencies]\ntf = { package = \"tensor-format\", version = \"1\" }",
            "[workspace]\nmembers = []\n[workspace.dependencies.tf]\npackage = \"tensor-format\"",
        ] {
            assert_eq!(inherited("tf.workspace = true", workspace), tf, "{workspace}");
            assert_eq!(inherited("tensor-format = \"1\"", workspace), None, "{workspace}");
            assert_eq!(inherited("own = { package = \"tensor-format\" }", workspace).as_deref(), Some("own"));
        }
        assert_eq!(inherited("tf = { workspace = true }", "[workspace]\n[workspace.dependencies]\ntf = \"1\""), None);
        // The package is the root of its workspace.
        let both =
            "[dependencies]\ntf.workspace = true\n[workspace.dependencies]\ntf = { package = \"tensor-format\" }";
        assert_eq!(renamed(both), tf);
        let other =
            "[dependencies]\ntf = { package = \"tensor-format\" }\n[workspace.dependencies]\ntensor-format = \"1\"";
        assert_eq!(renamed(other), tf);
    }
}

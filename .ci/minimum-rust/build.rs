//! Lists the types whose expansions are committed.

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    let types = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tensor-format-derive/tests/expansions");
    println!("cargo::rerun-if-changed={}", types.display());
    let mut modules = String::new();
    for file in fs::read_dir(&types).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        // Its file is looked for beside the Cargo.toml of the derive.
        let of_file = name == "tensor_that_matches_a_file.rs";
        if let (Some(module), false) = (name.strip_suffix(".rs"), of_file || name.contains(".expected")) {
            let used = "#[allow(unused_imports)] use tensor_format::{Tensor, contract};";
            writeln!(modules, "mod {module} {{ {used} include!({path:?}); }}").unwrap();
        }
    }
    assert!(!modules.is_empty(), "no types in {}", types.display());
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("types.rs"), modules).unwrap();
}

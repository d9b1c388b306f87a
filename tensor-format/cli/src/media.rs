//! Encoded pictures, sound and video.

use serde_json::{Value as Json, json};
use tensor_format::{TensorRef, Variable};

/// What is known of one encoded element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// Its format, as the file says.
    pub format: String,
    /// Its length.
    pub bytes: u64,
    /// Width and height of a picture whose header says them.
    pub pixels: Option<(usize, usize)>,
}

impl Media {
    /// In words: `png, 120 bytes, 16 × 8 pixels`.
    #[must_use]
    pub fn words(&self) -> String {
        let size = self.pixels.map(|(width, height)| format!(", {width} × {height} pixels")).unwrap_or_default();
        format!("{}, {}{size}", self.format, crate::text::bytes(self.bytes))
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> Json {
        let mut json = json!({"format": self.format, "bytes": self.bytes});
        if let Some((width, height)) = self.pixels {
            json["width"] = json!(width);
            json["height"] = json!(height);
        }
        json
    }
}

/// The first `most` elements of a media tensor.
#[must_use]
pub fn media(tensor: &TensorRef<'_>, most: usize) -> Vec<Media> {
    let of = |element: Variable<'_>| match element {
        Variable::Media { format, data } => Some(Media {
            format: format.escape_ascii().to_string(),
            bytes: data.len() as u64,
            pixels: imagesize::blob_size(&data).ok().map(|size| (size.width, size.height)),
        }),
        _ => None,
    };
    tensor.variables().filter_map(of).take(most).collect()
}

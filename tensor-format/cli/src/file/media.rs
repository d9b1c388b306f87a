//! Encoded pictures, sound and video.

use serde_json::{Value as Json, json};
use tensor_format::{AudioRef, ErrorKind, ImageRef, TensorRef, VideoRef, codec::Variable, decthings};

use crate::{
    failure::Unread,
    io::input::{Input, Spool},
    terminal::text,
};

/// A description of one encoded element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// The format, as the file names it.
    pub format: String,
    /// The number of bytes.
    pub bytes: u64,
    /// Width and height of a picture whose header says them.
    pub pixels: Option<(usize, usize)>,
}

impl Media {
    /// Returns the description in words: `png, 120 bytes, 16 × 8 pixels`.
    #[must_use]
    pub fn words(&self) -> String {
        let size = self.pixels.map(|(width, height)| format!(", {width} × {height} pixels")).unwrap_or_default();
        format!("{}, {}{size}", self.format, text::bytes(self.bytes))
    }

    /// Returns the description as JSON.
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

/// Returns the first `most` elements of a media tensor.
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

/// Returns a picture, sound or video as one element: a tensor of Decthings, in a file if it is long.
///
/// # Errors
///
/// If no format begins like these bytes, and if there is no room.
pub fn element(bytes: &[u8]) -> Result<Input, Unread> {
    let mut spool = Spool::new();
    let options = decthings::Options::new();
    let written = if let Ok(image) = ImageRef::sniff(bytes) {
        options.to_writer(&mut spool, &image)
    } else if let Ok(audio) = AudioRef::sniff(bytes) {
        options.to_writer(&mut spool, &audio)
    } else if let Ok(video) = VideoRef::sniff(bytes) {
        options.to_writer(&mut spool, &video)
    } else {
        return Err(ErrorKind::custom("no format of pictures, sound or video begins like this").into());
    };
    spool.check(written.map_err(|error| Unread::Malformed(error.into())))?;
    Ok(spool.finish()?)
}

//! Recognizes documents about models.

use tensor_format::DecodeError;

use super::DOCUMENT;
use crate::json::document::Node;

/// The kind of a document in JSON about a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// The metadata of a model: [`ModelMetadata`](super::ModelMetadata).
    ModelMetadata,
    /// Triton's configuration of a model: [`ModelConfig`](super::ModelConfig).
    ModelConfig,
}

impl DocumentKind {
    /// Returns the kind of a document that looks like one: metadata have the texts `name` and `platform`, and one of
    /// `inputs`, `outputs` and `versions`; a configuration has the text `name`, and `input` or `output` with objects
    /// that have a `data_type`. `None` for all others, and beyond [`MAX_DOCUMENT`](super::MAX_DOCUMENT) bytes.
    ///
    /// ```
    /// use tensor_format_oip::metadata::DocumentKind;
    ///
    /// let metadata = br#"{"name": "m", "platform": "", "inputs": []}"#;
    /// assert_eq!(DocumentKind::of_json(metadata), Some(DocumentKind::ModelMetadata));
    /// assert_eq!(DocumentKind::of_json(br#"{"input": 1}"#), None);
    /// ```
    #[must_use]
    pub fn of_json(json: &[u8]) -> Option<Self> {
        let document = Node::root(json, &DOCUMENT).ok()?;
        let is_text = |key| document.find(key).is_some_and(|value| value.text().is_ok());
        let has = |key| document.find(key).is_some();
        if !is_text("name") {
            None
        } else if ["input", "output"].into_iter().filter_map(|key| document.find(key)).any(|list| has_data_types(&list))
        {
            Some(Self::ModelConfig)
        } else if is_text("platform") && ["inputs", "outputs", "versions"].into_iter().any(has) {
            Some(Self::ModelMetadata)
        } else {
            None
        }
    }
}

/// Returns whether this is a list of objects with a `data_type`, at least one.
fn has_data_types(list: &Node<'_>) -> bool {
    let (mut count, mut described) = (0, 0);
    let read: Result<(), DecodeError> = list.list(|item| {
        count += 1;
        described += usize::from(item.find("data_type").is_some());
        Ok(())
    });
    read.is_ok() && count > 0 && count == described
}

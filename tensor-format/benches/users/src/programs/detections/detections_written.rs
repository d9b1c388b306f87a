//! Records of texts and lists are written.

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{Scenario, detection::*};

fn ours(detections: &[Detection]) -> Result<Vec<Vec<u8>>, EncodeError> {
    detections.iter().map(to_vec).collect()
}

fn by_hand(detections: &[Detection]) -> Vec<Vec<u8>> {
    detections.iter().map(encode).collect()
}

fn postcard(detections: &[Detection]) -> Result<Vec<Vec<u8>>, postcard::Error> {
    detections.iter().map(postcard::to_stdvec).collect()
}

fn main() {
    let detections = &detections();
    Scenario::new("record of text, list and option, written", COUNT)
        .case("tensor-format", || ours(detections))
        .case("by hand", || by_hand(detections))
        .case("postcard", || postcard(detections))
        .run();
}

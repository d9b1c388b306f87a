//! Lists of pictures are written, with what was found in each.

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{
    Scenario,
    picture::{COUNT, Picture, encode, pictures},
};

fn ours(lists: &[Vec<Picture>]) -> Result<usize, EncodeError> {
    let mut bytes = 0;
    for pictures in lists {
        bytes += to_vec(pictures)?.len();
    }
    Ok(bytes)
}

fn by_hand(lists: &[Vec<Picture>]) -> usize {
    lists.iter().map(|pictures| encode(pictures).len()).sum()
}

fn by_postcard(lists: &[Vec<Picture>]) -> Result<usize, postcard::Error> {
    let mut bytes = 0;
    for pictures in lists {
        bytes += postcard::to_stdvec(pictures)?.len();
    }
    Ok(bytes)
}

fn main() {
    let lists = pictures();
    Scenario::new("pictures with objects of text, number and box, written", COUNT)
        .case("tensor-format", || ours(&lists))
        .case("by hand", || by_hand(&lists))
        .case("postcard", || by_postcard(&lists))
        .run();
}

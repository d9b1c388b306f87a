//! The ways of reading and writing Decthings messages, which agree.

use std::{any::type_name, fmt::Debug, io::Read};

use tensor_format::{
    Decode, DecodeOwned, Encode, HasRules,
    decthings::{AlignedBuf, Dialect, Framing, Options},
};

use crate::{Choice, agree::agree, bounds::Bound, fault};

/// The items without elements, or of few bytes, that are allowed: each takes memory and is next to nothing in the input.
pub const EMPTY_ITEMS: usize = 32;

/// Returns options of one of three dialects, strict or lenient.
pub fn options(choice: &mut Choice) -> (Options, bool) {
    let dialect = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients][usize::from(choice.of(3))];
    let strict = Options::new().dialect(dialect).max_empty_items(EMPTY_ITEMS);
    if choice.of(2) == 0 {
        return (strict, true);
    }
    (strict.allow_non_canonical_varint(true).allow_any_true_byte(true).allow_non_ascii_format(true), false)
}

/// Returns a copy of a message in aligned memory.
pub fn aligned(bytes: &[u8]) -> AlignedBuf {
    let mut aligned = AlignedBuf::new();
    aligned.copy_from(bytes);
    aligned
}

/// Writes a value that was read, in every way.
pub fn written<T: Encode>(options: &Options, value: &T) -> Vec<u8> {
    let bytes = options.to_vec(value).expect("a value that was read can be written");
    assert_eq!(options.encoded_len(value).expect("as before"), bytes.len());
    assert_eq!(options.to_slices(value).expect("as before").to_vec(), bytes);
    let mut out = Vec::new();
    options.to_writer(&mut out, value).expect("as before");
    assert_eq!(out, bytes);
    bytes
}

/// A reader that gives few bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(into.len());
        (&mut self.0).read(&mut into[..len])
    }
}

/// A message in two places, and what reading it may take.
#[derive(Clone, Copy)]
pub struct Input<'b> {
    /// The message, at any address.
    pub bytes: &'b [u8],
    /// The same in aligned memory.
    pub aligned: &'b [u8],
    /// The most bytes of heap for each of the message.
    pub times: usize,
    /// The most bytes of heap for each of the [`EMPTY_ITEMS`] that are allowed; what they take is within the 8 KiB where
    /// they are no tensors.
    pub item: usize,
}

/// Reads a message in every way: borrowed and owned, from aligned memory, into a value that is there and from streams, in
/// value, kind of error and place the same. What checks say is held to what their docs say. Returns the message that is
/// written again.
pub fn all_ways<'b, B, O>(options: &Options, input: Input<'b>, mut dirty: O) -> Option<(O, Vec<u8>)>
where
    B: Decode<'b> + HasRules + Encode,
    O: DecodeOwned + HasRules + Encode,
{
    let Input { bytes, aligned, times, item } = input;
    let bound = Bound::new(type_name::<O>(), bytes.len(), times).and(item * EMPTY_ITEMS);
    let owned = bound.hold(|| options.from_slice::<O>(bytes));
    let expected = fault(&owned);
    let borrowed = bound.hold(|| options.from_slice::<B>(bytes));
    assert_eq!(fault(&borrowed), expected, "borrowed");
    let borrowed_aligned = bound.hold(|| options.from_slice::<B>(aligned));
    assert_eq!(fault(&borrowed_aligned), expected, "borrowed from aligned memory");
    let into = options.decode_into(bytes, &mut dirty);
    assert_eq!(fault(&into), expected, "into another value");
    // A stream cannot know how many bytes will come, so it may find another of several faults first.
    let streamed = bound.hold(|| options.from_reader::<O, _>(bytes));
    assert_eq!(streamed.is_ok(), owned.is_ok(), "from a stream");
    let pieces = options.from_reader::<O, _>(Pieces(bytes, 1 + bytes.len() % 5));
    assert_eq!(fault(&pieces), fault(&streamed), "from a stream in pieces");
    agree::<O>(options, bytes);
    agree::<B>(options, aligned);
    prefix::<O>(options, bytes, &owned);
    framed::<O>(options, bytes, owned.is_ok());
    let (Ok(owned), Ok(streamed), Ok(pieces)) = (owned, streamed, pieces) else {
        // It holds some value still, and another is read into it.
        assert!(options.read_into::<O, _>(bytes, &mut dirty).is_err());
        return None;
    };
    let again = written(options, &owned);
    let same = |value: &dyn Fn() -> Vec<u8>| assert_eq!(value(), again);
    same(&|| options.to_vec(borrowed.as_ref().expect("as above")).expect("as before"));
    same(&|| options.to_vec(borrowed_aligned.as_ref().expect("as above")).expect("as before"));
    same(&|| options.to_vec(&streamed).expect("as before"));
    same(&|| options.to_vec(&pieces).expect("as before"));
    same(&|| options.to_vec(&dirty).expect("as before"));
    let mut there = streamed;
    options.read_into::<O, _>(bytes, &mut there).expect("as before");
    same(&|| options.to_vec(&there).expect("as before"));
    // What was written is read, and stays as it is.
    let read = options.from_slice::<O>(&again).expect("what is written can be read");
    same(&|| options.to_vec(&read).expect("as before"));
    options.decode_into(bytes, &mut there).expect("into the same");
    same(&|| options.to_vec(&there).expect("as before"));
    Some((owned, again))
}

/// The front of bytes is read as the whole of them, and may end sooner.
fn prefix<O: DecodeOwned + Encode>(options: &Options, bytes: &[u8], whole: &Result<O, tensor_format::DecodeError>) {
    match options.from_prefix::<O>(bytes) {
        Ok((value, len)) if len == bytes.len() => {
            let whole = whole.as_ref().expect("the front is all of it");
            assert_eq!(options.to_vec(&value).expect("as before"), options.to_vec(whole).expect("as before"));
        }
        Ok((_, len)) => {
            assert!(len < bytes.len() && whole.is_err(), "bytes behind the value");
            assert!(options.from_slice::<O>(&bytes[..len]).is_ok(), "the front alone");
        }
        Err(error) => assert!(whole.is_err(), "refused as a prefix: {error}"),
    }
}

/// The end of a message is where reading it ends, whatever pieces it comes in.
fn framed<O: HasRules>(options: &Options, bytes: &[u8], is_whole: bool) {
    let Ok(mut framer) = options.framer::<O>() else { return };
    let mut by_piece = framer.clone();
    let whole = framer.feed(bytes);
    if is_whole {
        assert!(matches!(whole, Ok(Framing::Whole { len }) if len == bytes.len()), "{whole:?}");
    }
    let mut said = by_piece.feed(&[]);
    for piece in bytes.chunks(1 + bytes.len() % 7) {
        match said {
            Ok(Framing::Missing { .. }) => said = by_piece.feed(piece),
            _ => break,
        }
    }
    assert_eq!(fault(&said), fault(&whole));
    assert_eq!(said.ok(), whole.ok());
}

/// Borrows numbers: lent where they are aligned, and else refused for that reason alone.
pub fn lent<'b, B, O>(options: &Options, input: Input<'b>)
where
    B: Decode<'b> + HasRules + Encode + Debug,
    O: DecodeOwned + Encode,
{
    let owned = options.from_slice::<O>(input.bytes);
    for place in [input.bytes, input.aligned] {
        let bound = Bound::new(type_name::<B>(), place.len(), input.times);
        let lent = bound.hold(|| options.from_slice::<B>(place));
        match (&lent, &owned) {
            (Ok(lent), Ok(owned)) => assert_eq!(options.to_vec(lent).unwrap(), options.to_vec(owned).unwrap()),
            (Err(error), Ok(_)) => assert_eq!(error.kind().name(), "misaligned"),
            // Where the numbers lie is looked at before what follows them.
            (Err(error), Err(_)) if error.kind().name() == "misaligned" => {}
            (_, Err(_)) => assert_eq!(fault(&lent), fault(&owned)),
        }
        agree::<B>(options, place);
    }
}

/// Checks a type that is read in one way.
pub fn checked<'b, B: Decode<'b> + HasRules>(options: &Options, bytes: &'b [u8]) {
    agree::<B>(options, bytes);
}

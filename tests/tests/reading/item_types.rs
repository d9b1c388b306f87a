//! Lists of items whose elements are numbers: read many at once where they lie in memory as they are, and one by one
//! elsewhere, to the same values and errors.

use std::{fmt::Debug, io::Read, num::NonZero};

use tensor_format::{DecodeError, DecodeOwned, Encode, Tensor, decthings, from_reader, from_slice, npy, to_vec};

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
struct Celsius(i16);

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
struct Pose([[f32; 2]; 3]);

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
struct Switches([bool; 3]);

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
#[tensor(stack)]
struct Pixel {
    r: u16,
    g: u16,
    b: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
#[tensor(repr = u16)]
#[repr(u16)]
enum Level {
    Low = 0,
    High = 7,
}

/// Gives a few bytes at a time.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let len = buf.len().min(self.0.len()).min(7);
        let (now, later) = self.0.split_at(len);
        buf[..len].copy_from_slice(now);
        self.0 = later;
        Ok(len)
    }
}

/// What reading gives, and what an error says.
fn outcome<T: Debug>(read: Result<T, DecodeError>) -> Result<T, (String, Option<u64>)> {
    read.map_err(|error| (error.to_string(), error.offset()))
}

/// Reads a message from bytes, into a value, and from a stream, which have to agree.
#[track_caller]
fn read<T: DecodeOwned + Clone + PartialEq + Debug>(
    bytes: &[u8],
    dirty: Vec<T>,
) -> Result<Vec<T>, (String, Option<u64>)>
where
    Vec<T>: DecodeOwned,
{
    let whole = outcome(from_slice::<Vec<T>>(bytes));
    let mut into = dirty;
    let filled = outcome(decthings::decode_into(bytes, &mut into).map(|()| into));
    assert_eq!(filled, whole);
    assert_eq!(outcome(from_reader::<Vec<T>, _>(Pieces(bytes))), whole);
    whole
}

/// Lists of different lengths, the longest of several pieces, come back.
#[track_caller]
fn come_back<T: DecodeOwned + Clone + PartialEq + Debug>(item: impl Fn(usize) -> T)
where
    Vec<T>: Encode + DecodeOwned,
{
    for len in [0, 1, 2, 5, 3000] {
        let items: Vec<T> = (0..len).map(&item).collect();
        let bytes = to_vec(&items).expect("numbers");
        assert_eq!(read::<T>(&bytes, vec![item(9); 3]), Ok(items.clone()), "{len} items");
        // An existing list is appended to nowhere.
        assert_eq!(read::<T>(&bytes, vec![item(9); 4000]), Ok(items));
        for cut in bytes.len().saturating_sub(40)..bytes.len() {
            let _ = read::<T>(&bytes[..cut], Vec::new()).expect_err("it is cut off");
        }
    }
}

#[test]
fn items_of_every_kind_come_back() {
    let number = |index: usize| index as u16;
    come_back(|index| [number(index), 1, 2]);
    come_back(|index| [[[index as f32; 3]; 1]; 2]);
    come_back(|index| [[index % 3 == 0; 2]; 2]);
    come_back(|index| [index % 3 == 0; 5]);
    come_back(|index| [[index as u8; 0]; 2]);
    come_back(|index| Celsius(index as i16));
    come_back(|index| [Celsius(index as i16); 2]);
    come_back(|index| [[Pose([[index as f32; 2]; 3]); 2]; 1]);
    come_back(|index| Switches([true, index % 3 == 0, false]));
    come_back(|index| Pixel { r: number(index), g: 1, b: 2 });
    come_back(|index| [Pixel { r: number(index), g: 1, b: 2 }; 2]);
    come_back(|index| if index % 3 == 0 { Level::High } else { Level::Low });
    come_back(|index| [if index % 3 == 0 { Level::High } else { Level::Low }; 2]);
    come_back(|index| index);
    come_back(|index| [NonZero::<u16>::MIN.saturating_add(number(index)); 3]);
    come_back(|index| [[index.to_string(), String::new()], ["a".into(), "b".into()]]);
}

/// A wrong element is found at its place, however many are read at once.
#[track_caller]
fn found<T: DecodeOwned + Clone + PartialEq + Debug>(items: &[T], wrong: &[u8], places: impl IntoIterator<Item = usize>)
where
    Vec<T>: Encode + DecodeOwned,
{
    let bytes = to_vec(&items.to_vec()).expect("numbers");
    for place in places {
        let mut bytes = bytes.clone();
        bytes[place..place + wrong.len()].copy_from_slice(wrong);
        let (text, offset) = read::<T>(&bytes, Vec::new()).expect_err("an element is wrong");
        assert_eq!(offset, Some(place as u64), "{text}");
    }
}

#[test]
fn wrong_elements_are_found_at_their_place() {
    // The headers take 5 bytes: a type, a rank, and a length of three bytes; each inner axis takes another.
    found(&[Level::Low; 300], &[3, 3], [5, 7, 301, 603]);
    found(&[[Level::Low; 2]; 300], &[3, 3], [6, 8, 302, 1204]);
    found(&[[[true; 2]; 2]; 300], &[2], [7, 8, 10, 500, 1206]);
    found(&[Switches([true; 3]); 300], &[9], [6, 7, 500, 905]);
    found(&[NonZero::<u16>::MAX; 300], &[0, 0], [5, 7, 205, 603]);
    found(&[[NonZero::<u16>::MAX; 2]; 300], &[0, 0], [6, 8, 206, 1204]);
    // In and behind the first piece that is brought to memory, and items that are longer than one.
    found(&[NonZero::<u16>::MAX; 5000], &[0, 0], [5, 4099, 4101, 8197, 10_003]);
    found(&[[Level::Low; 3]; 2000], &[3, 3], [6, 4100, 4102, 12_004]);
    found(&[[Level::Low; 3000]; 2], &[3, 3], [6, 4106, 6006, 12_004]);
}

#[test]
fn which_element_is_wrong_is_said() {
    let mut bytes = to_vec(&vec![[NonZero::<u16>::MAX; 2]; 300]).expect("numbers");
    bytes[6 + 2 * 401..][..2].fill(0);
    let (text, _) = read::<[NonZero<u16>; 2]>(&bytes, Vec::new()).expect_err("a zero");
    assert!(text.contains("401"), "{text}");
}

/// Files of npy have another byte order or order of axes, which is not that of memory.
#[test]
fn elements_in_another_order_are_read_one_by_one() {
    let file = |descr: &str, fortran: &str, shape: &str, elements: &[u8]| {
        let header = format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}");
        let header = format!("{header:117}\n");
        [b"\x93NUMPY\x01\x00".as_slice(), &(header.len() as u16).to_le_bytes(), header.as_bytes(), elements].concat()
    };
    let expected = vec![[[1i16, 2], [3, 4]], [[5, 6], [7, 8]]];
    let row_major = [1i16, 2, 3, 4, 5, 6, 7, 8];
    let columns = [1i16, 5, 3, 7, 2, 6, 4, 8];
    let shape = "(2, 2, 2)";
    for (descr, bytes) in [("<i2", i16::to_le_bytes as fn(i16) -> [u8; 2]), (">i2", i16::to_be_bytes)] {
        let rows = file(descr, "False", shape, &row_major.map(bytes).concat());
        assert_eq!(npy::from_slice::<Vec<[[i16; 2]; 2]>>(&rows).expect("rows"), expected);
        assert_eq!(npy::from_reader::<Vec<[[i16; 2]; 2]>, _>(Pieces(&rows)).expect("rows"), expected);
        assert_eq!(npy::from_slice::<Vec<[[Celsius; 2]; 2]>>(&rows).expect("rows")[1][0], [Celsius(5), Celsius(6)]);
        let columns = file(descr, "True", shape, &columns.map(bytes).concat());
        assert_eq!(npy::from_slice::<Vec<[[i16; 2]; 2]>>(&columns).expect("columns"), expected);
        assert_eq!(
            npy::from_slice::<Vec<[[Celsius; 2]; 2]>>(&columns).expect("columns")[1][0],
            [Celsius(5), Celsius(6)]
        );
    }
}

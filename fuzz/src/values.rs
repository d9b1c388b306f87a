//! Tensors and records of any element type, shape, order and layout, made by the fuzzer.

use std::borrow::Cow;

use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use tensor_format::{ByteOrder, ElementType, Record, Tensor, TensorRef, codec::Variable, layout::Layout};

/// The most elements of a tensor.
const MOST: usize = 48;

/// A tensor, and how its elements are to be kept.
#[derive(Clone, Debug)]
pub struct AnyTensor {
    /// The tensor, in rows.
    pub tensor: Tensor,
    big_endian: bool,
    by_columns: bool,
}

impl AnyTensor {
    /// Calls with the same tensor in another order of bytes and of axes, if its elements are numbers.
    pub fn elsewhere<T>(&self, call: impl FnOnce(&TensorRef<'_>) -> T) -> T {
        let Some(size) = self.tensor.element_type().size() else { return call(&self.tensor.as_ref()) };
        let order = if self.big_endian { ByteOrder::Big } else { ByteOrder::Little };
        let rows = self.tensor.to_bytes(order);
        let shape = self.tensor.shape().clone();
        if !self.by_columns {
            return call(&TensorRef::from_bytes(self.tensor.element_type(), shape, &rows, order).expect("its bytes"));
        }
        // By the last axis first: element `index` of the rows goes where the strides of the columns say.
        let layout = Layout::column_major(&shape, size);
        let mut columns = vec![0; rows.len()];
        let mut index = vec![0; shape.rank()];
        for element in rows.chunks(size) {
            let at = layout.byte_offset(&shape, &index).expect("within the shape");
            columns[at..at + size].copy_from_slice(element);
            for (at, len) in index.iter_mut().zip(&shape[..]).rev() {
                *at += 1;
                if *at < *len {
                    break;
                }
                *at = 0;
            }
        }
        let tensor = TensorRef::with_layout(self.tensor.element_type(), shape, &columns, layout, order);
        call(&tensor.expect("the same bytes in another place"))
    }
}

impl<'a> Arbitrary<'a> for AnyTensor {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let element_type = *u.choose(ElementType::ALL)?;
        let mut shape = Vec::new();
        let mut count = 1;
        for _ in 0..u.int_in_range(0..=4)? {
            let len = u.int_in_range(0..=5)?;
            if count * len <= MOST {
                count *= len;
                shape.push(len);
            }
        }
        let tensor = match element_type.size() {
            Some(size) => {
                let mut bytes = u.bytes((count * size).min(u.len()))?.to_vec();
                bytes.resize(count * size, 1);
                if element_type == ElementType::Bool {
                    bytes.iter_mut().for_each(|byte| *byte &= 1);
                }
                let tensor = TensorRef::from_bytes(element_type, shape, &bytes, ByteOrder::Little);
                tensor.expect("as many bytes as elements").to_tensor()
            }
            None => {
                let elements = (0..count).map(|_| variable(element_type, u)).collect::<arbitrary::Result<Vec<_>>>()?;
                Tensor::from_variables(element_type, shape, elements).map_err(|_| arbitrary::Error::IncorrectFormat)?
            }
        };
        Ok(Self { tensor, big_endian: u.arbitrary()?, by_columns: u.arbitrary()? })
    }
}

fn variable<'a>(element_type: ElementType, u: &mut Unstructured<'a>) -> arbitrary::Result<Variable<'a>> {
    Ok(match element_type {
        ElementType::String => Variable::Text(Cow::Borrowed(u.arbitrary()?)),
        ElementType::Binary => Variable::Bytes(Cow::Borrowed(u.arbitrary()?)),
        _ => {
            let format: &str = u.choose(&["png", "jpeg", "wav", "", "a b"])?;
            Variable::Media { format: Cow::Borrowed(format.as_bytes()), data: Cow::Borrowed(u.arbitrary()?) }
        }
    })
}

/// A record of few tensors under different names.
#[derive(Clone, Debug)]
pub struct AnyRecord(pub Vec<(String, AnyTensor)>);

impl<'a> Arbitrary<'a> for AnyRecord {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut tensors: Vec<(String, AnyTensor)> = Vec::new();
        for _ in 0..u.int_in_range(0..=4)? {
            let name: String =
                if u.arbitrary()? { u.choose(&["a", "b", "values", "d0"])?.to_string() } else { u.arbitrary()? };
            if tensors.iter().all(|(other, _)| *other != name) {
                tensors.push((name, u.arbitrary()?));
            }
        }
        Ok(Self(tensors))
    }
}

impl AnyRecord {
    /// Returns it as a record.
    pub fn record(&self) -> Record {
        self.0.iter().map(|(name, tensor)| (name.clone(), tensor.tensor.clone())).collect()
    }
}

/// A change of bytes: one is left out, put in, changed, or the last.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Damage {
    at: u16,
    way: Way,
    byte: u8,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Way {
    Remove,
    Insert,
    Cut,
    Change,
    Flip,
}

impl Damage {
    /// Changes bytes.
    pub fn apply(self, bytes: &mut Vec<u8>) {
        let Some(at) = usize::from(self.at).checked_rem(bytes.len()) else { return };
        match self.way {
            Way::Remove => drop(bytes.remove(at)),
            Way::Insert => bytes.insert(at, self.byte),
            Way::Cut => bytes.truncate(at),
            Way::Change => bytes[at] = self.byte,
            Way::Flip => bytes[at] ^= 1 << (self.byte % 8),
        }
    }
}

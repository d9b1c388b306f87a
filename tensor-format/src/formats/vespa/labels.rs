//! The labels of sparse and mixed tensors: each text is kept once.

use alloc::{string::String, vec::Vec};
use core::{cmp::Ordering, fmt, hash::BuildHasher};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::{ErrorKind, Tensor};

/// The different labels of one dimension, numbered in the order in which they came.
#[derive(Clone, Default)]
struct Dictionary {
    text: String,
    /// The end of each label in `text`.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    /// The number of the label that was found last.
    last: u32,
}

impl Dictionary {
    fn get(&self, number: u32) -> &str {
        text_of(&self.text, &self.ends, number)
    }

    fn find(&self, hasher: &DefaultHashBuilder, label: &str) -> Option<u32> {
        self.numbers.find(hasher.hash_one(label), |number| self.get(*number) == label).copied()
    }

    /// Returns the number of a label, which is added if it is new; `None` if there are too many.
    fn intern(&mut self, hasher: &DefaultHashBuilder, label: &str) -> Option<u32> {
        let (text, ends) = (&self.text, &self.ends);
        // Labels often come in runs, or again and again in the same order: the last label and the one after it are
        // tried before the hash table.
        for number in [self.last, self.last.wrapping_add(1)] {
            if (number as usize) < ends.len() && text_of(text, ends, number) == label {
                self.last = number;
                return Some(number);
            }
        }
        let hash = hasher.hash_one(label);
        if let Some(number) = self.numbers.find(hash, |number| text_of(text, ends, *number) == label) {
            self.last = *number;
            return Some(*number);
        }
        let number = u32::try_from(ends.len()).ok()?;
        self.last = number;
        self.numbers.insert_unique(hash, number, |number| hasher.hash_one(text_of(text, ends, *number)));
        self.text.push_str(label);
        self.ends.push(self.text.len());
        Some(number)
    }

    /// Returns for each label, by its number, the position that it has among all labels in sorted order.
    fn ranks(&self) -> Vec<u32> {
        let numbers = 0..self.ends.len() as u32;
        if numbers.clone().skip(1).all(|number| self.get(number.wrapping_sub(1)) < self.get(number)) {
            return numbers.collect();
        }
        // Eight bytes after the prefix that all labels share tell most of them apart, without a comparison of the
        // labels themselves.
        let first = self.get(0).as_bytes();
        let common = numbers.clone().fold(first.len(), |common, number| {
            let pairs = first.iter().zip(self.get(number).as_bytes()).take(common);
            pairs.take_while(|(left, right)| left == right).count()
        });
        let key = |number: u32| {
            let mut key = [0; 8];
            let rest = self.get(number).as_bytes().get(common..).unwrap_or_default();
            key.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
            (u64::from_be_bytes(key), number)
        };
        let mut order: Vec<(u64, u32)> = numbers.map(key).collect();
        order
            .sort_unstable_by(|left, right| left.0.cmp(&right.0).then_with(|| self.get(left.1).cmp(self.get(right.1))));
        let mut ranks = alloc::vec![0; order.len()];
        for (rank, (_, number)) in order.into_iter().enumerate() {
            if let Some(place) = ranks.get_mut(number as usize) {
                *place = rank as u32;
            }
        }
        ranks
    }
}

fn text_of<'t>(text: &'t str, ends: &[usize], number: u32) -> &'t str {
    let number = number as usize;
    let start = number.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or_default();
    let end = ends.get(number).copied().unwrap_or_default();
    text.get(start..end).unwrap_or_default()
}

/// Returns the numbers of the labels of a block; `width` is the number of mapped dimensions.
fn address_of(addresses: &[u32], width: usize, block: usize) -> &[u32] {
    let start = block.saturating_mul(width);
    addresses.get(start..start.saturating_add(width)).unwrap_or_default()
}

/// Returns the numbers of the labels of the block that ends at `end` in `addresses`.
fn last_of(addresses: &[u32], end: usize, width: usize) -> Option<&[u32]> {
    addresses.get(end.checked_sub(width)?..end)
}

/// The addresses of the blocks of a sparse or mixed tensor: for each block one label for each mapped dimension. In a
/// sparse tensor a block is one cell.
#[derive(Clone, Default)]
pub struct Labels {
    dictionaries: Vec<Dictionary>,
    /// The numbers of all labels of the first block, then those of the second, and so on.
    addresses: Vec<u32>,
    /// A table that finds blocks by their addresses. Empty as long as every address is greater than the one before,
    /// since none can then come twice; and with one dimension, where the number of a label is that of its block.
    blocks: HashTable<u32>,
    hasher: DefaultHashBuilder,
    len: usize,
}

/// The result of adding a block.
pub(super) enum Added {
    New,
    Known(usize),
    /// There are more than 2^32 blocks, or labels of a dimension.
    TooMany,
}

impl Labels {
    pub(super) fn new(dimensions: usize) -> Self {
        Self { dictionaries: alloc::vec![Dictionary::default(); dimensions], ..Self::default() }
    }

    /// Returns the number of mapped dimensions.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dictionaries.len()
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no blocks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the label of a block in a dimension, both counted from 0.
    #[must_use]
    pub fn label(&self, block: usize, dimension: usize) -> Option<&str> {
        let number = self.address(block).get(dimension)?;
        Some(self.dictionaries.get(dimension)?.get(*number))
    }

    /// Returns the labels of a block, in the order of the dimensions.
    pub fn of_block(&self, block: usize) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.dictionaries.iter().zip(self.address(block)).map(|(dictionary, number)| dictionary.get(*number))
    }

    /// Returns the labels of the blocks in a dimension, as a string tensor of one axis.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](ErrorKind::ElementCount) if there is no such dimension.
    pub fn to_tensor(&self, dimension: usize) -> Result<Tensor, ErrorKind> {
        Tensor::from_strings([self.len], (0..self.len).filter_map(|block| self.label(block, dimension)))
    }

    /// Returns the index of the block with these labels, one for each mapped dimension.
    #[must_use]
    pub fn find(&self, labels: &[&str]) -> Option<usize> {
        if labels.len() != self.dimensions() {
            return None;
        }
        let numbers = self.dictionaries.iter().zip(labels).map(|(known, label)| known.find(&self.hasher, label));
        let address = numbers.collect::<Option<Vec<u32>>>()?;
        if let [number] = *address {
            return Some(number as usize);
        }
        if self.blocks.is_empty() {
            return self.search(&address);
        }
        let hash = self.hasher.hash_one(&*address);
        self.blocks.find(hash, |block| self.address(*block as usize) == address).map(|block| *block as usize)
    }

    /// Returns the index of the block with this address, by binary search; the addresses must be ascending.
    fn search(&self, address: &[u32]) -> Option<usize> {
        let (mut start, mut end) = (0, self.len);
        while start < end {
            let middle = start.midpoint(end);
            match self.address(middle).cmp(address) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => start = middle.saturating_add(1),
                Ordering::Greater => end = middle,
            }
        }
        None
    }

    /// Returns the indices of the blocks in canonical order: by their labels, dimension after dimension, byte by byte.
    #[must_use]
    pub fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len).collect();
        let ranks: Vec<Vec<u32>> = self.dictionaries.iter().map(Dictionary::ranks).collect();
        let in_order = |pair: &[usize]| match pair {
            [left, right] => {
                let of = |block: usize| {
                    let numbers = self.address(block).iter().zip(&ranks);
                    numbers.map(|(number, ranks)| ranks.get(*number as usize))
                };
                of(*left).le(of(*right))
            }
            _ => true,
        };
        if order.windows(2).all(in_order) {
            return order;
        }
        // A radix sort: by the last dimension first, each pass keeping the order of equals.
        for (dimension, ranks) in ranks.iter().enumerate().rev() {
            let rank = |block: usize| {
                let number = self.address(block).get(dimension).copied().unwrap_or_default();
                ranks.get(number as usize).copied().unwrap_or_default() as usize
            };
            let mut ends = alloc::vec![0usize; ranks.len()];
            for block in &order {
                if let Some(count) = ends.get_mut(rank(*block)) {
                    *count = count.saturating_add(1);
                }
            }
            let mut end = 0usize;
            for count in &mut ends {
                end = end.saturating_add(*count);
                *count = end;
            }
            let mut sorted = alloc::vec![0; order.len()];
            for block in order.into_iter().rev() {
                let Some(end) = ends.get_mut(rank(block)) else { continue };
                *end = end.saturating_sub(1);
                if let Some(place) = sorted.get_mut(*end) {
                    *place = block;
                }
            }
            order = sorted;
        }
        order
    }

    /// Returns the different labels of a dimension in sorted order, and for each label number the position in that
    /// order.
    pub(super) fn axis(&self, dimension: usize) -> (Vec<&str>, Vec<u32>) {
        let Some(dictionary) = self.dictionaries.get(dimension) else { return Default::default() };
        let mut labels: Vec<&str> = (0..dictionary.ends.len()).map(|number| dictionary.get(number as u32)).collect();
        labels.sort_unstable();
        (labels, dictionary.ranks())
    }

    pub(super) fn address(&self, block: usize) -> &[u32] {
        address_of(&self.addresses, self.dimensions(), block)
    }

    /// Reserves memory for more blocks.
    pub(super) fn reserve(&mut self, more: usize) {
        let Self { dictionaries, addresses, blocks, hasher, .. } = self;
        let width = dictionaries.len();
        addresses.reserve_exact(more.saturating_mul(width));
        if let [Dictionary { text, ends, numbers, .. }] = dictionaries.as_mut_slice() {
            ends.reserve_exact(more);
            numbers.reserve(more, |number| hasher.hash_one(text_of(text, ends, *number)));
        } else if !blocks.is_empty() {
            // Each of several dimensions may have few labels.
            blocks.reserve(more, |block| hasher.hash_one(address_of(addresses, width, *block as usize)));
        }
    }

    /// Adds a block with these labels, one for each mapped dimension.
    pub(super) fn add<'l>(&mut self, labels: impl Iterator<Item = &'l str>) -> Added {
        let start = self.addresses.len();
        for (dictionary, label) in self.dictionaries.iter_mut().zip(labels) {
            let Some(number) = dictionary.intern(&self.hasher, label) else { return Added::TooMany };
            self.addresses.push(number);
        }
        let Self { addresses, blocks, hasher, len, .. } = self;
        let width = self.dictionaries.len();
        let of = |block: u32| address_of(addresses, width, block as usize);
        let known = match addresses.get(start..) {
            Some(&[number]) => ((number as usize) < *len).then_some(number),
            Some(address) if blocks.is_empty() && last_of(addresses, start, width) < Some(address) => None,
            Some(address) => {
                if blocks.is_empty() {
                    blocks.reserve(addresses.capacity().checked_div(width).unwrap_or_default(), |_| 0);
                    for block in 0..*len as u32 {
                        blocks.insert_unique(hasher.hash_one(of(block)), block, |block| hasher.hash_one(of(*block)));
                    }
                }
                let hash = hasher.hash_one(address);
                let known = blocks.find(hash, |block| of(*block) == address).copied();
                if let (None, Ok(block)) = (known, u32::try_from(*len)) {
                    blocks.insert_unique(hash, block, |block| hasher.hash_one(of(*block)));
                }
                known
            }
            None => None,
        };
        if let Some(block) = known {
            self.addresses.truncate(start);
            return Added::Known(block as usize);
        }
        let block = self.len;
        self.len = block.saturating_add(1);
        if u32::try_from(block).is_err() { Added::TooMany } else { Added::New }
    }
}

impl PartialEq for Labels {
    /// Returns whether both have equal blocks in the same order.
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len
            && self.dimensions() == other.dimensions()
            && (0..self.len).all(|block| self.of_block(block).eq(other.of_block(block)))
    }
}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len).map(|block| self.of_block(block).collect::<Vec<_>>())).finish()
    }
}

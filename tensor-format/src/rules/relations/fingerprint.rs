//! A number for rules, equal in separately built programs whose rules are equal.

use crate::{
    AsRules, Bound, Definitions, Dim, ElementType, ElementTypes, HasRules, Param, Presence, RecordRules, Rules,
    RulesBuf, TensorRules, TensorRulesBuf,
};

impl Rules<'_> {
    /// Returns a number that is equal for equal rules and almost always differs for others: a cheap handshake between
    /// programs that were built apart. It is no protection against somebody who looks for a collision.
    ///
    /// It covers element types, lengths, names of axes, ranges of values, names, order and presence of parameters, and
    /// whether unknown ones are denied; not documentation, annotations, metadata or aliases, under which nothing is
    /// written. The leading axis of a
    /// [`Batch`](crate::Batch) counts as any other axis. That an optional map or record is there whole or not at all
    /// does not count either, nor what is a map: a type in whose place each parameter is optional by itself has the
    /// same number, and [`contains`](Self::contains) tells the two apart.
    ///
    /// The number is part of the crate's promise: it stays the same in all releases. It is the 64-bit FNV-1a hash of
    /// these bytes, integers little-endian, a text being its length in bytes as `u32` and then its UTF-8 bytes:
    ///
    /// * a tensor: `T`, the set of element types as `u32` with bit `n` for `ElementType::ALL[n]` (all 32 bits for any
    ///   type), the number of listed axes as `u32`, the position of `..` plus 1 as `u32` (0: none), then for each axis
    ///   one byte, `0` (any length), `1` (one length) or `2` (a range), plus 4 if it has a name; the length, or the
    ///   least and the greatest, as `u64`; and the name; with a range of values it begins not with `T` but with `V`,
    ///   the least and the greatest number, and `1` if that one is left out, else `0`. A number is `0` (none), `1` and
    ///   the whole number as `i128`, or `2` and the `f64`, whose zero has no sign;
    /// * a record: `R`, `1` if unknown parameters are denied, else `0`, the number of parameters as `u32`, then for
    ///   each its name, `0` (required), `1` (optional) or `2` (any number), and its tensor.
    ///
    /// ```
    /// use tensor_format::HasRules;
    /// const PRINT: u64 = <[f32; 3]>::RULES.fingerprint();
    /// assert_eq!(PRINT, 0x9436_c298_24d3_5785);
    /// assert_eq!(<[f32; 3]>::FINGERPRINT, PRINT);
    /// ```
    #[must_use]
    pub const fn fingerprint(&self) -> u64 {
        match self {
            Rules::Tensor(rules) => Hash::new().tensor(rules).0,
            Rules::Record(rules) => Hash::new().record(rules).0,
        }
    }
}

/// Returns the [fingerprint](Rules::fingerprint) of a type's rules.
///
/// ```
/// use tensor_format::{HasRules, rules::fingerprint_of};
/// const _: () = assert!(fingerprint_of::<Vec<f32>>() != fingerprint_of::<Vec<f64>>());
/// ```
#[must_use]
pub const fn fingerprint_of<T: HasRules + ?Sized>() -> u64 {
    T::FINGERPRINT
}

impl TensorRulesBuf {
    /// Returns the [fingerprint](Rules::fingerprint): equal to that of the type whose rules these are.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.with_rules(|rules| rules.fingerprint())
    }
}

impl Definitions {
    /// Returns the [fingerprint](Rules::fingerprint): equal to that of the type whose rules these are, unless the type
    /// denies unknown parameters or has one that holds [`Many`](crate::Many) tensors, which definitions do not record.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.with_rules(|rules| rules.fingerprint())
    }
}

impl RulesBuf {
    /// Returns the [fingerprint](Rules::fingerprint), as [`TensorRulesBuf::fingerprint`] and
    /// [`Definitions::fingerprint`].
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.with_rules(|rules| rules.fingerprint())
    }
}

/// The state of a 64-bit FNV-1a hash, to which bytes are added.
struct Hash(u64);

impl Hash {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    const fn byte(self, byte: u8) -> Self {
        self.bytes(&[byte])
    }

    const fn bytes(self, bytes: &[u8]) -> Self {
        const PRIME: u128 = 0x0000_0100_0000_01b3;
        let mut hash = self.0;
        let mut i = 0;
        while i < bytes.len() {
            // Calls cost more than arithmetic in constants, so no `wrapping_mul`.
            hash = ((hash ^ bytes[i] as u64) as u128 * PRIME) as u64;
            i += 1;
        }
        Self(hash)
    }

    const fn number(self, number: usize) -> Self {
        self.bytes(&(number as u32).to_le_bytes())
    }

    const fn text(self, text: &str) -> Self {
        self.number(text.len()).bytes(text.as_bytes())
    }

    /// Adds a set of element types to the hash. The set of all types counts as all bits, so that the fingerprint stays
    /// the same when the crate gets a new type.
    const fn types(self, types: ElementTypes) -> Self {
        if ElementTypes::ALL.is_subset(types) {
            return self.bytes(&u32::MAX.to_le_bytes());
        }
        let mut bits: u32 = 0;
        let mut index = 0;
        while index < ElementType::ALL.len() {
            if types.contains(ElementType::ALL[index]) {
                bits |= 1 << index;
            }
            index += 1;
        }
        self.bytes(&bits.to_le_bytes())
    }

    const fn bound(self, bound: Option<Bound>) -> Self {
        match bound {
            None => self.byte(0),
            Some(Bound::Int(number)) => self.byte(1).bytes(&number.to_le_bytes()),
            Some(Bound::Float(0.0)) => self.byte(2).bytes(&0f64.to_le_bytes()),
            Some(Bound::Float(number)) => self.byte(2).bytes(&number.to_le_bytes()),
        }
    }

    const fn dim(self, dim: Dim<'_>) -> Self {
        let named = if dim.name.is_some() { 4 } else { 0 };
        let lengths = if dim.min == 0 && dim.max == u64::MAX {
            self.byte(named)
        } else if dim.min == dim.max {
            self.byte(1 + named).bytes(&dim.min.to_le_bytes())
        } else {
            self.byte(2 + named).bytes(&dim.min.to_le_bytes()).bytes(&dim.max.to_le_bytes())
        };
        match dim.name {
            Some(name) => lengths.text(name),
            None => lengths,
        }
    }

    const fn tensor(self, rules: &TensorRules<'_>) -> Self {
        let open = match rules.axes.open_position() {
            Some(at) => at + 1,
            None => 0,
        };
        let hash = match rules.range {
            None => self.byte(b'T'),
            Some(range) => self.byte(b'V').bound(range.min()).bound(range.max()).byte(range.excludes_max() as u8),
        };
        let mut hash = hash.types(rules.types).number(rules.axes.rank()).number(open);
        let mut axis = 0;
        while axis < rules.axes.rank() {
            hash = hash.dim(rules.axes.dim(axis));
            axis += 1;
        }
        hash
    }

    const fn record(self, rules: &RecordRules<'_>) -> Self {
        let mut hash = self.byte(b'R').byte(rules.denies_unknown() as u8).number(rules.len());
        let mut index = 0;
        while let Some(Param { name, presence, rules, .. }) = rules.get(index) {
            let presence = match presence {
                Presence::Required => 0,
                Presence::Optional => 1,
                Presence::Many => 2,
            };
            hash = hash.text(name).byte(presence).tensor(&rules);
            index += 1;
        }
        hash
    }
}

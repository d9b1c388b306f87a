//! Lengths as headers have them: one byte up to 252, or 253 or 254 and a big-endian number of two or four bytes.

/// Splits a length off; `None` if it does not take the shortest form, as the format demands.
#[inline]
#[must_use]
pub fn varint(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    match tag {
        0..253 => Some((usize::from(tag), rest)),
        253 => {
            let (value, rest) = rest.split_first_chunk()?;
            let value = usize::from(u16::from_be_bytes(*value));
            (value >= 253).then_some((value, rest))
        }
        254 => {
            let (value, rest) = rest.split_first_chunk()?;
            let value = u32::from_be_bytes(*value) as usize;
            (value > 0xffff).then_some((value, rest))
        }
        _ => None,
    }
}

/// Appends a length.
///
/// # Panics
///
/// If it takes more than 32 bits.
#[inline]
pub fn put_varint(out: &mut Vec<u8>, value: usize) {
    match value {
        0..253 => out.push(value as u8),
        253..0x1_0000 => {
            out.push(253);
            out.extend_from_slice(&(value as u16).to_be_bytes());
        }
        _ => {
            out.push(254);
            out.extend_from_slice(&u32::try_from(value).expect("a short length").to_be_bytes());
        }
    }
}

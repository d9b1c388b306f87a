//! Damages bytes at random.

/// What a number may become: the ends of its range, and what is next to them.
const NUMBERS: [i32; 8] = [0, 1, -1, 2, 127, 1 << 20, i32::MAX, i32::MIN];

/// Returns bytes of which up to four places are damaged, or that are cut off.
pub(crate) fn mutate(base: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = base.to_vec();
    for _ in 0..=random.usize(..4) {
        let at = random.usize(..bytes.len());
        match random.usize(..16) {
            0..=3 => bytes[at] = random.u8(..),
            4..=7 => bytes[at] ^= 1 << random.usize(..8),
            8 => bytes.truncate(at.max(1)),
            9 => {
                // A number of 64 bits.
                let value = i64::from(random.choice(NUMBERS).unwrap()) << random.choice([0, 0, 31]).unwrap();
                put(&mut bytes, at / 8 * 8, &value.to_le_bytes());
            }
            10 => {
                let from = random.usize(..bytes.len());
                let piece = bytes[from..(from + random.usize(1..16)).min(bytes.len())].to_vec();
                put(&mut bytes, at, &piece);
            }
            _ => put(&mut bytes, at / 4 * 4, &random.choice(NUMBERS).unwrap().to_le_bytes()),
        }
    }
    bytes
}

fn put(bytes: &mut [u8], at: usize, piece: &[u8]) {
    bytes.iter_mut().skip(at).zip(piece).for_each(|(to, from)| *to = *from);
}

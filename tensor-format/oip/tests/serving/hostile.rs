//! What hostile callers are made of.

/// Numbers that look random, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.next() % most.max(1)
    }
}

/// Returns a message with a few wrong bytes.
pub(crate) fn mutate(body: &[u8], random: &mut Random) -> Vec<u8> {
    let mut body = body.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(body.len());
        match random.below(5) {
            _ if body.is_empty() => body.push(random.next() as u8),
            0 => body[at] = random.next() as u8,
            1 => drop(body.remove(at)),
            2 => body.insert(at, b"{}[]\",:09-e"[random.below(11)]),
            3 => body.truncate(at.max(1)),
            _ => {
                let end = (at + random.below(40)).min(body.len());
                let part = body[at..end].to_vec();
                body.splice(at..at, part);
            }
        }
    }
    body
}

/// Returns the memory of this process, in bytes.
pub(crate) fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    status.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or_default() * 4096
}

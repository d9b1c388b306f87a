//! What hostile callers are made of.

/// Returns a message with a few wrong bytes.
pub(crate) fn mutate(body: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut body = body.to_vec();
    for _ in 0..=random.usize(..4) {
        let at = random.usize(..body.len().max(1));
        match random.usize(..5) {
            _ if body.is_empty() => body.push(random.u8(..)),
            0 => body[at] = random.u8(..),
            1 => drop(body.remove(at)),
            2 => body.insert(at, b"{}[]\",:09-e"[random.usize(..11)]),
            3 => body.truncate(at.max(1)),
            _ => {
                let end = (at + random.usize(..40)).min(body.len());
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

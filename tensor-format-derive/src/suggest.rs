//! Search for the valid word that is nearest to a mistyped one.

/// Returns the error text for an unknown word: the nearest valid one, if one is near, and all of them.
pub(crate) fn unknown(what: &str, found: &str, valid: &[&str]) -> String {
    let near = match nearest(found, valid) {
        Some(word) => format!("; did you mean `{word}`?"),
        None => String::new(),
    };
    let all = valid.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    format!("unknown {what} `{found}`{near}\nvalid here: {all}")
}

/// Returns the valid word that begins with `found`, or differs from it in the fewest letters, if not in too many.
pub(crate) fn nearest<'a>(found: &str, valid: &[&'a str]) -> Option<&'a str> {
    let found = found.to_lowercase();
    let longer = valid.iter().find(|word| found.len() > 1 && word.to_lowercase().starts_with(&found));
    if longer.is_some() {
        return longer.copied();
    }
    let limit = (found.chars().count() / 3).max(1);
    let near = valid.iter().map(|word| (distance(&found, &word.to_lowercase()), *word)).min()?;
    (near.0 <= limit).then_some(near.1)
}

/// Returns the number of letters to insert, remove, replace or swap with their neighbour that make `b` of `a`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut last_letter = None;
    for (i, letter) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, &other) in b.iter().enumerate() {
            let replaced = row[j] + usize::from(letter != other);
            let mut least = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            if j > 0 && last_letter == Some(other) && b[j - 1] == letter {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
        last_letter = Some(letter);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        assert_eq!(distance("shpae", "shape"), 1);
        assert_eq!(distance("shape", "shape"), 0);
        assert_eq!(distance("renam", "rename"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(nearest("dtyp", &["dtype", "shape"]), Some("dtype"));
        assert_eq!(nearest("String", &["string", "bool"]), Some("string"));
        assert_eq!(nearest("sha", &["dtype", "shape"]), Some("shape"));
        assert_eq!(nearest("s", &["dtype", "shape"]), None);
        assert_eq!(nearest("banana", &["dtype", "shape"]), None);
    }
}

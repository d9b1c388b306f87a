//! The eight cases of `rename_all`.

/// A way to write a name of several words, as `snake_case`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The names of the cases in the attribute, each with its case.
pub(crate) const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// Returns the name of a field, written `like_this`, in this case.
    pub(crate) fn field(self, name: &str) -> String {
        self.join(&name.split('_').filter(|word| !word.is_empty()).map(str::to_lowercase).collect::<Vec<_>>())
    }

    /// Returns the name of a variant, written `LikeThis`, in this case.
    pub(crate) fn variant(self, name: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for letter in name.chars().filter(|letter| *letter != '_') {
            match words.last_mut() {
                Some(word) if !letter.is_uppercase() => word.push(letter),
                _ => words.push(letter.to_lowercase().collect()),
            }
        }
        self.join(&words)
    }

    fn join(self, words: &[String]) -> String {
        match self {
            Case::Lower => words.concat(),
            Case::Upper => words.concat().to_uppercase(),
            Case::Pascal => words.iter().map(|word| capitalized(word)).collect(),
            Case::Camel => {
                let Some((first, rest)) = words.split_first() else { return String::new() };
                rest.iter().fold(first.clone(), |name, word| name + &capitalized(word))
            }
            Case::Snake => words.join("_"),
            Case::ScreamingSnake => words.join("_").to_uppercase(),
            Case::Kebab => words.join("-"),
            Case::ScreamingKebab => words.join("-").to_uppercase(),
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_fields_in_every_case() {
        let written = CASES.map(|(_, case)| case.field("max_boxes_2"));
        let expected = [
            "maxboxes2",
            "MAXBOXES2",
            "MaxBoxes2",
            "maxBoxes2",
            "max_boxes_2",
            "MAX_BOXES_2",
            "max-boxes-2",
            "MAX-BOXES-2",
        ];
        assert_eq!(written, expected);
    }

    #[test]
    fn writes_variants_in_every_case() {
        let written = CASES.map(|(_, case)| case.variant("BigCat"));
        let expected = ["bigcat", "BIGCAT", "BigCat", "bigCat", "big_cat", "BIG_CAT", "big-cat", "BIG-CAT"];
        assert_eq!(written, expected);
    }
}

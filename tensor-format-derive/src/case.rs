//! The eight cases of `rename_all`, whose names are those that serde makes: a type may derive both.

/// A way to write a name of several words, such as `snake_case`.
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
    /// Returns the name of a field, written `like_this`, in this case. As in serde, only letters of ASCII change, and what
    /// has no underscores counts as one word.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Case::Lower | Case::Snake => name.to_owned(),
            Case::Upper | Case::ScreamingSnake => name.to_ascii_uppercase(),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
            Case::Pascal => name.split('_').map(|word| with_first(word, char::to_ascii_uppercase)).collect(),
            Case::Camel => with_first(&Case::Pascal.field(name), char::to_ascii_lowercase),
        }
    }

    /// Returns the name of a variant, written `LikeThis`, in this case. As in serde, each capital begins a word, and
    /// underscores stay.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Case::Pascal => name.to_owned(),
            Case::Lower => name.to_ascii_lowercase(),
            Case::Upper => name.to_ascii_uppercase(),
            Case::Camel => with_first(name, char::to_ascii_lowercase),
            Case::Snake => {
                let mut snake = String::new();
                for letter in name.chars() {
                    if !snake.is_empty() && letter.is_uppercase() {
                        snake.push('_');
                    }
                    snake.push(letter.to_ascii_lowercase());
                }
                snake
            }
            Case::ScreamingSnake => Case::Snake.variant(name).to_ascii_uppercase(),
            Case::Kebab => Case::Snake.variant(name).replace('_', "-"),
            Case::ScreamingKebab => Case::ScreamingSnake.variant(name).replace('_', "-"),
        }
    }
}

/// Returns `name` with its first letter changed by `change`.
fn with_first(name: &str, change: fn(&char) -> char) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| change(&first)).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_fields_in_every_case() {
        let written = CASES.map(|(_, case)| case.field("max_boxes_2"));
        let expected = [
            "max_boxes_2",
            "MAX_BOXES_2",
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

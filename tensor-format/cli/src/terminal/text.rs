//! Texts, numbers and names in words for people.

use serde_json::Value as Json;
use tensor_format::ErrorKind;

/// Returns a text of a file on one line, without what would steer a terminal: the library's errors escape it.
#[must_use]
pub fn printable(text: &str) -> String {
    ErrorKind::custom(text).to_string()
}

/// Returns a name as it is written before a colon; one without letters is seen too.
#[must_use]
pub fn name(name: &str) -> String {
    if name.is_empty() { "\"\"".to_owned() } else { printable(name) }
}

/// Returns a name within a sentence.
#[must_use]
pub fn quoted(name: &str) -> String {
    if name.is_empty() { self::name(name) } else { format!("`{}`", printable(name)) }
}

/// Returns a text of several lines, each of them printable.
#[must_use]
pub fn lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// Returns JSON that cannot steer a terminal: the same value, some of its letters as escapes.
#[must_use]
pub fn json(json: &Json) -> String {
    json_text(&json.to_string())
}

/// Returns a JSON text, of several lines or one, that cannot steer a terminal.
#[must_use]
pub fn json_text(json: &str) -> String {
    let mut text = String::new();
    for letter in json.chars() {
        // Letters that steer occur in strings alone, and are those of one unit of UTF-16.
        if matches!(letter, '\n' | ' '..='~') || printable(letter.encode_utf8(&mut [0; 4])).chars().eq([letter]) {
            text.push(letter);
        } else {
            text.push_str(&format!("\\u{:04x}", u32::from(letter)));
        }
    }
    text
}

/// Returns a number of bytes in words.
#[must_use]
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if count < 1024 {
        return format!("{count} {}", if count == 1 { "byte" } else { "bytes" });
    }
    let mut size = count as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.1} {}", UNITS[unit])
}

/// Returns a number with as many digits as say something.
#[must_use]
pub fn number(value: f64) -> String {
    if value == 0.0 || (1e-4..1e16).contains(&value.abs()) && value.fract() == 0.0 {
        return format!("{value}");
    }
    if (1e-4..1e7).contains(&value.abs()) {
        let digits = (6 - value.abs().log10().floor() as i32).clamp(0, 10) as usize;
        let text = format!("{value:.digits$}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{value:.6e}")
}

/// Returns a number of things in words: `one thing`, `2 things`.
#[must_use]
pub fn count(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Returns a list in words: `a, b and c`.
#[must_use]
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(printable("\x1b[31m\r\u{202e}a\nb \"é\" \\"), "\\u{1b}[31m\\r\\u{202e}a\\nb \"é\" \\");
        assert_eq!(
            (name(""), name("a"), quoted(""), quoted("a")),
            ("\"\"".into(), "a".into(), "\"\"".into(), "`a`".into())
        );
        assert_eq!(lines("a\n\rb"), "a\n\\rb");
        let value = serde_json::json!({"\u{9b}": ["\x1b", "\u{202e}", "\x7f", "é", "\n"]});
        let text = json(&value);
        assert_eq!(text, r#"{"\u009b":["\u001b","\u202e","\u007f","é","\n"]}"#);
        assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), value);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 1.0, -3.0, 2.5, 1e20, 0.1].map(number), ["0", "1", "-3", "2.5", "1.000000e20", "0.1"]);
        assert_eq!(number(1.0 / 3.0), "0.3333333");
        assert_eq!(number(123456.789), "123456.8");
        assert_eq!([f64::NAN, f64::INFINITY].map(number), ["NaN", "inf"]);
        assert_eq!([0, 1, 1023, 1024, 3 << 29].map(bytes), ["0 bytes", "1 byte", "1023 bytes", "1.0 KiB", "1.5 GiB"]);
        assert_eq!(bytes(u64::MAX), "16384.0 PiB");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!((list::<&str>(&[]), list(&["a"])), (String::new(), "a".to_owned()));
        assert_eq!((count(1, "tensor"), count(2, "tensor")), ("1 tensor".to_owned(), "2 tensors".to_owned()));
    }
}

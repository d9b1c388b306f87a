//! Compares what a type and the file say of parameters that are there together or not at all.

use super::{Check, MAX_PARAMS, Policy};
use crate::{
    Param, RecordRules,
    const_text::{bytes::begin_alike, message::ConstText},
};

/// Whether a parameter is in the file, and whether it is required there.
#[derive(Clone, Copy)]
pub(super) struct FileParam {
    pub(super) is_seen: bool,
    pub(super) required: bool,
    /// The length in bytes of the prefix that its name shares with the parameters beside which it is required; 0 if it
    /// is optional by itself.
    pub(super) shared: usize,
}

impl FileParam {
    /// A parameter that the file does not have.
    pub(super) const NONE: Self = Self { is_seen: false, required: false, shared: 0 };
}

impl Check<'_> {
    /// Compares which parameters have to come with the one at position `index`, which the type does not require.
    pub(super) const fn compare_presence(
        &mut self,
        rules: &RecordRules<'static>,
        index: usize,
        seen: &[FileParam; MAX_PARAMS],
    ) {
        let (Some(param), file) = (rules.get(index), seen[index]) else { return };
        let own = match param.required_with {
            Some(len) => len as usize,
            None => 0,
        };
        if matches!(self.policy, Policy::Exact) {
            if file.is_seen && !file.required && own != file.shared {
                let text = said(self.fault(param.name).str("the file says "), &param, file.shared);
                self.report = said(text.str(", the type says "), &param, own);
            }
            return;
        }
        let name = param.name.as_bytes();
        let mut other = 0;
        while let Some(beside) = rules.get(other) {
            let beside_name = beside.name.as_bytes();
            let is_asked = own > 0 && other != index && seen[other].is_seen && begin_alike(name, beside_name, own);
            let is_together = file.shared > 0 && begin_alike(name, beside_name, file.shared);
            if is_asked && !file.required && !is_together {
                let text = self.fault(param.name).str("the file allows `").str(beside.name);
                self.report = said(text.str("` without it, the type says "), &param, own);
                return;
            }
            other += 1;
        }
    }
}

/// Adds to `text` whether the parameter is optional by itself or required beside others, whose names have `len` bytes
/// in common with its own.
const fn said(text: ConstText, param: &Param<'_>, len: usize) -> ConstText {
    if len == 0 {
        return text.str("optional by itself");
    }
    let Ok(shared) = core::str::from_utf8(param.name.as_bytes().split_at(len).0) else { return text };
    text.str("`\"requiredWith\": \"").str(shared).str("\"`")
}

// What the compiler refuses is a panic here, and caught.
#[cfg(all(test, panic = "unwind"))]
mod tests {
    extern crate std;

    use alloc::{format, string::String};
    use std::panic::catch_unwind;

    use super::super::{Policy, check_matches};
    use crate::{ElementType, Param, Presence, RecordRules, Rules, TensorRules};

    const fn optional(name: &'static str, required_with: Option<u16>) -> Param<'static> {
        Param { presence: Presence::Optional, required_with, ..Param::new(name, TensorRules::scalar(ElementType::U8)) }
    }

    const TOGETHER: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [optional("p.x", Some(2)), optional("p.y", Some(2)), optional("p.note", None)] },
    ));
    const APART: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [optional("p.x", None), optional("p.y", None), optional("p.note", None)] },
    ));

    /// Returns the report that compares these rules with a file of these parameters: name and JSON fields of each.
    fn said(rules: Rules<'static>, policy: Policy, params: &[(&str, &str)]) -> String {
        let definition = |(name, fields): &(&str, &str)| {
            format!(r#"{{"name":"{name}",{fields},"rules":{{"shape":[],"allowedTypes":["u8"]}}}}"#)
        };
        let text = params.iter().map(definition).reduce(|all, one| format!("{all},{one}")).unwrap_or_default();
        let text = format!("[{text}]");
        match catch_unwind(|| check_matches("S", rules, "f", &text, policy)) {
            Ok(()) => String::new(),
            Err(panic) => panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "?".into()),
        }
    }

    const ALONE: &str = r#""required":false"#;
    const WITH_P: &str = r#""required":false,"requiredWith":"p.""#;
    const WITH_NAME: &str = r#""required":false,"requiredWith":"p.x""#;
    const REQUIRED: &str = r#""required":true"#;

    #[test]
    fn accepting_types_take_what_the_file_says_to_come_together() {
        let of = |rules, params: &[(&str, &str)]| said(rules, Policy::Accepts, params);
        let whole = [("p.x", WITH_P), ("p.y", WITH_P), ("p.note", ALONE)];
        assert_eq!(of(TOGETHER, &whole), "");
        assert_eq!(of(APART, &whole), "");
        assert_eq!(of(TOGETHER, &[("p.x", REQUIRED), ("p.y", REQUIRED), ("p.note", ALONE)]), "");
        assert_eq!(of(TOGETHER, &[]), "");
        let expected = "`S` differs from f\n  parameter `p.x`: the file allows `p.y` without it, the type says \
                        `\"requiredWith\": \"p.\"`\n  parameter `p.y`: the file allows `p.x` without it, the type \
                        says `\"requiredWith\": \"p.\"`";
        assert_eq!(of(TOGETHER, &[("p.x", ALONE), ("p.y", ALONE), ("p.note", ALONE)]), expected);
        let text = of(TOGETHER, &[("p.x", WITH_P), ("p.y", WITH_P), ("p.note", REQUIRED)]);
        assert_eq!(text, "");
        let text = of(TOGETHER, &[("p.x", WITH_NAME), ("p.y", WITH_P)]);
        assert!(text.contains("`p.x`: the file allows `p.y` without it") && !text.contains("allows `p.x`"), "{text}");
        let text = of(TOGETHER, &[("p.x", WITH_P)]);
        assert!(text.contains("`p.y`: the file allows `p.x` without it") && !text.contains("allows `p.y`"), "{text}");
        assert_eq!(of(APART, &[("p.x", ALONE)]), "");
    }

    #[test]
    fn exact_types_say_of_presence_what_the_file_says() {
        let of = |rules, params: &[(&str, &str)]| said(rules, Policy::Exact, params);
        let (whole, apart) = (
            [("p.x", WITH_P), ("p.y", WITH_P), ("p.note", ALONE)],
            [("p.x", ALONE), ("p.y", ALONE), ("p.note", ALONE)],
        );
        assert_eq!(of(TOGETHER, &whole), "");
        assert_eq!(of(APART, &apart), "");
        let text = of(TOGETHER, &apart);
        assert!(text.contains("`p.x`: the file says optional by itself, the type says `\"requiredWith\": \"p.\"`"));
        let text = of(APART, &whole);
        assert!(text.contains("`p.y`: the file says `\"requiredWith\": \"p.\"`, the type says optional by itself"));
    }

    #[test]
    fn a_parameter_is_required_with_a_beginning_of_its_name() {
        let text = said(APART, Policy::Accepts, &[("p.x", r#""required":false,"requiredWith":"q.""#)]);
        assert!(text.ends_with("`requiredWith` before is no beginning of the parameter's name"), "{text}");
    }
}

//! Records where they are not allowed: what is wrong with a list, a tuple or a map that holds them.
//!
//! Only the derive knows the field whose type it is, where the error belongs. So the rules of such a type are one
//! parameter at fault, from which the check of the field makes the message.

use crate::{ElementTypes, Param, Presence, RecordRules, TensorRules, const_text::message::ConstText};

/// Creates the parameter that says what is wrong. `presence` says what `name` is, as [`Fault`] does.
pub(crate) const fn param_at_fault(name: &'static str, presence: Presence, why: &'static str) -> Param<'static> {
    let none = TensorRules::new(ElementTypes::NONE, TensorRules::ANY.axes);
    // Together with the missing element types: no parameter of a map is alone.
    Param { presence, doc: why, of_map: true, ..Param::new(name, none) }
}

/// What is wrong with a type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// A parameter, by name, of the records in a list, and the reason, which begins with a verb.
    Column(&'static str, &'static str),
    /// The field at this position of a tuple, and the reason, which is a sentence.
    Field(&'static str, &'static str),
    /// The type itself, and the reason, which begins with a verb.
    Whole(&'static str),
}

impl Fault {
    /// Returns what is wrong with the type of these rules; `None` if they are no [`param_at_fault`].
    pub(crate) const fn of(record: &RecordRules<'static>) -> Option<Self> {
        let [param] = record.listed() else { return None };
        if !param.of_map || !param.rules.types.is_empty() {
            return None;
        }
        Some(match (param.presence, param.name.is_empty()) {
            (_, true) => Self::Whole(param.doc),
            (Presence::Optional, _) => Self::Field(param.name, param.doc),
            _ => Self::Column(param.name, param.doc),
        })
    }

    /// Returns the message: `what` is the field that has the type, and `ty` is the text of the type.
    pub(crate) const fn message(self, what: &str, ty: &str) -> ConstText {
        let text = ConstText::new().str("`").str(what).str("`: ");
        match self {
            Self::Column(name, why) => {
                text.str("`").str(ty).str("` lists records, whose parameter `").str(name).str("`\n  ").str(why)
            }
            Self::Field(name, why) => {
                text.str("field `").str(name).str("` of the tuple in `").str(ty).str("`: ").str(why)
            }
            Self::Whole(why) => text.str("`").str(ty).str("` ").str(why),
        }
    }
}

/// Stops compilation if these are the rules of a type at fault, which is no field that the derive checks.
pub(crate) const fn verify_no_fault(record: &RecordRules<'static>) {
    let text = match Fault::of(record) {
        None => return,
        Some(Fault::Column(name, why)) => {
            ConstText::new().str("a list of records: parameter `").str(name).str("` ").str(why)
        }
        Some(Fault::Field(name, why)) => ConstText::new().str("field `").str(name).str("` of a tuple: ").str(why),
        Some(Fault::Whole(why)) => ConstText::new().str("the type ").str(why),
    };
    text.stop()
}

//! The byte for each element type in a header.

use super::NAME;
use crate::{ElementType, ElementTypes, ErrorKind, Presence, Rules, TensorRules, const_text::message::ConstText};

/// Returns the byte for an element type; `None` if the format does not have the type.
pub(super) const fn to_byte(element_type: ElementType) -> Option<u8> {
    Some(match element_type {
        ElementType::F32 => 1,
        ElementType::F64 => 2,
        ElementType::I8 => 3,
        ElementType::I16 => 4,
        ElementType::I32 => 5,
        ElementType::I64 => 6,
        ElementType::U8 => 7,
        ElementType::U16 => 8,
        ElementType::U32 => 9,
        ElementType::U64 => 10,
        ElementType::String => 11,
        ElementType::Binary => 12,
        ElementType::Bool => 13,
        ElementType::Image => 14,
        ElementType::Audio => 15,
        ElementType::Video => 16,
        _ => return None,
    })
}

/// Returns the element type for a byte; `None` if there is none.
pub(super) const fn from_byte(byte: u8) -> Option<ElementType> {
    Some(match byte {
        1 => ElementType::F32,
        2 => ElementType::F64,
        3 => ElementType::I8,
        4 => ElementType::I16,
        5 => ElementType::I32,
        6 => ElementType::I64,
        7 => ElementType::U8,
        8 => ElementType::U16,
        9 => ElementType::U32,
        10 => ElementType::U64,
        11 => ElementType::String,
        12 => ElementType::Binary,
        13 => ElementType::Bool,
        14 => ElementType::Image,
        15 => ElementType::Audio,
        16 => ElementType::Video,
        _ => return None,
    })
}

/// Returns the byte for an element type, or an error if the format does not have the type.
pub(super) fn byte_of(element_type: ElementType) -> Result<u8, ErrorKind> {
    to_byte(element_type).ok_or(ErrorKind::UnsupportedElementType { element_type, format: NAME })
}

/// The element types that the format has.
const HELD: ElementTypes = {
    let (mut held, mut rest) = (ElementTypes::NONE, ElementType::ALL);
    while let Some((element_type, after)) = rest.split_first() {
        if to_byte(*element_type).is_some() {
            held = held.with(*element_type);
        }
        rest = after;
    }
    held
};

/// Stops compilation if every value of these rules has elements that the format does not have. Takes the rules by
/// value, and few steps: the compiler takes them for each type that is written.
pub(super) const fn verify_has_types(rules: Rules<'_>) {
    match rules {
        Rules::Tensor(rules) => verify_has_type(&rules, ""),
        Rules::Record(record) => {
            let mut params = record.listed();
            while let Some((param, rest)) = params.split_first() {
                if param.rules.types.intersection(HELD).is_empty() && matches!(param.presence, Presence::Required) {
                    verify_has_type(&param.rules, param.name);
                }
                params = rest;
            }
        }
    }
}

const fn verify_has_type(rules: &TensorRules<'_>, name: &str) {
    if !rules.types.intersection(HELD).is_empty() {
        return;
    }
    let Some(element_type) = rules.types.single() else { return };
    let place =
        if name.is_empty() { ConstText::new() } else { ConstText::new().str("parameter `").str(name).str("`: ") };
    let text = place.str(NAME).str(" has no element type ").str(element_type.name()).str(
        ", so that no value of this type can be written: convert its elements (to f32 or f64 for numbers), or use a \
         format that has them, as ",
    );
    let others = match element_type {
        ElementType::BF16 => "`safetensors` or `zio`",
        ElementType::C128 => "`npy` or `zio`",
        _ => "`npy`, `safetensors` or `zio`",
    };
    text.str(others).stop();
}

/// The names of the format's element types in JSON, for messages.
#[cfg(feature = "json")]
pub(super) const NAMES: &str =
    "f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, string, boolean, binary, image, audio, video";

/// Returns the name that an element type has in JSON.
#[cfg(feature = "json")]
pub(super) fn to_name(element_type: ElementType) -> &'static str {
    match element_type {
        ElementType::Bool => "boolean",
        other => other.name(),
    }
}

/// Returns the element type that has this name in JSON.
#[cfg(feature = "json")]
pub(super) fn from_name(name: &str) -> Option<ElementType> {
    let known = ElementType::ALL.iter().copied().filter(|element_type| to_byte(*element_type).is_some());
    known.into_iter().find(|element_type| to_name(*element_type) == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HasRules, Param, rules::AxisRules};

    #[test]
    fn types_that_can_be_written_compile() {
        verify_has_types(<[f32; 2]>::RULES);
        verify_has_types(<(u8, Option<[f32; 2]>)>::RULES);
        verify_has_types(Rules::ANY);
        // An optional parameter may be left out.
        let half = Param::new("a", TensorRules::scalar(ElementType::F16));
        let params = [Param { presence: Presence::Optional, ..half }];
        verify_has_types(Rules::Record(crate::RecordRules::new(&params)));
    }

    #[test]
    #[should_panic = "has no element type f16"]
    fn a_type_that_cannot_be_written_stops_the_compiler() {
        verify_has_types(Rules::Tensor(TensorRules::new(ElementTypes::of(ElementType::F16), AxisRules::ANY)));
    }

    #[test]
    #[should_panic = "parameter `weights`: "]
    fn the_parameter_is_named() {
        let params = [Param::new("weights", TensorRules::scalar(ElementType::F16))];
        verify_has_types(Rules::Record(crate::RecordRules::new(&params)));
    }
}

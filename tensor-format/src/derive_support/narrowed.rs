//! Writes and reads the tensor in a newtype struct (a wrapper), and checks it against the rules that the wrapper's
//! attributes add.

use super::{DecodeIf, EncodeIf, params::is_free};
use crate::{
    Bindings, DecodeError, EncodeError, HasRules, RuleChecked, Sink, Source, rules::narrow::tensor_rules,
    traits::InRange,
};

/// Writes the tensor inside of the wrapper `W`, checked against the wrapper's rules. `axes` are given if two of its
/// axes have one name.
///
/// # Errors
///
/// Those of the tensor, and what contradicts the rules.
#[inline]
pub fn encode_narrowed<'a, W, T, S>(
    inner: &'a T,
    sink: &mut S,
    axes: Option<&mut Bindings<'static>>,
) -> Result<(), EncodeError>
where
    W: HasRules,
    T: for<'x> EncodeIf<'x>,
    S: Sink<'a>,
{
    if axes.is_none() && const { is_free(<T as EncodeIf<'static>>::OWN, tensor_rules(W::RULES)) } {
        return inner.encode_if(sink);
    }
    inner.encode_if(&mut narrowed::<W, S>(sink, axes))
}

/// Reads the tensor inside of the wrapper `W`, checked against the wrapper's rules.
///
/// # Errors
///
/// As [`encode_narrowed`].
#[inline]
pub fn decode_narrowed<'de, W, T, S>(source: &mut S, axes: Option<&mut Bindings<'static>>) -> Result<T, DecodeError>
where
    W: HasRules,
    T: DecodeIf<'de>,
    S: Source<'de>,
{
    if axes.is_none() && const { is_free(T::OWN, tensor_rules(W::RULES)) } {
        return T::decode_if(source);
    }
    T::decode_if(&mut narrowed::<W, S>(source, axes))
}

/// Reads the tensor inside of the wrapper `W` into an existing one, whose memory is reused, as [`decode_narrowed`]
/// does.
///
/// # Errors
///
/// As [`encode_narrowed`].
#[inline]
pub fn decode_narrowed_into<'de, W, T, S>(
    inner: &mut T,
    source: &mut S,
    axes: Option<&mut Bindings<'static>>,
) -> Result<(), DecodeError>
where
    W: HasRules,
    T: DecodeIf<'de>,
    S: Source<'de>,
{
    if axes.is_none() && const { is_free(T::OWN, tensor_rules(W::RULES)) } {
        return inner.decode_into_if(source);
    }
    inner.decode_into_if(&mut narrowed::<W, S>(source, axes))
}

#[inline]
fn narrowed<'c, W: HasRules, S>(
    inner: &'c mut S,
    axes: Option<&'c mut Bindings<'static>>,
) -> RuleChecked<'c, 'static, S> {
    let rules = const { tensor_rules(W::RULES) };
    match axes {
        Some(axes) => RuleChecked::bound(inner, rules, axes, ""),
        None => RuleChecked::new(inner, rules),
    }
}

/// Wraps a sink or source so that elements are checked against the range of the wrapper `W`.
#[inline]
pub fn in_range<W: HasRules, S>(inner: &mut S) -> InRange<&mut S> {
    InRange::new(inner, const { tensor_rules(W::RULES) }.range)
}

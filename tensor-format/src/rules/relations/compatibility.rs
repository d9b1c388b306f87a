//! Compares two versions of a service's rules: which callers can go on unchanged when one takes the place of the other.

use alloc::vec::Vec;
use core::fmt;

use crate::{AsRules, Mismatch, Rules};

/// The side of a service that the rules describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ServiceSide {
    /// The rules describe what the service receives, which its callers send.
    Input,
    /// The rules describe what the service returns, which its callers receive.
    Output,
}

/// The verdict on two versions of a service: which callers of one version can use the other.
///
/// | | rules of an input | rules of an output |
/// | --- | --- | --- |
/// | backward: callers of the old version can use the new one | new contains old | old contains new |
/// | forward: callers of the new version can use the old one | old contains new | new contains old |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compatibility {
    /// Both backward and forward: the versions can be exchanged.
    Full,
    /// Callers of the old version can use the new one: replace the service first, its callers later.
    Backward,
    /// Callers of the new version can use the old one: replace the callers first, the service later.
    Forward,
    /// Neither: service and callers must be replaced together.
    Breaking,
}

impl Compatibility {
    /// Returns whether callers of the old version can use the new one.
    #[must_use]
    pub const fn is_backward(self) -> bool {
        matches!(self, Compatibility::Full | Compatibility::Backward)
    }

    /// Returns whether callers of the new version can use the old one.
    #[must_use]
    pub const fn is_forward(self) -> bool {
        matches!(self, Compatibility::Full | Compatibility::Forward)
    }

    /// Returns the verdict as a word: `full`, `backward`, `forward` or `breaking`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Compatibility::Full => "full",
            Compatibility::Backward => "backward",
            Compatibility::Forward => "forward",
            Compatibility::Breaking => "breaking",
        }
    }

    const fn of(backward: bool, forward: bool) -> Self {
        match (backward, forward) {
            (true, true) => Compatibility::Full,
            (true, false) => Compatibility::Backward,
            (false, true) => Compatibility::Forward,
            (false, false) => Compatibility::Breaking,
        }
    }
}

impl fmt::Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a new version of rules relates to an old one, with every reason.
///
/// ```
/// use tensor_format::{HasRules, rules::{Compatibility, CompatibilityReport, ServiceSide}};
/// let (old, new) = (<[f32; 3]>::RULES, <Vec<f32>>::RULES);
///
/// let input = CompatibilityReport::new(&old, &new, ServiceSide::Input);
/// assert_eq!(input.compatibility(), Compatibility::Backward); // what takes any length takes 3 numbers
/// assert_eq!(
///     input.to_string(),
///     "backward: callers of the old version can use the new one\n\
///      callers of the new version cannot use the old one:\n  \
///        axis 0: expected 3, found _"
/// );
/// let output = CompatibilityReport::new(&old, &new, ServiceSide::Output);
/// assert_eq!(output.compatibility(), Compatibility::Forward); // who expects 3 numbers may get more
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompatibilityReport {
    /// The reasons why callers of the old version cannot use the new one; empty if they can.
    pub against_backward: Vec<Mismatch>,
    /// The reasons why callers of the new version cannot use the old one; empty if they can.
    pub against_forward: Vec<Mismatch>,
}

impl CompatibilityReport {
    /// Compares two versions, of any form: constants of types, owned rules or definitions.
    #[must_use]
    pub fn new(old: &impl AsRules, new: &impl AsRules, role: ServiceSide) -> Self {
        let (new_takes_old, old_takes_new) =
            old.with_rules(|old| new.with_rules(|new| (new.difference(old), old.difference(new))));
        match role {
            ServiceSide::Input => Self { against_backward: new_takes_old, against_forward: old_takes_new },
            ServiceSide::Output => Self { against_backward: old_takes_new, against_forward: new_takes_old },
        }
    }

    /// Returns the verdict that the reasons add up to.
    #[must_use]
    pub fn compatibility(&self) -> Compatibility {
        Compatibility::of(self.against_backward.is_empty(), self.against_forward.is_empty())
    }

    /// Returns both reports joined, as those of the input and the output of one service: backward compatible if both
    /// are, forward if both are.
    #[must_use]
    pub fn and(mut self, other: CompatibilityReport) -> Self {
        self.against_backward.extend(other.against_backward);
        self.against_forward.extend(other.against_forward);
        self
    }
}

impl Rules<'_> {
    /// Returns the verdict on `new` as a new version of these rules; [`CompatibilityReport::new`] has the reasons, and is for
    /// rules that come from elsewhere: many parameters in another order take long here, as
    /// [`RecordRules::contains`](crate::RecordRules::contains) says.
    ///
    /// ```
    /// use tensor_format::{HasRules, rules::{Compatibility, ServiceSide}};
    /// const VERDICT: Compatibility = <[f32; 3]>::RULES.compatibility(&<Vec<f32>>::RULES, ServiceSide::Input);
    /// const _: () = assert!(VERDICT.is_backward());
    /// ```
    #[must_use]
    pub const fn compatibility(&self, new: &Rules<'_>, role: ServiceSide) -> Compatibility {
        let (new_takes_old, old_takes_new) = (new.contains(self), self.contains(new));
        match role {
            ServiceSide::Input => Compatibility::of(new_takes_old, old_takes_new),
            ServiceSide::Output => Compatibility::of(old_takes_new, new_takes_old),
        }
    }
}

impl fmt::Display for CompatibilityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compatibility = self.compatibility();
        write!(f, "{compatibility}: ")?;
        f.write_str(match compatibility {
            Compatibility::Full => "callers of either version can use the other",
            Compatibility::Backward => "callers of the old version can use the new one",
            Compatibility::Forward => "callers of the new version can use the old one",
            Compatibility::Breaking => "callers of neither version can use the other",
        })?;
        let sides = [("old", "new", &self.against_backward), ("new", "old", &self.against_forward)];
        for (callers, version, reasons) in sides.iter().filter(|(_, _, reasons)| !reasons.is_empty()) {
            write!(f, "\ncallers of the {callers} version cannot use the {version} one:")?;
            reasons.iter().try_for_each(|reason| write!(f, "\n  {reason}"))?;
        }
        Ok(())
    }
}

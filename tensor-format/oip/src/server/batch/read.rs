//! Requests that wait for a batch, once they are read.

use tensor_format::{DecodeError, Rules};

use super::{
    super::{
        call::{Call, Opened, violations},
        failure::Failure,
        wanted::Wanted,
    },
    join::{alike, rows},
};
use crate::Request;

/// A request that was read, and keeps the rules.
pub(in super::super) struct Read<'c> {
    pub(super) index: usize,
    pub(super) call: &'c Call,
    pub(super) request: Request<'c>,
    pub(super) wanted: Wanted,
    /// How many rows it has.
    pub(super) rows: usize,
}

impl<'c> Read<'c> {
    pub(super) fn new(
        rules: &Rules<'static>,
        index: usize,
        call: &'c Call,
        message: &'c Opened<'_>,
    ) -> Result<Self, Failure> {
        let request = message.request(rules)?;
        let wanted = Wanted::of(&request)?;
        let faults = violations(rules, &request, call.settings.shapes);
        if let Some(error) = DecodeError::from_violations(faults) {
            return Err(Failure::decode(&error));
        }
        // Without inputs there are no rows: it is run alone.
        let rows = rows(&request).unwrap_or(usize::MAX);
        Ok(Self { index, call, request, wanted, rows })
    }
}

/// Takes the first request and those behind it that are like it, as many as have so many rows; `None` after the last.
pub(super) fn next_batch<'c>(read: &mut Vec<Read<'c>>, most: usize) -> Option<Vec<Read<'c>>> {
    let mut rest = std::mem::take(read).into_iter();
    let first = rest.next()?;
    let mut rows = first.rows;
    let mut batch = vec![first];
    for next in rest {
        let sum = rows.saturating_add(next.rows);
        if sum <= most && batch.first().is_some_and(|first| alike(&first.request, &next.request)) {
            rows = sum;
            batch.push(next);
        } else {
            read.push(next);
        }
    }
    Some(batch)
}

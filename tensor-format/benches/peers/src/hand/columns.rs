//! Lists of records by hand, without `unsafe`: a column for each parameter, the same bytes and the same checks.

use tensor_format_users::varint::{put_varint, varint};

use super::put_header;
use crate::workloads::columns::{Detection, Point};

/// The names of the columns of points and of detections.
const POINT: &[u8] = b"\x0b\x01\x03\x05score\x02id\x02at";
const DETECTION: &[u8] =
    b"\x0b\x01\x06\x05score\x05label\x0dboxes.lengths\x0cboxes.values\x0dtrack.lengths\x0ctrack.values";

/// Appends a column of numbers, which `bytes` returns for each record.
pub(super) fn put_column<T, const N: usize>(
    out: &mut Vec<u8>,
    byte: u8,
    shape: &[usize],
    records: &[T],
    bytes: impl Fn(&T) -> [u8; N],
) {
    put_header(out, byte, shape);
    out.reserve(N * records.len());
    records.iter().for_each(|record| out.extend_from_slice(&bytes(record)));
}

pub(crate) fn append_points(out: &mut Vec<u8>, points: &[Point]) {
    let n = points.len();
    out.extend_from_slice(POINT);
    put_column(out, 1, &[n], points, |point| point.score.to_le_bytes());
    put_column(out, 9, &[n], points, |point| point.id.to_le_bytes());
    put_column(out, 1, &[n, 3], points, |point| -> [u8; 12] { bytemuck::cast(point.at) });
}

pub(crate) fn append_detections(out: &mut Vec<u8>, detections: &[Detection]) {
    let n = detections.len();
    out.extend_from_slice(DETECTION);
    put_column(out, 1, &[n], detections, |detection| detection.score.to_le_bytes());
    put_header(out, 11, &[n]);
    for detection in detections {
        put_varint(out, detection.label.len());
        out.extend_from_slice(detection.label.as_bytes());
    }
    put_column(out, 10, &[n], detections, |detection| (detection.boxes.len() as u64).to_le_bytes());
    put_header(out, 1, &[detections.iter().map(|detection| detection.boxes.len()).sum(), 4]);
    detections.iter().for_each(|detection| out.extend_from_slice(bytemuck::cast_slice(&detection.boxes)));
    put_column(out, 10, &[n], detections, |detection| u64::from(detection.track.is_some()).to_le_bytes());
    put_header(out, 9, &[detections.iter().filter(|detection| detection.track.is_some()).count()]);
    detections
        .iter()
        .filter_map(|detection| detection.track)
        .for_each(|track| out.extend_from_slice(&track.to_le_bytes()));
}

/// Takes the header of a column of this type and rank off, and returns the lengths of its axes.
pub(super) fn header<const RANK: usize>(bytes: &mut &[u8], byte: u8) -> Option<[usize; RANK]> {
    *bytes = bytes.strip_prefix(&[byte, RANK as u8])?;
    let mut shape = [0; RANK];
    for len in &mut shape {
        (*len, *bytes) = varint(bytes)?;
    }
    Some(shape)
}

/// Takes `count` groups of `N` bytes off.
pub(super) fn groups<'b, const N: usize>(
    bytes: &mut &'b [u8],
    count: usize,
) -> Option<impl Iterator<Item = [u8; N]> + 'b> {
    let (own, rest) = bytes.split_at_checked(count.checked_mul(N)?)?;
    *bytes = rest;
    Some(own.chunks_exact(N).map(|group| group.try_into().expect("as many bytes")))
}

pub(crate) fn read_points(bytes: &[u8]) -> Option<Vec<Point>> {
    let bytes = &mut bytes.strip_prefix(POINT)?;
    let [n] = header(bytes, 1)?;
    let scores = groups(bytes, n)?.map(f32::from_le_bytes);
    let ids = (header(bytes, 9)? == [n]).then(|| groups(bytes, n))??.map(u32::from_le_bytes);
    let ats = (header(bytes, 1)? == [n, 3]).then(|| groups::<12>(bytes, n))??.map(bytemuck::cast);
    bytes.is_empty().then(|| scores.zip(ids).zip(ats).map(|((score, id), at)| Point { score, id, at }).collect())
}

/// Takes a column of lengths off, and returns the sum too.
pub(super) fn lengths<'b>(bytes: &mut &'b [u8], n: usize) -> Option<(impl Iterator<Item = usize> + 'b, usize)> {
    (header(bytes, 10)? == [n]).then_some(())?;
    let mut copy = *bytes;
    let sum = groups(&mut copy, n)?.map(u64::from_le_bytes).try_fold(0u64, |sum, length| sum.checked_add(length))?;
    let lengths = groups(bytes, n)?.map(|length| u64::from_le_bytes(length) as usize);
    Some((lengths, usize::try_from(sum).ok()?))
}

pub(crate) fn read_detections(bytes: &[u8]) -> Option<Vec<Detection>> {
    let bytes = &mut bytes.strip_prefix(DETECTION)?;
    let [n] = header(bytes, 1)?;
    let mut scores = groups(bytes, n)?.map(f32::from_le_bytes);
    (header(bytes, 11)? == [n]).then_some(())?;
    let mut labels = Vec::with_capacity(n.min(bytes.len()));
    for _ in 0..n {
        let (len, rest) = varint(bytes)?;
        let (text, rest) = rest.split_at_checked(len)?;
        labels.push(std::str::from_utf8(text).ok()?);
        *bytes = rest;
    }
    let (mut lens, sum) = lengths(bytes, n)?;
    let mut boxes = (header(bytes, 1)? == [sum, 4]).then(|| groups::<16>(bytes, sum))??.map(bytemuck::cast);
    let (mut presence, sum) = lengths(bytes, n)?;
    let mut tracks = (header(bytes, 9)? == [sum]).then(|| groups(bytes, sum))??.map(u32::from_le_bytes);
    bytes.is_empty().then_some(())?;
    labels
        .into_iter()
        .map(|label| {
            let boxes = boxes.by_ref().take(lens.next()?).collect();
            let track = if presence.next()? > 0 { Some(tracks.next()?) } else { None };
            Some(Detection { score: scores.next()?, label: label.to_owned(), boxes, track })
        })
        .collect()
}

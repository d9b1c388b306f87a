//! Lists in the records of a list by hand, without `unsafe`: the same bytes and the same checks.

use super::{
    columns::{groups, header, lengths, put_column},
    put_header,
};
use crate::workloads::columns::{Point, Track};

/// The names of the columns of tracks.
const TRACK: &[u8] = b"\x0b\x01\x07\x02id\x14points.score.lengths\x13points.score.values\x11points.id.lengths\
    \x10points.id.values\x11points.at.lengths\x10points.at.values";

pub(crate) fn append_tracks(out: &mut Vec<u8>, tracks: &[Track]) {
    out.extend_from_slice(TRACK);
    put_column(out, 9, &[tracks.len()], tracks, |track| track.id.to_le_bytes());
    put_points(out, 1, &[], tracks, |point| point.score.to_le_bytes());
    put_points(out, 9, &[], tracks, |point| point.id.to_le_bytes());
    put_points(out, 1, &[3], tracks, |point| -> [u8; 12] { bytemuck::cast(point.at) });
}

/// Appends the columns of what all points have: the lengths of the lists, and the values.
fn put_points<const N: usize>(
    out: &mut Vec<u8>,
    byte: u8,
    inner: &[usize],
    tracks: &[Track],
    bytes: impl Fn(&Point) -> [u8; N],
) {
    put_column(out, 10, &[tracks.len()], tracks, |track| (track.points.len() as u64).to_le_bytes());
    let sum = tracks.iter().map(|track| track.points.len()).sum();
    put_header(out, byte, &[&[sum], inner].concat());
    out.reserve(N * sum);
    tracks.iter().flat_map(|track| &track.points).for_each(|point| out.extend_from_slice(&bytes(point)));
}

pub(crate) fn read_tracks(bytes: &[u8]) -> Option<Vec<Track>> {
    let bytes = &mut bytes.strip_prefix(TRACK)?;
    let [n] = header(bytes, 9)?;
    let ids = groups(bytes, n)?.map(u32::from_le_bytes);
    let (lens, sum) = lengths(bytes, n)?;
    let mut scores = (header(bytes, 1)? == [sum]).then(|| groups(bytes, sum))??.map(f32::from_le_bytes);
    let (mut id_lens, sum) = lengths(bytes, n)?;
    let mut point_ids = (header(bytes, 9)? == [sum]).then(|| groups(bytes, sum))??.map(u32::from_le_bytes);
    let (mut at_lens, sum) = lengths(bytes, n)?;
    let mut ats = (header(bytes, 1)? == [sum, 3]).then(|| groups::<12>(bytes, sum))??.map(bytemuck::cast);
    bytes.is_empty().then_some(())?;
    ids.zip(lens)
        .map(|(id, len)| {
            (id_lens.next()? == len && at_lens.next()? == len).then_some(())?;
            let points = scores.by_ref().zip(point_ids.by_ref()).zip(ats.by_ref()).take(len);
            Some(Track { id, points: points.map(|((score, id), at)| Point { score, id, at }).collect() })
        })
        .collect()
}

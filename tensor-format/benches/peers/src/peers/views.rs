//! Numbers and booleans borrowed in place.

use std::hint::black_box;

use zerocopy::{FromBytes, TryFromBytes};

use super::{Messages, Npy, Numbers, Rkyv, Safetensors, Shaped, Wincode, archived, wincode_borrowed};
use crate::{
    hand,
    placed::Placed,
    workload::{FRESH, Form, Workload},
};

/// Adds casts of the bare elements, archives in place, and files of tensors.
pub(crate) fn number_views<'a>(work: &mut Workload<'a>, value: &Shaped) {
    let bare = Placed::new(hand::as_bytes(&value.data), 0);
    work.looks("bytemuck, bare elements", move || {
        bytemuck::try_cast_slice::<u8, f32>(black_box(bare.as_ref())).map(<[f32]>::len)
    });
    work.of(Form::CHECKED);
    let bare = Placed::new(hand::as_bytes(&value.data), 0);
    work.looks("zerocopy, bare elements", move || {
        <[f32]>::ref_from_bytes(black_box(bare.as_ref())).map(<[f32]>::len).ok()
    });
    work.of(Form::CHECKED);

    let plain = [Numbers { data: value.data.clone() }];
    let messages = Messages::new::<Numbers, Rkyv>(&plain);
    work.looks("rkyv, checked", move || {
        archived::<<Numbers as rkyv::Archive>::Archived>(black_box(messages.one())).data.len()
    });
    work.of(Form::CHECKED);
    let messages = Messages::new::<Numbers, Wincode>(&plain);
    work.looks("wincode", move || wincode_borrowed::<&[f32]>(black_box(messages.one())).len());
    work.of(Form::CHECKED);
    drop(plain);

    let messages = Messages::new::<Shaped, Safetensors>(std::slice::from_ref(value));
    work.looks("safetensors", move || {
        let view = Safetensors::view(black_box(messages.one()));
        black_box(bytemuck::try_cast_slice::<u8, f32>(view.data())).map(<[f32]>::len)
    });
    work.of(Form::BOTH);
    let messages = Messages::new::<Shaped, Npy>(std::slice::from_ref(value));
    work.looks("ndarray-npy", move || black_box(&Npy::view(black_box(messages.one()))).len()).of(Form::BOTH);
    #[cfg(feature = "all-peers")]
    {
        use super::{Arrow, Format};
        let bytes = Arrow::to_bytes(&Arrow::numbers(value));
        let bytes = arrow_buffer::Buffer::from(bytes);
        work.looks("arrow IPC", move || Arrow::view(black_box(&bytes))).of(Form::BOTH);
    }
}

/// Adds casts that check every byte to be a boolean.
pub(crate) fn boolean_views<'a>(work: &mut Workload<'a>, bytes: &'a [u8], booleans: &Vec<bool>) {
    work.moves("bytemuck, bare elements", FRESH, || bytemuck::checked::try_cast_slice::<u8, bool>(black_box(bytes)))
        .of(Form::CHECKED);
    work.moves("zerocopy, bare elements", FRESH, || <[bool]>::try_ref_from_bytes(black_box(bytes)).ok())
        .of(Form::CHECKED);
    let messages = Messages::new::<Vec<bool>, Rkyv>(std::slice::from_ref(booleans));
    work.moves("rkyv, checked", FRESH, move || {
        archived::<<Vec<bool> as rkyv::Archive>::Archived>(black_box(messages.one())).len()
    });
    work.of(Form::CHECKED);
}

//! The table of names that the derive lays out and the one that follows from the rules are the same bytes, and none
//! stands in for names that do not fit into it.

use tensor_format::{HasRules, Rules, Tensor, from_slice, to_vec};

/// The rules of another type, without what its derive says of the names.
struct OnlyRules<T>(std::marker::PhantomData<T>);

impl<T: HasRules> HasRules for OnlyRules<T> {
    const RULES: Rules<'static> = T::RULES;
}

fn tables<T: HasRules>() -> (Option<&'static [u8]>, Option<&'static [u8]>) {
    (T::RECORD.names(), OnlyRules::<T>::RECORD.names())
}

#[derive(Tensor)]
struct Plain {
    id: u8,
    text: String,
}

#[derive(Tensor)]
struct Empty {}

#[derive(Tensor)]
#[tensor(rename_all = "camelCase")]
struct Renamed {
    first_name: String,
    #[tensor(rename = "größe")]
    size: Option<f32>,
}

#[derive(Tensor)]
struct Nested {
    #[tensor(flatten)]
    plain: Plain,
    more: i64,
}

#[test]
fn the_derive_lays_out_what_follows_from_the_rules() {
    let (derived, followed) = tables::<Plain>();
    assert_eq!(derived, Some(&b"\x02\x02id\x04text"[..]));
    assert_eq!(derived, followed);
    let (derived, followed) = tables::<Renamed>();
    assert_eq!(derived, Some("\u{2}\u{9}firstName\u{7}größe".as_bytes()));
    assert_eq!(derived, followed);
    let (derived, followed) = tables::<Empty>();
    assert_eq!(derived, Some(&b"\x00"[..]));
    assert_eq!(derived, followed);
    let (derived, followed) = tables::<Nested>();
    assert_eq!(derived, Some(&b"\x03\x02id\x04text\x04more"[..]));
    assert_eq!(derived, followed);
    assert_eq!(tables::<[f32; 3]>(), (None, None));
}

/// A record of bytes with these names.
macro_rules! record {
    ($name:ident: $($field:ident)*) => {
        #[derive(Tensor)]
        struct $name { $($field: u8,)* }

        impl $name {
            fn of(value: u8) -> Self {
                Self { $($field: value,)* }
            }

            fn sum(&self) -> usize {
                [$(self.$field),*].into_iter().map(usize::from).sum()
            }
        }
    };
}

record!(
    Longest:
    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
);
record!(
    TooLong:
    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
);

#[test]
fn a_name_whose_length_takes_more_than_a_byte_is_in_no_table() {
    let (derived, followed) = tables::<Longest>();
    assert_eq!(derived.map(<[u8]>::len), Some(2 + 252));
    assert_eq!(derived, followed);
    let bytes = to_vec(&Longest::of(4)).expect("written by one copy");
    assert_eq!(bytes.get(..5), Some(&[11, 1, 1, 252, b'n'][..]));
    assert_eq!(from_slice::<Longest>(&bytes).expect("read in order").sum(), 4);
    assert_eq!(tables::<TooLong>(), (None, None));
    let bytes = to_vec(&TooLong::of(5)).expect("written by name");
    assert_eq!(bytes.get(..6), Some(&[11, 1, 1, 253, 0, 253][..]));
    assert_eq!(from_slice::<TooLong>(&bytes).expect("read by name").sum(), 5);
}

/// A record of the names before the semicolon, and another of all of them.
macro_rules! records {
    ($some:ident, $all:ident: $($field:ident)*; $last:ident) => {
        record!($some: $($field)*);
        record!($all: $($field)* $last);
    };
}
records!(
    Most, TooMany:
    aa ab ac ad ae af ag ah ai aj ak al am an ao ap aq ar at au av aw ax ay az ba bb bc bd be bf bg bh bi bj
    bk bl bm bn bo bp bq br bs bt bu bv bw bx by bz ca cb cc cd ce cf cg ch ci cj ck cl cm cn co cp cq cr cs
    ct cu cv cw cx cy cz da db dc dd de df dg dh di dj dk dl dm dn dp dq dr ds dt du dv dw dx dy dz ea eb ec
    ed ee ef eg eh ei ej ek el em en eo ep eq er es et eu ev ew ex ey ez fa fb fc fd fe ff fg fh fi fj fk fl
    fm fo fp fq fr fs ft fu fv fw fx fy fz ga gb gc gd ge gf gg gh gi gj gk gl gm gn go gp gq gr gs gt gu gv
    gw gx gy gz ha hb hc hd he hf hg hh hi hj hk hl hm hn ho hp hq hr hs ht hu hv hw hx hy hz ia ib ic id ie
    ig ih ii ij ik il im io ip iq ir is it iu iv iw ix iy iz ja jb jc jd je jf jg jh ji jj jk jl jm jn jo jp
    jq jr js jt ju jv jw;
    jx
);

#[test]
fn a_number_of_names_that_takes_more_than_a_byte_has_no_table() {
    let (derived, followed) = tables::<Most>();
    assert_eq!(derived.and_then(|table| table.first()), Some(&252));
    assert_eq!(derived, followed);
    assert_eq!(tables::<TooMany>(), (None, None));
    let bytes = to_vec(&TooMany::of(2)).expect("written by name");
    assert_eq!(bytes.get(..5), Some(&[11, 1, 253, 0, 253][..]));
    assert_eq!(from_slice::<TooMany>(&bytes).expect("read by name").sum(), 506);
    let bytes = to_vec(&Most::of(1)).expect("written by one copy");
    assert_eq!(from_slice::<Most>(&bytes).expect("read in order").sum(), 252);
}

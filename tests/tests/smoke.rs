//! Hand expansion of the derive, and the first round trips.
#![allow(missing_docs)]
use std::borrow::Cow;
use tensor_format::{__private as p, *};

#[derive(Debug, PartialEq)]
struct Rec<'a> {
    a: u32,
    b: f32,
    c: [f32; 4],
    image: Cow<'a, [f32]>,
    t: Option<f32>,
}

impl HasRules for Rec<'_> {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(
        &const {
            [
                Param {
                    name: "a",
                    rules: p::field_rules("Rec::a", <u32 as Field>::Item::RULES),
                    presence: <u32 as Field>::PRESENCE,
                    doc: "",
                },
                Param {
                    name: "b",
                    rules: p::field_rules("Rec::b", <f32 as Field>::Item::RULES),
                    presence: <f32 as Field>::PRESENCE,
                    doc: "",
                },
                Param {
                    name: "c",
                    rules: p::field_rules("Rec::c", <[f32; 4] as Field>::Item::RULES),
                    presence: <[f32; 4] as Field>::PRESENCE,
                    doc: "",
                },
                Param {
                    name: "image",
                    rules: {
                        const T: TensorRules<'static> =
                            p::field_rules("Rec::image", <Cow<'static, [f32]> as HasRules>::RULES);
                        TensorRules {
                            types: T.types,
                            axes: AxisRules::new(
                                &const { p::narrow_dims("Rec::image", "Cow<[f32]>", T, [Dim::ANY.named("n")], None) },
                            ),
                        }
                    },
                    presence: Presence::Required,
                    doc: "",
                },
                Param {
                    name: "t",
                    rules: p::field_rules("Rec::t", <Option<f32> as Field>::Item::RULES),
                    presence: <Option<f32> as Field>::PRESENCE,
                    doc: "",
                },
            ]
        },
    ));
}
impl Rec<'_> {
    const R: RecordRules<'static> = match Self::RULES {
        Rules::Record(r) => r,
        _ => panic!(),
    };
    const P3: Param<'static> = match Self::R.get(3) {
        Some(p) => p,
        None => panic!(),
    };
}
impl Encode for Rec<'_> {
    fn encode<'e, S: Sink<'e>>(&'e self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record::<Self>(&[
            self.a.items().len(),
            self.b.items().len(),
            self.c.items().len(),
            self.image.items().len(),
            self.t.items().len(),
        ])?;
        let mut axes = Bindings::new();
        p::encode_field(&self.a, sink, "a")?;
        p::encode_field(&self.b, sink, "b")?;
        p::encode_field(&self.c, sink, "c")?;
        p::encode_checked(&self.image, sink, &Self::P3, &mut axes)?;
        p::encode_field(&self.t, sink, "t")?;
        Ok(())
    }
}
impl<'de: 'a, 'a> Decode<'de> for Rec<'a> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut axes = Bindings::new();
        if let RecordOrder::Declared = source.record::<Self>()? {
            return Ok(Self {
                a: p::from_item(p::decode_item(source, "a")?, "a")?,
                b: p::from_item(p::decode_item(source, "b")?, "b")?,
                c: p::from_item(p::decode_item(source, "c")?, "c")?,
                image: p::from_item(p::decode_item_checked(source, &Self::P3, &mut axes)?, "image")?,
                t: p::from_item(p::decode_item(source, "t")?, "t")?,
            });
        }
        let (mut a, mut b, mut c, mut image, mut t) = (None, None, None, None, None);
        while let Some(i) = source.next_parameter(&Self::R)? {
            match i {
                0 => Slot::push(&mut a, p::decode_item(source, "a")?)?,
                1 => Slot::push(&mut b, p::decode_item(source, "b")?)?,
                2 => Slot::push(&mut c, p::decode_item(source, "c")?)?,
                3 => Slot::push(&mut image, p::decode_item_checked(source, &Self::P3, &mut axes)?)?,
                4 => Slot::push(&mut t, p::decode_item(source, "t")?)?,
                _ => {}
            }
        }
        Ok(Self {
            a: p::from_slot(a, "a")?,
            b: p::from_slot(b, "b")?,
            c: p::from_slot(c, "c")?,
            image: p::from_slot(image, "image")?,
            t: p::from_slot(t, "t")?,
        })
    }
}

#[test]
fn record() {
    for t in [None, Some(2.5)] {
        let r = Rec { a: 7, b: 1.5, c: [1., 2., 3., 4.], image: Cow::Owned(vec![1.0; 300]), t };
        let bytes = to_vec(&r).unwrap();
        println!("{:?}", &bytes[..40]);
        assert_eq!(from_slice::<Rec>(&bytes).unwrap(), r);
        let rr: RecordRef = from_slice(&bytes).unwrap();
        assert_eq!(to_vec(&rr).unwrap(), bytes);
        assert_eq!(from_value::<Rec>(&Value::Record(rr.clone())).unwrap(), r);
        assert_eq!(to_vec(&to_value(&r).unwrap().as_ref_record()).unwrap(), bytes);
        for end in 0..bytes.len() {
            assert!(from_slice::<Rec>(&bytes[..end]).is_err());
        }
        let batch = Batch(vec![r]);
        let bytes = to_vec(&batch).unwrap();
        assert_eq!(from_slice::<Batch<Rec>>(&bytes).unwrap(), batch);
        println!("{}", from_slice::<f32>(&bytes).unwrap_err());
    }
    println!("{}", Rec::RULES);
    println!("{}", Batch::<Rec>::RULES);
}
trait X {
    fn as_ref_record(&self) -> Record;
}
impl X for ValueBuf {
    fn as_ref_record(&self) -> Record {
        match self {
            ValueBuf::Record(r) => r.clone(),
            _ => panic!(),
        }
    }
}

#[test]
fn tensors() {
    let v: Vec<[f32; 4]> = vec![[1., 2., 3., 4.]; 3];
    let b = to_vec(&v).unwrap();
    assert_eq!(from_slice::<Vec<[f32; 4]>>(&b).unwrap(), v);
    assert_eq!(from_slice::<ndarray::Array2<f32>>(&b).unwrap().shape(), [3, 4]);
    assert_eq!(to_vec(&ndarray::Array2::<f32>::ones((4, 3)).reversed_axes()).unwrap().len(), b.len());
    let words = vec!["hello".to_string(), ", world!".into()];
    let b = to_vec(&words).unwrap();
    assert_eq!(from_slice::<Vec<&str>>(&b).unwrap(), words);
    assert_eq!(from_slice::<[Cow<str>; 2]>(&b).unwrap(), words[..]);
    println!("{}", from_slice::<Vec<f32>>(&b).unwrap_err());
}

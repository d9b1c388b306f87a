//! Values whose type is known at run time alone, behind `dyn`.

use std::collections::BTreeMap;

use tensor_format::{
    Encode, EncodeError, Many, Record, Tensor,
    codec::{DynEncode, DynPayload, DynSink},
    npz, to_value, to_vec,
};

#[derive(Tensor, Clone)]
struct Place {
    at: [f64; 2],
    name: String,
}

#[derive(Tensor, Clone)]
struct Frames {
    id: u32,
    frames: Many<Vec<[f32; 3]>>,
    mask: Option<bool>,
    place: Place,
    seen: Vec<Place>,
    counts: BTreeMap<String, f32>,
}

fn frames() -> Vec<Frames> {
    let place = Place { at: [1.0, 2.0], name: "here".to_owned() };
    let frames = |count: usize| Frames {
        id: 7,
        frames: Many((0..count).map(|index| vec![[index as f32; 3]; index]).collect()),
        mask: (count > 1).then_some(true),
        place: place.clone(),
        seen: vec![place.clone(); count],
        counts: BTreeMap::from([("a".to_owned(), 0.5)]),
    };
    (0..4).map(frames).collect()
}

#[test]
fn records_behind_dyn_are_written_as_by_themselves() {
    for value in frames() {
        let behind: Box<dyn DynEncode> = Box::new(value.clone());
        assert_eq!(to_vec(&behind).unwrap(), to_vec(&value).unwrap());
        assert_eq!(to_value(&behind).unwrap(), to_value(&value).unwrap());
        behind.validate().unwrap();
        let twice: Box<dyn DynEncode> = Box::new(behind);
        assert_eq!(to_vec(&twice).unwrap(), to_vec(&value).unwrap());
    }
    let mut record = Record::new();
    record.push("x", Tensor::from_vec([2], vec![1.5f32, 2.5]).unwrap());
    let behind: &dyn DynEncode = &record;
    assert_eq!(to_vec(behind).unwrap(), to_vec(&record).unwrap());
    assert_eq!(npz::to_vec(behind).unwrap(), npz::to_vec(&record).unwrap());
}

/// A sink of the methods that it has to have.
#[derive(Default)]
struct Listed {
    names: Vec<String>,
    shapes: Vec<Vec<usize>>,
}

impl<'a> DynSink<'a> for Listed {
    fn tensor_dyn(
        &mut self,
        _: tensor_format::ElementType,
        shape: &[usize],
        _: &dyn DynPayload<'a>,
    ) -> Result<(), EncodeError> {
        self.shapes.push(shape.to_vec());
        Ok(())
    }

    fn names_dyn(&mut self, names: &[&str]) -> Result<(), EncodeError> {
        self.names = names.iter().map(ToString::to_string).collect();
        Ok(())
    }
}

#[test]
fn a_sink_is_told_the_name_of_each_tensor() {
    for (count, value) in frames().into_iter().enumerate() {
        let mut listed = Listed::default();
        value.encode_dyn(&mut listed).unwrap();
        assert_eq!(listed.names.len(), listed.shapes.len());
        assert_eq!(listed.names.iter().filter(|name| *name == "frames").count(), count);
        assert!(listed.names.iter().any(|name| name == "place.name"));
    }
}

//! Reading into records whose names stand more than once.

use tensor_format::{Decode, ErrorKind, Many, Record, Tensor, Value, codec::ValueSource};

#[test]
fn names_that_are_repeated() {
    #[derive(Tensor, Debug, PartialEq)]
    struct One {
        a: Vec<u8>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Perhaps {
        a: Option<String>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Several {
        a: Many<Vec<u8>>,
    }
    fn refused<'v, T: Decode<'v>>(value: &'v Value<'v>, mut there: T) {
        let fresh = T::decode(&mut ValueSource::new(value)).err().expect("twice");
        let into = there.decode_into(&mut ValueSource::new(value)).expect_err("twice");
        assert!(matches!(into.kind(), ErrorKind::DuplicateParam), "{into}");
        assert_eq!((into.to_string(), into.parameter()), (fresh.to_string(), Some("a")));
    }
    let twice =
        |tensor: &Tensor| -> Record { ["a", "a"].map(|name| (name.to_owned(), tensor.clone())).into_iter().collect() };
    let (numbers, texts) = (twice(&vec![1u8].into()), twice(&Tensor::from_strings([], ["text"]).expect("a tensor")));
    let (numbers, texts) = (Value::Record(numbers.as_ref()), Value::Record(texts.as_ref()));
    refused(&numbers, One { a: vec![] });
    refused(&texts, Perhaps { a: None });
    refused(&texts, Perhaps { a: Some("there".to_owned()) });
    let mut several = Several { a: vec![vec![9; 3]; 3].into() };
    several.decode_into(&mut ValueSource::new(&numbers)).expect("decoded");
    assert_eq!(several.a.0, [[1], [1]]);
}

//! Models behind pointers, as functions, and of types known only at run time.

use std::{convert::Infallible, error::Error, sync::Arc};

use tensor_format::{
    Encode, Model, View,
    codec::DynEncode,
    decthings::{self, CallError, DynModel, ModelError, Options},
    from_slice, model, to_vec,
};

struct Sum;

impl Model for Sum {
    type Input<'a> = View<'a, f32>;
    type Output = f32;
    type Error = Infallible;

    fn run(&self, input: View<'_, f32>) -> Result<f32, Infallible> {
        Ok(input.iter().sum())
    }
}

fn call<M: Model>(model: M) -> f32 {
    let mut out = Vec::new();
    assert!(decthings::call(&model, &to_vec(&[1.0f32, 2.0]).unwrap(), &mut out).is_ok());
    from_slice(&out).unwrap()
}

#[test]
fn pointers_to_models_and_functions_are_models() {
    assert_eq!((call(Sum), call(&Sum), call(Box::new(Sum)), call(Arc::new(Sum))), (3.0, 3.0, 3.0, 3.0));
    assert_eq!(call(model::from_fn(|input: [f32; 2]| Ok::<f32, Infallible>(input[1]))), 2.0);
}

#[test]
fn models_of_different_types_are_in_one_list() {
    let fails = model::from_fn(|_: u8| Err::<f32, _>("told to"));
    let models: Vec<Arc<dyn DynModel + Send + Sync>> = vec![Arc::new(Sum), Arc::new(fails)];
    let rules: Vec<_> =
        models.iter().map(|model| (model.input_rules().to_string(), model.output_rules().to_string())).collect();
    assert_eq!(rules, [("f32 [_]".into(), "f32 []".into()), ("u8 []".to_string(), "f32 []".to_string())]);

    let (mut out, options) = (Vec::new(), Options::new());
    models[0].call_dyn(&options, &to_vec(&[4.0f32]).unwrap(), &mut out).unwrap();
    assert_eq!(from_slice::<f32>(&out).unwrap(), 4.0);
    let error = models[1].call_dyn(&options, &[7, 0, 1], &mut out).unwrap_err();
    assert!(matches!(error, CallError::Model(error) if error.to_string() == "told to"));
    let error = models[1].call_dyn(&options, &[1], &mut out).unwrap_err();
    assert!(matches!(error, CallError::Decode(error) if error.is_malformed()));

    // Whoever collects errors takes those of such a call.
    let mut collected = |request: &[u8]| -> Result<(), Box<dyn Error + Send + Sync>> {
        models[1].call_dyn(&options, request, &mut out)?;
        Ok(())
    };
    assert_eq!(collected(&[7, 0, 1]).unwrap_err().to_string(), "the model failed: told to");
    assert!(collected(&[1]).unwrap_err().is::<CallError<ModelError>>());
}

#[test]
fn boxed_values_of_any_type_go_between_threads() {
    fn is_encode<T: Encode>(_: &T) {}
    let values: Vec<Box<dyn DynEncode + Send + Sync>> = vec![Box::new(1.5f32), Box::new("text"), Box::new([1u8, 2])];
    is_encode(&values[0]);
    let sent: Vec<Vec<u8>> =
        std::thread::spawn(move || values.iter().map(|value| to_vec(value).unwrap()).collect()).join().unwrap();
    assert_eq!(sent, [to_vec(&1.5f32).unwrap(), to_vec("text").unwrap(), to_vec(&[1u8, 2]).unwrap()]);
    let sendable: Box<dyn DynEncode + Send> = Box::new(7u8);
    assert_eq!(to_vec(&sendable).unwrap(), to_vec(&7u8).unwrap());
}

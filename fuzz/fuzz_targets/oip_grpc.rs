//! Any bytes as a protobuf message of the Open Inference Protocol: no reader may panic, and what is accepted means the same
//! once written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format_fuzz::bounds::Bound;
use tensor_format_oip::{
    Request, Response,
    metadata::{ModelMetadata, ServerMetadata},
};

fuzz_target!(|bytes: &[u8]| {
    let bound = Bound::new("message", bytes.len(), 32);
    if let Ok(request) = bound.hold(|| Request::from_grpc(bytes)) {
        let written = request.to_grpc().expect("a request that was read can be written").to_vec();
        let again = Request::from_grpc(&written).expect("as before");
        assert_eq!((&again.model_name, &again.id), (&request.model_name, &request.id));
        // As texts, in which NaN is the same as itself.
        assert_eq!(format!("{:?}", again.parameters), format!("{:?}", request.parameters));
        same(request.inputs(), again.inputs());
    }
    if let Ok(response) = bound.hold(|| Response::from_grpc(bytes)) {
        let written = response.to_grpc().expect("a response that was read can be written").to_vec();
        same(response.outputs(), Response::from_grpc(&written).expect("as before").outputs());
    }
    if let Ok(metadata) = bound.hold(|| ModelMetadata::from_grpc(bytes)) {
        let again = ModelMetadata::from_grpc(&metadata.to_grpc()).expect("as before");
        assert_eq!((again.name, again.versions), (metadata.name, metadata.versions));
    }
    let _ = bound.hold(|| ServerMetadata::from_grpc(bytes));
});

fn same(old: &[tensor_format_oip::Tensor<'_>], new: &[tensor_format_oip::Tensor<'_>]) {
    assert_eq!(old.len(), new.len());
    for (old, new) in old.iter().zip(new) {
        assert_eq!((old.name(), old.shape()), (new.name(), new.shape()));
        assert_eq!(old.to_bytes().expect("bytes"), new.to_bytes().expect("bytes"));
    }
}

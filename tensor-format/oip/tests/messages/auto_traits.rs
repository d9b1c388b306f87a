//! Which types may go to another thread, be shared between threads, and be used again after a panic.

#[path = "../../../../tests/tests/shared/public_types.rs"]
#[macro_use]
mod public_types;

use std::{
    panic::{RefUnwindSafe, UnwindSafe},
    path::Path,
};

use tensor_format_oip::{client::*, grpc::*, http::*, metadata::*, server::*, *};

fn threads<T: Send + Sync>() {}
fn everything<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

/// The types that have all of these traits.
fn usual() -> Vec<&'static str> {
    types! { everything:
        Body<'_>, Compare<'_>, ConfigTensor, Datatype, DocumentKind, ErrorDocument, Fault, FaultKind, Form,
        GrpcMessage<'_>, Headers<'_>, HttpMessage<'_>, MessageKind, MetadataOptions<'_>, ModelConfig, ModelMetadata,
        ModelMismatch, ModelMismatchKind, NonFinite, Options, Parameter<'_>, Parameters<'_>, Request<'_>,
        RequestedOutput<'_>, Response<'_>, ServerMetadata, ShapeOptions, Side, Stage, Tensor<'_>, TensorMetadata,
        WriteOptions, Answer<f32>, CallOptions<'_>, ClientOptions, TensorForm, Asked, Batching, Connections,
        FailureKind, Tensors<f32>, Failure,
    }
}

/// Those that are not known to be as before after a panic: connections, models of a user, and errors that may hold one of a
/// user.
fn of_users() -> Vec<&'static str> {
    types! { threads:
        Client, Model<f32, f32>, blocking::Client, blocking::Model<f32, f32>, client::grpc::Client,
        client::grpc::Model<f32, f32>, ClientError, BuildError, GrpcService, Server, ServerBuilder,
    }
}

#[test]
fn traits_of_public_types() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    public_types::assert_all_listed(usual().into_iter().chain(of_users()), &sources);
}

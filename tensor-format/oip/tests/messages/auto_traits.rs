//! Which types may go to another thread, be shared between threads, and be used again after a panic.

use std::{
    fs,
    panic::{RefUnwindSafe, UnwindSafe},
    path::Path,
};

use tensor_format_oip::{client::*, grpc::*, http::*, metadata::*, server::*, *};

fn threads<T: Send + Sync>() {}
fn everything<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

/// Asks the compiler for the traits of types, and returns their names.
macro_rules! types {
    ($traits:ident: $($type:ty),* $(,)?) => {{
        $($traits::<$type>();)*
        let names: Vec<&str> = [$(stringify!($type)),*].to_vec();
        names
    }};
}

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

/// Adds the names of the public types in a folder of sources. The compiler refuses those that cannot be named from outside.
fn public_in(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("bin") {
                public_in(&path, names);
            }
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let items = text.lines().filter_map(|line| {
            let item = line.trim_start().strip_prefix("pub ")?;
            item.strip_prefix("struct ").or_else(|| item.strip_prefix("enum "))
        });
        names.extend(items.map(|item| item.split(['<', '(', ' ', ';']).next().unwrap_or_default().to_owned()));
    }
}

#[test]
fn traits_of_public_types() {
    let mut public = Vec::new();
    public_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut public);
    public.sort();
    let name = |ty: &str| {
        let path = ty.split('<').next().unwrap_or_default();
        path.rsplit(':').next().unwrap_or_default().trim().to_owned()
    };
    let mut listed: Vec<String> = usual().into_iter().chain(of_users()).map(name).collect();
    listed.sort();
    assert_eq!(listed, public, "the types that are listed here, and those of the sources");
}

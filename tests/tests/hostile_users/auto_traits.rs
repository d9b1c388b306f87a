//! Which types may go to another thread, be shared between threads, and be used again after a panic.

use std::{
    collections::BTreeMap,
    marker::PhantomData,
    panic::{RefUnwindSafe, UnwindSafe},
};

/// Whether a type is `Send`, `Sync`, `UnwindSafe` and `RefUnwindSafe`.
type Traits = [bool; 4];

/// A type whose constants say which traits it has: an implementation for types that have one comes before that for all.
struct Of<T>(PhantomData<T>);

macro_rules! asked {
    ($($constant:ident $name:ident),*) => {
        trait Otherwise {
            $(const $constant: bool = false;)*
        }

        impl<T> Otherwise for Of<T> {}

        $(impl<T: $name> Of<T> {
            const $constant: bool = true;
        })*
    };
}

asked!(SEND Send, SYNC Sync, UNWIND UnwindSafe, REF_UNWIND RefUnwindSafe);

/// The types by their paths, without parameters.
macro_rules! types {
    ($($type:ty,)*) => {{
        use tensor_format::*;
        [$((stringify!($type), [<Of<$type>>::SEND, <Of<$type>>::SYNC, <Of<$type>>::UNWIND, <Of<$type>>::REF_UNWIND])),*]
            .into_iter()
            .map(|(name, traits)| (name.split('<').next().unwrap_or_default().replace(' ', ""), traits))
            .collect()
    }};
}

#[rustfmt::skip]
fn types() -> BTreeMap<String, Traits> {
    types! {
            Audio,
            AudioRef<'static>,
            Batch<f32>,
            Binary,
            BinaryRef<'static>,
            ByteOrder,
            DecodeError,
            Definition,
            Definitions,
            ElementType,
            EncodeError,
            ErrorKind,
            Header,
            Image,
            ImageRef<'static>,
            Many<f32>,
            Pipe<(), ()>,
            Ragged<f32>,
            Record,
            RecordRef<'static>,
            RecordRules<'static>,
            Rules<'static>,
            Shape,
            Tensor,
            TensorRef<'static>,
            TensorRules<'static>,
            Value<'static>,
            ValueBuf,
            Video,
            VideoRef<'static>,
            View<'static, f32>,
            codec::Blocks<'static, f32>,
            codec::Columns,
            codec::Elements<'static, f32>,
            codec::EmptyLimit,
            codec::HeaderPlace,
            codec::OneBlock<'static, f32>,
            codec::Owned<View<'static, f32>, Vec<u8>>,
            codec::PeekedTensor<codec::TensorCursor<'static>>,
            codec::RecordOrder,
            codec::RuleChecked<'static, 'static, codec::ValueSource<'static, 'static>>,
            codec::Stacked,
            codec::TensorCursor<'static>,
            codec::ValueSource<'static, 'static>,
            codec::Variable<'static>,
            codec::Variables<'static>,
            codec::ViewIter<'static, f32>,
            decthings::AlignedBuf,
            decthings::Annotation<'static>,
            decthings::Annotations<'static>,
            decthings::Batches<decthings::Sequence<'static, f32>>,
            decthings::CallError<String>,
            decthings::Dataset,
            decthings::Dialect,
            decthings::EncodedSlices<'static>,
            decthings::Framer,
            decthings::Framing,
            decthings::ListedParameter,
            decthings::Message<'static>,
            decthings::ModelDefinitions,
            decthings::ModelError,
            decthings::Options,
            decthings::ParameterList,
            decthings::Parameters<'static, f32>,
            decthings::ReadSource<std::io::Empty>,
            decthings::Reply<'static>,
            decthings::Sequence<'static, f32>,
            decthings::SliceSource<'static>,
            decthings::StreamSequence<std::io::Empty, f32>,
            decthings::tokio::Codec<Vec<f32>, Vec<f32>>,
            decthings::tokio::MessageCodec,
            error::AnyFault,
            error::DecodeError,
            error::EncodeError,
            error::ErrorKind,
            error::FaultValue<'static>,
            error::FileError,
            error::FileFault,
            error::JsonError,
            error::JsonFault,
            error::Limit,
            error::MetadataError,
            error::OutOfRange,
            error::ParamNames,
            error::Violation,
            layout::DimOrder,
            layout::InlineIter<f32, 2>,
            layout::InlineVec<f32, 2>,
            layout::Layout,
            layout::Placement<'static>,
            layout::Runs,
            layout::TileDim,
            layout::TiledOrder,
            model::FromFn<fn(f32) -> f32, f32>,
            npy::Head,
            npy::Options,
            npy::Order,
            npy::npz::Archive<'static>,
            npy::npz::Member<'static, 'static>,
            npy::npz::Options,
            npy::npz::Reader<std::io::Cursor<Vec<u8>>>,
            npz::Archive<'static>,
            npz::Member<'static, 'static>,
            npz::Options,
            npz::Reader<std::io::Cursor<Vec<u8>>>,
            pixels::Encoded,
            pixels::Options,
            pixels::PictureFormat,
            rules::AxisRules<'static>,
            rules::Bindings<'static>,
            rules::Bound,
            rules::Compatibility,
            rules::CompatibilityReport,
            rules::Definition,
            rules::Definitions,
            rules::Dim<'static>,
            rules::DimBuf,
            rules::ElementTypes,
            rules::MetadataField<'static>,
            rules::Mismatch,
            rules::MismatchKind,
            rules::Param<'static>,
            rules::ParamMatcher<'static>,
            rules::Presence,
            rules::RecordRules<'static>,
            rules::RecordType,
            rules::Rules<'static>,
            rules::RulesBuf,
            rules::ServiceSide,
            rules::TensorRules<'static>,
            rules::TensorRulesBuf,
            rules::ValueRange,
            safetensors::File<'static>,
            safetensors::Member<'static>,
            safetensors::Options,
            safetensors::Reader<std::io::Cursor<Vec<u8>>>,
            stdlib::DType,
            stdlib::IndexMode,
            stdlib::Message,
            stdlib::MetaData,
            stdlib::Options,
            stdlib::Order,
            stdlib::Table,
            stdlib::TableChoice,
            vespa::Axis<'static>,
            vespa::CellType,
            vespa::Class,
            vespa::ConstType,
            vespa::Constant,
            vespa::Dense<'static>,
            vespa::Dimension,
            vespa::Fault,
            vespa::Labels,
            vespa::Options,
            vespa::Profile,
            vespa::Size,
            vespa::TensorType,
            vespa::TypeText,
            with::Bytes<f32>,
            with::DisplayFromStr<f32>,
            with::serde::ErrorReport,
            xla::AnyShape,
            xla::ArrayShape,
            xla::Arrays,
            xla::BitcastDecomposition,
            xla::BitcastSteps,
            xla::BufferShape,
            xla::Comparison,
            xla::ConstShape,
            xla::DimLevelType,
            xla::Dimension,
            xla::Layout,
            xla::Literal<'static>,
            xla::Members,
            xla::MembersIter,
            xla::Options,
            xla::PaddedLayout,
            xla::PaddedShape,
            xla::PaddingValue,
            xla::PrimitiveType,
            xla::Shape,
            xla::ShapeKind,
            xla::SplitConfig,
            xla::Tile,
            xla::UnknownFields,
            zio::DType,
            zio::Description<'static>,
            zio::Direction,
            zio::Endpoint,
            zio::Event,
            zio::Fields<'static>,
            zio::Flow,
            zio::Form,
            zio::Join<'static>,
            zio::Json<'static>,
            zio::Kind,
            zio::Label<'static>,
            zio::Level,
            zio::Mark,
            zio::Message<'static>,
            zio::MessageError,
            zio::MessageFault,
            zio::Options,
            zio::Part<'static>,
            zio::Received,
            zio::Stage,
            zio::Tens<'static>,
            zio::Tensors<'static>,
        }
}

/// Not known to be as before after a panic: an error may hold one of a user, as those of the standard library.
const ERROR: Traits = [true, true, false, false];

/// For one thread: a source may hold metadata of a format.
const SOURCE: Traits = [false; 4];

/// The types that have not all of these traits.
const EXCEPTIONS: &[(&str, Traits)] = &[
    ("DecodeError", ERROR),
    ("EncodeError", ERROR),
    ("ErrorKind", ERROR),
    ("codec::RuleChecked", SOURCE),
    ("codec::ValueSource", SOURCE),
    ("decthings::Annotation", ERROR),
    ("decthings::Annotations", ERROR),
    ("decthings::Batches", ERROR),
    ("decthings::CallError", ERROR),
    ("decthings::ModelError", ERROR),
    ("error::AnyFault", ERROR),
    ("error::DecodeError", ERROR),
    ("error::EncodeError", ERROR),
    ("error::ErrorKind", ERROR),
    ("error::JsonError", ERROR),
    ("error::JsonFault", ERROR),
    ("error::Violation", ERROR),
    ("pixels::Encoded", ERROR),
];

/// The names of the structs and enums in the snapshot of the public API.
fn public() -> Vec<String> {
    include_str!("../../../tensor-format/public-api.txt")
        .lines()
        .filter_map(|line| {
            let item = &line[line.find("pub ").filter(|at| line[..*at].chars().all(|c| c != '(' || *at < 60))?..];
            let path = ["pub struct ", "pub enum ", "pub union "].iter().find_map(|kind| item.strip_prefix(kind))?;
            let path = path.strip_prefix("tensor_format::")?;
            Some(path.split(['<', '(']).next().unwrap_or_default().to_owned())
        })
        .collect()
}

#[test]
fn every_public_type_is_listed() {
    let (types, public) = (types(), public());
    assert!(public.len() > 180, "the snapshot is not whole: {}", public.len());
    let missing: Vec<&String> = public.iter().filter(|name| !types.contains_key(*name)).collect();
    assert!(missing.is_empty(), "add to the list: {missing:?}");
}

#[test]
fn traits_of_public_types() {
    let mut other: Vec<_> = types().into_iter().filter(|(_, traits)| *traits != [true; 4]).collect();
    other.sort();
    let expected: Vec<_> = EXCEPTIONS.iter().map(|(name, traits)| ((*name).to_owned(), *traits)).collect();
    assert_eq!(other, expected);
}

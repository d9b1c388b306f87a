//! Finds what in a type does not fit a server's model.

use std::fmt;

use tensor_format::{
    HasRules,
    rules::{AxisRules, Dim, ElementTypes, Mismatch, Param, Presence, TensorRules},
};

use super::{
    ConfigTensor, ModelConfig, ModelMetadata, TensorMetadata,
    rules::{dim, params},
};
use crate::ShapeOptions;

/// A side of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The inputs of the model: what the Rust type sends to the server.
    Input,
    /// The outputs of the model: what the Rust type reads from the server.
    Output,
}

/// Why a type does not fit.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MisfitKind {
    /// The server does not have it.
    Unknown,
    /// The server lists an input that the type does not have, and it is not known to be optional.
    NotSent,
    /// The type may leave it out, and the server requires it.
    Required,
    /// The datatype is another.
    Datatype {
        /// The element types of the type.
        ours: ElementTypes,
        /// The datatype of the server.
        server: String,
    },
    /// One side has a batch axis in front that the other has not.
    BatchAxis {
        /// Whether it is the server that has it.
        on_server: bool,
        /// The shape of the server.
        server: Vec<i64>,
    },
    /// The number of axes is another.
    Rank {
        /// The number of axes of the type.
        ours: usize,
        /// The shape of the server.
        server: Vec<i64>,
    },
    /// The length of an axis is another.
    Length {
        /// The axis.
        axis: usize,
        /// The lengths of the type.
        ours: String,
        /// The lengths of the server.
        server: String,
    },
    /// The definition that the server gives beside its metadata is another.
    Definition(Mismatch),
}

/// One way in which a type does not fit a server's model.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// The side.
    pub side: Side,
    /// The name of the parameter.
    pub parameter: String,
    /// Why it does not fit.
    pub kind: MisfitKind,
}

/// Compares types with a server's model.
///
/// Of inputs, the server must accept all that the type may send; of outputs, the type must be able to read something
/// of what the server promises. A length of -1 on the server accepts and promises any.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_oip::metadata::{Compare, ModelMetadata};
///
/// #[derive(Tensor)]
/// struct Input {
///     x: [f32; 3],
/// }
///
/// #[derive(Tensor)]
/// struct Output {
///     y: Vec<f32>,
/// }
///
/// let server = ModelMetadata::from_json(br#"{"name": "m", "platform": "p",
///     "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 3]}],
///     "outputs": [{"name": "y", "datatype": "FP64", "shape": [-1]}]}"#)?;
/// let misfits = Compare::new(&server).all::<Input, Output>();
/// assert_eq!(
///     misfits[0].to_string(),
///     "input `x`: the server has a batch axis in front, [-1, 3], and the type has not: add an axis, and a batch of 1"
/// );
/// assert_eq!(misfits[1].to_string(), "output `y`: element type f32, and the server's datatype is FP64");
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compare<'m> {
    metadata: &'m ModelMetadata,
    config: Option<&'m ModelConfig>,
    shapes: ShapeOptions,
}

impl<'m> Compare<'m> {
    /// Compares with metadata.
    #[must_use]
    pub const fn new(metadata: &'m ModelMetadata) -> Self {
        Self { metadata, config: None, shapes: ShapeOptions::new() }
    }

    /// Compares with Triton's configuration too, which says what inputs are optional and how large a batch may be.
    #[must_use]
    pub const fn with_config(mut self, config: &'m ModelConfig) -> Self {
        self.config = Some(config);
        self
    }

    /// Sets which shapes are taken for each other, as they must be when messages are read and written.
    #[must_use]
    pub const fn with_shapes(mut self, shapes: ShapeOptions) -> Self {
        self.shapes = shapes;
        self
    }

    /// Returns everything that does not fit. A side that the server does not list is passed over.
    #[must_use]
    pub fn all<I: HasRules, O: HasRules>(&self) -> Vec<Misfit> {
        let mut misfits = self.inputs::<I>();
        misfits.extend(self.outputs::<O>());
        misfits
    }

    /// Returns everything of the inputs that does not fit.
    #[must_use]
    pub fn inputs<T: HasRules>(&self) -> Vec<Misfit> {
        self.side::<T>(Side::Input)
    }

    /// Returns everything of the outputs that does not fit.
    #[must_use]
    pub fn outputs<T: HasRules>(&self) -> Vec<Misfit> {
        self.side::<T>(Side::Output)
    }

    fn side<T: HasRules>(&self, side: Side) -> Vec<Misfit> {
        let (listed, name) = match side {
            Side::Input => (&self.metadata.inputs, "input"),
            Side::Output => (&self.metadata.outputs, "output"),
        };
        let Some(listed) = listed else { return Vec::new() };
        let mut params = params(&T::RULES, name);
        if let (tensor_format::Rules::Tensor(_), [param], [only]) = (&T::RULES, &mut *params, &**listed) {
            // One tensor has no name of its own.
            param.name = &only.name;
        }
        let mut misfits = Vec::new();
        for param in &params {
            let mut add = |kind| misfits.push(Misfit { side, parameter: param.name.to_owned(), kind });
            match listed.iter().find(|tensor| tensor.name == param.name) {
                Some(tensor) => self.tensor(side, param, tensor).into_iter().for_each(add),
                None if side == Side::Output && param.presence != Presence::Required => {}
                None => add(MisfitKind::Unknown),
            }
        }
        for tensor in listed.iter().filter(|_| side == Side::Input) {
            let optional = match (self.config(side, &tensor.name), &tensor.definition) {
                (Some(config), _) => config.optional,
                (None, definition) => definition.as_ref().is_some_and(|definition| !definition.required),
            };
            if !optional && !params.iter().any(|param| param.name == tensor.name) {
                misfits.push(Misfit { side, parameter: tensor.name.clone(), kind: MisfitKind::NotSent });
            }
        }
        misfits
    }

    fn config(&self, side: Side, name: &str) -> Option<&'m ConfigTensor> {
        let config = self.config?;
        let tensors = if side == Side::Input { &config.inputs } else { &config.outputs };
        tensors.iter().find(|tensor| tensor.name == name)
    }

    fn tensor(&self, side: Side, param: &Param<'_>, server: &TensorMetadata) -> Vec<MisfitKind> {
        let mut misfits = Vec::new();
        let config = self.config(side, &server.name);
        let optional = param.presence != Presence::Required;
        if side == Side::Input && optional && config.is_some_and(|config| !config.optional) {
            misfits.push(MisfitKind::Required);
        }
        let ours = param.rules.types;
        let theirs = server.known_datatype().map(|datatype| {
            let types = datatype.element_types();
            if types.iter().any(|element_type| element_type.size().is_none()) {
                // Byte strings are any media too.
                return ElementTypes::ALL.iter().filter(|element_type| element_type.size().is_none()).collect();
            }
            types
        });
        let fits = theirs.is_some_and(|theirs: ElementTypes| match side {
            Side::Input => ours.is_subset(theirs),
            Side::Output => !ours.intersection(theirs).is_empty(),
        });
        if !fits {
            misfits.push(MisfitKind::Datatype { ours, server: server.datatype.clone() });
        }
        let batched = self.config.is_some_and(|config| config.max_batch_size > 0);
        let shape = self.shapes.seen(param.rules.axes, &server.shape);
        self.axes(side, param.rules.axes, &shape, batched, &mut misfits);
        if let (true, Some(definition)) = (misfits.is_empty(), &server.definition) {
            // The datatypes were compared: on the wire, texts are byte strings.
            let mismatches = definition.rules.with(|theirs| match side {
                Side::Input => any_type(theirs).difference(&any_type(param.rules)),
                Side::Output => any_type(param.rules).difference(&any_type(theirs)),
            });
            misfits.extend(mismatches.into_iter().map(MisfitKind::Definition));
        }
        misfits
    }

    fn axes(&self, side: Side, ours: AxisRules<'_>, server: &[i64], batched: bool, misfits: &mut Vec<MisfitKind>) {
        if ours.is_open() {
            return;
        }
        let rank = ours.rank();
        if rank != server.len() {
            let axis_by_axis = |ours: &mut dyn Iterator<Item = Dim<'_>>, server: &[i64]| {
                ours.zip(server).all(|(ours, server)| *server == -1 || ours.contains(server.unsigned_abs()))
            };
            let on_server = server.len() == rank + 1
                && server.first() == Some(&-1)
                && axis_by_axis(&mut ours.iter(), server.get(1..).unwrap_or_default());
            let here = rank == server.len() + 1
                && ours.dim(0).as_exact().is_none()
                && axis_by_axis(&mut ours.iter().skip(1), server);
            let server = server.to_vec();
            misfits.push(if on_server || here {
                MisfitKind::BatchAxis { on_server, server }
            } else {
                MisfitKind::Rank { ours: rank, server }
            });
            return;
        }
        for (axis, (ours, server)) in ours.iter().zip(server).enumerate() {
            let mut theirs = dim(*server);
            if let (0, true, -1, Some(config)) = (axis, batched, *server, self.config) {
                // Triton refuses a batch of 0, and one above the limit.
                theirs = Dim::range(1, config.max_batch_size);
            }
            let fits = match side {
                Side::Input => Dim { name: None, ..ours }.is_subset(&theirs),
                Side::Output => !ours.intersection(theirs).is_empty(),
            };
            if !fits {
                misfits.push(MisfitKind::Length { axis, ours: ours.to_string(), server: theirs.to_string() });
            }
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Input => "input",
            Side::Output => "output",
        })
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`: ", self.side, self.parameter.escape_debug())?;
        match &self.kind {
            MisfitKind::Unknown => f.write_str("the server has none of this name"),
            MisfitKind::NotSent => f.write_str(
                "the server lists it, and the type does not have it: it is required, unless the server's configuration \
                 says that it is optional",
            ),
            MisfitKind::Required => f.write_str("the type may leave it out, and the server requires it"),
            MisfitKind::Datatype { ours, server } => {
                write!(f, "element type {ours}, and the server's datatype is {}", server.escape_debug())
            }
            MisfitKind::BatchAxis { on_server: true, server } => write!(
                f,
                "the server has a batch axis in front, {server:?}, and the type has not: add an axis, and a batch of 1"
            ),
            MisfitKind::BatchAxis { on_server: false, server } => write!(
                f,
                "the type has an axis in front that the server has not, {server:?}: the model takes one item at a time"
            ),
            MisfitKind::Rank { ours, server } => {
                write!(f, "rank {ours}, and the server has {}: {server:?}", server.len())
            }
            MisfitKind::Length { axis, ours, server } => {
                write!(f, "axis {axis}: length {ours}, and the server's is {server}")
            }
            MisfitKind::Definition(mismatch) => write!(f, "by the server's definition: {mismatch}"),
        }
    }
}

/// Returns the rules with every element type.
fn any_type(rules: TensorRules<'_>) -> TensorRules<'_> {
    TensorRules { types: ElementTypes::ALL, ..rules }
}

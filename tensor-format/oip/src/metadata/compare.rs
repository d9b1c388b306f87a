//! Finds what in a type does not fit a server's model.

use std::collections::{HashMap, HashSet};

use tensor_format::{
    Definition, Definitions, ElementType, HasRules, Rules,
    rules::{AxisRules, Dim, ElementTypes, Mismatch, MismatchKind, Param, Presence, RecordRules},
};

use super::{
    ConfigTensor, ModelConfig, ModelMetadata, TensorMetadata,
    mismatch::{ModelMismatch, ModelMismatchKind as Kind, Side},
    rules::{dim, params},
};
use crate::ShapeOptions;

/// Compares types with a server's model.
///
/// The same is asked of both sides: whoever receives a tensor must accept all that the other may send. Of inputs, the
/// server must accept all that the type may send, and a length of -1 accepts any. Of outputs, the type must accept all
/// that the server promises. A length of -1 in plain metadata promises nothing, so that it is never held against the
/// type; where the metadata carry a definition, as those of this crate do, the promise is known, and a type that takes
/// three items does not fit one of any number. The same goes for `BYTES`, which may be texts. The batch axis of an
/// output is that of the request: with a configuration, it fits if some batch fits both.
///
/// A `Many` parameter fits an output, which the server gives once, and no input, since several of one name have no
/// form.
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
/// let mismatches = Compare::new(&server).difference::<Input, Output>();
/// assert_eq!(
///     mismatches[0].to_string(),
///     "input `x`: the server has a batch axis in front, [-1, 3], and the type has not: add an axis, and a batch of 1"
/// );
/// assert_eq!(mismatches[1].to_string(), "output `y`: element type f32, and the server's datatype is FP64");
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compare<'m> {
    metadata: &'m ModelMetadata,
    config: Option<&'m ModelConfig>,
    shapes: ShapeOptions,
}

/// A parameter of the type, and what the server says of it.
struct Pair<'m, 'r> {
    ours: Param<'r>,
    server: &'m TensorMetadata,
    /// The definition of the server, if it agrees with its metadata.
    definition: Option<&'m Definition>,
    config: Option<&'m ConfigTensor>,
    /// The shape of the server, without the axes that the options drop.
    shape: Vec<i64>,
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

    /// Returns everything that does not fit. A side that the server does not list, or of which it lists
    /// nothing, is passed over.
    #[must_use]
    pub fn difference<I: HasRules, O: HasRules>(&self) -> Vec<ModelMismatch> {
        let mut mismatches = self.input_difference::<I>();
        mismatches.extend(self.output_difference::<O>());
        mismatches
    }

    /// Returns everything of the inputs that does not fit.
    #[must_use]
    pub fn input_difference<T: HasRules>(&self) -> Vec<ModelMismatch> {
        self.side(Side::Input, &T::RULES)
    }

    /// Returns everything of the outputs that does not fit.
    #[must_use]
    pub fn output_difference<T: HasRules>(&self) -> Vec<ModelMismatch> {
        self.side(Side::Output, &T::RULES)
    }

    /// Returns the names under which the server lists the outputs of the type; `None` if it lists none.
    #[cfg(any(feature = "client", feature = "client-blocking", feature = "grpc"))]
    pub(crate) fn output_names<T: HasRules>(&self) -> Option<Vec<&'m str>> {
        let listed = self.metadata.outputs.as_deref().filter(|listed| !listed.is_empty())?;
        let pairs = paired(Side::Output, &T::RULES, listed);
        Some(pairs.into_iter().filter_map(|(_, server)| Some(&*server?.name)).collect())
    }

    fn side(&self, side: Side, rules: &Rules<'static>) -> Vec<ModelMismatch> {
        let (listed, config) = match side {
            Side::Input => (&self.metadata.inputs, self.config.map(|config| &config.inputs)),
            Side::Output => (&self.metadata.outputs, self.config.map(|config| &config.outputs)),
        };
        let Some(listed) = listed.as_deref().filter(|listed| !listed.is_empty()) else { return Vec::new() };
        let config: HashMap<&str, &'m ConfigTensor> =
            config.into_iter().flatten().map(|tensor| (&*tensor.name, tensor)).collect();
        let (mut mismatches, mut pairs, mut used) = (Vec::new(), Vec::new(), HashSet::new());
        for (ours, server) in paired(side, rules, listed) {
            match server {
                Some(server) => {
                    used.insert(&*server.name);
                    pairs.push(self.pair(side, ours, server, config.get(&*server.name).copied()));
                }
                None if side == Side::Output && ours.presence != Presence::Required => {}
                None => {
                    let parameter = ours.name.to_owned();
                    mismatches.push(ModelMismatch { side, parameter, kind: Kind::UnknownParam });
                }
            }
        }
        let mut by_definition: HashMap<Box<str>, Vec<Mismatch>> = HashMap::new();
        for mismatch in definition_mismatches(side, &pairs) {
            by_definition.entry(mismatch.parameter.clone().unwrap_or_default()).or_default().push(mismatch);
        }
        for pair in &pairs {
            let mut kinds = self.tensor(side, pair);
            for mismatch in by_definition.remove(pair.ours.name).unwrap_or_default() {
                if !kinds.iter().any(|kind| is_about_the_same(kind, &mismatch.kind)) {
                    kinds.push(Kind::Definition(mismatch));
                }
            }
            let mismatch = |kind| ModelMismatch { side, parameter: pair.ours.name.to_owned(), kind };
            mismatches.extend(kinds.into_iter().map(mismatch));
        }
        for tensor in listed.iter().filter(|tensor| side == Side::Input && !used.contains(&*tensor.name)) {
            if !is_optional(config.get(&*tensor.name).copied(), tensor.agreed_definition()) {
                mismatches.push(ModelMismatch { side, parameter: tensor.name.clone(), kind: Kind::MissingParam });
            }
        }
        mismatches
    }

    fn pair<'r>(
        &self,
        side: Side,
        mut ours: Param<'r>,
        server: &'m TensorMetadata,
        config: Option<&'m ConfigTensor>,
    ) -> Pair<'m, 'r> {
        const ONE: AxisRules<'static> = AxisRules::new(&[Dim::exact(1)]);
        let (definition, mut shape) = (server.agreed_definition(), server.shape.clone());
        let axes = ours.rules.axes;
        match side {
            // What is written instead of a scalar is always `[1]`.
            Side::Input if self.shapes.writes_scalars_as_one() && axes.rank() == 0 && !axes.is_open() => {
                ours.rules.axes = ONE;
            }
            Side::Input => {}
            Side::Output => {
                let seen = self.shapes.seen(axes, &shape).len();
                let axes = definition.and_then(|definition| definition.rules.axes.get(seen..)).unwrap_or_default();
                if axes.iter().all(|axis| axis.as_dim().as_exact() == Some(1)) {
                    shape.truncate(seen);
                }
            }
        }
        Pair { ours, server, definition, config, shape }
    }

    /// Returns what does not fit the metadata and the configuration of a tensor.
    fn tensor(&self, side: Side, pair: &Pair<'_, '_>) -> Vec<Kind> {
        let Pair { ours, server, definition, config, shape } = pair;
        let mut kinds = Vec::new();
        let required = ours.presence == Presence::Required;
        let may_be_absent = match side {
            Side::Input => {
                !required && (config.is_some() || definition.is_some()) && !is_optional(*config, *definition)
            }
            Side::Output => required && definition.is_some_and(|definition| !definition.required),
        };
        if may_be_absent {
            kinds.push(Kind::MayBeAbsent);
        }
        if side == Side::Input && ours.presence == Presence::Many {
            kinds.push(Kind::MayRepeat);
        }
        let theirs = server.known_datatype().map(|datatype| {
            let types = datatype.element_types();
            if types.iter().any(|element_type| element_type.size().is_none()) {
                // Byte strings are any media too.
                return ElementTypes::ALL.iter().filter(|element_type| element_type.size().is_none()).collect();
            }
            types
        });
        let types = ours.rules.types;
        let fits = theirs.is_some_and(|theirs: ElementTypes| match side {
            Side::Input => types.is_subset(theirs),
            Side::Output => !types.intersection(theirs).is_empty(),
        });
        if !fits {
            kinds.push(Kind::Datatype { ours: types, server: server.datatype.clone() });
        }
        if definition.is_none_or(|definition| definition.rules.open.is_none()) {
            self.axes(side, ours.rules.axes, shape, &mut kinds);
        }
        kinds
    }

    fn axes(&self, side: Side, ours: AxisRules<'_>, server: &[i64], kinds: &mut Vec<Kind>) {
        let (rank, or_more) = (ours.rank(), ours.is_open());
        let fits = if or_more { side == Side::Output && rank <= server.len() } else { rank == server.len() };
        // Behind a batch axis of the server's, the others are compared all the same.
        let mut behind = server;
        if !fits {
            // `[n, 1]` for `[n]` is the shape of a codec, and no batch of lists of any length.
            let one_behind = rank > 0 && ours.dim(rank - 1).as_exact().is_none() && server.last() == Some(&1);
            // A batch for sure, if the configuration says so.
            let batched = self.config.is_some_and(|config| config.max_batch_size > 0);
            let on_server = server.len() == rank + 1 && server.first() == Some(&-1) && (batched || !one_behind);
            let takes = |(ours, server): (Dim<'_>, &i64)| *server == -1 || ours.contains(server.unsigned_abs());
            let here = rank == server.len() + 1
                && ours.dim(0).as_exact().is_none()
                && ours.iter().skip(1).zip(server).all(takes);
            let is_batch = !or_more && (on_server || here);
            let shape = server.to_vec();
            kinds.push(match is_batch {
                true => Kind::BatchAxis { on_server, server: shape },
                false => Kind::Rank { ours: rank, or_more, server: shape },
            });
            behind = match server {
                [_, behind @ ..] if is_batch && on_server => behind,
                _ => return,
            };
        }
        for (axis, (ours, server)) in ours.over(behind.len()).zip(behind).enumerate() {
            let mut theirs = dim(*server);
            match self.config {
                // Triton refuses a batch of 0, and one above the limit.
                Some(config) if fits && axis == 0 && *server == -1 && config.max_batch_size > 0 => {
                    theirs = Dim::range(1, config.max_batch_size);
                }
                _ => {}
            }
            let fits = match side {
                Side::Input => ours.is_subset(&theirs),
                Side::Output => !ours.intersection(theirs).is_empty(),
            };
            if !fits {
                kinds.push(Kind::Size { axis, ours: ours.into(), server: theirs.into() });
            }
        }
    }
}

impl Side {
    /// Returns the name of one tensor that is no record.
    pub(super) const fn default_name(self) -> &'static str {
        match self {
            Side::Input => "input",
            Side::Output => "output",
        }
    }
}

/// Returns the parameters of rules, each with what the server lists under one of its names.
fn paired<'m, 'r>(
    side: Side,
    rules: &Rules<'r>,
    listed: &'m [TensorMetadata],
) -> Vec<(Param<'r>, Option<&'m TensorMetadata>)>
where
    'm: 'r,
{
    let mut names: HashMap<&str, &'m TensorMetadata> = HashMap::with_capacity(listed.len());
    for tensor in listed {
        names.entry(&tensor.name).or_insert(tensor);
    }
    for tensor in listed.iter().filter(|_| side == Side::Input) {
        for alias in tensor.agreed_definition().into_iter().flat_map(|definition| &definition.aliases) {
            names.entry(alias).or_insert(tensor);
        }
    }
    let mut params = params(rules, "");
    if let (Rules::Tensor(_), [param]) = (rules, &mut *params) {
        // One tensor has no name of its own.
        param.name = match listed {
            [only] => &only.name,
            _ => side.default_name(),
        };
    }
    let find = |param: &Param<'_>| {
        let aliases = param.aliases.iter().copied().filter(|_| side == Side::Output);
        std::iter::once(param.name).chain(aliases).find_map(|name| names.get(name).copied())
    };
    params.into_iter().map(|param| (param, find(&param))).collect()
}

/// Returns whether requests may leave out an input: the configuration decides, or else the definition.
fn is_optional(config: Option<&ConfigTensor>, definition: Option<&Definition>) -> bool {
    match config {
        Some(config) => config.optional,
        None => definition.is_some_and(|definition| !definition.required),
    }
}

/// Compares all parameters together of which the server says every length, so that axes of one name are compared too.
fn definition_mismatches(side: Side, pairs: &[Pair<'_, '_>]) -> Vec<Mismatch> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for pair in pairs {
        let Some(mut definition) = pair.known_definition(side) else { continue };
        let mut param = pair.ours;
        match side {
            Side::Input => definition.rules.allowed_types = with_texts(definition.rules.types()).iter().collect(),
            Side::Output => param.rules.types = with_texts(param.rules.types),
        }
        ours.push(param);
        theirs.push(definition);
    }
    let ours = RecordRules::new(&ours);
    Definitions(theirs).with(|theirs| match side {
        Side::Input => theirs.difference(&ours),
        Side::Output => ours.difference(&theirs),
    })
}

impl Pair<'_, '_> {
    /// Returns the definition of the server under our name, if it is known: one that it gives, or one of an output that
    /// has no length of -1. What is compared elsewhere is as in the type.
    fn known_definition(&self, side: Side) -> Option<Definition> {
        let Self { ours, server, definition, config, shape } = self;
        let mut known = match definition {
            Some(definition) => (*definition).clone(),
            None if side == Side::Output && !shape.contains(&-1) => {
                let mut known = server.to_definition();
                known.rules.allowed_types = ours.rules.types.iter().collect();
                known.rules.range = ours.rules.range.cloned();
                known
            }
            None => return None,
        };
        known.name = ours.name.to_owned();
        known.aliases.clear();
        if let Some(config) = config.filter(|_| side == Side::Input) {
            known.required = !config.optional;
        }
        if known.rules.open.is_none() {
            known.rules.axes.truncate(shape.len());
        }
        Some(known)
    }
}

/// Returns the types with texts, if byte strings are among them: on the wire, texts are byte strings.
fn with_texts(types: ElementTypes) -> ElementTypes {
    if types.contains(ElementType::Binary) { types.with(ElementType::String) } else { types }
}

/// Returns whether a mismatch with definitions says what one with metadata already says.
fn is_about_the_same(known: &Kind, found: &MismatchKind) -> bool {
    match (known, found) {
        (Kind::MayBeAbsent, MismatchKind::MayBeAbsent)
        | (Kind::MayRepeat, MismatchKind::MayRepeat)
        | (Kind::Datatype { .. }, MismatchKind::ElementTypes { .. })
        | (Kind::Rank { .. } | Kind::BatchAxis { .. }, MismatchKind::Rank { .. } | MismatchKind::Size { .. }) => true,
        (Kind::Size { axis, .. }, MismatchKind::Size { axis: found, .. }) => axis == found,
        _ => false,
    }
}

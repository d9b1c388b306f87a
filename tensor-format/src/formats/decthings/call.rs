//! Calls of a model from the bytes of a request to those of the response.

use alloc::{boxed::Box, vec::Vec};
use core::{fmt, marker::PhantomData};

use super::{Options, SliceSource, aligned_payloads::AlignedPayloads};
use crate::{
    Bindings, Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, Model, Rules,
    model::AsyncModel,
    rules::{positions::Positions, shares_axis_names},
    traits::AxisBound,
};

/// Serves one request: reads it, runs the model on it, and appends the response to `out`.
///
/// A request that breaks the rules of the model's input is answered with every violation. An input that borrows slices
/// or array views gets a copy of those numbers that are not aligned in the request, since the caller cannot know where
/// a request is in memory: two allocations, and none where all are aligned. [`AlignedBuf`](super::AlignedBuf) receives
/// requests so that the largest tensor is. Named axes are one set over
/// input and output: where both have `batch`, the response must have the length of the request.
///
/// ```
/// use tensor_format::{Model, View, decthings};
///
/// struct Sum;
///
/// impl Model for Sum {
///     type Input<'a> = View<'a, f32>;
///     type Output = f32;
///     type Error = core::convert::Infallible;
///
///     fn run(&self, input: View<'_, f32>) -> Result<f32, Self::Error> {
///         Ok(input.iter().sum())
///     }
/// }
///
/// let request = tensor_format::to_vec(&[1.0f32, 2.0, 4.0])?;
/// let mut response = Vec::new();
/// decthings::call(&Sum, &request, &mut response)?;
/// assert_eq!(tensor_format::from_slice::<f32>(&response)?, 7.0);
///
/// let request = tensor_format::to_vec(&[[1u8, 2]])?;
/// let error = decthings::call(&Sum, &request, &mut response).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the request breaks the rules of the model's input:\n  \
///        element type: expected f32, found u8\n  \
///        rank: expected 1, found 2"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CallError`]; `out` is then as it was.
pub fn call<M: Model + ?Sized>(model: &M, request: &[u8], out: &mut Vec<u8>) -> Result<(), CallError<M::Error>> {
    Options::new().call(model, request, out)
}

/// Serves one request as [`call`], by a model that waits: see [`AsyncModel`].
///
/// # Errors
///
/// [`CallError`]; `out` is then as it was. Nothing is appended either if the future is dropped before its end.
pub async fn call_async<M: AsyncModel + ?Sized>(
    model: &M,
    request: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CallError<M::Error>> {
    Options::new().call_async(model, request, out).await
}

impl Options {
    /// Serves one request, as [`call`]; request and response have these options.
    ///
    /// # Errors
    ///
    /// As [`call`].
    pub fn call<M: Model + ?Sized>(
        &self,
        model: &M,
        request: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CallError<M::Error>> {
        let mut copies = AlignedPayloads::default();
        let input = self.read_input::<M::Input<'_>>(request, &mut copies).map_err(CallError::Decode)?;
        let bindings = self.bind::<M::Input<'_>, M::Output>(request).map_err(CallError::Decode)?;
        let output = model.run(input).map_err(CallError::Model)?;
        self.append_output::<M::Input<'_>, _>(&output, &bindings, out).map_err(CallError::Encode)
    }

    /// Serves one request, as [`call_async`]; request and response have these options.
    ///
    /// # Errors
    ///
    /// As [`call`].
    pub async fn call_async<M: AsyncModel + ?Sized>(
        &self,
        model: &M,
        request: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CallError<M::Error>> {
        let mut copies = AlignedPayloads::default();
        let input = self.read_input::<M::Input<'_>>(request, &mut copies).map_err(CallError::Decode)?;
        let bindings = self.bind::<M::Input<'_>, M::Output>(request).map_err(CallError::Decode)?;
        let output = model.run(input).await.map_err(CallError::Model)?;
        self.append_output::<M::Input<'_>, _>(&output, &bindings, out).map_err(CallError::Encode)
    }

    /// Reads the input of a model. Numbers that it borrows, and that are not aligned in the request, are copied.
    fn read_input<'a, I: Decode<'a>>(
        &self,
        request: &'a [u8],
        copies: &'a mut AlignedPayloads,
    ) -> Result<I, DecodeError> {
        let result = match self.from_slice(request) {
            Err(error) if matches!(error.kind(), ErrorKind::Misaligned { .. }) => {
                *copies = AlignedPayloads::of(request, 0, self);
                let mut source = SliceSource::new(request, self).with_copies(Some(copies));
                source.value().and_then(|input| source.finish().map(|()| input))
            }
            result => result,
        };
        result.map_err(|error| self.refuse::<I>(request, error))
    }

    /// Returns the error for a request that was not read: every violation in its headers, or `error` if there is none.
    #[cold]
    fn refuse<I: HasRules>(&self, request: &[u8], error: DecodeError) -> DecodeError {
        let violations = self.check_all::<I>(request).unwrap_or_default();
        DecodeError::from_violations(violations).unwrap_or(error)
    }

    /// Appends a model's output, whose named axes must have the lengths of those of the request.
    fn append_output<I: HasRules, O: Encode>(
        &self,
        output: &O,
        bindings: &Bindings<'static>,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        match AxisNames::<I, O>::SHARED {
            true => self.append(&AxisBound { value: output, bindings }, out),
            false => self.append(output, out),
        }
    }

    /// Returns the lengths of the named axes of a request, which was read without an error; nothing if the output has
    /// none of their names.
    fn bind<I: HasRules, O: HasRules>(&self, request: &[u8]) -> Result<Bindings<'static>, DecodeError> {
        let mut bindings = Bindings::new();
        if AxisNames::<I, O>::SHARED {
            self.bind_rules(&I::RULES, request, &mut bindings)?;
        }
        Ok(bindings)
    }

    /// Notes in `bindings` the lengths of the named axes of a request, which was read without an error.
    fn bind_rules<'r>(
        &self,
        rules: &Rules<'r>,
        request: &[u8],
        bindings: &mut Bindings<'r>,
    ) -> Result<(), DecodeError> {
        let record = match rules {
            Rules::Tensor(rules) => {
                let header = self.header_source(request).next_header()?;
                return Ok(bindings.bind("input", rules, &header.shape)?);
            }
            Rules::Record(record) => record,
        };
        let mut headers = self.headers(record, request)?;
        let (mut positions, mut near) = (Positions::new(record), 0_usize);
        while let Some((name, header)) = headers.next()? {
            if let Some(param) = positions.find(name, near).and_then(|index| record.get(index)) {
                bindings.bind(param.name, &param.rules, &header.shape)?;
            }
            near = near.saturating_add(1);
        }
        Ok(())
    }
}

/// A version of [`Model`] that can be used as `dyn`, for models of different types behind one server. Every model has
/// it whose error can be an `Error`.
///
/// ```
/// use std::collections::HashMap;
/// use tensor_format::{decthings::{DynModel, Options}, model};
///
/// let mut models: HashMap<&str, Box<dyn DynModel + Send + Sync>> = HashMap::new();
/// models.insert("sum", Box::new(model::from_fn(|input: Vec<f32>| Ok::<f32, String>(input.iter().sum()))));
/// models.insert("length", Box::new(model::from_fn(|input: String| Ok::<u64, String>(input.len() as u64))));
///
/// let mut response = Vec::new();
/// models["length"].call_dyn(&Options::new(), &tensor_format::to_vec("four")?, &mut response)?;
/// assert_eq!(tensor_format::from_slice::<u64>(&response)?, 4);
/// assert_eq!(models["sum"].input_rules().to_string(), "f32 [_]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DynModel {
    /// Returns the rules of the input.
    fn input_rules(&self) -> Rules<'static>;

    /// Returns the rules of the output.
    fn output_rules(&self) -> Rules<'static>;

    /// Serves one request, as [`Options::call`].
    ///
    /// # Errors
    ///
    /// As [`call`].
    fn call_dyn(&self, options: &Options, request: &[u8], out: &mut Vec<u8>) -> Result<(), CallError<ModelError>>;
}

impl<M> DynModel for M
where
    M: Model<Error: Into<Box<dyn core::error::Error + Send + Sync>>>,
{
    fn input_rules(&self) -> Rules<'static> {
        <M::Input<'static> as HasRules>::RULES
    }

    fn output_rules(&self) -> Rules<'static> {
        M::Output::RULES
    }

    fn call_dyn(&self, options: &Options, request: &[u8], out: &mut Vec<u8>) -> Result<(), CallError<ModelError>> {
        options.call(self, request, out).map_err(|error| match error {
            CallError::Decode(error) => CallError::Decode(error),
            CallError::Model(error) => CallError::Model(ModelError(error.into())),
            CallError::Encode(error) => CallError::Encode(error),
        })
    }
}

/// The error of a model behind [`DynModel`], whatever its type is. It is an `Error` itself, so that `?` and crates that
/// collect errors take a [`CallError`] of it.
///
/// ```
/// use std::io;
/// use tensor_format::{decthings::{CallError, DynModel, Options}, model};
///
/// let model = model::from_fn(|_: f32| Err::<f32, _>(io::Error::other("the disk is full")));
/// let called = model.call_dyn(&Options::new(), &tensor_format::to_vec(&1.0f32)?, &mut Vec::new());
/// let Err(CallError::Model(error)) = called else { return Err("not failed".into()) };
/// assert_eq!(error.to_string(), "the disk is full");
/// assert!(error.get_ref().is::<io::Error>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ModelError(Box<dyn core::error::Error + Send + Sync>);

impl ModelError {
    /// Returns the model's own error, to look for its type.
    #[must_use]
    pub fn get_ref(&self) -> &(dyn core::error::Error + Send + Sync + 'static) {
        &*self.0
    }

    /// Returns the model's own error.
    #[must_use]
    pub fn into_inner(self) -> Box<dyn core::error::Error + Send + Sync> {
        self.0
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for ModelError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.source()
    }
}

/// Facts about the named axes of a model with this input and output, known at compile time.
pub(super) struct AxisNames<I, O>(PhantomData<(I, O)>);

impl<I: HasRules, O: HasRules> AxisNames<I, O> {
    /// Whether some name is both in the input and in the output.
    pub(super) const SHARED: bool = shares_axis_names(&I::RULES, &O::RULES);
}

/// The reason why a request was not served.
#[derive(Debug)]
#[non_exhaustive]
pub enum CallError<E> {
    /// The request is malformed, or breaks the rules of the model's input; then the error has every
    /// [violation](DecodeError::violations) in its headers.
    Decode(DecodeError),
    /// The model failed.
    Model(E),
    /// The model's output breaks its own rules, or does not fit the request.
    Encode(EncodeError),
}

impl<E: fmt::Display> fmt::Display for CallError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Decode(error) if error.is_invalid() => {
                f.write_str("the request breaks the rules of the model's input:")?;
                match error.violations().nth(1) {
                    None => write!(f, "\n  {error}"),
                    Some(_) => error.violations().try_for_each(|violation| write!(f, "\n  {violation}")),
                }
            }
            CallError::Decode(error) => write!(f, "the request cannot be read: {error}"),
            CallError::Model(error) => write!(f, "the model failed: {error}"),
            CallError::Encode(error) => write!(f, "the response cannot be written: {error}"),
        }
    }
}

impl<E: core::error::Error> core::error::Error for CallError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            CallError::Decode(error) => error.source(),
            CallError::Model(error) => error.source(),
            CallError::Encode(error) => error.source(),
        }
    }
}

//! Raw requests: the elements of the only input of a model, without JSON.

use std::borrow::Cow;

use tensor_format::{DecodeError, Rules, Shape, rules::Dim};

use crate::{
    Fault, FaultKind, Form, Parameter, Parameters, Request, Stage, Tensor, bytes,
    http::Body,
    message::{Data, Parsed},
    metadata::datatype,
};

impl<'a> Request<'a> {
    /// Reads a raw request: a body of elements alone, without JSON, for a model with these rules of one input. All
    /// outputs are asked for in binary. [`Options::raw_requests`](crate::Options::raw_requests) has to allow it.
    ///
    /// ```
    /// use tensor_format::HasRules;
    /// use tensor_format_oip::{Options, Request, http::{Body, Headers}};
    ///
    /// let headers: Headers = [("Inference-Header-Content-Length", "0")].into_iter().collect();
    /// let body = Body::with_options(&headers, &[0, 0, 128, 63], &Options::new().raw_requests(true))?;
    /// assert!(body.is_raw());
    /// let request = Request::from_raw(&body, &<Vec<f32>>::RULES)?;
    /// assert_eq!(request.decode::<Vec<f32>>()?, [1.0]);
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FaultKind::RawRequest`] if the body has JSON, and if the rules are not those of one input of one datatype with
    /// at most one axis that is not fixed, or `[1]` for `BYTES`; and [`FaultKind::BinarySize`].
    pub fn from_raw(body: &'a Body<'_>, rules: &Rules<'_>) -> Result<Self, DecodeError> {
        let refused = |expected: &'static str, found: String| {
            DecodeError::from(Fault::new(Stage::Http, FaultKind::RawRequest, expected, found))
        };
        if !body.is_raw() {
            return Err(refused("a raw request: `Inference-Header-Content-Length` is 0", "JSON".into()));
        }
        let (name, rules) = match rules {
            Rules::Tensor(rules) => ("input", *rules),
            Rules::Record(record) => match record.iter().next().filter(|_| record.iter().count() == 1) {
                Some(param) => (param.name, param.rules),
                None => return Err(refused("a model with one input", format!("{} inputs", record.iter().count()))),
            },
        };
        let datatype = datatype(rules.types);
        let datatype = datatype.map_err(|error| refused("an input of one datatype", error.to_string()))?;
        let bytes: &'a [u8] = &body.bytes;
        let open = rules.axes.iter().filter(|dim| dim.as_exact().is_none()).count();
        let (shape, count) = match datatype.size() {
            None if !rules.types.iter().any(|texts| rules.check(texts, &[1]).is_ok()) => {
                return Err(refused("texts or byte strings of shape [1]", rules.axes.to_string()));
            }
            None => (Shape::from([1]), 1),
            Some(_) if open > 1 || rules.axes.is_open() => {
                return Err(refused("an input with at most one axis that is not fixed", rules.axes.to_string()));
            }
            Some(size) => {
                let fixed = rules.axes.iter().filter_map(|dim| dim.as_exact());
                let row = fixed.map(usize::try_from).try_fold(size, |row, len| row.checked_mul(len.ok()?));
                let row = row.filter(|row| *row > 0).ok_or_else(|| refused("elements", rules.axes.to_string()))?;
                let len = |dim: Dim<'_>| dim.as_exact().map_or(bytes.len() / row, |len| len as usize);
                let shape: Shape = rules.axes.iter().map(len).collect();
                let count = shape.iter().product();
                (shape, count)
            }
        };
        bytes::check(datatype, count, bytes, 0).map_err(|error| error.in_parameter(name))?;
        let (data, parameters) = (Data::Bytes(Cow::Borrowed(bytes)), Parameters::new());
        let (name, form) = (Cow::Owned(name.to_owned()), Form::Binary);
        let tensor =
            Tensor { name, datatype, shape, parameters, form, data, at: 0, data_at: 0, parsed: Parsed::default() };
        let mut request = Self { tensors: vec![tensor], ..Self::default() };
        request.parameters.set("binary_data_output", Parameter::Bool(true));
        Ok(request)
    }
}

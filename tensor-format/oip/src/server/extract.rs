//! Typed values in routers of one's own.

use std::time::Duration;

use axum::{
    extract::{FromRequest, Request},
    response::{IntoResponse, Response as HttpResponse},
};
use tensor_format::{DecodeOwned, Encode};

use super::{
    call::{Answer, input},
    failure::{Failure, FailureKind},
    receive::receive,
    routes::respond,
    wanted::{Wanted, unwritable},
};
use crate::{Options, Response, ShapeOptions};

/// A value of a request or of a response of the protocol, in a router of one's own.
///
/// As an extractor it reads the body of a request, whatever form its tensors have. What does not come to be read is
/// answered with a [`Failure`]: 400 for what is no message, 422 for what breaks the rules of the type, 413, 415 and 408
/// for the body. The [`Options`] are those of an `Extension`, or the default ones; axum's own limit of bodies is not
/// looked at. As a response it writes the value in the form that the request asked for.
///
/// ```
/// use axum::{Extension, Router, routing::post};
/// use tensor_format::Tensor;
/// use tensor_format_oip::{Options, server::Tensors};
///
/// #[derive(Tensor)]
/// struct Input {
///     x: Vec<f32>,
/// }
///
/// #[derive(Tensor)]
/// struct Output {
///     mean: f32,
/// }
///
/// async fn mean(Tensors { value, asked }: Tensors<Input>) -> Tensors<Output> {
///     let mean = value.x.iter().sum::<f32>() / value.x.len() as f32;
///     Tensors { value: Output { mean }, asked }
/// }
///
/// let router: Router = Router::new().route("/mean", post(mean)).layer(Extension(Options::new().max_body(1 << 20)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tensors<T> {
    /// The value.
    pub value: T,
    /// What the request asked of its response.
    pub asked: Asked,
}

/// What a request asks of its response: the id that comes back, and which outputs in which form. The default is all of
/// them in JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The name of the model that the response has.
    pub model_name: String,
    /// The id of the request.
    pub id: Option<String>,
    wanted: Wanted,
}

impl<T> From<T> for Tensors<T> {
    fn from(value: T) -> Self {
        Self { value, asked: Asked::default() }
    }
}

impl<T: DecodeOwned, S: Sync> FromRequest<S> for Tensors<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        let (parts, body) = request.into_parts();
        let options = parts.extensions.get::<Options>().copied().unwrap_or_default();
        let message = receive(&parts.headers, body, options.max_body, Duration::from_secs(60)).await?;
        let opened = message.open(&options)?;
        let request = opened.request(&T::RULES)?;
        let wanted = Wanted::of(&request)?;
        let value = input(&request, ShapeOptions::new())?;
        let id = request.id.as_deref().map(str::to_owned);
        Ok(Self { value, asked: Asked { model_name: String::new(), id, wanted } })
    }
}

/// Writes the value, or a [`Failure`]: 500 if it breaks its own rules, 400 if the request asked for JSON and there is
/// no form for it, or for an output that is not there.
impl<T: Encode> IntoResponse for Tensors<T> {
    fn into_response(self) -> HttpResponse {
        match answer(&self.value, &self.asked) {
            Ok(answer) => respond(answer),
            Err(failure) => failure.into_response(),
        }
    }
}

fn answer<T: Encode>(value: &T, asked: &Asked) -> Result<Answer, Failure> {
    let mut response = Response::from_value(value).map_err(|error| {
        let text = format!("the response breaks the rules: {error}");
        Failure::encode(FailureKind::Output, &error, text)
    })?;
    asked.wanted.select(&mut response, &T::RULES)?;
    asked.wanted.form(&mut response);
    response.model_name = asked.model_name.as_str().into();
    response.id = asked.id.as_deref().map(Into::into);
    let message = response.to_http().map_err(|error| unwritable(&error))?;
    let (header_length, content_type) = (message.header_length(), message.content_type());
    Ok(Answer { header_length, content_type, encoding: None, bytes: message.to_vec() })
}

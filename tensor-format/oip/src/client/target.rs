//! The model that a client calls: what is known of it, its requests and its answers.

use std::collections::HashSet;

use tensor_format::{DecodeOwned, Encode, HasRules, Rules, rules::Presence};

use super::{CallOptions, ClientError, ClientOptions};
use crate::{
    Form, Parameters, Request, RequestedOutput, Response, Tensor,
    metadata::{Compare, ModelConfig, ModelMetadata},
};

/// What a model answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<T> {
    /// The output.
    pub value: T,
    /// The id; that of the request, if it had one. Some servers make one up.
    pub id: Option<String>,
    /// The version that answered; empty if the server does not say.
    pub model_version: String,
    /// The parameters of the response.
    pub parameters: Parameters<'static>,
}

/// What of a call must be known when its answer comes.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// The id that must come back.
    id: Option<String>,
    /// The outputs that this call asks for in place of those of the model.
    outputs: Vec<String>,
}

impl Sent {
    pub(super) fn of(call: &CallOptions<'_>) -> Self {
        let outputs = call.outputs.iter().map(|name| name.clone().into_owned()).collect();
        Self { id: call.id.as_deref().map(str::to_owned), outputs }
    }
}

/// A model on a server.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) version: String,
    /// Whether tensors go as bytes rather than in JSON.
    pub(super) binary: bool,
    /// The name of the input that a type that is one tensor is.
    input: String,
    /// The outputs to ask for; none for all.
    outputs: Vec<String>,
}

impl Target {
    /// Returns the model if both types fit what the server says of it; all that does not is in the error.
    pub(super) fn checked<I: HasRules, O: HasRules>(
        (name, version): (&str, &str),
        metadata: &ModelMetadata,
        config: Option<&ModelConfig>,
        options: &ClientOptions,
        binary: bool,
    ) -> Result<Self, ClientError> {
        let mut compare = Compare::new(metadata).with_shapes(options.shapes);
        if let Some(config) = config {
            compare = compare.with_config(config);
        }
        let mismatches = compare.difference::<I, O>();
        if !mismatches.is_empty() {
            return Err(ClientError::Mismatches { model: name.to_owned(), mismatches });
        }
        let mut target = Self::unchecked::<O>(name, version, binary);
        if let Some([input]) = metadata.inputs.as_deref() {
            target.input.clone_from(&input.name);
        }
        if let Some(names) = compare.output_names::<O>() {
            target.outputs = names.into_iter().map(str::to_owned).collect();
        }
        Ok(target)
    }

    /// Returns the model, of which nothing is known but what the types say.
    pub(super) fn unchecked<O: HasRules>(name: &str, version: &str, binary: bool) -> Self {
        let outputs = match O::RULES {
            // What a server may not have is not asked for by name: all outputs are.
            Rules::Record(record) if record.iter().all(|param| param.presence == Presence::Required) => {
                record.iter().map(|param| param.name.to_owned()).collect()
            }
            _ => Vec::new(),
        };
        Self { name: name.to_owned(), version: version.to_owned(), binary, input: "input".to_owned(), outputs }
    }

    /// Makes the request of an input.
    pub(super) fn request<'r, I: Encode>(
        &'r self,
        input: &'r I,
        call: &'r CallOptions<'_>,
        options: &ClientOptions,
    ) -> Result<Request<'r>, ClientError> {
        let mut request = Request::from_value_with(input, options.shapes)?;
        if let (Rules::Tensor(_), [tensor]) = (I::RULES, &mut *request.tensors) {
            tensor.name = self.input.as_str().into();
        }
        let form = if self.binary { Form::Binary } else { Form::Json };
        request.tensors.iter_mut().for_each(|tensor| tensor.set_form(form));
        request.id = call.id.as_deref().map(Into::into);
        request.parameters = call.parameters.clone();
        let asked: Vec<&str> = match &*call.outputs {
            [] => self.outputs.iter().map(|name| &**name).collect(),
            asked => asked.iter().map(|name| &**name).collect(),
        };
        request.outputs = asked
            .into_iter()
            .map(|name| match self.binary {
                true => RequestedOutput::binary(name),
                false => RequestedOutput { name: name.into(), parameters: Parameters::new() },
            })
            .collect();
        Ok(request)
    }

    /// Takes the output from a response.
    pub(super) fn answer<O: DecodeOwned>(
        &self,
        mut response: Response<'_>,
        sent: &Sent,
        options: &ClientOptions,
    ) -> Result<Answer<O>, ClientError> {
        let id = sent.id.as_deref();
        if let (Some(expected), Some(found)) = (id, response.id.as_deref().filter(|found| Some(*found) != id)) {
            return Err(ClientError::OtherId { expected: expected.to_owned(), found: found.to_owned() });
        }
        let asked = if sent.outputs.is_empty() { &self.outputs } else { &sent.outputs };
        let asked: HashSet<&str> = asked.iter().map(|name| &**name).collect();
        let is_asked = |tensor: &Tensor<'_>| asked.contains(tensor.name());
        // A server may send more than it is asked for; one that calls an output otherwise sends it all the same.
        if !asked.is_empty() && response.tensors.iter().filter(|tensor| is_asked(tensor)).count() == asked.len() {
            response.tensors.retain(is_asked);
        }
        let value = response.decode_with(options.shapes)?;
        Ok(Answer {
            value,
            id: response.id.as_deref().map(str::to_owned),
            model_version: response.model_version.clone().into_owned(),
            parameters: response.parameters.into_owned(),
        })
    }
}

/// Returns the address of a server without the slash at its end, with one of these schemes, of which the first is that
/// of an address without. Pages are appended to it: with a query or a fragment they would become a part of that.
///
/// What makes an address of it forgives more than a user wants: it goes to port 80 for a port that is no number.
pub(super) fn base(address: &str, schemes: &[&str]) -> Result<String, ClientError> {
    let wrong = |why: String| Err(ClientError::Address { address: address.to_owned(), why });
    if address.contains(['?', '#']) {
        return wrong("the address of a server has no query and no fragment".to_owned());
    }
    if address.contains(char::is_whitespace) {
        return wrong("the address of a server has no spaces".to_owned());
    }
    let first = schemes.first().copied().unwrap_or_default();
    let (scheme, place) = address.split_once("://").unwrap_or((first, address));
    if !schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme)) {
        let known = schemes.iter().map(|scheme| format!("`{scheme}://`")).collect::<Vec<_>>().join(" or ");
        let tls =
            if scheme.eq_ignore_ascii_case("https") { ": hand over a channel with TLS, by `with_channel`" } else { "" };
        return wrong(format!("expected {known}, found `{scheme}://`{tls}"));
    }
    let host = place.split('/').next().and_then(|authority| authority.rsplit('@').next()).unwrap_or_default();
    let behind = host.rsplit_once(']').map_or(host, |(_, behind)| behind);
    match behind.split_once(':') {
        Some((_, port)) if port.contains(':') => {
            wrong("an address of IPv6 stands in brackets, as `[::1]:8000`".to_owned())
        }
        Some((_, port)) if !port.bytes().all(|byte| byte.is_ascii_digit()) || port.parse::<u16>().is_err() => {
            wrong(format!("the port: expected a number of at most 65535, found `{port}`"))
        }
        _ => Ok(format!("{scheme}://{}", place.trim_end_matches('/'))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_scheme_and_no_slash() {
        let base = |address| base(address, &["http", "https"]).expect("an address");
        assert_eq!(base("127.0.0.1:80/"), "http://127.0.0.1:80");
        assert_eq!(base("https://x/prefix//"), "https://x/prefix");
        assert_eq!(base("http://"), "http://");
        assert_eq!(base("HTTP://u:p@[::1]:80/x"), "HTTP://u:p@[::1]:80/x");
        assert_eq!(base("localhost/a:b"), "http://localhost/a:b");
    }
}

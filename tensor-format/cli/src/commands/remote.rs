//! A model on a server of the Open Inference Protocol, by its URL.

use percent_encoding::percent_decode_str;
use tensor_format::{Record, RecordRef};
use tensor_format_oip::{
    Fault, FaultKind,
    client::{ClientError, ClientOptions, TensorForm, blocking::Client},
    metadata::ServerMetadata,
};

use crate::{commands::server::Described, failure::Failure};

/// The path in front of the name of a model.
const MODELS: &str = "/v2/models/";
/// The most letters that are shown of an answer that is none of the protocol.
const SHOWN: usize = 200;

/// A model on a server.
pub(super) struct Remote<'u> {
    url: &'u str,
    address: &'u str,
    name: String,
    version: String,
    options: ClientOptions,
}

impl<'u> Remote<'u> {
    /// Takes a URL apart. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// If it is not the URL of a model.
    pub(super) fn new(url: &'u str, options: ClientOptions) -> Result<Self, Failure> {
        let wrong =
            |what: &str| Err(Failure::new(url, what).help("name the model, as http://127.0.0.1:8000/v2/models/NAME"));
        if url.starts_with("https://") {
            return Err(Failure::new(url, "the tool has no TLS").help("name an address that speaks plain HTTP"));
        }
        if !url.starts_with("http://") {
            return wrong("this is no URL of HTTP");
        }
        let Some((address, path)) = url.split_once(MODELS) else { return wrong("this URL names no model") };
        let decoded = |part: &str| percent_decode_str(part).decode_utf8().map(|text| text.into_owned()).ok();
        let parts: Vec<Option<String>> = path.trim_end_matches('/').split('/').map(decoded).collect();
        let parts: Vec<&str> = parts.iter().map(|part| part.as_deref().unwrap_or_default()).collect();
        let (name, version) = match parts[..] {
            [name] => (name, ""),
            [name, call] if is_call(call) => (name, ""),
            [name, "versions", version] => (name, version),
            [name, "versions", version, call] if is_call(call) => (name, version),
            _ => return wrong("this URL is of no model"),
        };
        if name.is_empty() {
            return wrong("this URL names no model");
        }
        let (name, version) = (name.to_owned(), version.to_owned());
        Ok(Self { url, address, name, version, options })
    }

    fn client(&self) -> Result<Client, Failure> {
        Client::with_options(self.address, self.options).map_err(|error| self.failure(error))
    }

    /// Asks what the server says of itself; `None` if it answers with an error.
    ///
    /// # Errors
    ///
    /// If it does not answer.
    pub(super) fn server(&self) -> Result<Option<ServerMetadata>, Failure> {
        match self.client()?.server_metadata() {
            Ok(server) => Ok(Some(server)),
            Err(ClientError::Status(_)) => Ok(None),
            Err(error) => Err(self.failure(error)),
        }
    }

    /// Asks what the server says of the model, Triton for its configuration too.
    ///
    /// # Errors
    ///
    /// If it does not answer, or does not know the model.
    pub(super) fn described(&self) -> Result<Described, Failure> {
        let client = self.client()?;
        let metadata = client.model_metadata(&self.name, &self.version).map_err(|error| self.failure(error))?;
        let has_config = self
            .server()?
            .is_some_and(|server| server.extensions.iter().any(|extension| extension == "model_configuration"));
        let config = match has_config {
            true => client.model_config(&self.name, &self.version).map_err(|error| self.failure(error))?,
            false => None,
        };
        Ok(Described { metadata: Some(metadata), config })
    }

    /// Calls the model.
    ///
    /// # Errors
    ///
    /// Any of [`ClientError`].
    pub(super) fn call(mut self, input: &RecordRef<'_>, form: TensorForm) -> Result<Record, ClientError> {
        self.options = self.options.form(form);
        let client = Client::with_options(self.address, self.options)?;
        client.unchecked_model::<RecordRef<'_>, Record>(&self.name, &self.version).infer(input)
    }
}

/// Returns whether this is the end of a URL that belongs to a model.
fn is_call(part: &str) -> bool {
    matches!(part, "infer" | "config" | "ready")
}

impl Remote<'_> {
    /// Returns the failure for an error of the client.
    pub(super) fn failure(&self, error: ClientError) -> Failure {
        failure(self.url, &error)
    }
}

/// Returns the failure for an error of the client.
pub(super) fn failure(url: &str, error: &ClientError) -> Failure {
    let help = match error {
        ClientError::Transport(_) => {
            Some("is the server running, and is this the address of its HTTP, not of its gRPC?")
        }
        ClientError::Timeout(_) => Some("--timeout SECONDS waits longer"),
        ClientError::Status(document) if document.error.is_none() => {
            Some("this is no answer of the protocol: is this such a server, and what does its log say?")
        }
        ClientError::Answer(error) => match Fault::of(error).map(|fault| fault.kind) {
            Some(FaultKind::TooLarge) => Some("--max-answer BYTES allows more"),
            Some(FaultKind::NotJson | FaultKind::NotObject) => Some("is this a server of the Open Inference Protocol?"),
            _ => None,
        },
        _ => None,
    };
    let what = match error {
        // It is for people, and may have several lines.
        ClientError::Status(document) => {
            let text = document.error.as_deref().unwrap_or(&document.body).trim();
            let cut = text.char_indices().nth(SHOWN).filter(|_| document.error.is_none());
            let text = cut.map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]));
            let text = if text.is_empty() { "nothing" } else { &text };
            format!("the server answered with status {}: {text}", document.status)
        }
        error => error.to_string(),
    };
    let failure = Failure::new(url, what);
    if let Some(help) = help { failure.help(help) } else { failure }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(url: &str) -> Result<(String, String, String), String> {
        let remote = Remote::new(url, ClientOptions::new()).map_err(|failure| failure.what)?;
        Ok((remote.address.to_owned(), remote.name, remote.version))
    }

    #[test]
    fn urls_of_models() {
        let model = |address: &str, name: &str, version: &str| Ok((address.into(), name.into(), version.into()));
        assert_eq!(parts("http://h:1/v2/models/sum"), model("http://h:1", "sum", ""));
        assert_eq!(parts("http://h/v2/models/sum/"), model("http://h", "sum", ""));
        assert_eq!(parts("http://h/v2/models/sum/config"), model("http://h", "sum", ""));
        assert_eq!(parts("http://h/v2/models/a%20b/infer"), model("http://h", "a b", ""));
        assert_eq!(parts("http://h/at/v2/models/sum/versions/2"), model("http://h/at", "sum", "2"));
        assert_eq!(parts("http://h/v2/models/sum/versions/2/ready"), model("http://h", "sum", "2"));
        for (url, why) in [
            ("sum", "this is no URL of HTTP"),
            ("https://h/v2/models/sum", "the tool has no TLS"),
            ("http://h:1", "this URL names no model"),
            ("http://h/v2/models/", "this URL names no model"),
            ("http://h/v2/models/a/b", "this URL is of no model"),
            ("http://h/v2/models/a/version/1", "this URL is of no model"),
            ("http://h/v2/models/a/versions", "this URL is of no model"),
            ("http://h/v2/models/a/versions/1/2", "this URL is of no model"),
            ("http://h/v2/models/%FF", "this URL names no model"),
        ] {
            assert_eq!(parts(url), Err(why.to_owned()), "{url}");
        }
    }
}

//! The pages of the protocol.

use axum::{
    Router,
    body::Body,
    extract::{Path, Request, State, rejection::PathRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{MethodRouter, get, post},
};
use serde_json::json;

use super::{
    builder::Server,
    call::Answer,
    failure::{Failure, FailureKind, shortened},
    receive::{HEADER_LENGTH, drain, receive},
};

impl Server {
    /// Returns the pages of the protocol as a router of axum, which can be served alone or merged with others. All of
    /// them are below `/v2`, each with a slash at its end too.
    pub fn router(&self) -> Router {
        let page =
            |route: MethodRouter<Self>| route.fallback(async |server, other| wrong_method("GET, HEAD", server, other));
        let infer =
            |route: MethodRouter<Self>| route.fallback(async |server, other| wrong_method("POST", server, other));
        let mut router = Router::new();
        // The protocol's description of its pages has `/v2` with a slash and the others without; people write both.
        for slash in ["", "/"] {
            router = router
                .route(&format!("/v2{slash}"), page(get(server_metadata)))
                .route(&format!("/v2/health/live{slash}"), page(get(live)))
                .route(&format!("/v2/health/ready{slash}"), page(get(ready)));
            for model in ["/v2/models/{name}", "/v2/models/{name}/versions/{version}"] {
                router = router
                    .route(&format!("{model}{slash}"), page(get(model_metadata)))
                    .route(&format!("{model}/ready{slash}"), page(get(model_ready)))
                    .route(&format!("{model}/infer{slash}"), infer(post(infer_page)));
            }
        }
        router.route("/v2/{*page}", axum::routing::any(unknown_page)).with_state(self.clone())
    }

    /// Reads what is left of a body that nobody takes.
    fn drain(&self, headers: &HeaderMap, body: Body) {
        drain(headers, body, self.body_timeout());
    }
}

/// The name and version of a model, as they stand in the path.
type Named = Result<Path<Vec<(String, String)>>, PathRejection>;

fn named(path: Named) -> Result<(String, String), Failure> {
    let Path(segments) = path.map_err(|error| Failure::new(FailureKind::Malformed, error.body_text()))?;
    let (mut name, mut version) = (String::new(), None);
    // Who puts the pages below a path of their own may have segments in it: those of the protocol are known by their
    // keys, and are the last.
    for (key, segment) in segments {
        match &*key {
            "name" => name = segment,
            "version" => version = Some(segment),
            _ => {}
        }
    }
    if version.as_deref() == Some("") {
        // It is not the version that the server chooses: that is asked for without `/versions`.
        let text = format!("the model `{}` has no version without a name", shortened(&name));
        return Err(Failure::new(FailureKind::UnknownModel, text));
    }
    Ok((name, version.unwrap_or_default()))
}

async fn live() -> Response {
    json_answer(json!({"live": true}).to_string())
}

async fn ready(State(server): State<Server>) -> Response {
    let ready = server.is_ready();
    let answer = json_answer(json!({"live": true, "ready": ready}).to_string());
    if ready { answer } else { (StatusCode::SERVICE_UNAVAILABLE, answer).into_response() }
}

async fn server_metadata(State(server): State<Server>) -> Response {
    json_answer(server.metadata().to_json())
}

async fn model_metadata(State(server): State<Server>, path: Named) -> Result<Response, Refusal> {
    let (name, version) = named(path)?;
    Ok(json_answer(server.entry(&name, &version)?.metadata.to_json()))
}

async fn model_ready(State(server): State<Server>, path: Named) -> Result<Response, Refusal> {
    let (name, version) = named(path)?;
    server.entry(&name, &version)?;
    Ok(json_answer(json!({"name": name, "ready": true}).to_string()))
}

async fn infer_page(State(server): State<Server>, path: Named, request: Request) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let named = named(path).and_then(|(name, version)| server.entry(&name, &version));
    let entry = match named {
        Ok(entry) => entry,
        Err(failure) => {
            server.drain(&parts.headers, body);
            return Err(failure.into());
        }
    };
    let most = server.settings().options.max_body;
    let message = receive(&parts.headers, body, most, server.body_timeout()).await?;
    Ok(respond(server.infer(entry, message).await?))
}

async fn unknown_page(State(server): State<Server>, request: Request) -> Refusal {
    let (parts, body) = request.into_parts();
    server.drain(&parts.headers, body);
    let path: String = parts.uri.path().chars().take(120).flat_map(char::escape_debug).collect();
    Failure::new(FailureKind::UnknownPage, format!("the protocol has no page `{path}`")).into()
}

fn wrong_method(allowed: &'static str, State(server): State<Server>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    server.drain(&parts.headers, body);
    let method = shortened(parts.method.as_str());
    let failure = Failure::new(FailureKind::WrongMethod, format!("method: expected {allowed}, found {method}"));
    let mut answer = Refusal(failure).into_response();
    answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    answer
}

fn json_answer(json: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
}

/// Makes a response of an answer.
pub(super) fn respond(answer: Answer) -> Response {
    let Answer { header_length, content_type, encoding, bytes } = answer;
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Some(len) = header_length {
        headers.insert(HEADER_LENGTH, HeaderValue::from(len));
    }
    if let Some(name) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

/// A failure as the pages of the protocol answer it: 400 for all that is wrong with a message.
struct Refusal(Failure);

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = if self.0.kind() == FailureKind::Invalid { 400 } else { self.0.kind().status() };
        answer_failure(&self.0, status)
    }
}

/// Answers with the status of the kind of failure.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        answer_failure(&self, self.kind().status())
    }
}

fn answer_failure(failure: &Failure, status: u16) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, json_answer(failure.to_json())).into_response()
}

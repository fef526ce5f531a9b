//! The paths of the server, their responses, and the headers that every response has.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody as _},
    extract::{DefaultBodyLimit, FromRequest as _, Request, State},
    http::{StatusCode, header},
    middleware::{Next, from_fn_with_state, map_response},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};
use url_facade::Parser;
use url_guard::Guard;

use super::{
    assets::ASSETS,
    guard_request,
    hosts::Hosts,
    run_request::{self, Refusal},
};
use crate::shape::{Answer, ErrorShape, ProfileShape, to_line};

/// The maximum size of a request's body, in bytes.
const BODY: usize = 64 << 10;

/// The maximum time to answer a request after its head was read.
const TIME: Duration = Duration::from_secs(5);

/// The maximum number of requests in progress that run profiles, including those that wait for a core.
const RUNS: usize = 64;

static PLACES: Semaphore = Semaphore::const_new(RUNS);

/// The headers of every response. They let the page load only content of this server, and no inline script,
/// style or frame, and prevent text from becoming markup.
const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Returns the routes of the server. Requests that name no profile or encoding use those of `parser`. `site`
/// is the address of the pages on sections, to which the viewer links.
pub(super) fn router(parser: Parser<'static>, guard: Guard, hosts: Hosts, site: Option<&str>) -> Router {
    let site = to_line(&BTreeMap::from([("site", site)]));
    let guard = Arc::new(guard);
    let run = move |request| {
        work(request, move |body, deadline| {
            Ok((StatusCode::OK, run_request::answer(body, parser, deadline)?))
        })
    };
    let decide = move |request| {
        let guard = Arc::clone(&guard);
        work(request, move |body, _| guard_request::answer(body, &guard))
    };
    let mut router = Router::new()
        .route("/healthz", get(|| async { json("{\"ok\":true}\n") }))
        .route("/api/v1/profiles", get(|| async { json(to_line(&ProfileShape::all())) }))
        .route("/api/v1/site", get(move || async move { json(site.clone()) }));
    for (path, kind, content) in ASSETS {
        let answer = ([(header::CONTENT_TYPE, kind)], content);
        router = router.route(path, get(move || async move { answer }));
    }
    router
        .route("/api/v1/run", post(run).layer(DefaultBodyLimit::max(BODY)))
        .route("/guard", post(decide).layer(DefaultBodyLimit::max(BODY)))
        .fallback(async || refuse(StatusCode::NOT_FOUND, "not-found", "there is nothing at this path"))
        .method_not_allowed_fallback(async || {
            let message = "this path does not support that method";
            refuse(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
        })
        .layer(from_fn_with_state(Arc::new(hosts), check_host))
        .layer(map_response(async |response: Response| (HEADERS, response)))
}

async fn check_host(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    match hosts.check(request.uri(), request.headers()) {
        Some(true) => next.run(request).await,
        Some(false) => {
            let message = "this server does not answer to that host: `--name` adds names";
            refuse(StatusCode::MISDIRECTED_REQUEST, "other-host", message)
        }
        None => refuse(
            StatusCode::BAD_REQUEST,
            "bad-request",
            "the request does not have exactly one Host header",
        ),
    }
}

/// Answers a request with the result of `job` for its body, or with an error once the deadline has passed.
async fn work<J>(request: Request, job: J) -> Response
where
    J: FnOnce(&[u8], Instant) -> Result<(StatusCode, Vec<u8>), Refusal> + Send + 'static,
{
    let deadline = Instant::now() + TIME;
    if !is_json(&request) {
        let message = "the content type of the request is not application/json";
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", message);
    }
    if request.body().size_hint().lower() > BODY as u64 {
        return too_large();
    }
    let body = match timeout(TIME, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => return too_large(),
        Ok(Err(_)) => return refuse(StatusCode::BAD_REQUEST, "bad-request", "the request is incomplete"),
        Err(_) => {
            let message = format!("the request did not arrive within {} s", TIME.as_secs());
            return refuse(StatusCode::REQUEST_TIMEOUT, "timeout", message);
        }
    };
    let Ok(place) = PLACES.try_acquire() else {
        return busy(format!("more than {RUNS} runs are in progress"));
    };
    let work = spawn_blocking(move || {
        // The permit is held until the job ends, even if the response was sent before, after a timeout.
        let _place = place;
        job(&body, deadline)
    });
    match timeout(deadline.saturating_duration_since(Instant::now()), work).await {
        Ok(Ok(Ok((status, answers)))) => (status, json(answers)).into_response(),
        Ok(Ok(Err(Refusal::Bad(why)))) => (StatusCode::BAD_REQUEST, json(why)).into_response(),
        // The runtime is stopping, or the deadline has passed.
        Ok(Ok(Err(Refusal::Late)) | Err(_)) | Err(_) => {
            busy(format!("the answer was not ready within {} s", TIME.as_secs()))
        }
    }
}

fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

fn too_large() -> Response {
    let message = format!("the request is longer than {BODY} bytes");
    refuse(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
}

fn busy(message: String) -> Response {
    let response = refuse(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
    ([(header::RETRY_AFTER, "1")], response).into_response()
}

fn refuse(status: StatusCode, kind: &'static str, message: impl Into<Cow<'static, str>>) -> Response {
    (status, json(to_line(&Answer::failed(ErrorShape::of_request(kind, message))))).into_response()
}

fn json(text: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

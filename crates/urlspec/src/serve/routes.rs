//! The paths of the server, the responses for them, and the headers that every response has.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody as _},
    extract::{DefaultBodyLimit, FromRequest as _, Request, State},
    http::{HeaderMap, StatusCode, Uri, header, uri::Authority},
    middleware::{Next, from_fn_with_state, map_response},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};
use url_facade::Parser;
use url_guard::{Guard, Permitted};

use super::run_request::{self, Refusal};
use crate::{
    permitted::{PermittedShape, refused},
    request::{OpResult, bad_request, read_object},
    shape::{Answer, ErrorShape, ProfileShape, Reply, to_line},
};

/// The maximum size of the body of a request, in bytes.
const BODY: usize = 64 << 10;

/// The maximum number of requests that run profiles or the guard, or wait to do so, at the same time.
const RUNS: usize = 64;
static PLACES: Semaphore = Semaphore::const_new(RUNS);

/// The headers of every response. The page may load content only from this server, and no inline script,
/// style or frame. Text in the page cannot become markup.
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

/// Returns the routes of the server. `parser` has the profile and the encoding of requests that name none.
/// `site` is the address of a site with a page for each section, to which the viewer links. `patience` is the
/// maximum time to read the body of a request, and to compute the answer.
pub(super) fn router(
    parser: Parser<'static>,
    guard: Guard,
    hosts: Hosts,
    site: Option<&str>,
    patience: Duration,
) -> Router {
    let site = to_line(&BTreeMap::from([("site", site)]));
    let guard = Arc::new(guard);
    let run = move |request| {
        work(request, patience, move |body, deadline| {
            Ok((StatusCode::OK, run_request::answer(body, parser, deadline)?))
        })
    };
    let decide = move |request| {
        let guard = Arc::clone(&guard);
        work(request, patience, move |body, _| answer_guard(body, &guard))
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

async fn work<J>(request: Request, patience: Duration, job: J) -> Response
where
    J: FnOnce(&[u8], Instant) -> Result<(StatusCode, Vec<u8>), Refusal> + Send + 'static,
{
    let deadline = Instant::now() + patience;
    if !is_json(&request) {
        let message = "the content type of the request is not application/json";
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", message);
    }
    if request.body().size_hint().lower() > BODY as u64 {
        return too_large();
    }
    let body = match timeout(patience, Bytes::from_request(request, &())).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => return too_large(),
        Ok(Err(_)) => return refuse(StatusCode::BAD_REQUEST, "bad-request", "the request is incomplete"),
        Err(_) => {
            let message = format!("the request did not arrive within {} s", patience.as_secs());
            return refuse(StatusCode::REQUEST_TIMEOUT, "timeout", message);
        }
    };
    let Ok(place) = PLACES.try_acquire() else {
        return busy(format!("more than {RUNS} runs are in progress"));
    };
    let work = spawn_blocking(move || {
        // The permit is kept until the job ends, even if a timeout ends the request before.
        let _place = place;
        job(&body, deadline)
    });
    match timeout(deadline.saturating_duration_since(Instant::now()), work).await {
        Ok(Ok(Ok((status, answers)))) => (status, json(answers)).into_response(),
        Ok(Ok(Err(Refusal::Bad(why)))) => (StatusCode::BAD_REQUEST, json(why)).into_response(),
        // The deadline has passed, or the server is stopping.
        Ok(Ok(Err(Refusal::Late)) | Err(_)) | Err(_) => {
            busy(format!("the answer was not ready within {} s", patience.as_secs()))
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

/// A request of `POST /guard`, which lets programs in any language use the guard.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuardRequest<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    url: String,
    base: Option<String>,
    /// If a response from `base` redirects to `url`, the number of redirects that led to `base`.
    redirects: Option<u32>,
    addresses: Option<Vec<IpAddr>>,
}

/// Returns the answer to the request in `body`. The status is 403 for a refused URL, so that a client that
/// reads only the status does not fetch the URL.
fn answer_guard(body: &[u8], guard: &Guard) -> Result<(StatusCode, Vec<u8>), Refusal> {
    let failed = |id, error| to_line(&Reply::new(id, OpResult::Refused(error)));
    let bad = |(id, message)| Refusal::Bad(failed(id, bad_request(message)));
    let request: GuardRequest<'_> = read_object("body", body).map_err(bad)?;
    if request.redirects.is_some() && request.base.is_none() {
        return Err(bad((request.id, "`redirects` requires a `base`".into())));
    }
    Ok(match request.check(guard) {
        Ok(permitted) => {
            let shape = PermittedShape::of(&permitted, request.addresses.as_deref());
            (StatusCode::OK, to_line(&Reply::new(request.id, Answer::of(shape))))
        }
        Err(refusal) => (StatusCode::FORBIDDEN, failed(request.id, refused(&refusal))),
    })
}

impl GuardRequest<'_> {
    fn check(&self, guard: &Guard) -> Result<Permitted, url_guard::Refusal> {
        let permitted = match (&self.base, self.redirects) {
            (Some(base), Some(redirects)) => {
                let from = guard.check(base, None)?.after_redirects(redirects);
                guard.redirect(&from, &self.url)?
            }
            (base, _) => guard.check(&self.url, base.as_deref())?,
        };
        if let Some(addresses) = &self.addresses {
            permitted.check_addresses(addresses)?;
        }
        Ok(permitted)
    }
}

/// The hosts by which clients may name the server. The server checks the host of each request: if it did not,
/// a page of another site whose name resolves to this machine (DNS rebinding) could read the answers.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    pub(super) address: IpAddr,
    pub(super) names: Vec<String>,
}

impl Hosts {
    /// True if the server permits the host in the header `Host` and, if `target` is an absolute URL, the host
    /// in `target`. Returns `None` unless there is exactly one `Host` header, with a valid value.
    fn check(&self, target: &Uri, headers: &HeaderMap) -> Option<bool> {
        let mut given = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else { return None };
        let host: Authority = host.to_str().ok()?.parse().ok()?;
        let mut hosts = [Some(&host), target.authority()].into_iter().flatten();
        Some(hosts.all(|host| is_host_and_port(host) && self.allows(host.host())))
    }

    /// True if `host` is the address or a name of the server. Ports are ignored: they may be forwarded.
    fn allows(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        if let Ok(address) = bare.parse::<IpAddr>() {
            // A server that listens on all addresses does not know them, so any address is permitted. A page
            // of another site cannot use an address of this machine as its host.
            return address == self.address || self.address.is_unspecified();
        }
        let name = host.strip_suffix('.').unwrap_or(host);
        let is_local = self.address.is_loopback() || self.address.is_unspecified();
        (is_local && name.eq_ignore_ascii_case("localhost"))
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// True if `authority` is a host with or without a port. The type also permits user info before the host.
fn is_host_and_port(authority: &Authority) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let rest = authority.as_str().strip_prefix(authority.host());
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port))
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! asset {
    ($file:literal, $kind:expr) => {
        (concat!("/", $file), $kind, include_str!(concat!("assets/", $file)))
    };
}

/// The path of each file of the viewer, its content type, and its content.
const ASSETS: [(&str, &str, &str); 20] = [
    ("/", "text/html; charset=utf-8", include_str!("assets/index.html")),
    asset!("icon.svg", "image/svg+xml"),
    asset!("style.css", STYLE),
    asset!("steps.css", STYLE),
    asset!("examples.json", "application/json"),
    asset!("app.js", SCRIPT),
    asset!("backend.js", SCRIPT),
    asset!("controls.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("escapes.js", SCRIPT),
    asset!("fields.js", SCRIPT),
    asset!("panel.js", SCRIPT),
    asset!("pattern.js", SCRIPT),
    asset!("divergence.js", SCRIPT),
    asset!("permalink.js", SCRIPT),
    asset!("requests.js", SCRIPT),
    asset!("sections.js", SCRIPT),
    asset!("steps.js", SCRIPT),
    asset!("table.js", SCRIPT),
    asset!("vector.js", SCRIPT),
];

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Uri, header};
    use url_testdata::{assert_expected, own_vectors, read_json_lines, text};

    use super::Hosts;

    #[test]
    fn other_hosts_are_rejected() {
        let records = read_json_lines(&own_vectors("program").join("server-hosts.jsonl")).unwrap();
        assert_expected(&records, |record| {
            let [address, name, host] = ["address", "name", "host"].map(|key| text(record, key).unwrap());
            let hosts = Hosts { address: address.parse().unwrap(), names: vec![name.into()] };
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
            (hosts.check(&Uri::from_static("/"), &headers) == Some(true)).into()
        });
    }
}

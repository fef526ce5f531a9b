//! Fuzzes the server of `urlspec serve` with one request, without a socket. Every response must have the
//! headers that protect the page. The server must refuse a request for a foreign host. The answer to a
//! request to run a profile must be one line of JSON with the id of the request.
//!
//! The rest of the fuzz input after its first byte is the body of a request to run a profile, or it contains
//! the fields of any request. The first byte selects one of these two forms.

#![no_main]

use std::cell::RefCell;

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use libfuzzer_sys::fuzz_target;
use serde_json::value::RawValue;
use tokio::runtime::{Builder, Runtime};
use tower_service::Service as _;
use urlspec_fuzz::{END_OF_FIELD, Object, has_error_kind, object};

/// The modules of the program that answer requests, included as files because a program is not a library.
#[path = "../../crates/urlspec/src"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod program {
    pub(crate) mod operation;
    pub(crate) mod permitted;
    pub(crate) mod published;
    pub(crate) mod request;
    pub(crate) mod serve {
        pub(crate) mod routes;
        pub(crate) mod run_request;

        /// Returns the program's routes for a server at 127.0.0.1 with the additional name `viewer.example`.
        pub(crate) fn router() -> axum::Router {
            let hosts =
                routes::Hosts { address: [127, 0, 0, 1].into(), names: vec!["viewer.example".into()] };
            let (parser, guard) = (url_facade::Parser::default(), url_guard::Guard::default());
            let patience = std::time::Duration::from_secs(5);
            routes::router(parser, guard, hosts, Some("https://site.example/"), patience)
        }
    }
    pub(crate) mod shape;
}
use program::{operation, permitted, published, request, shape};

const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "viewer.example"];

const RUN: &str = "/api/v1/run";

thread_local! {
    static SERVER: RefCell<(Runtime, Router)> = RefCell::new((
        Builder::new_current_thread().enable_time().max_blocking_threads(1).build().unwrap(),
        program::serve::router(),
    ));
}

fuzz_target!(|data: &[u8]| {
    let Some((choice, rest)) = data.split_first() else { return };
    if choice % 4 < 3 {
        let request = Request::post(RUN).header(header::HOST, "localhost:8780");
        let request = request.header(header::CONTENT_TYPE, "application/json").body(rest.to_vec());
        let (status, _, body) = answer(request.unwrap());
        check_run(status, rest, &body);
    } else if let Some(request) = request_of(rest) {
        check_any(request);
    }
});

/// Creates a request. The fields of `data` are the method, the target, two `Host` headers (left out if
/// empty), the content type and the body.
fn request_of(data: &[u8]) -> Option<Request<Vec<u8>>> {
    let mut fields = data.splitn(6, |&byte| byte == END_OF_FIELD);
    let mut next = || fields.next();
    let mut request = Request::builder().method(next()?).uri(next()?);
    for host in [next()?, next()?].into_iter().filter(|host| !host.is_empty()) {
        request = request.header(header::HOST, host);
    }
    if let Some(kind) = next() {
        request = request.header(header::CONTENT_TYPE, kind);
    }
    // If this fails, the HTTP library would reject the request before the server receives it.
    request.body(next().unwrap_or_default().to_vec()).ok()
}

fn answer(request: Request<Vec<u8>>) -> (StatusCode, HeaderMap, Bytes) {
    let what = format!("{request:?}");
    let (parts, body) = SERVER.with_borrow_mut(|(runtime, router)| {
        runtime.block_on(async {
            let response = router.call(request.map(Body::from)).await.unwrap_or_else(|never| match never {});
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, usize::MAX).await;
            (parts, body.unwrap())
        })
    });
    let has = |name: &str, value: &str| {
        let mut values = parts.headers.get_all(name).iter();
        values.next().is_some_and(|first| first.as_bytes().starts_with(value.as_bytes()))
            && values.next().is_none()
    };
    assert!(has("content-security-policy", "default-src 'none'; "), "{what}: {parts:?}");
    assert!(has("x-content-type-options", "nosniff") && has("content-type", ""), "{what}: {parts:?}");
    assert!(has("cross-origin-resource-policy", "same-origin"), "{what}: {parts:?}");
    assert!(!parts.status.is_server_error(), "{what}: {parts:?}");
    (parts.status, parts.headers, body)
}

/// Checks that the response to a request to run profiles is one line, with the request's id and all answers.
fn check_run(status: StatusCode, request: &[u8], line: &[u8]) {
    let what = || format!("{} -> {status}: {}", request.escape_ascii(), line.escape_ascii());
    let answer = object(line).unwrap_or_else(|| panic!("no line with an object: {}", what()));
    let is_ok = status == StatusCode::OK;
    assert!(is_ok || status == StatusCode::BAD_REQUEST, "{}", what());
    assert_eq!(answer["ok"].get(), is_ok.to_string(), "{}", what());
    assert_eq!(has_error_kind(&answer), !is_ok, "{}", what());
    // If a key occurs twice, the server rejects the request, and its response has no id.
    let Ok(request) = serde_json::from_slice::<Object<'_>>(request) else { return };
    let id = answer["id"].get();
    if id != "null" || is_ok {
        let given = request.get("id").map_or("null".into(), |id| id.get().replace('\n', " "));
        assert_eq!(id, given, "{}", what());
    }
    if is_ok {
        let len = |object: &Object<'_>, name: &str| {
            let list = object.get(name)?;
            Some(serde_json::from_str::<Option<Vec<&RawValue>>>(list.get()).ok()??.len())
        };
        let inputs = len(&request, "inputs").unwrap_or(1);
        let runs = len(&request, "profiles").unwrap_or(1) * inputs;
        assert_eq!(len(&answer, "answers"), Some(runs), "{}", what());
        assert_eq!(len(&answer, "differences"), len(&request, "diff").map(|_| inputs), "{}", what());
    }
}

/// Checks that the response is an error if the server does not have the host or the path of the request.
fn check_any(request: Request<Vec<u8>>) {
    let what = format!("{request:?}");
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let (body, hosts) = (request.body().clone(), hosts(&request));
    let (status, headers, answer) = answer(request);
    let is_known = hosts.as_ref().is_some_and(|hosts| hosts.iter().all(|host| NAMES.contains(&&**host)));
    if !is_known {
        let refused = [StatusCode::BAD_REQUEST, StatusCode::MISDIRECTED_REQUEST];
        assert!(refused.contains(&status), "{what}: {status} for {hosts:?}");
    }
    let is_json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !status.is_success() {
        assert!(is_json, "{what}: {status}");
        let error = object(&answer).filter(|answer| answer["ok"].get() == "false" && has_error_kind(answer));
        assert!(error.is_some() || (method == Method::HEAD && answer.is_empty()), "{what}: {answer:?}");
    } else if path == RUN {
        assert_eq!(method, Method::POST, "{what}");
        check_run(status, &body, &answer);
    } else {
        assert!(method == Method::GET || (method == Method::HEAD && answer.is_empty()), "{what}");
    }
}

/// Returns the hosts in the headers and in the target of the request, in lower case and without ports.
fn hosts(request: &Request<Vec<u8>>) -> Option<Vec<String>> {
    let mut given = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (given.next(), given.next()) else { return None };
    let target = request.uri().authority().map(|authority| authority.as_str().to_owned());
    let names = [Some(host.to_str().ok()?.to_owned()), target].into_iter().flatten();
    let without_port = |name: &str| match name.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host.to_owned(),
        _ => name.to_owned(),
    };
    let bare = |name: String| {
        let name = without_port(&name.to_ascii_lowercase());
        name.strip_suffix('.').unwrap_or(&name).trim_start_matches('[').trim_end_matches(']').to_owned()
    };
    Some(names.map(bare).collect())
}

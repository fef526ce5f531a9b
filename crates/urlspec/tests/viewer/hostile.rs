//! Clients that are hostile or faulty: each gets an error with a kind, or no answer, and the server goes on.

use std::{
    io::{self, ErrorKind, Read as _, Write as _},
    time::{Duration, Instant},
};

use crate::server::{RUN, Server};

/// The maximum time until the server disconnects such a client, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the status and the error kind of the answer to a run with `body`.
fn refusal(server: &Server, body: &str) -> (u16, String) {
    let (status, answer) = server.run(body);
    assert_eq!(answer["ok"], false, "{answer}");
    assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    (status, answer["error"]["kind"].as_str().unwrap().into())
}

/// Returns the status of `answer`, and the kind of its error if it has one.
fn status_and_kind(answer: &str) -> (&str, &str) {
    let kind = answer.split_once("\"kind\":\"").and_then(|(_, rest)| rest.split('"').next());
    (&answer[9..12], kind.unwrap_or_default())
}

#[test]
fn invalid_requests_have_a_typed_error() {
    let server = Server::start();
    let cases = [
        ("", "bad-request"),
        ("{", "bad-request"),
        ("[]", "bad-request"),
        ("null", "bad-request"),
        ("{}", "bad-request"),
        ("\u{0}", "bad-request"),
        (r#"{"input":1}"#, "bad-request"),
        (r#"{"input":"a","inputs":["b"]}"#, "bad-request"),
        (r#"{"input":"a","profile":"whatwg","profiles":["whatwg"]}"#, "bad-request"),
        (r#"{"input":"a","op":"explode"}"#, "bad-request"),
        (r#"{"input":"a"} x"#, "bad-request"),
        (r#"{"input":"a","input":"b"}"#, "bad-request"),
        (r#"{"input":"a","profile":"netscape"}"#, "unknown-profile"),
        (r#"{"input":"a","profiles":["whatwg","netscape"]}"#, "unknown-profile"),
        (r#"{"input":"a","encoding":"klingon"}"#, "unknown-encoding"),
        (r#"{"input":"a","diff":["whatwg"]}"#, "bad-request"),
        (r#"{"input":"a","diff":["whatwg","netscape"]}"#, "unknown-profile"),
    ];
    for (body, kind) in cases {
        assert_eq!(refusal(&server, body), (400, kind.into()), "{body}");
    }
    // Endless brackets are read only to the depth limit of the JSON reader.
    assert_eq!(refusal(&server, &format!(r#"{{"id":{}"#, "[".repeat(60_000))).0, 400);
    let (_, answer) = server.run(r#"{"id":"mine","input":1}"#);
    assert_eq!(answer["id"], "mine");
    // An answer is one line, for any id.
    for request in ["{\"id\":[1,\n\"a\\n\"],\"input\":\"x\"}", "{\"id\":[1,\n\"a\\n\"]}"] {
        let length = request.len();
        let answer =
            server.say(format!("{RUN}Connection: close\r\nContent-Length: {length}\r\n\r\n{request}"));
        let (_, line) = answer.split_once("\r\n\r\n").unwrap();
        assert!(line.starts_with(r#"{"id":[1, "a\n"],"#) && line.lines().count() == 1, "{answer}");
    }
}

#[test]
fn an_op_that_cannot_be_done_is_an_answer() {
    let server = Server::start();
    for body in [
        r#"{"input":"a","op":"resolve"}"#,
        r#"{"input":"a","profile":"manakai","op":"valid"}"#,
        r#"{"input":"a","profile":"manakai","op":"api"}"#,
        r#"{"input":"http://a/","profile":"whatwg","op":"set","attr":"nose","value":"x"}"#,
    ] {
        let (status, answer) = server.run(body);
        assert_eq!(
            (status, answer["answers"][0]["error"]["kind"].as_str()),
            (200, Some("bad-request")),
            "{body}"
        );
    }
}

#[test]
fn runs_are_counted() {
    let server = Server::start();
    let inputs =
        |count: usize| format!(r#"{{"profiles":["whatwg","manakai"],"inputs":{:?}}}"#, vec!["x:"; count]);
    let (status, answer) = server.run(&inputs(32));
    assert_eq!((status, answer["answers"].as_array().unwrap().len()), (200, 64));
    assert_eq!(refusal(&server, &inputs(33)), (400, "too-many-runs".into()));
    // A difference counts as two runs.
    let with_diff = |count| inputs(count).replacen('{', r#"{"diff":["whatwg","rfc3986"],"#, 1);
    assert_eq!(server.run(&with_diff(16)).0, 200);
    assert_eq!(refusal(&server, &with_diff(17)), (400, "too-many-runs".into()));
    let (status, answer) = server.run(r#"{"inputs":[]}"#);
    assert_eq!((status, answer["answers"].as_array().unwrap().len()), (200, 0));
}

#[test]
fn bodies_have_a_limit() {
    let server = Server::start();
    let body_of = |length: usize| {
        let frame = r#"{"profile":"whatwg","input":""}"#.len();
        format!(r#"{{"profile":"whatwg","input":"{}"}}"#, "/".repeat(length - frame))
    };
    let (status, answer) = server.run(&body_of(64 << 10));
    assert_eq!((status, answer["answers"][0]["ok"].as_bool()), (200, Some(false)));
    assert_eq!(refusal(&server, &body_of((64 << 10) + 1)), (413, "too-large".into()));

    // A body with a length above the limit is not read; one without a length is read only up to the limit.
    let announced = server.say(format!("{RUN}Connection: close\r\nContent-Length: 99999999999\r\n\r\n{{"));
    assert!(announced.starts_with("HTTP/1.1 413 "), "{announced}");
    let chunk = format!("8000\r\n{}\r\n", " ".repeat(0x8000)).repeat(3);
    let chunked =
        server.say(format!("{RUN}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}0\r\n\r\n"));
    assert!(chunked.starts_with("HTTP/1.1 413 "), "{chunked}");
}

#[test]
fn paths_methods_and_types_are_checked() {
    let server = Server::start();
    let ask = |request: &str| {
        server.say(format!(
            "{request}\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}"
        ))
    };
    for (request, status, kind) in [
        ("GET /nothing HTTP/1.1", "404", "not-found"),
        ("GET /../../etc/passwd HTTP/1.1", "404", "not-found"),
        ("POST /api/v1/ HTTP/1.1", "404", "not-found"),
        ("GET /api/v1/run HTTP/1.1", "405", "method-not-allowed"),
        ("DELETE / HTTP/1.1", "405", "method-not-allowed"),
        ("BREW / HTTP/1.1", "405", "method-not-allowed"),
        ("POST /api/v1/run HTTP/1.1", "415", "unsupported-media-type"),
        ("POST /api/v1/run HTTP/1.1\r\nContent-Type: text/plain", "415", "unsupported-media-type"),
    ] {
        let answer = ask(request);
        assert_eq!(status_and_kind(&answer), (status, kind), "{request}: {answer}");
        let allows = answer.to_lowercase().contains("\r\nallow: ");
        assert_eq!(allows, status == "405", "{request}: {answer}");
    }
    assert_eq!(status_and_kind(&ask("GET  / HTTP/9.9")).0, "400");
}

#[test]
fn long_heads_are_refused() {
    let server = Server::start();
    let answer =
        server.say(format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(100_000)));
    assert!(answer.starts_with("HTTP/1.1 431 "), "{answer}");
    let answer = server.say(format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(100_000)));
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
}

#[test]
fn slow_clients_are_disconnected() {
    let server = Server::start();
    // A head that never ends, one that never begins, a second one that never begins, and a body that never
    // ends.
    let heads =
        ["GET / HTTP/1.1\r\nHost: localhost\r\n", "", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"];
    let body = &*format!("{RUN}Content-Length: 9\r\n\r\n{{");
    let mut streams: Vec<_> = heads
        .iter()
        .chain([&body])
        .map(|request| {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    // Other clients are not delayed.
    assert_eq!(server.get("/healthz").status(), 200);
    let responses: Vec<_> = streams
        .iter_mut()
        .map(|stream| {
            let mut response = String::new();
            stream.read_to_string(&mut response).unwrap();
            response.lines().next().unwrap_or_default().to_owned()
        })
        .collect();
    assert_eq!(responses, ["", "", "HTTP/1.1 200 OK", "HTTP/1.1 408 Request Timeout"]);
}

#[test]
fn clients_that_read_nothing_are_disconnected() {
    let server = Server::start();
    let body =
        format!(r#"{{"profiles":{:?},"input":"/{}","trace":true}}"#, ["webspecs"; 20], "b".repeat(30_000));
    let request = format!("{RUN}Content-Length: {}\r\n\r\n{body}", body.len());
    let mut stream = server.connect();
    // It sends requests and reads nothing: after a while the server neither writes nor reads any more.
    stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let is_full = |error: &io::Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
    let start = Instant::now();
    let error = loop {
        match stream.write(request.as_bytes()) {
            Ok(_) => {}
            Err(error) if is_full(&error) => assert!(start.elapsed() < PATIENCE, "it is still there"),
            Err(error) => break error,
        }
    };
    assert!(matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{error}");
    assert_eq!(server.get("/healthz").status(), 200);
}

#[test]
fn idle_clients_do_not_block_others() {
    let server = Server::start();
    // More than the limit of open connections.
    let streams: Vec<_> = (0..600).map(|_| server.connect()).collect();
    assert_eq!(server.get("/healthz").status(), 200);
    drop(streams);
}

/// If a site's name is made to resolve to this machine, its page gets no answer: requests carry that name.
#[test]
fn other_hosts_are_refused() {
    let server = Server::start();
    let ask = |request: &str, host: &str| {
        server.say(format!(
            "{request} HTTP/1.1\r\n{host}Content-Type: application/json\r\nConnection: close\r\nContent-Length: 13\r\n\r\n\
             {{\"input\":\"a\"}}"
        ))
    };
    let status_of = |request: &str, host: &str| status_and_kind(&ask(request, host)).0.to_owned();
    let port = server.address.port();
    for request in ["GET /", "GET /healthz", "GET /nothing", "DELETE /", "POST /api/v1/run"] {
        for host in [
            "evil.example",
            "localhost.evil.example",
            &format!("rebound.example:{port}"),
            "127.0.0.1@evil.example",
            "127.0.0.2",
            "[::1]",
        ] {
            let answer = ask(request, &format!("Host: {host}\r\n"));
            assert_eq!(status_and_kind(&answer), ("421", "other-host"), "{request} {host}");
            assert!(answer.contains("content-security-policy") && !answer.contains("answers"), "{answer}");
        }
        for hosts in ["", "Host: localhost\r\nHost: localhost\r\n", "Host: a b\r\n", "Host:\r\n"] {
            assert_eq!(status_of(request, hosts), "400", "{request} {hosts}");
        }
    }
    for host in ["127.0.0.1", &format!("127.0.0.1:{port}"), "localhost", "LOCALHOST.:1"] {
        assert_eq!(status_of("POST /api/v1/run", &format!("Host: {host}\r\n")), "200", "{host}");
    }
    assert_eq!(status_of("GET http://evil.example/", "Host: localhost\r\n"), "421");
    assert_eq!(status_of("GET http://localhost/", "Host: localhost\r\n"), "200");
    let named = Server::start_with(&["--name", "viewer.example"]);
    let head = named.say("GET /healthz HTTP/1.1\r\nHost: Viewer.example:80\r\nConnection: close\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
}

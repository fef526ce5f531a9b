//! Tests of the answers of the server to valid requests, and to hostile or faulty clients. A faulty client
//! gets an error with a kind, or no answer, and the server continues.

use std::{
    array,
    io::{self, ErrorKind, Write as _},
    process::Command,
};

use serde_json::{Value, json};

use crate::server::{RUN, Server};

#[test]
fn answers_are_those_in_the_file() {
    let server = Server::start();
    let cases: Vec<_> = include_str!("answers.txt").split("\n\n").skip(1).collect();
    for case in &cases {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let (status, answer) = server.run(lines.next().unwrap());
        assert_eq!(status, 200, "{case}");
        for line in lines {
            let (pointer, expected) = line.split_once(" = ").unwrap();
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(*answer.pointer(pointer).unwrap_or(&Value::Null), expected, "{line}\n{case}");
        }
    }
    assert_eq!(cases.len(), 16);
}

/// If a document only defines parsing, `explain` does not accept a base.
#[test]
fn steps_equal_those_of_explain() {
    let server = Server::start();
    let base = ["--base", "http://a.test/"];
    for (profile, input, base) in
        [("manakai", "HTTP:x", &base[..]), ("whatwg", r"http:\\a.test/", &base), ("barth-2010", "a:b", &[])]
    {
        for every in [false, true] {
            let request = json!({"profile": profile, "input": input, "base": "http://a.test/", "trace": true, "every": every});
            let (_, answer) = server.run(&request.to_string());
            let mut explain = Command::new(env!("CARGO_BIN_EXE_urlspec"));
            explain.args(["explain", "--json", "--profile", profile, input]).args(base);
            explain.args(every.then_some("--every"));
            let explained: Value = serde_json::from_slice(&explain.output().unwrap().stdout).unwrap();
            let steps = &answer["answers"][0]["steps"];
            assert!(*steps == explained["steps"] && !steps[3].is_null(), "{request}: {steps}");
        }
    }
}

#[test]
fn omitted_steps_are_counted() {
    let server = Server::start();
    // Under `webspecs`, each backslash is a step, so the trace has the maximum number of steps.
    let (path, profiles) = (r"\é".repeat(1_000), ["webspecs"; 20]);
    let mut response = server
        .post(&format!(r#"{{"profiles":{profiles:?},"input":{path:?},"base":"http://b/","trace":true}}"#));
    assert_eq!(response.status(), 200);
    let text = response.body_mut().read_to_string().unwrap();
    assert!(text.len() < 6 << 20, "{} bytes", text.len());
    let answer: Value = serde_json::from_str(&text).unwrap();
    for answer in answer["answers"].as_array().unwrap() {
        let (kept, left_out) = (answer["steps"].as_array().unwrap().len(), answer["steps_left_out"].as_u64());
        assert!(kept > 10 && left_out.is_some_and(|left_out| left_out > 10), "{kept} {left_out:?}");
    }
}

#[test]
fn the_server_is_well_and_knows_its_profiles() {
    let server = Server::start();
    let mut response = server.get("/healthz");
    assert_eq!(response.status(), 200);
    assert_eq!(response.body_mut().read_json::<Value>().unwrap(), json!({"ok": true}));
    let profiles: Value = server.get("/api/v1/profiles").body_mut().read_json().unwrap();
    let names: Vec<_> = profiles.as_array().unwrap().iter().map(|profile| &profile["name"]).collect();
    assert!(names.len() >= 10 && names.contains(&&json!("rfc3986")), "{names:?}");
}

/// The examples in the menu of the page are a copy of the test vectors, because a published package contains
/// only its own files. This test compares the copies.
#[test]
fn examples_are_the_differential_vectors() {
    let groups: Value = Server::start().get("/examples.json").body_mut().read_json().unwrap();
    let of_group = |group: &Value| group["inputs"].as_array().unwrap().clone();
    let mut examples: Vec<Value> = groups.as_array().unwrap().iter().flat_map(of_group).collect();
    let file = url_testdata::own_vectors("differential").join("parsers.jsonl");
    let rows = url_testdata::read_json_lines(&file).unwrap().into_iter();
    let mut inputs: Vec<Value> = rows.map(|mut row| row["input"].take()).collect();
    for list in [&mut examples, &mut inputs] {
        list.sort_unstable_by_key(ToString::to_string);
    }
    assert_eq!(inputs.len(), 70);
    assert_eq!(examples, inputs);
}

#[test]
fn every_response_has_the_security_headers() {
    let server = Server::start();
    let refused = server.post("{");
    for response in [server.get("/"), server.get("/healthz"), server.get("/nothing"), refused] {
        let header = |name: &str| response.headers()[name].to_str().unwrap();
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(policy.contains("require-trusted-types-for 'script'; trusted-types 'none'"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert!(!response.headers().contains_key("access-control-allow-origin"));
    }
}

#[test]
#[cfg(unix)]
fn shutdown_waits_for_requests_in_progress() {
    use std::io::Read as _;

    let mut server = Server::start();
    let mut stream = server.connect();
    let body = r#"{"profile":"whatwg","input":"http://a.test/"}"#;
    let length = body.len();
    write!(stream, "{RUN}Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n").unwrap();
    // The server asks for the body of a request when the request is in progress.
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    server.terminate();
    while std::net::TcpStream::connect(server.address).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(body.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains(r#""href":"http://a.test/""#), "{answer}");
    assert!(server.wait().success());
}

/// Returns the status, the kind of the error, and the body of each request in `file`.
fn cases(file: &str) -> impl Iterator<Item = (u16, &str, &str)> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut parts = line.splitn(3, ' ');
        let [status, kind, body] = array::from_fn(|_| parts.next().unwrap_or_default());
        (status.parse().unwrap(), kind, body)
    })
}

/// The status is 200 only if the guard permits the URL, so a client that reads only the status is safe.
#[test]
fn the_guard_answers_over_http() {
    let policy = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("served.toml");
    std::fs::write(&policy, "ports = [443, 8443]\nschemes = [\"https\"]\nmax-redirects = 2\n").unwrap();
    let server = Server::start_with(&["--policy", policy.to_str().unwrap()]);
    let (status, answer) = server.guard(r#"{"id":7,"url":"HTTPS://A.example:8443/x"}"#);
    let expected = json!({"id": 7, "ok": true, "href": "https://a.example:8443/x", "host": "a.example", "port": 8443,
        "origin": "https://a.example:8443", "needs_addresses": true});
    assert_eq!((status, answer), (200, expected));
    for (status, kind, request) in cases(include_str!("guard.txt")) {
        let (found, answer) = server.guard(request);
        let of_answer = answer["error"]["kind"].as_str().unwrap_or("-");
        assert_eq!((found, of_answer, answer["ok"] == true), (status, kind, status == 200), "{request}");
    }
    assert_eq!(server.get("/guard").status(), 405);
    let long = format!(r#"{{"url":"https://a.example/{}"}}"#, "a".repeat(1 << 16));
    assert_eq!(server.guard(&long).0, 413);

    let (status, answer) = Server::start().guard(r#"{"url":"http://169.254.169.254/latest"}"#);
    assert_eq!((status, &answer["error"]["cwe"]), (403, &json!(918)));
}

fn refusal(server: &Server, body: &str) -> (u16, String) {
    let (status, answer) = server.run(body);
    assert_eq!(answer["ok"], false, "{answer}");
    assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    (status, answer["error"]["kind"].as_str().unwrap().into())
}

fn status_and_kind(answer: &str) -> (&str, &str) {
    let kind = answer.split_once("\"kind\":\"").and_then(|(_, rest)| rest.split('"').next());
    (&answer[9..12], kind.unwrap_or_default())
}

#[test]
fn invalid_requests_have_a_typed_error() {
    let server = Server::start();
    for (status, kind, body) in cases(include_str!("refused.txt")) {
        let (found, answer) = server.run(body);
        let refused = if status == 200 { &answer["answers"][0] } else { &answer };
        assert_eq!((found, refused["error"]["kind"].as_str()), (status, Some(kind)), "{body}");
        let has_message = refused["error"]["message"].as_str().is_some_and(|message| !message.is_empty());
        assert!(refused["ok"] == false && has_message, "{body}: {answer}");
    }
    assert_eq!(refusal(&server, "\0"), (400, "bad-request".into()));
    // Endless brackets are read only to the depth limit of the JSON reader.
    assert_eq!(refusal(&server, &format!(r#"{{"id":{}"#, "[".repeat(60_000))).0, 400);
    let (_, answer) = server.run(r#"{"id":"mine","input":1}"#);
    assert_eq!(answer["id"], "mine");
    // An answer is one line, even if the id of the request contains line ends.
    for request in ["{\"id\":[1,\n\"a\\n\"],\"input\":\"x\"}", "{\"id\":[1,\n\"a\\n\"]}"] {
        let length = request.len();
        let answer =
            server.say(format!("{RUN}Connection: close\r\nContent-Length: {length}\r\n\r\n{request}"));
        let (_, line) = answer.split_once("\r\n\r\n").unwrap();
        assert!(line.starts_with(r#"{"id":[1, "a\n"],"#) && line.lines().count() == 1, "{answer}");
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
    // The comparison of two profiles (`diff`) counts as two runs, and a pattern as one.
    let with_diff = |count| inputs(count).replacen('{', r#"{"diff":["whatwg","rfc3986"],"#, 1);
    assert_eq!(server.run(&with_diff(16)).0, 200);
    assert_eq!(refusal(&server, &with_diff(17)), (400, "too-many-runs".into()));
    let with_pattern = |count| inputs(count).replacen('{', r#"{"pattern":"https://a.test/","#, 1);
    assert_eq!(server.run(&with_pattern(21)).0, 200);
    assert_eq!(refusal(&server, &with_pattern(22)), (400, "too-many-runs".into()));
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

    // A body with a length above the limit is not read. Without a length, it is read up to the limit.
    let announced = server.say(format!("{RUN}Connection: close\r\nContent-Length: 99999999999\r\n\r\n{{"));
    assert!(announced.starts_with("HTTP/1.1 413 "), "{announced}");
    let chunk = format!("8000\r\n{}\r\n", " ".repeat(0x8000)).repeat(3);
    let chunked =
        server.say(format!("{RUN}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}0\r\n\r\n"));
    assert!(chunked.starts_with("HTTP/1.1 413 "), "{chunked}");
}

/// A site whose name resolves to this machine gets no answer, because its requests name the site as `Host`.
#[test]
fn hosts_paths_methods_and_types_are_checked() {
    let rest = "Connection: close\r\nContent-Length: 13\r\n\r\n{\"input\":\"a\"}";
    let server = Server::start();
    let port = server.address.port().to_string();
    for (status, kind, head) in cases(include_str!("heads.txt")) {
        let head = head.replace('|', "\r\n").replace("PORT", &port);
        let answer = server.say(format!("{head}\r\n{rest}"));
        assert_eq!(
            status_and_kind(&answer),
            (&*status.to_string(), kind.trim_matches('-')),
            "{head}: {answer}"
        );
        let allows = answer.to_lowercase().contains("\r\nallow: ");
        assert!(allows == (status == 405) || matches!(status, 400 | 421), "{head}: {answer}");
        let is_defended = answer.contains("content-security-policy") && !answer.contains("answers");
        assert!(is_defended || status != 421, "{head}: {answer}");
    }
    let named = Server::start_with(&["--name", "viewer.example"]);
    let answer = named.say(format!("GET /healthz HTTP/1.1\r\nHost: Viewer.example:80\r\n{rest}"));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
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
    let server = Server::start_within(5, &[]);
    // One client sends half of a head, one sends nothing, one sends no second request, and one sends half a
    // body.
    let heads =
        ["GET / HTTP/1.1\r\nHost: localhost\r\n", "", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"];
    let body = &*format!("{RUN}Content-Length: 9\r\n\r\n{{");
    let send = |request: &&str| {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let streams: Vec<_> = heads.iter().chain([&body]).map(send).collect();
    // The clients above do not delay other clients.
    assert_eq!(server.get("/healthz").status(), 200);
    let responses = streams.into_iter().map(|stream| io::read_to_string(stream).unwrap());
    let statuses: Vec<_> =
        responses.map(|response| response.lines().next().unwrap_or_default().to_owned()).collect();
    assert_eq!(statuses, ["", "", "HTTP/1.1 200 OK", "HTTP/1.1 408 Request Timeout"]);
}

#[test]
fn clients_that_read_nothing_are_disconnected() {
    let server = Server::start_within(1, &[]);
    let request = "GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let mut stream = server.connect();
    // The client sends requests, but reads no response. After a while, the server only waits.
    let error = loop {
        if let Err(error) = stream.write_all(request.as_bytes()) {
            break error;
        }
    };
    assert!(matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{error}");
    assert_eq!(server.get("/healthz").status(), 200);
}

#[test]
fn idle_clients_do_not_block_others() {
    let server = Server::start_within(1, &[]);
    // These are more connections than the server accepts at the same time.
    let streams: Vec<_> = (0..600).map(|_| server.connect()).collect();
    assert_eq!(server.get("/healthz").status(), 200);
    drop(streams);
}

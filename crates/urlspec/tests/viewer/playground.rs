//! Tests the playground of the site: its answers equal those of the server, and its page works.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    thread,
};

use serde_json::{Value, json};

use crate::{server::Server, webdriver::Browser};

#[test]
fn the_playground_answers_as_the_server_does() {
    let server = Server::start();
    let profiles = server.get("/api/v1/profiles").body_mut().read_to_vec().unwrap();
    assert_eq!(playground::profiles(), profiles);

    let names: Vec<Value> = serde_json::from_slice(&profiles).unwrap();
    let names: Vec<&Value> = names.iter().map(|profile| &profile["name"]).collect();
    let groups: Value = server.get("/examples.json").body_mut().read_json().unwrap();
    let inputs = groups.as_array().unwrap().iter().flat_map(|group| group["inputs"].as_array().unwrap());
    let requests = inputs.flat_map(|input| {
        names.chunks(20).map(move |profiles| {
            let (base, diff) = ("http://a.test/b/?c", ["whatwg", "rfc3986"]);
            json!({"id": 1, "input": input, "base": base, "profiles": profiles, "trace": true, "diff": diff})
                .to_string()
        })
    });
    let others = [
        r#"{"input":"http://a.test/\ud800?\u00e9","encoding":"windows-1252","trace":true,"every":true}"#,
        "",
        "{}",
        r#"{"input":"a","profile":"none"}"#,
        r#"{"input":"a","encoding":"none"}"#,
    ];
    for request in requests.chain(others.map(Into::into)) {
        let answer = server.post(&request).body_mut().read_to_vec().unwrap();
        assert!(playground::answer(request.as_bytes()) == answer, "{request}");
    }
}

fn serve_file(mut stream: TcpStream, folders: &[PathBuf]) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    // A browser may open a connection without sending a request.
    let Some(request) = lines.next() else { return };
    lines.by_ref().take_while(|line| !line.is_empty()).for_each(drop);
    let path = request.split([' ', '?']).nth(1).unwrap_or_default();
    let name = path.strip_prefix("/playground/").unwrap_or_default();
    let kind = match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let found = folders.iter().find_map(|folder| fs::read(folder.join(name)).ok());
    let status = if found.is_some() { "200 OK" } else { "404 Not Found" };
    let content = found.unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    );
    // The client may have closed the connection.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content));
}

/// Serves the files in `folders` until the tests end. If several folders contain a file, the first counts.
fn serve_files(folders: Vec<PathBuf>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folders = folders.clone();
            thread::spawn(move || serve_file(stream, &folders));
        }
    });
    address
}

#[test]
fn the_playground_runs_in_the_page() {
    let urlspec = Path::new(env!("CARGO_MANIFEST_DIR"));
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("wasm32-wasip1/playground-test");
    if !module.join("playground.wasm").exists() {
        let why = "the playground is not built (`cargo xtask test` builds it for an installed target)";
        return url_testdata::record_skip(why);
    }
    let Some(browser) = Browser::start("playground") else { return };
    let folders = vec![urlspec.join("../../site/playground/page"), urlspec.join("src/serve/assets"), module];
    let page = format!("http://{}/playground/index.html", serve_files(folders));
    let fragment = "#input=..%2Fx%3F%C3%A9&base=HTTP%3A%2F%2FA.test%2Fa%2Fb%2Fc&profiles=whatwg,rfc3986";
    browser.go(&format!("{page}{fragment}"));
    let shown = |text: &str| format!("document.querySelector('.results')?.textContent.includes('{text}')");
    browser.wait_for(&shown("http://a.test/a/x?%C3%A9"));
    browser.wait_for(&shown("rfc3986#query-1.1"));
    let section = "return document.querySelector('.step a').href.replace(location.origin, '')";
    assert_eq!(browser.script(section), "/spec/whatwg.html#scheme-start-state-1");

    browser.clear("#base");
    browser.clear("#input");
    browser.keys("#input", "http:\\\\B.test\\\\~\\u{d800}");
    browser.wait_for(&shown("http://b.test//~%EF%BF%BD"));
    browser.go("about:blank");
    browser.go(&format!("{page}#input=a&encoding=none"));
    browser.wait_for("document.querySelector('#problem').textContent.includes('none')");

    let asked: Vec<String> = browser.requests().into_iter().filter(|url| url != "about:blank").collect();
    let folder = page.trim_end_matches("index.html");
    assert!(asked.iter().all(|url| url.starts_with(folder) && !url.contains("/api/")), "{asked:?}");
    assert!(asked.iter().any(|url| url.ends_with("/playground.wasm")), "{asked:?}");
}

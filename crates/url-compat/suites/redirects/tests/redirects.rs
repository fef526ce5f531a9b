//! Checks the URLs that `reqwest` requests after redirects, with a server in this process.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

use reqwest::{
    blocking::{Client, Response},
    redirect::Policy,
};

/// Requests `path` from a server that redirects `path` to `location`, and answers any other path with the
/// path itself. Returns the response and the requested paths. `{}` in `location` stands for the address of
/// the server.
fn follow(path: &str, location: &str, policy: Policy) -> (reqwest::Result<Response>, Vec<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (start, location) = (path.to_owned(), location.replace("{}", &address));
    let asked = thread::spawn(move || {
        let mut asked = Vec::new();
        while let Ok((mut stream, _)) = listener.accept() {
            let mut request = [0; 4096];
            let len = stream.read(&mut request).unwrap();
            let request = String::from_utf8_lossy(&request[..len]).into_owned();
            let target = request.split(' ').nth(1).unwrap_or_default().to_owned();
            if target == "/stop" {
                return asked;
            }
            let answer = if target == start {
                format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            } else {
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{target}", target.len())
            };
            asked.push(target);
            stream.write_all(answer.as_bytes()).unwrap();
        }
        asked
    });
    let client = Client::builder().redirect(policy).no_proxy().build().unwrap();
    let answer = client.get(format!("http://{address}{path}")).send();
    let _ = client.get(format!("http://{address}/stop")).send();
    (answer, asked.join().unwrap())
}

/// Follows a redirect from `/a/b?c` to `location`. Returns the path of the last request, and the URL of the
/// response without its scheme and host.
fn leads_to(location: &str) -> (String, String) {
    let (answer, mut asked) = follow("/a/b?c", location, Policy::default());
    let url = answer.unwrap().url().clone();
    let after_host = url.path().to_owned()
        + &url.query().map(|query| format!("?{query}")).unwrap_or_default()
        + &url.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
    (asked.pop().unwrap(), after_host)
}

#[test]
fn redirects_lead_to_the_resolved_location() {
    for (location, requested, url) in [
        ("/d", "/d", "/d"),
        ("d/../e", "/a/e", "/a/e"),
        ("?d=e f", "/a/b?d=e%20f", "/a/b?d=e%20f"),
        ("//{}/d", "/d", "/d"),
        ("HTTP://{}/d/./e", "/d/e", "/d/e"),
        // `reqwest` does not send fragments.
        ("/d#e", "/d", "/d"),
        ("../../../d", "/d", "/d"),
    ] {
        assert_eq!(leads_to(location), (requested.into(), url.into()), "{location}");
    }
}

#[test]
fn an_address_that_is_not_canonical() {
    let (answer, asked) = follow("/a/b?c", "http://0x7f.1:1/d", Policy::none());
    assert_eq!((answer.unwrap().status().as_u16(), asked), (302, vec!["/a/b?c".into()]));
}

#[test]
fn no_url() {
    // A redirect to an invalid URL is not followed: the response is the redirect itself.
    let (answer, asked) = follow("/a/b?c", "http://[::x]/", Policy::default());
    assert_eq!((answer.unwrap().status().as_u16(), asked.len()), (302, 1));
}

#[test]
fn a_policy_sees_the_urls() {
    let same_origin = Policy::custom(|attempt| {
        let [from, to] = [attempt.previous().last().unwrap(), attempt.url()].map(|url| url.origin());
        if from == to { attempt.follow() } else { attempt.stop() }
    });
    let (answer, asked) = follow("/a/b?c", "http://localhost:1/d", same_origin);
    assert_eq!((answer.unwrap().status().as_u16(), asked.len()), (302, 1));
}

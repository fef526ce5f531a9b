//! Tests `urlspec serve` under load, with 200 connections from this machine. While fewer requests are in
//! progress than the server permits, all succeed. Above that limit, every request gets an answer. The memory
//! of the server does not grow.

// Outside functions with `#[test]`, the lint for `unwrap` would report the helpers of this file.
#![allow(clippy::unwrap_used)]
#![cfg(all(feature = "serve", target_os = "linux"))]

#[path = "viewer/server.rs"]
#[allow(dead_code)] // It is shared with the other tests of the viewer.
mod server;

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::Server;
use ureq::Agent;

const CONNECTIONS: usize = 200;

/// The duration of the load with fewer requests than the server permits. `ABOVE` is that with more requests.
const BELOW: Duration = Duration::from_secs(20);
const ABOVE: Duration = Duration::from_secs(3);

/// The number of connections that send requests at the same time. The server permits 64 requests.
const AT_A_TIME: usize = 50;

/// The maximum growth of the server's memory under load, in KiB. The allocator does not return all memory.
const GROWTH: u64 = 16 << 10;

#[derive(Default)]
struct Count {
    done: u64,
    busy: u64,
}

fn client() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).max_idle_connections(1);
    config.build().into()
}

/// Returns one request for each example of the page. It asks for the results and the steps of all profiles.
fn requests(server: &Server) -> Vec<Value> {
    let groups: Value = server.get("/examples.json").body_mut().read_json().unwrap();
    let profiles: Value = server.get("/api/v1/profiles").body_mut().read_json().unwrap();
    let profiles: Vec<&Value> = profiles.as_array().unwrap().iter().map(|profile| &profile["name"]).collect();
    let inputs = groups.as_array().unwrap().iter().flat_map(|group| group["inputs"].as_array().unwrap());
    inputs.map(|input| json!({"input": input, "profiles": profiles, "trace": true})).collect()
}

/// Sends `request`, and counts the response. Panics unless the response has results or the error `busy`.
fn ask(client: &Agent, url: &str, request: &Value, count: &mut Count) {
    let mut response = client.post(url).send_json(request).unwrap();
    let status = response.status().as_u16();
    let patience = response.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned());
    let answer: Value = response.body_mut().read_json().unwrap();
    if status == 200 {
        let asked = request["profiles"].as_array().unwrap().len();
        assert_eq!(answer["answers"].as_array().unwrap().len(), asked);
        count.done += 1;
    } else {
        let found = (status, answer["error"]["kind"].as_str(), patience.as_deref());
        assert_eq!(found, (503, Some("busy"), Some("1")), "{answer}");
        count.busy += 1;
    }
}

/// Sends `requests` for `time` from `threads` threads. The threads share the connections.
fn load(server: &Server, threads: usize, time: Duration, requests: &[Value]) -> Count {
    let (url, start) = (server.url("/api/v1/run"), Instant::now());
    let work = |first: usize| {
        let clients: Vec<Agent> = (0..CONNECTIONS / threads).map(|_| client()).collect();
        let mut count = Count::default();
        for (turn, client) in clients.iter().cycle().enumerate() {
            if start.elapsed() > time {
                break;
            }
            ask(client, &url, &requests[(first + turn) % requests.len()], &mut count);
        }
        count
    };
    let counts: Vec<Count> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    let sum = |number: fn(&Count) -> u64| counts.iter().map(number).sum();
    Count { done: sum(|count| count.done), busy: sum(|count| count.busy) }
}

/// Returns the memory that the server uses, in KiB.
fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
#[ignore = "takes 25 s of all cores: `cargo xtask ci` runs it"]
fn the_server_withstands_load() {
    let server = Server::start();
    let requests = requests(&server);
    assert!(requests.len() >= 70);
    // Each connection and each thread of the server needs some memory, which the server does not return.
    load(&server, AT_A_TIME, Duration::from_secs(2), &requests);
    let warm = memory(&server);

    let below = load(&server, AT_A_TIME, BELOW, &requests);
    let after = memory(&server);
    println!(
        "below the limit: {} answers, {} times busy; {warm} KiB before, {after} KiB after",
        below.done, below.busy
    );
    assert!(below.done > CONNECTIONS as u64, "{} answers", below.done);
    assert_eq!(below.busy, 0);
    assert!(after < warm + GROWTH, "{after} KiB after {warm} KiB");

    // All connections send at the same time a request with the maximum amount of work.
    let long = format!("http://a.test/{}", "b/".repeat(2000));
    let heavy = json!({"input": long, "profiles": vec!["manakai"; 20], "trace": true});
    let above = load(&server, CONNECTIONS, ABOVE, &[heavy]);
    let last = memory(&server);
    println!("above the limit: {} answers, {} times busy; {last} KiB after", above.done, above.busy);
    assert!(above.done > 0 && above.busy > 0, "{} answers, {} times busy", above.done, above.busy);
    // At most 64 answers of the maximum size may have been in memory at the same time.
    assert!(last < warm + (128 << 10), "{last} KiB after {warm} KiB");

    assert_eq!(server.get("/healthz").status(), 200);
    let (status, _) = server.run(r#"{"input":"http://a.test/"}"#);
    assert_eq!(status, 200);
}

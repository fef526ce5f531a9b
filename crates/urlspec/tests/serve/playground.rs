//! The site's playground answers as the server does.

use serde_json::Value;

use crate::server::Server;

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
            serde_json::json!({
                "id": 1, "input": input, "base": "http://a.test/b/?c", "profiles": profiles, "trace": true,
                "diff": ["whatwg", "rfc3986"],
            })
            .to_string()
        })
    });
    let refused = ["", "{}", r#"{"input":"a","profile":"none"}"#, r#"{"input":"a","encoding":"none"}"#];
    let others =
        [r#"{"input":"http://a.test/\ud800?\u00e9","encoding":"windows-1252","trace":true,"every":true}"#];
    for request in requests.chain(refused.into_iter().chain(others).map(Into::into)) {
        let answer = server.post(&request).body_mut().read_to_vec().unwrap();
        assert!(playground::answer(request.as_bytes()) == answer, "{request}");
    }
}

//! Tests of `guard`, and of the commands `risk` and `agree`.

use serde_json::{Value, json};

use crate::run::{run, write};

const BOTH: &str = "--profiles whatwg,node-url-parse";

/// A URL that was not checked must be refused, so that `agree ... && fetch` does not fetch. Blank arguments
/// and empty inputs are tested in `inputs.rs`.
#[test]
fn missing_urls_are_refused() {
    let agree = format!("agree {BOTH}");
    for guard in ["risk", &agree] {
        for blank in ["", " ", "\t"] {
            let output = run(format!("{guard} --json https://a.example/ '{blank}'"), "");
            assert_eq!(output.code, 1);
            let is_refused = output.out.contains(r#"{"line":2,"ok":false,"error":{"kind":"blank""#);
            assert!(is_refused, "{guard} {blank:?}");
            let output = run(format!("{guard} --json --base https://a.example/x -- '{blank}'"), "");
            assert_eq!(output.code, 0, "{guard} {blank:?}");
            assert!(output.out.contains(r#""href":"https://a.example/x""#));
            let output = run(format!("{guard} --base http://a.example:x/ -- '{blank}'"), "");
            assert_eq!(output.code, 1, "{guard} {blank:?}");
        }
    }
    write("nothing-to-check.txt", "");
    for guard in ["risk", "risk --json", &agree, "guard", "guard --json", "guard --sarif", "guard --explain"]
    {
        for (args, input, code) in [
            ("--in -", "", 1),
            ("--in nothing-to-check.txt", "", 1),
            ("-", "\n", 1),
            ("-", "https://a.example/\n\n", 1),
            ("-", "https://a.example/\n", 0),
        ] {
            assert_eq!(run(format!("{guard} {args}"), input).code, code, "{guard} {args} {input:?}");
        }
    }
    assert_eq!(run("guard --base=https://a.example/ -", "\n").code, 1);
}

/// `guard --resolve` writes the addresses that it checked. Resolving `localhost` requires no network.
#[test]
fn addresses_are_pinned() {
    write("loopback.toml", "allow-hosts = [\"localhost\", \"127.0.0.0/8\", \"::1\"]\nports = \"any\"\n");
    let resolve = "guard --resolve --policy loopback.toml";
    let pinned = run(format!("{resolve} http://localhost:8080/?{{a}}\\b"), "").out;
    let (pin, rest) = pinned.split_once('\n').unwrap();
    let addresses = pin.strip_prefix("--resolve localhost:8080:").unwrap();
    assert!(addresses.split(',').all(|address| matches!(address, "127.0.0.1" | "[::1]")), "{addresses}");
    assert_eq!(rest, "--globoff\n--url \"http://localhost:8080/?{a}\\\\b\"\n");
    let json = run(format!("{resolve} --json http://localhost/ http://127.0.0.1/"), "").out;
    let answers: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["needs_addresses"], false);
    assert_eq!(answers[1]["addresses"], json!(["127.0.0.1"]));

    // Even if the policy allows the name, it must not resolve to an address of this machine.
    write("name.toml", "allow-hosts = [\"localhost\"]\n");
    let output = run("guard --resolve --policy name.toml http://localhost/", "");
    assert_eq!((output.code, &*output.out), (1, ""));
    // A name that does not resolve is refused. This name is so long that the resolver sends no query.
    write("long.toml", "permit = [\"name-length\"]\n");
    let url = format!("http://{}.example/", "a".repeat(64));
    let output = run(format!("guard --resolve --json --policy long.toml '{url}'"), "");
    assert_eq!(output.code, 1);
    assert!(output.out.contains("\"kind\":\"no-address\""), "{output:?}");
}

/// If the input lines have locations, as `find --raw` writes them, the SARIF report has the locations too.
#[test]
fn sarif_has_the_places() {
    let found = "./a.rs:1:8\thttps://a.example/x\n./a.rs:2:12\thttp://10.0.0.1/\n./b/c#d.html:1:13\thttp://u:p@e.example/\n";
    let sarif: Value = serde_json::from_str(&run("guard --sarif", found).out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"], "hazard");
    let place = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        json!([result["ruleId"], place["artifactLocation"]["uri"], place["region"]])
    };
    let places: Vec<_> = sarif["runs"][0]["results"].as_array().unwrap().iter().map(place).collect();
    let expected = [
        json!(["host", "./a.rs", {"startLine": 2, "startColumn": 12}]),
        json!(["hazard", "./b/c%23d.html", {"startLine": 1, "startColumn": 13}]),
    ];
    assert_eq!(places, expected);
}

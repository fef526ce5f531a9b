//! Tests every setting of a guard, and every value that a setting refuses.

use serde_json::{Value, from_value, json};
use url_facade::{Host, Profile};
use url_guard::{Guard, GuardBuilder, Hazard, HostRule, Policy};
use url_testdata::{Record, check_vectors, text};

fn build(policy: &Value) -> Result<Guard, String> {
    let policy: Policy = from_value(policy.clone()).map_err(|error| error.to_string())?;
    policy.build().map_err(|error| error.to_string())
}

/// Returns the error of the policy, or an outcome for each URL: "ok" if it is permitted unchanged, the
/// permitted URL, or the code of the refusal. If the record has a URL `from`, the others are redirects from
/// that URL.
fn run(record: &Record) -> Value {
    let guard = match build(&record["policy"]) {
        Ok(guard) => guard,
        Err(error) => return error.into(),
    };
    let base = text(record, "base");
    let from = text(record, "from").map(|from| guard.check(from, base).unwrap());
    let outcome = |given: &Value| {
        let given = given.as_str().unwrap();
        let checked = match &from {
            Some(from) => guard.redirect(from, given),
            None => guard.check(given, base),
        };
        match checked {
            Ok(permitted) if permitted.href() == given => "ok".to_owned(),
            Ok(permitted) => permitted.href().to_owned(),
            Err(refusal) => refusal.code().to_owned(),
        }
    };
    record["given"].as_array().unwrap().iter().map(outcome).collect()
}

#[test]
fn policies() {
    check_vectors("guard/settings.jsonl", 74, run);
    let unknown =
        [("permit", "\"x\" is not a hazard: backslash, control"), ("consumers", "unknown profile \"x\"")];
    for (setting, sentence) in unknown {
        assert!(build(&json!({setting: ["x"]})).unwrap_err().starts_with(sentence), "{setting}");
    }
    // Without the feature `regexp` of url-pattern, the pattern itself is refused, with another message.
    for pattern in ["https://a.example/(\\d+)", "https://:a(.*).b(x)"] {
        for setting in ["allow-patterns", "deny-patterns"] {
            let error = build(&json!({setting: [pattern]})).unwrap_err();
            assert!(error.contains("regular expression"), "{setting}: {error}");
        }
    }
}

/// The methods of the builder have the same effect as the settings of a policy.
#[test]
fn builders_are_policies() {
    let host = |rule: &str| [rule.parse::<HostRule>().unwrap()];
    let builder = Guard::builder()
        .schemes(["https"])
        .allow_hosts(host(".a.example"))
        .deny_hosts(host("x.a.example"))
        .ports([8443])
        .consumers([Profile::Curl])
        .permit(Hazard::Credentials)
        .any_origin()
        .allow_paths(["/b"])
        .deny_paths(["/b/c"])
        .allow_patterns(["/b/*"])
        .deny_patterns(["/b/d"])
        .max_len(99)
        .max_redirects(1)
        .allow_downgrade();
    let policy = json!({
        "schemes": ["https"], "allow-hosts": [".a.example"], "deny-hosts": ["x.a.example"], "ports": [8443],
        "consumers": ["curl"], "permit": ["credentials"], "any-origin": true, "allow-paths": ["/b"],
        "deny-paths": ["/b/c"], "allow-patterns": ["/b/*"], "deny-patterns": ["/b/d"], "max-len": 99,
        "max-redirects": 1, "allow-downgrade": true,
    });
    let any_port = (Guard::builder().any_port(), json!({"ports": "any"}));
    for (builder, policy) in [(builder, policy), (Guard::builder(), json!({})), any_port] {
        assert_eq!(format!("{:?}", builder.build()), format!("{:?}", build(&policy)));
    }
}

#[test]
fn rules_of_hosts() {
    for (text, written) in [
        ("A.Example", "a.example"),
        ("é.example", "xn--9ca.example"),
        (".a.example", ".a.example"),
        ("site:Example.com", "site:example.com"),
        ("10.1.2.3/8", "10.0.0.0/8"),
        ("10.1.2.3", "10.1.2.3/32"),
        ("::1", "::1/128"),
        ("[::1]", "::1/128"),
        ("*", "*"),
    ] {
        let rule: HostRule = text.parse().unwrap();
        assert_eq!(rule.to_string(), written);
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    let wrong = "| |.|..|*.a.example|**|http://a.example|a.example/|a.example:80|u@a.example|a b|a.example.|site:|\
            site:com|site:a.example.com|10.0.0.0/33|10.1|0x7f.1|[::1|a%2eb|a\\b|..a.example|a,b|a..b|?|#a|\
            a\tb|a\n";
    for text in wrong.split('|') {
        assert!(text.parse::<HostRule>().is_err(), "{text:?} is {:?}", text.parse::<HostRule>());
    }
    for (text, part) in [
        ("site:github.io", "a public suffix"),
        ("site:co.uk", "a public suffix"),
        ("site:a.github.io.", "is not a host"),
        ("site:b.a.co.uk", "use `site:a.co.uk`"),
        ("a b", "is not a host"),
    ] {
        let error = text.parse::<HostRule>().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    assert!(!HostRule::Name("1.2.3.4".into()).matches(&Host::<&str>::Ipv4([1, 2, 3, 4].into())));
}

#[test]
fn refusals_by_patterns() {
    // Neither many patterns nor a long URL takes more than linear time.
    let many: Vec<String> = (0..1000).map(|at| format!("https://a{at}.example/*a*b*:c-:d")).collect();
    let guard = Guard::builder().allow_patterns(many).max_len(1 << 20).build().unwrap();
    let long = format!("https://a7.example/{}", "a/b-".repeat(1 << 14));
    assert_eq!(guard.check(&long, None).unwrap_err().code(), "pattern");
    let refusal = |builder: GuardBuilder, url: &str| {
        let refusal = builder.build().unwrap().check(url, None).unwrap_err();
        (refusal.to_string(), refusal.setting().unwrap(), refusal.cwe())
    };
    let nearest = ["https://b.example/*", "https://a.example/books/:id", "https://a.example/c"];
    let sentence = r#"no allowed pattern matches; the nearest is https://a.example/books/:id: pathname: "/books/" does not match "/books/:id" at 7"#;
    assert_eq!(
        refusal(Guard::builder().allow_patterns(nearest), "https://a.example/books/"),
        (sentence.into(), "allow-patterns".into(), Some(918))
    );
    let denied = ("the denied pattern /a/* matches".into(), "deny-patterns".into(), Some(918));
    assert_eq!(refusal(Guard::builder().deny_patterns(["/b", "/a/*"]), "https://a.example/A/b"), denied);
}

//! Tests every setting of a guard, and every value that a setting refuses.

use url_facade::{Host, Profile};
use url_guard::{Guard, GuardBuilder, Hazard, HostRule};

/// Returns the codes of the refusals for `inputs`, which are separated by spaces, or "ok" for permitted URLs.
#[track_caller]
fn codes(builder: GuardBuilder, inputs: &str) -> String {
    let guard = builder.build().unwrap();
    let code = |input| guard.check(input, None).map_or_else(|refusal| refusal.code(), |_| "ok");
    inputs.split(' ').map(code).collect::<Vec<_>>().join(" ")
}

fn hosts(rules: &[&str]) -> Vec<HostRule> {
    rules.iter().map(|rule| rule.parse().unwrap()).collect()
}

#[test]
fn hosts_are_allowed_and_denied() {
    let allow = |rules: &[&str]| Guard::builder().allow_hosts(hosts(rules));
    let names = "http://good.example/ http://a.good.example/ http://evilgood.example/ http://8.8.8.8/";
    let others = "host-not-allowed host-not-allowed";
    assert_eq!(codes(allow(&["good.example"]), names), format!("ok host-not-allowed {others}"));
    assert_eq!(codes(allow(&[".good.example"]), names), format!("host-not-allowed ok {others}"));
    assert_eq!(codes(allow(&["8.8.0.0/16"]), names), format!("{others} host-not-allowed ok"));
    let sites = "http://a.co.uk/ http://b.a.co.uk/ http://c.co.uk/";
    assert_eq!(codes(allow(&["site:a.co.uk"]), sites), "ok ok host-not-allowed");
    let deny = Guard::builder().deny_hosts(hosts(&["good.example", ".good.example"]));
    assert_eq!(codes(deny, names), format!("{others} ok ok"));
    // A denied host is denied with a final dot too, if final dots are permitted.
    let both = allow(&[".example"]).deny_hosts(hosts(&["evil.example"])).permit(Hazard::FinalDot);
    let dots = "http://evil.example./ http://good.example./ http://EVIL.example/";
    assert_eq!(codes(both, dots), "host-not-allowed ok host-not-allowed");
    let private = "http://10.1.2.3/ http://192.168.0.1/ http://localhost/ http://127.1/";
    assert_eq!(codes(Guard::builder(), private), "host host host disagreement");
    let listed = allow(&["10.0.0.0/8", "localhost", "127.0.0.1"]);
    assert_eq!(codes(listed, private), "ok host-not-allowed ok disagreement");
    // With `*`, the listed hosts are allowed in addition to the public ones.
    let beside = "http://198.18.0.1/ http://a.example/ http://8.8.8.8/ http://10.1.2.3/ http://localhost/";
    assert_eq!(codes(allow(&["*", "198.18.0.0/15"]), beside), format!("ok ok ok {others}"));
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
fn schemes_ports_paths_and_consumers() {
    let urls = "http://a.example/ https://a.example/ ws://a.example/ ftp://a.example/ x://a.example/";
    assert_eq!(codes(Guard::builder(), urls), "ok ok scheme scheme scheme");
    let schemes = Guard::builder().schemes(["wss", "ws", "ftp"]);
    assert_eq!(codes(schemes, urls), "scheme scheme ok ok scheme");
    let ports = "http://a.example/ http://a.example:80/ http://a.example:8080/ https://a.example:80/ \
        http://a.example:0/";
    assert_eq!(codes(Guard::builder(), ports), "ok ok port port hazard");
    assert_eq!(codes(Guard::builder().ports([8080]), ports), "port port ok port hazard");
    assert_eq!(codes(Guard::builder().any_port(), ports), "ok ok ok ok hazard");
    let paths = "http://a.example http://a.example/b http://a.example/b/c http://a.example/bc \
        http://a.example/%62";
    assert_eq!(codes(Guard::builder().allow_paths(["/b"]), paths), "path ok ok path path");
    assert_eq!(codes(Guard::builder().deny_paths(["/b"]), paths), "ok path path ok path");
    // Node's `url.parse` finds no host in these URLs; Go accepts the hosts.
    let quoted = "http://a'.example/ http://;a.example/";
    let go = || Guard::builder().consumers([Profile::GoNetUrl]);
    assert_eq!(codes(go(), quoted), "hazard hazard");
    assert_eq!(codes(go().permit(Hazard::HostCharacter), quoted), "ok ok");
    let all = Guard::builder().permit(Hazard::HostCharacter);
    assert_eq!(codes(all, quoted), "disagreement disagreement");
}

/// Each line: settings `+PATTERN` (allowed) or `-PATTERN` (denied), and then URLs with the codes of their
/// refusals, and a part of the sentence.
#[cfg(feature = "patterns")]
#[test]
fn patterns_allow_and_deny() {
    let both = |allowed: &[&str], denied: &[&str]| {
        let permitted = [Hazard::FinalDot, Hazard::EncodedSlash, Hazard::TwoDots];
        let builder = permitted.into_iter().fold(Guard::builder(), GuardBuilder::permit);
        let builder = if allowed.is_empty() { builder } else { builder.allow_patterns(allowed.to_vec()) };
        if denied.is_empty() { builder } else { builder.deny_patterns(denied.to_vec()) }
    };
    let books = both(&["https://*.a.example/books/:id", "https://a.example/*"], &[]);
    let urls = "https://b.a.example/books/7?q https://a.example/ https://a.example/x/..%2fy https://evil.example/ \
        https://b.a.example/books/..;/7 https://b.a.example./books/7 http://a.example/";
    assert_eq!(codes(books, urls), "ok ok ok pattern pattern ok pattern");
    // Patterns do not make a host public.
    let private = both(&["http://127.0.0.1/*", "http://localhost/*"], &[]);
    assert_eq!(codes(private, "http://127.0.0.1/ http://localhost/"), "host host");
    let listed = both(&["http://127.0.0.1/b"], &[]).allow_hosts(hosts(&["127.0.0.0/8"]));
    assert_eq!(codes(listed, "http://127.0.0.1/b http://127.0.0.1/c"), "ok pattern");
    let admin = both(&[], &["/admin/*", "https://*.evil.example/*"]);
    let urls = "https://a.example/admin/x https://a.example/ADMIN/ https://a.example/admin https://a.example/administrator \
        https://a.example/%2561dmin/x https://a.example//admin/x https://a.example/x;/..;/admin/y \
        https://b.evil.example./ https://B.EVIL.example/c https://evil.example/";
    let denied = "pattern pattern pattern ok pattern pattern pattern pattern pattern ok";
    assert_eq!(codes(admin, urls), denied);
    // The path alone may be allowed: a way out of it is refused.
    let public = both(&["/public/*"], &["/public/private/:any*"]);
    let urls = "https://a.example/public/ https://a.example/public/x/y https://a.example/public/..;/admin \
        https://a.example/public/..%2fadmin https://a.example/public/Private https://a.example/public/caf%C3%A9%20x";
    assert_eq!(codes(public, urls), "ok ok pattern pattern pattern ok");
    // Neither many patterns nor a long URL takes more than linear time.
    let many: Vec<String> = (0..1000).map(|at| format!("https://a{at}.example/*a*b*:c-:d")).collect();
    let guard = Guard::builder().allow_patterns(many).max_len(1 << 20).build().unwrap();
    let long = format!("https://a7.example/{}", "a/b-".repeat(1 << 14));
    assert_eq!(guard.check(&long, None).unwrap_err().code(), "pattern");
    let refusal = |builder: GuardBuilder, url: &str| {
        let refusal = builder.build().unwrap().check(url, None).unwrap_err();
        (refusal.to_string(), refusal.setting().unwrap(), refusal.cwe())
    };
    let nearest = both(&["https://b.example/*", "https://a.example/books/:id", "https://a.example/c"], &[]);
    let sentence = r#"no allowed pattern matches; the nearest is https://a.example/books/:id: pathname: "/books/" does not match "/books/:id" at 7"#;
    assert_eq!(
        refusal(nearest, "https://a.example/books/"),
        (sentence.into(), "allow-patterns".into(), Some(918))
    );
    let denied = ("the denied pattern /a/* matches".into(), "deny-patterns".into(), Some(918));
    assert_eq!(refusal(both(&[], &["/b", "/a/*"]), "https://a.example/A/b"), denied);
    // The target of a redirect must match, too.
    let guard = both(&["https://a.example/*"], &[]).build().unwrap();
    let first = guard.check("https://a.example/", None).unwrap();
    assert_eq!(guard.redirect(&first, "https://b.example/").unwrap_err().code(), "pattern");
    for (pattern, part) in [
        ("a.example", "the pattern has no protocol"),
        ("https://a.example/{b{c}}", "(at bytes 3..4, urlpattern#consume-a-required-token-2)"),
        ("https://a.example/(\\d+)", "regular expression"),
        ("https://:a(.*).b(x)", "regular expression"),
        ("https:///*", "matches no URL, because of its hostname"),
        ("", "the pattern has no protocol"),
    ] {
        for (builder, setting) in
            [(both(&[pattern], &[]), "allow_patterns"), (both(&[], &[pattern]), "deny_patterns")]
        {
            let error = builder.build().unwrap_err().to_string();
            let is_named = error.starts_with(&format!("the pattern {pattern:?} of {setting}: "));
            assert!(is_named && error.contains(part), "{error}");
        }
    }
    let error = |builder: GuardBuilder| builder.build().unwrap_err().to_string();
    assert_eq!(error(both(&["/a"], &["/a"])), "the pattern /a is both allowed and denied");
    assert_eq!(error(Guard::builder().allow_patterns([""; 0])), "the list of allow_patterns is empty");
    assert_eq!(error(Guard::builder().deny_patterns([""; 0])), "the list of deny_patterns is empty");
}

#[test]
fn invalid_settings_are_refused() {
    let wrong = [
        (Guard::builder().schemes([""; 0]), "the list of schemes is empty"),
        (Guard::builder().allow_hosts([]), "the list of allow_hosts is empty"),
        (Guard::builder().ports([]), "the list of ports is empty"),
        (Guard::builder().consumers([]), "the list of consumers is empty"),
        (Guard::builder().allow_paths([""; 0]), "the list of allow_paths is empty"),
        (Guard::builder().deny_hosts([]), "the list of deny_hosts is empty"),
        (Guard::builder().deny_paths([""; 0]), "the list of deny_paths is empty"),
        (Guard::builder().schemes(["HTTP"]), "\"HTTP\" is not one of the schemes http, https, ws, wss, ftp"),
        (
            Guard::builder().schemes(["mailto"]),
            "\"mailto\" is not one of the schemes http, https, ws, wss, ftp",
        ),
        (Guard::builder().consumers([Profile::Whatwg]), "whatwg is not a consumer"),
        (Guard::builder().allow_paths(["b"]), "the path \"b\" does not begin with a slash"),
        (Guard::builder().deny_paths([""]), "the path \"\" does not begin with a slash"),
        (Guard::builder().allow_paths(["/b"]).deny_paths(["/b"]), "the path /b is both allowed and denied"),
        (
            Guard::builder().allow_hosts(hosts(&["a.example"])).deny_hosts(hosts(&["a.example"])),
            "the host a.example is both allowed and denied",
        ),
        (
            Guard::builder().permit(Hazard::Port),
            "the hazard `port` is permitted, but no other port is: use `ports`",
        ),
        (Guard::builder().max_len(0), "the maximum length must be at least 1"),
    ];
    for (builder, sentence) in wrong {
        assert_eq!(builder.build().unwrap_err().to_string(), sentence);
    }
}

#[cfg(feature = "serde")]
#[test]
fn policies() {
    use url_guard::Policy;

    let build = |text: &str| {
        let policy: Policy = serde_json::from_str(text).map_err(|error| error.to_string())?;
        policy.build().map_err(|error| error.to_string())
    };
    let all = r#"{"schemes": ["https"], "allow-hosts": [".a.example", "site:b.com", "10.0.0.0/8"], "deny-hosts": ["x.a.example"],
        "ports": [443, 8443], "consumers": ["curl", "go-net-url"], "permit": ["credentials", "final-dot"], "any-origin": true,
        "allow-paths": ["/b"], "deny-paths": ["/b/c"], "max-len": 99, "max-redirects": 1, "allow-downgrade": true}"#;
    let guard = build(all).unwrap();
    assert!(guard.check("https://u@d.a.example.:8443/b", None).is_ok());
    for (input, code) in [
        ("http://d.a.example/b", "scheme"),
        ("https://x.a.example/b", "host-not-allowed"),
        ("https://d.a.example:1/b", "port"),
        ("https://d.a.example/b/c", "path"),
    ] {
        assert_eq!(guard.check(input, None).unwrap_err().code(), code);
    }
    assert!(build("{}").unwrap().check("http://a.example/", None).is_ok());
    assert!(build(r#"{"ports": "any"}"#).unwrap().check("http://a.example:1/", None).is_ok());
    for (text, part) in [
        (
            r#"{"allow_hosts": ["a"]}"#,
            "unknown field `allow_hosts`, expected one of `schemes`, `allow-hosts`",
        ),
        (r#"{"schemes": []}"#, "the list of schemes is empty"),
        (r#"{"ports": []}"#, "the list of ports is empty"),
        (r#"{"ports": [65536]}"#, "did not match"),
        (r#"{"ports": "all"}"#, "did not match"),
        (r#"{"ports": 80}"#, "did not match"),
        (r#"{"permit": ["credential"]}"#, "\"credential\" is not a hazard: backslash, control"),
        (r#"{"consumers": ["crul"]}"#, "crul"),
        (r#"{"consumers": ["rfc3986"]}"#, "rfc3986 is not a consumer"),
        (r#"{"allow-hosts": ["*.a.example"]}"#, "\"*.a.example\" is not a host"),
        (r#"{"max-len": -1}"#, "invalid value"),
        ("", "EOF"),
    ] {
        let error = build(text).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
}

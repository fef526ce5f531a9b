//! `guard`, and the commands that it builds on: `risk` and `agree`.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::run::{RunOutput, path, read, run, shown, shown_with, urlspec, write};

const BOTH: &str = "--profiles whatwg,node-url-parse";

#[test]
fn where_hosts_lead() {
    let of_each_kind = "example.com\r\n\n::1\n[::ffff:10.0.0.1]\nmetadata.google.internal\nhttp://[64:ff9b::a9fe:a9fe]/\nfoo://x/\nfile:///etc\n\
        http://a b/\n";
    assert_snapshot!(shown_with("risk --in -", of_each_kind), @r#"
    example.com	unknown-until-resolved	-	-	-
    2	blank	-	-	the text is blank: there is no URL
    [::1]	address	loopback	::1/128, RFC 4291	-
    [::ffff:a00:1]	address	ipv4-mapped	::ffff:0.0.0.0/96, RFC 4291, embedded 10.0.0.1 (private)	-
    metadata.google.internal	listed-name	metadata	metadata.google.internal, Google Cloud, "About VM metadata", a metadata service	-
    [64:ff9b::a9fe:a9fe]	address	nat64	64:ff9b::/96, RFC 6052, a metadata service, embedded 169.254.169.254 (link-local)	-
    x	unknown-opaque	-	-	-
    -	no-host	-	-	-
    9	host-forbidden	whatwg#concept-domain-to-ascii-8	7..10	the host contains a forbidden character, such as `/`, literally or percent-encoded: remove it
    -- stderr
    lines 9, accepted 1, invalid 8
    -- exit code 1
    "#);
    assert_snapshot!(shown("risk 0x7f.1 --profile rfc3986"), @r#"
    0x7f.1	read-as-address	loopback	127.0.0.0/8, RFC 1122, section 3.2.1.3	-
    -- exit code 1
    "#);
    assert_snapshot!(shown("risk https://a.example/"), @"a.example	unknown-until-resolved	-	-	https://a.example/");
    assert_snapshot!(shown_with("risk --json -", of_each_kind), @r#"
    {"line":1,"ok":true,"href":null,"host":"example.com","kind":"domain","refused":false,"risk":"unknown-until-resolved"}
    {"line":2,"ok":false,"error":{"kind":"blank","message":"the text is blank: there is no URL","section":null,"span":null}}
    {"line":3,"ok":true,"href":null,"host":"[::1]","kind":"ipv6","refused":true,"risk":"address","purpose":"loopback","within":"::1/128","reference":"RFC 4291"}
    {"line":4,"ok":true,"href":null,"host":"[::ffff:a00:1]","kind":"ipv6","refused":true,"risk":"address","purpose":"ipv4-mapped","within":"::ffff:0.0.0.0/96","reference":"RFC 4291","embedded":[{"address":"10.0.0.1","role":"destination","purpose":"private"}]}
    {"line":5,"ok":true,"href":null,"host":"metadata.google.internal","kind":"domain","refused":true,"risk":"listed-name","purpose":"metadata","within":"metadata.google.internal","reference":"Google Cloud, \"About VM metadata\"","metadata":true}
    {"line":6,"ok":true,"href":null,"host":"[64:ff9b::a9fe:a9fe]","kind":"ipv6","refused":true,"risk":"address","purpose":"nat64","within":"64:ff9b::/96","reference":"RFC 6052","metadata":true,"embedded":[{"address":"169.254.169.254","role":"destination","purpose":"link-local"}]}
    {"line":7,"ok":true,"href":null,"host":"x","kind":"opaque","refused":true,"risk":"unknown-opaque"}
    {"line":8,"ok":true,"href":null,"host":null,"kind":"empty","refused":true,"risk":"no-host"}
    {"line":9,"ok":false,"error":{"kind":"host-forbidden","message":"the host contains a forbidden character, such as `/`, literally or percent-encoded: remove it","section":"whatwg#concept-domain-to-ascii-8","span":[7,10]}}
    -- stderr
    {"lines":9,"accepted":1,"invalid":8,"blank":0}
    -- exit code 1
    "#);
    assert_snapshot!(shown_with("risk --in - --errors risk-errors.txt", "10.0.0.1\nx:\n"), @r#"
    10.0.0.1	address	private	10.0.0.0/8, RFC 1918	-
    -	no-host	-	-	-
    -- stderr
    lines 2, accepted 0, invalid 2
    -- exit code 1
    "#);
    assert_snapshot!(read("risk-errors.txt"), @r#"
    1	refused	-	-	10.0.0.1 address private 10.0.0.0/8, RFC 1918
    2	refused	-	-	no-host
    "#);
}

/// If a consumer reads another host, the URL is refused and the host is reported; any other URL has the form
/// to pass on.
#[test]
fn hosts_that_are_read_otherwise() {
    assert_snapshot!(shown("risk http://0127.0.0.1/ http://010.0.0.1/ http://%38.%38.%38.%38/ http:///1.1.1.01/"), @r"
    87.0.0.1	read-otherwise	-	127.0.0.1 (loopback) to java-net-url, java-net-url-17, java-net-uri	-
    8.0.0.1	read-otherwise	-	10.0.0.1 (private) to java-net-url, java-net-url-17, java-net-uri, npm-uri-js	-
    8.8.8.8	read-otherwise	-	localhost (localhost) to node-url-parse, node-url-parse-20; %38.%38.%38.%38 (unknown-until-resolved) to php-parse-url, python-httpx, python-yarl, java-net-url, java-net-url-17, ruby-uri, ruby-uri-3.1, npm-url-parse	-
    1.1.1.1	read-otherwise	-	localhost (localhost) to node-url-parse, node-url-parse-20, java-net-url, java-net-url-17, ruby-uri, ruby-uri-3.1; no host to perl-uri, go-net-url, go-net-url-1.19, python-urlsplit, python-urlsplit-3.11, python-urllib3, python-httpx, python-yarl, java-net-uri	-
    -- exit code 1
    ");
    assert_snapshot!(shown("risk 0127.0.0.1"), @r"
    87.0.0.1	read-otherwise	-	127.0.0.1 (loopback) to java-net-url, java-net-url-17, java-net-uri	-
    -- exit code 1
    ");
    assert_snapshot!(shown("risk --json http://010.0.0.1/"), @r#"
    {"line":1,"ok":true,"href":null,"host":"8.0.0.1","kind":"ipv4","refused":true,"risk":"read-otherwise","read":[{"profile":"java-net-url","host":"10.0.0.1","risk":"address","purpose":"private","within":"10.0.0.0/8","reference":"RFC 1918"},{"profile":"java-net-url-17","host":"10.0.0.1","risk":"address","purpose":"private","within":"10.0.0.0/8","reference":"RFC 1918"},{"profile":"java-net-uri","host":"10.0.0.1","risk":"address","purpose":"private","within":"10.0.0.0/8","reference":"RFC 1918"},{"profile":"npm-uri-js","host":"10.0.0.1","risk":"address","purpose":"private","within":"10.0.0.0/8","reference":"RFC 1918"}]}
    -- exit code 1
    "#);
    assert_snapshot!(shown("risk HTTPS://u@A_b.example:443/x/../é http://bücher.example http://8.8.8.8."), @"
    a_b.example	unknown-until-resolved	-	-	https://u@a_b.example/%C3%A9
    xn--bcher-kva.example	unknown-until-resolved	-	-	http://xn--bcher-kva.example/
    8.8.8.8	address	global	0.0.0.0/0, RFC 791	http://8.8.8.8/
    ");
    // With a base, consumers read only the URL to pass on.
    assert_snapshot!(shown("risk --json /x --base http://A.example/y"), @r#"
    {"line":1,"ok":true,"href":"http://a.example/x","host":"a.example","kind":"domain","refused":false,"risk":"unknown-until-resolved"}
    "#);
    assert_snapshot!(shown("risk //a%zz/ --base foo://x/ //a/"), @"
    a%zz	unknown-opaque	-	-	-
    a	unknown-opaque	-	-	-
    -- exit code 1
    ");
}

/// Anything that was not checked is refused: `agree ... && fetch` must not run. `inputs.rs` tests blank
/// arguments and empty inputs.
#[test]
fn nothing_is_refused() {
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
    assert_snapshot!(shown("risk ' '"), @"
    1	blank	-	-	the text is blank: there is no URL
    -- exit code 1
    ");
    assert_snapshot!(shown(format!("{agree} ' '")), @"
    -- stderr
    error[blank]: the text is blank: there is no URL
    -- exit code 1
    ");
}

#[test]
fn what_to_hand_on() {
    let agree = |rest: &str| shown(format!("agree {BOTH} {rest}"));
    assert_snapshot!(agree("HTTP://A.example:80/x"), @"http://a.example/x");
    assert_snapshot!(agree("HTTP://A.example:80/x --json"), @r#"
    {"line":1,"ok":true,"href":"http://a.example/x","scheme":"http","host":"a.example","port":80,"origin":"http://a.example","path":"/x"}
    "#);
    assert_snapshot!(agree("http://good%2eexample/"), @r#"
    -- stderr
    error[parted]: whatwg and node-url-parse differ: whatwg#authority-state-2 read it as the host; node-url-parse#parse-9 read it as the path, at bytes 11..21
    -- exit code 1
    "#);
    assert_snapshot!(agree("http://good%2eexample/ --strict --json"), @r#"
    {"line":1,"ok":false,"error":{"kind":"escaped-host","message":"the host contains a percent sign","section":null,"span":[7,21]}}
    -- exit code 1
    "#);
    assert_snapshot!(agree("http://u@a.example/ --strict"), @r#"
    -- stderr
    error[credentials]: there is a user name or a password
    -- exit code 1
    "#);
    assert_snapshot!(agree("http://u@a.example/ --strict --permit credentials,port"), @"http://u@a.example/");
    assert_snapshot!(agree("../b --base http://a.example/x/y/z --strict"), @"http://a.example/x/b");
    assert_snapshot!(agree("//a%2eb/ --base foo://x/ --json"), @r#"
    {"line":1,"ok":false,"error":{"kind":"parted-on-href","message":"given foo://a%2eb/, whatwg and node-url-parse differ: whatwg#authority-state-2 read it as the host; node-url-parse#parse-9 read it as the path, at bytes 7..11","section":null,"span":null}}
    -- exit code 1
    "#);
    assert_snapshot!(agree("http://a.example:99999/ --json"), @r#"
    {"line":1,"ok":false,"error":{"kind":"parted","message":"whatwg and node-url-parse differ: whatwg#port-state-2.1.2 rejected it (port-out-of-range); node-url-parse#parse-host-1 kept \"99999\", at bytes 17..22","section":null,"span":[17,22]}}
    -- exit code 1
    "#);
}

#[test]
fn what_to_hand_on_of_many() {
    let args = format!("agree --strict {BOTH} --in -");
    let lines = "http://a.example\r\n\nhttp://b%2eexample/\nhttp://c.example:80/\nhttp://d.example:8080/\n";
    assert_snapshot!(shown_with(&args, lines), @r#"
    http://a.example/
    http://c.example/
    -- stderr
    lines 5, agreed 2, invalid 3 (--errors FILE lists them)
    -- exit code 1
    "#);
    assert_snapshot!(shown_with(format!("{args} --json"), lines), @r#"
    {"line":1,"ok":true,"href":"http://a.example/","scheme":"http","host":"a.example","port":80,"origin":"http://a.example","path":"/"}
    {"line":2,"ok":false,"error":{"kind":"blank","message":"the text is blank: there is no URL","section":null,"span":null}}
    {"line":3,"ok":false,"error":{"kind":"escaped-host","message":"the host contains a percent sign","section":null,"span":[7,18]}}
    {"line":4,"ok":true,"href":"http://c.example/","scheme":"http","host":"c.example","port":80,"origin":"http://c.example","path":"/"}
    {"line":5,"ok":false,"error":{"kind":"port","message":"the port is not the default one of the scheme","section":null,"span":[17,21]}}
    -- stderr
    {"lines":5,"agreed":2,"invalid":3,"blank":0}
    -- exit code 1
    "#);
    assert_eq!(run(&args, "http://a.example/\n").code, 0);
}

#[test]
fn what_may_be_fetched() {
    assert_snapshot!(shown("guard HTTPS://A.example:443/x/../y?z#f"), @"https://a.example/y?z#f");
    assert_snapshot!(shown("guard ../b //evil.example/ --base https://a.example/x/y/z"), @"
    https://a.example/x/b
    -- stderr
    error[origin]: the origin is https://evil.example, and that of the base is https://a.example; setting: any-origin = true
    -- exit code 1
    ");
    let inward = "http://a.localtest.me/ http://app-10-0-0-1.nip.io/ http://[64:ff9b::7f00:1]/";
    assert_snapshot!(shown(format!("guard {inward} http://8.8.8.8.nip.io/#a#b")), @r#"
    http://8.8.8.8.nip.io/
    -- stderr
    error[host]: the host a.localtest.me is this machine; setting: allow-hosts = ["*", "a.localtest.me"]
    error[host]: the host app-10-0-0-1.nip.io resolves to 10.0.0.1, which is not public; setting: allow-hosts = ["*", "app-10-0-0-1.nip.io"]
    error[host]: the address 64:ff9b::7f00:1 is not public: IPv4-IPv6 Translat., with 127.0.0.1 in it; setting: allow-hosts = ["*", "64:ff9b::7f00:1"]
    -- exit code 1
    "#);
    assert_snapshot!(shown(format!("risk {inward}")), @r"
    a.localtest.me	localhost	-	-	-
    app-10-0-0-1.nip.io	wildcard-dns	private	10.0.0.0/8, RFC 1918	-
    [64:ff9b::7f00:1]	address	nat64	64:ff9b::/96, RFC 6052, embedded 127.0.0.1 (loopback)	-
    -- exit code 1
    ");
    write("sockets.toml", "schemes = [\"wss\"]\nallow-hosts = [\"*\", \"198.18.0.0/15\"]\n");
    assert_snapshot!(shown("guard --policy sockets.toml wss://a.example/ wss://198.18.0.1/"), @r"
    wss://a.example/
    wss://198.18.0.1/
    -- stderr
    warning: clients that know only HTTP misread `wss:` URLs: superagent and needle connect to the host `wss`
    ");
    assert_snapshot!(shown("guard http://evil.example\\@good.example/ http://169.254.169.254/ ' '"), @r#"
    -- stderr
    error[hazard]: there is a backslash; setting: permit = ["backslash"]
    error[host]: the address 169.254.169.254 is not public: Link Local; setting: allow-hosts = ["*", "169.254.169.254"]
    error[empty]: there is no URL
    -- exit code 1
    "#);
    assert_snapshot!(shown("guard --json http://evil.example\\@good.example/ http://127.1/ http://8.8.8.8/ ''"), @r#"
    {"line":1,"ok":false,"error":{"kind":"hazard","message":"there is a backslash; setting: permit = [\"backslash\"]","section":null,"span":[19,20],"hazard":"backslash","cwe":436,"setting":"permit = [\"backslash\"]"}}
    {"line":2,"ok":false,"error":{"kind":"disagreement","message":"whatwg and rfc3986 differ: whatwg#concept-host-parser-8 changed \"127.1\" to \"127.0.0.1\"; rfc3986#host-8.1 kept \"127.1\", at bytes 7..12","section":null,"span":[7,12],"cwe":436}}
    {"line":3,"ok":true,"href":"http://8.8.8.8/","host":"8.8.8.8","port":80,"origin":"http://8.8.8.8","needs_addresses":false}
    {"line":4,"ok":false,"error":{"kind":"empty","message":"there is no URL","section":null,"span":null}}
    -- exit code 1
    "#);
    assert_snapshot!(shown_with("guard --in -", "https://a.example/\nhttps://a.example:1/\n"), @"
    https://a.example/
    -- stderr
    lines 2, permitted 1, invalid 1 (--errors FILE lists them)
    -- exit code 1
    ");
    assert_snapshot!(
        shown("guard --explain https://a.example/x http://8.8.8.8:8/"),
        @r#"
    input      https://a.example/x
    permitted  https://a.example/x
    origin     https://a.example
    port       443
    host       a.example, a name: its addresses are still to be checked

    input      http://8.8.8.8:8/
    refused    port (CWE-918): the port 8 is not allowed
    host       8.8.8.8: whatwg, rfc3986, node-url-parse, node-url-parse-20, perl-uri, curl, curl-7.88, go-net-url, go-net-url-1.19, php-parse-url, python-urlsplit, python-urlsplit-3.11, python-urllib3, python-httpx, python-yarl, java-net-url, java-net-url-17, java-net-uri, ruby-uri, ruby-uri-3.1, npm-url-parse, npm-uri-js, npm-fast-uri
    setting    ports = [8]

    -- exit code 1
    "#
    );
}

#[test]
fn policies_of_guards() {
    write("policy.toml", "allow-hosts = [\".a.example\", \"10.0.0.0/8\"]\nports = \"any\"\n");
    let urls = "https://b.a.example:8080/ http://10.1.2.3/ https://c.example/";
    assert_snapshot!(shown(format!("guard --policy policy.toml {urls}")), @"
    https://b.a.example:8080/
    http://10.1.2.3/
    -- stderr
    error[host-not-allowed]: the host c.example is not allowed; setting: allow-hosts or deny-hosts
    -- exit code 1
    ");
    for (text, stderr) in [
        ("allow-host = []", "unknown field `allow-host`, expected one of `schemes`, `allow-hosts`"),
        ("ports = []", "the list of ports is empty"),
        ("permit = [\"x\"]", "\"x\" is not a hazard: backslash,"),
        ("x", "TOML"),
        ("schemes = [\"http\"]\nschemes = [\"https\"]", "duplicate key"),
    ] {
        write("no-policy.toml", text);
        for command in ["guard https://a.example/", "serve --bind=127.0.0.1:0"] {
            let output = run(format!("{command} --policy no-policy.toml"), "");
            assert!(output.code == 2 && output.stderr.contains(stderr), "{text}: {output:?}");
            assert_eq!(output.out, "");
        }
    }
    assert_eq!(run("guard https://a.example/ --policy /nowhere", "").code, 2);
}

/// The pinned addresses are those that were checked. `localhost` needs no network.
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

    // Allowing the name alone does not allow this machine's addresses.
    write("name.toml", "allow-hosts = [\"localhost\"]\n");
    let output = run("guard --resolve --policy name.toml http://localhost/", "");
    assert_eq!((output.code, &*output.out), (1, ""));
    // A name that does not resolve is refused: this one is so long that the resolver sends no query.
    write("long.toml", "permit = [\"name-length\"]\n");
    let url = format!("http://{}.example/", "a".repeat(64));
    let output = run(format!("guard --resolve --json --policy long.toml '{url}'"), "");
    assert_eq!(output.code, 1);
    assert!(output.out.contains("\"kind\":\"no-address\""), "{output:?}");
}

/// A scan of a repository: `find` reads its files, and `guard` reports the places.
#[test]
fn refusals_are_placed_in_files() {
    let folder = path("a repository");
    fs::create_dir_all(folder.join("b/.git")).unwrap();
    fs::create_dir_all(folder.join(".git")).unwrap();
    for (name, content) in [
        ("a.rs", &b"// see https://a.example/x\nlet url = \"http://10.0.0.1/\";\n"[..]),
        ("b/c#d.html", b"<p><a href=\"http://u:p@e.example/\">"),
        ("b/image", b"\0 http://f.example/"),
        ("b/.hidden", b"http://g.example/"),
        ("b/ignored", b"http://h.example/"),
        (".gitignore", b"ignored\n"),
    ] {
        fs::write(folder.join(name), content).unwrap();
    }
    let find = |args: &str| -> RunOutput {
        let mut command = urlspec();
        let command = command.current_dir(&folder).arg("find").args(args.split(' '));
        command.output().unwrap().into()
    };
    let found = find("--in .");
    assert_eq!(found.code, 0);
    assert_snapshot!(found.out, @"
    ./a.rs:1:8	https://a.example/x
    ./a.rs:2:12	http://10.0.0.1/
    ./b/c#d.html:1:13	http://u:p@e.example/
    ./b/ignored:1:1	http://h.example/
    ");
    assert_snapshot!(found.stderr, @"
    lines 4, found 4, invalid 0
    skipped 1 files that contain NUL: they are not text
    ");
    assert_snapshot!(shown_with("guard", &*found.out), @"
    https://a.example/x
    http://h.example/
    -- stderr
    lines 4, permitted 2, invalid 2 (--errors FILE lists them)
    -- exit code 1
    ");
    assert_snapshot!(shown_with("guard --json", &*found.out), @r#"
    {"file":"./a.rs","line":1,"column":8,"ok":true,"href":"https://a.example/x","host":"a.example","port":443,"origin":"https://a.example","needs_addresses":true}
    {"file":"./a.rs","line":2,"column":12,"ok":false,"error":{"kind":"host","message":"the address 10.0.0.1 is not public: Private-Use; setting: allow-hosts = [\"*\", \"10.0.0.1\"]","section":null,"span":null,"cwe":918,"setting":"allow-hosts = [\"*\", \"10.0.0.1\"]"}}
    {"file":"./b/c#d.html","line":1,"column":13,"ok":false,"error":{"kind":"hazard","message":"there is a user name or a password; setting: permit = [\"credentials\"]","section":null,"span":[7,8],"hazard":"credentials","cwe":522,"setting":"permit = [\"credentials\"]"}}
    {"file":"./b/ignored","line":1,"column":1,"ok":true,"href":"http://h.example/","host":"h.example","port":80,"origin":"http://h.example","needs_addresses":true}
    -- stderr
    {"lines":4,"permitted":2,"invalid":2,"blank":0}
    -- exit code 1
    "#);
    let sarif: Value = serde_json::from_str(&run("guard --sarif", found.out).out).unwrap();
    assert_eq!(
        (&sarif["version"], &sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"]),
        (&"2.1.0".into(), &"hazard".into())
    );
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
    // In text that the user typed, a place is not recognized.
    assert_eq!(run("guard a.rs:1:8\thttps://a.example/", "").code, 1);

    // Outputs are not read as inputs, and old outputs are not lost.
    for args in ["--in . --out a.rs", "--in . --errors b/c#d.html"] {
        let output = find(args);
        assert!(output.stderr.contains("is the input"), "{args:?}");
    }
    assert!(fs::read(folder.join("a.rs")).unwrap().starts_with(b"// see"));
    assert_eq!(find("--in . --max-bytes 9").code, 2);
}

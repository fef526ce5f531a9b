//! Tests which consumers read a host other than the one that was checked.

use url_facade::{Host, Profile, Url};
use url_guard::readings;

fn others(input: &str) -> Vec<(&'static str, String)> {
    let host = Url::parse(input).unwrap().host().unwrap().into_owned();
    let others = readings(input, &host);
    others.into_iter().map(|reading| (reading.profile.name(), reading.host.to_string())).collect()
}

fn names(input: &str) -> Vec<&'static str> {
    others(input).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn java_reads_numbers_as_decimal() {
    let programs = ["java-net-url", "java-net-url-17", "java-net-uri", "npm-uri-js"];
    let all = |host: &str| programs.map(|name| (name, host.to_owned())).to_vec();
    let java = |host: &str| all(host)[..3].to_vec();
    assert_eq!(others("http://0127.0.0.1/"), java("127.0.0.1"));
    assert_eq!(others("http://010.0.0.1/"), all("10.0.0.1"));
    assert_eq!(others("http://8.8.8.0010/"), java("8.8.8.10"));
    // All consumers read these notations of an address as the same address.
    for input in ["http://127.1/", "http://0x08080808/", "http://8.8.8.8./", "http://0.0.0.00/"] {
        assert_eq!(others(input), [], "{input}");
    }
}

#[test]
fn a_missing_host_is_another_host() {
    let to_node = others("http://%38.%38.%38.%38/").into_iter().next().unwrap();
    assert_eq!(to_node, ("node-url-parse", "localhost".to_owned()));
    assert!(others("http:///1.1.1.01/").contains(&("ruby-uri", "localhost".to_owned())));
    assert!(others("http:a.test").contains(&("python-urlsplit", String::new())));
    // No consumer finds a host in this URL, but the clients of some consumers connect to this machine.
    let local: Vec<_> = readings("http:///", &Host::<&str>::Empty).iter().map(|one| one.profile).collect();
    let newest: Vec<_> = local.iter().copied().filter(|profile| profile.newest() == *profile).collect();
    assert_eq!(newest, [Profile::NodeUrlParse, Profile::JavaNetUrl, Profile::RubyUri]);
}

#[test]
fn rejecting_consumers_have_no_reading() {
    // A consumer reads a name with an underscore as a registry-based authority, which its clients refuse.
    assert_eq!(others("http://a_b.example/"), []);
    assert_eq!(others("http://a.example/é"), []);
    assert_eq!(others("http://u:p@A.example:8080/x?y#z"), []);
    assert_eq!(others("http://[::FFFF:8.8.8.8]/"), []);
    let host = Host::Domain("good.example");
    let others = readings(r"http://evil.example\@good.example/", &host);
    let of_evil: Vec<_> = others.iter().map(|reading| reading.profile).collect();
    let [node, older] = [Profile::NodeUrlParse, Profile::NodeUrlParse20];
    assert_eq!(of_evil, [node, older, Profile::PythonUrllib3, Profile::NpmUrlParse]);
}

/// A non-ASCII name is compared as the name to which all clients convert it, if they agree.
#[test]
fn non_ascii_names_are_converted() {
    assert_eq!(others("http://bücher.example/"), []);
    assert_eq!(others("http://BÜCHER.example/"), []);
    for deviation in ["http://faß.example/", "http://βόλος.example/", "http://نامه\u{200C}ای.example/"]
    {
        assert!(names(deviation).contains(&"python-urlsplit"), "{deviation}");
    }
    // This host is an address only for consumers that map full-width digits.
    assert!(names("http://１.1.1.1/").contains(&"java-net-url"));
}

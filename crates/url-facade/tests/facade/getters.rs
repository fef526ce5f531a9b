//! Hosts, authorities and addresses of URLs, as far as the public test data does not ask for them.

use std::net::ToSocketAddrs as _;

use url_facade::Url;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[test]
fn addresses() {
    for (text, host, port) in [
        ("https://127.0.0.1/", "127.0.0.1", 443),
        ("https://127.0.0.1:81/", "127.0.0.1", 81),
        ("db://127.0.0.1:81/", "127.0.0.1", 81),
        ("db://127.0.0.1/", "127.0.0.1", 7),
        ("https://[::1]/", "::1", 443),
        ("db://[::1]/", "::1", 7),
        ("https://localhost:81/", "localhost", 81),
        ("db://localhost/", "localhost", 7),
    ] {
        let known = |scheme: &str| (scheme == "db").then_some(7);
        let url = url(text);
        let addresses = url.socket_addrs(|| known(url.scheme())).unwrap();
        assert_eq!(addresses, (host, port).to_socket_addrs().unwrap().collect::<Vec<_>>(), "{text}");
    }
    assert!(url("file:///a").socket_addrs(|| Some(7)).is_err());
    assert!(url("db://127.0.0.1").socket_addrs(|| None).is_err());
}

#[test]
fn authorities() {
    for (text, authority, domain) in [
        ("mailto:a@b.test", None, None),
        ("unix:/run/a.socket", None, None),
        ("file:///tmp/a", Some(""), None),
        ("file://./a", Some("."), Some(".")),
        ("http://a.test/b", Some("a.test"), Some("a.test")),
        ("ftp://127.0.0.1:21/", Some("127.0.0.1"), None),
        ("ftp://u@127.0.0.1:2121/", Some("u@127.0.0.1:2121"), None),
        ("https://:@a.test/", Some("a.test"), Some("a.test")),
        ("https://:p@[::1]:81/", Some(":p@[::1]:81"), None),
        ("gopher://u:@é.a.test:70", Some("u@%C3%A9.a.test:70"), Some("%C3%A9.a.test")),
        ("irc://é:é@a.test:6667/a", Some("%C3%A9:%C3%A9@a.test:6667"), Some("a.test")),
    ] {
        assert_eq!((url(text).authority(), url(text).domain()), (authority, domain), "{text}");
        assert_eq!(url(text).host().map(|host| host.to_owned().to_string()).as_deref(), url(text).host_str());
    }
    #[cfg(feature = "idna")]
    assert_eq!(url("https://é:é@é.рф.test:443/a").authority(), Some("%C3%A9:%C3%A9@xn--9ca.xn--p1ai.test"));
}

#[cfg(feature = "idna")]
#[test]
fn domains_to_ascii_and_to_unicode() {
    let to_ascii =
        |text: &str| text.parse::<url_facade::Host>().ok().and_then(|host| host.domain().map(String::from));
    for (text, ascii, unicode) in [
        ("http://a.test", None, ""),
        ("☂.☃", Some("xn--m3h.xn--n3h"), "☂.☃"),
        ("a.test", Some("a.test"), "a.test"),
        (".org", Some(".org"), ".org"),
        ("mailto:a@b.test", None, ""),
    ] {
        assert_eq!(to_ascii(text).as_deref(), ascii, "{text}");
        assert_eq!(url_facade::whatwg::domain_to_unicode(ascii.unwrap_or_default()), unicode);
    }
}

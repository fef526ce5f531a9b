//! Hosts, authorities and addresses of URLs that the public test data does not cover.

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
fn domains_to_ascii() {
    let to_ascii =
        |text: &str| text.parse::<url_facade::Host>().ok().and_then(|host| host.domain().map(String::from));
    for (text, ascii) in [("☂.☃", "xn--m3h.xn--n3h"), ("a.test", "a.test"), (".org", ".org")] {
        assert_eq!(to_ascii(text).as_deref(), Some(ascii));
    }
    assert_eq!((to_ascii("http://a.test"), to_ascii("mailto:a@b.test")), (None, None));
}

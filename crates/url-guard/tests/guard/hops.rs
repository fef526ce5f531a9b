//! Tests of redirects, and of the addresses that names resolve to.

use std::net::IpAddr;

use url_guard::{Guard, Hazard, Refusal};

#[test]
fn the_next_hop_has_the_same_rules() {
    let guard = Guard::default();
    let first = guard.check("https://a.example/b/c?d", None).unwrap();
    for (location, href) in [
        ("e", "https://a.example/b/e"),
        ("/e", "https://a.example/e"),
        ("//b.example/", "https://b.example/"),
        ("https://b.example/?x#y", "https://b.example/?x#y"),
    ] {
        assert_eq!(guard.redirect(&first, location).unwrap().href(), href);
    }
    for (location, code) in [
        ("", "empty"),
        ("http://[::1]:80/", "host"),
        ("https://[::1]/", "host"),
        ("https://169.254.169.254/", "host"),
        ("https://localhost/", "host"),
        ("https://a.example:8443/", "port"),
        ("file:///etc/passwd", "scheme"),
        ("javascript:x", "scheme"),
        ("http://b.example/", "downgrade"),
        (r"\\b.example", "hazard"),
        ("https://u@b.example/", "hazard"),
        ("https://b.example/\n", "hazard"),
    ] {
        assert_eq!(guard.redirect(&first, location).unwrap_err().code(), code, "{location}");
    }
    let lenient = Guard::builder().allow_downgrade().build().unwrap();
    assert!(lenient.redirect(&first, "http://b.example/").is_ok());
}

#[test]
fn hops_are_counted() {
    for (limit, guard) in
        [(10, Guard::default()), (10_000, Guard::builder().max_redirects(10_000).build().unwrap())]
    {
        let mut at = guard.check("https://a.example/", None).unwrap();
        for hop in 0..limit {
            at = guard.redirect(&at, &format!("https://{hop}.example.net/")).unwrap();
        }
        assert_eq!(guard.redirect(&at, "/").unwrap_err(), Refusal::TooManyRedirects { limit });
    }
    let guard = Guard::builder().max_redirects(0).build().unwrap();
    let first = guard.check("https://a.example/", None).unwrap();
    assert_eq!(guard.redirect(&first, "/").unwrap_err().code(), "too-many-redirects");
}

/// A reference that had to keep the origin of its base cannot leave this origin by a redirect.
#[test]
fn a_bound_url_stays_on_its_origin() {
    let guard = Guard::default();
    let bound = guard.check("b", Some("https://a.example/c")).unwrap();
    let next = guard.redirect(&bound, "/d").unwrap();
    for from in [&bound, &next] {
        assert_eq!(guard.redirect(from, "https://b.example/").unwrap_err().code(), "origin");
    }
    let guard = Guard::builder().any_origin().build().unwrap();
    let free = guard.check("//b.example/", Some("https://a.example/c")).unwrap();
    assert!(guard.redirect(&free, "https://c.example/").is_ok());
}

#[test]
fn credentials_do_not_leave_their_origin() {
    let guard = Guard::builder().permit(Hazard::Credentials).build().unwrap();
    let first = guard.check("https://u:p@a.example/", None).unwrap();
    for (location, href) in [
        ("/b", "https://u:p@a.example/b"),
        ("//b.example/", "https://b.example/"),
        ("https://b.example/c", "https://b.example/c"),
        ("https://x:y@b.example/", "https://b.example/"),
        ("https://x:y@a.example/", "https://x:y@a.example/"),
    ] {
        assert_eq!(guard.redirect(&first, location).unwrap().href(), href);
    }
}

#[test]
fn references_keep_the_origin_of_their_base() {
    let guard = Guard::default();
    let base = Some("https://a.example/b");
    assert_eq!(guard.check("https://a.example:443/c", base).unwrap().href(), "https://a.example/c");
    for (input, base) in [
        ("//b.example/", "https://a.example/"),
        ("http://a.example/", "https://a.example/"),
        ("https://b.a.example/", "https://a.example/"),
        ("https://a.example/", "http://a.example/"),
        ("https://a.example/", "data:x"),
    ] {
        let refusal = guard.check(input, Some(base)).unwrap_err();
        assert_eq!(refusal.code(), "origin", "{input} {base}");
    }
    // A base that is not a URL has no origin to keep.
    for base in url_testdata::hostile::short_strings("a1./\\:@%?#[", 3) {
        for base in [base.clone(), format!("https:{base}"), format!("//{base}")] {
            if url_facade::Url::parse(&base).is_err() {
                assert!(guard.check("https://a.example/", Some(&base)).is_err(), "{base}");
            }
        }
    }
    assert_eq!(guard.check("c", Some("https://10.0.0.1/")).unwrap_err().code(), "host");
    assert_eq!(guard.check("c", Some(r"https:\\a.example/")).unwrap_err().code(), "hazard");
}

#[test]
fn addresses_are_all_public_or_none_is_used() {
    let addresses = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<IpAddr>>();
    let permitted = Guard::default().check("https://a.example/", None).unwrap();
    assert!(permitted.needs_addresses());
    let public = addresses(&["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8"]);
    assert_eq!(permitted.check_addresses(&public).unwrap(), public);
    assert_eq!(permitted.check_addresses(&[]), Err(Refusal::NoAddress));
    let private =
        "127.0.0.1 ::1 0.0.0.0 169.254.169.254 fd00:ec2::254 ::ffff:10.0.0.1 64:ff9b::7f00:1 168.63.129.16";
    for bad in private.split(' ') {
        let refusal = permitted.check_addresses(&addresses(&["8.8.8.8", bad])).unwrap_err();
        assert_eq!((refusal.code(), refusal.cwe()), ("address", Some(918)), "{bad}");
    }
    let permitted = Guard::default().check("https://8.8.8.8/", None).unwrap();
    assert!(!permitted.needs_addresses());
    assert!(permitted.check_addresses(&addresses(&["8.8.8.8"])).is_ok());
    assert!(permitted.check_addresses(&addresses(&["8.8.4.4"])).is_err());
    // A listed address may be private; a denied one is not used, in any form.
    let guard = Guard::builder()
        .allow_hosts(["a.example".parse().unwrap(), "10.0.0.0/8".parse().unwrap()])
        .build()
        .unwrap();
    let permitted = guard.check("https://a.example/", None).unwrap();
    assert!(permitted.check_addresses(&addresses(&["10.1.2.3", "8.8.8.8"])).is_ok());
    assert!(permitted.check_addresses(&addresses(&["11.0.0.1", "192.168.0.1"])).is_err());
    let guard = Guard::builder().deny_hosts(["8.8.0.0/16".parse().unwrap()]).build().unwrap();
    let permitted = guard.check("https://a.example/", None).unwrap();
    for denied in ["8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::808:808"] {
        assert!(permitted.check_addresses(&addresses(&[denied])).is_err(), "{denied}");
    }
    for url in ["https://8.8.8.8/", "https://[::ffff:8.8.8.8]/"] {
        assert_eq!(guard.check(url, None).unwrap_err().code(), "host-not-allowed", "{url}");
    }
}

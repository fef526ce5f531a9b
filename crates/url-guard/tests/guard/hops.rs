//! Tests of redirects, and of the addresses that names resolve to.

use std::net::IpAddr;

use url_guard::{Guard, Refusal};

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
}

/// A base that is not a URL has no origin that a reference could keep.
#[test]
fn references_need_a_base_with_an_origin() {
    let guard = Guard::default();
    for base in url_testdata::hostile::short_strings("a1./\\:@%?#[", 3) {
        for base in [base.clone(), format!("https:{base}"), format!("//{base}")] {
            if url_facade::Url::parse(&base).is_err() {
                assert!(guard.check("https://a.example/", Some(&base)).is_err(), "{base}");
            }
        }
    }
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

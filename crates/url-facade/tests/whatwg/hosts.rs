//! Hosts: IDNA and the lengths of DNS.
//!
//! `IdnaTestV2.json` is of Unicode 17. `Cargo.lock` pins `icu_normalizer` and `icu_properties` to 2.3, the
//! last version with tables of Unicode 17. UTS 46 does not prescribe a version
//! (whatwg#domain-parser-toascii): under tables of Unicode 18, two of the cases, which begin with U+3E8AC,
//! are valid.

use url_core::{NoTrace, sections::whatwg};
use url_facade::{WebUrl, api::Attribute, whatwg::is_valid_domain};
use url_host::whatwg::{Strictness, parse_domain};
use url_testdata::{Record, text};

use crate::{construct, run};

/// Checks a case as the public test does: with the parser, and with the setters of the host.
fn check_to_ascii(case: &Record) -> Result<(), String> {
    let (input, output) = (text(case, "input").unwrap(), text(case, "output"));
    if input.is_empty() {
        return check_empty(output);
    }
    // Escape the characters that would end the host.
    let input = &[":", "/", "?", "#", "\\"]
        .iter()
        .fold(input.to_owned(), |input, end| input.replace(end, &format!("%{:02X}", end.as_bytes()[0])));
    let url = construct(&format!("https://{input}/x"), None).ok();
    let got = url.as_ref().map(WebUrl::hostname);
    if got != output {
        return Err(format!("  parsed: {got:?}\n"));
    }
    for attribute in [Attribute::Host, Attribute::Hostname] {
        let mut url = construct("https://x/x", None).unwrap();
        url.set(attribute, input).unwrap();
        // The empty string and characters that end a host leave the host unchanged.
        if url.hostname() != output.unwrap_or("x") {
            return Err(format!("  set: {}\n", url.hostname()));
        }
    }
    Ok(())
}

/// The public test omits the empty input, because the URL parser never treats it as a host.
fn check_empty(output: Option<&str>) -> Result<(), String> {
    let got = parse_domain("", Strictness::Lenient, &mut NoTrace);
    match (&got, output) {
        (Err(rejection), Some("")) if rejection.section == whatwg::CONCEPT_DOMAIN_TO_ASCII_7 => Ok(()),
        _ => Err(format!("  {got:?}\n")),
    }
}

fn version_of_tables() -> Option<u8> {
    let letters = [(18, "\u{3D000}"), (17, "\u{11DB0}"), (16, "\u{1C8A}")];
    let is_valid = |letter| parse_domain(letter, Strictness::Lenient, &mut NoTrace).is_ok();
    letters.into_iter().find(|&(_, letter)| is_valid(letter)).map(|(version, _)| version)
}

#[test]
fn to_ascii() {
    run("toascii.json", check_to_ascii);
    assert_eq!(version_of_tables(), Some(17), "IdnaTestV2.json is of Unicode 17: test with `--locked`");
    run("IdnaTestV2.json", check_to_ascii);
    run("IdnaTestV2-removed.json", check_to_ascii);
}

/// The strict domain parser checks the lengths of DNS. ada's function for them accepts a dot at the end, for
/// the root; `VerifyDnsLength` of UTS 46 does not (section 4.2, step 4; `IdnaTestV2.txt` marks such lines
/// `A4_2`).
///
/// Spec: whatwg#valid-domain-1..4, whatwg#concept-domain-to-ascii-3, whatwg#concept-domain-to-ascii-3.1..2
#[test]
fn verify_dns_length() {
    run("verifydnslength_tests.json", |case| {
        let url = construct(text(case, "input").unwrap(), None).unwrap();
        let host = url.hostname();
        assert!(!host.ends_with('.') || !is_valid_domain(host), "{host}");
        let is_valid = is_valid_domain(host.strip_suffix('.').unwrap_or(host));
        if is_valid == case["failure"].as_bool().unwrap() {
            Err(format!("  valid: {is_valid}\n"))
        } else {
            Ok(())
        }
    });
}

//! Hosts: IDNA and the length limits of DNS, with test files of `ada-url` and of the crate `idna`.
//!
//! The cases of `IdnaTestV2.json` are those of Unicode 17. `Cargo.lock` pins `icu_normalizer` and
//! `icu_properties` to 2.3, the last version with tables of Unicode 17. UTS 46 does not prescribe a version
//! (whatwg#domain-parser-toascii): with Unicode 18, two cases that begin with U+3E8AC become valid.

use std::{collections::HashSet, fs};

use url_core::{NoTrace, sections::whatwg};
use url_facade::{WebUrl, api::Attribute, whatwg::is_valid_domain};
use url_host::whatwg::{Strictness, domain_to_unicode, parse_domain};
use url_testdata::{Record, assert_recorded, public_cases, registry_crate, text};

use crate::{construct, recorded, run};

/// Checks a case as the public test does: with the parser, and with the setters `host` and `hostname`.
fn check_to_ascii(case: &Record) -> Result<(), String> {
    let (input, output) = (text(case, "input").unwrap(), text(case, "output"));
    if input.is_empty() {
        // The public test omits the empty input, because the URL parser never treats it as a host.
        let got = parse_domain("", Strictness::Lenient, &mut NoTrace).map_err(|error| error.section);
        let is_expected = got == Err(whatwg::CONCEPT_DOMAIN_TO_ASCII_7) && output == Some("");
        return if is_expected { Ok(()) } else { Err(format!("  {got:?}\n")) };
    }
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
        // The setter ignores an empty string, and a string with a character that ends a host.
        if url.hostname() != output.unwrap_or("x") {
            return Err(format!("  set: {}\n", url.hostname()));
        }
    }
    Ok(())
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

/// A valid domain does not exceed the length limits of DNS. The test file of ada accepts a dot at the end,
/// but UTS 46 with `VerifyDnsLength` does not (section 4.2, step 4; the status `A4_2` in `IdnaTestV2.txt`).
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

fn unescape(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text.strip_prefix("\"\"").unwrap_or(text));
    while let Some((before, escape)) = rest.split_once('\\') {
        let (hex, after) = match escape.strip_prefix("x{") {
            Some(escape) => escape.split_once('}').unwrap(),
            None => escape.strip_prefix('u').unwrap().split_at(4),
        };
        out.push_str(before);
        // A lone surrogate is not a `char`. Any other character that is invalid in a host can replace it.
        out.push(u32::from_str_radix(hex, 16).unwrap().try_into().unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = after;
    }
    out + rest
}

/// A line of `IdnaTestV2.txt`. The result of ToUnicode or nontransitional ToASCII is `None` if it is an
/// error.
struct Line {
    source: String,
    to_unicode: Option<String>,
    to_ascii: Option<String>,
}

impl Line {
    fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or_default();
        let columns: Vec<&str> = line.split(';').map(str::trim).collect();
        let &[source, to_unicode, unicode_status, to_ascii, ascii_status, ..] = &columns[..] else {
            return None;
        };
        // A blank column has the value of the previous column. The value "[]" means that there is no error.
        let or = |column: &'_ str, before: &str| {
            if column.is_empty() { before.to_owned() } else { unescape(column) }
        };
        let source = unescape(source);
        let unicode = or(to_unicode, &source);
        let ascii = or(to_ascii, &unicode);
        let no_error = |status: &str| status.is_empty() || status == "[]";
        let ascii_status = if ascii_status.is_empty() { unicode_status } else { ascii_status };
        Some(Self {
            source,
            to_unicode: no_error(unicode_status).then_some(unicode),
            to_ascii: no_error(ascii_status).then_some(ascii),
        })
    }
}

/// The cases of this file cover every check of the strict domain parser.
///
/// Spec: whatwg#concept-domain-to-unicode-1..3
#[test]
fn idna_test_v2_txt() {
    // The file of the newer Unicode has a comment on each case that the public test excludes.
    let newer = public_cases("ada-url", "IdnaTestV2.json").unwrap();
    let valid = newer.iter().filter(|case| text(case, "comment").is_none() && text(case, "output").is_some());
    let valid: HashSet<_> = valid.filter_map(|case| text(case, "input")).collect();
    let file = fs::read_to_string(registry_crate("idna").unwrap().join("tests/IdnaTestV2.txt")).unwrap();
    let lines: Vec<Line> = file.lines().filter_map(Line::read).collect();
    let (mut failures, mut superseded) = (Vec::new(), 0);
    for line in &lines {
        if line.to_ascii.is_none() && valid.contains(&*line.source) {
            superseded += 1;
            continue;
        }
        let strict = parse_domain(&line.source, Strictness::Strict, &mut NoTrace).ok();
        if strict.as_deref() != line.to_ascii.as_deref() {
            failures.push(format!("{:?}: {strict:?}, expected {:?}\n", line.source, line.to_ascii));
        }
        if let (Some(ascii), Some(unicode)) = (&line.to_ascii, &line.to_unicode)
            && domain_to_unicode(ascii) != *unicode
        {
            failures.push(format!("{ascii}: {:?}, expected {unicode:?}\n", domain_to_unicode(ascii)));
        }
    }
    let passed = lines.len() - superseded - failures.len();
    assert!(failures.is_empty(), "{} failed\n{}", failures.len(), failures.concat());
    recorded("IdnaTestV2.txt", "idna", [lines.len(), passed], Some(superseded));
}

/// The URL Standard does not expose Punycode, so the domain parser converts the cases that are valid labels.
#[test]
fn punycode_tests() {
    let (mut labels, mut others) = (0, 0);
    for case in public_cases("idna", "punycode_tests.json").unwrap() {
        let (decoded, encoded) = (text(&case, "decoded").unwrap(), text(&case, "encoded").unwrap());
        match parse_domain(decoded, Strictness::Strict, &mut NoTrace) {
            Ok(label) if domain_to_unicode(&label) == decoded => {
                assert_eq!(label, if decoded.is_ascii() { decoded.into() } else { format!("xn--{encoded}") });
                labels += 1;
            }
            _ => others += 1,
        }
    }
    let figure = format!("| {} | {labels}, which are labels |", labels + others);
    assert_recorded("whatwg", "`punycode_tests.json`", &figure);
}

#[test]
fn bad_punycode_tests() {
    let cases = public_cases("idna", "bad_punycode_tests.json").unwrap();
    for case in &cases {
        assert!(parse_domain(text(case, "decoded").unwrap(), Strictness::Strict, &mut NoTrace).is_err());
    }
    recorded("bad_punycode_tests.json", "idna", [cases.len(); 2], None);
}

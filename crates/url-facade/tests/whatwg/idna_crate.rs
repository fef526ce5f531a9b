//! The files of the crate `idna`: the conformance test of UTS 46 as Unicode publishes it, and tests of
//! Punycode.

use std::{collections::HashMap, fs};

use url_core::NoTrace;
use url_host::whatwg::{Strictness, domain_to_unicode, parse_domain};
use url_testdata::{Record, assert_recorded, public_cases, registry_crate, text};

use crate::recorded;

/// Decodes the escapes of `text` (`\uXXXX`, `\x{XXXX}`); `""` is the empty string.
fn unescape(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text.strip_prefix("\"\"").unwrap_or(text));
    while let Some((before, escape)) = rest.split_once('\\') {
        let (hex, after) = match escape.strip_prefix("x{") {
            Some(escape) => escape.split_once('}').unwrap(),
            None => escape.strip_prefix('u').unwrap().split_at(4),
        };
        out.push_str(before);
        // A lone surrogate is not a character. Any other invalid character can replace it.
        out.push(u32::from_str_radix(hex, 16).unwrap().try_into().unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = after;
    }
    out + rest
}

/// A line of the file: the source and the results of ToUnicode and nontransitional ToASCII, or `None` for an
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
        // A blank column equals the previous one; "[]" means no error.
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

/// Returns true if the newer file, of a later Unicode, expects no error for `input`. In that file, cases that
/// the public test excludes from UTS 46 have a comment.
fn is_superseded(newer: &HashMap<&str, &Record>, input: &str) -> bool {
    newer.get(input).is_some_and(|case| text(case, "comment").is_none() && text(case, "output").is_some())
}

/// The file covers every check of the strict domain parser.
///
/// Spec: whatwg#concept-domain-to-unicode-1..3
#[test]
fn idna_test_v2_txt() {
    let newer = public_cases("ada-url", "IdnaTestV2.json").unwrap();
    let newer = newer.iter().map(|case| (text(case, "input").unwrap(), case)).collect();
    let file = fs::read_to_string(registry_crate("idna").unwrap().join("tests/IdnaTestV2.txt")).unwrap();
    let lines: Vec<Line> = file.lines().filter_map(Line::read).collect();
    let (mut failures, mut superseded) = (Vec::new(), 0);
    for line in &lines {
        if line.to_ascii.is_none() && is_superseded(&newer, &line.source) {
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

/// The Standard has no operation for Punycode alone, so the domain parser converts the cases that are labels.
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
    assert_recorded(
        "whatwg",
        "`punycode_tests.json`",
        &format!("| {} | {labels}, which are labels |", labels + others),
    );
}

/// The inputs are longer than any label in Punycode can be.
#[test]
fn bad_punycode_tests() {
    let cases = public_cases("idna", "bad_punycode_tests.json").unwrap();
    for case in &cases {
        assert!(parse_domain(text(case, "decoded").unwrap(), Strictness::Strict, &mut NoTrace).is_err());
    }
    recorded("bad_punycode_tests.json", "idna", [cases.len(); 2], None);
}

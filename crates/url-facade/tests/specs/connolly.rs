//! Checks the profile `connolly` with test vectors, with examples of the document, and with random strings.

use percent_encoding::percent_decode_str;
use proptest::prelude::*;
use serde_json::{Value, json};
use url_facade::{
    Component, Encoding, ParseError, Parser, Profile,
    connolly::{document_base, is_absolute, is_valid, web_address_parts},
};
use url_preprocess::connolly::{escape_brackets, escape_non_uri_characters, escape_number_signs};
use url_testdata::{Record, assert_expected, check_vectors, read_vectors, text};

use crate::cases::any_reference;

fn parser() -> Parser<'static> {
    Parser::new(Profile::Connolly)
}

fn run(record: &Record) -> Record {
    let text = |key: &str| record.get(key).and_then(Value::as_str);
    let input = text("input").unwrap();
    let encoding = text("encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap());
    let told = |error: &ParseError| {
        let span = error.span();
        Record::from_iter([("error".into(), json!([error.reason().name(), span.start, span.end]))])
    };
    let expect = record["expect"].as_object().unwrap();
    if expect.contains_key("valid") {
        return Record::from_iter([("valid".into(), is_valid(input, encoding).into())]);
    }
    if expect.contains_key("absolute") {
        return Record::from_iter([("absolute".into(), is_absolute(input).into())]);
    }
    let Some(base) = text("base") else {
        let reference = parser().parse_reference(input).unwrap();
        let Some(parts) = web_address_parts(&reference) else { return told(&reference.invalid().unwrap()) };
        return parts.named().map(|(name, part)| (name.into(), part.into())).collect();
    };
    let base = parser().parse_reference(base).unwrap();
    let resolved = parser().with_encoding(encoding).with_base(&base).resolve_reference(input).unwrap();
    let canonical = parser().with_encoding(encoding).with_base(&base).parse(input);
    assert_eq!(resolved.invalid().is_some(), canonical.is_err());
    match canonical {
        Ok(url) => {
            assert_eq!(resolved.as_str(), url.as_str());
            Record::from_iter([("url".into(), url.as_str().into())])
        }
        Err(error) => told(&error),
    }
}

#[test]
fn own_vectors_pass() {
    let records = read_vectors("connolly").unwrap();
    assert_expected(&records, |record| run(record).into());
    assert!(records.len() >= 152, "only {} vectors found", records.len());
}

/// Spec: connolly#absolute-url-8.1..6
#[test]
fn document_bases() {
    let encoding = Encoding::for_label("iso-8859-1").unwrap();
    check_vectors("bases/connolly.jsonl", 11, |record| {
        let [fallback, creator, href] = ["fallback", "creator", "href"].map(|key| text(record, key));
        document_base(fallback.unwrap(), creator, href, encoding).into()
    });
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(6_000) })]

    /// Interpretation C2 (docs/conformance/connolly.md): the parser returns the result of the literal steps.
    #[test]
    fn parsing_equals_the_literal_steps(input in any_reference()) {
        let w = input.trim_matches(['\t', '\n', '\u{C}', '\r', ' ']);
        let escaped = escape_non_uri_characters(w);
        let after_scheme = escaped.split_once(':').filter(|(scheme, _)| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        });
        let after_scheme = after_scheme.map_or(&*escaped, |(_, after_scheme)| after_scheme);
        let escaped = escape_brackets(&escaped, after_scheme).into_owned();
        let escaped = escape_number_signs(&escaped).into_owned();
        let literal = Parser::new(Profile::Rfc3986).parse_reference(&escaped).unwrap();
        let parsed = parser().parse_reference(&input).unwrap();
        prop_assert_eq!(parsed.invalid().is_some(), literal.invalid().is_some(), "{}", escaped);
        for component in Component::ALL {
            let decoded = |text| percent_decode_str(text).decode_utf8().unwrap();
            let expected = literal.get(component).map(decoded);
            prop_assert_eq!(parsed.get(component), expected.as_deref(), "{}", escaped);
        }
    }

    #[test]
    fn absolute_references_ignore_the_base(input in any_reference(), base in any_reference()) {
        let base = parser().parse_reference(&base).unwrap();
        if let Ok(url) = parser().with_base(&base).parse(&input) {
            prop_assert!(!is_absolute(&input) || url.as_str() == input);
        }
    }
}

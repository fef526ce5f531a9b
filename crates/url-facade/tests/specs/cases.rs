//! Runs test cases that are stored in records, from any suite of test vectors.

use proptest::prelude::*;
use serde_json::{Value, json};
use url_facade::{Component, Encoding, ParseError, Parser, Profile, from_code_points};
use url_testdata::{Record, assert_expected, read_vectors};

pub(crate) struct Case {
    pub(crate) op: String,
    pub(crate) input: String,
    pub(crate) base: Option<String>,
    pub(crate) encoding: Encoding,
}

impl Case {
    /// Reads a case. A string with lone surrogates is stored as code points, under a key such as `input_cps`.
    pub(crate) fn new(record: &Record) -> Self {
        let text = |key: &str| record.get(key).and_then(Value::as_str);
        let string = |key: &str| match record.get(&format!("{key}_cps")).and_then(Value::as_array) {
            Some(cps) => {
                Some(from_code_points(cps.iter().map(|n| u32::try_from(n.as_u64().unwrap()).unwrap())))
            }
            None => text(key).map(Into::into),
        };
        Self {
            op: text("op").or(text("kind")).unwrap().into(),
            input: string("input").unwrap(),
            base: string("base"),
            encoding: text("encoding").map_or(Encoding::UTF_8, |label| Encoding::for_label(label).unwrap()),
        }
    }

    pub(crate) fn run(&self, profile: Profile) -> (Record, Option<ParseError>) {
        let parser = Parser::new(profile).with_encoding(self.encoding);
        self.try_run(parser).unwrap_or_else(|error| {
            let found = [("invalid".into(), true.into()), ("reason".into(), error.reason().name().into())];
            (Record::from_iter(found), Some(error))
        })
    }

    fn try_run(&self, parser: Parser) -> Result<(Record, Option<ParseError>), ParseError> {
        let base = self.base.as_deref().map(|base| parser.parse_reference(base)).transpose()?;
        let canonical = parser.with_base(base.as_ref()).parse(&self.input);
        let reference = match self.op.as_str() {
            "canon" | "canonicalize" => {
                let url = canonical?;
                let mut found = components(|component| url.get(component));
                found.insert("href".into(), url.as_str().into());
                return Ok((found, None));
            }
            "resolve" => parser.with_base(&base.unwrap()).resolve_reference(&self.input)?,
            "parse" => parser.parse_reference(&self.input)?,
            #[cfg(feature = "rfc3986")]
            "iri" => {
                let is_valid = url_facade::IriRef::parse(&self.input).is_ok();
                return Ok((Record::from_iter([("valid".into(), is_valid.into())]), None));
            }
            op => unreachable!("unknown op {op}"),
        };
        let mut found = components(|component| reference.get(component));
        if reference.invalid().is_some() {
            found.insert("invalid".into(), true.into());
        } else if self.op == "resolve" {
            found.insert("href".into(), reference.as_str().into());
        }
        let error = if self.op == "resolve" { canonical.err() } else { reference.invalid() };
        Ok((found, error))
    }
}

fn components<'a>(get: impl Fn(Component) -> Option<&'a str>) -> Record {
    let present = |component: Component| Some((component.name().into(), get(component)?.into()));
    Component::ALL.into_iter().filter_map(present).collect()
}

/// Checks all vectors of `profile`, and their errors. There must be `at_least` vectors or more.
pub(crate) fn check_own_vectors(profile: Profile, at_least: usize) {
    let mut records = read_vectors(profile.name()).unwrap();
    for record in &records {
        let told = Case::new(record).run(profile).1.map(|error| {
            let span = [error.span().start, error.span().end];
            json!({"reason": error.reason().name(), "section": error.section().id(), "span": span})
        });
        assert_eq!(told.as_ref(), record.get("error"), "{record:?}");
    }
    // Other files of vectors have other forms of records.
    records.retain(|record| record.contains_key("op"));
    assert_expected(&records, |record| Case::new(record).run(profile).0.into());
    assert!(records.len() >= at_least, "only {} vectors found", records.len());
}

pub(crate) fn any_reference() -> impl Strategy<Value = String> {
    const TOKENS: &[&str] = &[
        "http:", "data:", "a:", "1:", "/", "//", "?", "#", "@", ":", ".", "..", "%2e", "%2F", "%c3",
        "%C3%A9", "%25", "%", "%4", "%41", "[", "]", "[::1]", "[v1.a]", "1.2.3.4", "80", "a", "B", "~", "é",
        " ", "\\", "|", "\"", "\u{B}", "\u{E000}", "_", "-", "。",
    ];
    prop::collection::vec(prop::sample::select(TOKENS), 0..10).prop_map(|tokens| tokens.concat())
}

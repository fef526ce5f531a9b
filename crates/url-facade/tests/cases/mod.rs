//! Running one test vector, whatever suite it is from.

use serde_json::{Value, json};
use url_facade::{Component, Encoding, ParseError, Parser, Profile, from_code_points, sections};
use url_testdata::{Record, json_lines_files, own_vectors, read_json_lines};

/// What a case asks for.
pub(crate) struct Case {
    pub(crate) op: String,
    pub(crate) input: String,
    pub(crate) base: Option<String>,
    pub(crate) encoding: Encoding,
}

impl Case {
    /// The case that `record` holds under the usual keys, `op` (or `kind`), `input`, `base` and `encoding`; strings
    /// that are not Unicode stand beside them as code points.
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

    /// What `profile` makes of it: `href` (for resolve and canon) and the components that are present, or
    /// `invalid` and the reason (for canon) or the components found.
    pub(crate) fn run(&self, profile: Profile) -> Record {
        let parser = Parser::new(profile).with_encoding(self.encoding);
        match self.try_run(parser) {
            Ok(found) => found,
            Err(error) => Record::from_iter([
                ("invalid".into(), true.into()),
                ("reason".into(), error.reason().name().into()),
            ]),
        }
    }

    fn try_run(&self, parser: Parser) -> Result<Record, ParseError> {
        let base = self.base.as_deref().map(|base| parser.parse(base)).transpose()?;
        let reference = match self.op.as_str() {
            "canon" => {
                let url = parser.canonicalize(&self.input, base.as_ref())?;
                let mut found = components(|component| url.get(component));
                found.insert("href".into(), url.as_str().into());
                return Ok(found);
            }
            "resolve" => parser.resolve(&self.input, &base.unwrap())?,
            "parse" => parser.parse(&self.input)?,
            op => panic!("unknown op {op}"),
        };
        let mut found = components(|component| reference.get(component));
        if reference.invalid().is_some() {
            found.insert("invalid".into(), true.into());
        } else if self.op == "resolve" {
            found.insert("href".into(), reference.as_str().into());
        }
        Ok(found)
    }
}

fn components<'a>(get: impl Fn(Component) -> Option<&'a str>) -> Record {
    let present = |component: Component| Some((component.name().into(), get(component)?.into()));
    Component::ALL.into_iter().filter_map(present).collect()
}

/// Fails unless `profile` meets each of the project's own vectors for it, of which there are `at_least` so many.
pub(crate) fn check_own_vectors(profile: Profile, at_least: usize) {
    let mut failures = String::new();
    let mut count = 0;
    for file in json_lines_files(&own_vectors(profile.name())).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let expect = record["expect"].as_object().unwrap();
            let got = Case::new(&record).run(profile);
            if &got != expect {
                failures += &mismatch(&record, expect, &got);
            }
            let section = record["section"].as_str().unwrap();
            assert!(sections::find(section).is_some(), "{}: unknown section {section}", record["id"]);
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= at_least, "only {count} vectors found");
}

/// What the author's vector `record` expects in `column`, if anything, in the words of [`Case::run`].
pub(crate) fn author_expects(record: &Record, column: &str) -> Option<Record> {
    let mut expect = record["expect"].get(column)?.as_object().unwrap().clone();
    if let Some(canon) = expect.remove("canon") {
        expect.insert("href".into(), canon);
    }
    Some(expect)
}

/// What `profile` makes of the author's vector `record`, as far as the author tells.
pub(crate) fn run_as_author(record: &Record, profile: Profile) -> Record {
    let mut got = Case::new(record).run(profile);
    got.remove("reason");
    // The author's vectors have no serialization for `resolve`.
    if record["kind"] == "resolve" {
        got.remove("href");
    }
    got
}

/// A report of one case that came out differently.
pub(crate) fn mismatch(record: &Record, expect: &Record, got: &Record) -> String {
    format!(
        "{}\n  case   {}\n  expect {}\n  got    {}\n",
        record["id"],
        json!(record),
        json!(expect),
        json!(got)
    )
}

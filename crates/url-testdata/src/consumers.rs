//! The recorded answers of real programs: the records in `vectors/consumers`, and those of shared suites in
//! the same form.

use std::{borrow::Cow, collections::BTreeSet};

use serde_json::Value;

use crate::Record;

/// The names that URL parts have in `vectors/consumers` and in the answers of `urlspec` for consumers.
const CONSUMER_PARTS: &str = "scheme user password userinfo host port authority opaque path query fragment";

/// The key of an entry that names another edition, as [`answer_of`] reads it.
const AS: &str = "as";

/// Returns the name of the program of `edition`, which is also that of its newest edition.
pub fn program_of(edition: &str) -> &str {
    let versioned =
        edition.rsplit_once('-').filter(|(_, version)| version.starts_with(|c: char| c.is_ascii_digit()));
    versioned.map_or(edition, |(program, _)| program)
}

/// Returns the answer of `edition` in `record`. If an older edition has no entry, its answer is that of the
/// newest one. If the entry is the name of another edition, the answer is that edition's. If the entry has
/// the key `as`, the answer is that of the edition named there, with the other parts of the entry replaced;
/// parts that are empty in the entry are removed.
pub fn answer_of<'r>(record: &'r Record, edition: &str) -> Option<Cow<'r, Record>> {
    let seen = record.get("seen")?;
    let answer = match seen.get(edition).or_else(|| seen.get(program_of(edition)))? {
        Value::String(other) => seen.get(other)?,
        answer => answer,
    };
    let answer = answer.as_object()?;
    let Some(other) = answer.get(AS) else { return Some(Cow::Borrowed(answer)) };
    let mut whole = seen.get(other.as_str()?)?.as_object()?.clone();
    whole.extend(answer.iter().map(|(part, value)| (part.clone(), value.clone())));
    whole.retain(|part, value| part != AS && *value != "");
    Some(Cow::Owned(whole))
}

/// Returns false for an input that could not be passed to the program, so that it was not asked.
pub fn was_asked(answer: &Record) -> bool {
    answer.get("error").is_none_or(|error| error != "not-asked")
}

/// Returns the part of an answer that can be compared: for an error, only that there is one; for a reference,
/// only the string that it resolves to; otherwise the parts of the URL.
pub fn comparable(answer: &Record) -> Record {
    if answer.contains_key("error") {
        return Record::from_iter([("error".into(), true.into())]);
    }
    if let Some(url) = answer.get("href").or_else(|| answer.get("url")).filter(|url| *url != "") {
        return Record::from_iter([("url".into(), url.clone())]);
    }
    let parts = answer.iter().filter(|(name, _)| CONSUMER_PARTS.split(' ').any(|part| part == *name));
    parts.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Returns the value of the key `seen` for `answers`, which [`answer_of`] can read. The editions must be in
/// an order with the newest edition of each program before its older ones.
pub fn seen_of<'a>(answers: impl IntoIterator<Item = (&'a str, Record)>) -> Value {
    let mut seen = Record::new();
    let mut written: Vec<(&str, Record)> = Vec::new();
    for (edition, answer) in answers {
        let newest = written.iter().find(|(other, _)| *other == program_of(edition));
        if newest.is_some_and(|(newest, of_newest)| *newest != edition && *of_newest == answer) {
            continue;
        }
        let value = match written.iter().find(|(_, of_other)| *of_other == answer) {
            // An entry may be the name of an edition only if that edition's entry is an answer.
            Some((other, _)) => match &seen[*other] {
                Value::String(first) => first.clone().into(),
                _ => (*other).into(),
            },
            None => shortest(&seen, &answer),
        };
        seen.insert(edition.into(), value);
        written.push((edition, answer));
    }
    Value::Object(seen)
}

/// Returns `answer`, or its difference from an answer that `seen` has in full: the shorter of both.
fn shortest(seen: &Record, answer: &Record) -> Value {
    let differences = seen.iter().filter_map(|(other, of_other)| {
        let of_other = of_other.as_object().filter(|of_other| !of_other.contains_key(AS))?;
        let missing = of_other.keys().filter(|part| !answer.contains_key(*part));
        let mut difference = Record::from_iter([(AS.into(), other.clone().into())]);
        difference.extend(missing.map(|part| (part.clone(), "".into())));
        let changed = answer.iter().filter(|(part, value)| of_other.get(*part) != Some(value));
        difference.extend(changed.map(|(part, value)| (part.clone(), value.clone())));
        Some(difference)
    });
    std::iter::once(answer.clone())
        .chain(differences)
        .map(Value::Object)
        .min_by_key(|value| value.to_string().len())
        .unwrap_or_default()
}

/// Returns the edition, one of `editions`, that a recording means by `name`; `None` if no profile simulates
/// it. `names` contains all names in the recording. Recordings name editions in several ways, so the rule is:
/// - the name of an edition means that edition;
/// - a program with another version means the newest edition (`curl-8.23`);
/// - a program without a version means the newest edition if the recording names an older one too, and
///   otherwise the oldest, because recordings made before editions existed have only such names.
pub fn edition_of<'p>(name: &str, names: &BTreeSet<String>, editions: &[&'p str]) -> Option<&'p str> {
    let named = editions.iter().copied().find(|edition| *edition == name);
    let newest = editions.iter().copied().find(|edition| *edition == program_of(name));
    if program_of(name) != name {
        return named.or(newest);
    }
    let is_older = |edition: &&str| *edition != name && program_of(edition) == name;
    let mut older = editions.iter().copied().filter(is_older);
    if older.clone().any(|edition| names.contains(edition)) { newest } else { older.next_back().or(newest) }
}

#[cfg(test)]
mod tests {
    use super::{Record, answer_of, edition_of, seen_of};

    const EDITIONS: [&str; 4] = ["curl", "curl-7.88", "php", "python-urllib3"];

    #[test]
    fn names_of_editions() {
        let edition = |name: &str, others: &[&str]| {
            let names = others.iter().chain([&name]).map(|name| (*name).to_owned()).collect();
            edition_of(name, &names, &EDITIONS)
        };
        assert_eq!(edition("curl-7.88", &["curl"]), Some("curl-7.88"));
        assert_eq!(edition("curl", &["curl-7.88"]), Some("curl"));
        assert_eq!(edition("curl", &[]), Some("curl-7.88"));
        assert_eq!(edition("curl", &["curl-8.23"]), Some("curl-7.88"));
        assert_eq!(edition("curl-8.23", &["curl"]), Some("curl"));
        assert_eq!(edition("php", &["curl"]), Some("php"));
        assert_eq!(edition("php-8.5", &[]), Some("php"));
        assert_eq!(edition("php-x", &[]), None);
        assert_eq!(edition("wget", &[]), None);
    }

    #[test]
    fn answers_are_read_as_they_were_written() {
        let of_all = |hosts: [&str; 4]| {
            let answer = |host: &str| Record::from_iter([("host".into(), host.into())]);
            let answers = || EDITIONS.into_iter().zip(hosts.map(answer));
            let record = Record::from_iter([("seen".into(), seen_of(answers()))]);
            for (edition, answer) in answers() {
                assert_eq!(answer_of(&record, edition).as_deref(), Some(&answer), "{edition} in {record:?}");
            }
            record["seen"].to_string()
        };
        assert_eq!(
            of_all(["a", "a", "a", "b"]),
            r#"{"curl":{"host":"a"},"php":"curl","python-urllib3":{"host":"b"}}"#
        );
        assert_eq!(
            of_all(["a", "b", "b", "b"]),
            r#"{"curl":{"host":"a"},"curl-7.88":{"host":"b"},"php":"curl-7.88","python-urllib3":"curl-7.88"}"#
        );
    }
}

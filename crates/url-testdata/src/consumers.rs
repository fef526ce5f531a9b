//! Reads and writes the recorded answers of real programs to a URL, in the files of `vectors/consumers` (see
//! the README there) and of the shared suites.

use std::{borrow::Cow, collections::BTreeSet};

use serde_json::Value;

use crate::Record;

/// The keys of the parts of a URL in an answer, in `vectors/consumers` and in the output of `urlspec`.
const CONSUMER_PARTS: &str = "scheme user password userinfo host port authority opaque path query fragment";

/// The key, in an entry, whose value is the name of another version. [`answer_of`] copies the parts that the
/// entry lacks from the answer of this version.
const AS: &str = "as";

/// Returns the program of `edition`, which is the name of one of its versions: `curl` for `curl-7.88`. The
/// name of the newest version is the name of the program.
pub fn program_of(edition: &str) -> &str {
    let versioned =
        edition.rsplit_once('-').filter(|(_, version)| version.starts_with(|c: char| c.is_ascii_digit()));
    versioned.map_or(edition, |(program, _)| program)
}

/// Returns the answer of `edition`, a version of a program, from the entries in `record`:
/// - If an older version has no entry, this is the answer of the newest version.
/// - If the entry is the name of another version, this is the answer of that version.
/// - If the entry has the key `as`, this is the answer of the version that `as` names, changed by the other
///   parts of the entry. An empty part removes the part of the same name.
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

/// Returns false if the recorder could not pass the input to the program, so that the program gave no answer.
pub fn was_asked(answer: &Record) -> bool {
    answer.get("error").is_none_or(|error| error != "not-asked")
}

/// Returns the part of `answer` that tests compare: the key `error` if the program refused the input, the
/// resolved `url` if the input was a reference, and the parts of the URL in all other cases.
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

/// Returns the value of the key `seen` of a record, from which [`answer_of`] reads. `answers` are editions
/// and their answers. The newest edition of a program must precede its older editions.
pub fn seen_of<'a>(answers: impl IntoIterator<Item = (&'a str, Record)>) -> Value {
    let mut seen = Record::new();
    let mut written: Vec<(&str, Record)> = Vec::new();
    for (edition, answer) in answers {
        let newest = written.iter().find(|(other, _)| *other == program_of(edition));
        if newest.is_some_and(|(newest, of_newest)| *newest != edition && *of_newest == answer) {
            continue;
        }
        let value = match written.iter().find(|(_, of_other)| *of_other == answer) {
            // If the entry of the other edition is itself the name of an edition, uses that name.
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

/// Returns the shorter entry for `answer`: all parts, or `as` with a name in `seen`, and different parts.
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

/// Returns the edition (a version of a program) that `name` means in a recording, or `None` if no edition in
/// `editions` is of this program. `names` are all names in the recording. The result is:
/// - the edition with this name, if it is one of `editions`;
/// - the newest edition, if `name` has a version that is not in `editions` (`curl-8.23`);
/// - the newest edition, if `name` has no version and the recording also names an older edition;
/// - the oldest edition, if `name` has no version and the recording names no older edition.
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

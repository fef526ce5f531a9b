//! The test data of the manakai document's author.

use url_facade::Profile;
use url_testdata::Record;

use super::Case;

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

//! `columns --jsonl`: adds members to JSON objects, one object per line.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    args::Columns,
    lines::{Job, Page},
    parsing::Parsing,
    records::RecordError,
    shape::{ErrorShape, push_string},
    template::Addition,
};

pub(crate) struct AddMembers {
    parsing: Parsing,
    additions: Vec<Addition>,
    member: String,
}

/// A JSON string or member name, borrowed if it has no escapes.
#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct JsonString<'l>(#[serde(borrow)] Cow<'l, str>);

type Object<'l> = BTreeMap<JsonString<'l>, &'l RawValue>;

/// Returns the value of the member called `name`. If there is none, dots in `name` separate the names of
/// nested members, and the value of the innermost one is returned.
fn member_at<'l>(object: &Object<'l>, name: &str) -> Option<&'l RawValue> {
    let get = |name: &str| object.get(&JsonString(name.into())).copied();
    get(name).or_else(|| {
        name.match_indices('.').find_map(|(at, _)| {
            let inner: Object<'l> = serde_json::from_str(get(&name[..at])?.get()).ok()?;
            member_at(&inner, &name[at + 1..])
        })
    })
}

impl Job for AddMembers {
    fn url_of<'r>(&self, _: &'r str) -> Option<Cow<'r, str>> {
        None
    }

    fn run(&self, number: u64, line: &str, page: &mut Page<'_>) {
        let input = match self.url_of(line) {
            Ok(Some(input)) => input,
            Ok(None) => {
                let nulls = self.additions.iter().map(|added| (added, None));
                page.accept();
                return page.push_line(|out| push_with(out, line, nulls));
            }
            Err(error) => {
                page.reject(number, error);
                return page.push_line(|out| out.extend_from_slice(line.as_bytes()));
            }
        };
        match self.parsing.parse_row(&*input) {
            Ok((input, url)) => {
                let from = self.parsing.row(number, input, &url);
                if page.is_row_selected(from) {
                    let added = self.additions.iter().map(|added| (added, added.field.of(from)));
                    page.accept();
                    page.push_line(|out| push_with(out, line, added));
                }
            }
            Err(error) => self.reject(number, line, error, page),
        }
    }

    fn run_invalid_record(&self, number: u64, error: RecordError<'_>, page: &mut Page<'_>) {
        match error {
            RecordError::NotUtf8(line) => {
                page.reject(number, error.error());
                page.push_line(|out| out.extend_from_slice(line));
            }
            RecordError::TooLong => {
                page.done.counts.lost += 1;
                self.reject(number, "{}", error.error(), page);
            }
        }
    }
}

impl AddMembers {
    pub(crate) fn new(columns: &Columns, parsing: Parsing) -> Self {
        Self { parsing, additions: columns.add.clone(), member: columns.column.clone() }
    }

    /// Writes `line` with `error` as the value of the field `error`, if that field was requested.
    fn reject(&self, number: u64, line: &str, error: ErrorShape<'_>, page: &mut Page<'_>) {
        let kind = error.kind;
        page.reject(number, error);
        let reason = |added: &Addition| added.field.is_error().then_some(Cow::Borrowed(kind));
        let added = self.additions.iter().map(|added| (added, reason(added)));
        page.push_line(|out| push_with(out, line, added));
    }

    /// Returns the URL in `line`, or `None` if its member is null.
    fn url_of<'l>(&self, line: &'l str) -> Result<Option<Cow<'l, str>>, ErrorShape<'static>> {
        let error = |kind, message: String| ErrorShape::of_request(kind, message);
        let object: Object<'l> = serde_json::from_str(line)
            .map_err(|_| error("not-an-object", "the line is not a JSON object".into()))?;
        let get = |name: &str| object.get(&JsonString(name.into())).copied();
        if let Some(Addition { name, .. }) = self.additions.iter().find(|added| get(&added.name).is_some()) {
            return Err(error("member-exists", format!("the object has a member {name:?}")));
        }
        let member = &self.member;
        let value = member_at(&object, member)
            .ok_or_else(|| error("no-member", format!("the object has no member {member:?}")))?;
        serde_json::from_str::<Option<JsonString<'l>>>(value.get())
            .map(|url| url.map(|JsonString(url)| url))
            .map_err(|_| error("not-a-string", format!("the member {member:?} is not a string")))
    }
}

/// Appends the object `line`, with the members `added` before its closing brace.
fn push_with<'f>(
    out: &mut Vec<u8>,
    line: &str,
    added: impl Iterator<Item = (&'f Addition, Option<Cow<'f, str>>)>,
) {
    // The line is an object, so it ends with a brace.
    let object = line.trim_ascii();
    let members = object.strip_suffix('}').unwrap_or(object).trim_ascii_end();
    out.extend_from_slice(members.as_bytes());
    let mut has_members = !members.ends_with('{');
    for (Addition { name, .. }, value) in added {
        if has_members {
            out.push(b',');
        }
        has_members = true;
        push_string(out, name);
        out.push(b':');
        match value {
            Some(value) => push_string(out, &value),
            None => out.extend_from_slice(b"null"),
        }
    }
    out.push(b'}');
}

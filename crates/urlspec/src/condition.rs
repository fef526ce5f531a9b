//! Conditions on the fields of URLs: `--where`.

use std::{borrow::Cow, cmp::Ordering, str::FromStr};

use crate::template::{Field, Row};

#[derive(Clone, Debug)]
pub(crate) struct Condition {
    field: Field,
    test: Test,
    /// True if the test must fail. If a URL does not have the field, the test counts as failed.
    is_negated: bool,
}

#[derive(Clone, Debug)]
enum Test {
    Is(String),
    /// Matches this pattern, in which `*` matches any text. The pattern `*` tests if the URL has the field.
    Matches(String),
    /// Is a number with this order relative to this one.
    Compares(Ordering, u64),
}

impl Condition {
    pub(crate) fn meets(&self, row: Row<'_>) -> bool {
        let value = self.field.of(row);
        let is_met = |value: &str| match &self.test {
            Test::Is(text) => value == text,
            Test::Matches(pattern) => matches(pattern, value),
            Test::Compares(order, limit) => value.parse::<u64>().is_ok_and(|it| it.cmp(limit) == *order),
        };
        value.as_deref().is_some_and(is_met) != self.is_negated
    }
}

/// True if `text` matches `pattern`, in which `*` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return text == pattern };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inside = text.strip_prefix(start).and_then(|text| text.strip_suffix(end));
    // Taking the first match of each piece leaves the most text for the later pieces.
    let cut = |text: Option<_>, piece: &str| Some(<str>::split_once(text?, piece)?.1);
    inside.is_some_and(|inside| {
        middle.split('*').filter(|piece| !piece.is_empty()).fold(Some(inside), cut).is_some()
    })
}

impl FromStr for Condition {
    type Err = String;

    /// Parses `FIELD OPERATOR VALUE`, `FIELD exists` or `FIELD missing`. In a field such as `query[a=b]`, the
    /// name in brackets may contain operators.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let is_end = |c: char| "=!~<>".contains(c) || c.is_whitespace();
        let start = text.find(|c| is_end(c) || c == '[').unwrap_or(text.len());
        let name_end = text[start..].find(']').filter(|_| text[start..].starts_with('[')).unwrap_or(0);
        let at = text[start + name_end..].find(is_end).map_or(text.len(), |at| start + name_end + at);
        let (name, rest) = text.split_at(at);
        let rest = rest.trim_start();
        let (is_negated, operator) = match rest.strip_prefix('!') {
            Some(operator) if operator.starts_with(['=', '~']) => (true, operator),
            _ => (rest == "missing", rest),
        };
        let value = |mark: char| value_of(operator.strip_prefix(mark)?.trim());
        let number = |mark: char, order| Some(Test::Compares(order, value(mark)?.parse().ok()?));
        let exists = matches!(rest, "exists" | "missing").then(|| "*".into());
        let test = exists.or_else(|| value('~')).map(Test::Matches);
        let test = test.or_else(|| value('=').map(Test::Is));
        let test = test.or_else(|| number('<', Ordering::Less)).or_else(|| number('>', Ordering::Greater));
        let field = name.parse::<Field>()?;
        let test = test.ok_or_else(|| {
            let found = if rest.is_empty() { Cow::Borrowed("nothing") } else { format!("`{rest}`").into() };
            format!(
                "at byte {at}: expected =, !=, ~ or !~ and a value, < or > and a whole number, `exists` or `missing` after the field, found {found}; \
                 a value is one word, or any text in quotation marks, and each --where has one condition"
            )
        })?;
        if field.is_error() {
            return Err("`error` is not a field of a URL: `check` and --errors list invalid URLs".into());
        }
        Ok(Self { field, test, is_negated })
    }
}

/// Returns the value that `text` gives: a single word, or any text in quotation marks, without these.
fn value_of(text: &str) -> Option<String> {
    let quoted = |mark| text.strip_prefix(mark)?.strip_suffix(mark).filter(|inner| !inner.contains(mark));
    let is_word = !text.is_empty()
        && !text.starts_with(['=', '!', '~', '<', '>', '"', '\''])
        && !text.contains(char::is_whitespace)
        && !["&&", "||"].iter().any(|mark| text.contains(mark));
    quoted('"').or_else(|| quoted('\'')).or_else(|| Some(text).filter(|_| is_word)).map(Into::into)
}

//! Lists of query parameters that the policy `dedupe` removes from URLs.

use std::{error, fmt};

const BUILT_IN: &str = include_str!("parameters.txt");

/// The purpose of a parameter that a policy removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterKind {
    /// The parameter identifies a session.
    Session,
    /// The parameter tracks users.
    Tracking,
}

/// A named list of parameters. [`Policy::Dedupe`](crate::Policy::Dedupe) removes all of them from queries,
/// and those of the kind [`ParameterKind::Session`] also from paths.
///
/// # Examples
/// ```
/// use url_policies::{ParameterKind, ParameterList};
/// let built_in = ParameterList::default();
/// assert_eq!(built_in.name(), "urlspec-2026-11-29");
/// assert_eq!(built_in.get("UTM_Source"), Some(ParameterKind::Tracking));
/// let own = ParameterList::parse("name own-1\ntracking from # our newsletter\nsession s_*")?;
/// let both = built_in.with(own);
/// assert_eq!((both.name(), both.get("s_id")), ("urlspec-2026-11-29+own-1", Some(ParameterKind::Session)));
/// # Ok::<(), url_policies::ParameterListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterList {
    name: String,
    /// Whole names in lower case, sorted by length, and then by bytes.
    names: Vec<(Box<str>, ParameterKind)>,
    prefixes: Vec<(Box<str>, ParameterKind)>,
    /// For each byte: the lengths of the `names` that begin with this byte in either case. Bit `n` stands for
    /// the length `n`, and bit 31 for all lengths of 31 and more.
    begun_by: Box<[u32; 256]>,
    /// For each byte: the lengths of the `names` that end with this byte in either case, as in `begun_by`.
    ended_by: Box<[u32; 256]>,
    /// For each byte: the second bytes of the `prefixes` that begin with this byte in either case. Bit `n`
    /// stands for all second bytes whose low five bits are `n`.
    prefixed_by: Box<[u32; 256]>,
}

/// The reason why a text is not a valid list of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterListError {
    line: usize,
    why: &'static str,
}

impl ParameterListError {
    /// Returns the number of the invalid line, counted from 1, or 0 if the line `name` is missing.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for ParameterListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(self.why),
            line => write!(f, "line {line}: {}", self.why),
        }
    }
}

impl error::Error for ParameterListError {}

impl Default for ParameterList {
    /// Returns the built-in list, `urlspec-2026-11-29`. The [text of the list](https://docs.rs/url-policies)
    /// names the source of each entry.
    fn default() -> Self {
        Self::parse(BUILT_IN).unwrap_or_else(|_| Self::new(String::new()))
    }
}

impl ParameterList {
    fn new(name: String) -> Self {
        Self {
            name,
            names: Vec::new(),
            prefixes: Vec::new(),
            begun_by: Box::new([0; 256]),
            ended_by: Box::new([0; 256]),
            prefixed_by: Box::new([0; 256]),
        }
    }

    /// Parses a list. A line is `name NAME` (once), `session PARAMETER` or `tracking PARAMETER`. A parameter
    /// with a final `*` is a prefix of names. `#` begins a comment. Empty lines and the case of ASCII letters
    /// are ignored. If several lines match a name, the first line with the whole name applies. Without such a
    /// line, the first line with a matching prefix applies.
    ///
    /// # Errors
    /// [`ParameterListError`] if a line is invalid, or if the line `name` is missing.
    pub fn parse(text: &str) -> Result<Self, ParameterListError> {
        let mut list = None;
        let mut entries = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let fault = |why| ParameterListError { line: i + 1, why };
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_ascii_whitespace();
            let Some(key) = words.next() else { continue };
            let (Some(value), None) = (words.next(), words.next()) else {
                return Err(fault("expected a key and a value"));
            };
            let kind = match key {
                "name" if list.is_none() => {
                    list = Some(Self::new(value.into()));
                    continue;
                }
                "name" => return Err(fault("the list already has a name")),
                "session" => ParameterKind::Session,
                "tracking" => ParameterKind::Tracking,
                _ => return Err(fault("expected name, session or tracking")),
            };
            let value = value.to_ascii_lowercase();
            let prefix = value.strip_suffix('*');
            if prefix == Some("") {
                return Err(fault("`*` alone would remove every parameter"));
            }
            entries.push((prefix.unwrap_or(&value).into(), prefix.is_some(), kind));
        }
        let why = "the list has no name: add a line `name NAME`";
        let mut list = list.ok_or(ParameterListError { line: 0, why })?;
        list.add(entries);
        Ok(list)
    }

    /// Returns a list with the parameters of both lists. If both match a name, `other` applies. The name of
    /// the result is `SELF+OTHER`, with the names of the two lists.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let mut both = Self::new(format!("{}+{}", self.name, other.name));
        for Self { names, prefixes, .. } in [other, self] {
            let entries = names.into_iter().map(|(entry, kind)| (entry, false, kind));
            both.add(entries.chain(prefixes.into_iter().map(|(entry, kind)| (entry, true, kind))));
        }
        both
    }

    /// Adds entries: a name or prefix in lower case, true if it is a prefix, and the kind of the parameter.
    fn add(&mut self, entries: impl IntoIterator<Item = (Box<str>, bool, ParameterKind)>) {
        let list = self;
        for (entry, is_prefix, kind) in entries {
            let either_case = |byte: Option<u8>| {
                byte.into_iter().flat_map(|byte| [byte, byte.to_ascii_uppercase()]).map(usize::from)
            };
            for first in either_case(entry.bytes().next()) {
                list.prefixed_by[first] |= if is_prefix { second_bit(&entry) } else { 0 };
                list.begun_by[first] |= if is_prefix { 0 } else { length_bit(entry.len()) };
            }
            for last in either_case(entry.bytes().last()) {
                list.ended_by[last] |= if is_prefix { 0 } else { length_bit(entry.len()) };
            }
            let entries = if is_prefix { &mut list.prefixes } else { &mut list.names };
            entries.push((entry, kind));
        }
        list.names.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
        list.names.dedup_by(|(a, _), (b, _)| a == b);
    }

    /// Returns the name of the list.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the purpose of the parameter `name` if it is listed. Does not decode escapes in `name`.
    #[inline]
    pub fn get(&self, name: &str) -> Option<ParameterKind> {
        let (&[first, ..], &[.., last]) = (name.as_bytes(), name.as_bytes()) else { return None };
        let [first, last] = [first, last].map(usize::from);
        // FAST: few names have the first byte, last byte and length of a listed name, or begin as a prefix.
        let may_be_whole = self.begun_by[first] & self.ended_by[last] & length_bit(name.len()) != 0;
        if may_be_whole || self.prefixed_by[first] & second_bit(name) != 0 { self.find(name) } else { None }
    }

    fn find(&self, name: &str) -> Option<ParameterKind> {
        let lower = |byte: &u8| byte.to_ascii_lowercase();
        let order = |(known, _): &(Box<str>, ParameterKind)| {
            let by_length = known.len().cmp(&name.len());
            by_length.then_with(|| known.bytes().cmp(name.as_bytes().iter().map(lower)))
        };
        if let Ok(found) = self.names.binary_search_by(order) {
            return Some(self.names[found].1);
        }
        let begins = |(prefix, _): &&(Box<str>, ParameterKind)| {
            let start = name.as_bytes().get(..prefix.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
        };
        self.prefixes.iter().find(begins).map(|&(_, kind)| kind)
    }
}

fn length_bit(len: usize) -> u32 {
    1 << len.min(31)
}

/// Returns the bit of `prefixed_by` for the second byte of `text`, or all bits if `text` has one byte.
fn second_bit(text: &str) -> u32 {
    text.as_bytes().get(1).map_or(u32::MAX, |byte| 1 << (byte % 32))
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, ParameterKind, ParameterList};

    #[test]
    fn the_built_in_list_can_be_read() {
        let list = ParameterList::parse(BUILT_IN).unwrap();
        assert!(list.names.len() > 150 && list.prefixes.len() > 8);
        for (name, kind) in &list.names {
            assert_eq!(
                [&**name, &name.to_uppercase()].map(|name| list.get(name)),
                [Some(*kind); 2],
                "{name}"
            );
        }
        let long = "utm_a_name_of_more_than_thirty_one_bytes";
        for name in ["utm_campaign", "fbclid", "utm_", long, "gad_source", "itm_medium"] {
            assert_eq!(list.get(name), Some(ParameterKind::Tracking), "{name}");
        }
        for name in ["PHPSESSID", "ASPSESSIONIDABCDEFGH"] {
            assert_eq!(list.get(name), Some(ParameterKind::Session), "{name}");
        }
        for name in ["utm", "q", "", "_", "gclidx", "id", "ref", "s"] {
            assert_eq!(list.get(name), None, "{name}");
        }
    }

    #[test]
    fn a_list_is_added() {
        let own = ParameterList::parse("name own\nsession gclid\nsession utm_*\ntracking b").unwrap();
        let both = ParameterList::default().with(own);
        let (session, tracking) = (Some(ParameterKind::Session), Some(ParameterKind::Tracking));
        let found = ["GCLID", "utm_x", "fbclid", "B", "c"].map(|name| both.get(name));
        assert_eq!(found, [session, session, tracking, tracking, None]);
    }

    #[test]
    fn prefixes_may_be_short() {
        let list = ParameterList::parse("name a\ntracking X*\nsession ab*").unwrap();
        for (name, is_removed) in
            [("x", true), ("X", true), ("xy", true), ("a", false), ("AB", true), ("aBc", true), ("ac", false)]
        {
            assert_eq!(list.get(name).is_some(), is_removed, "{name}");
        }
    }

    #[test]
    fn errors_have_the_line_number() {
        let texts = [
            "",
            "name a\nname b",
            "name a\n\ncookie b",
            "name a\ntracking *",
            "name a\ntracking b c",
            "session",
        ];
        let lines = texts.map(|text| ParameterList::parse(text).unwrap_err().line());
        assert_eq!(lines, [0, 2, 3, 2, 2, 1]);
    }
}

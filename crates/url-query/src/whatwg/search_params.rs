//! The name-value pairs of a query: the Standard's `URLSearchParams`.
//!
//! Helpers, not in a spec: `append_name`, `retain`, `find_all`, `in_block`.

use alloc::{string::String, vec::Vec};
use core::{borrow::Borrow, fmt, iter::FusedIterator};

use smallvec::SmallVec;
use url_core::{
    ByteSet,
    fast::{PaddedStr, Padding, Ranges},
    in_bounds,
    whatwg::FORM_PERCENT_ENCODE_SET,
};

use super::{append_decoded_escape, encoded_byte};

const SYNTAX: ByteSet = ByteSet::of(b"&=+%");
const SYNTAX_RANGES: Ranges<{ Ranges::count(&SYNTAX) }> = Ranges::new(&SYNTAX);
const ENCODED_RANGES: Ranges<{ Ranges::count(&FORM_PERCENT_ENCODE_SET) }> =
    Ranges::new(&FORM_PERCENT_ENCODE_SET);

/// A list of decoded name-value pairs, parsed from and serialized to forms in UTF-8.
///
/// # Examples
/// ```
/// use url_query::whatwg::SearchParams;
/// let mut params = SearchParams::parse("?a=1&b=2&a=3");
/// assert_eq!((params.get("a"), params.has("c")), (Some("1"), false));
/// assert_eq!(params.get_all("a").collect::<Vec<_>>(), ["1", "3"]);
/// params.set("a", "é");
/// params.append("c d", "");
/// assert_eq!(params.to_string(), "a=%C3%A9&b=2&c+d=");
/// assert_eq!(SearchParams::from_pairs(&[("a", "b")]).to_string(), "a=b");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchParams {
    /// The decoded names and values, with delimiters as in a form: `name=value&name=value`. The parser can
    /// thus copy a query without escapes unchanged.
    text: String,
    /// For each pair, the end of the name and the end of the value in `text`. One delimiter follows each name
    /// and each value, except the last value.
    ends: SmallVec<[(usize, usize); 4]>,
}

impl SearchParams {
    /// Parses `query`, without a `?` at its start.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-urlsearchparams
    #[inline]
    pub fn parse(query: &str) -> Self {
        // 1. A string that starts with "?": remove it.
        // 2. Initialize this with init.
        Self::from_query(query.strip_prefix('?').unwrap_or(query))
    }

    /// Parses the query of a URL, like [`super::parse_form`]. A `?` at the start of `input` is part of the
    /// first name.
    ///
    /// Spec: whatwg#urlsearchparams-initialize, whatwg#url-initialize
    /// Spec: whatwg#concept-urlencoded-string-parser, whatwg#concept-urlencoded-parser
    pub fn from_query(input: &str) -> Self {
        // 3. Otherwise:
        // 3.1. Assert: init is a string.
        // 3.2. Set the list to the result of parsing init.
        // FAST: one pass over the input, from one special byte to the next. Text without escapes is copied
        // together with its delimiters.
        let mut list = Self { text: String::with_capacity(input.len() + 1), ends: SmallVec::new() };
        let Self { text, ends } = &mut list;
        let mut name_end = None;
        // `piece` is the start of the text after the last ampersand. The text from `run` on is copied next.
        let (mut piece, mut run) = (0, 0);
        for at in find_all(input, &SYNTAX, &SYNTAX_RANGES).chain([input.len()]) {
            match input.as_bytes().get(at) {
                // This byte belongs to the previous escape.
                _ if at < run => {}
                // 3.2. The first equals sign ends the name.
                Some(b'=') => name_end = name_end.or(Some(text.len() + at - run)),
                // 3.4. A plus sign is a space.
                // 3.5. Percent-decode, then decode as UTF-8.
                Some(b'+' | b'%') => {
                    text.push_str(&input[run..at]);
                    run = input.len() - append_decoded_escape(&input[at..], text).len();
                }
                // 1. Split at ampersands.
                // 3.1. Skip an empty sequence.
                _ if at == piece => {
                    text.push_str(&input[run..at]);
                    (piece, run) = (at + 1, at + 1);
                }
                _ => {
                    // 3.3. Without an equals sign, the value is empty.
                    let name_end = name_end.take().unwrap_or_else(|| {
                        text.push_str(&input[run..at]);
                        run = at;
                        text.push('=');
                        text.len() - 1
                    });
                    // 3.6. Add the name and the value.
                    ends.push((name_end, text.len() + at - run));
                    piece = at + 1;
                }
            }
        }
        text.push_str(input.get(run..).unwrap_or_default());
        text.truncate(ends.last().map_or(0, |&(_, value_end)| value_end));
        // 4. Return the tuples.
        list
    }

    /// Creates a list of the given pairs: tuples of a name and a value, or references to such tuples.
    ///
    /// Spec: whatwg#urlsearchparams-initialize
    pub fn from_pairs<I, N, V>(pairs: I) -> Self
    where
        I: IntoIterator,
        I::Item: Borrow<(N, V)>,
        N: AsRef<str>,
        V: AsRef<str>,
    {
        // 1. A sequence: append each inner sequence.
        // 1.1. One that has not two items: throw a TypeError.
        // NOTE: each pair has two items by its type.
        // 1.2. Append its items to the list.
        // 2. Otherwise, a record: append each name and value.
        let mut list = Self::default();
        for pair in pairs {
            let (name, value) = pair.borrow();
            list.append(name.as_ref(), value.as_ref());
        }
        list
    }

    /// Returns the number of pairs in the list.
    ///
    /// Spec: whatwg#dom-urlsearchparams-size
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if the list has no pairs.
    ///
    /// Spec: whatwg#dom-urlsearchparams-size
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends a pair to the list.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-append
    pub fn append(&mut self, name: &str, value: &str) {
        // 1. Append name and value to the list.
        // 2. Update this.
        // NOTE: the URL object updates itself once, after all edits of the list.
        if !self.is_empty() {
            self.text.push('&');
        }
        self.text.push_str(name);
        let name_end = self.text.len();
        self.text.push('=');
        self.text.push_str(value);
        self.ends.push((name_end, self.text.len()));
    }

    /// Appends a pair with the name `name` and an empty value.
    pub fn append_name(&mut self, name: &str) {
        self.append(name, "");
    }

    /// Removes every pair named `name`.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-delete
    pub fn delete(&mut self, name: &str) {
        // 2. Otherwise, remove all tuples of this name.
        // 3. Update this.
        self.retain(|other, _| other != name);
    }

    /// Removes every pair with the name `name` and the value `value`.
    ///
    /// Spec: whatwg#dom-urlsearchparams-delete
    pub fn delete_pair(&mut self, name: &str, value: &str) {
        // 1. Value given: remove all tuples of this name and value.
        self.retain(|other, of_other| other != name || of_other != value);
    }

    /// Returns the value of the first pair named `name`, if there is one.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-get
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Returns the values of all pairs named `name`.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-getall
    pub fn get_all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> + Clone {
        self.iter().filter(move |pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Returns true if a pair has the name `name`.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-has
    pub fn has(&self, name: &str) -> bool {
        // 2. Value not given, and a tuple of this name: return true.
        // 3. Return false.
        self.get(name).is_some()
    }

    /// Returns true if a pair has the name `name` and the value `value`.
    ///
    /// Spec: whatwg#dom-urlsearchparams-has
    pub fn has_pair(&self, name: &str, value: &str) -> bool {
        // 1. Value given, and a tuple of this name and value: return true.
        self.iter().any(|pair| pair == (name, value))
    }

    /// Sets the value of the first pair named `name`, and removes all other pairs with this name. If no pair
    /// has the name, appends a pair.
    ///
    /// Spec: webspecs#api-urlsearchparams-1, whatwg#dom-urlsearchparams-set
    pub fn set(&mut self, name: &str, value: &str) {
        // 1. Set the first tuple of this name, remove the others.
        // 2. Otherwise, append name and value.
        // 3. Update this.
        if !self.has(name) {
            return self.append(name, value);
        }
        let mut is_first = true;
        let kept = self.iter().filter(|pair| pair.0 != name || core::mem::take(&mut is_first));
        *self = kept.map(|(other, old)| (other, if other == name { value } else { old })).collect();
    }

    /// Sorts the pairs by the UTF-16 code units of their names. Pairs with the same name keep their order.
    ///
    /// Spec: whatwg#dom-urlsearchparams-sort
    pub fn sort(&mut self) {
        // 1. Sort in ascending order, names by code units.
        // 2. Update this.
        let mut pairs: Vec<_> = self.iter().collect();
        pairs.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
        *self = pairs.into_iter().collect();
    }

    /// Returns an iterator over the names and values of the list, in order.
    ///
    /// Spec: webspecs#api-urlsearchparams-1
    #[inline]
    pub fn iter(&self) -> Pairs<'_> {
        Pairs { text: &self.text, start: 0, ends: self.ends.iter() }
    }

    /// Calls `keep` with the name and the value of each pair. If the result is false, removes the pair.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &str) -> bool) {
        *self = self.iter().filter(|(name, value)| keep(name, value)).collect();
    }

    /// Serializes the list as a query without `?`, like [`super::serialize_form`] in UTF-8.
    /// [`Display`](fmt::Display) writes the same text.
    ///
    /// Spec: whatwg#urlsearchparams-stringification-behavior, whatwg#concept-urlencoded-serializer
    pub fn serialize(&self) -> String {
        // 2. Let output be the empty string.
        // The text's capacity is about the length of the query that it was parsed from.
        let mut output = String::with_capacity(self.text.capacity());
        // 3. For each tuple of tuples:
        // FAST: the text already contains the delimiters of steps 3.4 and 3.5, so they are copied with it.
        let mut delimiters = self.ends.iter().flat_map(|&(name_end, value_end)| [name_end, value_end]);
        let mut delimiter = delimiters.next();
        let mut run = 0;
        for at in find_all(&self.text, &FORM_PERCENT_ENCODE_SET, &ENCODED_RANGES) {
            if Some(at) == delimiter {
                delimiter = delimiters.next();
                continue;
            }
            // 3.2. Let name be the percent-encoded name.
            // 3.3. Let value be the percent-encoded value.
            // If `at` is inside a character, `get` returns `None`, and nothing has to be copied.
            output.push_str(self.text.get(run..at).unwrap_or_default());
            output.push_str(encoded_byte(self.text.as_bytes()[at]));
            run = at + 1;
        }
        output.push_str(in_bounds(self.text.get(run..)));
        // 4. Return output.
        output
    }
}

impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.serialize())
    }
}

impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for SearchParams {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self::from_pairs(pairs)
    }
}

impl<N: AsRef<str>, V: AsRef<str>> Extend<(N, V)> for SearchParams {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, pairs: I) {
        for (name, value) in pairs {
            self.append(name.as_ref(), value.as_ref());
        }
    }
}

impl<'a> IntoIterator for &'a SearchParams {
    type Item = (&'a str, &'a str);
    type IntoIter = Pairs<'a>;

    fn into_iter(self) -> Pairs<'a> {
        self.iter()
    }
}

/// An iterator over the names and values of [`SearchParams`], in order. Returned by [`SearchParams::iter`].
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    text: &'a str,
    start: usize,
    ends: core::slice::Iter<'a, (usize, usize)>,
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a str, &'a str);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let &(name_end, value_end) = self.ends.next()?;
        let start = core::mem::replace(&mut self.start, value_end + 1);
        Some((in_bounds(self.text.get(start..name_end)), in_bounds(self.text.get(name_end + 1..value_end))))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl DoubleEndedIterator for Pairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let &(name_end, value_end) = self.ends.next_back()?;
        let start = self.ends.as_slice().last().map_or(self.start, |&(_, end)| end + 1);
        Some((in_bounds(self.text.get(start..name_end)), in_bounds(self.text.get(name_end + 1..value_end))))
    }
}

impl ExactSizeIterator for Pairs<'_> {}

impl FusedIterator for Pairs<'_> {}

/// Serializes the list as a sequence of pairs.
#[cfg(feature = "serde")]
impl serde::Serialize for SearchParams {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for SearchParams {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<(String, String)>::deserialize(deserializer).map(Self::from_pairs)
    }
}

const BLOCK: usize = 64;

/// Returns the offsets of the bytes of `text` that are in `set`, in ascending order. `ranges` must contain
/// the same bytes as `set`.
#[inline]
fn find_all<'a, const N: usize>(
    text: &'a str,
    set: &'a ByteSet,
    ranges: &'a Ranges<N>,
) -> impl Iterator<Item = usize> + 'a {
    // `test` covers only bytes after the first byte, so the first byte is tested separately.
    let first = text.bytes().next().is_some_and(|byte| set.contains(byte));
    let (mut block, mut found) = (0, in_block(text, 1, ranges) << 1 | u64::from(first));
    core::iter::from_fn(move || {
        while found == 0 {
            block += BLOCK;
            if block >= text.len() {
                return None;
            }
            found = in_block(text, block, ranges);
        }
        let at = block + found.trailing_zeros() as usize;
        found &= found - 1;
        Some(at)
    })
}

/// Returns a mask with one bit for each of the 64 bytes from `from` on: 1 if `ranges` contains the byte.
#[inline]
fn in_block<const N: usize>(text: &str, from: usize, ranges: &Ranges<N>) -> u64 {
    let mut padding = Padding::default();
    let [found] = PaddedStr::new(text, &mut padding).test::<4, 1>(from, |bytes, _| [bytes.is_in(ranges)]);
    found
}

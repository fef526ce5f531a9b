//! The list of names and values of a `URLSearchParams` object, in one string. Holds whatwg "URLSearchParams class" as
//! far as it is about the list itself.
//!
//! Outside the specs: `len`, `is_empty`, `iter`, `push`, `retain`, `set_value`, `sort_by_name`.

use alloc::{string::String, vec::Vec};
use core::{cmp::Ordering, iter::FusedIterator};

use smallvec::SmallVec;
use url_core::{ByteSet, in_bounds, masks::Ranges, whatwg::FORM_PERCENT_ENCODE_SET};

use super::{
    find_all::find_all,
    form::{append_decoded_escape, encoded_byte},
};

/// The bytes of a form that have a special meaning.
const SYNTAX: ByteSet = ByteSet::of(b"&=+%");
const SYNTAX_RANGES: Ranges<{ Ranges::count(&SYNTAX) }> = Ranges::new(&SYNTAX);
const ENCODED_RANGES: Ranges<{ Ranges::count(&FORM_PERCENT_ENCODE_SET) }> =
    Ranges::new(&FORM_PERCENT_ENCODE_SET);

/// A list of names and values, in order.
///
/// # Examples
/// ```
/// use url_query::whatwg::PairList;
/// let mut list = PairList::parse("a=1&b=%20");
/// list.push("c", "é");
/// list.retain(|name, _| name != "a");
/// assert_eq!(list.iter().collect::<Vec<_>>(), [("b", " "), ("c", "é")]);
/// assert_eq!(list.serialize(), "b=+&c=%C3%A9");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairList {
    /// The first name, `=`, its value, `&`, the second name, and so on: decoded, but delimited as in a form, so that a query
    /// without escapes is copied as it is.
    text: String,
    /// The end of each name, and the end of its value. One delimiter follows each but the last.
    ends: SmallVec<[(usize, usize); 4]>,
}

impl PairList {
    /// Parses the names and values in `input`, as [`super::parse_form`] does.
    ///
    /// Spec: whatwg#concept-urlencoded-string-parser, whatwg#concept-urlencoded-parser
    pub fn parse(input: &str) -> Self {
        // FAST: one pass over the input, from one special byte to the next. What is already as it is kept is copied in runs,
        // delimiters included.
        let mut list = Self { text: String::with_capacity(input.len() + 1), ends: SmallVec::new() };
        let Self { text, ends } = &mut list;
        let mut name_end = None;
        // The start of the piece between ampersands, and of the run that is not copied yet.
        let (mut piece, mut run) = (0, 0);
        for at in find_all(input, &SYNTAX, &SYNTAX_RANGES).chain([input.len()]) {
            match input.as_bytes().get(at) {
                // It is part of the escape before it.
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
                // 3.1. Skip what is empty.
                _ if at == piece => {
                    text.push_str(&input[run..at]);
                    (piece, run) = (at + 1, at + 1);
                }
                _ => {
                    // 3.3. Without one there is no value.
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
        // An ampersand at the end.
        text.truncate(ends.last().map_or(0, |&(_, value_end)| value_end));
        // 4. Return the tuples.
        list
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns every name with its value, in order.
    #[inline]
    pub fn iter(&self) -> Pairs<'_> {
        Pairs { text: &self.text, start: 0, ends: self.ends.iter() }
    }

    /// Appends a pair.
    pub fn push(&mut self, name: &str, value: &str) {
        if !self.is_empty() {
            self.text.push('&');
        }
        self.text.push_str(name);
        let name_end = self.text.len();
        self.text.push('=');
        self.text.push_str(value);
        self.ends.push((name_end, self.text.len()));
    }

    /// Keeps only the pairs for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &str) -> bool) {
        *self = self.iter().filter(|(name, value)| keep(name, value)).collect();
    }

    /// Sets the value of the pair at `index`. Does nothing if there is no such pair.
    pub fn set_value(&mut self, index: usize, value: &str) {
        let Some(&(name_end, end)) = self.ends.get(index) else { return };
        let start = name_end + 1;
        self.text.replace_range(start..end, value);
        let moved = |place: &mut usize| *place = *place - end + start + value.len();
        for (at, (name_end, value_end)) in self.ends.iter_mut().enumerate().skip(index) {
            if at > index {
                moved(name_end);
            }
            moved(value_end);
        }
    }

    /// Sorts the pairs by name with `compare`. The sort is stable.
    pub fn sort_by_name(&mut self, compare: impl Fn(&str, &str) -> Ordering) {
        let mut pairs: Vec<_> = self.iter().collect();
        pairs.sort_by(|a, b| compare(a.0, b.0));
        *self = pairs.into_iter().collect();
    }

    /// Serializes the list as a form in UTF-8, as [`super::serialize_form`] does.
    ///
    /// Spec: whatwg#concept-urlencoded-serializer
    pub fn serialize(&self) -> String {
        // 2. Let output be the empty string.
        // The text has room for the query that it was parsed from, which is a good estimate.
        let mut output = String::with_capacity(self.text.capacity());
        // 3. For each tuple of tuples:
        // FAST: the delimiters that 3.4 and 3.5 append are already in the text, which is copied in runs.
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
            // Between two bytes of one character there is no run.
            output.push_str(self.text.get(run..at).unwrap_or_default());
            output.push_str(encoded_byte(self.text.as_bytes()[at]));
            run = at + 1;
        }
        output.push_str(in_bounds(self.text.get(run..)));
        // 4. Return output.
        output
    }
}

impl<N: AsRef<str>, V: AsRef<str>> FromIterator<(N, V)> for PairList {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        let mut list = Self::default();
        for (name, value) in pairs {
            list.push(name.as_ref(), value.as_ref());
        }
        list
    }
}

impl<'a> IntoIterator for &'a PairList {
    type Item = (&'a str, &'a str);
    type IntoIter = Pairs<'a>;

    fn into_iter(self) -> Pairs<'a> {
        self.iter()
    }
}

/// An iterator over names and values, in order; from [`PairList::iter`].
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
        Some((self.text.get(start..name_end)?, self.text.get(name_end + 1..value_end)?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ends.size_hint()
    }
}

impl DoubleEndedIterator for Pairs<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let &(name_end, value_end) = self.ends.next_back()?;
        let start = self.ends.as_slice().last().map_or(self.start, |&(_, end)| end);
        Some((self.text.get(start..name_end)?, self.text.get(name_end..value_end)?))
    }
}

impl ExactSizeIterator for Pairs<'_> {}

impl FusedIterator for Pairs<'_> {}

//! The parameters of queries: removing some, and sorting the rest.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::draft::Edits;

/// The pairs of a query. Few queries have more than 16.
pub(crate) type Pairs<'q> = SmallVec<[Pair<'q>; 16]>;

/// A pair of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'q> {
    pub(crate) text: &'q str,
    name_len: usize,
    /// The first eight bytes of the name, padded with zeros, as a number with the same order.
    start: u64,
}

impl<'q> Pair<'q> {
    pub(crate) fn name(&self) -> &'q str {
        &self.text[..self.name_len]
    }

    /// Compares the names.
    #[inline]
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.start.cmp(&other.start).then_with(|| self.name().cmp(other.name()))
    }
}

/// Removes the pairs of `query` (without its `?`) whose name `is_removed`, each with one `&`.
pub(crate) fn remove_pairs(query: &str, edits: &mut Edits, is_removed: impl Fn(&str) -> bool) {
    // The start of the pair, and true if an earlier one is kept, so that the `&` between them is removed with
    // this one.
    let (mut at, mut has_kept) = (0, false);
    for pair in pairs(query) {
        let end = at + pair.text.len();
        if is_removed(pair.name()) {
            let start = if has_kept { at - 1 } else { at };
            let stop = if has_kept { end } else { (end + 1).min(query.len()) };
            edits.remove(start..stop);
        } else {
            has_kept = true;
        }
        at = end + 1;
    }
}

/// Sorts the pairs of `query` (without its `?`) by name; those with the same name keep their order. Removes
/// empty ones.
pub(crate) fn sort_pairs(query: &str, edits: &mut Edits) {
    // FAST: often nothing has to be done. `dedupe::tests::one_pass_equals_the_rules_one_by_one` compares.
    let is_ordered = |a: &Pair<'_>, b: &Pair<'_>| a.text.len().min(b.text.len()) > 0 && a.order(b).is_le();
    if pairs(query).is_sorted_by(is_ordered) {
        return;
    }
    let mut sorted: Pairs<'_> = pairs(query).filter(|pair| !pair.text.is_empty()).collect();
    sorted.sort_by(Pair::order);
    let new = sorted.iter().map(|pair| pair.text).collect::<Vec<_>>().join("&");
    if new != query {
        edits.replace(0..query.len(), &new);
    }
}

/// Returns the pairs of `query` (without its `?`).
#[inline]
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = Pair<'_>> {
    let bytes = query.as_bytes();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let mut end = delimiter(bytes, start);
        let name_len = end - start;
        while bytes.get(end) == Some(&b'=') {
            end = delimiter(bytes, end + 1);
        }
        next = (end < bytes.len()).then_some(end + 1);
        Some(Pair { text: &query[start..end], name_len, start: first_eight(&bytes[start..], name_len) })
    })
}

/// Returns the place of the next `&` or `=` from `at`, or of the end of `text`.
///
/// FAST: eight bytes at once, since names and values are too short for memchr's setup to pay off.
#[inline]
fn delimiter(text: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    // The high bit of each byte that is 0, and perhaps of those above it.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
    while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*chunk);
        let found = zeros(word ^ (ONES * u64::from(b'&'))) | zeros(word ^ (ONES * u64::from(b'=')));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + text[at..].iter().take_while(|byte| !matches!(byte, b'&' | b'=')).count()
}

/// Returns the first `len` bytes of `bytes`, at most eight, padded with zeros, as a number with the same
/// order.
fn first_eight(bytes: &[u8], len: usize) -> u64 {
    let word = match bytes.first_chunk() {
        Some(chunk) => u64::from_be_bytes(*chunk),
        None => (0..8).fold(0, |word, i| word << 8 | u64::from(bytes.get(i).copied().unwrap_or(0))),
    };
    match len {
        0 => 0,
        1..8 => word & u64::MAX << (64 - 8 * len),
        _ => word,
    }
}

//! Conversion of spans in a preprocessed string to spans in the original string.

use alloc::vec::Vec;

use url_core::Span;

use crate::whatwg::{is_c0_control_or_space, is_tab_or_newline};

type Test = fn(char) -> bool;

/// A map from spans of a preprocessed string to spans of the original string.
///
/// # Examples
/// ```
/// use url_core::Span;
/// // The URL Standard changes " a\tb" to "ab". The "b" was at byte 3.
/// let map = url_preprocess::SourceMap::of_whatwg(" a\tb");
/// assert_eq!(map.original(Span::new(1, 2)), Span::new(3, 4));
/// ```
#[derive(Clone, Debug)]
pub struct SourceMap {
    /// The jumps in ascending order. Between two jumps, the preprocessed and the original offset differ by a
    /// constant.
    jumps: Vec<Jump>,
}

/// An offset `after` in the preprocessed string where preprocessing removed or replaced bytes.
#[derive(Clone, Copy, Debug)]
struct Jump {
    after: u32,
    /// The offset in the original string for the end of a span that ends at `after`.
    end: u32,
    /// The offset in the original string for the start of a span that starts at `after`.
    start: u32,
}

impl SourceMap {
    /// Creates the map for a string that preprocessing leaves unchanged.
    pub const fn identity() -> Self {
        Self { jumps: Vec::new() }
    }

    /// Creates the map for the changes that [`crate::manakai::preprocess`] makes to `input`, in linear time.
    ///
    /// # Examples
    /// ```
    /// use url_core::Span;
    /// let map = url_preprocess::SourceMap::of_manakai(" a\tb");
    /// assert_eq!(map.original(Span::new(1, 2)), Span::new(3, 4));
    /// ```
    #[cfg(feature = "manakai")]
    pub fn of_manakai(input: &str) -> Self {
        use crate::manakai::{is_removed, is_trimmed};
        Self::build(input, is_trimmed, is_removed, url_core::is_noncharacter)
    }

    /// Creates the map for the changes of the URL Standard's parser to `input`: it removes tabs and newlines,
    /// and C0 controls and spaces from both ends.
    ///
    /// # Examples
    /// ```
    /// use url_core::Span;
    /// let map = url_preprocess::SourceMap::of_whatwg("\0a\tb");
    /// assert_eq!(map.original(Span::new(1, 2)), Span::new(3, 4));
    /// ```
    pub fn of_whatwg(input: &str) -> Self {
        Self::build(input, is_c0_control_or_space, is_tab_or_newline, |_| false)
    }

    fn build(input: &str, is_trimmed: Test, is_removed: Test, is_replaced: Test) -> Self {
        // The first pass counts the jumps, so that the vector has the exact size.
        let tests = [is_trimmed, is_removed, is_replaced];
        let (mut count, mut last) = (1, 0);
        for_each_jump(input, tests, |jump| {
            count += usize::from(jump.after != last);
            last = jump.after;
        });
        let mut jumps = Vec::with_capacity(count);
        jumps.push(Jump::new(0, 0, 0));
        for_each_jump(input, tests, |jump| match jumps.last_mut() {
            Some(last) if last.after == jump.after => last.start = jump.start,
            _ => jumps.push(jump),
        });
        Self { jumps }
    }

    /// Returns the span in the original string for `span` of the preprocessed string.
    pub fn original(&self, span: Span) -> Span {
        let start = self.offset(span.start, |jump| jump.start);
        let end = if span.is_empty() { start } else { self.offset(span.end, |jump| jump.end) };
        Span { start, end }
    }

    fn offset(&self, after: u32, side: fn(&Jump) -> u32) -> u32 {
        let next = self.jumps.partition_point(|jump| jump.after <= after);
        match self.jumps.get(next.saturating_sub(1)) {
            Some(jump) if jump.after == after => side(jump),
            Some(jump) => jump.start.saturating_add(after - jump.after),
            None => after,
        }
    }
}

impl Jump {
    fn new(after: usize, end: usize, start: usize) -> Self {
        let (original, after) = (Span::new(end, start), Span::new(after, after).end);
        Self { after, end: original.start, start: original.end }
    }
}

/// Calls `report` with a jump for each removed or replaced character of `input`. The `tests` return true for
/// trimmed, removed and replaced characters. Jumps of adjacent removed characters have the same `after`.
fn for_each_jump(input: &str, tests: [Test; 3], mut report: impl FnMut(Jump)) {
    let [is_trimmed, is_removed, is_replaced] = tests;
    let (mut after, mut started) = (0, false);
    for (at, c) in input.char_indices() {
        started |= !is_trimmed(c) && !is_removed(c);
        let start = at + c.len_utf8();
        if !started || is_removed(c) {
            report(Jump::new(after, at, start));
        } else if is_replaced(c) {
            after += char::REPLACEMENT_CHARACTER.len_utf8();
            report(Jump::new(after, start, start));
        } else {
            after += c.len_utf8();
        }
    }
}

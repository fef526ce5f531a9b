//! The text that a policy works on, and the receipt of its changes.

use std::{borrow::Cow, ops::Range};

use smallvec::SmallVec;
use url_facade::Span;

use crate::{
    receipt::{Edit, Receipt, splice},
    rule::Rule,
};

/// The text that a policy works on.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'u> {
    text: Cow<'u, str>,
    /// The receipt, if changes are recorded.
    receipt: Option<Receipt>,
}

/// The changes of one rule, in order, without overlap.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    /// The ranges that change, each with the end of its replacement in `new`.
    spans: SmallVec<[(Range<usize>, usize); 4]>,
    new: String,
}

impl Edits {
    /// Replaces `range`, which is after all earlier ones, with `text`.
    pub(crate) fn replace(&mut self, range: Range<usize>, text: &str) {
        self.new.push_str(text);
        self.spans.push((range, self.new.len()));
    }

    /// Replaces `range` with one character.
    pub(crate) fn replace_by(&mut self, range: Range<usize>, c: char) {
        self.replace(range, c.encode_utf8(&mut [0; 4]));
    }

    /// Removes `range`, unless it is empty.
    pub(crate) fn remove(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.replace(range, "");
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Appends `text` to `out`, with these edits applied.
    pub(crate) fn write(&self, text: &str, out: &mut String) {
        splice(text, self.iter(), out);
    }

    /// Iterates over the ranges with their replacements.
    fn iter(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let mut start = 0;
        self.spans.iter().map(move |(range, end)| {
            let text = &self.new[start..*end];
            start = *end;
            (range.clone(), text)
        })
    }
}

impl<'u> Draft<'u> {
    pub(crate) fn new(text: &'u str, with_receipt: bool) -> Self {
        Self { text: Cow::Borrowed(text), receipt: with_receipt.then(Receipt::default) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if nothing was changed.
    pub(crate) fn is_unchanged(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    /// Applies the edits of `rule` to the whole text.
    pub(crate) fn pass(&mut self, rule: Rule, edit: impl FnOnce(&str, &mut Edits)) {
        self.pass_in(rule, &mut (0..self.text.len()), edit);
    }

    /// Applies the edits of `rule` to `part`; `edit` receives only the text of that range. Updates `part` to
    /// the range of the result, because the edits may change its length.
    pub(crate) fn pass_in(
        &mut self,
        rule: Rule,
        part: &mut Range<usize>,
        edit: impl FnOnce(&str, &mut Edits),
    ) {
        let mut edits = Edits::default();
        edit(&self.text[part.clone()], &mut edits);
        if edits.is_empty() {
            return;
        }
        let mut text = String::with_capacity(self.text.len() + edits.new.len());
        text.push_str(&self.text[..part.start]);
        edits.write(&self.text[part.clone()], &mut text);
        text.push_str(&self.text[part.end..]);
        part.end = part.end + text.len() - self.text.len();
        self.text = Cow::Owned(text);
        if let Some(receipt) = &mut self.receipt {
            let place = |range: Range<usize>| Span::new(part.start + range.start, part.start + range.end);
            receipt
                .push(rule, edits.iter().map(|(range, text)| Edit::new(place(range), text.into())).collect());
        }
    }

    /// Removes `part`, unless it is empty.
    pub(crate) fn remove(&mut self, rule: Rule, mut part: Range<usize>) {
        self.pass_in(rule, &mut part, |text, edits| edits.remove(0..text.len()));
    }

    /// Replaces `part` with the result of `new`, unless it is the same.
    pub(crate) fn replace(
        &mut self,
        rule: Rule,
        part: &mut Range<usize>,
        new: impl FnOnce(&str) -> Cow<'_, str>,
    ) {
        self.pass_in(rule, part, |text, edits| {
            let new = new(text);
            if new != text {
                edits.replace(0..text.len(), &new);
            }
        });
    }

    pub(crate) fn finish(self) -> (Cow<'u, str>, Receipt) {
        (self.text, self.receipt.unwrap_or_default())
    }
}

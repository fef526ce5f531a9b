//! Edits the string of a URL in place.

use std::ops::Range;

use url_core::{Component, Span};

use super::Url;
use crate::Change;

impl Url {
    /// Replaces the bytes from `from` to `to` with `component`, which `write` appends to the string, and the delimiters
    /// before and after it, and moves the components after it.
    #[expect(clippy::inline_always, reason = "the component and its delimiters are constants")]
    #[inline(always)]
    pub(crate) fn replace(
        &mut self,
        component: Component,
        place: (usize, usize),
        [before, after]: [&str; 2],
        write: impl FnOnce(&mut String),
    ) -> Change {
        let len = self.href.len();
        self.href.push_str(before);
        write(&mut self.href);
        self.href.push_str(after);
        self.put(component, place, len, [before.len(), after.len()])
    }

    /// Replaces the bytes from `from` to `to` with those from `len` on, which are `component` and its delimiters, of these
    /// lengths.
    #[expect(clippy::inline_always, reason = "the component and its delimiters are constants")]
    #[inline(always)]
    pub(crate) fn put(
        &mut self,
        component: Component,
        (from, to): (usize, usize),
        len: usize,
        [before, after]: [usize; 2],
    ) -> Change {
        let end = from + (self.href.len() - len);
        if !self.move_tail(from..to, len) {
            return Change::Unchanged;
        }
        let span = Span::new(from + before, end - after);
        self.shape.components.replace(component, Some(span), to, end);
        Change::Changed
    }

    /// Replaces the bytes of `place` with those from `len` on, and returns whether they differ.
    #[inline(never)]
    fn move_tail(&mut self, place: Range<usize>, len: usize) -> bool {
        if self.href.as_bytes()[place.clone()] == self.href.as_bytes()[len..] {
            self.href.truncate(len);
            return false;
        }
        // A string can be edited in front of its end by moving what follows only; this moves it once more than needed.
        if place.end < len {
            self.href.extend_from_within(place.end..len);
        }
        self.href.drain(place.start..len);
        true
    }

    /// Removes `component` with the bytes from `from` to `to`, and moves the components after it.
    #[expect(clippy::inline_always, reason = "the component and its delimiters are constants")]
    #[inline(always)]
    pub(crate) fn remove(&mut self, component: Component, (from, to): (usize, usize)) -> Change {
        if self.place(component).is_none() {
            return Change::Unchanged;
        }
        self.href.drain(from..to);
        self.shape.components.replace(component, None, to, from);
        Change::Changed
    }
}

impl<S> Url<S> {
    /// The place of `component`, in bytes.
    pub(crate) fn place(&self, component: Component) -> Option<(usize, usize)> {
        self.shape.components.get(component).map(|span| (span.start as usize, span.end as usize))
    }
}

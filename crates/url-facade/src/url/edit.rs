//! Edits the string of a URL in place.

use url_core::{Component, Span};

use super::Url;
use crate::Change;

impl Url {
    /// Replaces the bytes from `from` to `to` with `component`, which `write` appends to the string, and the delimiters
    /// before and after it, and moves the components after it.
    #[inline]
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
    pub(crate) fn put(
        &mut self,
        component: Component,
        (from, to): (usize, usize),
        len: usize,
        [before, after]: [usize; 2],
    ) -> Change {
        let written = self.href.len() - len;
        if self.href.as_bytes()[from..to] == self.href.as_bytes()[len..] {
            self.href.truncate(len);
            return Change::Unchanged;
        }
        // A string can be edited in front of its end by moving what follows only; this moves it once more than needed.
        self.href.extend_from_within(to..len);
        self.href.drain(from..len);
        let span = Span::new(from + before, from + written - after);
        self.shape.components.set(component, span);
        self.shape.components.move_after(component, to, from + written);
        Change::Changed
    }

    /// Removes `component` with the bytes from `from` to `to`, and moves the components after it.
    pub(crate) fn remove(&mut self, component: Component, (from, to): (usize, usize)) -> Change {
        if self.place(component).is_none() {
            return Change::Unchanged;
        }
        self.href.drain(from..to);
        self.shape.components.clear(component);
        self.shape.components.move_after(component, to, from);
        Change::Changed
    }
}

impl<S> Url<S> {
    /// The place of `component`, in bytes.
    pub(crate) fn place(&self, component: Component) -> Option<(usize, usize)> {
        self.shape.components.get(component).map(|span| (span.start as usize, span.end as usize))
    }
}

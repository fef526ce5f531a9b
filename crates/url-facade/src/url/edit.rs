//! Edits the string of a URL in place.

use url_core::{Component, Span};

use super::Url;

impl Url {
    /// Replaces the bytes from `from` to `to` with `component` and the delimiters before and after it, and moves the
    /// components after it.
    pub(crate) fn replace(
        &mut self,
        component: Component,
        (from, to): (usize, usize),
        [before, text, after]: [&str; 3],
    ) {
        if to == self.href.len() {
            self.href.truncate(from);
            self.href.extend([before, text, after]);
        } else {
            for part in [after, text, before].into_iter().filter(|part| !part.is_empty()) {
                self.href.insert_str(to, part);
            }
            self.href.drain(from..to);
        }
        let start = from + before.len();
        let end = start + text.len();
        self.shape.components.set(component, Span::new(start, end));
        let behind = end + after.len();
        for later in Component::ALL.into_iter().skip(1 + component as usize) {
            if let Some(span) = self.shape.components.get(later) {
                let moved = |at: u32| at as usize - to + behind;
                self.shape.components.set(later, Span::new(moved(span.start), moved(span.end)));
            }
        }
    }

    /// Removes `component` with the bytes from `from` to `to`, and moves the components after it.
    pub(crate) fn remove(&mut self, component: Component, place: (usize, usize)) {
        self.replace(component, place, [""; 3]);
        self.shape.components.clear(component);
    }
}

impl<S> Url<S> {
    /// The place of `component`, in bytes.
    pub(crate) fn place(&self, component: Component) -> Option<(usize, usize)> {
        self.shape.components.get(component).map(|span| (span.start as usize, span.end as usize))
    }
}

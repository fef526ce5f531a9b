//! Serialized URLs: a string, and the byte ranges of its components. The string can be edited in place.
//!
//! Helpers, not in a spec: `view`, `map`, `without_fragment`, `get`, `scheme`, `place`, `replace`, `put`,
//! `move_tail`, `remove`.

use std::ops::Range;

use url_core::{Component, Components, Span, in_bounds};

use crate::{Attribute, Change};

/// A canonical URL that a spec has serialized: a string, and the byte ranges of the components in it.
///
/// Spec: whatwg#url-path, whatwg#url-opaque-path
#[derive(Clone, Copy, Debug)]
pub struct Serialized<S = String, T = ()> {
    /// The serialized URL.
    pub href: S,
    /// The byte range of each component in `href`.
    pub components: Components,
    /// True if the path is a list of segments. False if it is one opaque string, as in `mailto:a@b.test`.
    pub hierarchical: bool,
    /// Data of a type that contains this URL. This data uses bytes that would otherwise be padding.
    pub tag: T,
}

impl<S: AsRef<str>, T> Serialized<S, T> {
    /// Returns a copy of this URL that borrows its string.
    #[inline]
    pub fn view(&self) -> Serialized<&str> {
        let Self { ref href, components, hierarchical, .. } = *self;
        Serialized { href: href.as_ref(), components, hierarchical, tag: () }
    }
}

impl<S, T> Serialized<S, T> {
    /// Converts the type of the string of the URL with `map`, which must not change the text.
    #[inline]
    pub fn map<R>(self, map: impl FnOnce(S) -> R) -> Serialized<R, T> {
        let Self { href, components, hierarchical, tag } = self;
        Serialized { href: map(href), components, hierarchical, tag }
    }
}

impl<'u> Serialized<&'u str> {
    /// Returns the text of `component`, or `None` if the component is missing.
    #[inline]
    pub fn get(&self, component: Component) -> Option<&'u str> {
        self.components.get(component).map(|span| in_bounds(self.href.get(Range::from(span))))
    }

    /// Returns the scheme, in lower case and without the colon after it.
    #[inline]
    pub fn scheme(&self) -> &'u str {
        self.get(Component::Scheme).unwrap_or_default()
    }

    /// Returns true if this URL and `other` are equal apart from their fragments.
    ///
    /// Spec: whatwg#concept-url-equals
    pub fn equals_without_fragment(&self, other: &Serialized<&str>) -> bool {
        // 1. Let serializedA be A, serialized with exclude fragment.
        let serialized_a = self.without_fragment();
        // 2. Let serializedB be B, serialized likewise.
        let serialized_b = other.without_fragment();
        // 3. Return true if they are the same.
        serialized_a == serialized_b
    }

    fn without_fragment(&self) -> &'u str {
        let end = self.components.get(Component::Fragment).map(|span| span.start as usize - 1);
        end.map_or(self.href, |end| in_bounds(self.href.get(..end)))
    }

    /// Returns the value of the getter `attribute` of the class `URL`. It is the same in all specs.
    ///
    /// Spec: webspecs#api-getters
    /// Spec: whatwg#dom-url-href, whatwg#dom-url-protocol, whatwg#dom-url-username, whatwg#dom-url-password
    /// Spec: whatwg#dom-url-pathname, whatwg#dom-url-host-1..4, whatwg#dom-url-hostname-1..2
    /// Spec: whatwg#dom-url-port-1..2, whatwg#dom-url-search-1..2, whatwg#dom-url-hash-1..2
    pub fn attribute(&self, attribute: Attribute) -> &'u str {
        let text = self.href;
        let place = |component| self.components.get(component);
        let text_of = |span: Span| in_bounds(text.get(Range::from(span)));
        let component = |component| self.get(component).unwrap_or_default();
        // Includes the delimiter before the component. A missing or empty component gives an empty value.
        let delimited = |component| {
            let span = place(component).filter(|span| !span.is_empty());
            span.map_or("", |span| text_of(Span { start: span.start - 1, ..span }))
        };
        // 1. Each as the document says:
        match attribute {
            Attribute::Href => text,
            Attribute::Protocol => {
                place(Component::Scheme).map_or(":", |span| text_of(Span { end: span.end + 1, ..span }))
            }
            Attribute::Username => component(Component::User),
            Attribute::Password => component(Component::Password),
            Attribute::Host => match (place(Component::Host), place(Component::Port)) {
                (Some(host), Some(port)) => text_of(Span { end: port.end, ..host }),
                _ => component(Component::Host),
            },
            Attribute::Hostname => component(Component::Host),
            Attribute::Port => component(Component::Port),
            Attribute::Pathname => component(Component::Path),
            Attribute::Search => delimited(Component::Query),
            Attribute::Hash => delimited(Component::Fragment),
        }
    }
}

impl<T> Serialized<String, T> {
    /// Returns the start and end offsets of `component` in bytes, or `None` if the component is missing.
    #[inline]
    pub fn place(&self, component: Component) -> Option<(usize, usize)> {
        self.components.get(component).map(|span| (span.start as usize, span.end as usize))
    }

    /// Replaces the bytes at `place` with `component` between the delimiters `before` and `after`. `write`
    /// appends the text of `component` to the string. Updates the byte ranges of all components.
    #[expect(clippy::inline_always, reason = "the component and its delimiters are constants")]
    #[inline(always)]
    pub fn replace(
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

    /// Replaces the bytes from `from` to `to` with the bytes from `len` on, which are cut from the end. These
    /// are a delimiter of `before` bytes, the text of `component`, and a delimiter of `after` bytes.
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
        self.components.replace(component, Some(span), to, end);
        Change::Changed
    }

    /// Replaces the bytes at `place` with the tail that starts at `len`. Returns false if they are the same.
    #[inline(never)]
    fn move_tail(&mut self, place: Range<usize>, len: usize) -> bool {
        if self.href.as_bytes()[place.clone()] == self.href.as_bytes()[len..] {
            self.href.truncate(len);
            return false;
        }
        // This copies the text after `place` once more than necessary.
        if place.end < len {
            self.href.extend_from_within(place.end..len);
        }
        self.href.drain(place.start..len);
        true
    }

    /// Removes `component` with its delimiters: the bytes from the offset `from` to the offset `to`.
    #[expect(clippy::inline_always, reason = "the component and its delimiters are constants")]
    #[inline(always)]
    pub(crate) fn remove(&mut self, component: Component, (from, to): (usize, usize)) -> Change {
        if self.place(component).is_none() {
            return Change::Unchanged;
        }
        self.href.drain(from..to);
        self.components.replace(component, None, to, from);
        Change::Changed
    }
}

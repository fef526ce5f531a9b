//! The components of a URL, and the byte range of each component in a serialized URL.

use crate::Span;

/// A component of a URL.
///
/// # Examples
/// ```
/// use url_core::Component;
/// assert_eq!(Component::ALL.map(Component::name)[4], "port");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// The scheme: the text before the first colon.
    Scheme,
    /// The username.
    User,
    /// The password, without the colon before it.
    Password,
    /// The host, including the brackets around an IPv6 address.
    Host,
    /// The port, without the colon before it.
    Port,
    /// The path, including the slash at its start if it has one.
    Path,
    /// The query, without the question mark before it.
    Query,
    /// The fragment, without the number sign before it.
    Fragment,
}

impl Component {
    /// Every component, in the order in which a URL is written.
    pub const ALL: [Self; 8] = {
        use Component::{Fragment, Host, Password, Path, Port, Query, Scheme, User};
        [Scheme, User, Password, Host, Port, Path, Query, Fragment]
    };

    /// Returns the name of the component in lower case, as the program `urlspec` writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::User => "user",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }
}

/// The byte range of each component in a serialized URL. A component may be missing, or present and empty.
///
/// ```text
/// http://user:pass@host:8080/path?query#fragment
/// ^^^^   ^^^^ ^^^^ ^^^^ ^^^^^^^^^ ^^^^^ ^^^^^^^^
/// scheme user pass host port path query fragment
/// ```
///
/// At most [`Components::MAX_GAP`] bytes of delimiters separate a component from the preceding component.
/// This type therefore stores only an end offset and a four-bit gap for each component, in 36 bytes.
///
/// # Examples
/// ```
/// use url_core::{Component, Components, Span};
/// let mut components = Components::default();
/// components.set(Component::Scheme, Span::new(0, 4));
/// assert_eq!(components.get(Component::Scheme), Some(Span::new(0, 4)));
/// assert_eq!(components.get(Component::Port), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Components {
    /// The end offset of each component. A missing component has the end offset of the preceding component.
    ends: [u32; 8],
    /// Four bits for each component; the lowest four bits are for the scheme. They are 0 if the component is
    /// missing. If it is present, they are 1 plus the number of bytes between it and the preceding component.
    gaps: u32,
}

impl Components {
    /// The greatest number of bytes, all of them delimiters, between a component and the preceding component.
    pub const MAX_GAP: u8 = 14;

    /// Creates the value from the end offset of each component, in the order of [`Component::ALL`], and the
    /// number of delimiter bytes before it, at most [`Components::MAX_GAP`]. For a missing component, `ends`
    /// has the end offset of the preceding component, and `gaps` has `None`.
    ///
    /// # Examples
    /// ```
    /// use url_core::{Component, Components, Span};
    /// // "a:b?c"
    /// let gaps = [Some(0), None, None, None, None, Some(1), Some(1), None];
    /// let components = Components::from_ends([1, 1, 1, 1, 1, 3, 5, 5], gaps);
    /// assert_eq!(components.get(Component::Path), Some(Span::new(2, 3)));
    /// assert_eq!(components.get(Component::Query), Some(Span::new(4, 5)));
    /// assert_eq!(components.get(Component::Fragment), None);
    /// ```
    #[inline]
    pub const fn from_ends(ends: [u32; 8], gaps: [Option<u8>; 8]) -> Self {
        let mut nibbles = 0;
        let mut place = 8;
        while place > 0 {
            place -= 1;
            nibbles = nibbles << 4
                | match gaps[place] {
                    Some(gap) => nibble(gap as u32),
                    None => 0,
                };
        }
        Self { ends, gaps: nibbles }
    }

    /// Returns the byte range of `component`, or `None` if the component is missing.
    #[inline]
    pub const fn get(&self, component: Component) -> Option<Span> {
        let place = component as usize;
        let nibble = self.gaps >> (4 * place) & 15;
        if nibble == 0 {
            return None;
        }
        Some(Span { start: self.end_before(place).wrapping_add(nibble - 1), end: self.ends[place] })
    }

    /// Marks `component` as missing. The byte ranges of all other components stay the same.
    #[inline]
    pub fn hide(&mut self, component: Component) {
        self.gaps &= !(15 << (4 * component as usize));
    }

    /// Sets the byte range of `component` to `span`. Reduces the start of `span` if it is more than
    /// [`Components::MAX_GAP`] bytes after the preceding component. Does not move later components.
    #[inline]
    pub fn set(&mut self, component: Component, span: Span) {
        let place = component as usize;
        if self.gaps_after(place) == 0 {
            self.put_last(place, Some(span));
        } else {
            self.put_between(component, span);
        }
    }

    #[inline(never)]
    fn put_between(&mut self, component: Component, span: Span) {
        self.replace(component, Some(span), 0, 0);
    }

    /// Sets the byte range of `component` to `span`, or marks it as missing if `span` is `None`. Moves all
    /// later components by `to - from` bytes. `from` and `to` are the offsets of the text after `component`
    /// before and after the change of the URL.
    #[expect(
        clippy::inline_always,
        reason = "the component is a constant: half of the work is done by the compiler"
    )]
    #[inline(always)]
    pub fn replace(&mut self, component: Component, span: Option<Span>, from: usize, to: usize) {
        let place = component as usize;
        let after = self.gaps_after(place);
        if after == 0 {
            return self.put_last(place, span);
        }
        // Wrapping addition, because `to - from` is negative if the text became shorter.
        let by = Span::new(to, to).start.wrapping_sub(Span::new(from, from).start);
        let next = (place + 1 + after.trailing_zeros() as usize / 4).min(8);
        let nibble_of_next = self.gaps >> (4 * next) & 15;
        let start = self.end_before(next).wrapping_add(nibble_of_next - 1).wrapping_add(by);
        let end = self.put(place, span);
        self.gaps = self.gaps & !(15 << (4 * next)) | nibble(start.saturating_sub(end)) << (4 * next);
        for ((other, kept), still) in self.ends.iter_mut().zip(BELOW[place]).zip(BELOW[next]) {
            *other = *other & kept | end & !kept & still | other.wrapping_add(by) & !still;
        }
    }

    /// Sets the component with the index `place`. No component with a greater index may be present.
    #[inline]
    fn put_last(&mut self, place: usize, span: Option<Span>) {
        let end = self.put(place, span);
        self.ends[place..].fill(end);
    }

    /// Sets the gap before the component at index `place`. Returns the end offset, which the caller must set.
    #[inline]
    fn put(&mut self, place: usize, span: Option<Span>) -> u32 {
        let before = self.end_before(place);
        let gap = span.map_or(0, |span| nibble(span.start.saturating_sub(before)));
        self.gaps = self.gaps & !(15 << (4 * place)) | gap << (4 * place);
        span.map_or(before, |span| span.end.max(before))
    }

    /// Marks the components after `component` as missing.
    #[inline]
    pub fn truncate(&mut self, component: Component) {
        let place = component as usize;
        self.gaps &= u32::MAX >> (28 - 4 * place);
        let end = self.ends[place];
        self.ends[place..].fill(end);
    }

    #[inline]
    const fn end_before(&self, place: usize) -> u32 {
        if place == 0 { 0 } else { self.ends[place - 1] }
    }

    #[inline]
    const fn gaps_after(&self, place: usize) -> u32 {
        // Two shifts, because one shift by 32 bits would overflow.
        self.gaps >> (4 * place) >> 4
    }
}

/// `BELOW[index]` has `u32::MAX` for each component with an index less than `index`, and 0 for the others.
const BELOW: [[u32; 8]; 9] = {
    let mut below = [[0; 8]; 9];
    let mut at = 0;
    while at < 9 * 8 {
        if at % 8 < at / 8 {
            below[at / 8][at % 8] = u32::MAX;
        }
        at += 1;
    }
    below
};

#[inline]
const fn nibble(gap: u32) -> u32 {
    let max = Components::MAX_GAP as u32;
    1 + if gap < max { gap } else { max }
}

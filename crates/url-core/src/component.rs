//! The components of a URL, and the place of each in a serialized URL.

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
    /// The scheme: what precedes the first colon.
    Scheme,
    /// The username.
    User,
    /// The password, without its colon.
    Password,
    /// The host, with its brackets if it has any.
    Host,
    /// The port, without its colon.
    Port,
    /// The path, with its leading slash if it has one.
    Path,
    /// The query, without its question mark.
    Query,
    /// The fragment, without its number sign.
    Fragment,
}

impl Component {
    /// Every component, in the order in which a URL is written.
    pub const ALL: [Self; 8] = [
        Self::Scheme,
        Self::User,
        Self::Password,
        Self::Host,
        Self::Port,
        Self::Path,
        Self::Query,
        Self::Fragment,
    ];

    /// Returns the name in lower case, as the program and test vectors write it.
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

/// The place of each component in a serialized URL. A component may be present and empty, or missing.
///
/// ```text
/// http://user:pass@host:8080/path?query#fragment
/// ^^^^   ^^^^ ^^^^ ^^^^ ^^^^^^^^^ ^^^^^ ^^^^^^^^
/// scheme user pass host port path query fragment
/// ```
///
/// # Examples
/// ```
/// use url_core::{Component, Components, Span};
/// let mut components = Components::default();
/// components.set(Component::Scheme, Span::new(0, 4));
/// assert_eq!(components.get(Component::Scheme), Some(Span::new(0, 4)));
/// assert_eq!(components.get(Component::Port), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Components([Span; 8]);

/// The marker for a missing component: no place.
const MISSING: Span = Span { start: u32::MAX, end: u32::MAX };

impl Default for Components {
    /// Creates a value in which every component is missing.
    fn default() -> Self {
        Self([MISSING; 8])
    }
}

impl Components {
    /// Returns the place of `component`, or `None` if the URL has none.
    #[inline]
    pub fn get(&self, component: Component) -> Option<Span> {
        let span = self.0[component as usize];
        (span != MISSING).then_some(span)
    }

    /// Marks `component` as missing.
    #[inline]
    pub fn clear(&mut self, component: Component) {
        self.0[component as usize] = MISSING;
    }

    /// Records that `component` is at `span`.
    #[inline]
    pub fn set(&mut self, component: Component, span: Span) {
        self.0[component as usize] = span;
    }

    /// Moves every component after `component` by as many bytes as it is from `from` to `to`.
    ///
    /// # Examples
    /// ```
    /// use url_core::{Component, Components, Span};
    /// let mut components = Components::default();
    /// components.set(Component::Host, Span::new(7, 13));
    /// components.set(Component::Path, Span::new(13, 15));
    /// components.move_after(Component::Host, 13, 10);
    /// assert_eq!(components.get(Component::Host), Some(Span::new(7, 13)));
    /// assert_eq!(components.get(Component::Path), Some(Span::new(10, 12)));
    /// assert_eq!(components.get(Component::Query), None);
    /// ```
    #[inline]
    pub fn move_after(&mut self, component: Component, from: usize, to: usize) {
        // It may be to the left: the number wraps around.
        let by = Span::new(to, to).start.wrapping_sub(Span::new(from, from).start);
        for (place, span) in self.0.iter_mut().enumerate() {
            let by = if place > component as usize && *span != MISSING { by } else { 0 };
            span.start = span.start.wrapping_add(by);
            span.end = span.end.wrapping_add(by);
        }
    }
}

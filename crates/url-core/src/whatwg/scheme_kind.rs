//! The kinds of schemes that the basic URL parser distinguishes.

/// The kind of a scheme, as `url_scheme::whatwg::scheme_kind` returns it.
///
/// Source: whatwg#special-scheme
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// `http`, `https` and `ftp`.
    Special,
    /// `ws` and `wss`: special, with queries in UTF-8 only.
    WebSocket,
    /// `file`: special.
    File,
    /// Every other scheme, or none.
    NotSpecial,
}

impl SchemeKind {
    /// Returns true if a URL with such a scheme is special.
    ///
    /// Spec: whatwg#is-special
    #[inline]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::NotSpecial)
    }
}

//! The kinds of schemes that the basic URL parser distinguishes.

/// The kind of a scheme, as the function `url_scheme::whatwg::scheme_kind` returns it.
///
/// Source: whatwg#special-scheme
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemeKind {
    /// The special schemes `http`, `https` and `ftp`.
    Special,
    /// The special schemes `ws` and `wss`, whose queries are always encoded in UTF-8.
    WebSocket,
    /// The special scheme `file`.
    File,
    /// Any other scheme, or a missing scheme.
    NotSpecial,
}

impl SchemeKind {
    /// Returns true if a URL with a scheme of this kind is special.
    ///
    /// Spec: whatwg#is-special
    #[inline]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::NotSpecial)
    }
}

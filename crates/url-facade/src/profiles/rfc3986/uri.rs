//! The type that stands for the grammars of URIs.

/// URIs with what a [`Repertoire`](url_core::Repertoire) adds to their grammar: of RFC 3986 alone, or with the zones of RFC 6874. What either makes
/// follows [`Profile::Rfc3986`](crate::Profile::Rfc3986).
#[derive(Clone, Copy)]
pub(crate) struct Uri<R>(pub(crate) R);

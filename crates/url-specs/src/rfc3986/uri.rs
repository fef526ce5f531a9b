//! The type that stands for the grammars of URIs.

/// URIs with what a [`Repertoire`](url_core::Repertoire) adds to their grammar: of RFC 3986 alone, or with the zones of RFC 6874.
#[derive(Clone, Copy, Debug)]
pub struct Uri<R>(pub R);

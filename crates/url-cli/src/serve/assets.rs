//! The files of the page, as they stand in `assets/`: nothing builds them, and nothing else is loaded.

/// One file.
pub(super) struct Asset {
    pub(super) path: &'static str,
    /// The content type.
    pub(super) kind: &'static str,
    pub(super) content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";

pub(super) const ASSETS: [Asset; 1] =
    [Asset { path: "/", kind: HTML, content: include_str!("assets/index.html") }];

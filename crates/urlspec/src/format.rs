//! The formats of documents.

use std::{ffi::OsStr, path::Path};

use clap::ValueEnum;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines of text, such as a log: URLs with a scheme.
    Text,
    /// Markdown (`CommonMark`): links, images, URLs in text and in HTML.
    Markdown,
    /// HTML: attributes that hold URLs.
    Html,
    /// A sitemap (XML), or an index of sitemaps that are files beside it.
    Sitemap,
    /// One URL per line.
    List,
}

impl Format {
    /// The format that the name of `path` shows; the ending of a compressed file is ignored.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let mut path = path.to_owned();
        if path.extension().is_some_and(|ending| ending == "gz" || ending == "zst") {
            path.set_extension("");
        }
        match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "xml" => Some(Self::Sitemap),
            _ => None,
        }
    }
}

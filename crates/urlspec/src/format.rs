//! The formats of inputs.

use std::{ffi::OsStr, path::Path};

use clap::ValueEnum;
use url_find::document;

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines of text, such as a log: URLs with a scheme.
    Text,
    /// Markdown (`CommonMark`): links, images, URLs in text and in HTML.
    Markdown,
    /// HTML: attributes that hold URLs, styles, refreshes, and documents in `srcdoc`.
    Html,
    /// A sitemap (XML), or an index of sitemaps that are files beside it.
    Sitemap,
    /// One URL per line.
    List,
    /// A table with commas between fields.
    #[value(skip)]
    Csv,
    /// A table with tabs between fields.
    #[value(skip)]
    Tsv,
    /// A JSON value per line: in its strings, URLs with a scheme.
    Jsonl,
    /// The access log of a web server, in the Common or Combined Log Format: what was requested, at the origin of --base, and the referrer.
    AccessLog,
}

impl Format {
    /// The format of the document that this is, unless it is lines.
    pub(crate) fn of_document(self) -> Option<document::Format> {
        Some(match self {
            Self::Html => document::Format::Html,
            Self::Markdown => document::Format::Markdown,
            Self::Sitemap => document::Format::Sitemap,
            _ => return None,
        })
    }

    /// The format that the name of `path` shows; the ending of a compressed file is ignored.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let mut path = path.to_owned();
        if path.extension().is_some_and(|ending| ending == "gz" || ending == "zst") {
            path.set_extension("");
        }
        match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "xml" => Some(Self::Sitemap),
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            _ => None,
        }
    }

    /// The format that the first bytes show.
    pub(crate) fn of_start(start: &[u8]) -> Option<Self> {
        let start = String::from_utf8_lossy(start.trim_ascii_start()).to_ascii_lowercase();
        if start.starts_with('{') {
            return Some(Self::Jsonl);
        }
        if start.starts_with("<?xml") {
            // Of XML, these two are read.
            return if start.contains("<html") { Some(Self::Html) } else { Some(Self::Sitemap) };
        }
        let tag = start.strip_prefix('<')?;
        // Source: MIME Sniffing Standard, section 7.1.
        let name = tag.strip_prefix("!doctype ").unwrap_or(tag).split_once([' ', '>']).map(|(name, _)| name);
        let is_html = match name {
            Some("html") => true,
            Some(
                "head" | "script" | "iframe" | "h1" | "div" | "font" | "table" | "a" | "style" | "title"
                | "b" | "body" | "br" | "p",
            ) => !tag.starts_with('!'),
            _ => tag.starts_with("!--"),
        };
        let is_sitemap = ["<urlset", "<sitemapindex"].iter().any(|root| start.contains(root));
        if is_html { Some(Self::Html) } else { is_sitemap.then_some(Self::Sitemap) }
    }
}

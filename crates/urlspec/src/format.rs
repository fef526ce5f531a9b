//! The formats of inputs.

use std::{ffi::OsStr, path::Path};

use clap::ValueEnum;
use url_find::document::{self, LineFormat, is_json_lines};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines of text, such as a log: URLs with a scheme.
    Text,
    /// Markdown (`CommonMark`): links, images, URLs in text and in HTML.
    Markdown,
    /// HTML: attributes that contain URLs, styles, refreshes, and documents in `srcdoc`.
    Html,
    /// XML: a sitemap, an index of sitemaps in files next to it, or a feed (RSS, Atom). Other XML is read as
    /// text.
    #[value(alias = "feed", alias = "xml")]
    Sitemap,
    /// One URL per line.
    List,
    /// A table with commas between fields: URLs with a scheme in its cells.
    Csv,
    /// A table with tabs between fields.
    Tsv,
    /// JSON: URLs with a scheme in its strings and names, and the requests of access logs.
    Json,
    /// A JSON value per line.
    Jsonl,
    /// The access log of a web server, in the Common or Combined Log Format: the requested URL, at its
    /// virtual host or the origin of --base, and the referrer.
    AccessLog,
}

const ROOTS: [&str; 7] = ["<urlset", "<sitemapindex", "<rss", "<feed", "<entry", "<rdf:rdf", "<opml"];

impl Format {
    pub(crate) fn of_document(self) -> Option<document::Format> {
        Some(match self {
            Self::Html => document::Format::Html,
            Self::Markdown => document::Format::Markdown,
            Self::Sitemap => document::Format::Xml,
            Self::Json => document::Format::Json,
            _ => return None,
        })
    }

    pub(crate) fn of_lines(self) -> Option<LineFormat> {
        Some(match self {
            Self::Jsonl => LineFormat::JsonLines,
            Self::AccessLog => LineFormat::AccessLog,
            Self::Csv => LineFormat::Table(b','),
            Self::Tsv => LineFormat::Table(b'\t'),
            _ => return None,
        })
    }

    /// Returns the format for the extension of `path`, such as `.html`. Ignores an extension `.gz` or `.zst`.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let mut path = path.to_owned();
        if path.extension().is_some_and(|ending| ending == "gz" || ending == "zst") {
            path.set_extension("");
        }
        match path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Some(Self::Html),
            "md" | "markdown" => Some(Self::Markdown),
            "xml" | "rss" | "atom" | "opml" => Some(Self::Sitemap),
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            _ => None,
        }
    }

    /// Returns the format that the first bytes of a file indicate, or `None`. Ambiguous bytes indicate text.
    pub(crate) fn of_start(start: &[u8]) -> Option<Self> {
        let is_json_lines = is_json_lines(start);
        let start = String::from_utf8_lossy(start.trim_ascii_start()).to_ascii_lowercase();
        if let Some(is_json_lines) = is_json_lines {
            return Some(if is_json_lines { Self::Jsonl } else { Self::Json });
        }
        if start.starts_with('{') {
            return Some(Self::Text);
        }
        let is_known = || ROOTS.iter().any(|root| start.contains(root)) || start.contains(":urlset");
        if start.starts_with("<?xml") {
            // Of XML, only these kinds are read. If a long comment hides the kind, the reader finds it out.
            return Some(match start.contains("<html") {
                true => Self::Html,
                false if is_known() || start.len() > 1024 => Self::Sitemap,
                false => Self::Text,
            });
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
        if is_html { Some(Self::Html) } else { is_known().then_some(Self::Sitemap) }
    }
}

//! The formats of inputs.

use std::{ffi::OsStr, path::Path};

use clap::ValueEnum;

/// What an input is.
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
    /// A table with commas between fields.
    #[value(skip)]
    Csv,
    /// A table with tabs between fields.
    #[value(skip)]
    Tsv,
    /// A JSON object per line.
    #[value(skip)]
    JsonLines,
}

/// The first bytes of HTML, each followed by a space or `>`. Source: MIME Sniffing Standard, section 7.1.
const HTML: [&str; 16] = [
    "<!doctype html",
    "<html",
    "<head",
    "<script",
    "<iframe",
    "<h1",
    "<div",
    "<font",
    "<table",
    "<a",
    "<style",
    "<title",
    "<b",
    "<body",
    "<br",
    "<p",
];

impl Format {
    /// Its name, as the option has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Sitemap => "sitemap",
            Self::List => "list",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::JsonLines => "jsonl",
        }
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
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            _ => None,
        }
    }

    /// The format that the first bytes show.
    pub(crate) fn of_start(start: &[u8]) -> Option<Self> {
        let start = String::from_utf8_lossy(start.trim_ascii_start()).to_ascii_lowercase();
        let is_html = |start: &str| {
            let follows = |name| start.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '>']));
            start.starts_with("<!--") || HTML.into_iter().any(follows)
        };
        if start.starts_with('{') {
            return Some(Self::JsonLines);
        }
        let is_sitemap = |start: &str| ["<urlset", "<sitemapindex"].iter().any(|root| start.contains(root));
        if start.starts_with("<?xml") {
            // Of XML, these two are read.
            return if start.contains("<html") { Some(Self::Html) } else { Some(Self::Sitemap) };
        }
        match () {
            () if is_html(&start) => Some(Self::Html),
            () if start.starts_with('<') && is_sitemap(&start) => Some(Self::Sitemap),
            () => None,
        }
    }
}

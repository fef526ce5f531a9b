//! Which reader takes which kind of document. Each turns one format into an outline.

mod bikeshed;
mod manakai;
mod markdown;
pub(super) mod markup;
mod plain;
mod rfc_text;
mod rfc_xml;
mod standard;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::Deserialize;

use super::outline::Outline;

/// How a document is written.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Format {
    /// Bikeshed source: HTML without most end tags, some Markdown.
    Bikeshed,
    /// The manakai document's own markup.
    Manakai,
    /// The steps in the readings of a document that is not whole.
    Markdown,
    /// Text with `==` headings and `->` steps.
    Plain,
    /// An RFC as it is published in plain text.
    RfcText,
    /// The XML from which RFCs and drafts are made (RFC 2629).
    RfcXml,
    /// Bikeshed source in which each algorithm has a `div` of its own.
    Standard,
}

impl Format {
    /// Reads the document `text` into `outline`.
    pub(crate) fn read(self, text: &str, outline: &mut Outline) {
        match self {
            Self::Bikeshed => bikeshed::read(text, outline),
            Self::Manakai => manakai::read(text, outline),
            Self::Markdown => markdown::read(text, outline),
            Self::Plain => plain::read(text, outline),
            Self::RfcText => rfc_text::read(text, outline),
            Self::RfcXml => rfc_xml::read(text, outline),
            Self::Standard => standard::read(text, outline),
        }
    }

    /// How the names of such files end.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Bikeshed | Self::Standard => "bs",
            Self::Manakai | Self::Plain | Self::RfcText => "txt",
            Self::Markdown => "md",
            Self::RfcXml => "xml",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bikeshed => "bikeshed",
            Self::Manakai => "manakai",
            Self::Markdown => "markdown",
            Self::Plain => "plain",
            Self::RfcText => "rfc-text",
            Self::RfcXml => "rfc-xml",
            Self::Standard => "standard",
        })
    }
}

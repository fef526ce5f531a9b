//! Formatting of URLs with few escapes, so that detection in text finds the whole URL.
//!
//! Helpers, not in a spec: `new`, `has_as_syntax`, `push_syntax`, `push_escaped`, `push_byte`,
//! `push_written`, `is_invisible`, `render_host`.

use std::{borrow::Cow, fmt::Write as _};

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, percent_encode_byte, utf8_percent_encode};
use url_facade::{Url, whatwg::render_domain};

use super::{LinkTerm, link_term};

/// The decoded parts of a URL. [`format`](Self::format) writes the parts as a link.
///
/// # Examples
/// ```
/// let mut parts = url_find::LinkParts::new("https", "example.com");
/// parts.path = vec!["α".into(), "b/c".into()];
/// parts.query = vec![("k".into(), Some("v".into())), ("q".into(), None)];
/// assert_eq!(parts.format(), "https://example.com/α/b%2Fc?k=v&q");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkParts {
    /// The scheme, without its colon.
    pub scheme: String,
    /// The host, which is written unchanged, without escapes.
    pub host: String,
    /// The decoded segments of the path.
    pub path: Vec<String>,
    /// The decoded names of the query, each with its value, if any.
    pub query: Vec<(String, Option<String>)>,
    /// The fragment.
    pub fragment: Option<String>,
    /// The directives of the fragment, such as `text=x`.
    pub directives: Vec<String>,
}

impl LinkParts {
    /// Returns the parts of a URL that has only a scheme and a host.
    pub fn new(scheme: impl Into<String>, host: impl Into<String>) -> Self {
        Self { scheme: scheme.into(), host: host.into(), ..Self::default() }
    }

    /// Returns the URL with as few escapes as possible.
    ///
    /// Spec: uts58#minimal-escaping
    pub fn format(&self) -> String {
        let mut url = String::new();
        if !self.scheme.is_empty() {
            url.extend([&self.scheme, "://"]);
        }
        url.push_str(&self.host);
        // Escape all of the data, and then decode as many escapes as possible.
        let mut push = |syntax, data| {
            url.push_str(syntax);
            url.extend(utf8_percent_encode(data, NON_ALPHANUMERIC));
        };
        for segment in &self.path {
            push("/", segment);
        }
        for (i, (name, value)) in self.query.iter().enumerate() {
            push(if i == 0 { "?" } else { "&" }, name);
            if let Some(value) = value {
                push("=", value);
            }
        }
        if self.fragment.is_some() || !self.directives.is_empty() {
            push("#", self.fragment.as_deref().unwrap_or_default());
        }
        for directive in &self.directives {
            push(":~:", directive);
        }
        minimally_escaped(&url)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Segment,
    Query,
    Fragment,
}

impl Piece {
    fn has_as_syntax(self, c: char) -> bool {
        match self {
            Self::Segment => matches!(c, '/' | '\\' | '?' | '#'),
            Self::Query => matches!(c, '#' | '=' | '&' | '+'),
            Self::Fragment => false,
        }
    }
}

#[derive(Default)]
struct Escaped {
    text: String,
    /// The last character of `text` if it is data, because `finish` may have to escape it.
    last: Option<char>,
}

impl Escaped {
    fn push_syntax(&mut self, text: &str) {
        self.text.push_str(text);
        self.last = None;
    }

    fn push_escaped(&mut self, c: char) {
        c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| self.push_byte(byte));
    }

    fn push_byte(&mut self, byte: u8) {
        self.push_syntax(percent_encode_byte(byte));
    }

    /// Spec: uts58#minimal-escaping
    fn push_data(&mut self, data: &str, piece: Piece) {
        let mut open = Vec::new();
        for (at, c) in data.char_indices() {
            let rest = &data.as_bytes()[at + 1..];
            let must_escape = match link_term(c) {
                // 1. Hard is percent-encoded.
                LinkTerm::Hard => true,
                // 2. An Open is written as it is.
                LinkTerm::Open => {
                    open.push(c);
                    false
                }
                // 3. A Close without its opener in the same part is percent-encoded.
                LinkTerm::Close(opener) => open.pop_if(|last| *last == opener).is_none(),
                // 4. The part's own syntax is percent-encoded where it is data.
                _ if piece.has_as_syntax(c) => true,
                // 5. `%` only before two hexadecimal digits.
                _ if c == '%' => rest.len() > 1 && rest[..2].iter().all(u8::is_ascii_hexdigit),
                // Escape the `:` that would begin a directive.
                _ if piece != Piece::Fragment => false,
                _ => c == '~' && data[..at].ends_with(':') && rest.starts_with(b":"),
            };
            if must_escape {
                self.push_escaped(c);
            } else {
                self.text.push(c);
                self.last = Some(c);
            }
        }
    }

    /// Pushes `text`, after decoding its escapes. Escapes of bytes that are not UTF-8 remain.
    fn push_written(&mut self, text: &str, piece: Piece) {
        let decoded = Cow::from(percent_decode_str(text));
        for chunk in decoded.utf8_chunks() {
            self.push_data(chunk.valid(), piece);
            chunk.invalid().iter().for_each(|&byte| self.push_byte(byte));
        }
    }

    /// Spec: uts58#minimal-escaping
    fn finish(mut self) -> String {
        // 6. A Soft at the very end of the URL is percent-encoded.
        if let Some(last) = self.last.filter(|&c| link_term(c) == LinkTerm::Soft) {
            self.text.truncate(self.text.len() - last.len_utf8());
            self.push_escaped(last);
        }
        self.text
    }
}

/// Returns the absolute URL `url` with as few escapes as possible. An escape remains if the decoded character
/// would end the link or separate components.
///
/// Spec: uts58#minimal-escaping
pub fn minimally_escaped(url: &str) -> String {
    let mut out = Escaped::default();
    let (url, fragment) = url.split_once('#').map_or((url, None), |(url, fragment)| (url, Some(fragment)));
    let (url, query) = url.split_once('?').map_or((url, None), |(url, query)| (url, Some(query)));
    // Without an authority, everything after the scheme is treated as the path.
    let authority = url.find("://").filter(|&at| !url[..at].contains('/')).map_or(0, |at| at + 3);
    let path = url[authority..].find('/').map_or(url.len(), |at| authority + at);
    out.push_syntax(&url[..path]);
    for (i, segment) in url[path..].split('/').enumerate() {
        out.push_syntax(if i > 0 { "/" } else { "" });
        out.push_written(segment, Piece::Segment);
    }
    for (i, pair) in query.into_iter().flat_map(|query| query.split('&')).enumerate() {
        out.push_syntax(if i == 0 { "?" } else { "&" });
        for (i, text) in pair.split('=').enumerate() {
            out.push_syntax(if i > 0 { "=" } else { "" });
            for (i, text) in text.split('+').enumerate() {
                out.push_syntax(if i > 0 { "+" } else { "" });
                out.push_written(text, Piece::Query);
            }
        }
    }
    for (i, text) in fragment.into_iter().flat_map(|fragment| fragment.split(":~:")).enumerate() {
        out.push_syntax(if i == 0 { "#" } else { ":~:" });
        out.push_written(text, Piece::Fragment);
    }
    out.finish()
}

/// Returns `url` for people to read, with as few escapes as possible.
///
/// A label of the host is written in Unicode if that is safe: the label has one script, or scripts that a
/// language combines (UTS #39), and cannot be confused with ASCII. Any other label remains in Punycode.
/// Invisible characters remain escaped. Credentials are removed, because they may look like a host.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// let url = Url::parse("https://xn--r8jz45g.example/%E3%81%82%20b")?;
/// assert_eq!(url_find::display(&url), "https://例え.example/あ%20b");
/// let url = Url::parse("https://xn--80ak6aa92e.com/")?; // Cyrillic letters that look like "apple"
/// assert_eq!(url_find::display(&url), "https://xn--80ak6aa92e.com/");
/// # Ok::<(), url_facade::ParseError>(())
/// ```
///
/// Spec: uts58#minimal-escaping
pub fn display<S: AsRef<str>>(url: &Url<S>) -> String {
    let text = url.as_str();
    let mut shown = String::with_capacity(text.len());
    let rest = if let Some(host) = url.host_str() {
        let host = url.domain().map_or(host.into(), |domain| Cow::from(render_host(domain)));
        let _ = write!(shown, "{}://{host}", url.scheme());
        let _ = url.port().map_or(Ok(()), |port| write!(shown, ":{port}"));
        let authority = url.scheme().len() + 3;
        &text[text[authority..].find(['/', '?', '#']).map_or(text.len(), |at| authority + at)..]
    } else {
        text
    };
    for c in minimally_escaped(rest).chars() {
        if is_invisible(c) {
            shown.extend(c.encode_utf8(&mut [0; 4]).bytes().map(percent_encode_byte));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Returns true for invisible characters that change how text looks, except for joiners, which words need.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}')
}

fn render_host(domain: &str) -> String {
    let rendered = render_domain(domain);
    let labels = domain.split('.').zip(rendered.split('.')).map(|(written, meant)| {
        // UTS #39, section 4: a whole-script confusable looks like a label of another script, here of ASCII.
        let is_confusable = !meant.is_ascii() && unicode_security::skeleton(meant).all(|c| c.is_ascii());
        if is_confusable { written } else { meant }
    });
    labels.collect::<Vec<_>>().join(".")
}

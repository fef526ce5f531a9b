//! `ParseOptions`, which sets the base and the encoding of a parser.

use std::fmt;

use percent_encoding::{AsciiSet, percent_encode};
use url_facade::{Component, Parser, Source, api::Attribute, trace::Event};

use crate::{EncodingOverride, ParseError, SyntaxViolation, Url, error::Violations};

/// The options of a parser: a base, an encoding for queries, and a function that is called for violations.
///
/// # Examples
/// ```
/// use std::cell::RefCell;
/// use url_compat::{SyntaxViolation, Url};
/// let base = Url::parse("https://a.test/b")?;
/// let violations = RefCell::new(Vec::new());
/// let report = |violation| violations.borrow_mut().push(violation);
/// let options = Url::options().base_url(Some(&base)).syntax_violation_callback(Some(&report));
/// assert_eq!(options.parse(r"c\d")?.as_str(), "https://a.test/c/d");
/// assert_eq!(*violations.borrow(), [SyntaxViolation::Backslash]);
///
/// fn latin1(text: &str) -> std::borrow::Cow<'_, [u8]> {
///     text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
/// }
/// let url = Url::options().encoding_override(Some(&latin1)).parse("https://a.test/é?é")?;
/// assert_eq!(url.as_str(), "https://a.test/%C3%A9?%E9");
/// # Ok::<(), url_compat::ParseError>(())
/// ```
#[derive(Copy, Clone, Default)]
#[must_use]
pub struct ParseOptions<'a> {
    base_url: Option<&'a Url>,
    encoding_override: EncodingOverride<'a>,
    violation_fn: Option<&'a dyn Fn(SyntaxViolation)>,
}

impl<'a> ParseOptions<'a> {
    /// Sets the base to resolve the input against. See [`ParseOptions`] for an example.
    pub fn base_url(self, new: Option<&'a Url>) -> Self {
        Self { base_url: new, ..self }
    }

    /// Sets the function that encodes queries. See [`ParseOptions`] for an example.
    pub fn encoding_override(self, new: EncodingOverride<'a>) -> Self {
        Self { encoding_override: new, ..self }
    }

    /// Sets a function that is called for each violation that the parser tolerates. See [`ParseOptions`].
    pub fn syntax_violation_callback(self, new: Option<&'a dyn Fn(SyntaxViolation)>) -> Self {
        Self { violation_fn: new, ..self }
    }

    /// Parses `input` with the options that were set. See [`ParseOptions`] for an example.
    pub fn parse(self, input: &str) -> Result<Url, ParseError> {
        let parser = Parser::default().with_base(self.base_url.map(|base| &base.0));
        if self.encoding_override.is_none() && self.violation_fn.is_none() {
            return Ok(Url(parser.parse(input)?));
        }
        let (mut violations, mut query) = (Violations::default(), String::new());
        let mut trace = |event: Event<'_>| match event {
            Event::Violation(violation) => {
                if let (Some(report), Some(kind)) = (self.violation_fn, violations.kind(&violation, input)) {
                    report(kind);
                }
            }
            // The base URL's query is already encoded.
            Event::Found(found) if found.component == Component::Query && found.source == Source::Input => {
                query.push_str(found.span.of(input));
            }
            _ => {}
        };
        let mut url = Url(parser.parse_traced(input, &mut trace)?);
        if let Some(encode) = self.encoding_override
            && !query.is_empty()
            // For other schemes, and for "ws" and "wss", the encoding is always UTF-8.
            && url.is_special()
            && !matches!(url.scheme(), "ws" | "wss")
        {
            let query = query.replace(['\t', '\n', '\r'], "");
            let encoded = encode(&query);
            // Encodes all non-ASCII bytes here. The setter encodes ASCII bytes that a query cannot contain.
            url.set(Attribute::Search, &format!("?{}", percent_encode(&encoded, &AsciiSet::EMPTY)));
        }
        Ok(url)
    }
}

impl fmt::Debug for ParseOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseOptions").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

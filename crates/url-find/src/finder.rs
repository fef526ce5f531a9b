//! The finder of URLs in text.

use memchr::memchr_iter;

#[cfg(feature = "uts58")]
use crate::uts58;
use crate::{
    every,
    finding::{Finding, Mode, Options},
};

/// Finds URLs in text.
///
/// # Examples
/// ```
/// use url_find::Finder;
/// let text = r"见http://[::1]/x。然后 (see HTTP:\\b.example/y).";
/// let finder = Finder::default();
/// let found: Vec<_> = finder.find(text).map(|finding| finding.url().unwrap().to_string()).collect();
/// assert_eq!(found, ["http://[::1]/x", "http://b.example/y"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Finder {
    options: Options,
}

impl Finder {
    /// Returns a finder with these options.
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Finds each URL in `text`, in order. Text without URLs causes no allocation.
    ///
    /// A candidate that the profile does not accept is a finding too: its [`url`](Finding::url) is the error.
    pub fn find<'t>(&self, text: &'t str) -> impl Iterator<Item = Finding<'t>> + use<'_, 't> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let finding = self.next_from(text, from)?;
            from = finding.span.end;
            Some(finding)
        })
    }

    /// Finds the next URL at or after `from`, the end of the previous one.
    fn next_from<'t>(&self, text: &'t str, mut from: usize) -> Option<Finding<'t>> {
        let (bytes, options) = (text.as_bytes(), &self.options);
        if options.mode == Mode::Every && options.default_scheme.is_none() {
            let mut colons = memchr_iter(b':', &bytes[from..]);
            return colons.find_map(|colon| every::with_scheme(text, from, from + colon, options));
        }
        // Every URL has a colon, a dot or an @. E3 and EF are the first bytes of ideographic dots.
        let mut at = from;
        loop {
            at += bytes[at..].iter().position(|byte| matches!(byte, b':' | b'.' | b'@' | 0xE3 | 0xEF))?;
            let is_mark =
                bytes[at].is_ascii() || text[at..].starts_with(['\u{3002}', '\u{FF0E}', '\u{FF61}']);
            match if is_mark { self.find_at(text, from, at) } else { Err(at + 1) } {
                Ok(finding) => return Some(finding),
                // Skip the text that was rejected as a whole.
                Err(end) => (at, from) = if end > at + 1 { (end, end) } else { (at + 1, from) },
            }
        }
    }

    /// Returns the URL at or after `from` with the mark at `at`; or the end of the text that was rejected.
    fn find_at<'t>(&self, text: &'t str, from: usize, at: usize) -> Result<Finding<'t>, usize> {
        match self.options.mode {
            Mode::Every => every::url_at(text, from, at, &self.options),
            #[cfg(feature = "uts58")]
            Mode::Uts58 => {
                let uts58::Found { span, kind, prefix } = uts58::link_at(text, from, at)?;
                let text = &text[span.clone()];
                let (decoded, prefix, parser) = (text.into(), prefix.into(), self.options.parser);
                Ok(Finding { span, text, decoded, kind, prefix, parser })
            }
        }
    }
}

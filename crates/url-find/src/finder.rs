//! The finder of URLs in text.

use crate::{
    every,
    finding::{Finding, Mode, Options},
};
#[cfg(feature = "uts58")]
use crate::{finding::Kind, uts58};

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

    /// Finds the next URL in `text` from `from` on, the end of the one before.
    fn next_from<'t>(&self, text: &'t str, from: usize) -> Option<Finding<'t>> {
        match self.options.mode {
            Mode::Every => every::next_url(text, from, &self.options),
            #[cfg(feature = "uts58")]
            Mode::Uts58 => self.next_link(text, from),
        }
    }

    #[cfg(feature = "uts58")]
    fn next_link<'t>(&self, text: &'t str, from: usize) -> Option<Finding<'t>> {
        let uts58::Found { span, kind, has_scheme } = uts58::next_link(text, from)?;
        let prefix = match kind {
            _ if has_scheme => "",
            Kind::Url => "https://",
            Kind::Email => "mailto:",
        };
        let text = &text[span.clone()];
        Some(Finding::new(span, text, text.into(), kind, prefix.into(), self.options.parser))
    }
}

//! The crate `http`.

use http::Uri;
use url_core::{Reason, Span, sections::whatwg};

use super::{ConversionError, unchanged};
use crate::{ParseError, Position, Url};

/// Parses an absolute URI, as the URL Standard does.
///
/// # Errors
/// [`Reason::MissingScheme`] for the other forms that a request has, such as `/path` and `a.test:443`: what they mean
/// depends on the request.
impl TryFrom<&Uri> for Url {
    type Error = ParseError;

    fn try_from(uri: &Uri) -> Result<Self, ParseError> {
        let text = uri.to_string();
        if uri.scheme().is_none() {
            // `a.test:443` would have the scheme `a.test`.
            return Err(ParseError::new(
                Reason::MissingScheme,
                whatwg::NO_SCHEME_STATE_1,
                Span::whole(&text),
            ));
        }
        Self::parse(&text)
    }
}

/// Converts to a URI with the same string but without the fragment, which no request has; or refuses.
impl<S: AsRef<str>> TryFrom<&Url<S>> for Uri {
    type Error = ConversionError;

    fn try_from(url: &Url<S>) -> Result<Self, ConversionError> {
        let text = &url[..Position::AfterQuery];
        let uri = unchanged(text, text.parse::<Self>())?;
        // `a.test:443` is a host and a port there.
        if uri.scheme_str() == Some(url.scheme()) { Ok(uri) } else { Err(ConversionError::Changed) }
    }
}

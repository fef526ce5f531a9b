//! URL objects as on the web, with attributes that are read and set one by one. The profile defines what each attribute
//! does; some profiles have no URL objects.
//!
//! Outside the specs: `set_in_place`, `parses_back`.

mod attribute;
mod object;

use std::{fmt, ops::Range};

use url_core::{Component, Parsed, Rejection, Section, Span, Trace, Violation, in_bounds};

pub use attribute::{Attribute, AttributeError, Change, UnknownAttribute};
pub use object::WebUrl;
pub use url_query::whatwg::{Pairs, QueryEditor, SearchParams};

use crate::{Origin, ParseError, Profile, Truncated, Url, profiles::Spec, watch::Watch};

/// The part of URL objects that differs between specs.
pub(crate) trait ApiSpec: Spec {
    /// The base of a URL object that is constructed without one.
    const DEFAULT_BASE: Option<&'static str>;

    /// Whether the setter of `href` parses against the base that the object was constructed with.
    const HREF_SETTER_HAS_BASE: bool;

    /// The value of the getter of `attribute` for `url`. The specs agree, except for the colon of a null URL.
    ///
    /// Spec: webspecs#api-getters
    /// Spec: whatwg#dom-url-href, whatwg#dom-url-protocol, whatwg#dom-url-username, whatwg#dom-url-password
    /// Spec: whatwg#dom-url-pathname, whatwg#dom-url-host-1..4, whatwg#dom-url-hostname-1..2
    /// Spec: whatwg#dom-url-port-1..2, whatwg#dom-url-search-1..2, whatwg#dom-url-hash-1..2
    fn get(self, url: Url<&str>, attribute: Attribute) -> &str {
        let Url { href: text, shape } = url;
        let place = |component| shape.components.get(component);
        let text_of = |span: Span| in_bounds(text.get(Range::from(span)));
        let component = |component| place(component).map_or("", text_of);
        // With the delimiter before it; empty for null and for empty values.
        let delimited = |component| {
            let span = place(component).filter(|span| !span.is_empty());
            span.map_or("", |span| text_of(Span { start: span.start - 1, ..span }))
        };
        // 1. Each as the document says:
        match attribute {
            Attribute::Href => text,
            Attribute::Protocol => {
                place(Component::Scheme).map_or(":", |span| text_of(Span { end: span.end + 1, ..span }))
            }
            Attribute::Username => component(Component::User),
            Attribute::Password => component(Component::Password),
            Attribute::Host => match (place(Component::Host), place(Component::Port)) {
                (Some(host), Some(port)) => text_of(Span { end: port.end, ..host }),
                _ => component(Component::Host),
            },
            Attribute::Hostname => component(Component::Host),
            Attribute::Port => component(Component::Port),
            Attribute::Pathname => component(Component::Path),
            Attribute::Search => delimited(Component::Query),
            Attribute::Hash => delimited(Component::Fragment),
        }
    }

    /// Runs the setter of `attribute`, which is not [`Attribute::Href`], on `url`.
    ///
    /// # Errors
    /// The reason why it stopped. It may have taken a part of the value before that.
    fn set<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        attribute: Attribute,
        value: &'a str,
        watch: &mut Watch<'_, T>,
    ) -> Result<(), Rejection>;

    /// Runs the setter of `attribute` without a trace, on the string of `url`; may refuse the value. `None` means that the
    /// untraced setter does not handle the case.
    fn set_in_place(
        self,
        _url: &mut Url,
        _attribute: Attribute,
        _value: &str,
    ) -> Option<Result<Change, Rejection>> {
        None
    }

    /// Whether a segment whose delimiters, escapes and drive letters are percent-encoded stays unchanged in any path, unless
    /// it is a dot-segment.
    const KEEPS_ENCODED_SEGMENTS: bool = false;

    /// The rule that sets `attribute`.
    fn setter(self, attribute: Attribute) -> Section;

    /// Whether parsing the string of a URL is certain to return the same URL once the setter of `attribute` has taken all of
    /// `value`.
    fn parses_back(self, _attribute: Attribute, _value: &str) -> bool {
        false
    }

    /// Refuses to remove the host of `url`, which has one.
    fn check_hostless(self, url: &Parsed<'_>) -> Result<(), Rejection>;

    /// The name of the object of `url`, a `blob:` URL, in a blob URL store.
    fn blob_name(self, url: Url<&str>) -> &str;

    /// The query for the serialized parameters `params`.
    fn query_of_params(self, params: &str) -> Option<&str>;

    /// The origin of `url`.
    fn origin(self, url: Url<&str>) -> Origin;
}

/// The failure to construct a URL object, with the violations found until then, the fatal one last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The error.
    pub error: ApiError,
    /// The violations, in order.
    pub violations: Vec<Violation>,
    /// What of them was found too often to be kept each time; see [`crate::Recorder`].
    pub left_out: Vec<Truncated>,
}

/// Why a URL object could not be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApiError {
    /// The profile has no URL objects.
    NoApi(Profile),
    /// The string is not a URL.
    NotUrl(ParseError),
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoApi(profile) => write!(f, "the profile {profile} has no URL objects: choose another"),
            Self::NotUrl(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ApiError {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Failure {}

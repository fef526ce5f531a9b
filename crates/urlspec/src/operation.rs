//! The three operations on one URL, named and defined as in the test suites.

use serde::Serialize;
use url_diff::{Product, connects_to};
use url_facade::{
    Component, Host, ParseError, Parser, Profile, Reason, Reference, Source, Url,
    connolly::web_address_parts,
    consumers::exposed_parts,
    rfc3986,
    trace::{Trace, of_base},
    webspecs, whatwg,
};

/// An operation on a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<'b> {
    /// Parse it.
    Parse,
    /// Parse the base, and resolve the URL.
    Resolve { base: &'b str },
    /// Parse the base (the URL itself if there is none), resolve the URL, canonicalize and serialize the
    /// result.
    Canon { base: Option<&'b str> },
}

/// The action of a consumer's client, if it does not connect to the host that is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Connection {
    To(String),
    Refused,
}

/// The result of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) product: Product,
    /// True if it is only parsed: it has components, under the names of the document or program, and no
    /// serialized result.
    is_parsed: bool,
}

impl From<Product> for Outcome {
    fn from(product: Product) -> Self {
        let is_parsed =
            matches!(&product, Product::Reference(reference) if reference.profile().is_consumer());
        Self { product, is_parsed }
    }
}

impl Outcome {
    /// Returns the outcome of a canonical URL.
    pub(crate) fn of_url(url: Url) -> Self {
        Product::Url(url).into()
    }

    /// Returns the components that are present, with their names, in order.
    pub(crate) fn components(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let (own, exposed, usual) = match &self.product {
            Product::Reference(reference) if self.is_parsed && reference.profile() == Profile::Connolly => {
                (web_address_parts(reference), None, None)
            }
            Product::Reference(reference) if reference.profile().is_consumer() => {
                (None, exposed_parts(reference), None)
            }
            product => (None, None, Some(product)),
        };
        let usual = usual.into_iter().flat_map(|product| {
            Component::ALL.into_iter().filter_map(|part| Some((part.name(), product.get(part)?)))
        });
        own.into_iter().flat_map(|parts| parts.named()).chain(exposed.into_iter().flatten()).chain(usual)
    }

    /// Returns the host by its kind, or `None` if it is missing.
    pub(crate) fn host(&self) -> Option<Host<&str>> {
        match &self.product {
            Product::Reference(reference) => reference.host(),
            Product::Url(url) => url.host(),
        }
    }

    /// Returns the host that the consumer's client connects to for an http or https URL, if it is not the one
    /// that the consumer shows.
    pub(crate) fn connects_to(&self) -> Option<Connection> {
        let Product::Reference(reference) = &self.product else { return None };
        let is_of_web = |scheme: &str| matches!(&*scheme.to_ascii_lowercase(), "http" | "https");
        if !reference.profile().is_consumer() || !reference.get(Component::Scheme).is_some_and(is_of_web) {
            return None;
        }
        let shown = reference.get(Component::Host).unwrap_or_default();
        let Some(to) = connects_to(reference) else { return Some(Connection::Refused) };
        let is_same = |to: &str| to == shown || to.strip_prefix('[') == Some(&format!("{shown}]"));
        Some(to.to_string()).filter(|to| !is_same(to)).map(Connection::To)
    }

    /// True if it is a URL with an opaque path, against which other paths cannot be resolved.
    pub(crate) fn has_opaque_path(&self) -> bool {
        matches!(&self.product, Product::Url(url) if url.has_opaque_path() && url.resolve("x").is_err())
    }

    /// Returns the serialized result.
    pub(crate) fn href(&self) -> Option<&str> {
        (!self.is_parsed && self.invalid().is_none()).then(|| self.product.as_str())
    }

    #[cfg(feature = "serve")]
    /// Returns the URL as shown to people, if that differs from the serialized result.
    pub(crate) fn display(&self) -> Option<String> {
        let Product::Url(url) = &self.product else { return None };
        Some(url_find::display(url)).filter(|display| display != url.as_str())
    }

    /// Returns the reason why the result is flagged as invalid, if it is.
    pub(crate) fn invalid(&self) -> Option<ParseError> {
        match &self.product {
            Product::Reference(reference) => reference.invalid(),
            Product::Url(_) => None,
        }
    }
}

impl<'b> Operation<'b> {
    /// Returns its base, if any.
    pub(crate) fn base(self) -> Option<&'b str> {
        match self {
            Self::Parse => None,
            Self::Resolve { base } => Some(base),
            Self::Canon { base } => base,
        }
    }

    /// Runs it on `input`, and reports every step to `trace`, beginning with those of parsing the base.
    pub(crate) fn run_traced(
        self,
        parser: Parser<'_>,
        input: &str,
        trace: &mut impl Trace,
    ) -> Result<Outcome, ParseError> {
        match self {
            Self::Parse => {
                let reference = parser.parse_reference_traced(input, trace)?;
                match reference.invalid() {
                    // An input that a program rejects has no result.
                    Some(error) if reference.profile().is_consumer() => Err(error),
                    _ => Ok(Outcome { product: Product::Reference(reference), is_parsed: true }),
                }
            }
            Self::Resolve { base } => {
                let base = parse_base(parser, base, trace)?;
                let reference = parser.with_base(&base).resolve_reference_traced(input, trace)?;
                Ok(Outcome { product: Product::Reference(reference), is_parsed: false })
            }
            Self::Canon { base } => {
                let base = base.map(|base| parse_base(parser, base, trace)).transpose()?;
                Ok(Outcome::of_url(parser.with_base(base.as_ref()).parse_traced(input, trace)?))
            }
        }
    }
}

/// True if the document does not define the operation, or the program is not asked for it, so that only
/// parsing is possible.
pub(crate) fn is_end_of_document(error: &ParseError) -> bool {
    matches!(error.reason(), Reason::NotInThisSpec | Reason::NotInThisConsumer)
}

/// Runs the operations that the document defines on `input`, and reports every step to `trace`. Returns the
/// canonical URL, or the reference that a program resolved, or, with `true`, the parsed reference if the
/// document only defines parsing. A result that is flagged as invalid is an error.
pub(crate) fn run_supported(
    parser: Parser<'_>,
    input: &str,
    base: Option<&str>,
    trace: &mut (impl Trace + Default),
) -> (bool, Result<Outcome, ParseError>) {
    let mut result = Operation::Canon { base }.run_traced(parser, input, trace);
    let mut parse_only = result.as_ref().is_err_and(is_end_of_document);
    if let Some(base) = base.filter(|_| parse_only && parser.profile().is_consumer()) {
        *trace = Default::default();
        result = Operation::Resolve { base }.run_traced(parser, input, trace);
        parse_only = result.as_ref().is_err_and(is_end_of_document);
    }
    if parse_only {
        *trace = Default::default();
        result = Operation::Parse.run_traced(parser, input, trace);
    }
    if let Some(fault) = result.as_ref().ok().and_then(Outcome::invalid) {
        result = Err(fault);
    }
    (parse_only, result)
}

/// A check that a URL is written validly, against a base.
pub(crate) type CheckUrl = fn(&str, Option<&Url>) -> Result<(), ParseError>;

/// Returns the check of `profile`, if it has rules for authors.
pub(crate) fn check_of(profile: Profile) -> Option<CheckUrl> {
    match profile {
        Profile::Whatwg => Some(whatwg::check_valid_url_string),
        Profile::Webspecs => Some(webspecs::check_url),
        Profile::Rfc3986 => Some(check_uri),
        _ => None,
    }
}

/// Checks that `input` is a URI of RFC 3986, or with a base a reference.
fn check_uri(input: &str, base: Option<&Url>) -> Result<(), ParseError> {
    rfc3986::check_uri_reference(input)?;
    let parser = Parser::new(Profile::Rfc3986);
    let is_uri = base.is_some() || parser.parse_reference(input)?.get(Component::Scheme).is_some();
    // The error says that there is no scheme.
    if is_uri { Ok(()) } else { parser.parse(input).map(drop) }
}

/// Runs the check of `profile` on `input`, against `base`.
pub(crate) fn check_url(
    check: CheckUrl,
    profile: Profile,
    input: &str,
    base: Option<&str>,
) -> Result<(), ParseError> {
    let base = base.map(|base| Parser::new(profile).parse(base)).transpose();
    check(input, base.map_err(|error| error.with_span_source(Source::Base))?.as_ref())
}

/// Parses a base, and reports every step to `trace`; errors refer to the base.
fn parse_base(parser: Parser<'_>, base: &str, trace: &mut impl Trace) -> Result<Reference, ParseError> {
    let parsed = parser.parse_reference_traced(base, &mut of_base(trace));
    parsed.map_err(|error| error.with_span_source(Source::Base))
}

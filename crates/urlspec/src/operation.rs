//! The three operations on one URL: parse, resolve and canonicalize. The test suites use the same names.

use serde::Serialize;
use url_diff::Product;
use url_facade::{
    Component, Host, ParseError, Parser, Profile, Reason, Reference, Source, Uri, UriRef, Url,
    connolly::web_address_parts,
    consumers::exposed_parts,
    trace::{NoTrace, Trace, of_base},
    webspecs, whatwg,
};
use url_guard::connects_to;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<'b> {
    Parse,
    Resolve {
        base: &'b str,
    },
    /// Resolves the input against the base, if there is one, canonicalizes the result, and serializes it.
    Canon {
        base: Option<&'b str>,
    },
}

/// The host to which a consumer's client connects, if that host is not the one in the consumer's result.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Connection {
    To(String),
    Refused,
}

#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) product: Product,
    /// True if the input was only parsed. The components then have the names that the document or program
    /// uses, and there is no serialized result.
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
    pub(crate) fn of_url(url: Url) -> Self {
        Product::Url(url).into()
    }

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

    pub(crate) fn host(&self) -> Option<Host<&str>> {
        match &self.product {
            Product::Reference(reference) => reference.host(),
            Product::Url(url) => url.host(),
        }
    }

    /// Returns the host to which the consumer's client connects. Returns `None` if that host equals the host
    /// in the consumer's result, or if the scheme is not http or https.
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

    pub(crate) fn has_opaque_path(&self) -> bool {
        matches!(&self.product, Product::Url(url) if url.has_opaque_path() && url.resolve("x").is_err())
    }

    /// Returns the serialized result, or `None` if the input was only parsed or the result is invalid.
    pub(crate) fn href(&self) -> Option<&str> {
        (!self.is_parsed && self.invalid().is_none()).then(|| self.product.as_str())
    }

    #[cfg(feature = "serve")]
    /// Returns the URL as it is shown to people, if that text differs from the serialized result.
    pub(crate) fn display(&self) -> Option<String> {
        let Product::Url(url) = &self.product else { return None };
        Some(url_find::display(url)).filter(|display| display != url.as_str())
    }

    /// Returns the reason why the specification flags the result as invalid, if the result is flagged.
    pub(crate) fn invalid(&self) -> Option<ParseError> {
        match &self.product {
            Product::Reference(reference) => reference.invalid(),
            Product::Url(_) => None,
        }
    }
}

impl<'b> Operation<'b> {
    pub(crate) fn base(self) -> Option<&'b str> {
        match self {
            Self::Parse => None,
            Self::Resolve { base } => Some(base),
            Self::Canon { base } => base,
        }
    }

    /// Runs the operation on `input`. Reports every step to `trace`; parsing the base comes first.
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
                    // A consumer has no result for an input that it rejects.
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

/// True if `error` means that the profile lacks the operation: its document does not define the operation, or
/// its program does not support it. In this case, the caller can only parse the input.
pub(crate) fn is_end_of_document(error: &ParseError) -> bool {
    matches!(error.reason(), Reason::NotInThisSpec | Reason::NotInThisConsumer)
}

/// True if `profile` only parses URLs, and perhaps resolves references, so that it has no canonical URLs.
pub(crate) fn only_parses(profile: Profile) -> bool {
    Parser::new(profile).parse("http://a.test/").as_ref().is_err_and(is_end_of_document)
}

/// True if `profile` resolves references.
pub(crate) fn resolves(profile: Profile) -> bool {
    let resolve = Operation::Resolve { base: "http://a.test/" };
    let result = resolve.run_traced(Parser::new(profile), "b", &mut NoTrace);
    !result.as_ref().is_err_and(is_end_of_document)
}

/// True if `profile` is a consumer whose resolution of references is not modelled.
pub(crate) fn cannot_resolve(profile: Profile) -> bool {
    profile.is_consumer() && !resolves(profile)
}

/// Returns the message for comparing such a profile with a base.
pub(crate) fn unresolved(profile: Profile) -> String {
    format!("{profile} only parses: its resolution is not modelled, so it cannot be compared with a base")
}

/// Runs all operations on `input` that the profile has, and reports every step to `trace`. Returns the
/// canonical URL, or the resolved reference for a consumer with a base. If the profile only has the operation
/// parse, returns true and the parsed reference or, for a consumer with a base, an error. A result that is
/// flagged as invalid becomes an error.
pub(crate) fn run_supported(
    parser: Parser<'_>,
    input: &str,
    base: Option<&str>,
    trace: &mut (impl Trace + Default),
) -> (bool, Result<Outcome, ParseError>) {
    let mut result = Operation::Canon { base }.run_traced(parser, input, trace);
    let parse_only = result.as_ref().is_err_and(is_end_of_document);
    if let Some(base) = base.filter(|_| parse_only && parser.profile().is_consumer()) {
        *trace = Default::default();
        result = Operation::Resolve { base }.run_traced(parser, input, trace);
        return (result.as_ref().is_err_and(is_end_of_document), result);
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

/// A function that checks if a string is a valid URL, or with a base, a valid URL or relative reference.
pub(crate) type CheckUrl = fn(&str, Option<&Url>) -> Result<(), ParseError>;

pub(crate) fn check_of(profile: Profile) -> Option<CheckUrl> {
    match profile {
        Profile::Whatwg => Some(whatwg::check_valid_url_string),
        Profile::Webspecs => Some(webspecs::check_url),
        Profile::Rfc3986 => Some(check_uri),
        _ => None,
    }
}

/// Checks that `input` is a URI of RFC 3986. If there is a base, a relative reference is permitted too.
fn check_uri(input: &str, base: Option<&Url>) -> Result<(), ParseError> {
    if base.is_some() { UriRef::parse(input).map(drop) } else { Uri::parse(input).map(drop) }
}

pub(crate) fn check_url(
    check: CheckUrl,
    profile: Profile,
    input: &str,
    base: Option<&str>,
) -> Result<(), ParseError> {
    let base = base.map(|base| Parser::new(profile).parse(base)).transpose();
    check(input, base.map_err(|error| error.with_span_source(Source::Base))?.as_ref())
}

/// Parses `base`, and reports every step to `trace`. Marks the spans of errors as spans of the base.
fn parse_base(parser: Parser<'_>, base: &str, trace: &mut impl Trace) -> Result<Reference, ParseError> {
    let parsed = parser.parse_reference_traced(base, &mut of_base(trace));
    parsed.map_err(|error| error.with_span_source(Source::Base))
}

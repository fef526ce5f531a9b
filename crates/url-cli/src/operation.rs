//! The three things that can be done with one URL, named and defined as in the test suites.

use url_facade::{
    Component, ParseError, Parser, Profile, Reason, Reference, Source, Url, connolly::web_address_parts,
};

/// What to do with a URL.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operation<'b> {
    /// Parse it.
    Parse,
    /// Parse the base, and resolve the URL.
    Resolve { base: &'b str },
    /// Parse the base (the URL itself, when there is none), resolve the URL, canonicalize and serialize the result.
    Canon { base: Option<&'b str> },
}

/// Why there is no result, and in which of the given strings the fault lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) error: ParseError,
    pub(crate) source: Source,
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self { error, source: error.source() }
    }
}

/// What an operation gives.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The components, and whether there is anything to serialize.
    Reference { reference: Reference, has_href: bool },
    /// The same of a Web address that was parsed, whose document names components of its own.
    WebAddress(Reference),
    /// A canonical URL.
    Url(Url),
}

impl Outcome {
    /// What parsing gives: the components, by the names of the document that `profile` runs.
    pub(crate) fn parsed(profile: Profile, reference: Reference) -> Self {
        match profile {
            Profile::Connolly => Self::WebAddress(reference),
            _ => Self::Reference { reference, has_href: false },
        }
    }

    /// The components that are present, with their names, in order.
    pub(crate) fn components(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let own = match self {
            Self::WebAddress(reference) => web_address_parts(reference),
            _ => None,
        };
        let usual = Component::ALL.into_iter().filter_map(|component| {
            let text = match self {
                Self::Reference { reference, .. } => reference.get(component),
                Self::WebAddress(_) => None,
                Self::Url(url) => url.get(component),
            };
            Some((component.name(), text?))
        });
        own.into_iter().flat_map(|parts| parts.named()).chain(usual)
    }

    /// The components as one string, whether that is a result or no more than what was found.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Reference { reference, .. } | Self::WebAddress(reference) => reference.as_str(),
            Self::Url(url) => url.as_str(),
        }
    }

    /// The result as one string.
    pub(crate) fn href(&self) -> Option<&str> {
        match self {
            Self::Reference { reference, has_href } => has_href.then_some(reference.as_str()),
            Self::WebAddress(_) => None,
            Self::Url(url) => Some(url.as_str()),
        }
    }

    /// What set the flag of the result that it is invalid.
    pub(crate) fn invalid(&self) -> Option<Fault> {
        match self {
            Self::Reference { reference, .. } | Self::WebAddress(reference) => {
                reference.invalid().map(Fault::from)
            }
            Self::Url(_) => None,
        }
    }
}

impl<'b> Operation<'b> {
    /// The base that it is given.
    pub(crate) fn base(self) -> Option<&'b str> {
        match self {
            Self::Parse => None,
            Self::Resolve { base } => Some(base),
            Self::Canon { base } => base,
        }
    }

    /// Carries it out on `input`.
    pub(crate) fn run(self, parser: Parser, input: &str) -> Result<Outcome, Fault> {
        match self {
            Self::Parse => Ok(Outcome::parsed(parser.profile(), parser.parse(input)?)),
            Self::Resolve { base } => {
                let reference = parser.resolve(input, &parse_base(parser, base)?)?;
                let has_href = reference.invalid().is_none();
                Ok(Outcome::Reference { reference, has_href })
            }
            Self::Canon { base } => {
                let base = base.map(|base| parse_base(parser, base)).transpose()?;
                Ok(Outcome::Url(parser.canonicalize(input, base.as_ref())?))
            }
        }
    }
}

/// What a document makes of `input` where it goes no further: a canonical URL, or, with `true`, what was parsed where
/// it stops at parsing. What it flags as invalid is no result.
pub(crate) fn as_far_as_it_goes(
    parser: Parser,
    input: &str,
    base: Option<&str>,
) -> (bool, Result<Outcome, Fault>) {
    let mut result = Operation::Canon { base }.run(parser, input);
    let parse_only = result.as_ref().is_err_and(|fault| fault.error.reason() == Reason::NotInThisSpec);
    if parse_only {
        result = Operation::Parse.run(parser, input);
    }
    if let Some(fault) = result.as_ref().ok().and_then(Outcome::invalid) {
        result = Err(fault);
    }
    (parse_only, result)
}

/// Parses a base, in which every fault of it lies.
pub(crate) fn parse_base(parser: Parser, base: &str) -> Result<Reference, Fault> {
    parser.parse(base).map_err(|error| Fault { error, source: Source::Base })
}

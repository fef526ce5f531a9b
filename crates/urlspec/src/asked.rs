//! Runs a request: the ops of `batch`, with the names and shapes of its answers.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use url_facade::{
    Encoding, Host, ParseError, Parser, Profile, Reason, Trace, Url, Violation, WebUrl,
    api::{self, ApiError, Attribute, Failure},
    connolly,
};

use crate::{
    operation::{Operation, Outcome, check_of, check_url},
    request::Op,
    shape::{Answer, ErrorShape, Known, Spot, TruncatedShape, name_of},
};

/// A request with its defaults filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) parser: Parser<'static>,
    pub(crate) op: Op,
    pub(crate) input: &'a str,
    pub(crate) base: Option<&'a str>,
    /// The attribute to set.
    pub(crate) attr: Option<&'a str>,
    /// What to set it to.
    pub(crate) value: Option<&'a str>,
}

/// The result of a request; serializes as the answer.
#[derive(Debug)]
pub(crate) enum Made {
    Outcome(Result<Outcome, ParseError>),
    Known(Known, Option<ParseError>),
    /// A URL object; or why there is none, or why it is as it was before a setter.
    Object(Option<WebUrl>, Option<Failure>),
    /// The request cannot be carried out.
    Refused(ErrorShape<'static>),
}

impl Asked<'_> {
    /// Carries out the request, if that can be done. The ops that every profile has report their steps to `trace`.
    pub(crate) fn carry_out(self, trace: &mut impl Trace) -> Result<Made, ErrorShape<'static>> {
        let Self { parser, op, input, base, .. } = self;
        let profile = parser.profile();
        let operation = match op {
            Op::Parse => Operation::Parse,
            Op::Resolve => Operation::Resolve {
                base: base.ok_or_else(|| bad_request("the op \"resolve\" takes a base"))?,
            },
            Op::Canon => Operation::Canon { base },
            Op::Valid => return self.is_valid(),
            Op::Absolute if profile == Profile::Connolly => {
                return Ok(Made::Known(Known::Absolute(connolly::is_absolute(input)), None));
            }
            Op::Absolute => return Err(not_said_by(profile, "absolute", "connolly")),
            Op::Api => return Ok(self.object(None)),
            Op::Set => {
                let (Some(attribute), Some(value)) = (self.attr, self.value) else {
                    return Err(bad_request("the op \"set\" takes an attr and a value"));
                };
                let unknown = |error: api::UnknownAttribute| bad_request(error.to_string());
                return Ok(self.object(Some((attribute.parse().map_err(unknown)?, value))));
            }
        };
        Ok(Made::Outcome(operation.run_traced(parser, input, trace)))
    }

    /// Whether the input is valid, and the reason if not, where the document has rules for authors.
    fn is_valid(self) -> Result<Made, ErrorShape<'static>> {
        let Self { parser, input, base, .. } = self;
        let profile = parser.profile();
        if profile == Profile::Connolly {
            return Ok(Made::Known(Known::Valid(connolly::is_valid(input, parser.encoding())), None));
        }
        let check =
            check_of(profile).ok_or_else(|| not_said_by(profile, "valid", "whatwg, webspecs or connolly"))?;
        let fault = check_url(check, profile, input, base).err();
        Ok(Made::Known(Known::Valid(fault.is_none()), fault))
    }

    /// Makes a URL object, and sets an attribute, if there is one to set.
    fn object(self, set: Option<(Attribute, &str)>) -> Made {
        match WebUrl::new(self.parser.profile(), self.input, self.base) {
            Ok(mut url) => {
                let failure = set.and_then(|(attribute, value)| url.set(attribute, value).err());
                Made::Object(Some(url), failure)
            }
            Err(failure) => Made::Object(None, Some(failure)),
        }
    }
}

impl Serialize for Made {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Outcome(result) => Answer::from_result(result).serialize(serializer),
            Self::Known(known, fault) => Answer::of(known).with_reason(*fault).serialize(serializer),
            Self::Object(url, failure) => {
                let mut answer = Answer::of(ObjectShape::of(url.as_ref(), failure.as_ref()));
                (answer.ok, answer.error) = (url.is_some(), failure.as_ref().map(error_of));
                answer.serialize(serializer)
            }
            Self::Refused(error) => Answer::failed(error.clone()).serialize(serializer),
        }
    }
}

/// The profile of that name.
pub(crate) fn profile(name: &str) -> Result<Profile, ErrorShape<'static>> {
    name.parse().map_err(|error: url_facade::ParseProfileError| {
        ErrorShape::of_request("unknown-profile", error.to_string())
    })
}

/// `parser`, with the profile of that name and the encoding with that label, if they are given.
pub(crate) fn parser(
    parser: Parser<'static>,
    name: Option<&str>,
    label: Option<&str>,
) -> Result<Parser<'static>, ErrorShape<'static>> {
    let profile = name.map_or(Ok(parser.profile()), profile)?;
    let encoding = label.map_or(Ok(parser.encoding()), Encoding::for_label);
    let encoding = encoding.map_err(|error| ErrorShape::of_request("unknown-encoding", error.to_string()))?;
    Ok(Parser::new(profile).with_encoding(encoding))
}

pub(crate) fn bad_request(message: impl Into<Cow<'static, str>>) -> ErrorShape<'static> {
    ErrorShape::of_request("bad-request", message)
}

/// The error for a `what` that the document of `profile` does not define; `others` are the profiles that have it.
fn not_said_by(profile: Profile, what: &str, others: &str) -> ErrorShape<'static> {
    bad_request(format!("the profile {profile} does not say what is {what}: take {others}"))
}

/// A URL object, if there is one.
#[derive(Debug, Serialize)]
struct ObjectShape<'a> {
    #[serde(flatten)]
    attributes: Option<Attributes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<Vec<ViolationShape>>,
    /// The violations that occurred too often to keep each one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<TruncatedShape>,
}

impl<'a> ObjectShape<'a> {
    fn of(url: Option<&'a WebUrl>, failure: Option<&Failure>) -> Self {
        // Those of the failure, if there is one, are all.
        let own = url.filter(|_| failure.is_none()).into_iter();
        let shape = |&Violation { name, section, source, span }: &Violation| ViolationShape {
            name,
            section: section.id(),
            spot: Spot::new(source, span),
        };
        let found = failure.into_iter().flat_map(|failure| &failure.violations);
        let violations: Vec<_> = own.clone().flat_map(WebUrl::violations).chain(found).map(shape).collect();
        let left_out = failure.into_iter().flat_map(|failure| &failure.left_out);
        let left_out = own.flat_map(WebUrl::left_out).chain(left_out).map(TruncatedShape::of).collect();
        let violations = Some(violations).filter(|all| url.is_some() || !all.is_empty());
        Self { attributes: url.map(Attributes), violations, left_out }
    }
}

fn error_of(failure: &Failure) -> ErrorShape<'_> {
    match failure.error {
        ApiError::NotUrl(error) => ErrorShape::of(error),
        ApiError::NoApi(profile) if profile.is_consumer() => {
            let reason = Reason::NotInThisConsumer;
            ErrorShape::of_request(reason.name(), reason.sentence())
        }
        error => ErrorShape::of_request("bad-request", error.to_string()),
    }
}

/// The attributes of a URL object under their names on the web, and two of them in parts.
#[derive(Debug)]
struct Attributes<'a>(&'a WebUrl);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(object) = self;
        let mut map = serializer.serialize_map(None)?;
        for &attribute in Attribute::ALL {
            map.serialize_entry(attribute.name(), object.get(attribute))?;
        }
        let params = object.search_params();
        map.serialize_entry("origin", &object.origin().map(|origin| origin.to_string()))?;
        map.serialize_entry("searchParams", &params.serialize())?;
        map.serialize_entry("typedHost", &object.url().and_then(typed_host))?;
        map.serialize_entry("searchPairs", &params.iter().collect::<Vec<_>>())?;
        map.end()
    }
}

/// The host of `url`, as serialized, and its kind.
fn typed_host(url: &Url) -> Option<BTreeMap<&str, String>> {
    let (host, text) = (url.host()?, url.host_str()?);
    let value = if matches!(host, Host::Ipv6(_)) { text.trim_matches(['[', ']']) } else { text };
    Some([("kind", name_of(host)), ("value", value.to_owned())].into())
}

/// A violation.
#[derive(Debug, Serialize)]
struct ViolationShape {
    name: &'static str,
    section: &'static str,
    #[serde(flatten)]
    spot: Spot,
}

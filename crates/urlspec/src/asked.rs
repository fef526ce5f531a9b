//! Runs a request: the ops of `batch`, with the names and shapes of its answers.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use url_facade::{Encoding, Parser, Profile, Trace, WebUrl, api, connolly};

use crate::{
    operation::{Fault, Operation, Outcome, check_of, check_url},
    request::Op,
    shape::{Answer, ErrorShape, Known},
};

/// A request with its defaults filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) profile: Profile,
    pub(crate) encoding: Encoding,
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
    Outcome(Result<Outcome, Fault>),
    Known(Known, Option<Fault>),
    Object(Result<WebUrl, api::Failure>),
    /// A URL object as it was before, since the setter refused the value.
    Kept(WebUrl, api::Failure),
    /// The request cannot be carried out.
    Refused(ErrorShape<'static>),
}

impl Asked<'_> {
    /// Carries out the request. The ops that every profile has report their steps to `trace`.
    pub(crate) fn carry_out(self, trace: &mut impl Trace) -> Made {
        let Self { profile, op, input, base, .. } = self;
        let operation = match op {
            Op::Parse => Operation::Parse,
            Op::Resolve => match base {
                Some(base) => Operation::Resolve { base },
                None => return Made::Refused(bad_request("the op \"resolve\" takes a base")),
            },
            Op::Canon => Operation::Canon { base },
            Op::Valid => return self.is_valid(),
            Op::Absolute if profile == Profile::Connolly => {
                return Made::Known(Known::Absolute(connolly::is_absolute(input)), None);
            }
            Op::Absolute => return Made::Refused(not_said_by(profile, "absolute", "connolly")),
            Op::Api => return Made::Object(WebUrl::new(profile, input, base)),
            Op::Set => return self.set().unwrap_or_else(Made::Refused),
        };
        Made::Outcome(operation.run_traced(self.parser(), input, trace))
    }

    pub(crate) fn parser(self) -> Parser<'static> {
        Parser::new(self.profile).with_encoding(self.encoding)
    }

    /// Whether the input is valid, and the reason if not, where the document has rules for authors.
    fn is_valid(self) -> Made {
        let Self { profile, encoding, input, base, .. } = self;
        match profile {
            Profile::Connolly => Made::Known(Known::Valid(connolly::is_valid(input, encoding)), None),
            profile => match check_of(profile) {
                Some(check) => {
                    let fault = check_url(check, profile, input, base).err();
                    Made::Known(Known::Valid(fault.is_none()), fault)
                }
                None => Made::Refused(not_said_by(profile, "valid", "whatwg, webspecs or connolly")),
            },
        }
    }

    /// Makes a URL object, and sets the attribute.
    fn set(self) -> Result<Made, ErrorShape<'static>> {
        let (Some(attribute), Some(value)) = (self.attr, self.value) else {
            return Err(bad_request("the op \"set\" takes an attr and a value"));
        };
        let attribute =
            attribute.parse().map_err(|error: api::UnknownAttribute| bad_request(error.to_string()))?;
        let mut url = match WebUrl::new(self.profile, self.input, self.base) {
            Ok(url) => url,
            Err(failure) => return Ok(Made::Object(Err(failure))),
        };
        Ok(match url.set(attribute, value) {
            Ok(_) => Made::Object(Ok(url)),
            Err(failure) => Made::Kept(url, failure),
        })
    }
}

impl Serialize for Made {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Outcome(result) => Answer::from_result(result).serialize(serializer),
            Self::Known(known, fault) => Answer::of(known).with_reason(*fault).serialize(serializer),
            Self::Object(Ok(url)) => Answer::of_object(url).serialize(serializer),
            Self::Object(Err(failure)) => Answer::of_failure(None, failure).serialize(serializer),
            Self::Kept(url, failure) => Answer::of_failure(Some(url), failure).serialize(serializer),
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

/// The encoding with that label.
pub(crate) fn encoding(label: &str) -> Result<Encoding, ErrorShape<'static>> {
    Encoding::for_label(label).map_err(|error| ErrorShape::of_request("unknown-encoding", error.to_string()))
}

pub(crate) fn bad_request(message: impl Into<Cow<'static, str>>) -> ErrorShape<'static> {
    ErrorShape::of_request("bad-request", message)
}

/// The error for a `what` that the document of `profile` does not define; `others` are the profiles that have it.
fn not_said_by(profile: Profile, what: &str, others: &str) -> ErrorShape<'static> {
    bad_request(format!("the profile {profile} does not say what is {what}: take {others}"))
}

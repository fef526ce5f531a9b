//! What a request asks, carried out: the ops of `batch`, by the names and in the shapes of its answers.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use url_facade::{
    Encoding, NoTrace, Parser, Profile, Trace, WebUrl,
    api::{self, Fields},
    connolly,
};

use crate::{
    operation::{Fault, Operation, Outcome},
    request::Op,
    shape::{Answer, ErrorShape, Known, ObjectAnswer},
};

/// What is asked, with all that was left to defaults filled in.
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

/// What came of it; serializes as the answer.
#[derive(Debug)]
pub(crate) enum Made {
    Outcome(Result<Outcome, Fault>),
    Known(Known),
    Object(Result<Fields, api::Failure>),
    /// A URL object as it was before, since the setter refused the value.
    Kept(Fields, api::Failure),
    /// It cannot be done.
    Refused(ErrorShape<'static>),
}

impl Asked<'_> {
    /// Does what is asked.
    pub(crate) fn carry_out(self) -> Made {
        self.carry_out_traced(&mut NoTrace)
    }

    /// Does what is asked. The ops of every profile tell their steps to `trace`.
    pub(crate) fn carry_out_traced(self, trace: &mut impl Trace) -> Made {
        let Self { profile, encoding, op, input, base, .. } = self;
        let operation = match op {
            Op::Parse => Operation::Parse,
            Op::Resolve => match base {
                Some(base) => Operation::Resolve { base },
                None => return Made::Refused(bad_request("the op \"resolve\" takes a base")),
            },
            Op::Canon => Operation::Canon { base },
            Op::Valid | Op::Absolute if profile != Profile::Connolly => {
                return Made::Refused(only_of_web_addresses(profile));
            }
            Op::Valid => return Made::Known(Known::valid(connolly::is_valid(input, encoding))),
            Op::Absolute => return Made::Known(Known::absolute(connolly::is_absolute(input))),
            Op::Api => return Made::Object(api::construct(profile, input, base)),
            Op::Set => return self.set().unwrap_or_else(Made::Refused),
        };
        Made::Outcome(operation.run_traced(self.parser(), input, trace))
    }

    pub(crate) fn parser(self) -> Parser {
        Parser::new(self.profile).with_encoding(self.encoding)
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
        let refused = url.set(attribute, value).err();
        let fields = url.into_fields();
        Ok(match refused {
            Some(failure) => Made::Kept(fields, failure),
            None => Made::Object(Ok(fields)),
        })
    }
}

impl Serialize for Made {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Outcome(result) => Answer::from_result(result).serialize(serializer),
            Self::Known(known) => known.serialize(serializer),
            Self::Object(Ok(fields)) => ObjectAnswer::of(fields).serialize(serializer),
            Self::Object(Err(failure)) => ObjectAnswer::failed(failure).serialize(serializer),
            Self::Kept(fields, failure) => ObjectAnswer::unchanged(fields, failure).serialize(serializer),
            Self::Refused(error) => Answer::failed(error.clone()).serialize(serializer),
        }
    }
}

/// The profile of that name.
pub(crate) fn profile(name: &str) -> Result<Profile, ErrorShape<'static>> {
    name.parse().map_err(|error: url_facade::UnknownProfile| {
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

/// That only one document says which Web addresses are valid and absolute, and not that of `profile`.
fn only_of_web_addresses(profile: Profile) -> ErrorShape<'static> {
    let message =
        format!("the profile {profile} does not say what is valid or absolute: take {}", Profile::Connolly);
    bad_request(message)
}

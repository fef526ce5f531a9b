//! `batch`: requests in, answers out, one JSON object a line.

use std::{
    borrow::Cow,
    fmt,
    io::{self, Write as _},
};

use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use serde_json::value::RawValue;
use url_facade::{Encoding, Parser, Profile};

use crate::{
    args::Options,
    operation::{Fault, Operation, Outcome},
    pipeline,
    records::{Block, RECORD_LIMIT},
    shape::{Answer, ErrorShape, write_line},
    verdict::{Failure, Verdict},
};

/// What a line asks.
#[derive(Deserialize)]
struct Request<'a> {
    /// Handed back as it was written.
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    profile: Option<String>,
    op: Op,
    #[serde(borrow)]
    input: Text<'a>,
    #[serde(borrow)]
    base: Option<Text<'a>>,
    encoding: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Op {
    Parse,
    Resolve,
    Canon,
}

/// The id of what is no request.
#[derive(Deserialize)]
struct Id<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// A JSON string that may hold surrogates without their other half.
struct Text<'a>(Cow<'a, [u8]>);

impl Text<'_> {
    fn decode(&self) -> Cow<'_, str> {
        url_facade::from_bytes(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Asked for bytes, serde_json gives surrogates in the three-byte form instead of refusing them.
        deserializer.deserialize_bytes(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Text<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Borrowed(bytes)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Text<'de>, E> {
        Ok(Text(Cow::Owned(bytes.into())))
    }
}

/// What counts where a request does not say.
struct Defaults {
    profile: Profile,
    encoding: Encoding,
    base: Option<String>,
}

pub(crate) fn run(options: &Options, base: Option<&str>) -> Result<Verdict, Failure> {
    let defaults =
        Defaults { profile: options.profile, encoding: options.encoding, base: base.map(Into::into) };
    let mut out = io::stdout();
    let write = |answers: Vec<u8>| {
        out.write_all(&answers).and_then(|()| out.flush()).map_err(Failure::writing("stdout"))
    };
    pipeline::run("stdin", io::stdin(), b'\n', move |block| defaults.answer_all(&block), write)?;
    Ok(Verdict::Valid)
}

impl Defaults {
    fn answer_all(&self, block: &Block) -> Vec<u8> {
        let mut out = Vec::new();
        for (_, line) in block.records(b'\n') {
            match line {
                Some(line) => self.answer(line, &mut out),
                None => {
                    write_line(&mut out, &Answer::failed(ErrorShape::too_long(RECORD_LIMIT)).with_id(None));
                }
            }
        }
        out
    }

    fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        match read_request(line) {
            Ok(request) => {
                let result = self.carry_out(&request);
                let answer = match &result {
                    Ok(result) => Answer::from_result(result),
                    Err(error) => Answer::failed(error.clone()),
                };
                write_line(out, &answer.with_id(request.id));
            }
            Err((id, message)) => {
                let error = ErrorShape::of_request("bad-request", message);
                write_line(out, &Answer::failed(error).with_id(id));
            }
        }
    }

    fn carry_out(&self, request: &Request<'_>) -> Result<Result<Outcome, Fault>, ErrorShape<'static>> {
        let unknown = |kind, error: &dyn fmt::Display| ErrorShape::of_request(kind, error.to_string());
        let profile = match &request.profile {
            Some(name) => name.parse().map_err(|error| unknown("unknown-profile", &error))?,
            None => self.profile,
        };
        let encoding = match &request.encoding {
            Some(label) => Encoding::for_label(label).map_err(|error| unknown("unknown-encoding", &error))?,
            None => self.encoding,
        };
        let base = match &request.base {
            Some(base) => Some(base.decode()),
            None => self.base.as_deref().map(Cow::Borrowed),
        };
        let operation = match (request.op, base.as_deref()) {
            (Op::Parse, _) => Operation::Parse,
            (Op::Resolve, Some(base)) => Operation::Resolve { base },
            (Op::Resolve, None) => {
                return Err(ErrorShape::of_request("bad-request", "the op \"resolve\" takes a base"));
            }
            (Op::Canon, base) => Operation::Canon { base },
        };
        let parser = Parser::new(profile).with_encoding(encoding);
        Ok(operation.run(parser, &request.input.decode()))
    }
}

/// The request on `line`, or its id, if it has that, and why it is none.
fn read_request(line: &[u8]) -> Result<Request<'_>, (Option<&RawValue>, String)> {
    // Without this, serde would take an array for the fields in order.
    if line.trim_ascii_start().first() != Some(&b'{') {
        return Err((None, "the line is not a JSON object".into()));
    }
    serde_json::from_slice(line).map_err(|error| {
        let id = serde_json::from_slice(line).ok().and_then(|Id { id }| id);
        // Each request is a text of its own: its line is always the first.
        (id, error.to_string().replace(" at line 1 column ", " at column "))
    })
}

//! `batch`: requests in, answers out, one JSON object a line.

use std::{
    borrow::Cow,
    fmt,
    io::{self, Write as _},
};

use url_facade::{Encoding, Parser, Profile, WebUrl, api, connolly};

use crate::{
    args::Options,
    operation::Operation,
    pipeline,
    records::{Block, RECORD_LIMIT},
    request::{Op, Request, read_request},
    shape::{Answer, ErrorShape, Known, ObjectAnswer, Reply, write_line},
    verdict::{Failure, Verdict},
};

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
            if let Some(line) = line {
                self.answer(line, &mut out);
            } else {
                let answer = Answer::failed(ErrorShape::too_long(RECORD_LIMIT));
                write_line(&mut out, &Reply::new(None, answer));
            }
        }
        out
    }

    fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        match read_request(line) {
            Ok(request) => {
                if let Err(error) = self.carry_out(&request, out) {
                    write_line(out, &Reply::new(request.id, Answer::failed(error)));
                }
            }
            Err((id, message)) => {
                write_line(out, &Reply::new(id, Answer::failed(bad_request(message))));
            }
        }
    }

    /// Does what `request` asks and answers it, unless it asks what cannot be done.
    fn carry_out(&self, request: &Request<'_>, out: &mut Vec<u8>) -> Result<(), ErrorShape<'static>> {
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
        let (input, base) = (request.input.decode(), base.as_deref());
        let operation = match request.op {
            Op::Parse => Operation::Parse,
            Op::Resolve => Operation::Resolve {
                base: base.ok_or_else(|| bad_request("the op \"resolve\" takes a base"))?,
            },
            Op::Canon => Operation::Canon { base },
            Op::Valid => {
                of_web_addresses(profile)?;
                let known = Known::valid(connolly::is_valid(&input, encoding));
                write_line(out, &Reply::new(request.id, known));
                return Ok(());
            }
            Op::Absolute => {
                of_web_addresses(profile)?;
                let known = Known::absolute(connolly::is_absolute(&input));
                write_line(out, &Reply::new(request.id, known));
                return Ok(());
            }
            Op::Api => {
                let made = api::construct(profile, &input, base);
                let answer = made.as_ref().map_or_else(ObjectAnswer::failed, ObjectAnswer::of);
                write_line(out, &Reply::new(request.id, answer));
                return Ok(());
            }
            Op::Set => return set(profile, &input, base, request, out),
        };
        let result = operation.run(Parser::new(profile).with_encoding(encoding), &input);
        write_line(out, &Reply::new(request.id, Answer::from_result(&result)));
        Ok(())
    }
}

/// Makes a URL object of `input`, sets the attribute that `request` names, and answers with what is then there.
fn set(
    profile: Profile,
    input: &str,
    base: Option<&str>,
    request: &Request<'_>,
    out: &mut Vec<u8>,
) -> Result<(), ErrorShape<'static>> {
    let (Some(attribute), Some(value)) = (&request.attr, &request.value) else {
        return Err(bad_request("the op \"set\" takes an attr and a value"));
    };
    let attribute =
        attribute.parse().map_err(|error: api::UnknownAttribute| bad_request(error.to_string()))?;
    let mut url = match WebUrl::new(profile, input, base) {
        Ok(url) => url,
        Err(failure) => {
            write_line(out, &Reply::new(request.id, ObjectAnswer::failed(&failure)));
            return Ok(());
        }
    };
    let refused = url.set(attribute, &value.decode()).err();
    let fields = url.into_fields();
    let answer = match &refused {
        Some(failure) => ObjectAnswer::unchanged(&fields, failure),
        None => ObjectAnswer::of(&fields),
    };
    write_line(out, &Reply::new(request.id, answer));
    Ok(())
}

/// Refuses every profile but the one whose document says which Web addresses are valid and absolute.
fn of_web_addresses(profile: Profile) -> Result<(), ErrorShape<'static>> {
    if profile == Profile::Connolly {
        return Ok(());
    }
    let message =
        format!("the profile {profile} does not say what is valid or absolute: take {}", Profile::Connolly);
    Err(bad_request(message))
}

fn bad_request(message: impl Into<Cow<'static, str>>) -> ErrorShape<'static> {
    ErrorShape::of_request("bad-request", message)
}

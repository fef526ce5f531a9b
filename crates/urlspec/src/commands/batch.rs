//! `batch`: requests in, answers out, one JSON object per line.

use std::borrow::Cow;

use url_facade::{Encoding, Profile};

use crate::{
    args::Options,
    asked::{self, Asked, Made, bad_request},
    inputs::Source,
    outputs::Opening,
    pipeline,
    records::{Block, End, RECORD_LIMIT},
    request::{Request, Text, read_object},
    shape::{ErrorShape, Reply, write_line},
    verdict::{Failure, Verdict},
};

/// The defaults of requests.
struct Defaults {
    profile: Profile,
    encoding: Encoding,
    base: Option<String>,
}

pub(crate) fn run(options: &Options, base: Option<&str>) -> Result<Verdict, Failure> {
    let defaults =
        Defaults { profile: options.profile, encoding: options.encoding, base: base.map(Into::into) };
    let Source { name, reader, identity, .. } = Source::stdin()?;
    let mut out = Opening::beside(identity).open(None)?;
    let write = |answers: Vec<u8>| out.write(&answers);
    pipeline::run(&name, reader, End::Byte(b'\n'), move |block| defaults.answer_all(&block), write)?;
    Ok(Verdict::Valid)
}

impl Defaults {
    fn answer_all(&self, block: &Block) -> Vec<u8> {
        let mut out = Vec::new();
        for (_, line) in block.records(b'\n') {
            if let Some(line) = line {
                self.answer(line, &mut out);
            } else {
                let refused = Made::Refused(ErrorShape::too_long(RECORD_LIMIT));
                write_line(&mut out, &Reply::new(None, refused));
            }
        }
        out
    }

    fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        match read_object::<Request<'_>>("line", line) {
            Ok(request) => {
                let made = self.carry_out(&request).unwrap_or_else(Made::Refused);
                write_line(out, &Reply::new(request.id, made));
            }
            Err((id, message)) => {
                write_line(out, &Reply::new(id, Made::Refused(bad_request(message))));
            }
        }
    }

    /// Carries out `request`, unless it names an unknown profile or encoding.
    fn carry_out(&self, request: &Request<'_>) -> Result<Made, ErrorShape<'static>> {
        let profile = request.profile.as_deref().map(asked::profile).transpose()?;
        let encoding = request.encoding.as_deref().map(asked::encoding).transpose()?;
        let base = match &request.base {
            Some(base) => Some(base.decode()),
            None => self.base.as_deref().map(Cow::Borrowed),
        };
        let (input, value) = (request.input.decode(), request.value.as_ref().map(Text::decode));
        let asked = Asked {
            profile: profile.unwrap_or(self.profile),
            encoding: encoding.unwrap_or(self.encoding),
            op: request.op,
            input: &input,
            base: base.as_deref(),
            attr: request.attr.as_deref(),
            value: value.as_deref(),
        };
        Ok(asked.carry_out())
    }
}

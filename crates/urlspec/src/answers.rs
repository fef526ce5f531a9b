//! The answer of `batch` to one line: reads the request, fills in the defaults, and writes one line.

use std::borrow::Cow;

use url_facade::{NoTrace, Parser};

use crate::{
    links,
    request::{self, Asked, Made, Op, Request, Text, bad_request, read_object},
    shape::{ErrorShape, Reply, write_line},
};

/// The defaults of requests.
pub(crate) struct Defaults {
    pub(crate) parser: Parser<'static>,
    pub(crate) base: Option<String>,
}

impl Defaults {
    /// Appends the answer to `line`, as one line.
    pub(crate) fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        let (id, made) = match read_object::<Request<'_>>("line", line) {
            Ok(request) => (request.id, self.carry_out(&request).unwrap_or_else(Made::Refused)),
            Err((id, message)) => (id, Made::Refused(bad_request(message))),
        };
        write_line(out, &Reply::new(id, made));
    }

    /// Carries out `request`, if that can be done.
    fn carry_out(&self, request: &Request<'_>) -> Result<Made, ErrorShape<'static>> {
        let parser = request::parser(self.parser, request.profile.as_deref(), request.encoding.as_deref())?;
        let own = || self.base.as_deref().map(Cow::Borrowed);
        let base = request.base.as_ref().map(Text::decode).or_else(own);
        match request.op {
            Op::Links => return links::links(parser, request.text.as_ref(), request.mode.as_deref()),
            Op::LinkFormat => return links::format(request.parts.as_ref(), request.input.as_ref()),
            _ => {}
        }
        let input = request.input.as_ref().ok_or_else(|| bad_request("missing field `input`"))?.decode();
        let value = request.value.as_ref().map(Text::decode);
        let (op, base, attr, value) =
            (request.op, base.as_deref(), request.attr.as_deref(), value.as_deref());
        Asked { parser, op, input: &input, base, attr, value }.carry_out(&mut NoTrace)
    }
}

//! Answers a line of `batch`: reads the request, fills in the defaults, and writes one line.

use std::borrow::Cow;

use url_facade::{Parser, trace::NoTrace};
use url_find::minimally_escaped;

use crate::{
    links,
    request::{self, LossyString, Op, OpCall, OpResult, Request, bad_request, read_object},
    shape::{ErrorShape, Reply, write_line},
};

pub(crate) struct Defaults {
    pub(crate) parser: Parser<'static>,
    pub(crate) base: Option<String>,
}

impl Defaults {
    pub(crate) fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        let (id, made) = match read_object::<Request<'_>>("line", line) {
            Ok(request) => (request.id, self.carry_out(&request).unwrap_or_else(OpResult::Refused)),
            Err((id, message)) => (id, OpResult::Refused(bad_request(message))),
        };
        write_line(out, &Reply::new(id, made));
    }

    fn carry_out(&self, request: &Request<'_>) -> Result<OpResult, ErrorShape<'static>> {
        let parser = request::parser(self.parser, request.profile.as_deref(), request.encoding.as_deref())?;
        let own = || self.base.as_deref().map(Cow::Borrowed);
        let base = request.base.as_ref().map(LossyString::decode).or_else(own);
        match request.op {
            Op::Links => {
                let text =
                    request.text.as_ref().ok_or_else(|| bad_request("the op \"links\" requires a text"))?;
                let links = links::links(parser, &text.decode(), request.mode.as_deref());
                return Ok(OpResult::Links { links: links.map_err(|error| bad_request(error.to_string()))? });
            }
            Op::LinkFormat => {
                let result = match (&request.parts, &request.input) {
                    (Some(parts), None) => links::format(parts),
                    (None, Some(input)) => minimally_escaped(&input.decode()),
                    _ => return Err(bad_request("the op \"link-format\" requires parts or an input")),
                };
                return Ok(OpResult::Formatted { result });
            }
            _ => {}
        }
        let input = request.input.as_ref().ok_or_else(|| bad_request("missing field `input`"))?.decode();
        let value = request.value.as_ref().map(LossyString::decode);
        let (op, base, attr, value) =
            (request.op, base.as_deref(), request.attr.as_deref(), value.as_deref());
        OpCall { parser, op, input: &input, base, attr, value }.carry_out(&mut NoTrace)
    }
}

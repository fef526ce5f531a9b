//! `batch`: reads requests and writes answers, one JSON object per line.

use std::ops::ControlFlow;

use urlspec_outputs::Opening;

use crate::{
    answers::Defaults,
    args::{Inputs, Options},
    inputs::Input,
    pipeline,
    records::Block,
    request::OpResult,
    shape::{Reply, write_line},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, base: Option<&str>) -> Result<Verdict, Failure> {
    let defaults = Defaults { parser: options.parser(), base: base.map(Into::into) };
    let mut input = Input::open(&Inputs { urls: vec!["-".into()], ..Inputs::default() })?;
    let out = Opening::beside(input.take_identities()).open(None)?;
    let work = move |block: Block| {
        let mut out = Vec::new();
        for (_, line) in block.records() {
            match line {
                Ok(line) => defaults.answer(line.as_bytes(), &mut out),
                Err(error) => write_line(&mut out, &Reply::new(None, OpResult::Refused(error.error()))),
            }
        }
        out
    };
    pipeline::run(input.into_blocks(), work, Vec::len, out, |out, answers: Vec<u8>| {
        out.write(&answers).map(ControlFlow::Continue)
    })?
    .1?;
    Ok(Verdict::Valid)
}

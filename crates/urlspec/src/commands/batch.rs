//! `batch`: requests in, answers out, one JSON object per line.

use urlspec_outputs::Opening;

use crate::{
    answers::Defaults,
    args::Options,
    asked::Made,
    inputs::Source,
    pipeline,
    records::{Block, Blocks, End, RECORD_LIMIT},
    shape::{ErrorShape, Reply, write_line},
    verdict::{Failure, Verdict},
};

pub(crate) fn run(options: &Options, base: Option<&str>) -> Result<Verdict, Failure> {
    let defaults =
        Defaults { profile: options.profile, encoding: options.encoding, base: base.map(Into::into) };
    let Source { name, reader, identity, .. } = Source::stdin()?;
    let out = Opening::beside(identity).open(None)?;
    let blocks = Blocks::new(reader, End::Byte(b'\n'));
    let work = move |block| answer_all(&defaults, &block);
    pipeline::run(&name, blocks, work, out, |out, answers: Vec<u8>| out.write(&answers))?.1?;
    Ok(Verdict::Valid)
}

fn answer_all(defaults: &Defaults, block: &Block) -> Vec<u8> {
    let mut out = Vec::new();
    for (_, line) in block.records(b'\n') {
        if let Some(line) = line {
            defaults.answer(line, &mut out);
        } else {
            let refused = Made::Refused(ErrorShape::too_long(RECORD_LIMIT));
            write_line(&mut out, &Reply::new(None, refused));
        }
    }
    out
}

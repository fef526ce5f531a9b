//! Where the results of blocks go: to the output, once each, or into counts.

use hashbrown::DefaultHashBuilder;
use urlspec_outputs::Output;

use super::{page::Done, tally::Tally, unique::Unique};
use crate::{args::Stream, verdict::Failure};

/// How many texts are looked for at once: what is read of them fits the cache.
const EXPECTED: usize = 256;

/// Takes the results of all blocks, in order.
pub(super) enum Sink {
    /// Writes every one.
    All,
    /// Writes each the first time.
    Unique(Unique),
    /// Counts those that are equal.
    Tally(Tally),
}

impl Sink {
    pub(super) fn new(stream: &Stream, json: bool) -> Result<Self, Failure> {
        let limit = stream.memory_bytes()?;
        Ok(if stream.count {
            Self::Tally(Tally::new(limit, json))
        } else if stream.unique {
            Self::Unique(Unique::new(limit))
        } else {
            Self::All
        })
    }

    /// What results are hashed with, if that is needed.
    pub(super) fn hasher(&self) -> Option<DefaultHashBuilder> {
        (!matches!(self, Self::All)).then(DefaultHashBuilder::default)
    }

    /// Takes the results of the next block.
    pub(super) fn take(&mut self, done: &Done, out: &mut Output) -> Result<(), Failure> {
        match self {
            Self::All => out.write(&done.out),
            Self::Unique(unique) => {
                // What is new is written in runs, as long as nothing is left out between.
                let (mut run, mut start) = (0, 0);
                for some in done.hashes.chunks(EXPECTED) {
                    unique.expect(some.iter().map(|&(hash, _)| hash));
                    for &(hash, end) in some {
                        if !unique.is_new(hash, &done.out[start..end])? {
                            if run < start {
                                out.write(&done.out[run..start])?;
                            }
                            run = end;
                        }
                        start = end;
                    }
                }
                out.write(&done.out[run..start])
            }
            Self::Tally(tally) => {
                let mut start = 0;
                for &(hash, end) in &done.hashes {
                    tally.add(hash, &done.out[start..end])?;
                    start = end;
                }
                Ok(())
            }
        }
    }

    /// Writes what waited for the end. Returns how many results were written, if not all were.
    pub(super) fn finish(self, out: &mut Output) -> Result<Option<u64>, Failure> {
        match self {
            Self::All => Ok(None),
            Self::Unique(unique) => unique.finish(&mut |text| out.write(text)).map(Some),
            Self::Tally(tally) => tally.finish(out).map(Some),
        }
    }
}

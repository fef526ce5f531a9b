//! Where the results of blocks go: to the output, as they come, once each, some of them or sorted; or into counts.

use std::ops::ControlFlow::{self, Break, Continue};

use urlspec_outputs::Output;

use super::{
    page::{Counts, Done, Marks, WRITE_SIZE},
    sample::Sample,
    sorted::Sorted,
    tally::Tally,
    unique::Unique,
};
use crate::{args::Stream, texts::Hasher, verdict::Failure};

/// Takes the results of all blocks, in order.
pub(super) struct Sink {
    way: Way,
    /// How many results may still be written.
    left: u64,
}

/// What is done with the results.
enum Way {
    /// Writes every one.
    All,
    /// Writes each the first time.
    Unique(Unique),
    /// Counts those that are equal.
    Tally(Tally),
    /// Writes some of them at the end.
    Sample(Sample),
    /// Writes them at the end, by their keys; with these before them, if they are groups.
    Sorted { sorted: Sorted, groups: bool, json: bool },
}

impl Sink {
    pub(super) fn new(stream: &Stream, json: bool) -> Result<Self, Failure> {
        let limit = stream.memory_bytes()?;
        let choice = &stream.choice;
        let way = if stream.count {
            Way::Tally(Tally::new(limit, json))
        } else if stream.unique {
            Way::Unique(Unique::new(limit))
        } else if let Some(size) = choice.sample {
            Way::Sample(Sample::new(size, choice.seed, limit))
        } else if choice.key().is_some() {
            Way::Sorted { sorted: Sorted::new(limit), groups: choice.group_by.is_some(), json }
        } else {
            Way::All
        };
        Ok(Self { way, left: choice.limit.unwrap_or(u64::MAX) })
    }

    /// What is to be kept of results.
    pub(super) fn marks(&self) -> Marks {
        let counts = self.left < u64::MAX;
        match self.way {
            Way::All if !counts => Marks::None,
            Way::All => Marks::Ends { counts },
            Way::Sample(_) | Way::Sorted { .. } => Marks::Ends { counts: false },
            Way::Unique(_) => Marks::Hashes { hasher: Hasher::default(), counts },
            Way::Tally(_) => Marks::Hashes { hasher: Hasher::default(), counts: false },
        }
    }

    /// Takes the results of the next block. When no more are wanted, returns what was counted up to the last one, and the end of its errors.
    pub(super) fn take(
        &mut self,
        done: &Done,
        out: &mut Output,
    ) -> Result<ControlFlow<(Counts, usize)>, Failure> {
        match &mut self.way {
            Way::All if done.marks.is_empty() => out.write(&done.out)?,
            Way::All => {
                let written = usize::try_from(self.left).unwrap_or(usize::MAX).min(done.marks.len());
                self.left -= written as u64;
                out.write(&done.out[..done.marks[written - 1].1])?;
                if self.left == 0 {
                    return Ok(Break(done.snapshots[written - 1]));
                }
            }
            Way::Unique(unique) => {
                // What is new is written in runs, as long as nothing is left out between.
                let (mut run, mut start) = (0, 0);
                for (place, &(hash, end)) in done.marks.iter().enumerate() {
                    if unique.is_new(hash, &done.out[start..end])? {
                        self.left -= 1;
                        if self.left == 0 {
                            out.write(&done.out[run..end])?;
                            return Ok(Break(done.snapshots[place]));
                        }
                    } else {
                        if run < start {
                            out.write(&done.out[run..start])?;
                        }
                        run = end;
                    }
                    start = end;
                }
                out.write(&done.out[run..start])?;
            }
            Way::Tally(tally) => done.results().try_for_each(|(hash, text)| tally.add(hash, text))?,
            Way::Sample(sample) => done.results().try_for_each(|(_, text)| sample.add(text))?,
            Way::Sorted { sorted, .. } => {
                let mut start = 0;
                for ((_, text), &end) in done.results().zip(&done.key_ends) {
                    sorted.add(&done.keys[start..end], text)?;
                    start = end;
                }
            }
        }
        Ok(Continue(()))
    }

    /// Writes what waited for the end. Returns how many results were written, where equal ones are compared.
    pub(super) fn finish(self, out: &mut Output) -> Result<Option<u64>, Failure> {
        let mut left = self.left;
        match self.way {
            Way::All => Ok(None),
            // Its last result came before.
            Way::Unique(unique) if left == 0 => Ok(Some(unique.new)),
            Way::Unique(unique) => unique.finish(left, &mut |text| out.write(text)).map(Some),
            Way::Tally(tally) => tally.finish(left, out).map(Some),
            Way::Sample(sample) => {
                sample.finish().try_for_each(|text| out.write(&text))?;
                Ok(None)
            }
            Way::Sorted { sorted, groups, json } => {
                let (mut written, mut group) = (Vec::new(), Vec::new());
                sorted.finish(|key, text| {
                    if groups && group != key {
                        (left, group) = (self.left, key.to_vec());
                    }
                    if left == 0 {
                        return Ok(groups);
                    }
                    left -= 1;
                    let mut text = text;
                    if groups && json {
                        written.extend_from_slice(b"{\"group\":");
                        written.extend(serde_json::to_vec(&String::from_utf8_lossy(key)).unwrap_or_default());
                        written.push(b',');
                        text = &text[1..];
                    } else if groups {
                        written.extend_from_slice(key);
                        written.push(b'\t');
                    }
                    written.extend_from_slice(text);
                    if written.len() >= WRITE_SIZE {
                        out.write(&written)?;
                        written.clear();
                    }
                    Ok(true)
                })?;
                out.write(&written)?;
                Ok(None)
            }
        }
    }
}

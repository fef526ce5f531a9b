//! Processes the results of all blocks: writes, counts, sorts or samples them.

use std::{io::Write as _, mem, ops::ControlFlow};

use indicatif::ProgressBar;
use serde_json::json;
use urlspec_outputs::Output;

use super::{
    page::{Counts, Done, Marks, WRITE_SIZE},
    sample::Sample,
    sorted::Sorted,
    tally::Tally,
    unique::Unique,
};
use crate::{args::Stream, buffers::Buffer, texts::hasher, verdict::Failure};

pub(super) struct Sink {
    pub(super) processing: Processing,
    /// The number of results that `--limit` still permits.
    pub(super) left: u64,
    pub(super) json: bool,
    pub(super) out: Output,
    pub(super) errors: Option<Output>,
    pub(super) total: Counts,
    pub(super) distinct: Option<u64>,
    pub(super) bar: ProgressBar,
}

pub(super) enum Processing {
    /// Writes results as they come: all of them, or with `Unique` each only the first time.
    Each(Option<Unique>),
    Tally(Tally),
    Sample(Sample),
    /// Writes the results at the end, sorted by their keys. With `groups`, writes each key before its result.
    Sorted {
        sorted: Sorted,
        groups: bool,
    },
}

impl Processing {
    pub(super) fn new(stream: &Stream) -> Result<Self, Failure> {
        let limit = stream.memory_bytes()?;
        let choice = &stream.choice;
        Ok(if stream.count {
            Self::Tally(Tally::new(limit))
        } else if let Some(size) = choice.sample {
            Self::Sample(Sample::new(size, choice.seed, limit))
        } else if choice.key().is_some() {
            Self::Sorted { sorted: Sorted::new(limit), groups: choice.group_by.is_some() }
        } else {
            Self::Each(stream.unique.then(|| Unique::new(limit)))
        })
    }
}

impl Sink {
    pub(super) fn marks(&self) -> Marks {
        let has_limit = self.left < u64::MAX;
        Marks {
            ends: has_limit || !matches!(self.processing, Processing::Each(None)),
            hasher: matches!(self.processing, Processing::Each(Some(_)) | Processing::Tally(_)).then(hasher),
            counts: has_limit && matches!(self.processing, Processing::Each(_)),
        }
    }

    /// Processes the results of the next block. Breaks if no more results are wanted.
    pub(super) fn take(&mut self, done: &Done) -> Result<ControlFlow<()>, Failure> {
        let last = self.take_results(done)?;
        let (counts, end) = last.unwrap_or((done.counts, done.errors.len()));
        let listed = &done.errors[..end];
        if let Some(errors) = &mut self.errors {
            errors.write(listed)?;
        } else if !listed.is_empty() {
            // A closed stderr does not change the exit code.
            self.bar.suspend(|| anstream::stderr().write_all(listed).unwrap_or_default());
        }
        self.total.add(counts);
        self.bar.inc(done.bytes);
        Ok(if last.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Processes results. If no more are wanted, returns the counts up to the last result that was written,
    /// and the end of the errors before it.
    fn take_results(&mut self, done: &Done) -> Result<Option<(Counts, usize)>, Failure> {
        match &mut self.processing {
            Processing::Each(_) if done.marks.is_empty() => self.out.write(&done.out)?,
            Processing::Each(unique) => {
                let mut written = Buffer::default();
                for (place, (hash, text)) in done.results().enumerate() {
                    if let Some(unique) = unique
                        && !unique.is_new(hash, text)?
                    {
                        continue;
                    }
                    written.extend_from_slice(text);
                    self.left -= 1;
                    if self.left == 0 {
                        self.out.write(&written)?;
                        return Ok(Some(done.snapshots[place]));
                    }
                }
                self.out.write(&written)?;
            }
            Processing::Tally(tally) => done.results().try_for_each(|(hash, text)| tally.add(hash, text))?,
            Processing::Sample(sample) => done.results().try_for_each(|(_, text)| sample.add(text))?,
            Processing::Sorted { sorted, .. } => {
                let mut start = 0;
                for ((_, text), &end) in done.results().zip(&done.key_ends) {
                    sorted.add(&done.keys[start..end], text)?;
                    start = end;
                }
            }
        }
        Ok(None)
    }

    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let (processing, most, json) =
            (mem::replace(&mut self.processing, Processing::Each(None)), self.left, self.json);
        let mut written = Vec::new();
        let mut write = |parts: &[&[u8]]| {
            for part in parts {
                written.extend_from_slice(part);
            }
            if written.len() >= WRITE_SIZE {
                self.out.write(&written)?;
                written.clear();
            }
            Ok(())
        };
        let distinct = match processing {
            Processing::Each(None) => None,
            // The limit was reached before the end, so nothing more is written.
            Processing::Each(Some(unique)) if most == 0 => Some(unique.new),
            Processing::Each(Some(unique)) => Some(unique.finish(most, |text| write(&[text]))?),
            Processing::Tally(tally) => Some(tally.finish(most, |count, text| {
                if !json {
                    return write(&[format!("{count}\t").as_bytes(), text]);
                }
                let text = text.strip_suffix(b"\n").or(text.strip_suffix(b"\0")).unwrap_or(text);
                write(&[format!("{{\"count\":{count},\"text\":").as_bytes(), &quoted(text), b"}\n"])
            })?),
            Processing::Sample(sample) => {
                sample.finish().try_for_each(|text| write(&[&text]))?;
                None
            }
            Processing::Sorted { sorted, groups } => {
                let (mut left, mut group) = (most, Vec::new());
                sorted.finish(|key, text| {
                    if groups && group != key {
                        (left, group) = (most, key.to_vec());
                    }
                    if left == 0 {
                        return Ok(groups);
                    }
                    left -= 1;
                    match (groups, json) {
                        (false, _) => write(&[text])?,
                        (true, false) => write(&[key, b"\t", text])?,
                        (true, true) => write(&[b"{\"group\":", &quoted(key), b",", &text[1..]])?,
                    }
                    Ok(true)
                })?;
                None
            }
        };
        self.out.write(&written)?;
        self.distinct = distinct;
        Ok(())
    }

    /// Returns the summary as a line. `verb` is the name of the count of results, `read_as` the format that
    /// the first bytes of the input decided, and `has_hint` adds that `--errors` lists invalid lines.
    pub(super) fn summary(&self, verb: &str, read_as: Option<&str>, has_hint: bool) -> String {
        let distinct = self.distinct;
        let Counts { lines, blank, left_out, done, invalid, .. } = self.total;
        let left_out = (left_out > 0).then_some(left_out);
        if self.json {
            let mut summary = json!({ "lines": lines, (verb): done, "invalid": invalid, "blank": blank });
            let more =
                [("left_out", json!(left_out)), ("distinct", json!(distinct)), ("format", json!(read_as))];
            for (name, value) in more.into_iter().filter(|(_, value)| !value.is_null()) {
                summary[name] = value;
            }
            return summary.to_string();
        }
        let left_out = left_out.map(|left_out| format!(", left out {left_out}")).unwrap_or_default();
        let blank = if blank > 0 { format!(", blank {blank}") } else { String::new() };
        let distinct = distinct.map(|distinct| format!(", distinct {distinct}")).unwrap_or_default();
        let read_as = read_as.map(|format| format!(", read as {format}")).unwrap_or_default();
        let hint = if invalid > 0 && has_hint { " (--errors FILE lists them)" } else { "" };
        format!("lines {lines}{blank}, {verb} {done}{left_out}, invalid {invalid}{hint}{distinct}{read_as}")
    }
}

fn quoted(text: &[u8]) -> Vec<u8> {
    serde_json::to_vec(&String::from_utf8_lossy(text)).unwrap_or_default()
}

//! Processes the results of all blocks of the input: writes, counts, sorts or samples the results.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, binary_heap::PeekMut},
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _},
    mem,
    ops::ControlFlow,
};

use fastrand::Rng;
use hashbrown::HashMap;
use rayon::prelude::*;
use serde_json::json;
use urlspec_outputs::Output;

use super::{Counts, Done, Marks, WRITE_SIZE};
use crate::{
    args::Stream,
    inputs::Progress,
    records::Buffer,
    selection::{Found, Texts, hasher},
    show::{REPORTS, first_lines},
    verdict::{Failure, Result, refuse},
};

pub(super) struct Sink {
    pub(super) processing: Processing,
    /// The number of results that may still be written under `--limit`.
    pub(super) left: u64,
    pub(super) json: bool,
    pub(super) out: Output,
    pub(super) errors: Option<Output>,
    pub(super) total: Counts,
    pub(super) distinct: Option<u64>,
    pub(super) bar: Progress,
    /// The number of lines that may still be written to stderr.
    pub(super) reports: usize,
}

pub(super) enum Processing {
    /// Writes each result as soon as it arrives. With [`Unique`], writes only the first of equal results.
    Each(Option<Unique>),
    Tally(Tally),
    Sample(Sample),
    /// Writes the results at the end, sorted by their keys. If `groups` is true, writes the key before
    /// each result.
    Sorted {
        sorted: Sorted,
        groups: bool,
    },
}

impl Processing {
    pub(super) fn new(stream: &Stream) -> Result<Self> {
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

    /// Processes the results of the next block. Returns `Break` if no more results are wanted.
    pub(super) fn take(&mut self, done: &Done) -> Result<ControlFlow<()>> {
        let last = self.take_results(done)?;
        let (counts, end) = last.unwrap_or((done.counts, done.errors.len()));
        let listed = &done.errors[..end];
        if let Some(errors) = &mut self.errors {
            errors.write(listed)?;
        } else {
            self.bar.report(first_lines(listed, &mut self.reports));
        }
        self.total.add(counts);
        self.bar.inc(done.bytes);
        Ok(if last.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Processes the results of a block. If no more results are wanted, returns the counts up to the last
    /// result that was written, and the length of `errors` before that result.
    fn take_results(&mut self, done: &Done) -> Result<Option<(Counts, usize)>> {
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

    pub(super) fn finish(&mut self) -> Result<()> {
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
            // The limit was reached before the end of the input, so no other result is written.
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

    /// Returns the summary as a line. `verb` is the word before the number of results. `read_as` is the
    /// format that the first bytes of the input showed.
    pub(super) fn summary(&self, verb: &str, read_as: Option<&str>) -> String {
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
        let is_cut = self.reports == 0 && invalid > REPORTS as u64;
        let hint = if is_cut { " (--errors FILE lists all)" } else { "" };
        format!("lines {lines}{blank}, {verb} {done}{left_out}, invalid {invalid}{hint}{distinct}{read_as}")
    }
}

fn quoted(text: &[u8]) -> Vec<u8> {
    serde_json::to_vec(&String::from_utf8_lossy(text)).unwrap_or_default()
}

/// Removes duplicate texts in limited memory. A set stores the hashes of texts until it is full. From then
/// on, texts that are not in the set are sorted by hash, so that equal texts are adjacent. The first of equal
/// texts is kept. Kept texts are sorted by their positions in the input.
pub(super) struct Unique {
    texts: Texts,
    /// Texts that may be new, sorted by hash and position. [`Unique::finish`] decides which of them are new.
    waiting: Sorted,
    /// `count` is the number of texts so far, and `new` the number of those that are certainly new.
    count: u64,
    new: u64,
}

impl Unique {
    fn new(limit: usize) -> Self {
        // `waiting` stays empty until the set is full. The set uses at most two thirds of the memory.
        Self { texts: Texts::new(limit), waiting: Sorted::new(limit / 3), count: 0, new: 0 }
    }

    /// True if `text` is certainly new, so that the caller writes it now. If `text` may be new, keeps it
    /// until [`finish`](Self::finish) is called.
    #[inline]
    fn is_new(&mut self, hash: u128, text: &[u8]) -> Result<bool> {
        self.count += 1;
        let found = self.texts.add(hash);
        match found {
            Found::Old => {}
            Found::New => self.new += 1,
            Found::NoRoom => {
                let key = [&hash.to_be_bytes()[..], &self.count.to_be_bytes()].concat();
                self.waiting.add(&key, text)?;
            }
        }
        Ok(found == Found::New)
    }

    /// Passes the new texts in `waiting` to `write`, in the order of the input, but at most `most` texts.
    /// Returns the number of all new texts, including those that were written before.
    fn finish(self, most: u64, mut write: impl FnMut(&[u8]) -> Result<()>) -> Result<u64> {
        let Self { texts, waiting, mut new, .. } = self;
        drop(texts);
        let (mut firsts, mut last) = (Sorted::new(waiting.limit), Vec::new());
        waiting.finish(|key, text| {
            let (hash, number) = key.split_at(size_of::<u128>());
            if last != hash {
                last = hash.to_vec();
                firsts.add(number, text)?;
            }
            Ok(true)
        })?;
        let most = new.saturating_add(most);
        firsts.finish(|_, text| {
            if new == most {
                return Ok(false);
            }
            new += 1;
            write(text).map(|()| true)
        })?;
        Ok(new)
    }
}

/// Counts how often each text occurs. The texts include their line ends.
pub(super) struct Tally {
    places: HashMap<u128, usize>,
    entries: Vec<Tallied>,
    bytes: Vec<u8>,
    limit: usize,
}

/// The position of a text in `Tally::bytes`, and the number of its occurrences.
#[derive(Clone, Copy, Debug)]
struct Tallied {
    count: u64,
    /// FAST: eight bytes after the common start of all texts, as a number. Most comparisons need only this.
    first: u64,
    start: usize,
    len: usize,
}

impl Tallied {
    fn text(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.len]
    }
}

impl Tally {
    fn new(limit: usize) -> Self {
        Self { places: HashMap::new(), entries: Vec::new(), bytes: Vec::new(), limit }
    }

    fn add(&mut self, hash: u128, text: &[u8]) -> Result<()> {
        if let Some(&at) = self.places.get(&hash) {
            self.entries[at].count += 1;
            return Ok(());
        }
        let used = self.entries.len() * (size_of::<Tallied>() + 2 * size_of::<(u128, usize)>());
        if used + self.bytes.len() + text.len() > self.limit {
            let mebibytes = self.limit >> 20;
            return refuse(format!(
                "the texts to count need more than {mebibytes} MiB: count something with fewer values, or raise --memory"
            ));
        }
        self.places.insert(hash, self.entries.len());
        self.entries.push(Tallied { count: 1, first: 0, start: self.bytes.len(), len: text.len() });
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    /// Passes at most `most` texts with their counts to `write`, sorted by decreasing count. Texts with equal
    /// counts are sorted by their bytes. Returns the number of different texts.
    fn finish(self, most: u64, mut write: impl FnMut(u64, &[u8]) -> Result<()>) -> Result<u64> {
        let Self { mut entries, bytes, .. } = self;
        let first = entries.first().map_or(&[][..], |entry| entry.text(&bytes));
        let common = entries.iter().fold(first.len(), |common, entry| {
            first[..common].iter().zip(entry.text(&bytes)).take_while(|(one, other)| one == other).count()
        });
        entries.par_iter_mut().for_each(|entry| entry.first = first_bytes(&entry.text(&bytes)[common..]));
        entries.par_sort_unstable_by(|a, b| {
            (Reverse(a.count), a.first)
                .cmp(&(Reverse(b.count), b.first))
                .then_with(|| a.text(&bytes).cmp(b.text(&bytes)))
        });
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        entries.iter().take(most).try_for_each(|entry| write(entry.count, entry.text(&bytes)))?;
        Ok(entries.len() as u64)
    }
}

/// The memory that a text of a [`Sample`] needs in addition to its bytes.
const ENTRY: usize = 48;

/// A random sample in limited memory: the texts with the lowest numbers, of one random number per text.
pub(super) struct Sample {
    size: usize,
    random: Rng,
    count: u64,
    /// The texts in the sample. The random number and the position in the input precede each text.
    kept: BinaryHeap<(u64, u64, Box<[u8]>)>,
    room: usize,
}

impl Sample {
    fn new(size: usize, seed: u64, room: usize) -> Self {
        Self { size, random: Rng::with_seed(seed), count: 0, kept: BinaryHeap::new(), room }
    }

    fn add(&mut self, text: &[u8]) -> Result<()> {
        let number = self.random.u64(..);
        self.count += 1;
        if self.kept.len() == self.size {
            if self.kept.peek().is_none_or(|(most, ..)| number >= *most) {
                return Ok(());
            }
            self.room += self.kept.pop().map_or(0, |(.., text)| text.len() + ENTRY);
        }
        let room = self.room.checked_sub(text.len() + ENTRY);
        self.room =
            room.ok_or_else(|| Failure::Refused("the sample needs more memory: set --memory".into()))?;
        self.kept.push((number, self.count, text.into()));
        Ok(())
    }

    /// Returns the sampled texts in the order in which they were added.
    fn finish(self) -> impl Iterator<Item = Box<[u8]>> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by_key(|(_, place, _)| *place);
        kept.into_iter().map(|(.., text)| text)
    }
}

/// The maximum number of temporary files. If one more is needed, all of them are merged into one first.
const RUNS: usize = 64;
const BUFFER: usize = 16 << 10;

/// Sorts texts by their keys in limited memory. When the memory is full, the texts in memory are sorted and
/// written to a temporary file. At the end, the files are merged.
pub(super) struct Sorted {
    limit: usize,
    /// The keys and texts that are in memory. Each key precedes its text.
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// The sorted temporary files. The texts of a file were added before those of the next file.
    runs: Vec<BufReader<File>>,
}

/// The position in `Sorted::bytes` of a key and of the text that follows the key.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// FAST: the first 16 bytes of the key as two numbers. Most comparisons of keys need only these.
    first: [u64; 2],
    start: usize,
    key: u32,
    len: u32,
}

impl Entry {
    fn key(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start..][..self.key as usize]
    }
}

/// Returns the first eight bytes of `text` as a number. The order of such numbers is the order of the texts.
fn first_bytes(text: &[u8]) -> u64 {
    let (mut first, len) = ([0; 8], text.len().min(8));
    first[..len].copy_from_slice(&text[..len]);
    u64::from_be_bytes(first)
}

impl Sorted {
    fn new(limit: usize) -> Self {
        Self { limit, bytes: Vec::new(), entries: Vec::new(), runs: Vec::new() }
    }

    fn add(&mut self, key: &[u8], text: &[u8]) -> Result<()> {
        let used = self.bytes.len() + self.entries.len() * size_of::<Entry>();
        if used + key.len() + text.len() > self.limit && !self.entries.is_empty() {
            self.spill()?;
        }
        // The lengths fit into 32 bits, as `push` explains.
        let len = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let (start, rest) = (self.bytes.len(), key.get(8..).unwrap_or_default());
        let first = [first_bytes(key), first_bytes(rest)];
        self.entries.push(Entry { first, start, key: len(key), len: len(text) });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        // A key precedes longer keys that begin with it. Entries with equal keys are sorted by their
        // position, and stay in the order of their addition.
        let compare = |a: &Entry, b: &Entry| {
            let end =
                || if a.key.min(b.key) > 16 { a.key(bytes).cmp(b.key(bytes)) } else { a.key.cmp(&b.key) };
            a.first.cmp(&b.first).then_with(end).then_with(|| a.start.cmp(&b.start))
        };
        self.entries.par_sort_unstable_by(compare);
    }

    fn in_memory(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.entries.iter().map(|entry| {
            (entry.key(&self.bytes), &self.bytes[entry.start + entry.key as usize..][..entry.len as usize])
        })
    }

    fn spill(&mut self) -> Result<()> {
        self.sort();
        if self.runs.len() == RUNS {
            let runs = mem::take(&mut self.runs);
            let all = file_of(|file| merge(runs, |key, text| push(file, key, text).map(|()| true)))?;
            self.runs.push(all);
        }
        let run = file_of(|file| self.in_memory().try_for_each(|(key, text)| push(file, key, text)))?;
        self.runs.push(run);
        self.bytes.clear();
        self.entries.clear();
        Ok(())
    }

    /// Passes each key and its text to `write`, in the order of the keys, until `write` returns `false`.
    fn finish(mut self, mut write: impl FnMut(&[u8], &[u8]) -> Result<bool>) -> Result<()> {
        if !self.runs.is_empty() {
            self.spill()?;
            return merge(self.runs, write);
        }
        self.sort();
        for (key, text) in self.in_memory() {
            if !write(key, text)? {
                break;
            }
        }
        Ok(())
    }
}

/// Creates a temporary file with the output of `write`, and returns the file, positioned at its start. The
/// file is deleted when it is closed.
fn file_of(write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<BufReader<File>> {
    let mut file = BufWriter::with_capacity(BUFFER, spilled(tempfile::tempfile())?);
    write(&mut file)?;
    let mut file = spilled(file.into_inner().map_err(io::IntoInnerError::into_error))?;
    spilled(file.rewind())?;
    Ok(BufReader::with_capacity(BUFFER, file))
}

/// Appends the lengths of `key` and `text` in 32 bits each, and then `key` and `text`. The lengths fit,
/// because a record has at most 16 MiB, and its result is only a few times as long.
fn push(file: &mut BufWriter<File>, key: &[u8], text: &[u8]) -> Result<()> {
    let lens = ((key.len() as u64) << 32 | text.len() as u64).to_le_bytes();
    spilled([&lens[..], key, text].into_iter().try_for_each(|part| file.write_all(part)))
}

/// The next key and text of a sorted file. The order of entries is by key, then by the number of the file.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct MergeEntry {
    key: Vec<u8>,
    file: usize,
    text: Vec<u8>,
}

impl MergeEntry {
    /// Reads the next key and text from `file`. Returns `false` at the end of the file.
    fn read(&mut self, file: &mut BufReader<File>) -> io::Result<bool> {
        let mut lens = [0; 8];
        match file.read(&mut lens[..1])? {
            0 => return Ok(false),
            _ => file.read_exact(&mut lens[1..])?,
        }
        let lens = u64::from_le_bytes(lens);
        for (bytes, len) in [(&mut self.key, lens >> 32), (&mut self.text, lens & 0xFFFF_FFFF)] {
            bytes.clear();
            file.take(len).read_to_end(bytes)?;
        }
        Ok(true)
    }
}

/// Merges `files`, which are sorted. Passes each key and its text to `write` in order, until `write` returns
/// `false`. Entries with equal keys are passed in the order of the files.
fn merge(mut files: Vec<BufReader<File>>, mut write: impl FnMut(&[u8], &[u8]) -> Result<bool>) -> Result<()> {
    let mut heads = BinaryHeap::new();
    for (index, file) in files.iter_mut().enumerate() {
        let mut next = MergeEntry { file: index, ..MergeEntry::default() };
        if spilled(next.read(file))? {
            heads.push(Reverse(next));
        }
    }
    while let Some(mut first) = heads.peek_mut() {
        let next = &mut first.0;
        if !write(&next.key, &next.text)? {
            break;
        }
        if !spilled(next.read(&mut files[next.file]))? {
            PeekMut::pop(first);
        }
    }
    Ok(())
}

fn spilled<T>(result: io::Result<T>) -> Result<T> {
    result.map_err(|error| Failure::Refused(format!("cannot use a temporary file: {error}")))
}

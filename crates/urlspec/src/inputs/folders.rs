//! Folders as inputs: all files below a folder are read.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use ignore::{DirEntry, WalkBuilder};
use same_file::Handle;
use urlspec_outputs::identity;

use super::{Budget, End, Input, Source};
use crate::{args::Stream, show::say, verdict::Failure};

#[derive(Debug, Default)]
pub(crate) struct Skipped {
    /// Files that contain NUL, so they are not text.
    binary: AtomicU64,
    unreadable: AtomicU64,
}

impl Skipped {
    /// Prints the number of skipped files that are not text. Returns true if all others could be read.
    pub(crate) fn report(&self) -> bool {
        let binary = self.binary.load(Relaxed);
        if binary > 0 {
            say(&format!("skipped {binary} files that contain NUL: they are not text"));
        }
        self.unreadable.load(Relaxed) == 0
    }
}

impl Input {
    /// Opens the inputs as [`open`](Self::open) does, but reads each folder as the files below it, sorted by
    /// name. Hidden files, and those that `.gitignore` excludes, are left out.
    pub(crate) fn open_below(stream: &Stream) -> Result<(Self, Arc<Skipped>), Failure> {
        Self::open_folders(stream, false)
    }

    /// Opens the inputs as [`open_below`](Self::open_below) does, but with hidden and ignored files too. A
    /// source that cannot be read to its end is reported among the results.
    pub(crate) fn open_whole(stream: &Stream) -> Result<Self, Failure> {
        let (mut input, _) = Self::open_folders(stream, true)?;
        input.sources.iter_mut().for_each(|source| source.is_whole = true);
        if input.sources.is_empty() {
            return Err(Failure::Refused("there is no file to read below the folder".into()));
        }
        Ok(input)
    }

    fn open_folders(stream: &Stream, is_whole: bool) -> Result<(Self, Arc<Skipped>), Failure> {
        let (inputs, skipped) = (&stream.inputs, Arc::new(Skipped::default()));
        let end = End::Byte(if inputs.null { 0 } else { b'\n' });
        if !inputs.files.iter().any(|path| path.is_dir()) {
            return Ok((Self::open(inputs)?, skipped));
        }
        // An output below a folder must not be read as an input.
        let outputs = [&stream.out, &stream.errors].into_iter().flatten();
        let outputs = outputs.filter_map(|path| Handle::from_path(path).ok());
        let outputs: Vec<_> = outputs.chain(Handle::stdout().ok().and_then(identity)).collect();
        let budget = Budget::new(inputs.max_bytes);
        let mut sources = Vec::new();
        for path in &inputs.files {
            if !path.is_dir() {
                sources.push(Source::open(path, end, &budget)?);
                continue;
            }
            let mut walk = WalkBuilder::new(path);
            walk.sort_by_file_path(Ord::cmp).standard_filters(!is_whole);
            if is_whole {
                walk.filter_entry(|entry| !is_version_control(entry));
            }
            for entry in walk.build() {
                let entry = entry.map_err(|error| Failure::Refused(error.to_string()))?;
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
                if !(is_file || is_whole && is_left_out(&entry, path)) {
                    continue;
                }
                let path = entry.into_path();
                let name = path.display().to_string();
                if Handle::from_path(&path).is_ok_and(|file| outputs.contains(&file)) {
                    return Err(Failure::Refused(format!("{name} is the input: write to another file")));
                }
                let (budget, skipped) = (budget.clone(), skipped.clone());
                let file = LazyFile { path, end, budget, reader: None, skipped, is_whole };
                sources.push(Source { is_below: true, ..Source::new(name, Box::new(file), end) });
            }
        }
        Ok((Self { sources, is_lossy: inputs.lossy, read_as: None, has_names: true }, skipped))
    }
}

fn is_version_control(entry: &DirEntry) -> bool {
    let is_folder = entry.depth() > 0 && entry.file_type().is_some_and(|kind| kind.is_dir());
    is_folder && [".git", ".hg", ".svn", ".jj"].iter().any(|name| entry.file_name() == *name)
}

/// Returns true for an entry below `root` that is not read: a special file such as a device, or a symbolic
/// link that leads out of `root`.
fn is_left_out(entry: &DirEntry, root: &Path) -> bool {
    if entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return false;
    }
    let target = entry.path().canonicalize().ok().zip(root.canonicalize().ok());
    !entry.path_is_symlink() || target.is_none_or(|(target, root)| !target.starts_with(root))
}

/// A file that is opened on the first read and closed at its end, since there may be more files than a
/// process may have open.
struct LazyFile {
    path: PathBuf,
    end: End,
    budget: Budget,
    /// The content, after the first read. It is empty at the end, and for a file that is not text.
    reader: Option<Box<dyn Read + Send>>,
    skipped: Arc<Skipped>,
    is_whole: bool,
}

impl Read for LazyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.reader {
            Some(reader) => reader.read(buffer),
            None => self.open().and_then(|reader| self.reader.insert(reader).read(buffer)),
        };
        let len = match read {
            // An exhausted `--max-bytes` concerns all files, so it is always an error.
            Err(error) if self.is_whole || error.kind() == ErrorKind::QuotaExceeded => return Err(error),
            Err(error) => {
                say(&format!("cannot read {}: {error}", self.path.display()));
                self.skipped.unreadable.fetch_add(1, Relaxed);
                0
            }
            Ok(len) => len,
        };
        if len == 0 {
            self.reader = Some(Box::new(io::empty()));
        }
        Ok(len)
    }
}

impl LazyFile {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        if self.is_whole && !self.path.symlink_metadata()?.is_file() {
            return Err(io::Error::other("it is not a regular file, or leads out of the folder"));
        }
        let mut source = Source::of(String::new(), File::open(&self.path)?, self.end, &self.budget)?;
        if self.end != End::Byte(0) && source.peek()?.contains(&0) {
            if self.is_whole {
                return Err(io::Error::other("it contains NUL: it is not text"));
            }
            self.skipped.binary.fetch_add(1, Relaxed);
            return Ok(Box::new(io::empty()));
        }
        Ok(source.reader)
    }
}

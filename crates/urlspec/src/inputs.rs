//! Opens the sources of records (arguments, files, stdin), and reads them as text or as documents.
//! Decompresses their content, removes a byte order mark, and enforces the limit `--max-bytes`.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, BufRead as _, BufReader, Chain, Cursor, ErrorKind, IsTerminal as _, Read, Seek as _},
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use flate2::bufread::MultiGzDecoder;
#[cfg(feature = "folders")]
use ignore::{DirEntry, WalkBuilder};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
use same_file::Handle;
use url_facade::Reference;
use url_find::document::{Document, MakeBase, Settings};
use urlspec_outputs::{identity, identity_of};

use crate::{
    args::{Inputs, Stream},
    format::Format,
    shape::name_of,
    show::{IS_QUIET, report, say},
    verdict::{Failure, Result, refuse},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Byte(u8),
    /// An LF outside quotation marks ends a record, as in CSV (RFC 4180). The byte separates the fields.
    Row(u8),
}

impl End {
    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Byte(byte) => byte,
            Self::Row(_) => b'\n',
        }
    }
}

pub(crate) struct Input {
    pub(crate) sources: Vec<Source>,
    pub(crate) is_lossy: bool,
    pub(crate) read_as: Option<String>,
    /// True if each record has the name of its source, even if there is only one source.
    pub(crate) has_names: bool,
}

pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) reader: Box<dyn Read + Send>,
    pub(crate) size: Option<u64>,
    pub(crate) identity: Option<Handle>,
    pub(crate) end: End,
    /// The number of the first record. For a table, this is the number of the line after the header.
    pub(crate) first: u64,
    pub(crate) is_typed: bool,
    /// True for a file that was found in an input folder. The format of such a file depends only on its name.
    pub(crate) is_below: bool,
    /// If true, a failure to read this source is one of the results, and the next source is read.
    pub(crate) is_whole: bool,
    /// The limit on the bytes of all sources, including the files that a document refers to.
    pub(crate) budget: Budget,
    pub(crate) format: Option<Format>,
    /// The document, if the source is a document, such as HTML, and is not divided into records.
    pub(crate) document: Option<Document>,
}

impl Input {
    /// Opens the sources that `inputs` names: arguments, files, and stdin for `-`. If `inputs` names no
    /// source and stdin is not a terminal, opens stdin.
    pub(crate) fn open(inputs: &Inputs) -> Result<Self> {
        let end = End::Byte(if inputs.null { 0 } else { b'\n' });
        let budget = Budget::new(inputs.max_bytes);
        let open = |path: &Path| Source::open(path, end, &budget);
        let sources = match (&*inputs.files, &*inputs.urls) {
            ([], []) if io::stdin().is_terminal() => {
                return refuse("there is no input: name URLs, or a file with --in FILE");
            }
            ([], [] | [_]) if inputs.has_stdin() => vec![open(Path::new("-"))?],
            ([], urls) if urls.iter().any(|url| url == "-") => {
                return refuse("`-` reads stdin, so it must be the only argument");
            }
            ([], urls) => vec![Source::typed(urls)],
            (files, _) => files.iter().map(|file| open(file)).collect::<Result<_, _>>()?,
        };
        Ok(Self { sources, is_lossy: inputs.lossy, read_as: None, has_names: false })
    }

    #[cfg(test)]
    pub(crate) fn of_reader(reader: impl Read + Send + 'static, end: End) -> Self {
        let sources = vec![Source::new(String::new(), Box::new(reader), end)];
        Self { sources, is_lossy: false, read_as: None, has_names: false }
    }

    /// Returns the format of each source: `option`, or else the format that the name or the first bytes
    /// indicate, or else the first of `formats`. `formats` are the formats that the command can read.
    pub(crate) fn formats(&mut self, option: Option<Format>, formats: &[Format]) -> Result<Vec<Format>> {
        let default = formats.first().copied().unwrap_or(Format::List);
        let known = |format: &Format| formats.contains(format);
        if let Some(other) = option.filter(|format| !known(format)) {
            let (other, known) = (name_of(other), formats.iter().copied().map(name_of).collect::<Vec<_>>());
            let known = known.join(", ");
            return refuse(format!("this command does not read the format {other}: it reads {known}"));
        }
        let (mut found, mut seen) = (Vec::new(), Vec::new());
        for source in &mut self.sources {
            let named = option.or_else(|| Format::of_name(Path::new(&source.name)).filter(known));
            let mut shown = None;
            if named.is_none() && !source.is_typed && !source.is_below {
                let start = source.peek().map_err(Failure::reading(&source.name))?;
                shown = Format::of_start(&start);
                // If the command can read JSON Lines but not JSON, a brace at the start shows JSON Lines.
                if start.trim_ascii_start().starts_with(b"{") && !known(&Format::Json) {
                    shown = Some(Format::Jsonl);
                }
                shown = shown.filter(known);
            }
            seen.extend(shown.map(name_of).filter(|name| !seen.contains(name)));
            found.push(named.or(shown).unwrap_or(default));
        }
        self.read_as = Some(seen.join(", ")).filter(|names| !names.is_empty());
        Ok(found)
    }

    /// Replaces each source that is a document by the URLs in the document. `make_base` parses the base that
    /// a document declares. `option` and `formats` are the arguments of [`formats`](Self::formats).
    pub(crate) fn read_documents(
        &mut self,
        option: Option<Format>,
        formats: &[Format],
        settings: &Arc<Settings>,
        make_base: impl Fn(&str) -> Option<Reference> + Clone + Send + 'static,
    ) -> Result<()> {
        let formats = self.formats(option, formats)?;
        for (source, format) in self.sources.iter_mut().zip(formats) {
            source.read_as(format, Arc::clone(settings), Box::new(make_base.clone()));
        }
        Ok(())
    }

    /// Takes the identities of the input files, so that the caller can compare them with the output files.
    pub(crate) fn take_identities(&mut self) -> Vec<Handle> {
        self.sources.iter_mut().filter_map(|source| source.identity.take()).collect()
    }

    /// Returns the name of the input, if there is only one.
    pub(crate) fn only(&self) -> Option<String> {
        if let [source] = &*self.sources { Some(source.name.clone()) } else { None }
    }

    pub(crate) fn is_typed(&self) -> bool {
        self.sources.iter().any(|source| source.is_typed)
    }
}

impl Source {
    /// True if the source is a file, and not stdin or the arguments.
    pub(crate) fn is_file(&self) -> bool {
        !self.is_typed && self.name != "stdin"
    }

    fn typed(urls: &[OsString]) -> Self {
        // If the only argument is the name of a file or folder, the user may have forgotten `--in`.
        if let [url] = urls
            && Path::new(url).exists()
        {
            let name = Path::new(url).display();
            say(&format!("hint: there is a file or folder {name}: use --in {name} to read it"));
        }
        // Arguments cannot contain NUL, so NUL ends each record.
        let text: Vec<u8> = urls.iter().flat_map(|url| [url.as_encoded_bytes(), b"\0"].concat()).collect();
        let reader = Box::new(Cursor::new(text));
        Self { is_typed: true, ..Self::new("the arguments".into(), reader, End::Byte(0)) }
    }

    fn new(name: String, reader: Box<dyn Read + Send>, end: End) -> Self {
        Self {
            name,
            reader,
            size: None,
            identity: None,
            end,
            first: 1,
            is_typed: false,
            is_below: false,
            is_whole: false,
            budget: Budget::new(None),
            format: None,
            document: None,
        }
    }

    pub(crate) fn open(path: &Path, end: End, budget: &Budget) -> Result<Self> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "stdin".into() } else { path.display().to_string() };
        let opened = if is_stdin { stdin() } else { File::open(path) };
        let opened = opened.and_then(|file| Self::of(name.clone(), file, end, budget));
        opened.map_err(Failure::reading(name))
    }

    /// Creates a source that reads `file` from its position to its present end. Without this limit, reading a
    /// file to which another program writes might never end.
    fn of(name: String, mut file: File, end: End, budget: &Budget) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            let why = "Is a directory: only `find` and `guard --find` read the files below a folder";
            return Err(io::Error::new(ErrorKind::IsADirectory, why));
        }
        let identity = identity_of(&file);
        // Files that the system generates when they are read, such as those in `/proc`, have no known length.
        let mut size = None;
        if metadata.is_file() && metadata.len() > 0 {
            size = Some(metadata.len().saturating_sub(file.stream_position()?));
        }
        let reader = Box::new(file.take(size.unwrap_or(u64::MAX)));
        Ok(Self { identity, ..Self::of_reader(name, reader, size, end, budget)? })
    }

    pub(crate) fn of_reader(
        name: String,
        reader: Box<dyn Read + Send>,
        mut size: Option<u64>,
        end: End,
        budget: &Budget,
    ) -> io::Result<Self> {
        let mut content = Content::new(reader, end == End::Byte(0), budget);
        // The size of compressed content is unknown. A source without a size, such as a pipe, may have no
        // bytes yet.
        if size.is_some() && content.is_compressed()? {
            size = None;
        }
        Ok(Self { size, budget: budget.clone(), ..Self::new(name, Box::new(content), end) })
    }

    fn read_as(&mut self, format: Format, settings: Arc<Settings>, make_base: MakeBase) {
        let (end, budget) = (self.end, self.budget.clone());
        let folder = Path::new(&self.name).parent().unwrap_or(Path::new("")).to_owned();
        let open = move |name: &str| Some(Self::open(&folder.join(name), end, &budget).ok()?.reader);
        let Some(kind) = format.of_document() else {
            self.format = Some(format);
            return;
        };
        let mut reader = mem::replace(&mut self.reader, Box::new(io::empty()));
        if self.is_whole && format != Format::Html {
            reader = Box::new(Utf8 { reader, rest: Vec::new() });
        }
        // The total size of the URLs in the document is not known in advance.
        (self.size, self.document) =
            (None, Some(Document::new(reader, kind, settings, make_base, Box::new(open))));
    }

    /// Returns some of the next bytes without consuming them, or an empty list at the end of the input.
    pub(crate) fn peek(&mut self) -> io::Result<Vec<u8>> {
        let mut start = vec![0; 4096];
        let len = self.reader.read(&mut start)?;
        start.truncate(len);
        self.put_back(start.clone());
        Ok(start)
    }

    pub(crate) fn put_back(&mut self, bytes: Vec<u8>) {
        let reader = mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = Box::new(Cursor::new(bytes).chain(reader));
    }
}

/// A reader of text, which fails at the first byte that is not UTF-8.
struct Utf8 {
    reader: Box<dyn Read + Send>,
    /// The first bytes of a character, if the other bytes of the character were not read yet.
    rest: Vec<u8>,
}

impl Read for Utf8 {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        self.rest.extend_from_slice(&buffer[..len]);
        let valid = match str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_some() || len == 0 => {
                return Err(io::Error::other("it is not UTF-8"));
            }
            Err(error) => error.valid_up_to(),
            Ok(text) => text.len(),
        };
        self.rest.drain(..valid);
        Ok(len)
    }
}

/// Returns stdin as a file. The standard library's `Stdin` would treat a closed stdin as empty.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    // If stdin was closed, the crate `urlspec_outputs` opened a folder as the descriptor of stdin.
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("it is closed, or a folder"));
    }
    Ok(file)
}

#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}

/// A progress bar on stderr, which appears after half a second.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// True until the bar appears, if it may appear.
    is_waiting: bool,
    start: Instant,
}

impl Progress {
    /// Creates the bar for `input`. Unless `is_apart`, the results go to stdout while the bar is shown, so
    /// the bar may appear only if stdout is a file: the reader of a pipe may write to the same terminal.
    pub(crate) fn new(input: &Input, is_apart: bool) -> Self {
        let size = input.sources.iter().map(|source| source.size).sum();
        let is_file =
            || Handle::stdout().is_ok_and(|out| out.as_file().metadata().is_ok_and(|out| out.is_file()));
        let style = ProgressStyle::with_template(match size {
            Some(_) => "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}, {bytes_per_sec}",
        });
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let is_waiting = !IS_QUIET.load(Relaxed) && (is_apart || is_file());
        Self { bar, is_waiting, start: Instant::now() }
    }

    pub(crate) fn inc(&mut self, bytes: u64) {
        if self.is_waiting && self.start.elapsed() > Duration::from_millis(500) {
            self.is_waiting = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(bytes);
    }

    /// Writes `text` to stderr, above the bar.
    pub(crate) fn report(&self, text: &[u8]) {
        if !text.is_empty() {
            self.bar.suspend(|| report(text));
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[derive(Debug, Default)]
pub(crate) struct Skipped {
    /// The number of skipped files that contain NUL, and are therefore not text.
    binary: AtomicU64,
    unreadable: AtomicU64,
}

impl Skipped {
    /// Prints the number of skipped files that are not text.
    ///
    /// # Errors
    /// Returns a failure if a file could not be read.
    pub(crate) fn report(&self) -> Result<()> {
        let binary = self.binary.load(Relaxed);
        if binary > 0 {
            say(&format!("skipped {binary} files that contain NUL: they are not text"));
        }
        if self.unreadable.load(Relaxed) > 0 {
            return refuse("not every file could be read");
        }
        Ok(())
    }
}

impl Input {
    /// Opens the input files, and all files in input folders. A file that cannot be read becomes a result.
    pub(crate) fn open_whole(stream: &Stream) -> Result<Self> {
        let (mut input, _) = Self::open_folders(stream, true)?;
        input.sources.iter_mut().for_each(|source| source.is_whole = true);
        if input.sources.is_empty() {
            return refuse("there is no file to read below the folder");
        }
        Ok(input)
    }

    /// Opens the inputs as [`open`](Self::open) does, but replaces a folder by the files below it, sorted by
    /// name. If `is_whole` is false, leaves out hidden files and files that `.gitignore` excludes.
    pub(crate) fn open_folders(stream: &Stream, is_whole: bool) -> Result<(Self, Arc<Skipped>)> {
        let (inputs, skipped) = (&stream.inputs, Arc::new(Skipped::default()));
        let end = End::Byte(if inputs.null { 0 } else { b'\n' });
        if !inputs.files.iter().any(|path| path.is_dir()) {
            return Ok((Self::open(inputs)?, skipped));
        }
        // An output file of the command may be below the folder, but must not be read as an input.
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
            for (path, is_readable) in files_below(path, is_whole)? {
                let name = path.display().to_string();
                // A handle opens the file, which would wait for the writer of a FIFO.
                let is_output = || Handle::from_path(&path).is_ok_and(|file| outputs.contains(&file));
                if is_readable && is_output() {
                    return refuse(format!("{name} is the input: write to another file"));
                }
                let (budget, skipped) = (budget.clone(), skipped.clone());
                let file = LazyFile { path, end, budget, reader: None, skipped, is_whole, is_readable };
                sources.push(Source { is_below: true, ..Source::new(name, Box::new(file), end) });
            }
        }
        Ok((Self { sources, is_lossy: inputs.lossy, read_as: None, has_names: true }, skipped))
    }
}

/// Returns the files below the folder `root`, sorted by name, without those that
/// [`open_folders`](Input::open_folders) leaves out. Each has true if it may be read.
#[cfg(feature = "folders")]
fn files_below(root: &Path, is_whole: bool) -> Result<Vec<(PathBuf, bool)>> {
    let mut walk = WalkBuilder::new(root);
    walk.sort_by_file_path(Ord::cmp).standard_filters(!is_whole);
    if is_whole {
        walk.filter_entry(|entry| !is_version_control(entry));
    }
    let mut files = Vec::new();
    for entry in walk.build() {
        let entry = entry.map_err(|error| Failure::Refused(error.to_string()))?;
        match entry.file_type() {
            Some(kind) if kind.is_file() => files.push((entry.into_path(), true)),
            Some(kind) if kind.is_dir() => {}
            _ if !is_whole => {}
            _ => match target_of(&entry, root) {
                Target::Folder => {}
                target => files.push((entry.into_path(), target == Target::File)),
            },
        }
    }
    Ok(files)
}

#[cfg(not(feature = "folders"))]
fn files_below(root: &Path, _: bool) -> Result<Vec<(PathBuf, bool)>> {
    let root = root.display();
    refuse(format!("{root} is a folder, and this program was built without the feature `folders`"))
}

#[cfg(feature = "folders")]
fn is_version_control(entry: &DirEntry) -> bool {
    let is_folder = entry.depth() > 0 && entry.file_type().is_some_and(|kind| kind.is_dir());
    is_folder && VERSION_CONTROL.iter().any(|name| entry.file_name() == *name)
}

#[cfg(feature = "folders")]
const VERSION_CONTROL: [&str; 4] = [".git", ".hg", ".svn", ".jj"];

/// The target of a symbolic link in a folder.
#[cfg(feature = "folders")]
#[derive(PartialEq)]
enum Target {
    /// A file in the folder.
    File,
    /// A folder in the folder, whose files are read anyway.
    Folder,
    /// Something that must not be read: a device, or anything out of the folder or in `.git`.
    Other,
}

/// Returns the target of `entry`, which is below the folder `root`.
#[cfg(feature = "folders")]
fn target_of(entry: &DirEntry, root: &Path) -> Target {
    let resolve = |path: &Path| path.canonicalize().ok();
    let target = entry.path_is_symlink().then(|| resolve(entry.path())).flatten();
    let Some((target, root)) = target.zip(resolve(root)) else { return Target::Other };
    let Ok(inside) = target.strip_prefix(root) else { return Target::Other };
    let is_read = !inside.iter().any(|name| VERSION_CONTROL.iter().any(|control| name == *control));
    match target.is_dir() {
        true if is_read => Target::Folder,
        false if target.is_file() => Target::File,
        _ => Target::Other,
    }
}

/// A file that is opened at the first read and closed at its end. A process may not have all files of a large
/// folder open at once.
struct LazyFile {
    path: PathBuf,
    end: End,
    budget: Budget,
    /// The content of the file. `None` before the first read; empty at the end, or if the file is not text.
    reader: Option<Box<dyn Read + Send>>,
    skipped: Arc<Skipped>,
    is_whole: bool,
    is_readable: bool,
}

impl Read for LazyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.reader {
            Some(reader) => reader.read(buffer),
            None => self.open().and_then(|reader| self.reader.insert(reader).read(buffer)),
        };
        let len = match read {
            // If the limit of `--max-bytes` is exceeded, this concerns all files, so the command fails.
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
        if self.is_whole && !(self.is_readable && self.path.metadata()?.is_file()) {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Source: RFC 1952, section 2.3.1.
    Gzip,
    /// Source: RFC 8878, sections 3.1.1 and 3.1.2: `pzstd` writes a skippable frame first.
    Zstd,
    /// UTF-8 with a byte order mark.
    Utf8,
    /// An input that cannot be read. The string is the reason, with advice for the user.
    RecordError(&'static str),
}

const UTF16: Kind = Kind::RecordError("it is UTF-16: convert it, as `iconv -f UTF-16 -t UTF-8` does");
const XZ: Kind = Kind::RecordError("it is compressed with xz: decompress it, as `xz -dc` does");
const BZIP2: Kind = Kind::RecordError("it is compressed with bzip2: decompress it, as `bzip2 -dc` does");
const ZIP: Kind = Kind::RecordError("it is a zip archive: unpack it, as `unzip -p` does");

/// For each kind of content: a bit mask for the first bytes of an input, the masked bytes, and the kind.
const MAGIC: [(&[u8; 10], &[u8], Kind); 11] = [
    (&ALL, &[0x1F, 0x8B], Kind::Gzip),
    (&ALL, &[0x28, 0xB5, 0x2F, 0xFD], Kind::Zstd),
    (&[0xF0, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0], &[0x50, 0x2A, 0x4D, 0x18], Kind::Zstd),
    (&ALL, b"\xEF\xBB\xBF", Kind::Utf8),
    (&ALL, &[0xFF, 0xFE], UTF16),
    (&ALL, &[0xFE, 0xFF], UTF16),
    (&ALL, b"\xFD7zXZ\0", XZ),
    // The fourth byte is a digit, the level of compression.
    (&[0xFF, 0xFF, 0xFF, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], b"BZh01AY&SY", BZIP2),
    (&ALL, b"PK\x03\x04", ZIP),
    (&ALL, b"PK\x05\x06", ZIP),
    (&ALL, b"PK\x07\x08", ZIP),
];

const ALL: [u8; 10] = [0xFF; 10];

/// The largest window of a Zstandard frame that is accepted, in bytes, because decoding needs as much memory
/// as the window. A decoder should support 8 MiB (RFC 8878, section 3.1.1.1.2). Without `--long`, the program
/// `zstd` uses up to 32 MiB, except at its two highest levels.
const WINDOW_LIMIT: u64 = 32 << 20;
const BUFFER: usize = 64 << 10;

/// A reader that returns the peeked bytes, from which the kind of content was determined, and then the rest.
type PeekedReader = Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// The number of bytes that may still be read from the inputs, after decompression. Shared by all clones.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limit: u64,
    left: Arc<AtomicU64>,
}

impl Budget {
    pub(crate) fn new(limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        Self { limit, left: Arc::new(AtomicU64::new(limit)) }
    }

    fn take(&self, len: usize) -> io::Result<()> {
        let left = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(len as u64));
        let error = || format!("the inputs contain more than the {} bytes of --max-bytes", self.limit);
        left.map(drop).map_err(|_| io::Error::new(ErrorKind::QuotaExceeded, error()))
    }
}

struct Content {
    reader: Box<dyn Read + Send>,
    /// True if the content is compressed; `None` until the first bytes are read.
    is_compressed: Option<bool>,
    budget: Budget,
    /// True if records end with NUL (`--null`). Such text may look like UTF-16, so UTF-16 is not detected.
    has_nul: bool,
}

impl Content {
    fn new(reader: Box<dyn Read + Send>, has_nul: bool, budget: &Budget) -> Self {
        Self { reader, is_compressed: None, budget: budget.clone(), has_nul }
    }

    /// Returns true if the input is compressed. Reads from the input until the bytes show a kind of content,
    /// or that they are of no known kind.
    fn is_compressed(&mut self) -> io::Result<bool> {
        if let Some(is_compressed) = self.is_compressed {
            return Ok(is_compressed);
        }
        // If a statement below fails, `self.reader` stays empty.
        let reader = mem::replace(&mut self.reader, Box::new(io::empty()));
        let (kind, reader) = begin(reader, self.has_nul)?;
        let is_compressed = matches!(kind, Some(Kind::Gzip | Kind::Zstd));
        let buffered = |reader| BufReader::with_capacity(BUFFER, reader);
        let (kind, reader) = match kind {
            Some(Kind::Gzip) => begin(Box::new(MultiGzDecoder::new(buffered(reader))), self.has_nul)?,
            Some(Kind::Zstd) => begin(Box::new(Frames::new(buffered(reader))), self.has_nul)?,
            _ => (kind, reader),
        };
        let why = match kind {
            Some(Kind::Gzip | Kind::Zstd) => "it was compressed twice: decompress it once first",
            Some(Kind::RecordError(why)) => why,
            Some(Kind::Utf8) | None => {
                (self.reader, self.is_compressed) = (Box::new(reader), Some(is_compressed));
                return Ok(is_compressed);
            }
        };
        Err(io::Error::other(why))
    }
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_compressed()?;
        let len = read(&mut self.reader, buffer)?;
        self.budget.take(len)?;
        Ok(len)
    }
}

fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Returns the kind of content that the first bytes of `reader` show, and the content without a byte order
/// mark. If `has_nul` is true, does not recognize UTF-16 without a byte order mark.
fn begin(mut reader: Box<dyn Read + Send>, has_nul: bool) -> io::Result<(Option<Kind>, PeekedReader)> {
    let mut start = Vec::new();
    let mut chunk = [0; 4096];
    let kind = loop {
        match read(&mut reader, &mut chunk)? {
            0 => break None,
            len => start.extend_from_slice(&chunk[..len]),
        }
        let agrees = |(bits, magic, _): &&(&[u8; 10], &[u8], Kind)| {
            start.iter().zip(*bits).zip(*magic).all(|((byte, bits), wanted)| byte & bits == *wanted)
        };
        let mut possible = MAGIC.iter().filter(agrees).peekable();
        let is_undecided = possible.peek().is_some();
        if let Some(&(.., kind)) = possible.find(|(_, magic, _)| start.len() >= magic.len()) {
            break Some(kind);
        }
        if !is_undecided {
            // In UTF-16, every second byte of ASCII text is NUL. There may be no byte order mark.
            let is_utf16 = matches!(*start, [0, 1..=0x7F, 0, 1..=0x7F, ..] | [1..=0x7F, 0, 1..=0x7F, 0, ..]);
            break (is_utf16 && !has_nul).then_some(UTF16);
        }
    };
    if kind == Some(Kind::Utf8) {
        start.drain(..3);
    }
    Ok((kind, Cursor::new(start).chain(reader)))
}

/// The content of consecutive Zstandard frames. Skippable frames, which contain metadata, have no content.
struct Frames {
    reader: BufReader<PeekedReader>,
    decoder: Box<FrameDecoder>,
    is_inside: bool,
}

impl Frames {
    fn new(reader: BufReader<PeekedReader>) -> Self {
        let mut decoder = Box::new(FrameDecoder::new());
        decoder.set_max_window_size(WINDOW_LIMIT);
        Self { reader, decoder, is_inside: false }
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use FrameDecoderError::ReadFrameHeaderError as BadHeader;
        let Self { reader, decoder, is_inside } = self;
        loop {
            if !*is_inside {
                if reader.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                match decoder.init(&mut *reader) {
                    Ok(()) => *is_inside = true,
                    Err(BadHeader(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                        let len = u64::from(length);
                        if io::copy(&mut reader.take(len), &mut io::sink())? < len {
                            return Err(ErrorKind::UnexpectedEof.into());
                        }
                        continue;
                    }
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
            while decoder.can_collect() == 0 && !decoder.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                decoder.decode_blocks(&mut *reader, block).map_err(io::Error::other)?;
            }
            let len = decoder.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            let checksum = decoder.get_checksum_from_data();
            if checksum.is_some() && checksum != decoder.get_calculated_checksum() {
                return Err(io::Error::other(
                    "the checksum of a Zstandard frame differs from that of its content",
                ));
            }
            *is_inside = false;
        }
    }
}

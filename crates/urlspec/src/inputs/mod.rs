//! The single entry for records: opens their sources (arguments, files, stdin) as text or as a command's
//! documents, and shows the progress bar.
//!
//! Content is decompressed, without a byte order mark, and within `--max-bytes`. [`records`](crate::records)
//! cuts it.

mod content;
mod folders;

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Cursor, IsTerminal as _, Read, Seek as _},
    mem,
    path::Path,
    sync::Arc,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use same_file::Handle;
use url_facade::Reference;
use url_find::document::{Document, MakeBase, Settings};
use urlspec_outputs::identity_of;

pub(crate) use self::content::Budget;
use self::content::Content;
use crate::{args::Inputs, format::Format, shape::name_of, show::say, verdict::Failure};

/// The end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// This byte.
    Byte(u8),
    /// LF outside quotation marks, as in CSV (RFC 4180) with this byte between fields.
    Row(u8),
}

impl End {
    /// Returns the byte that ends a record.
    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Byte(byte) => byte,
            Self::Row(_) => b'\n',
        }
    }
}

/// The input of a command.
pub(crate) struct Input {
    pub(crate) sources: Vec<Source>,
    /// True if bytes that are not UTF-8 are replaced by U+FFFD.
    pub(crate) is_lossy: bool,
    /// The formats that the first bytes of its sources show, if these decide.
    pub(crate) read_as: Option<String>,
    /// True if records carry the name of their source, even if there is only one source.
    pub(crate) has_names: bool,
}

/// One file, stdin, or the arguments.
pub(crate) struct Source {
    /// Its name, for messages.
    pub(crate) name: String,
    pub(crate) reader: Box<dyn Read + Send>,
    /// Its size in bytes, if known.
    pub(crate) size: Option<u64>,
    /// Identifies it among files.
    pub(crate) identity: Option<Handle>,
    pub(crate) end: End,
    /// The number of its first record, or of the line at which its rows begin.
    pub(crate) first: u64,
    /// True if the user typed it: URLs among the arguments.
    pub(crate) is_typed: bool,
    /// True for a file below a folder: only its name determines its format.
    pub(crate) is_below: bool,
    /// True if a read failure is a finding, after which the other sources are read.
    pub(crate) is_whole: bool,
    /// The bytes that it, and the files that it refers to, may contain.
    pub(crate) budget: Budget,
    /// Its format, if it is more than lines.
    pub(crate) format: Option<Format>,
    /// The document that is read in place of records.
    pub(crate) document: Option<Document>,
}

impl Input {
    /// Opens the inputs that `inputs` names: arguments, files, or stdin for `-`, and also if nothing is named
    /// and stdin is not a terminal.
    pub(crate) fn open(inputs: &Inputs) -> Result<Self, Failure> {
        let end = End::Byte(if inputs.null { 0 } else { b'\n' });
        let budget = Budget::new(inputs.max_bytes);
        let open = |path: &Path| Source::open(path, end, &budget);
        let sources = match (&*inputs.files, &*inputs.urls) {
            ([], []) if io::stdin().is_terminal() => {
                return Err(Failure::Refused(
                    "there is no input: name URLs, or a file with --in FILE".into(),
                ));
            }
            ([], [] | [_]) if inputs.has_stdin() => vec![open(Path::new("-"))?],
            ([], urls) => vec![Source::typed(urls)],
            (files, _) => files.iter().map(|file| open(file)).collect::<Result<_, _>>()?,
        };
        Ok(Self { sources, is_lossy: inputs.lossy, read_as: None, has_names: false })
    }

    /// Creates an input with the content of `reader`, for tests.
    #[cfg(test)]
    pub(crate) fn of_reader(reader: impl Read + Send + 'static, end: End) -> Self {
        let sources = vec![Source::new(String::new(), Box::new(reader), end)];
        Self { sources, is_lossy: false, read_as: None, has_names: false }
    }

    /// Returns the format of each source: `option`, or else the format that the name of the file or its first
    /// bytes show, if that is one of `formats`, or else the first of `formats`, which lists all formats that
    /// the command reads.
    pub(crate) fn formats(
        &mut self,
        option: Option<Format>,
        formats: &[Format],
    ) -> Result<Vec<Format>, Failure> {
        let default = formats.first().copied().unwrap_or(Format::List);
        let known = |format: &Format| formats.contains(format);
        if let Some(other) = option.filter(|format| !known(format)) {
            let other = name_of(other);
            return Err(Failure::Refused(format!("`--format {other}` is not supported by this command")));
        }
        let (mut found, mut seen) = (Vec::new(), Vec::new());
        for source in &mut self.sources {
            let named = option.or_else(|| Format::of_name(Path::new(&source.name)).filter(known));
            let mut shown = None;
            if named.is_none() && !source.is_typed && !source.is_below {
                let start = source.peek().map_err(Failure::reading(&source.name))?;
                shown = Format::of_start(&start);
                // A command that reads only JSON Lines reads any input that begins with a brace as such.
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

    /// Reads the sources that are documents as the URLs found in them. `option` and `formats` are those of
    /// [`formats`](Self::formats), and `make_base` parses the base that a document declares. `settings` lists
    /// further HTML attributes that contain URLs.
    pub(crate) fn read_documents(
        &mut self,
        option: Option<Format>,
        formats: &[Format],
        settings: &Arc<Settings>,
        make_base: impl Fn(&str) -> Option<Reference> + Clone + Send + 'static,
    ) -> Result<(), Failure> {
        let formats = self.formats(option, formats)?;
        for (source, format) in self.sources.iter_mut().zip(formats) {
            source.read_as(format, Arc::clone(settings), Box::new(make_base.clone()));
        }
        Ok(())
    }

    /// Takes the identities of the input files. No output may have one of them.
    pub(crate) fn take_identities(&mut self) -> Vec<Handle> {
        self.sources.iter_mut().filter_map(|source| source.identity.take()).collect()
    }

    /// True if the user typed it.
    pub(crate) fn is_typed(&self) -> bool {
        self.sources.iter().any(|source| source.is_typed)
    }
}

impl Source {
    /// Creates a source of the arguments `urls`, a record each.
    fn typed(urls: &[OsString]) -> Self {
        // The user may have meant the file of that name.
        if let [url] = urls
            && Path::new(url).is_file()
        {
            let name = Path::new(url).display();
            say(&format!("hint: {name} is a file, and was read as a URL: use --in {name} to read it"));
        }
        // Arguments never contain NUL.
        let text: Vec<u8> = urls.iter().flat_map(|url| [url.as_encoded_bytes(), b"\0"].concat()).collect();
        let reader = Box::new(Cursor::new(text));
        Self { is_typed: true, ..Self::new("the arguments".into(), reader, End::Byte(0)) }
    }

    /// Creates a source with the content of `reader`, without a limit.
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

    /// Opens the file `path`, or stdin for `-`. Compressed content is decompressed.
    pub(crate) fn open(path: &Path, end: End, budget: &Budget) -> Result<Self, Failure> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "stdin".into() } else { path.display().to_string() };
        let opened = if is_stdin { stdin() } else { File::open(path) };
        let opened = opened.and_then(|file| Self::of(name.clone(), file, end, budget));
        opened.map_err(Failure::reading(name))
    }

    /// Creates a source with the content of `file` from its position to its current end: a file that grows
    /// while it is read would never end.
    fn of(name: String, mut file: File, end: End, budget: &Budget) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let identity = identity_of(&file);
        // Files that the system generates on reading report no length.
        let mut size = None;
        if metadata.is_file() && metadata.len() > 0 {
            size = Some(metadata.len().saturating_sub(file.stream_position()?));
        }
        let reader = Box::new(file.take(size.unwrap_or(u64::MAX)));
        Ok(Self { identity, ..Self::of_reader(name, reader, size, end, budget)? })
    }

    /// Creates a source with the content of `reader`, which contains `size` bytes if that is known.
    pub(crate) fn of_reader(
        name: String,
        reader: Box<dyn Read + Send>,
        mut size: Option<u64>,
        end: End,
        budget: &Budget,
    ) -> io::Result<Self> {
        let mut content = Content::new(reader, end == End::Byte(0), budget);
        // Other inputs may not have any bytes yet. The content size of a compressed file is unknown.
        if size.is_some() && content.is_compressed()? {
            size = None;
        }
        Ok(Self { size, budget: budget.clone(), ..Self::new(name, Box::new(content), end) })
    }

    /// Reads the source as the URLs found in it, if `format` is that of a document.
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
        // The total size of the found URLs is unknown.
        (self.size, self.document) =
            (None, Some(Document::new(reader, kind, settings, make_base, Box::new(open))));
    }

    /// Returns some of its first bytes, which remain readable; empty at its end.
    pub(crate) fn peek(&mut self) -> io::Result<Vec<u8>> {
        let mut start = vec![0; 4096];
        let len = self.reader.read(&mut start)?;
        start.truncate(len);
        self.put_back(start.clone());
        Ok(start)
    }

    /// Puts back `bytes`, which were read last.
    pub(crate) fn put_back(&mut self, bytes: Vec<u8>) {
        let reader = mem::replace(&mut self.reader, Box::new(io::empty()));
        self.reader = Box::new(Cursor::new(bytes).chain(reader));
    }
}

/// Text that is read up to the first byte that is not UTF-8.
struct Utf8 {
    reader: Box<dyn Read + Send>,
    /// The beginning of a character.
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

/// Returns stdin as a file: the standard library treats a stdin that is not open for reading as empty.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    // `urlspec_outputs` opens a folder in place of a closed stdin.
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("it is closed, or a folder"));
    }
    Ok(file)
}

/// Returns stdin as a file.
#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}

/// Returns a progress bar for `input` on stderr, if that is a terminal to which no output goes.
pub(crate) fn progress_bar(input: &Input, has_out: bool) -> ProgressBar {
    let size = input.sources.iter().map(|source| source.size).sum();
    let target = if has_out || !io::stdout().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template(match size {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}",
    });
    let bar = ProgressBar::with_draw_target(size, target);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

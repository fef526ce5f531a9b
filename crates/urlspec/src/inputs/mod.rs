//! Opens sources of records (arguments, files, stdin), reads them as text or as documents, and shows the
//! progress bar. Content is decompressed, has no byte order mark, and is within `--max-bytes`.

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Byte(u8),
    /// With an LF outside quotation marks, as in CSV (RFC 4180). The byte separates fields.
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
    /// The formats that the first bytes of the sources decided, in words, for the summary.
    pub(crate) read_as: Option<String>,
    /// True if records carry the name of their source, even if there is only one source.
    pub(crate) has_names: bool,
}

/// One file, stdin, or the arguments.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) reader: Box<dyn Read + Send>,
    pub(crate) size: Option<u64>,
    pub(crate) identity: Option<Handle>,
    pub(crate) end: End,
    /// The number of the first record, or in a table the line at which the rows begin.
    pub(crate) first: u64,
    pub(crate) is_typed: bool,
    /// True for a file found below a folder. Its format depends only on its name.
    pub(crate) is_below: bool,
    /// True if a failed read is reported as a result, and the next source is read.
    pub(crate) is_whole: bool,
    /// The limit on the bytes of this source and of the files that it refers to.
    pub(crate) budget: Budget,
    /// The format, unless the source is a plain list of records.
    pub(crate) format: Option<Format>,
    /// The document, if the source is read as one; it is then not cut into records.
    pub(crate) document: Option<Document>,
}

impl Input {
    /// Opens the sources that `inputs` names: arguments, files, and stdin for `-`. If nothing is named and
    /// stdin is not a terminal, opens stdin.
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

    #[cfg(test)]
    pub(crate) fn of_reader(reader: impl Read + Send + 'static, end: End) -> Self {
        let sources = vec![Source::new(String::new(), Box::new(reader), end)];
        Self { sources, is_lossy: false, read_as: None, has_names: false }
    }

    /// Returns the format of each source. It is `option`, if given, else the format that the name of the file
    /// or its first bytes show, if the command reads that, else the first of `formats`. `formats` lists all
    /// formats that the command reads.
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
                // If the command reads JSON Lines but not JSON, a brace at the start is taken for JSON Lines.
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

    /// Replaces each source that is a document by the URLs found in it. `option` and `formats` are as in
    /// [`formats`](Self::formats); `make_base` parses a base that a document declares.
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

    /// Removes and returns the identities of the input files. No output may be one of these files.
    pub(crate) fn take_identities(&mut self) -> Vec<Handle> {
        self.sources.iter_mut().filter_map(|source| source.identity.take()).collect()
    }

    pub(crate) fn is_typed(&self) -> bool {
        self.sources.iter().any(|source| source.is_typed)
    }
}

impl Source {
    fn typed(urls: &[OsString]) -> Self {
        // A single argument may be the name of a file, passed by mistake.
        if let [url] = urls
            && Path::new(url).is_file()
        {
            let name = Path::new(url).display();
            say(&format!("hint: {name} is a file, and was read as a URL: use --in {name} to read it"));
        }
        // Records end with NUL here, which an argument cannot contain.
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

    pub(crate) fn open(path: &Path, end: End, budget: &Budget) -> Result<Self, Failure> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "stdin".into() } else { path.display().to_string() };
        let opened = if is_stdin { stdin() } else { File::open(path) };
        let opened = opened.and_then(|file| Self::of(name.clone(), file, end, budget));
        opened.map_err(Failure::reading(name))
    }

    /// Creates a source that reads `file` from its position to its current end. Without this limit, reading a
    /// file that grows meanwhile might never end.
    fn of(name: String, mut file: File, end: End, budget: &Budget) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let identity = identity_of(&file);
        // Files that the system generates on reading, such as those in `/proc`, have no known length.
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
        // The size of compressed content is unknown. An input without a size may have no bytes to check yet.
        if size.is_some() && content.is_compressed()? {
            size = None;
        }
        Ok(Self { size, budget: budget.clone(), ..Self::new(name, Box::new(content), end) })
    }

    /// If `format` is that of a document, replaces the content by the URLs found in the document.
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

    /// Returns some of the next bytes without consuming them, or nothing at the end.
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

/// A reader of text, which ends before the first byte that is not UTF-8.
struct Utf8 {
    reader: Box<dyn Read + Send>,
    /// The first bytes of a character whose other bytes are not read yet.
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

/// Returns stdin as a file, because the standard library treats a closed stdin as empty.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    // If stdin was closed, `urlspec_outputs` opened a folder in its place.
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

/// Returns a progress bar for `input`. It is shown only if stderr is a terminal and no output goes there.
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

//! The inputs of commands, and the progress bar.

mod compression;

use std::{
    fs::File,
    io::{self, Cursor, IsTerminal as _, Read, Seek as _},
    path::Path,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use same_file::Handle;
use urlspec_outputs::identity_of;

use self::compression::Content;
use crate::{args::Stream, verdict::Failure};

/// An input.
pub(crate) struct Source {
    /// Its name, for messages.
    pub(crate) name: String,
    pub(crate) reader: Box<dyn Read + Send>,
    /// Its size in bytes, where it has one.
    pub(crate) size: Option<u64>,
    /// Identifies it among files.
    pub(crate) identity: Option<Handle>,
    /// What ends a line of it.
    pub(crate) end: u8,
    /// Whether it is what the user typed: URLs among the arguments.
    pub(crate) is_typed: bool,
}

impl Source {
    /// The URLs or the file that `stream` names; stdin if it names `-`.
    pub(crate) fn of_stream(stream: &Stream) -> Result<Self, Failure> {
        let path = match (&stream.input, &*stream.urls) {
            (Some(path), _) => path,
            (None, [only]) if only == "-" => Path::new("-"),
            (None, urls) => {
                // No argument contains a NUL.
                let text: Vec<u8> =
                    urls.iter().flat_map(|url| [url.as_encoded_bytes(), b"\0"].concat()).collect();
                let reader = Box::new(Cursor::new(text));
                let name = "the arguments".into();
                return Ok(Self { name, reader, size: None, identity: None, end: 0, is_typed: true });
            }
        };
        let source = Self::open(path)?;
        Ok(Self { end: if stream.null { 0 } else { b'\n' }, ..source })
    }

    /// Opens the file `path`, or stdin for `-`. Compressed content is read as what it holds.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Self::stdin();
        }
        let name = path.display().to_string();
        let opened = File::open(path).and_then(|file| Self::of(name.clone(), file));
        opened.map_err(Failure::reading(name))?.decompressed()
    }

    fn decompressed(self) -> Result<Self, Failure> {
        let mut content = Content::Unread(self.reader);
        // Other inputs may have nothing yet. How much a compressed file holds is not known.
        let is_compressed = self.size.is_some() && content.begin().map_err(Failure::reading(&self.name))?;
        Ok(Self { reader: Box::new(content), size: self.size.filter(|_| !is_compressed), ..self })
    }

    /// The content of `file` from its position to its present end: a file that grows while it is read would have no end.
    fn of(name: String, mut file: File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let identity = identity_of(&file);
        // Files that the system generates as they are read have no length.
        if metadata.is_file() && metadata.len() > 0 {
            let size = metadata.len().saturating_sub(file.stream_position()?);
            let reader = Box::new(file.take(size));
            return Ok(Self { name, reader, size: Some(size), identity, end: b'\n', is_typed: false });
        }
        Ok(Self { name, reader: Box::new(file), size: None, identity, end: b'\n', is_typed: false })
    }

    /// Stdin, as a file: the standard library treats one that is not open for reading as empty.
    #[cfg(unix)]
    pub(crate) fn stdin() -> Result<Self, Failure> {
        use std::os::fd::AsFd as _;
        let open = || {
            let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
            // `urlspec_outputs` opens a folder in place of a stdin that is closed.
            if file.metadata()?.is_dir() {
                return Err(io::Error::other("it is closed, or a folder"));
            }
            Self::of("stdin".into(), file)
        };
        open().map_err(Failure::reading("stdin"))?.decompressed()
    }

    /// Stdin.
    #[cfg(not(unix))]
    pub(crate) fn stdin() -> Result<Self, Failure> {
        let identity = Handle::stdin().ok().and_then(urlspec_outputs::identity);
        let reader = Box::new(io::stdin());
        Self { name: "stdin".into(), reader, size: None, identity, end: b'\n', is_typed: false }
            .decompressed()
    }
}

/// A progress bar on stderr, if that is a terminal to which no output goes.
pub(crate) fn progress_bar(size: Option<u64>, has_out: bool) -> ProgressBar {
    let target = if has_out || !io::stdout().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let template = "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    let style = match size {
        Some(_) => ProgressStyle::with_template(template),
        None => ProgressStyle::with_template("{spinner} {bytes}, {bytes_per_sec}"),
    };
    let bar = ProgressBar::with_draw_target(size, target);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

//! The files that a command reads and writes, and the bar that shows how far it is.

use std::{
    fs::{self, File},
    io::{self, IsTerminal as _, Read, Write},
    path::Path,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::verdict::Failure;

/// What is read.
pub(crate) struct Source {
    /// Its name, for messages.
    pub(crate) name: String,
    pub(crate) reader: Box<dyn Read + Send>,
    /// Its size in bytes, where it has one.
    pub(crate) size: Option<u64>,
}

impl Source {
    /// Opens the file `path`, or stdin for `-`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            return Ok(Self { name: "stdin".into(), reader: Box::new(io::stdin()), size: None });
        }
        let name = path.display().to_string();
        let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, file) = opened.map_err(Failure::reading(&name))?;
        let size = metadata.is_file().then_some(metadata.len());
        Ok(Self { name, reader: Box::new(file), size })
    }
}

/// Where lines are written to, and its name.
pub(crate) struct Sink {
    name: String,
    writer: Box<dyn Write>,
}

impl Sink {
    pub(crate) fn stdout() -> Self {
        Self { name: "stdout".into(), writer: Box::new(io::stdout()) }
    }

    /// Creates the file `path`, which must not be the one that is read.
    pub(crate) fn create(path: &Path, input: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let is_input = |input| fs::canonicalize(path).is_ok_and(|path| path == input);
        if fs::canonicalize(input).is_ok_and(is_input) && path.is_file() {
            return Err(Failure::Refused(format!("{name} is the input: write to another file")));
        }
        let file = File::create(path).map_err(Failure::writing(&name))?;
        Ok(Self { name, writer: Box::new(file) })
    }

    /// Writes `bytes` through: whoever reads them gets them now.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.writer.write_all(bytes).and_then(|()| self.writer.flush()).map_err(Failure::writing(&self.name))
    }
}

/// A bar on stderr, if that is a terminal and lines do not go there as well.
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

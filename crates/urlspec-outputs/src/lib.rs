#![doc = include_str!("../README.md")]

mod destination;
mod failure;
mod left;
mod replacement;
mod standard;
mod unfinished;
mod visible;

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use same_file::Handle;

use self::{destination::Destination, replacement::Replacement};

pub use failure::Failure;
pub use standard::{Stdout, print, print_styled};
pub use visible::escape_controls;

/// Opens the outputs of a command. Each output is compared with the inputs and with the outputs that are open
/// already, and refused if it is the same file.
///
/// Once the first file is opened, SIGHUP, SIGINT, SIGQUIT and SIGTERM remove unfinished files before they end
/// the program, except those signals that were ignored when it started. SIGXFSZ becomes a failed write.
pub struct Opening {
    inputs: Vec<Handle>,
    outputs: Vec<Known>,
}

struct Known {
    name: String,
    file: Option<Handle>,
    /// The path of the file, if the output replaces a file.
    target: Option<PathBuf>,
}

/// An open output. If a file is dropped before [`finish`], the file at its path stays unchanged.
pub struct Output {
    name: String,
    to: To,
}

enum To {
    Stream(Box<dyn Write + Send>),
    Replacement(Replacement),
}

impl Opening {
    /// Creates an opening for a command whose input files are identified by `inputs`.
    pub fn beside(inputs: impl IntoIterator<Item = Handle>) -> Self {
        Self { inputs: inputs.into_iter().collect(), outputs: Vec::new() }
    }

    /// Opens the file `path`, or stdout if `path` is `-` or `None`. For a FIFO, waits until it has a reader.
    ///
    /// # Errors
    /// [`Failure::Refused`] if it is the input or another output, if it cannot be written or replaced, or if
    /// stderr is the same file.
    pub fn open(&mut self, path: Option<&Path>) -> Result<Output, Failure> {
        match path {
            Some(path) if path != Path::new("-") => self.open_file(path),
            _ => self.open_stdout(),
        }
    }

    fn open_stdout(&mut self) -> Result<Output, Failure> {
        let stream = standard::stdout().map_err(Failure::writing("stdout"))?;
        let file = Handle::stdout().ok().and_then(identity);
        self.take(Known { name: "stdout".into(), file, target: None })?;
        Ok(Output { name: "stdout".into(), to: To::Stream(visible::stream(stream)) })
    }

    fn open_file(&mut self, path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let refused = |error: io::Error| Failure::Refused(format!("cannot write {name}: {error}"));
        match Destination::open(path).map_err(refused)? {
            Destination::Stream(file) => {
                self.take(Known { name: name.clone(), file: identity_of(&file), target: None })?;
                Ok(Output { name, to: To::Stream(visible::stream(file)) })
            }
            Destination::Replaced { target, stood } => {
                let file = stood.as_ref().and_then(identity_of);
                let stderr = Handle::stderr().ok().and_then(identity);
                if file.is_some() && file == stderr {
                    return Err(Failure::Refused(format!("stderr is {name} too: write to another file")));
                }
                self.take(Known { name: name.clone(), file, target: Some(target.clone()) })?;
                let replacement = Replacement::new(target, stood.as_ref()).map_err(refused)?;
                Ok(Output { name, to: To::Replacement(replacement) })
            }
        }
    }

    fn take(&mut self, new: Known) -> Result<(), Failure> {
        let name = &new.name;
        if new.file.as_ref().is_some_and(|file| self.inputs.contains(file)) {
            return Err(Failure::Refused(format!("{name} is the input: write to another file")));
        }
        let is_same = |known: &&Known| {
            new.file.is_some() && new.file == known.file || new.target.is_some() && new.target == known.target
        };
        if let Some(known) = self.outputs.iter().find(is_same) {
            return Err(Failure::Refused(format!(
                "{} and {name} are the same file: write to two files",
                known.name
            )));
        }
        self.outputs.push(new);
        Ok(())
    }
}

impl Output {
    /// Writes `bytes`. A stream is flushed, so that its reader receives them immediately.
    ///
    /// # Errors
    /// [`Failure::Closed`] if the reader of a stream closed it, [`Failure::Refused`] if writing fails
    /// otherwise.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.to {
            To::Stream(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            To::Replacement(replacement) => replacement.file().write_all(bytes),
        };
        written.map_err(Failure::writing(&self.name))
    }
}

/// Moves the complete files among `outputs` to their paths. With `fsync`, waits until they are on disk.
///
/// # Errors
/// [`Failure::Refused`] at the first file that cannot be moved. The files before it are replaced, and the
/// others are unchanged.
pub fn finish(outputs: impl IntoIterator<Item = Output>, fsync: bool) -> Result<(), Failure> {
    let replacements: Vec<(String, Replacement)> = outputs
        .into_iter()
        .filter_map(|Output { name, to }| match to {
            To::Stream(_) => None,
            To::Replacement(replacement) => Some((name, replacement)),
        })
        .collect();
    replacement::put(replacements, fsync)
        .map_err(|(name, error)| Failure::Refused(format!("cannot replace {name}: {error}")))
}

/// Returns the identity of `file`, if [`identity`] does not exclude it.
pub fn identity_of(file: &File) -> Option<Handle> {
    identity(Handle::from_file(file.try_clone().ok()?).ok()?)
}

/// Returns `handle`; `None` for files that many programs may use at once: terminals, `/dev/null`, sockets.
pub fn identity(handle: Handle) -> Option<Handle> {
    (!destination::is_shared(handle.as_file())).then_some(handle)
}

//! The outputs of commands. Every command opens its outputs here, which guarantees that
//!
//! - no output is the input or another output, however they are named;
//! - all are open before any is changed;
//! - a regular file is replaced atomically, when its content is complete, or stays as it was.
//!
//! Anything else that a path names is written to directly ([`destination`]).

mod destination;
mod replacement;
mod unfinished;

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use same_file::Handle;

use self::{destination::Destination, replacement::Replacement};
use crate::verdict::Failure;

/// Opens the outputs of one command, and compares each with those that are open already.
pub(crate) struct Opening {
    input: Option<Handle>,
    outputs: Vec<Known>,
}

/// An output that is open.
struct Known {
    name: String,
    file: Option<Handle>,
    /// The path of the file, if it is to be replaced.
    target: Option<PathBuf>,
}

/// An output. A file that is dropped before [`finish`] stays as it was.
pub(crate) struct Output {
    name: String,
    to: To,
}

enum To {
    Stream(Box<dyn Write>),
    Replacement(Replacement),
}

impl Opening {
    /// For a command that reads the file that `input` identifies.
    pub(crate) fn beside(input: Option<Handle>) -> Self {
        Self { input, outputs: Vec::new() }
    }

    /// The file `path`; for `-`, or where there is none, stdout.
    pub(crate) fn open(&mut self, path: Option<&Path>) -> Result<Output, Failure> {
        match path {
            Some(path) if path != Path::new("-") => self.open_file(path),
            _ => self.open_stdout(),
        }
    }

    fn open_stdout(&mut self) -> Result<Output, Failure> {
        self.take_stdout()?;
        let stream = destination::stdout().map_err(Failure::writing("stdout"))?;
        Ok(Output { name: "stdout".into(), to: To::Stream(stream) })
    }

    /// Reserves stdout for a command that writes to it directly.
    pub(crate) fn take_stdout(&mut self) -> Result<(), Failure> {
        self.take(Known {
            name: "stdout".into(),
            file: Handle::stdout().ok().and_then(identity),
            target: None,
        })
    }

    fn open_file(&mut self, path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let refused = |error: io::Error| Failure::Refused(format!("cannot write {name}: {error}"));
        match Destination::open(path).map_err(refused)? {
            Destination::Stream(file) => {
                self.take(Known { name: name.clone(), file: identity_of(&file), target: None })?;
                Ok(Output { name, to: To::Stream(Box::new(file)) })
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

    /// Records an output, unless it is the input or another output.
    fn take(&mut self, new: Known) -> Result<(), Failure> {
        let name = &new.name;
        if new.file.is_some() && new.file == self.input {
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
    /// Writes `bytes`, and flushes streams, so that their readers receive them now.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.to {
            To::Stream(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            To::Replacement(replacement) => replacement.file.write_all(bytes),
        };
        written.map_err(Failure::writing(&self.name))
    }
}

/// Moves the files among `outputs`, which are complete, into place. With `fsync`, returns when they are on disk.
pub(crate) fn finish(outputs: impl IntoIterator<Item = Output>, fsync: bool) -> Result<(), Failure> {
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

/// The identity of `file`; see [`identity`].
pub(crate) fn identity_of(file: &File) -> Option<Handle> {
    identity(Handle::from_file(file.try_clone().ok()?).ok()?)
}

/// `handle`, unless it may be read from and written to more than once: terminals, `/dev/null`, sockets.
pub(crate) fn identity(handle: Handle) -> Option<Handle> {
    (!destination::is_shared(handle.as_file())).then_some(handle)
}

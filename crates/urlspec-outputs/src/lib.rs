#![doc = include_str!("../README.md")]

mod replacement;
mod standard;

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use same_file::Handle;

use self::{replacement::Replacement, standard::writable};

pub use standard::{Failure, Stdout, escape_controls, print, print_styled};

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
        Ok(Output { name: "stdout".into(), to: To::Stream(standard::visible_stream(stream)) })
    }

    fn open_file(&mut self, path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let refused = |error: io::Error| Failure::Refused(format!("cannot write {name}: {error}"));
        match Destination::open(path).map_err(refused)? {
            Destination::Stream(file) => {
                self.take(Known { name: name.clone(), file: identity_of(&file), target: None })?;
                Ok(Output { name, to: To::Stream(standard::visible_stream(file)) })
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
    replacement::put(&replacements, fsync)
        .map_err(|(name, error)| Failure::Refused(format!("cannot replace {name}: {error}")))
}

/// Returns the identity of `file`, if [`identity`] does not exclude it.
pub fn identity_of(file: &File) -> Option<Handle> {
    identity(Handle::from_file(file.try_clone().ok()?).ok()?)
}

/// Returns `handle`; `None` for files that many programs may use at once: terminals, `/dev/null`, sockets.
pub fn identity(handle: Handle) -> Option<Handle> {
    (!is_shared(handle.as_file())).then_some(handle)
}

/// The output that a path names: a regular file, which is replaced as a whole, or a stream, which receives the
/// output directly. Streams are devices, FIFOs, and files that the program inherited open (`/dev/stdout`,
/// `/dev/fd/3`). Inherited regular files are appended to.
enum Destination {
    Stream(File),
    Replaced {
        /// The path of the file, after all symbolic links are resolved.
        target: PathBuf,
        /// The existing file at that path, if there is one. It is writable.
        stood: Option<File>,
    },
}

impl Destination {
    /// Opens the output that `path` names, without changing it. For a FIFO, waits until it has a reader.
    fn open(path: &Path) -> io::Result<Self> {
        // This fails if symbolic links form a cycle.
        let is_new = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(_) => false,
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(error),
        };
        let mut path = path.to_owned();
        loop {
            let (folder, name) = parts(&path)?;
            let folder = fs::canonicalize(folder)?;
            if let Some(stream) = descriptor(&folder, name)? {
                return Ok(Self::Stream(stream));
            }
            path = folder.join(name);
            match fs::read_link(&path) {
                Ok(target) => path = folder.join(target),
                Err(_) if is_new => return Ok(Self::Replaced { target: path, stood: None }),
                Err(_) => break,
            }
        }
        let file = OpenOptions::new().write(true).open(&path)?;
        Ok(if file.metadata()?.is_file() {
            Self::Replaced { target: path, stood: Some(file) }
        } else {
            Self::Stream(file)
        })
    }
}

fn parts(path: &Path) -> io::Result<(&Path, &Path)> {
    let name = path.file_name().map(Path::new).ok_or(ErrorKind::IsADirectory)?;
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(ErrorKind::IsADirectory.into());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok((folder.unwrap_or(Path::new(".")), name))
}

/// Opens the inherited file with the descriptor number `name`, if `folder` is one in which the system lists
/// open files, such as `/dev/fd`.
fn descriptor(folder: &Path, name: &Path) -> io::Result<Option<File>> {
    let is_own = fs::canonicalize("/dev/fd").is_ok_and(|own| own == folder);
    if !is_own && !folder.starts_with("/proc") {
        return Ok(None);
    }
    #[cfg(unix)]
    if is_own && let Some(file) = standard_stream(name)? {
        return Ok(Some(file));
    }
    let path = folder.join(name);
    // The position in the file is unknown. Appending keeps the existing content.
    let append = fs::metadata(&path)?.is_file();
    OpenOptions::new().write(true).append(append).open(path).map(Some)
}

/// Returns stdout or stderr by its descriptor. It may be a socket, or a file that this user cannot open by
/// its path.
#[cfg(unix)]
fn standard_stream(name: &Path) -> io::Result<Option<File>> {
    match name.to_str() {
        Some("1") => writable(rustix::stdio::stdout()).map(Some),
        Some("2") => writable(rustix::stdio::stderr()).map(Some),
        _ => Ok(None),
    }
}

/// True if several programs may read and write `file` at once: a terminal or another character device, or a
/// socket.
#[cfg(unix)]
fn is_shared(file: &File) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = file.metadata().map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_socket())
}

/// True if several programs may read and write `file` at once: anything except a regular file.
#[cfg(not(unix))]
fn is_shared(file: &File) -> bool {
    !file.metadata().is_ok_and(|metadata| metadata.is_file())
}

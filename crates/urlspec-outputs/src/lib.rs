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

/// Opens the outputs of a command. Refuses an output file that is also an input or another output.
///
/// When the first file is opened, handlers of SIGHUP, SIGINT, SIGQUIT and SIGTERM are installed, which remove
/// unfinished files and end the program. A signal that was ignored when the program started stays ignored. If
/// a file exceeds the user's size limit (SIGXFSZ), writing fails, but the program does not end.
pub struct Opening {
    inputs: Vec<Handle>,
    outputs: Vec<OpenOutput>,
}

struct OpenOutput {
    name: String,
    file: Option<Handle>,
    /// The path of the file to replace; `None` if the output is a stream.
    target: Option<PathBuf>,
}

/// An open output: a stream, or a temporary file that [`finish`] renames to the path of the output. If this
/// value is dropped before, an existing file at that path is unchanged.
pub struct Output {
    name: String,
    to: To,
}

enum To {
    Stream(Box<dyn Write + Send>),
    Replacement(Replacement),
}

impl Opening {
    /// Creates an opener for the outputs of a command. `inputs` are the input files of the command.
    pub fn beside(inputs: impl IntoIterator<Item = Handle>) -> Self {
        Self { inputs: inputs.into_iter().collect(), outputs: Vec::new() }
    }

    /// Opens the file `path` for writing, or stdout if `path` is `-` or `None`. If `path` is a FIFO, waits
    /// until the FIFO has a reader.
    ///
    /// # Errors
    /// [`Failure::Refused`] if the file is an input or another output, if it cannot be written or replaced,
    /// or if stderr is the same file.
    pub fn open(&mut self, path: Option<&Path>) -> Result<Output, Failure> {
        match path {
            Some(path) if path != Path::new("-") => self.open_file(path),
            _ => self.open_stdout(),
        }
    }

    fn open_stdout(&mut self) -> Result<Output, Failure> {
        let stream = standard::stdout().map_err(Failure::writing("stdout"))?;
        let file = Handle::stdout().ok().and_then(identity);
        self.take(OpenOutput { name: "stdout".into(), file, target: None })?;
        Ok(Output { name: "stdout".into(), to: To::Stream(standard::visible_stream(stream)) })
    }

    fn open_file(&mut self, path: &Path) -> Result<Output, Failure> {
        let name = path.display().to_string();
        let refused = |error: io::Error| Failure::Refused(format!("cannot write {name}: {error}"));
        match Destination::open(path).map_err(refused)? {
            Destination::Stream(file) => {
                self.take(OpenOutput { name: name.clone(), file: identity_of(&file), target: None })?;
                Ok(Output { name, to: To::Stream(standard::visible_stream(file)) })
            }
            Destination::Replaced { target, existing } => {
                let file = existing.as_ref().and_then(identity_of);
                let stderr = Handle::stderr().ok().and_then(identity);
                if file.is_some() && file == stderr {
                    return Err(Failure::Refused(format!("stderr is {name} too: write to another file")));
                }
                self.take(OpenOutput { name: name.clone(), file, target: Some(target.clone()) })?;
                let replacement = Replacement::new(target, existing.as_ref()).map_err(refused)?;
                Ok(Output { name, to: To::Replacement(replacement) })
            }
        }
    }

    fn take(&mut self, new: OpenOutput) -> Result<(), Failure> {
        let name = &new.name;
        if new.file.as_ref().is_some_and(|file| self.inputs.contains(file)) {
            return Err(Failure::Refused(format!("{name} is the input: write to another file")));
        }
        let is_same = |open: &&OpenOutput| {
            new.file.is_some() && new.file == open.file || new.target.is_some() && new.target == open.target
        };
        if let Some(open) = self.outputs.iter().find(is_same) {
            return Err(Failure::Refused(format!(
                "{} and {name} are the same file: write to two files",
                open.name
            )));
        }
        self.outputs.push(new);
        Ok(())
    }
}

impl Output {
    /// Writes `bytes`. A stream is flushed, so that its reader receives the bytes immediately.
    ///
    /// # Errors
    /// [`Failure::Closed`] if the reader of a stream closed it; [`Failure::Refused`] if writing fails for
    /// another reason.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.to {
            To::Stream(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            To::Replacement(replacement) => replacement.file().write_all(bytes),
        };
        written.map_err(Failure::writing(&self.name))
    }
}

/// Moves the complete files of `outputs` to their paths. For streams, does nothing. With `fsync`, waits until
/// the files are on disk.
///
/// # Errors
/// [`Failure::Refused`] if a file cannot be replaced. Earlier files are replaced, and later files are not.
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

/// Returns a handle that identifies `file`. Returns `None` for the kinds of files that [`identity`] excludes.
pub fn identity_of(file: &File) -> Option<Handle> {
    identity(Handle::from_file(file.try_clone().ok()?).ok()?)
}

/// Returns `handle`, which identifies a file. Returns `None` if several programs may use this file at once,
/// because it is a terminal, `/dev/null`, a socket or the like.
pub fn identity(handle: Handle) -> Option<Handle> {
    (!is_shared(handle.as_file())).then_some(handle)
}

/// The output that a path names: a regular file, which a complete file will replace, or a stream, to which
/// the program writes directly. A stream is a device, a FIFO, or a file that is already open (`/dev/fd/3`).
enum Destination {
    Stream(File),
    Replaced {
        /// The path of the file, after all symbolic links are resolved.
        target: PathBuf,
        /// The existing file at `target`, open for writing, if there is one.
        existing: Option<File>,
    },
}

impl Destination {
    /// Opens the output at `path` without changing it. If `path` is a FIFO, waits until it has a reader.
    fn open(path: &Path) -> io::Result<Self> {
        // Reading the metadata fails if symbolic links form a cycle.
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
                Err(_) if is_new => return Ok(Self::Replaced { target: path, existing: None }),
                Err(_) => break,
            }
        }
        let file = OpenOptions::new().write(true).open(&path)?;
        Ok(if file.metadata()?.is_file() {
            Self::Replaced { target: path, existing: Some(file) }
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

/// Opens the file whose descriptor has the number `name`. The program inherited this descriptor. Returns
/// `None` if `folder` is not a folder of descriptors, such as `/dev/fd`.
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
    // The current position in the file is unknown. Appending to a regular file keeps its content.
    let append = fs::metadata(&path)?.is_file();
    OpenOptions::new().write(true).append(append).open(path).map(Some)
}

/// Returns stdout if `name` is `1`, stderr if `name` is `2`, and `None` otherwise. Opening a stream by its
/// path may fail, for example because the stream is a socket.
#[cfg(unix)]
fn standard_stream(name: &Path) -> io::Result<Option<File>> {
    match name.to_str() {
        Some("1") => writable(rustix::stdio::stdout()).map(Some),
        Some("2") => writable(rustix::stdio::stderr()).map(Some),
        _ => Ok(None),
    }
}

/// True if several programs may use `file` at once: a terminal or another character device, or a socket.
#[cfg(unix)]
fn is_shared(file: &File) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = file.metadata().map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_socket())
}

/// True if several programs may use `file` at once: anything except a regular file.
#[cfg(not(unix))]
fn is_shared(file: &File) -> bool {
    !file.metadata().is_ok_and(|metadata| metadata.is_file())
}

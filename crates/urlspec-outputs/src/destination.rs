//! The kinds of output that a path can name: a regular file, which is replaced as a whole, or a stream, which
//! receives the output directly.
//!
//! Streams are devices, FIFOs, and files that the program inherited open (`/dev/stdout`, `/dev/fd/3`).
//! Inherited regular files are appended to.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

#[cfg(unix)]
use super::standard::writable;

pub(super) enum Destination {
    Stream(File),
    /// A path that names a regular file or does not exist yet.
    Replaced {
        /// The path of the file, after all symbolic links are resolved.
        target: PathBuf,
        /// The existing file at that path, if there is one. It is writable.
        stood: Option<File>,
    },
}

impl Destination {
    /// Opens the output that `path` names, without changing it. For a FIFO, waits until it has a reader.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
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
pub(super) fn is_shared(file: &File) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = file.metadata().map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_socket())
}

/// True if several programs may read and write `file` at once: anything except a regular file.
#[cfg(not(unix))]
pub(super) fn is_shared(file: &File) -> bool {
    !file.metadata().is_ok_and(|metadata| metadata.is_file())
}

//! Stdin, stdout and stderr. One that was closed when the program started fails when it is read or written.

use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::{fs::File, mem, os::fd::BorrowedFd};

use anstream::AutoStream;
#[cfg(unix)]
use rustix::{
    fs::{Mode, OFlags, fcntl_getfl, open},
    io::{Errno, fcntl_getfd},
    stdio,
};

use super::{Failure, visible};

/// Stdout, buffered.
pub type Stdout = BufWriter<Box<dyn Write + Send>>;

/// Writes to stdout exactly what `write` writes to its argument; a terminal gets control characters as [`escape_controls`](super::escape_controls) returns them.
///
/// # Errors
/// [`Failure::Closed`] if the reader of stdout closed it, [`Failure::Refused`] if it was closed when the program started, and if
/// writing fails otherwise.
pub fn print(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    print_to(stdout().map(visible::stream), write)
}

/// Writes what `write` writes, with the ANSI escape codes for styles where stdout shows them, and without them elsewhere. Other text must
/// have no control characters.
///
/// # Errors
/// As [`print()`].
pub fn print_styled(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    print_to(stdout().map(|stdout| Box::new(AutoStream::auto(stdout)) as _), write)
}

fn print_to(
    stdout: io::Result<Box<dyn Write + Send>>,
    write: impl FnOnce(&mut Stdout) -> io::Result<()>,
) -> Result<(), Failure> {
    let written = stdout.map(BufWriter::new).and_then(|mut stdout| {
        write(&mut stdout)?;
        stdout.flush()
    });
    written.map_err(Failure::writing("stdout"))
}

/// Stdout, as a file: the standard library discards what is written to one that is not open for writing.
#[cfg(unix)]
pub(super) fn stdout() -> io::Result<File> {
    writable(stdio::stdout())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
pub(super) fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// `stream` as a file, if it is open for writing.
#[cfg(unix)]
pub(super) fn writable(stream: BorrowedFd<'_>) -> io::Result<File> {
    if fcntl_getfl(stream)? & OFlags::RWMODE == OFlags::RDONLY {
        return Err(Errno::BADF.into());
    }
    Ok(stream.try_clone_to_owned()?.into())
}

/// Opens a folder in place of each stream that is closed: it can be neither read nor written, under whatever name. Otherwise the
/// standard library opens `/dev/null`, and stdin is empty, and what is written to stdout is lost.
///
/// Runs before the standard library is initialized, and so makes system calls only.
#[cfg(unix)]
fn hold_closed() {
    let (write, read) = (OFlags::WRONLY, OFlags::RDONLY);
    for (stream, wrong) in [(stdio::stdin(), write), (stdio::stdout(), read), (stdio::stderr(), read)] {
        if fcntl_getfd(stream) == Err(Errno::BADF) {
            // Takes the lowest number that is free, which is that of `stream`.
            let folder = open("/", OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty());
            mem::forget(folder.or_else(|_| open("/dev/null", wrong, Mode::empty())));
        }
    }
}

#[cfg(unix)]
ctor_lite::ctor! {
    // The macro demands the word `unsafe`, and nothing here is.
    unsafe fn before_main() {
        hold_closed();
    }
}

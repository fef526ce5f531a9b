//! Stdin, stdout and stderr. Reading or writing a stream that was closed when the program started fails.

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

/// Writes to stdout exactly what `write` writes to its argument. If stdout is a terminal, control characters
/// are escaped as [`escape_controls`](super::escape_controls) does.
///
/// # Errors
/// [`Failure::Closed`] if the reader of stdout closed it, [`Failure::Refused`] if stdout was closed when the
/// program started or if writing fails otherwise.
pub fn print(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    print_to(stdout().map(visible::stream), write)
}

/// Writes the output of `write` to stdout, with ANSI escape codes for styles if stdout shows them, and
/// without them otherwise. Other text must not contain control characters.
///
/// # Errors
/// Fails as [`print()`] does.
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

/// Opens stdout as a file: the standard library discards writes to a stdout that is not open for writing.
#[cfg(unix)]
pub(super) fn stdout() -> io::Result<File> {
    writable(stdio::stdout())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
pub(super) fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Returns `stream` as a file, if it is open for writing.
#[cfg(unix)]
pub(super) fn writable(stream: BorrowedFd<'_>) -> io::Result<File> {
    if fcntl_getfl(stream)? & OFlags::RWMODE == OFlags::RDONLY {
        return Err(Errno::BADF.into());
    }
    Ok(stream.try_clone_to_owned()?.into())
}

/// Opens a folder in place of each closed stream: it can be neither read nor written, under any name.
/// Otherwise the standard library opens `/dev/null`: stdin is then empty, and writes to stdout are lost.
///
/// Runs before the standard library is initialized, so it makes system calls only.
#[cfg(unix)]
fn hold_closed() {
    let (write, read) = (OFlags::WRONLY, OFlags::RDONLY);
    for (stream, wrong) in [(stdio::stdin(), write), (stdio::stdout(), read), (stdio::stderr(), read)] {
        if fcntl_getfd(stream) == Err(Errno::BADF) {
            // `open` returns the lowest free number, which is that of `stream`.
            let folder = open("/", OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty());
            mem::forget(folder.or_else(|_| open("/dev/null", wrong, Mode::empty())));
        }
    }
}

#[cfg(unix)]
ctor_lite::ctor! {
    // The macro requires the word `unsafe`, but nothing here is unsafe.
    unsafe fn before_main() {
        hold_closed();
    }
}

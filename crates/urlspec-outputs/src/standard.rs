//! Stdin, stdout and stderr. If one was closed when the program started, reading or writing it fails.

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

/// Writes the output of `write` to stdout, unchanged. Only on a terminal, control characters are escaped as
/// by [`escape_controls`](super::escape_controls).
///
/// # Errors
/// [`Failure::Closed`] if the reader of stdout closed it, [`Failure::Refused`] if stdout was closed when the
/// program started or if writing fails otherwise.
pub fn print(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    print_to(stdout().map(visible::stream), write)
}

/// Writes the output of `write` to stdout. Styles become ANSI escape codes if stdout supports them, and are
/// removed otherwise. Other text must not contain control characters.
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

/// Opens stdout as a file, because the standard library ignores writes to a stdout that is closed.
#[cfg(unix)]
pub(super) fn stdout() -> io::Result<File> {
    writable(stdio::stdout())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
pub(super) fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

#[cfg(unix)]
pub(super) fn writable(stream: BorrowedFd<'_>) -> io::Result<File> {
    if fcntl_getfl(stream)? & OFlags::RWMODE == OFlags::RDONLY {
        return Err(Errno::BADF.into());
    }
    Ok(stream.try_clone_to_owned()?.into())
}

/// Opens a folder in place of each closed stream. A folder can be neither read nor written as a file, so
/// using the stream fails. Otherwise the standard library would open `/dev/null`, and lose all output.
///
/// This runs before the standard library is initialized, so it may only make system calls.
#[cfg(unix)]
fn hold_closed() {
    let (write, read) = (OFlags::WRONLY, OFlags::RDONLY);
    for (stream, wrong) in [(stdio::stdin(), write), (stdio::stdout(), read), (stdio::stderr(), read)] {
        if fcntl_getfd(stream) == Err(Errno::BADF) {
            // `open` returns the lowest free descriptor, which is the one of the closed stream.
            let folder = open("/", OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty());
            mem::forget(folder.or_else(|_| open("/dev/null", wrong, Mode::empty())));
        }
    }
}

#[cfg(unix)]
ctor_lite::ctor! {
    // The attribute requires the keyword `unsafe`. The function does nothing unsafe.
    unsafe fn before_main() {
        hold_closed();
    }
}

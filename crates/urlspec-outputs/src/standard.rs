//! Stdin, stdout, stderr, and the failures of a program. If a stream was closed when the program started,
//! reading from it or writing to it fails. On a terminal, control characters are escaped.

use std::{
    borrow::Cow,
    fmt,
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
};
#[cfg(unix)]
use std::{fs::File, mem, os::fd::BorrowedFd};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
#[cfg(unix)]
use rustix::{
    fs::{Mode, OFlags, fcntl_getfl, open},
    io::{Errno, fcntl_getfd},
    stdio,
};

/// Stdout with a buffer. [`print()`] and [`print_styled`] pass it to the function that writes the output.
pub type Stdout = BufWriter<Box<dyn Write + Send>>;

/// Writes the output of `write` to stdout. If stdout is a terminal, control characters are escaped as by
/// [`escape_controls`].
///
/// # Errors
/// [`Failure::Closed`] if the reader of stdout closed it; [`Failure::Refused`] if stdout was closed when the
/// program started, or if writing fails for another reason.
pub fn print(write: impl FnOnce(&mut Stdout) -> io::Result<()>) -> Result<(), Failure> {
    print_to(stdout().map(visible_stream), write)
}

/// Writes the output of `write` to stdout. Styles in the output become ANSI escape codes if stdout supports
/// them, and are removed if not. The output must not contain other control characters.
///
/// # Errors
/// The errors are those of [`print()`].
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

/// Opens stdout as a file. The standard library's `Stdout` would ignore writes to a stdout that is closed.
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

/// Opens a folder as the descriptor of each standard stream that is closed, so that reading from the stream
/// or writing to it fails. Without this, the standard library would open `/dev/null` as the stream, and all
/// output would be lost.
///
/// This function runs before the standard library is initialized, so it only makes system calls.
#[cfg(unix)]
fn hold_closed() {
    let (write, read) = (OFlags::WRONLY, OFlags::RDONLY);
    for (stream, wrong) in [(stdio::stdin(), write), (stdio::stdout(), read), (stdio::stderr(), read)] {
        if fcntl_getfd(stream) == Err(Errno::BADF) {
            // `open` returns the lowest free descriptor, which is that of the closed stream.
            let folder = open("/", OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty());
            mem::forget(folder.or_else(|_| open("/dev/null", wrong, Mode::empty())));
        }
    }
}

#[cfg(unix)]
ctor_lite::ctor! {
    // The attribute requires the keyword `unsafe`, although the function does nothing unsafe.
    unsafe fn before_main() {
        hold_closed();
    }
}

/// Returns `text` with escapes, such as `\u{1b}`, for control characters and for format characters that
/// reorder text. The characters in `kept` are not escaped.
///
/// # Examples
/// ```
/// use urlspec_outputs::escape_controls;
/// assert_eq!(escape_controls("a\u{1b}[2J\tb\n", &['\t']), "a\\u{1b}[2J\tb\\u{a}");
/// ```
pub fn escape_controls<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    let is_escaped = |c: char| {
        (c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'))
            && !kept.contains(&c)
    };
    let Some(first) = text.find(is_escaped) else { return text.into() };
    let (start, rest) = text.split_at(first);
    let mut escaped = String::from(start);
    for c in rest.chars() {
        if is_escaped(c) { escaped.extend(c.escape_unicode()) } else { escaped.push(c) }
    }
    escaped.into()
}

/// A writer that escapes control characters. Each call of `write` must pass whole UTF-8 characters.
struct Terminal<W>(W);

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        self.0.write_all(escape_controls(&text, &['\n', '\t']).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

pub(super) fn visible_stream(stream: impl Write + IsTerminal + Send + 'static) -> Box<dyn Write + Send> {
    if stream.is_terminal() { Box::new(Terminal(stream)) } else { Box::new(stream) }
}

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The reason why a program failed.
#[derive(Debug)]
pub enum Failure {
    /// The reader of the output closed the pipe, so no more output is needed.
    Closed,
    /// The usage is wrong, or a file cannot be read or written. The string is a sentence with the reason.
    Refused(String),
}

impl Failure {
    /// Returns a function for `map_err` that converts an error of writing to `what`.
    pub fn writing(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(format!("cannot write {what}: {error}")),
        }
    }

    /// Returns a function for `map_err` that converts an error of reading from `what`.
    pub fn reading(what: impl fmt::Display) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Refused(format!("cannot read {what}: {error}"))
    }

    /// Returns the exit code: 0 for [`Self::Closed`]; 2 for [`Self::Refused`], after reporting it on stderr.
    pub fn exit_code(self) -> ExitCode {
        match self {
            Self::Closed => ExitCode::SUCCESS,
            Self::Refused(sentence) => {
                let sentence = escape_controls(&sentence, &[]);
                // If stderr is closed too, the failure cannot be reported.
                let _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {sentence}");
                ExitCode::from(2)
            }
        }
    }
}

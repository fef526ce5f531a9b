//! Conversion of file paths to `file:` URLs, and back. No spec defines this conversion. A path is converted
//! only if the conversion back returns a path of the same file.

use alloc::{string::String, vec::Vec};
use core::fmt;

use percent_encoding::percent_decode_str;
use url_core::{SEGMENT_PERCENT_ENCODE_SET, in_bounds, percent_encode_octets};

use crate::whatwg::is_normalized_windows_drive_letter;

/// The syntax of a file path. It need not be the syntax of the current system.
///
/// # Examples
/// ```
/// use url_path::PathStyle;
/// assert_eq!(PathStyle::native(), if cfg!(windows) { PathStyle::Windows } else { PathStyle::Posix });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathStyle {
    /// The syntax of Unix: `/home/me`. Names may contain all bytes except `/` and NUL.
    Posix,
    /// The syntax of Windows: `C:\Users\me` or `\\server\share\file`, with `\` or `/` between Unicode names.
    /// The path may start with `\\?\`.
    Windows,
}

impl PathStyle {
    /// Returns the syntax of the system that the program was built for.
    pub const fn native() -> Self {
        if cfg!(windows) { Self::Windows } else { Self::Posix }
    }
}

/// The reason why a file path cannot be converted to a URL, or why a URL cannot be converted to a file path.
///
/// # Examples
/// ```
/// use url_path::{FilePathError, PathStyle, encode_file_path};
/// let error = encode_file_path(br"src\lib.rs", PathStyle::Windows).unwrap_err();
/// assert_eq!(error, FilePathError::Relative);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FilePathError {
    /// The path is relative. An absolute path starts with `/` in the style [`PathStyle::Posix`], and with
    /// `C:\` or `\\server\share` in the style [`PathStyle::Windows`].
    Relative,
    /// The path, or the decoded path of the URL, contains a NUL character.
    Nul,
    /// A segment is `..`, which URL parsers and file systems resolve differently after a symbolic link.
    ParentDirectory,
    /// A name in a Windows path is not Unicode.
    NotUnicode,
    /// The path is that of a device or a volume. Such a path starts with `\\.\`, or with `\\?\` that neither
    /// a drive nor `UNC\` follows.
    Device,
    /// A name after `\\?\` would have another meaning without `\\?\`: the name is empty, `.` or `..`,
    /// contains `/`, ends with `.` or a space, or is the name of a device, such as `NUL` or `com1.txt`.
    VerbatimName,
    /// The server in the path cannot be the host of a URL, for example because the server's name is not
    /// ASCII. Or the host of the URL cannot be the server in a path.
    Server,
    /// The URL is not a `file:` URL with an absolute path.
    NotFileUrl,
    /// The URL has no drive letter, and no server with a share. A Windows path needs one of these.
    NoDrive,
    /// A segment of the URL contains an encoded separator of file names: `%2F`, or on Windows `%5C`.
    EncodedSeparator,
    /// The URL would be longer than 4 GiB.
    TooLong,
}

impl fmt::Display for FilePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Relative => "the path is relative: make it absolute",
            Self::Nul => "the path holds a NUL character: remove it",
            Self::ParentDirectory => "the path holds a `..`: resolve it first",
            Self::NotUnicode => "a name is not Unicode, as Windows needs it: convert it, or use the other path style",
            Self::Device => "the path is that of a device or of a volume without a drive letter: use another",
            Self::VerbatimName => "a name is valid only after `\\\\?\\`, which a URL cannot express: rename the file",
            Self::Server => "the URL's host and the path's server cannot be converted to each other: use another, or a local path",
            Self::NotFileUrl => "the URL is not a `file:` URL with an absolute path: use one",
            Self::NoDrive => "the path has neither a drive letter nor a server and a share: use the other path style",
            Self::EncodedSeparator => "a segment of the URL holds an encoded slash, which would separate names: remove it",
            Self::TooLong => "the URL would be longer than 4 GiB: shorten the path",
        })
    }
}

impl core::error::Error for FilePathError {}

/// Returns the server and the URL path for the absolute file path `path`. The server is the empty string if
/// `path` has no server. The server keeps its spelling. Empty segments and a trailing slash are kept.
///
/// `.` segments are also kept, because URL parsers remove them. In a Windows path, every `\` becomes `/`, and
/// a prefix `\\?\` (for long paths) is removed. [`decode_file_path`] still returns a path of the same file.
///
/// # Errors
/// Returns a [`FilePathError`] if a URL cannot express `path`.
///
/// # Examples
/// ```
/// use url_path::{PathStyle::{Posix, Windows}, encode_file_path};
/// assert_eq!(encode_file_path(b"/a b/./c%", Posix), Ok(("", "/a%20b/./c%25".into())));
/// assert_eq!(encode_file_path(br"\\?\UNC\server\share\", Windows), Ok(("server", "/share/".into())));
/// assert!(encode_file_path(br"C:a", Windows).is_err() && encode_file_path(b"/a/../b", Posix).is_err());
/// ```
pub fn encode_file_path(path: &[u8], style: PathStyle) -> Result<(&str, String), FilePathError> {
    let mut url_path = String::with_capacity(path.len() + 16);
    let server = match style {
        PathStyle::Posix => {
            let names = path.strip_prefix(b"/").ok_or(FilePathError::Relative)?;
            append_names(names.split(|&byte| byte == b'/'), &mut url_path)?;
            ""
        }
        PathStyle::Windows => {
            let path = str::from_utf8(path).map_err(|_| FilePathError::NotUnicode)?;
            let parts = match path.strip_prefix(r"\\?\") {
                Some(verbatim) => split_verbatim(verbatim)?,
                None => split_windows(path)?,
            };
            if let Some(drive) = parts.drive {
                url_path.extend(["/", drive]);
            }
            append_names(parts.names.split(is_windows_slash).map(str::as_bytes), &mut url_path)?;
            parts.server
        }
    };
    Ok((server, url_path))
}

/// Returns the file path for a `file:` URL with the host `server` and the path `url_path`, as bytes. `server`
/// is empty if the URL has no host. With [`PathStyle::Windows`], the result is UTF-8.
///
/// # Errors
/// Returns a [`FilePathError`] if no file path corresponds to the URL.
///
/// # Examples
/// ```
/// use url_path::{FilePathError, PathStyle::{Posix, Windows}, decode_file_path};
/// assert_eq!(decode_file_path("", "/a%20b/%FF", Posix), Ok(b"/a b/\xFF".into()));
/// assert_eq!(decode_file_path("", "/C:", Windows), Ok(br"C:\".into()));
/// assert_eq!(decode_file_path("server", "/share/a", Windows), Ok(br"\\server\share\a".into()));
/// assert_eq!(decode_file_path("", "/a%2Fb", Posix), Err(FilePathError::EncodedSeparator));
/// ```
pub fn decode_file_path(server: &str, url_path: &str, style: PathStyle) -> Result<Vec<u8>, FilePathError> {
    let names = url_path.strip_prefix('/').ok_or(FilePathError::NotFileUrl)?;
    let mut path = Vec::with_capacity(server.len() + url_path.len() + 2);
    match style {
        PathStyle::Posix if server.is_empty() => decode_names(names, b"/", &mut path)?,
        PathStyle::Posix => return Err(FilePathError::Server),
        PathStyle::Windows => {
            if server.is_empty() {
                decode_names(names, b"/\\", &mut path)?;
                // The drive must follow the first slash.
                path.remove(0);
                if path.get(2).is_some_and(|&byte| byte != b'\\') || !path.get(..2).is_some_and(is_drive) {
                    return Err(FilePathError::NoDrive);
                }
                if path.len() == 2 {
                    path.push(b'\\');
                }
            } else if !is_server(server) {
                return Err(FilePathError::Server);
            } else if names.split('/').next().is_none_or(str::is_empty) {
                return Err(FilePathError::NoDrive);
            } else {
                path.extend_from_slice(br"\\");
                path.extend_from_slice(server.as_bytes());
                decode_names(names, b"/\\", &mut path)?;
            }
            if str::from_utf8(&path).is_err() {
                return Err(FilePathError::NotUnicode);
            }
        }
    }
    Ok(path)
}

struct WindowsPath<'p> {
    /// The server, or the empty string if there is a drive.
    server: &'p str,
    drive: Option<&'p str>,
    /// The text after the slash that follows the server or the drive.
    names: &'p str,
}

fn split_windows(path: &str) -> Result<WindowsPath<'_>, FilePathError> {
    if let Some(after_slashes) =
        path.strip_prefix(is_windows_slash).and_then(|path| path.strip_prefix(is_windows_slash))
    {
        let (server, names) = after_slashes.split_once(is_windows_slash).ok_or(FilePathError::Relative)?;
        return split_unc(server, names);
    }
    let (drive, names) = path.split_at_checked(2).ok_or(FilePathError::Relative)?;
    let names = names.strip_prefix(is_windows_slash).filter(|_| is_drive(drive.as_bytes()));
    Ok(WindowsPath { server: "", drive: Some(drive), names: names.ok_or(FilePathError::Relative)? })
}

fn split_verbatim(path: &str) -> Result<WindowsPath<'_>, FilePathError> {
    let (root, names) = path.split_once('\\').ok_or(FilePathError::Device)?;
    let parts = if is_drive(root.as_bytes()) {
        WindowsPath { server: "", drive: Some(root), names }
    } else if root.eq_ignore_ascii_case("UNC") {
        let (server, names) = names.split_once('\\').ok_or(FilePathError::Relative)?;
        split_unc(server, names)?
    } else {
        return Err(FilePathError::Device);
    };
    // No name follows a trailing slash, which marks a directory.
    let checked = parts.names.strip_suffix('\\').unwrap_or(parts.names);
    let is_plain = |name: &str| {
        !name.is_empty() && !name.ends_with(['.', ' ']) && !name.contains('/') && !is_device(name)
    };
    let is_root = parts.names.is_empty();
    if is_root || checked.split('\\').all(is_plain) { Ok(parts) } else { Err(FilePathError::VerbatimName) }
}

fn split_unc<'p>(server: &'p str, names: &'p str) -> Result<WindowsPath<'p>, FilePathError> {
    if matches!(server, "." | "?") {
        return Err(FilePathError::Device);
    }
    let share = names.split(is_windows_slash).next().unwrap_or_default();
    if server.is_empty() || matches!(share, "" | ".") {
        return Err(FilePathError::Relative);
    }
    is_server(server).then_some(WindowsPath { server, drive: None, names }).ok_or(FilePathError::Server)
}

fn append_names<'p>(names: impl Iterator<Item = &'p [u8]>, path: &mut String) -> Result<(), FilePathError> {
    for name in names {
        match name {
            b".." => return Err(FilePathError::ParentDirectory),
            _ if name.contains(&0) => return Err(FilePathError::Nul),
            _ => {
                path.push('/');
                path.push_str(&percent_encode_octets(name, &SEGMENT_PERCENT_ENCODE_SET));
            }
        }
    }
    Ok(())
}

/// For each segment of `names`, appends the last of `separators` and the decoded segment to `path`. Rejects a
/// segment if its decoded text contains one of `separators`.
fn decode_names(names: &str, separators: &[u8], path: &mut Vec<u8>) -> Result<(), FilePathError> {
    for segment in names.split('/') {
        path.extend(separators.last());
        let start = path.len();
        path.extend(percent_decode_str(segment));
        let name = in_bounds(path.get(start..));
        if name.contains(&0) {
            return Err(FilePathError::Nul);
        }
        if name.iter().any(|byte| separators.contains(byte)) {
            return Err(FilePathError::EncodedSeparator);
        }
        if matches!(name, b"." | b"..") {
            return Err(FilePathError::ParentDirectory);
        }
    }
    Ok(())
}

fn is_windows_slash(c: char) -> bool {
    matches!(c, '/' | '\\')
}

fn is_drive(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(is_normalized_windows_drive_letter)
}

/// Returns true if Windows treats `name`, such as `NUL` or `com1.txt`, as a device in every directory.
/// Ignores the first dot or colon, the text after it, and spaces before it.
///
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
fn is_device(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end_matches(' ');
    let is = |device: &str| stem.eq_ignore_ascii_case(device);
    let is_port = |(kind, number): (&str, &str)| {
        let is_kind = kind.eq_ignore_ascii_case("COM") || kind.eq_ignore_ascii_case("LPT");
        let mut digits = number.chars();
        is_kind && matches!((digits.next(), digits.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].into_iter().any(is)
        || stem.split_at_checked(3).is_some_and(is_port)
}

/// Returns true if `text`, such as `wsl$`, can be the server in a UNC path and URL parsers keep it unchanged.
/// Rejects a non-ASCII name, because URL parsers convert it to Punycode, but only the DNS knows a server by
/// that name. Rejects `.` and `?`, because `\\.\` and `\\?\` do not precede a server.
fn is_server(text: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '$');
    text.chars().all(is_name) && !text.chars().all(|c| c == '.')
}

//! Conversions between file paths and URLs.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use url_core::Reason;
use url_path::{FilePathError, PathStyle, decode_file_path, encode_file_path};

use super::Url;

/// # File paths
///
/// The argument `style` is the syntax of the path: the syntax of this system ([`PathStyle::native`]) or of
/// another system. A path is converted only if the result converts back to a path of the same file, perhaps
/// spelled differently. The conversions do not access a file system.
impl Url {
    /// Converts the absolute file path `path` to a `file:` URL.
    ///
    /// A slash at the end of `path` is kept. Bytes that are not UTF-8 are percent-encoded. On Windows, a path
    /// that is not Unicode is rejected. The server of a UNC path becomes the host of the URL.
    ///
    /// [`Url::to_file_path`] converts the URL back to `path`, with a few changes: `.` segments and the prefix
    /// `\\?\` are missing, a Windows path has `\` for each `/`, and the server is in lower case.
    ///
    /// # Errors
    /// [`FilePathError`]: for example, if `path` is relative; if `path` contains `..` or a NUL character; if
    /// a URL would change the server, such as `localhost` or `höst`; or if a name is valid only after `\\?\`,
    /// as in `\\?\C:\NUL`, because the URL would convert back to the path of a device.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{FilePathError, PathStyle, Url};
    /// assert_eq!(Url::from_file_path("/home/me/100%", PathStyle::Posix)?, "file:///home/me/100%25");
    /// assert_eq!(Url::from_file_path(r"\\Server\share\a", PathStyle::Windows)?, "file://server/share/a");
    /// assert_eq!(Url::from_directory_path(r"C:\src", PathStyle::Windows)?, "file:///C:/src/");
    /// assert_eq!(Url::from_file_path("a/b", PathStyle::native()), Err(FilePathError::Relative));
    /// # Ok::<(), FilePathError>(())
    /// ```
    pub fn from_file_path(path: impl AsRef<Path>, style: PathStyle) -> Result<Self, FilePathError> {
        let (server, path) = encode_file_path(bytes_of(path.as_ref().as_os_str())?, style)?;
        of_parts(server, &path)
    }

    /// Converts the absolute path `path` of a directory to a `file:` URL whose path ends with a slash, so
    /// that references are resolved inside the directory. See [`Url::from_file_path`] for an example.
    ///
    /// # Errors
    /// Fails as [`Url::from_file_path`] does.
    pub fn from_directory_path(path: impl AsRef<Path>, style: PathStyle) -> Result<Self, FilePathError> {
        let (server, mut path) = encode_file_path(bytes_of(path.as_ref().as_os_str())?, style)?;
        if !path.ends_with('/') {
            path.push('/');
        }
        of_parts(server, &path)
    }
}

impl<S: AsRef<str>> Url<S> {
    /// Converts a `file:` URL to a path. Ignores the query, the fragment and the host `localhost`.
    ///
    /// An untrusted URL may name any file. If the URL has a host, Windows contacts the host when the path is
    /// opened.
    ///
    /// # Errors
    /// [`FilePathError`]: for example, if the scheme is not `file`; if a decoded segment contains a separator
    /// or a NUL character; under [`PathStyle::Posix`], if there is a host; under [`PathStyle::Windows`], if
    /// there is neither a drive letter nor a host with a share, or if the decoded path is not UTF-8.
    ///
    /// # Examples
    /// ```
    /// use url_facade::{FilePathError, PathStyle, Url};
    /// let path = |url| Url::parse(url).unwrap().to_file_path(PathStyle::Windows);
    /// assert_eq!(path("file:///C:/a%20b"), Ok(r"C:\a b".into()));
    /// assert_eq!(path("file:///C:/..%2F..%2Fetc"), Err(FilePathError::EncodedSeparator));
    /// ```
    pub fn to_file_path(&self, style: PathStyle) -> Result<PathBuf, FilePathError> {
        if self.scheme() != "file" {
            return Err(FilePathError::NotFileUrl);
        }
        // Some specs allow credentials or a port in a `file:` URL.
        if !self.username().is_empty() || self.password().is_some() || self.port().is_some() {
            return Err(FilePathError::Server);
        }
        let server =
            self.host_str().filter(|host| !host.eq_ignore_ascii_case("localhost")).unwrap_or_default();
        path_of(decode_file_path(server, self.path(), style)?)
    }
}

fn of_parts(server: &str, path: &str) -> Result<Url, FilePathError> {
    let url = Url::parse(&["file://", server, path].concat()).map_err(|error| match error.reason() {
        Reason::TooLong => FilePathError::TooLong,
        _ => FilePathError::Server,
    })?;
    // The parser removes `localhost`, and converts numbers to addresses.
    let host = url.host_str().unwrap_or_default();
    if host.eq_ignore_ascii_case(server) { Ok(url) } else { Err(FilePathError::Server) }
}

#[cfg_attr(unix, expect(clippy::unnecessary_wraps, reason = "it fails on other systems"))]
fn bytes_of(path: &OsStr) -> Result<&[u8], FilePathError> {
    #[cfg(unix)]
    return Ok(std::os::unix::ffi::OsStrExt::as_bytes(path));
    #[cfg(not(unix))]
    path.to_str().map(str::as_bytes).ok_or(FilePathError::NotUnicode)
}

#[cfg_attr(unix, expect(clippy::unnecessary_wraps, reason = "it fails on other systems"))]
fn path_of(bytes: Vec<u8>) -> Result<PathBuf, FilePathError> {
    #[cfg(unix)]
    return Ok(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into());
    #[cfg(not(unix))]
    String::from_utf8(bytes).map(PathBuf::from).map_err(|_| FilePathError::NotUnicode)
}

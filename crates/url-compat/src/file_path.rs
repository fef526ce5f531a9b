//! Conversions between file paths and URLs, in the path syntax of the operating system.

use std::path::{Path, PathBuf};

use url_facade::PathStyle;

use crate::Url;

/// # File paths
///
/// A path is converted only if the result converts back to a path of the same file.
impl Url {
    /// Converts the absolute path of a file to a `file:` URL. Returns `Err(())` if the path is relative,
    /// contains `..` or a NUL character (which `url` keeps), or names a server that a URL cannot keep.
    ///
    /// # Examples
    /// ```
    /// use url_compat::Url;
    /// # #[cfg(unix)] {
    /// let url = Url::from_file_path("/a b").unwrap();
    /// assert_eq!(url.as_str(), "file:///a%20b");
    /// assert_eq!(url.to_file_path().unwrap(), std::path::Path::new("/a b"));
    /// assert_eq!(Url::from_directory_path("/a").unwrap().as_str(), "file:///a/");
    /// assert_eq!(Url::from_file_path("a"), Err(()));
    /// # }
    /// ```
    pub fn from_file_path<P: AsRef<Path>>(path: P) -> Result<Self, ()> {
        url_facade::Url::from_file_path(path, PathStyle::native()).map(Self).map_err(drop)
    }

    /// Converts the absolute path of a directory to a `file:` URL that ends with a slash. Fails as
    /// [`Url::from_file_path`] does.
    pub fn from_directory_path<P: AsRef<Path>>(path: P) -> Result<Self, ()> {
        url_facade::Url::from_directory_path(path, PathStyle::native()).map(Self).map_err(drop)
    }

    /// Converts a `file:` URL to a path. A URL of another scheme without a host, such as `unix:/run/a`, is
    /// converted too. Returns `Err(())` if the URL has a host that a path of this system cannot contain, or
    /// if a segment decodes to text with a slash or a NUL character. See [`Url::from_file_path`] for an
    /// example.
    pub fn to_file_path(&self) -> Result<PathBuf, ()> {
        if self.scheme() == "file" {
            return self.0.to_file_path(PathStyle::native()).map_err(drop);
        }
        let is_local = matches!(self.host_str(), None | Some("localhost")) && !self.cannot_be_a_base();
        // Only a `file:` URL rewrites drive letters. A path that it would change is rejected.
        let file = url_facade::Url::parse(&["file://", self.path()].concat()).map_err(drop)?;
        let file = Some(file).filter(|file| is_local && file.path() == self.path()).ok_or(())?;
        file.to_file_path(PathStyle::native()).map_err(drop)
    }
}

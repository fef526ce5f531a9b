//! File paths as URLs and back, in both styles on any system.

use std::path::{Path, PathBuf};

use url_facade::{
    FilePathError::{self, *},
    Parser,
    PathStyle::{self, *},
    Profile, Url,
};
use url_testdata::{hostile::Dice, own_vectors, read_json_lines, text};

/// `path` as a URL, as text.
fn url_of(path: &str, style: PathStyle) -> Result<String, FilePathError> {
    Url::from_file_path(path, style).map(Url::into_string)
}

/// `url` as a path, as text.
fn path_of(url: &str, style: PathStyle) -> Result<String, FilePathError> {
    Url::parse(url).unwrap().to_file_path(style).map(|path| path.into_os_string().into_string().unwrap())
}

/// There, and back again: to the path, or to another one of the same file.
#[test]
fn paths_and_urls() {
    let records = read_json_lines(&own_vectors("file-paths").join("paths.jsonl")).unwrap();
    for record in &records {
        let (path, url) = (text(record, "path"), text(record, "url").unwrap());
        let style = if record["style"] == "posix" { Posix } else { Windows };
        let back = text(record, "back").or(path).unwrap();
        assert_eq!(path_of(url, style).as_deref(), Ok(back), "{url}");
        for path in path.into_iter().flat_map(|path| [path, back]) {
            assert_eq!(url_of(path, style).as_deref(), Ok(url), "{path}");
        }
    }
    assert_eq!(records.len(), 38);
}

#[test]
fn paths_that_are_refused() {
    let refused: &[(PathStyle, FilePathError, &[&str])] = &[
        (Posix, Relative, &["", "a", r"C:\a", "./a"]),
        (Posix, Nul, &["/a\0b"]),
        (Posix, ParentDirectory, &["/a/../b", "/.."]),
        (Windows, Relative, &["", "/a", r"\a", r"a\b", "C:", "C:a", "é:\\a", r"C|\a", r"\\server"]),
        (Windows, Relative, &[r"\\server\", r"\\server\\a", r"\\server\.\a", r"\\\share\a"]),
        (Windows, Relative, &[r"\\?\UNC\server"]),
        (Windows, Nul, &["C:\\a\0"]),
        (Windows, ParentDirectory, &[r"C:\a\..\b"]),
        (Windows, Device, &[r"\\.\C:\a", "//?/C:/a", r"\\?\", r"\\?\C:"]),
        (Windows, Device, &[r"\\?\Volume{b75e2c83-0000-0000-0000-602f00000000}\a", r"\\?\UNC\.\a"]),
        (Windows, VerbatimName, &[r"\\?\C:\a\.", r"\\?\C:\..\a", r"\\?\C:\a/b", r"\\?\C:\a.\b"]),
        (Windows, VerbatimName, &[r"\\?\C:\a \b", r"\\?\C:\\", r"\\?\C:\NUL", r"\\?\C:\a\nul.txt\b"]),
        (Windows, VerbatimName, &[r"\\?\C:\Con .x.y", r"\\?\C:\aux:stream", r"\\?\C:\PRN\"]),
        (Windows, VerbatimName, &[r"\\?\C:\com1", r"\\?\C:\LPT9.log", r"\\?\C:\COM¹", r"\\?\C:\conin$"]),
        (Windows, VerbatimName, &[r"\\?\UNC\server\share\NUL"]),
        (Windows, Server, &[r"\\localhost\share", r"\\127.1\share", r"\\0x7f000001\share", r"\\a@b\share"]),
        (Windows, Server, &[r"\\a:80\share", r"\\a%41\share", r"\\a?b\share", r"\\a#b\share"]),
        (Windows, Server, &["\\\\a\tb\\share", r"\\[::1]\share", r"\\..\share", r"\\ａ\share"]),
        (Windows, Server, &[r"\\höst\share\f", r"\\BÜCHER.test\share", r"\\?\UNC\höst\share\f"]),
    ];
    for &(style, error, paths) in refused {
        for path in paths {
            assert_eq!(url_of(path, style), Err(error), "{path}");
            assert_eq!(Url::from_directory_path(path, style), Err(error), "{path}");
        }
    }
}

#[test]
fn urls_that_are_refused() {
    let refused: &[(PathStyle, FilePathError, &[&str])] = &[
        (Posix, NotFileUrl, &["https://a.test/b", "data:/a"]),
        (Posix, Server, &["file://server/a"]),
        (Posix, Nul, &["file:///a%00"]),
        (Posix, EncodedSeparator, &["file:///a%2Fb", "file:///a%2f..%2fb"]),
        (Windows, NoDrive, &["file:///", "file:///a/b", "file:///C:a/b", "file:////C:/a"]),
        (Windows, NoDrive, &["file:///%43%3A/../a", "file:///%C3%A9:/a", "file://server/"]),
        (Windows, NoDrive, &["file://server//share"]),
        (Windows, EncodedSeparator, &["file:///C%3A%5Ca", "file:///C:/a%5Cb", "file:///C:/a%2fb"]),
        (Windows, Nul, &["file:///C:/%00"]),
        (Windows, NotUnicode, &["file:///C:/%FF"]),
        (Windows, Server, &["file://./pipe/a", "file://[::1]/share/a", "file://a*b/share/a"]),
    ];
    for &(style, error, urls) in refused {
        for url in urls {
            assert_eq!(path_of(url, style), Err(error), "{url}");
        }
    }
}

/// Profiles that keep more of what is written.
#[test]
fn urls_of_other_profiles() {
    let parse = |url| Parser::new(Profile::Rfc3986).parse(url).unwrap();
    assert_eq!(parse("file:/a/%7Eb").to_file_path(Posix).unwrap(), Path::new("/a/~b"));
    assert_eq!(parse("FILE://LocalHost/a").to_file_path(Posix).unwrap(), Path::new("/a"));
    for (style, url, error) in [
        (Posix, "file:a", NotFileUrl),
        (Posix, "file:", NotFileUrl),
        (Posix, "file://u@localhost/a", Server),
        (Posix, "file://localhost:80/a", Server),
        (Windows, "file://%2E/pipe/a", Server),
        (Windows, "file://a%5Cb/share", Server),
    ] {
        assert_eq!(parse(url).to_file_path(style), Err(error), "{url}");
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_not_unicode() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let path = Path::new(OsStr::from_bytes(b"/a\xFF\xC3/\x80"));
    let url = Url::from_file_path(path, Posix).unwrap();
    assert_eq!(url, "file:///a%FF%C3/%80");
    assert_eq!(url.to_file_path(Posix).unwrap(), path);
    let windows = Path::new(OsStr::from_bytes(b"C:\\a\xFF"));
    assert_eq!(Url::from_file_path(windows, Windows), Err(NotUnicode));
}

#[test]
fn directories() {
    for (style, path, url) in [
        (Posix, "/", "file:///"),
        (Posix, "/a", "file:///a/"),
        (Posix, "/a/", "file:///a/"),
        (Windows, r"C:\", "file:///C:/"),
        (Windows, r"\\server\share", "file://server/share/"),
    ] {
        assert_eq!(Url::from_directory_path(path, style).unwrap(), url);
    }
}

/// The hostile shapes, 1 MB of each.
#[test]
fn long_paths() {
    for name in ["a", "/", "\\", "./", ".\\", "%", "é", "\u{1}", " ", "..", ":", "//./"] {
        let names = name.repeat(1_000_000 / name.len());
        for (start, style) in
            [("/", Posix), (r"C:\", Windows), (r"\\s\", Windows), (r"\\", Windows), (r"\\?\C:\", Windows)]
        {
            let path = PathBuf::from(format!("{start}{names}"));
            if let Ok(url) = Url::from_file_path(&path, style) {
                let back = url.to_file_path(style).unwrap();
                assert_eq!(Url::from_file_path(back, style).unwrap(), url);
            }
        }
    }
}

/// One of `starts`, and pieces that paths and URLs have a meaning for.
fn any_path(dice: &mut Dice, starts: &[&str]) -> String {
    #[rustfmt::skip]
    const PIECES: [&str; 28] = [
        "/", "\\", "//", ".", "..", "C:", "c|", ":", "%2F", "%5c", "%00", "%2e", "%3A", "%", "?", "#", " ", "\t", "é", "a", "b.", "localhost",
        "server", "NUL", "$", "~", "%FF", "日本",
    ];
    let start = dice.pick(starts);
    format!("{start}{}", (0..dice.roll(8)).map(|_| dice.pick(&PIECES)).collect::<String>())
}

/// A path comes back: the same for the system whose style it has, and not that of a device if it was not.
#[test]
fn a_path_comes_back() {
    let starts = ["/", "", "C:\\", "z:/", r"\\server\share\", r"\\?\C:\", r"\\?\UNC\server\", r"\\", "//"];
    let mut dice = Dice::new(5);
    for _ in 0..16_000 {
        let (style, path) = ([Posix, Windows][dice.roll(2)], any_path(&mut dice, &starts));
        let Ok(url) = Url::from_file_path(&path, style) else { continue };
        assert_eq!(Url::parse(url.as_str()).as_ref(), Ok(&url));
        assert!(url.query().is_none() && url.fragment().is_none());
        let back = url.to_file_path(style).unwrap();
        let host = url.host_str().unwrap().to_owned();
        assert_eq!(Url::from_file_path(&back, style), Ok(url));
        let back = back.to_str().unwrap();
        // `.` is left out, as `Path` compares too; the rest is the same byte by byte.
        match style {
            Posix => assert_eq!(without_dots(&path), without_dots(back)),
            Windows => {
                let backslashes = path.replace('/', "\\");
                let plain = backslashes.strip_prefix(r"\\?\UNC").map(|unc| format!(r"\{unc}"));
                let plain = plain.as_deref().or(backslashes.strip_prefix(r"\\?\")).unwrap_or(&backslashes);
                let is_nul = |name: &str| name.split(['.', ':']).next() == Some("NUL");
                assert!(!path.starts_with(r"\\?\") || !back.split('\\').any(is_nul), "{path}");
                // The server is in lower case.
                let plain = without_dots(plain);
                let (server, rest) =
                    plain.split_at(if host.is_empty() { 0 } else { "//".len() + host.len() });
                assert_eq!([&server.to_ascii_lowercase(), rest].concat(), without_dots(back));
            }
        }
    }
}

/// A URL comes back, with each segment decoded to the same bytes, and spelled as the library spells it.
#[test]
fn a_url_comes_back() {
    let starts = ["file:///", "file://", "file:", "file:///C:/", "file://server/share/", "file:///c%3A/"];
    let mut dice = Dice::new(6);
    for _ in 0..16_000 {
        let (style, url) = ([Posix, Windows][dice.roll(2)], any_path(&mut dice, &starts));
        let Ok(url) = Url::parse(&url) else { continue };
        let Ok(path) = url.to_file_path(style) else { continue };
        let canonical = Url::from_file_path(&path, style).unwrap();
        assert_eq!(canonical.to_file_path(style), Ok(path));
        assert_eq!(canonical.host_str(), url.host_str());
        let decoded = |url: &Url| -> Vec<Vec<u8>> {
            let segments = url.path_segments().unwrap();
            segments.map(|segment| percent_encoding::percent_decode_str(segment).collect()).collect()
        };
        let mut expected = decoded(&url);
        // The root of a drive has a slash.
        if style == Windows && url.host_str() == Some("") && expected.len() == 1 {
            expected.push(Vec::new());
        }
        assert_eq!(decoded(&canonical), expected, "{url}");
    }
}

/// `path` without its `.` segments; one at the end leaves a slash.
fn without_dots(path: &str) -> String {
    let mut rest = path.replace('\\', "/");
    while let Some(at) = rest.find("/./") {
        rest.replace_range(at..at + 2, "");
    }
    rest.strip_suffix("/.").map(|before| format!("{before}/")).unwrap_or(rest)
}

//! Tests of conversions between file paths and URLs, in the styles of Unix and Windows, on any system.

use std::path::{Path, PathBuf};

use url_facade::{
    FilePathError::{self, *},
    Parser,
    PathStyle::{self, *},
    Profile, Url,
};
use url_testdata::{Record, hostile::Dice, own_vectors, read_json_lines, text};

fn url_of(path: &str, style: PathStyle) -> Result<String, FilePathError> {
    Url::from_file_path(path, style).map(Url::into_string)
}

fn path_of(record: &Record, style: PathStyle) -> Result<String, FilePathError> {
    let profile = text(record, "profile").map_or(Profile::Whatwg, |name| name.parse().unwrap());
    let url = Parser::new(profile).parse(text(record, "url").unwrap()).unwrap();
    url.to_file_path(style).map(|path| path.into_os_string().into_string().unwrap())
}

#[test]
fn paths_convert_to_urls_and_back() {
    let records = read_json_lines(&own_vectors("file-paths").join("paths.jsonl")).unwrap();
    for record in &records {
        let (path, url) = (text(record, "path"), text(record, "url").unwrap());
        let style = if record["style"] == "posix" { Posix } else { Windows };
        let back = text(record, "back").or(path).unwrap();
        assert_eq!(path_of(record, style).as_deref(), Ok(back), "{url}");
        for path in path.into_iter().flat_map(|path| [path, back]) {
            assert_eq!(url_of(path, style).as_deref(), Ok(url), "{path}");
        }
        if let Some(directory) = text(record, "directory") {
            assert_eq!(Url::from_directory_path(directory, style).unwrap(), url);
        }
    }
    assert_eq!(records.len(), 51);
}

#[test]
fn invalid_paths_and_urls_have_an_error() {
    let records = read_json_lines(&own_vectors("file-paths").join("refused.jsonl")).unwrap();
    for record in &records {
        let style = if record["style"] == "posix" { Posix } else { Windows };
        let errors = match text(record, "path") {
            Some(path) => [url_of(path, style).err(), Url::from_directory_path(path, style).err()],
            None => [path_of(record, style).err(); 2],
        };
        let expected = text(record, "error").unwrap();
        assert!(errors.iter().flatten().all(|error| format!("{error:?}") == expected), "{record:?}");
        assert!(errors.iter().all(Option::is_some), "{record:?}");
    }
    assert_eq!(records.len(), 88);
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
fn long_paths() {
    for name in ["a", "/", "\\", "./", ".\\", "%", "é", "\u{1}", " ", "..", ":", "//./"] {
        let names = name.repeat(1_000_000 / name.len());
        for start in ["/", r"C:\", r"\\s\", r"\\", r"\\?\C:\"] {
            let style = if start == "/" { Posix } else { Windows };
            let path = PathBuf::from(format!("{start}{names}"));
            if let Ok(url) = Url::from_file_path(&path, style) {
                let back = url.to_file_path(style).unwrap();
                assert_eq!(Url::from_file_path(back, style).unwrap(), url);
            }
        }
    }
}

fn any_path(dice: &mut Dice, starts: &[&str]) -> String {
    #[rustfmt::skip]
    const PIECES: [&str; 28] = [
        "/", "\\", "//", ".", "..", "C:", "c|", ":", "%2F", "%5c", "%00", "%2e", "%3A", "%", "?", "#", " ", "\t", "é", "a", "b.", "localhost",
        "server", "NUL", "$", "~", "%FF", "日本",
    ];
    let start = dice.pick(starts);
    format!("{start}{}", (0..dice.roll(8)).map(|_| dice.pick(&PIECES)).collect::<String>())
}

/// A path converts to a URL and back to the same path, and never becomes a path of a device.
#[test]
fn random_paths_round_trip() {
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
        // The conversions remove `.` segments. All other bytes are unchanged.
        match style {
            Posix => assert_eq!(without_dots(&path), without_dots(back)),
            Windows => {
                let backslashes = path.replace('/', "\\");
                let plain = backslashes.strip_prefix(r"\\?\UNC").map(|unc| format!(r"\{unc}"));
                let plain = plain.as_deref().or(backslashes.strip_prefix(r"\\?\")).unwrap_or(&backslashes);
                let is_nul = |name: &str| name.split(['.', ':']).next() == Some("NUL");
                assert!(!path.starts_with(r"\\?\") || !back.split('\\').any(is_nul), "{path}");
                // The conversions write the server in lower case.
                let plain = without_dots(plain);
                let server = if host.is_empty() { 0 } else { "//".len() + host.len() };
                let (server, rest) = plain.split_at(server);
                assert_eq!([&server.to_ascii_lowercase(), rest].concat(), without_dots(back));
            }
        }
    }
}

#[test]
fn random_urls_round_trip() {
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
        // The path of the root of a drive gets a slash at its end.
        if style == Windows && url.host_str() == Some("") && expected.len() == 1 {
            expected.push(Vec::new());
        }
        assert_eq!(decoded(&canonical), expected, "{url}");
    }
}

/// Removes `.` segments from `path`. A `.` segment at the end leaves its slash.
fn without_dots(path: &str) -> String {
    let mut rest = path.replace('\\', "/");
    while let Some(at) = rest.find("/./") {
        rest.replace_range(at..at + 2, "");
    }
    rest.strip_suffix("/.").map(|before| format!("{before}/")).unwrap_or(rest)
}

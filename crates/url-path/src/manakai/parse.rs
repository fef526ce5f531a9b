//! Parsing of URLs without a search for an authority. Implements manakai "Parsing a `mailto:` URL", "Parsing
//! a drive URL", "Parsing a `file:` URL", "Parsing a UNC path" and "Parsing" steps 12 and 13.
//!
//! In all of them, `s` is the text after the scheme and its colon, except for a UNC path, where it is the
//! whole string.

use alloc::format;

use url_core::{Parsed, Report, Section, Span, Text, Trace, sections::manakai};

use super::is_slash;

/// Parses the part after `mailto:`.
///
/// Spec: manakai#parsing-mailto
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_mailto_url("a@b.test?subject=#1", &mut url_core::NoTrace);
/// assert_eq!((url.path.as_deref(), url.query.as_deref()), (Some("a@b.test"), Some("subject=#1")));
/// ```
pub fn parse_mailto_url<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    let mut url = Parsed::default();
    // 1. If s contains U+003F (?):
    if let Some((path, query)) = s.split_once('?') {
        // 1.1. Split s into two parts by the first "?".
        trace.visited(manakai::PARSING_MAILTO_1_1, Span::whole(s));
        // 1.2. Let the path be the first part.
        trace.step(manakai::PARSING_MAILTO_1_2, Span::whole(path), s, Some(path));
        url.path = Some(path.into());
        // 1.3. Let the query be the second part.
        trace.step(manakai::PARSING_MAILTO_1_3, Span::new(path.len() + 1, s.len()), s, Some(query));
        url.query = Some(query.into());
    } else {
        // 2. Otherwise, let the path be s.
        trace.step(manakai::PARSING_MAILTO_2, Span::whole(s), s, Some(s));
        url.path = Some(s.into());
    }
    url
}

/// Parses the part after the drive letter `scheme` and its colon. Reported places are offsets in the
/// concatenation of `scheme`, the colon and `s`.
///
/// Spec: manakai#parsing-drive
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_drive_url("C", r"\x?y", &mut url_core::NoTrace);
/// assert_eq!((url.scheme.as_deref(), url.path.as_deref()), (Some("file"), Some(r"/C:\x")));
/// ```
pub fn parse_drive_url<'a, T: Trace>(scheme: &'a str, s: &'a str, trace: &mut T) -> Parsed<'a> {
    let start = Span::whole(scheme).end + 1;
    // 1. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(s, '#', start, manakai::PARSING_DRIVE_1, trace);
    // 2. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', start, manakai::PARSING_DRIVE_2, trace);
    // 3. Let the path be the concatenation of:
    let slash = if s.bytes().next().is_some_and(is_slash) { "" } else { "/" };
    let parts = [
        // 3.1. "/"
        (manakai::PARSING_DRIVE_3_1, "/"),
        // 3.2. the scheme
        (manakai::PARSING_DRIVE_3_2, scheme),
        // 3.3. ":"
        (manakai::PARSING_DRIVE_3_3, ":"),
        // 3.4. "/" if s does not begin with a slash character
        (manakai::PARSING_DRIVE_3_4, slash),
        // 3.5. s.
        (manakai::PARSING_DRIVE_3_5, s),
    ];
    let path = parts
        .map(|(section, part)| {
            trace.visited(section, Span::whole(s).after(start));
            part
        })
        .concat();
    trace.step(manakai::PARSING_DRIVE_3, Span::whole(s).after(start), s, Some(&path));
    // 4. Let the scheme be "file".
    trace.step(manakai::PARSING_DRIVE_4, Span::whole(scheme), scheme, Some("file"));
    // 5. Let the host be the empty string.
    // NOTE: an empty slice at the end of the letter, so that the trace has a place for it.
    let host = &scheme[scheme.len()..];
    trace.step(manakai::PARSING_DRIVE_5, Span::whole(host).after(Span::whole(scheme).end), host, Some(host));
    let (scheme, path) = (Some(Text::built("file", scheme)), Some(Text::built(path, s)));
    Parsed { scheme, host: Some(host.into()), path, query, fragment, ..Parsed::default() }
}

/// Parses the part after `file:`.
///
/// Spec: manakai#parsing-file
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_file_url("//host/share/x#y", &mut url_core::NoTrace);
/// assert_eq!((url.host.as_deref(), url.path.as_deref()), (Some("host"), Some("/share/x")));
/// ```
pub fn parse_file_url<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 1. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(s, '#', 0, manakai::PARSING_FILE_1, trace);
    // 2. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', 0, manakai::PARSING_FILE_2, trace);
    let mut url = Parsed { query, fragment, ..Parsed::default() };
    let slashes = s.bytes().take_while(|&byte| is_slash(byte)).count();
    match slashes {
        // 3. If s begins with exactly three slash characters:
        3 => {
            // 3.1. Remove the slash characters from the beginning of s.
            let rest = &s[slashes..];
            trace.step(manakai::PARSING_FILE_3_1, Span::whole(s), s, Some(rest));
            // 3.2. Let the host be the empty string.
            trace.step(manakai::PARSING_FILE_3_2, Span::new(2, 2), "", Some(""));
            url.host = Some(s[2..2].into());
            // 3.3. Let the path be "/" followed by s.
            let path = if s.as_bytes()[2] == b'/' {
                s[2..].into()
            } else {
                Text::built(format!("/{rest}"), &s[2..])
            };
            trace.step(manakai::PARSING_FILE_3_3, Span::new(2, s.len()), rest, Some(&path));
            url.path = Some(path);
        }
        // 4. Otherwise, if s begins with two or more slash characters:
        2.. => {
            // 4.1. Remove the slash characters from the beginning of s.
            let host_and_path = &s[slashes..];
            trace.step(manakai::PARSING_FILE_4_1, Span::whole(s), s, Some(host_and_path));
            // 4.2. Remove zero or more characters that are not slash characters; let the host be the removed.
            // 4.3. Let the path be s.
            let sections = [manakai::PARSING_FILE_4_2, manakai::PARSING_FILE_4_3];
            take_host(host_and_path, Span::new(0, slashes).end, sections, &mut url, trace);
        }
        // 5. Otherwise, let the path be s.
        _ => {
            trace.step(manakai::PARSING_FILE_5, Span::whole(s), s, Some(s));
            url.path = Some(s.into());
        }
    }
    url
}

/// Parses a string that starts with two backslashes.
///
/// The document sets no scheme. By reading M5 the result is a hierarchical `file` URL, as in the author's
/// tests.
///
/// Spec: manakai#parsing-unc
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_unc_path(r"\\host\share\x", &mut url_core::NoTrace);
/// assert_eq!((url.host.as_deref(), url.path.as_deref()), (Some("host"), Some(r"\share\x")));
/// ```
pub fn parse_unc_path<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 1. Remove one or more U+005C (\) characters at the beginning of s.
    let without_backslashes = s.trim_start_matches('\\');
    let start = Span::whole(s).end - Span::whole(without_backslashes).end;
    let backslashes = Span { start: 0, end: start };
    trace.step_by_reading("M5", manakai::PARSING_UNC, backslashes, backslashes.of(s), Some("file"));
    let scheme = Some(Text::built("file", backslashes.of(s)));
    trace.step(manakai::PARSING_UNC_1, Span::whole(s), s, Some(without_backslashes));
    // 2. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(without_backslashes, '#', start, manakai::PARSING_UNC_2, trace);
    // 3. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', start, manakai::PARSING_UNC_3, trace);
    let mut url = Parsed { scheme, query, fragment, hierarchical: true, ..Parsed::default() };
    // 4. Remove zero or more characters that are not slash characters at the beginning of s; let the host be them.
    // 5. Let the path be s.
    take_host(s, start, [manakai::PARSING_UNC_4, manakai::PARSING_UNC_5], &mut url, trace);
    url
}

/// Parses the part after the scheme of any other non-hierarchical URL whose scheme is not in the document's
/// list of "not hierarchical" schemes.
///
/// Spec: manakai#parsing
///
/// # Examples
/// ```
/// let url = url_path::manakai::parse_not_hierarchical("a?b", &mut url_core::NoTrace);
/// assert_eq!((url.path.as_deref(), url.query.as_deref()), (Some("a"), Some("b")));
/// ```
pub fn parse_not_hierarchical<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 12. Otherwise, if there is the scheme and [the scheme] is not [in the list of] not hierarchical [ones]:
    // 12.1. If s contains "#", remove it and what follows, and let the fragment be what follows it.
    let (s, fragment) = split_off(s, '#', 0, manakai::PARSING_12_1, trace);
    // 12.2. If s contains "?", remove it and what follows, and let the query be what follows it.
    let (s, query) = split_off(s, '?', 0, manakai::PARSING_12_2, trace);
    Parsed { query, fragment, ..parse_path_alone(s, trace) }
}

/// Parses the part after the scheme of a URL that consists of a scheme and a path.
///
/// Spec: manakai#parsing
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// assert_eq!(url_path::manakai::parse_path_alone("a?b", &mut NoTrace).path.as_deref(), Some("a?b"));
/// ```
pub fn parse_path_alone<'a, T: Trace>(s: &'a str, trace: &mut T) -> Parsed<'a> {
    // 13. Let the path be s.
    trace.step(manakai::PARSING_13, Span::whole(s), s, Some(s));
    Parsed { path: Some(s.into()), ..Parsed::default() }
}

/// `start` is the offset of `s` in the string that the layer was given.
///
/// Spec: manakai#parsing-12.1, manakai#parsing-drive-1, manakai#parsing-file-1, manakai#parsing-unc-2
/// Spec: manakai#parsing-12.2, manakai#parsing-drive-2, manakai#parsing-file-2, manakai#parsing-unc-3
fn split_off<'a, T: Trace>(
    s: &'a str,
    delimiter: char,
    start: u32,
    section: Section,
    trace: &mut T,
) -> (&'a str, Option<Text<'a>>) {
    let Some((before, component)) = s.split_once(delimiter) else { return (s, None) };
    trace.step(section, Span::new(before.len() + 1, s.len()).after(start), s, Some(component));
    (before, Some(component.into()))
}

/// `start` is the offset of `s`; `sections` are those of the host and of the path.
///
/// Spec: manakai#parsing-file-4.2, manakai#parsing-file-4.3, manakai#parsing-unc-4, manakai#parsing-unc-5
fn take_host<'a, T: Trace>(
    s: &'a str,
    start: u32,
    sections: [Section; 2],
    url: &mut Parsed<'a>,
    trace: &mut T,
) {
    let (host, path) = s.split_at(s.bytes().position(is_slash).unwrap_or(s.len()));
    trace.step(sections[0], Span::whole(host).after(start), s, Some(host));
    trace.step(sections[1], Span::new(host.len(), s.len()).after(start), path, Some(path));
    url.host = Some(host.into());
    url.path = Some(path.into());
}

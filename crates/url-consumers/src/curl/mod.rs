//! The URL API of libcurl with the options of the program `curl`: a missing scheme is guessed, and unknown
//! schemes are allowed.
//!
//! Outside the specs: `starts_with_drive`.

mod host;
mod login;

use std::borrow::Cow;

use url_core::{Component, Reason};

use crate::{
    Parsed,
    run::{Result, Run},
    sections::curl as rules,
    text::{before_first, cut, is_control_or_space, is_of_scheme, remove_dot_segments},
};

/// The longest input, in bytes.
const LONGEST: usize = 8_000_000;

/// The longest scheme, in bytes.
const LONGEST_SCHEME: usize = 40;

/// Spec: curl#curl-url-set
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. NUL would end the string: refused
    run.refuse(|c| c == '\0', input, Reason::CharacterNotAllowed, rules::CURL_URL_SET_1)?;
    parse_url(input, run)
}

/// Spec: curl#parseurl
fn parse_url<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. More than 8,000,000 bytes are refused
    run.refuse_if(input.len() > LONGEST, Reason::TooLong, rules::PARSEURL_1, input)?;
    // 1.1. Since 8.1 a control character or a space anywhere is, too
    if run.is_since((8, 1)) {
        run.refuse(is_control_or_space, input, Reason::CharacterNotAllowed, rules::PARSEURL_1_1)?;
    }
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    let (authority, rest) = match is_absolute_url(input, &mut url, run) {
        Some(after) if url.scheme.as_deref() == Some("file") => ("", path_of_file(input, after, run)?),
        Some(after) => {
            // 3. After another scheme, one to three slashes are dropped
            let after_slashes = run.make(rules::PARSEURL_3, after, after.trim_start_matches('/'));
            // 3.1. More slashes are refused
            let (slashes, _) = cut(after, after.len() - after_slashes.len());
            let (_, more) = cut(slashes, 3);
            run.refuse_if(!more.is_empty(), Reason::HostEmpty, rules::PARSEURL_3_1, more)?;
            authority_of(after_slashes, run)?
        }
        None => {
            // 4. Without a scheme, the authority begins at once
            run.step(rules::PARSEURL_4, input, None);
            authority_of(input, run)?
        }
    };
    path_and_rest(rest, &mut url, run)?;
    if !authority.is_empty() {
        let host = login::parse_hostname_login(authority, &mut url, run)?;
        let host = login::parse_port(host, &mut url, run)?;
        run.found(rules::PARSEURL_5, Component::Host, host);
        // 10. A control character or a space in the host is refused
        run.refuse(is_control_or_space, host, Reason::CharacterNotAllowed, rules::PARSEURL_10)?;
        let host = host::convert(host, run)?;
        // 13. The scheme that is missing is guessed from the host
        if url.scheme.is_none() {
            // 13.1. Its first label is ftp, dict, ldap, imap, smtp or pop3
            let label = host.split_once('.').map_or("", |(label, _)| label);
            let mut known = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"].into_iter();
            let known = known.find(|scheme| scheme.eq_ignore_ascii_case(label));
            // 13.2. Otherwise it is http
            let section = if known.is_some() { rules::PARSEURL_13_1 } else { rules::PARSEURL_13_2 };
            let scheme = run.make_at(section, authority, &host, known.unwrap_or("http"));
            url.scheme = Some(Cow::Borrowed(scheme));
        }
        url.host = Some(host);
    }
    Ok(url)
}

/// Takes the scheme of `text`. Returns the text after its colon.
///
/// Spec: curl#is-absolute-url
fn is_absolute_url<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Option<&'a str> {
    // 1. Up to 40 letters, digits, + - and ., then a colon
    let (scheme, after) = text.split_once(':')?;
    if scheme.is_empty() || scheme.len() > LONGEST_SCHEME || !scheme.chars().all(is_of_scheme) {
        run.step(rules::IS_ABSOLUTE_URL_1, text, None);
        return None;
    }
    // 1.1. Since 8.2 (#11250) it begins with a letter
    if run.is_since((8, 2)) && !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) {
        run.step(rules::IS_ABSOLUTE_URL_1_1, text, None);
        return None;
    }
    run.cut(rules::IS_ABSOLUTE_URL_1, text, scheme);
    // 2. No slash after the colon: it is no scheme
    if !after.starts_with('/') {
        run.step(rules::IS_ABSOLUTE_URL_2, scheme, None);
        return None;
    }
    // 3. The scheme in lower case
    run.take_scheme(rules::IS_ABSOLUTE_URL_3, Some((scheme, after)), url)
}

/// Returns the path of the `file:` URL `input` and all text after it. `after` is the text after `file:`.
///
/// Spec: curl#parseurl-2
fn path_of_file<'a>(input: &'a str, after: &'a str, run: &mut Run<'_>) -> Result<&'a str> {
    run.cut(rules::PARSEURL_2, input, after);
    // 2.1. Nothing after file:/ is refused
    run.refuse_if(after.len() <= 1, Reason::SlashesMissing, rules::PARSEURL_2_1, input)?;
    let mut path = after;
    if let Some(after_slashes) = after.strip_prefix("//") {
        path = after_slashes;
        // 2.2. Two slashes are dropped if a third follows
        if after_slashes.starts_with('/') {
            run.step(rules::PARSEURL_2_2, after, Some(path));
        } else if !starts_with_drive(after_slashes) {
            let (host, after_host) = cut(after_slashes, 9);
            let is_local = host.eq_ignore_ascii_case("localhost") || host == "127.0.0.1";
            // 2.4. Any other host is refused
            let is_refused = !is_local || !after_host.starts_with('/');
            let (host, _) = before_first(after_slashes, ['/']);
            run.refuse_if(is_refused, Reason::SchemeWithoutAuthority, rules::PARSEURL_2_4, host)?;
            // 2.3. localhost and 127.0.0.1 before a slash are dropped
            path = run.make(rules::PARSEURL_2_3, after_slashes, after_host);
        }
    }
    // 2.5. A drive letter is refused
    let has_drive = starts_with_drive(path.strip_prefix('/').unwrap_or(path));
    run.refuse_if(has_drive, Reason::CharacterNotAllowed, rules::PARSEURL_2_5, path)?;
    Ok(path)
}

/// Splits `text`, which begins with an authority, into the authority and the rest.
///
/// Spec: curl#parseurl-5, curl#parseurl-6
fn authority_of<'a>(text: &'a str, run: &mut Run<'_>) -> Result<(&'a str, &'a str)> {
    let (authority, rest) = before_first(text, ['/', '?', '#']);
    run.cut(rules::PARSEURL_5, text, authority);
    // 6. An empty authority is refused
    run.refuse_if(authority.is_empty(), Reason::HostEmpty, rules::PARSEURL_6, text)?;
    Ok((authority, rest))
}

/// Divides `text`, which follows the authority, into path, query and fragment.
///
/// Spec: curl#parseurl
fn path_and_rest<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result {
    let mut path = text;
    if let Some((before, fragment)) = path.split_once('#') {
        path = before;
        // 7. The fragment follows the first #, unless it is empty
        if fragment.is_empty() {
            run.omit(rules::PARSEURL_7, Component::Fragment, fragment);
        } else {
            run.take(rules::PARSEURL_7, Component::Fragment, fragment, url);
            // 7.1. A control character or a space in it is refused
            run.refuse(is_control_or_space, fragment, Reason::CharacterNotAllowed, rules::PARSEURL_7_1)?;
        }
    }
    // 8. The query follows the first ?
    if let Some((before, query)) = path.split_once('?') {
        path = before;
        run.take(rules::PARSEURL_8, Component::Query, query, url);
        // 8.1. A control character or a space in it is refused
        run.refuse(is_control_or_space, query, Reason::CharacterNotAllowed, rules::PARSEURL_8_1)?;
    }
    // 9. The path
    run.found(rules::PARSEURL_9, Component::Path, path);
    // 9.1. An empty path is /
    if path.is_empty() {
        url.path = Some(Cow::Borrowed(run.make(rules::PARSEURL_9_1, path, "/")));
        return Ok(());
    }
    // 9.2. A control character or a space in it is refused
    run.refuse(is_control_or_space, path, Reason::CharacterNotAllowed, rules::PARSEURL_9_2)?;
    // 9.3. Remove dot-segments, as RFC 3986 says
    // 9.4. Since 8.13 (#16870) %2e is a dot in them
    let decodes = run.is_since((8, 13)) && (path.contains("%2e") || path.contains("%2E"));
    let section = if decodes { rules::PARSEURL_9_4 } else { rules::PARSEURL_9_3 };
    url.path = Some(run.change(section, path, remove_dot_segments(path, decodes)));
    Ok(())
}

/// Returns true if `text` begins with a Windows drive letter.
fn starts_with_drive(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [letter, b':' | b'|'] | [letter, b':' | b'|', b'/' | b'\\', ..] if letter.is_ascii_alphabetic()
    )
}

//! The direct way of the specs other than the URL Standard: copies usual URLs and references to the result,
//! because none of these specs changes more of them than the case of the scheme and the host.
//!
//! FAST: the characters of each part are allowed there by the grammar of RFC 3986, and there are no escapes,
//! credentials, addresses or default ports, and no empty segments. So no step of any spec changes a part,
//! except for the differences that [`Usual`] names. The test `ways.rs` of the facade compares the results.

use std::{net::Ipv4Addr, ops::Range};

use url_authority::fast::scan_canonical_port;
use url_core::{
    Component, Components, Output, Span, append_ascii_lower_case,
    fast::{
        PaddedStr, Padding, find_any, has_capitals, is_plain, scan_special_scheme_in_any_case,
        usual_name_end, usual_path_end, usual_query_end,
    },
    whatwg::{SchemeKind, default_port, scheme_kind},
};

use crate::{Serialized, fast::CanonicalScan};

/// The differences between the specs in processing usual URLs and references.
#[derive(Clone, Copy, Debug)]
pub struct Usual {
    /// True if the scheme and the host of a canonical URL are in lower case.
    pub lowers_case: bool,
    /// True if the spec is strict as RFC 3986 is: it adds no slash to a URL without a path, and a reference
    /// such as `http:a` is not relative.
    pub is_strict: bool,
    /// True if references are resolved by the path concatenation of the WebSpecs URL Standard. False if they
    /// are resolved as RFC 3986 does.
    pub concatenates: bool,
}

/// Returns the byte ranges of the components of `s` if `s` is a usual URL, in any case. `None` means that
/// this is unknown.
#[inline(never)]
pub fn scan(s: &str) -> Option<CanonicalScan> {
    let mut padding = Padding::default();
    let scheme = scan_special_scheme_in_any_case(s).filter(|scheme| *scheme != "file")?;
    scan_authority(&PaddedStr::new(s, &mut padding), scheme, scheme.len() + "://".len(), 0)
}

/// Scans `text`, whose host begins at byte `host`, and which will follow `before` bytes with the scheme.
#[inline]
fn scan_authority(text: &PaddedStr<'_>, scheme: &str, host: usize, before: usize) -> Option<CanonicalScan> {
    let host_end = usual_name_end(text, host)?;
    let path = scan_canonical_port(text.as_str(), host_end, || default_port(scheme))?;
    let has_slash = match text.as_bytes().get(path) {
        Some(b'/') => true,
        None | Some(b'?' | b'#') => false,
        Some(_) => return None,
    };
    let path_end = usual_path_end(text, path);
    let query_end = scan_query_and_fragment(text, path_end)?;
    let [host_end, path, path_end, query_end] =
        [host_end, path, path_end, query_end].map(|offset| before + offset);
    CanonicalScan::new(scheme.len(), [host_end, path], (path_end, query_end), has_slash)
}

/// Returns the end of the query at byte `from` of `text`, or `from` if there is none. A fragment may follow.
#[inline]
fn scan_query_and_fragment(text: &PaddedStr<'_>, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let part_end = |from, mark| match bytes.get(from) {
        Some(byte) if *byte == mark => usual_query_end(text, from + 1),
        _ => from,
    };
    let query_end = part_end(from, b'?');
    (part_end(query_end, b'#') == bytes.len()).then_some(query_end)
}

impl Usual {
    /// Returns the byte ranges of the components of `s` if `s` is a usual URL that is canonical, except that
    /// the slash of an empty path may be missing. `None` means that this is unknown.
    #[inline]
    pub(crate) fn scan_canonical(self, s: &str) -> Option<CanonicalScan> {
        let may_be_lower = s.as_bytes().first()?.is_ascii_lowercase();
        let scan = if may_be_lower || !self.lowers_case { scan(s) } else { None };
        let scan = scan.filter(|scan| scan.has_slash() || !self.is_strict)?;
        let [_, _, path] = scan.scheme_host_path();
        (!self.lowers_case || !has_capitals(s.get(..path as usize)?)).then_some(scan)
    }

    /// Writes the canonical URL for `s`, resolved against `base`, to `out`, and the byte ranges of its
    /// components to `components`. Returns `None`, and writes nothing, if `s` or `base` is not usual.
    pub(crate) fn write_url<O: Output>(
        self,
        s: &str,
        base: Option<&Serialized<&str>>,
        out: &mut O,
        components: &mut Components,
    ) -> Option<()> {
        let base_len = base.map_or(0, |base| base.href.len());
        // Adding the missing slash makes the URL one byte longer.
        if s.len() + base_len >= Span::LIMIT {
            return None;
        }
        // The longest special scheme has five letters.
        let may_have_scheme = s.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
            && s.bytes().take(6).any(|byte| byte == b':');
        if let Some(scan) = may_have_scheme.then(|| scan(s)).flatten() {
            return self.write_scanned("", s, scan, out, components);
        }
        let base = base.filter(|base| base.hierarchical)?;
        let kind = scheme_kind(base.scheme());
        if kind == SchemeKind::NotSpecial {
            return None;
        }
        let after_scheme = s.strip_prefix(base.scheme()).and_then(|rest| rest.strip_prefix(':'));
        let s = after_scheme.filter(|_| !self.is_strict && kind != SchemeKind::File).unwrap_or(s);
        if s.starts_with("//") {
            let before = base.scheme().len() + ":".len();
            let mut padding = Padding::default();
            let text = &PaddedStr::new(s, &mut padding);
            let scan =
                scan_authority(text, base.scheme(), "//".len(), before).filter(|_| kind != SchemeKind::File);
            return self.write_scanned(base.href.get(..before)?, s, scan?, out, components);
        }
        self.write_relative(s, base, kind, out, components)
    }

    /// Writes `before` and `s`, which were scanned together.
    fn write_scanned<O: Output>(
        self,
        before: &str,
        s: &str,
        scan: CanonicalScan,
        out: &mut O,
        components: &mut Components,
    ) -> Option<()> {
        let [_, _, path] = scan.scheme_host_path();
        let (authority, rest) = s.split_at_checked(path as usize - before.len())?;
        if !scan.has_slash() && self.is_strict {
            return None;
        }
        out.truncate(0);
        out.reserve(before.len() + s.len() + 1);
        out.push_str(before);
        if self.lowers_case {
            append_ascii_lower_case(authority, out);
        } else {
            out.push_str(authority);
        }
        if !scan.has_slash() {
            out.push('/');
        }
        out.push_str(rest);
        *components = scan.components(before.len() + s.len());
        Some(())
    }

    /// Writes the URL for `s`, which has neither a scheme nor an authority.
    fn write_relative<O: Output>(
        self,
        s: &str,
        base: &Serialized<&str>,
        kind: SchemeKind,
        out: &mut O,
        components: &mut Components,
    ) -> Option<()> {
        let path = Range::<usize>::from(base.components.get(Component::Path)?);
        let base_path = base.href.get(path.clone())?;
        let (kept, given, path_end, query_end) = self.split(s, base_path)?;
        // The query of the base is kept if the reference is empty or a fragment.
        let is_kept = matches!(s.as_bytes().first(), None | Some(b'#')) && !self.concatenates;
        let query = base.components.get(Component::Query).filter(|_| is_kept).map(Range::<usize>::from);
        let kept_end = query.as_ref().map_or(path.start + kept.len(), |query| query.end);
        check_base(base, kind, kept_end)?;
        if !O::KEEPS {
            return Some(());
        }
        self.write_authority(base, s.len(), out, components)?;
        let start = out.len();
        out.push_str(base.href.get(path.start..kept_end)?);
        if let Some(query) = &query {
            components.set(Component::Path, Span::new(start, start + kept.len()));
            components.set(Component::Query, Span::new(out.len() - query.len(), out.len()));
        }
        out.push_str(given);
        let place = |offset| out.len() - (s.len() - offset);
        if query.is_none() {
            components.set(Component::Path, Span::new(start, place(path_end)));
        }
        if path_end < query_end {
            components.set(Component::Query, Span::new(place(path_end + 1), place(query_end)));
        }
        if query_end < s.len() {
            components.set(Component::Fragment, Span::new(place(query_end + 1), out.len()));
        }
        Some(())
    }

    /// Returns the start of `base_path` that the reference `s` keeps, the end of `s` that follows it, and the
    /// ends of the path and the query of `s`. Returns `None` if `s` is not usual.
    #[inline]
    fn split<'b, 's>(self, s: &'s str, base_path: &'b str) -> Option<(&'b str, &'s str, usize, usize)> {
        let first = s.as_bytes().first();
        let (kept, given) = match first {
            None | Some(b'?' | b'#') => (base_path, s),
            Some(b'/') => ("", s),
            Some(b'.') => self.skip_dots(directory_of(base_path)?, s)?,
            Some(first) if first.is_ascii_alphanumeric() => (directory_of(base_path)?, s),
            Some(_) => return None,
        };
        let mut padding = Padding::default();
        let text = &PaddedStr::new(s, &mut padding);
        let from = s.len() - given.len();
        let path_end = if matches!(first, Some(b'?' | b'#')) { 0 } else { usual_path_end(text, from.max(1)) };
        let query_end = scan_query_and_fragment(text, path_end)?;
        // A reference with a colon may have a scheme.
        find_any(s.get(from..path_end)?, b":").is_none().then_some((kept, given, path_end, query_end))
    }

    /// Writes the text of `base` before its path. `more` bytes will follow, and parts of `base`.
    #[inline]
    fn write_authority<O: Output>(
        self,
        base: &Serialized<&str>,
        more: usize,
        out: &mut O,
        components: &mut Components,
    ) -> Option<()> {
        out.truncate(0);
        out.reserve(base.href.len() + more);
        if self.concatenates {
            // The URL has the host of the base, but neither its credentials nor its port.
            let before_host = base.scheme().len() + "://".len();
            out.push_str(base.href.get(..before_host)?);
            out.push_str(base.get(Component::Host)?);
            components.set(Component::Scheme, Span::new(0, base.scheme().len()));
            components.set(Component::Host, Span::new(before_host, out.len()));
        } else {
            out.push_str(base.href.get(..base.components.get(Component::Path)?.start as usize)?);
            *components = base.components;
            components.truncate(Component::Port);
        }
        Some(())
    }

    /// Returns `directory` and `reference` without the dot-segments at the start of `reference`, and without
    /// the segments that these remove.
    fn skip_dots<'b, 's>(self, mut directory: &'b str, mut reference: &'s str) -> Option<(&'b str, &'s str)> {
        while let Some(rest) = reference.strip_prefix('.') {
            let after = rest.strip_prefix('.');
            let rest = after.unwrap_or(rest);
            reference = rest.strip_prefix('/').unwrap_or(rest);
            if reference.len() == rest.len() && !matches!(rest.as_bytes().first(), None | Some(b'?' | b'#')) {
                return None;
            }
            // The path concatenation ignores dot-segments, if a name follows.
            if after.is_some() && !self.concatenates {
                let parent = directory.strip_suffix('/').and_then(directory_of);
                directory = parent.unwrap_or(directory);
            }
        }
        let is_empty = matches!(reference.as_bytes().first(), None | Some(b'?' | b'#'));
        (!(self.concatenates && is_empty)).then_some((directory, reference))
    }
}

/// Returns `None` if the steps may change the authority of `base`, or its text up to `kept_end`. A component
/// of the base may not be canonical by itself, for example a host with a colon. No spec changes an IPv4
/// address that has four decimal numbers without leading zeros.
#[inline]
fn check_base(base: &Serialized<&str>, kind: SchemeKind, kept_end: usize) -> Option<()> {
    let host = Range::<usize>::from(base.components.get(Component::Host)?);
    let path = base.get(Component::Path)?;
    let mut padding = Padding::default();
    let text = &PaddedStr::new(base.href, &mut padding);
    let is_host = kind == SchemeKind::File && host.is_empty()
        || usual_name_end(text, host.start) == Some(host.end)
        || base.href.get(host)?.parse::<Ipv4Addr>().is_ok();
    let is_usual = is_host
        && base.get(Component::Port).is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
        && is_plain(base.href.get(..kept_end)?)
        && !path.starts_with("//")
        // The path of a `file` URL with a colon may have a drive.
        && !(kind == SchemeKind::File && find_any(path, b":").is_some());
    is_usual.then_some(())
}

/// Returns `path` up to and including its last slash.
fn directory_of(path: &str) -> Option<&str> {
    path.get(..=path.bytes().rposition(|byte| byte == b'/')?)
}

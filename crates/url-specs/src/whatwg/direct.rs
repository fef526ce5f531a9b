//! A fast basic URL parser, which writes one component after the other to the buffer of the result.
//!
//! The functions are in the order of the states, and each names its states. They do not need the Standard's
//! variables "pointer" and "buffer", because crates such as `url-host` find the end of each component.
//!
//! Helpers, not in a spec: `is_file`, `fail`, `strip_slash`, `append`, `put`, `copy`.

use url_authority::{
    fast::ends_authority,
    whatwg::{parse_port_traced, scan_authority, scan_port, write_credential},
};
use url_core::{
    Component, Components, NoTrace, Output, Reason, Rejection, Section, Span, append_ascii_lower_case,
    fast::{PaddedStr, Padding},
    in_bounds,
    sections::whatwg,
    whatwg::{Edition, SchemeKind},
};
use url_host::{
    fast::{scan_host_in_any_case, scan_valid_host},
    whatwg::{scan_file_host, scan_host, write_host},
};
use url_path::whatwg::{
    first_segment, is_normalized_windows_drive_letter, is_windows_drive_letter, scan_opaque_path,
    shortened_len, starts_with_windows_drive_letter, write_opaque_path, write_path,
};
use url_query::{
    Encoding,
    whatwg::{scan_query, write_fragment, write_query},
};
use url_scheme::whatwg::{default_port, find_special_scheme, scan_scheme, scheme_kind};

use super::canonical::SURE_LEN;
use crate::{Serialized, fast::Written};

/// Parses `input` against `base`. `input` must have no tabs or newlines, and no spaces at its ends. Replaces
/// the content of `out` with the URL, and stores the byte ranges of its components in `components`, which
/// must be empty.
///
/// FAST: the states append to one component after the other, so this function appends to `out` directly, and
/// copies the components of the base from its string. If `out` discards text (to only validate `input`),
/// parsing stops after the authority, because no later state fails.
///
/// Spec: whatwg#concept-basic-url-parser, whatwg#concept-url-serializer
pub(super) fn write_url<'i, O: Output>(
    input: &'i str,
    base: Option<&Serialized<&str>>,
    encoding: Encoding,
    edition: Edition,
    out: &mut O,
    components: &mut Components,
) -> Written<'i> {
    let given_len = input.len() + base.map_or(0, |base| base.href.len());
    if !O::KEEPS && given_len > SURE_LEN {
        // The URL may be too long. Only a serialized URL shows its length.
        return write_url(input, base, encoding, edition, &mut String::new(), components);
    }
    out.truncate(0);
    // The capacity includes some bytes for added slashes and percent-encoding.
    out.reserve(given_len + 16);
    let mut writer = Writer {
        input,
        encoding,
        edition,
        out,
        components,
        special: None,
        kind: SchemeKind::NotSpecial,
        hierarchical: true,
        fault: None,
    };
    if writer.write(base).is_some() && writer.out.len() <= Span::LIMIT {
        return Written::Url { hierarchical: writer.hierarchical };
    }
    let too_long =
        || (input, Rejection::new(Reason::TooLong, whatwg::CONCEPT_URL_SERIALIZER, Span::whole(input)));
    let (part, rejection) = writer.fault.unwrap_or_else(too_long);
    Written::Rejected(part, rejection)
}

struct Writer<'i, 'o, O> {
    input: &'i str,
    encoding: Encoding,
    edition: Edition,
    out: &'o mut O,
    components: &'o mut Components,
    special: Option<&'static str>,
    kind: SchemeKind,
    hierarchical: bool,
    fault: Option<(&'i str, Rejection)>,
}

impl<'i, O: Output> Writer<'i, '_, O> {
    /// Spec: whatwg#scheme-start-state, whatwg#no-scheme-state
    fn write(&mut self, base: Option<&Serialized<&str>>) -> Option<()> {
        let input = self.input;
        if input.starts_with(|c: char| c.is_ascii_alphabetic())
            && let Some((scheme, rest)) = input.split_at_checked(scan_scheme(input))
            && let Some(rest) = rest.strip_prefix(':')
        {
            return self.scheme(scheme, rest, base);
        }
        // 1. No base, or an opaque path and no "#": failure.
        let Some(base) = base else {
            return self.fail(input, Reason::MissingScheme, whatwg::NO_SCHEME_STATE_1);
        };
        self.know_scheme(find_special_scheme(base.scheme()));
        if !base.hierarchical {
            if !input.starts_with('#') {
                return self.fail(input, Reason::OpaqueBase, whatwg::NO_SCHEME_STATE_1);
            }
            // 2. Otherwise, an opaque path and "#": all of base but its fragment, fragment state.
            self.copy(base, Component::Query);
            self.hierarchical = false;
            return self.query_and_fragment(input);
        }
        if self.is_file() { self.file(input, Some(base)) } else { self.relative(input, base) }
    }

    /// Spec: whatwg#is-special, whatwg#query-state-1
    fn know_scheme(&mut self, special: Option<&'static str>) {
        self.special = special;
        self.kind = special.map_or(SchemeKind::NotSpecial, scheme_kind);
        // Query state 1. Not special, or "ws" or "wss": set encoding to UTF-8.
        if matches!(self.kind, SchemeKind::NotSpecial | SchemeKind::WebSocket) {
            self.encoding = Encoding::UTF_8;
        }
    }

    /// Spec: whatwg#is-special
    fn is_special(&self) -> bool {
        self.kind.is_special()
    }

    fn is_file(&self) -> bool {
        self.kind == SchemeKind::File
    }

    #[cold]
    fn fail(&mut self, part: &'i str, reason: Reason, section: Section) -> Option<()> {
        self.fault = Some((part, Rejection::new(reason, section, Span::whole(part))));
        None
    }

    /// Spec: whatwg#scheme-state, whatwg#special-relative-or-authority-state, whatwg#path-or-authority-state
    /// Spec: whatwg#special-authority-slashes-state, whatwg#special-authority-ignore-slashes-state
    fn scheme(&mut self, scheme: &'i str, rest: &'i str, base: Option<&Serialized<&str>>) -> Option<()> {
        self.know_scheme(find_special_scheme(scheme));
        append_ascii_lower_case(scheme, self.out);
        self.components.set(Component::Scheme, Span::new(0, self.out.len()));
        self.out.push(':');
        let base = base.filter(|base| base.scheme().eq_ignore_ascii_case(scheme));
        if self.is_file() {
            return self.file(rest, base);
        }
        if self.is_special() {
            return match base {
                Some(base) if !rest.starts_with("//") => self.relative(rest, base),
                _ => self.authority(rest.trim_start_matches(['/', '\\'])),
            };
        }
        if let Some(rest) = rest.strip_prefix("//") {
            return self.authority(rest);
        }
        if let Some(rest) = rest.strip_prefix('/') {
            return self.path(rest, self.out.len());
        }
        let (path, rest) = rest.split_at_checked(scan_opaque_path(rest))?;
        self.hierarchical = false;
        if O::KEEPS {
            self.put(Component::Path, |out| write_opaque_path(path, rest, out));
        }
        self.query_and_fragment(rest)
    }

    /// Spec: whatwg#relative-state, whatwg#relative-slash-state
    fn relative(&mut self, rest: &'i str, base: &Serialized<&str>) -> Option<()> {
        if let Some(rest) = self.strip_slash(rest) {
            if let Some(rest) = self.strip_slash(rest) {
                self.scheme_of(base);
                let rest = if self.is_special() { rest.trim_start_matches(['/', '\\']) } else { rest };
                return self.authority(rest);
            }
            self.copy_authority(base);
            return self.path(rest, self.out.len());
        }
        match rest.bytes().next() {
            Some(b'?') => self.copy(base, Component::Path),
            Some(b'#') | None => self.copy(base, Component::Query),
            // 5.4. Otherwise, if c is not the EOF code point:
            Some(_) => return self.path_beside(rest, base),
        }
        self.query_and_fragment(rest)
    }

    /// Spec: whatwg#relative-state-5.4.2, whatwg#file-state-4.4.2
    fn path_beside(&mut self, rest: &'i str, base: &Serialized<&str>) -> Option<()> {
        self.copy_authority(base);
        let start = self.out.len();
        let path = base.get(Component::Path)?;
        self.out.push_str(path.get(..shortened_len(path, self.kind, &mut NoTrace))?);
        self.path(rest, start)
    }

    /// Spec: whatwg#file-state, whatwg#file-slash-state
    fn file(&mut self, rest: &'i str, base: Option<&Serialized<&str>>) -> Option<()> {
        if let Some(rest) = self.strip_slash(rest) {
            if let Some(rest) = self.strip_slash(rest) {
                return self.file_host(rest);
            }
            // 2.1. If base's scheme is "file", then:
            let Some(base) = base else { return self.file_path(rest) };
            self.copy_authority(base);
            let start = self.out.len();
            let first = base.get(Component::Path).and_then(first_segment);
            if let Some(drive) = first.filter(|first| is_normalized_windows_drive_letter(first))
                && !starts_with_windows_drive_letter(rest)
            {
                self.out.push('/');
                self.out.push_str(drive);
            }
            return self.path(rest, start);
        }
        let Some(base) = base else { return self.file_path(rest) };
        match rest.bytes().next() {
            Some(b'?') => self.copy(base, Component::Path),
            Some(b'#') | None => self.copy(base, Component::Query),
            Some(_) if starts_with_windows_drive_letter(rest) => {
                self.copy_authority(base);
                return self.path(rest, self.out.len());
            }
            Some(_) => return self.path_beside(rest, base),
        }
        self.query_and_fragment(rest)
    }

    /// Spec: whatwg#file-host-state
    fn file_host(&mut self, rest: &'i str) -> Option<()> {
        self.file_authority();
        let (buffer, after) = rest.split_at_checked(scan_file_host(rest))?;
        // 1.1. Without state override, a Windows drive letter: path state, which uses buffer.
        if is_windows_drive_letter(buffer) {
            return self.path(rest, self.out.len());
        }
        // 1.2. Otherwise, an empty buffer: the empty host.
        if buffer.is_empty() {
            return self.path_start(after);
        }
        let start = self.out.len();
        self.host(buffer)?;
        // 1.3.3. The host "localhost": the empty string.
        if self.out.as_str().get(start..) == Some("localhost") {
            self.out.truncate(start);
            self.append(Component::Host, "");
        }
        self.path_start(after)
    }

    /// Spec: whatwg#file-state-2, whatwg#file-slash-state-2.2
    fn file_path(&mut self, rest: &'i str) -> Option<()> {
        self.file_authority();
        self.path(rest, self.out.len())
    }

    /// Spec: whatwg#file-state-1, whatwg#file-state-2
    fn file_authority(&mut self) {
        self.out.truncate(0);
        *self.components = Components::default();
        self.append(Component::Scheme, "file");
        self.out.push_str("://");
        self.append(Component::Host, "");
    }

    /// Spec: whatwg#path-start-state
    fn path_start(&mut self, rest: &'i str) -> Option<()> {
        let start = self.out.len();
        match self.strip_slash(rest) {
            Some(rest) => self.path(rest, start),
            None if self.is_special() => self.path(rest, start),
            // Only a query, a fragment or the end of the input can follow the authority here.
            None => {
                self.append(Component::Path, "");
                self.query_and_fragment(rest)
            }
        }
    }

    /// Spec: whatwg#path-state, whatwg#concept-url-serializer-3
    fn path(&mut self, rest: &'i str, start: usize) -> Option<()> {
        if !O::KEEPS {
            return Some(());
        }
        let (mut path, rest) = rest.split_at_checked(scan_opaque_path(rest))?;
        // URL serializer 3. No host, and an empty first of many segments: append "/.".
        // FAST: a path that begins with "/." usually keeps it.
        let has_host = self.components.get(Component::Host).is_some();
        let is_guarded = !has_host && start == self.out.len() && path.starts_with(".//");
        let mut start = start;
        if is_guarded {
            self.out.push_str("/.");
            start = self.out.len();
            path = path.get(".".len() + "/".len()..)?;
        }
        write_path(path, self.kind, start, self.out);
        let needs_guard =
            !has_host && self.out.as_str().get(start..).is_some_and(|path| path.starts_with("//"));
        if needs_guard && !is_guarded {
            self.out.replace(start..start, "/.");
            start += "/.".len();
        } else if is_guarded && !needs_guard {
            self.out.replace(start - "/.".len()..start, "");
            start -= "/.".len();
        }
        self.components.set(Component::Path, Span::new(start, self.out.len()));
        self.query_and_fragment(rest)
    }

    /// Spec: whatwg#query-state, whatwg#fragment-state
    fn query_and_fragment(&mut self, rest: &'i str) -> Option<()> {
        if !O::KEEPS {
            return Some(());
        }
        let mut rest = rest;
        if let Some(query) = rest.strip_prefix('?') {
            let (query, after) = query.split_at_checked(scan_query(query))?;
            self.out.push('?');
            let (kind, encoding) = (self.kind, self.encoding);
            self.put(Component::Query, |out| write_query(query, kind, encoding, out));
            rest = after;
        }
        if let Some(fragment) = rest.strip_prefix('#') {
            self.out.push('#');
            self.put(Component::Fragment, |out| write_fragment(fragment, out));
        }
        Some(())
    }

    fn strip_slash<'r>(&self, rest: &'r str) -> Option<&'r str> {
        rest.strip_prefix('/').or_else(|| rest.strip_prefix('\\').filter(|_| self.is_special()))
    }

    fn append(&mut self, component: Component, text: &str) {
        self.put(component, |out| out.push_str(text));
    }

    fn put(&mut self, component: Component, write: impl FnOnce(&mut O)) {
        let start = self.out.len();
        write(self.out);
        self.components.set(component, Span::new(start, self.out.len()));
    }

    /// Replaces the result with the start of `base`, up to and including the component `last` of `base`.
    fn copy(&mut self, base: &Serialized<&str>, last: Component) {
        *self.components = base.components;
        self.components.truncate(last);
        // A delimiter precedes the next component of base.
        let mut following = Component::ALL.into_iter().filter(|component| *component > last);
        let next = following.find_map(|component| base.components.get(component));
        let end = next.map_or(base.href.len(), |next| next.start as usize - 1);
        self.out.truncate(0);
        self.out.push_str(in_bounds(base.href.get(..end)));
    }

    /// Spec: whatwg#relative-state-5.1, whatwg#relative-slash-state-3, whatwg#file-slash-state-2.1.1
    fn copy_authority(&mut self, base: &Serialized<&str>) {
        *self.components = base.components;
        self.components.truncate(Component::Port);
        // If the URL has no host, "/." may precede its path.
        let scheme_end = base.components.get(Component::Scheme).map_or(0, |scheme| scheme.end as usize + 1);
        let path = base.components.get(Component::Path).map_or(scheme_end, |path| path.start as usize);
        let end = if base.components.get(Component::Host).is_some() { path } else { scheme_end };
        self.out.truncate(0);
        self.out.push_str(in_bounds(base.href.get(..end)));
    }

    /// Spec: whatwg#relative-state-2
    fn scheme_of(&mut self, base: &Serialized<&str>) {
        self.out.truncate(0);
        *self.components = Components::default();
        self.append(Component::Scheme, base.scheme());
        self.out.push(':');
    }

    /// Spec: whatwg#authority-state
    fn authority(&mut self, rest: &'i str) -> Option<()> {
        self.out.push_str("//");
        if let Some(rest) = self.usual_host(rest) {
            return self.port(rest);
        }
        let mut end = scan_authority(rest, self.kind);
        let mut credentials = None;
        while rest.as_bytes().get(end) == Some(&b'@') {
            credentials = Some(end);
            end += 1 + scan_authority(rest.get(end + 1..)?, self.kind);
        }
        let Some(at) = credentials else { return self.host_state(rest, end) };
        self.credentials(rest.get(..at)?);
        let rest = rest.get(at + 1..)?;
        if let Some(rest) = self.usual_host(rest) {
            return self.port(rest);
        }
        // 2.1. atSignSeen and an empty buffer: host-missing, failure.
        if end == at + 1 {
            return self.fail(rest.get(..0)?, Reason::HostEmpty, whatwg::AUTHORITY_STATE_2_1);
        }
        self.host_state(rest, end - at - 1)
    }

    /// Parses the host and the port at the start of `rest`. The authority is the first `len` bytes of `rest`.
    ///
    /// Spec: whatwg#host-state
    fn host_state(&mut self, rest: &'i str, len: usize) -> Option<()> {
        let (host, after) = rest.split_at_checked(scan_host(rest, self.kind, &mut NoTrace).min(len))?;
        if host.is_empty() {
            // 2.1. If buffer is the empty string: host-missing, failure.
            if after.starts_with(':') {
                return self.fail(host, Reason::HostEmpty, whatwg::HOST_STATE_2_1);
            }
            // 3.1. Special and an empty buffer: host-missing, failure.
            if self.is_special() {
                return self.fail(host, Reason::HostEmpty, whatwg::HOST_STATE_3_1);
            }
        }
        self.host(host)?;
        self.port(after)
    }

    /// Spec: whatwg#concept-host-parser, whatwg#concept-host-serializer
    fn host(&mut self, buffer: &'i str) -> Option<()> {
        let start = self.out.len();
        let written = write_host(buffer, self.kind, self.edition, self.out);
        written.map_err(|rejection| self.fault = Some((buffer, rejection))).ok()?;
        self.components.set(Component::Host, Span::new(start, self.out.len()));
        Some(())
    }

    /// Parses the host of a special URL if a scan shows that only its case changes (or that it is valid, if
    /// `out` discards text). Returns the text after the host, or `None` if the slower functions must parse
    /// the host.
    ///
    /// Spec: whatwg#host-state
    fn usual_host(&mut self, rest: &'i str) -> Option<&'i str> {
        self.special?;
        let from = self.input.len() - rest.len();
        let mut padding = Padding::default();
        let text = &PaddedStr::new(self.input, &mut padding);
        let end = if O::KEEPS {
            scan_host_in_any_case(text, from, self.edition)?
        } else {
            scan_valid_host(text, from, self.kind, self.edition)?
        };
        let (host, after) = rest.split_at_checked(end - from)?;
        // If a colon follows, the text may be credentials.
        let after_port = after.strip_prefix(':').map_or(after, |port| &port[scan_port(port)..]);
        if !ends_authority(after_port.as_bytes().first()) {
            return None;
        }
        self.put(Component::Host, |out| append_ascii_lower_case(host, out));
        Some(after)
    }

    /// Spec: whatwg#authority-state-1.4, whatwg#authority-state-1.4.2, whatwg#concept-url-serializer-2.2
    fn credentials(&mut self, buffer: &str) {
        let (username, password) = buffer.split_once(':').unwrap_or((buffer, ""));
        if !username.is_empty() {
            self.put(Component::User, |out| write_credential(username, out));
        }
        if !password.is_empty() {
            self.out.push(':');
            self.put(Component::Password, |out| write_credential(password, out));
        }
        if !username.is_empty() || !password.is_empty() {
            self.out.push('@');
        }
    }

    /// Spec: whatwg#port-state
    fn port(&mut self, rest: &'i str) -> Option<()> {
        let Some(after_colon) = rest.strip_prefix(':') else { return self.path_start(rest) };
        let (buffer, rest) = after_colon.split_at_checked(scan_port(after_colon))?;
        // 3. Otherwise, port-invalid, failure.
        if !matches!(rest.bytes().next(), None | Some(b'/' | b'?' | b'#')) && self.strip_slash(rest).is_none()
        {
            let c = rest.get(..rest.chars().next()?.len_utf8())?;
            return self.fail(c, Reason::PortNotNumber, whatwg::PORT_STATE_3);
        }
        if !buffer.is_empty() {
            let port = parse_port_traced(buffer, &mut NoTrace);
            let (port, number) = port.map_err(|rejection| self.fault = Some((buffer, rejection))).ok()?;
            if self.special.and_then(default_port) != Some(number) {
                self.out.push(':');
                self.append(Component::Port, port);
            }
        }
        self.path_start(rest)
    }
}

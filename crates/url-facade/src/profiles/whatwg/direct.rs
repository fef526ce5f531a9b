//! The basic URL parser, component by component, straight into the buffer of the result. It knows every URL but the few
//! that it leaves to the state machine; what is no URL it leaves to it too, which tells why.
//!
//! The states are followed in their order, each function naming those that it stands for. It needs no pointer and no
//! buffers, for layers say where a component ends.

use std::borrow::Cow;

use url_authority::whatwg::{parse_port, percent_encode_credential, scan_authority, scan_port};
use url_core::{
    Component, Components, NoTrace, Reason, Rejection, Span,
    masks::{Room, Subject},
    sections::whatwg,
    to_ascii_lower_case,
    whatwg::Edition,
};
use url_host::whatwg::{parse_host, scan_canonical_host, scan_file_host, scan_host, serialize_host};
use url_path::whatwg::{
    encode_opaque_path, first_segment, is_normalized_windows_drive_letter, is_windows_drive_letter,
    scan_opaque_path, shortened_len, starts_with_windows_drive_letter, write_path,
};
use url_query::{
    Encoding,
    whatwg::{scan_query, write_fragment, write_query},
};
use url_scheme::whatwg::{default_port, is_special_scheme, scan_scheme};

use crate::Url;

/// Writes the URL that `input`, which is stripped and without tabs and newlines, is against `base` to `out`, in place of
/// what that held. Says where the components lie, and whether the path is a list.
///
/// # Errors
/// Which part of `input` is at fault, and why, with its place in that part; or `None`, which leaves it to the state machine.
///
/// FAST: the states append to one component after the other, so that what they append can stand in the result at once;
/// and what they copy from the base is the beginning of it, which is serialized already.
///
/// Spec: whatwg#concept-basic-url-parser, whatwg#concept-url-serializer
pub(super) fn write_url<'i>(
    input: &'i str,
    base: Option<Url<&str>>,
    encoding: Encoding,
    edition: Edition,
    out: &mut String,
) -> Result<(Components, bool), Option<(&'i str, Rejection)>> {
    out.clear();
    // Room for what is added: slashes, and some percent-encoding.
    out.reserve(input.len() + base.map_or(0, |base| base.href.len()) + 16);
    let mut writer = Writer {
        input,
        encoding,
        edition,
        out,
        components: Components::default(),
        is_special: false,
        is_file: false,
        hierarchical: true,
        fault: None,
    };
    let is_written = writer.write(base).is_some() && writer.out.len() < Span::LIMIT;
    if is_written { Ok((writer.components, writer.hierarchical)) } else { Err(writer.fault) }
}

/// The URL under way.
struct Writer<'i, 'o> {
    input: &'i str,
    encoding: Encoding,
    edition: Edition,
    out: &'o mut String,
    components: Components,
    is_special: bool,
    is_file: bool,
    hierarchical: bool,
    /// Why it is no URL, where that is known.
    fault: Option<(&'i str, Rejection)>,
}

impl<'i> Writer<'i, '_> {
    /// Spec: whatwg#scheme-start-state, whatwg#no-scheme-state
    fn write(&mut self, base: Option<Url<&str>>) -> Option<()> {
        let input = self.input;
        if input.starts_with(|c: char| c.is_ascii_alphabetic())
            && let Some((scheme, rest)) = input.split_at_checked(scan_scheme(input))
            && let Some(rest) = rest.strip_prefix(':')
        {
            return self.scheme(scheme, rest, base);
        }
        let base = base?;
        self.know_scheme(base.scheme());
        if !base.shape.hierarchical {
            // 2. Otherwise, an opaque path and "#": all of base but its fragment, fragment state.
            self.copy(base, Component::Query);
            self.hierarchical = false;
            return input.starts_with('#').then(|| self.query_and_fragment(input));
        }
        if self.is_file { self.file(input, Some(base)) } else { self.relative(input, base) }
    }

    /// Spec: whatwg#is-special, whatwg#query-state-1
    fn know_scheme(&mut self, scheme: &str) {
        self.is_special = is_special_scheme(scheme);
        self.is_file = scheme == "file";
        // Query state 1. Not special, or "ws" or "wss": set encoding to UTF-8.
        if !self.is_special || matches!(scheme, "ws" | "wss") {
            self.encoding = Encoding::UTF_8;
        }
    }

    /// Spec: whatwg#scheme-state, whatwg#special-relative-or-authority-state, whatwg#path-or-authority-state
    /// Spec: whatwg#special-authority-slashes-state, whatwg#special-authority-ignore-slashes-state
    fn scheme(&mut self, scheme: &'i str, rest: &'i str, base: Option<Url<&str>>) -> Option<()> {
        let scheme = to_ascii_lower_case(scheme);
        self.know_scheme(&scheme);
        self.append(Component::Scheme, &scheme);
        self.out.push(':');
        let base = base.filter(|base| base.scheme() == scheme);
        if self.is_file {
            return self.file(rest, base);
        }
        if self.is_special {
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
        self.append(Component::Path, &encode_opaque_path(path, !rest.is_empty(), self.edition, &mut NoTrace));
        self.query_and_fragment(rest);
        Some(())
    }

    /// Spec: whatwg#relative-state, whatwg#relative-slash-state
    fn relative(&mut self, rest: &'i str, base: Url<&str>) -> Option<()> {
        if let Some(rest) = self.strip_slash(rest) {
            if let Some(rest) = self.strip_slash(rest) {
                self.scheme_of(base);
                let rest = if self.is_special { rest.trim_start_matches(['/', '\\']) } else { rest };
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
        self.query_and_fragment(rest);
        Some(())
    }

    /// Goes on where the last segment of base's path stands.
    ///
    /// Spec: whatwg#relative-state-5.4.2, whatwg#file-state-4.4.2
    fn path_beside(&mut self, rest: &'i str, base: Url<&str>) -> Option<()> {
        self.copy_authority(base);
        let start = self.out.len();
        let path = base.get(Component::Path)?;
        self.out.push_str(path.get(..shortened_len(path, self.is_file))?);
        self.path(rest, start)
    }

    /// Spec: whatwg#file-state, whatwg#file-slash-state
    fn file(&mut self, rest: &'i str, base: Option<Url<&str>>) -> Option<()> {
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
        self.query_and_fragment(rest);
        Some(())
    }

    /// Spec: whatwg#file-host-state
    fn file_host(&mut self, rest: &'i str) -> Option<()> {
        let (buffer, rest) = rest.split_at_checked(scan_file_host(rest))?;
        if is_windows_drive_letter(buffer) {
            return None;
        }
        if buffer.is_empty() {
            self.file_authority("");
        } else {
            let host = self.parse_host(buffer)?;
            self.file_authority(if host == "localhost" { "" } else { &host });
        }
        self.path_start(rest)
    }

    /// A path behind the empty host.
    ///
    /// Spec: whatwg#file-state-2, whatwg#file-slash-state-2.2
    fn file_path(&mut self, rest: &'i str) -> Option<()> {
        self.file_authority("");
        self.path(rest, self.out.len())
    }

    /// Begins anew with the scheme and the host of a file URL.
    ///
    /// Spec: whatwg#file-state-1
    fn file_authority(&mut self, host: &str) {
        self.out.clear();
        self.components = Components::default();
        self.append(Component::Scheme, "file");
        self.out.push_str("://");
        self.append(Component::Host, host);
    }

    /// Spec: whatwg#authority-state
    fn authority(&mut self, rest: &'i str) -> Option<()> {
        self.out.push_str("//");
        if self.is_special
            && let Some(rest) = self.usual_host(rest)
        {
            return self.port(rest);
        }
        let mut len = scan_authority(rest, self.is_special);
        let mut credentials = None;
        while rest.as_bytes().get(len) == Some(&b'@') {
            credentials = Some(len);
            len += 1 + scan_authority(rest.get(len + 1..)?, self.is_special);
        }
        let mut buffer = rest;
        if let Some(at) = credentials {
            self.credentials(rest.get(..at)?);
            buffer = rest.get(at + 1..)?;
            len -= at + 1;
        }
        let (host, after) =
            buffer.get(..len)?.split_at_checked(scan_host(buffer, self.is_special).min(len))?;
        // Host-missing, where only a host that is not special may be empty, and nothing before or after it.
        if host.is_empty() && (self.is_special || credentials.is_some() || !after.is_empty()) {
            return None;
        }
        let parsed_host = self.parse_host(host)?;
        self.append(Component::Host, &parsed_host);
        self.port(buffer.get(host.len()..)?)
    }

    /// Host parsing of `buffer`, serialized.
    ///
    /// Spec: whatwg#concept-host-parser, whatwg#concept-host-serializer
    fn parse_host(&mut self, buffer: &'i str) -> Option<Cow<'i, str>> {
        let host = parse_host(buffer, !self.is_special, self.edition, &mut NoTrace);
        host.map(serialize_host).map_err(|rejection| self.fault = Some((buffer, rejection))).ok()
    }

    /// Appends the host that `rest` begins with, if it stands as the host parser would write it, and gives what is behind.
    ///
    /// Spec: whatwg#host-state
    fn usual_host(&mut self, rest: &'i str) -> Option<&'i str> {
        let from = self.input.len() - rest.len();
        let mut room = Room::default();
        let text = &Subject::new(self.input, &mut room);
        let len = scan_canonical_host(text, from, false, self.edition)? - from;
        let (host, after) = rest.split_at_checked(len)?;
        // A colon may be that of credentials.
        let after_port = after.strip_prefix(':').map_or(after, |port| &port[scan_port(port)..]);
        if !matches!(after_port.bytes().next(), None | Some(b'/' | b'\\' | b'?' | b'#')) {
            return None;
        }
        self.append(Component::Host, host);
        Some(after)
    }

    /// Spec: whatwg#authority-state-1.4, whatwg#concept-url-serializer-2.2
    fn credentials(&mut self, buffer: &str) {
        let (username, password) = buffer.split_once(':').unwrap_or((buffer, ""));
        if !username.is_empty() {
            self.append(Component::User, &percent_encode_credential(username));
        }
        if !password.is_empty() {
            self.out.push(':');
            self.append(Component::Password, &percent_encode_credential(password));
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
            let rejection = Rejection::new(Reason::PortNotNumber, whatwg::PORT_STATE_3, Span::whole(c));
            self.fault = Some((c, rejection));
            return None;
        }
        if !buffer.is_empty() {
            let port = parse_port(buffer, &mut NoTrace);
            let port = port.map_err(|rejection| self.fault = Some((buffer, rejection))).ok()?;
            let scheme = self.components.get(Component::Scheme)?.of(self.out);
            if default_port(scheme) != Some(port) {
                self.out.push(':');
                self.append(Component::Port, port);
            }
        }
        self.path_start(rest)
    }

    /// Spec: whatwg#path-start-state
    fn path_start(&mut self, rest: &'i str) -> Option<()> {
        let start = self.out.len();
        match self.strip_slash(rest) {
            Some(rest) => self.path(rest, start),
            None if self.is_special => self.path(rest, start),
            // Nothing else ends an authority.
            None => {
                self.append(Component::Path, "");
                self.query_and_fragment(rest);
                Some(())
            }
        }
    }

    /// Goes on with a path that begins at byte `start` of the result.
    ///
    /// Spec: whatwg#path-state
    fn path(&mut self, rest: &'i str, start: usize) -> Option<()> {
        let (path, rest) = rest.split_at_checked(scan_opaque_path(rest))?;
        write_path(path, self.is_special, self.is_file, start, self.out);
        self.components.set(Component::Path, Span::new(start, self.out.len()));
        self.query_and_fragment(rest);
        // URL serializer 3. No host, and an empty first of many segments: append "/.".
        let needs_guard = self.components.get(Component::Host).is_none()
            && self.out.get(start..).is_some_and(|path| path.starts_with("//"));
        (!needs_guard).then_some(())
    }

    /// Spec: whatwg#query-state, whatwg#fragment-state
    fn query_and_fragment(&mut self, rest: &'i str) {
        let mut rest = rest;
        if let Some(query) = rest.strip_prefix('?') {
            let (query, after) = query.split_at_checked(scan_query(query, false)).unwrap_or((query, ""));
            self.out.push('?');
            let start = self.out.len();
            write_query(query, self.is_special, self.encoding, self.out);
            self.components.set(Component::Query, Span::new(start, self.out.len()));
            rest = after;
        }
        if let Some(fragment) = rest.strip_prefix('#') {
            self.out.push('#');
            let start = self.out.len();
            write_fragment(fragment, self.out);
            self.components.set(Component::Fragment, Span::new(start, self.out.len()));
        }
    }

    /// What is behind a slash, or a reverse solidus where url is special.
    ///
    /// Spec: none (a condition of many states)
    fn strip_slash<'r>(&self, rest: &'r str) -> Option<&'r str> {
        rest.strip_prefix('/').or_else(|| rest.strip_prefix('\\').filter(|_| self.is_special))
    }

    /// Appends `component`.
    ///
    /// Spec: none (a buffer)
    fn append(&mut self, component: Component, text: &str) {
        let start = self.out.len();
        self.out.push_str(text);
        self.components.set(component, Span::new(start, self.out.len()));
    }

    /// Begins anew with base up to its `last` component.
    ///
    /// Spec: none (what states copy from the base)
    fn copy(&mut self, base: Url<&str>, last: Component) {
        self.components = base.shape.components;
        let mut end = base.href.len();
        for component in Component::ALL.into_iter().rev().take_while(|component| *component > last) {
            if let Some(span) = base.shape.components.get(component) {
                self.components.clear(component);
                // Its delimiter stands before it.
                end = span.start as usize - 1;
            }
        }
        self.out.clear();
        self.out.push_str(base.href.get(..end).unwrap_or_default());
    }

    /// Begins anew with base up to its path.
    ///
    /// Spec: whatwg#relative-state-5.1, whatwg#relative-slash-state-3, whatwg#file-slash-state-2.1.1
    fn copy_authority(&mut self, base: Url<&str>) {
        self.components = base.shape.components;
        for component in [Component::Path, Component::Query, Component::Fragment] {
            self.components.clear(component);
        }
        // The path of a URL without a host may have "/." before it.
        let scheme_end =
            base.shape.components.get(Component::Scheme).map_or(0, |scheme| scheme.end as usize + 1);
        let path = base.shape.components.get(Component::Path).map_or(scheme_end, |path| path.start as usize);
        let end = if base.shape.components.get(Component::Host).is_some() { path } else { scheme_end };
        self.out.clear();
        self.out.push_str(base.href.get(..end).unwrap_or_default());
    }

    /// Begins anew with the scheme of base.
    ///
    /// Spec: whatwg#relative-state-2
    fn scheme_of(&mut self, base: Url<&str>) {
        self.out.clear();
        self.components = Components::default();
        self.append(Component::Scheme, base.scheme());
        self.out.push(':');
    }
}

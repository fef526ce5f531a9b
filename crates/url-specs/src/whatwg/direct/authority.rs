//! The states of the authority (credentials, host and port) for the parser in [`super`].

use url_authority::{
    fast::ends_authority,
    whatwg::{parse_port, scan_authority, scan_port, write_credential},
};
use url_core::{
    Component, NoTrace, Output, Reason, Span,
    fast::{Room, Subject},
    sections::whatwg,
};
use url_host::{
    fast::{scan_canonical_host, scan_valid_host},
    whatwg::{scan_host, write_host},
};
use url_scheme::whatwg::default_port;

use super::Writer;

impl<'i, O: Output> Writer<'i, '_, O> {
    /// Spec: whatwg#authority-state
    pub(super) fn authority(&mut self, rest: &'i str) -> Option<()> {
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

    /// The first `len` bytes of `rest` belong to the authority.
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
    pub(super) fn host(&mut self, buffer: &'i str) -> Option<()> {
        let start = self.out.len();
        let written = write_host(buffer, self.kind, self.edition, self.out);
        written.map_err(|rejection| self.fault = Some((buffer, rejection))).ok()?;
        self.components.set(Component::Host, Span::new(start, self.out.len()));
        Some(())
    }

    /// Only for a special URL, and a host that is canonical, or merely valid if no output is kept. Returns
    /// the text after it.
    ///
    /// Spec: whatwg#host-state
    fn usual_host(&mut self, rest: &'i str) -> Option<&'i str> {
        self.special?;
        let from = self.input.len() - rest.len();
        let mut room = Room::default();
        let text = &Subject::new(self.input, &mut room);
        let end = if O::KEEPS {
            scan_canonical_host(text, from, self.kind, self.edition)?
        } else {
            scan_valid_host(text, from, self.kind, self.edition)?
        };
        let (host, after) = rest.split_at_checked(end - from)?;
        // The text before a colon may be credentials.
        let after_port = after.strip_prefix(':').map_or(after, |port| &port[scan_port(port)..]);
        if !ends_authority(after_port.as_bytes().first()) {
            return None;
        }
        self.append(Component::Host, host);
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
    pub(super) fn port(&mut self, rest: &'i str) -> Option<()> {
        let Some(after_colon) = rest.strip_prefix(':') else { return self.path_start(rest) };
        let (buffer, rest) = after_colon.split_at_checked(scan_port(after_colon))?;
        // 3. Otherwise, port-invalid, failure.
        if !matches!(rest.bytes().next(), None | Some(b'/' | b'?' | b'#')) && self.strip_slash(rest).is_none()
        {
            let c = rest.get(..rest.chars().next()?.len_utf8())?;
            return self.fail(c, Reason::PortNotNumber, whatwg::PORT_STATE_3);
        }
        if !buffer.is_empty() {
            let port = parse_port(buffer, &mut NoTrace);
            let port = port.map_err(|rejection| self.fault = Some((buffer, rejection))).ok()?;
            if self.special.and_then(default_port) != Some(port) {
                self.out.push(':');
                self.append(Component::Port, port);
            }
        }
        self.path_start(rest)
    }
}

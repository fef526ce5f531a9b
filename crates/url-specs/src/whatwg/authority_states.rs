//! The states of the authority. Implements whatwg "authority state", "host state", "hostname state" and "port
//! state".

use url_authority::whatwg::{append_credentials, parse_port, scan_authority, scan_port};
use url_core::{Component, Reason, Report, Section, Span, Text, Trace, in_bounds, sections::whatwg};
use url_host::whatwg::scan_host;
use url_scheme::whatwg::special_scheme;

use super::machine::{Flow, Machine, Outcome, State};

impl<T: Trace> Machine<'_, '_, '_, T> {
    /// Spec: whatwg#authority-state
    pub(super) fn authority_state(&mut self) -> Outcome {
        // 3. Otherwise, append c to buffer.
        self.append_to_buffer(whatwg::AUTHORITY_STATE_3, scan_authority(self.rest(), self.kind()));
        // 1. If c is "@", then:
        if self.c() == Some('@') {
            // 1.1. Invalid-credentials.
            self.validation_error(whatwg::AUTHORITY_STATE_1_1, "invalid-credentials", self.place_of_c());
            let mut username = self.url.user.take().unwrap_or_default().into_cow();
            let mut password = self.url.password.take().unwrap_or_default().into_cow();
            // 1.2. If atSignSeen is true, prepend "%40" to buffer.
            // NOTE: this is the "@" before the buffer, which did not end the credentials.
            let end = self.pointer - self.buffer.len();
            let at_sign = self.at_sign_seen.then(|| in_bounds(self.input.get(end.saturating_sub(1)..end)));
            if let Some(at_sign) = at_sign {
                self.step(whatwg::AUTHORITY_STATE_1_2, at_sign, Some("%40"));
            }
            if !self.at_sign_seen {
                self.credentials = end;
            }
            // 1.3. Set atSignSeen to true.
            self.visited(whatwg::AUTHORITY_STATE_1_3);
            self.at_sign_seen = true;
            // 1.4. For each codePoint in buffer, append to username or password.
            if let Some(at_sign) = at_sign {
                // NOTE: the code points of "%40" are reported at the place of the "@".
                let (edition, seen, on) =
                    (self.edition, &mut self.password_token_seen, &mut self.trace.on(at_sign));
                let on = &mut on.at(Span::whole(at_sign));
                append_credentials("%40", &mut username, &mut password, seen, edition, on);
            }
            let had_no_password = !self.password_token_seen;
            let (seen, trace) = (&mut self.password_token_seen, &mut self.trace.on(self.buffer));
            append_credentials(self.buffer, &mut username, &mut password, seen, self.edition, trace);
            if had_no_password && self.password_token_seen {
                self.password_start = end + self.buffer.find(':').map_or(0, |colon| colon + 1);
            }
            let slice = |start: usize, end: usize| in_bounds(self.input.get(start..end));
            let end_of_user =
                if self.password_token_seen { self.password_start.saturating_sub(1) } else { self.pointer };
            self.url.user = Some(Text::built(username, slice(self.credentials, end_of_user)));
            let of_password = slice(self.password_start, self.pointer);
            self.url.password = self.password_token_seen.then(|| Text::built(password, of_password));
            // 1.5. Set buffer to the empty string.
            self.visited(whatwg::AUTHORITY_STATE_1_5);
            self.buffer = "";
            return Ok(self.advance());
        }
        // 2. Otherwise, at the end of the authority:
        // 2.1. atSignSeen and an empty buffer: host-missing, failure.
        if self.at_sign_seen && self.buffer.is_empty() {
            return self.host_missing(whatwg::AUTHORITY_STATE_2_1);
        }
        // 2.2. Go back to the start of buffer, empty it, set state to host state.
        self.step_at_c(whatwg::AUTHORITY_STATE_2);
        self.pointer -= self.buffer.len();
        self.buffer = "";
        Ok(self.reconsume(whatwg::AUTHORITY_STATE_2_2, State::Host))
    }

    /// Spec: whatwg#host-missing
    fn host_missing(&mut self, section: Section) -> Outcome {
        let span = Span::new(self.pointer, self.pointer);
        self.validation_error(section, "host-missing", span);
        Err(self.failure(section, Reason::HostEmpty, span))
    }

    /// Spec: whatwg#host-state
    pub(super) fn host_state(&mut self) -> Outcome {
        // 1. State override and "file": file host state.
        if self.state_override.is_some() && self.url.scheme.as_deref() == Some("file") {
            self.step(whatwg::HOST_STATE_1, self.slice_of_c(), None);
            return Ok(self.go_to(State::FileHost));
        }
        // 4. Otherwise:
        // 4.1. and 4.2. "[" and "]" set insideBrackets, which `scan_host` has.
        let (rest, kind) = (self.rest(), self.kind());
        let len = scan_host(rest, kind, &mut self.trace.on(rest));
        // 4.3. Append c to buffer.
        self.append_to_buffer(whatwg::HOST_STATE_4_3, len);
        // 2. Otherwise, if c is ":" and insideBrackets is false:
        if self.c() == Some(':') {
            // 2.1. If buffer is the empty string: host-missing, failure.
            if self.buffer.is_empty() {
                return self.host_missing(whatwg::HOST_STATE_2_1);
            }
            // 2.2. State override is hostname state: return failure.
            if self.state_override == Some(State::Hostname) {
                let span = self.place_of_c();
                return Err(self.failure(whatwg::HOST_STATE_2_2, Reason::HostHoldsPort, span));
            }
            self.trace.found(Component::Host, self.buffer);
            // 2.3. Let host be the result of host parsing buffer.
            self.step(whatwg::HOST_STATE_2_3, self.buffer, None);
            // 2.4. If host is failure, return failure.
            let host = self.parse_host(self.buffer, whatwg::HOST_STATE_2_4)?;
            self.step(whatwg::HOST_STATE_2_5, self.buffer, Some(&host));
            // 2.5. Set url's host, empty buffer, set state to port state.
            self.url.host = Some(host);
            self.buffer = "";
            self.state = State::Port;
            return Ok(self.advance());
        }
        // 3. Otherwise, at the end of the host, decrease pointer by 1, and:
        // 3.1. Special and an empty buffer: host-missing, failure.
        if self.buffer.is_empty() && self.is_special() {
            return self.host_missing(whatwg::HOST_STATE_3_1);
        }
        // 3.2. State override, empty buffer, and credentials or a port: return failure.
        if self.state_override.is_some()
            && self.buffer.is_empty()
            && (self.includes_credentials() || self.url.port.is_some())
        {
            let span = self.place_of_c();
            return Err(self.failure(whatwg::HOST_STATE_3_2, Reason::NoCredentialsOrPort, span));
        }
        self.trace.found(Component::Host, self.buffer);
        // 3.3. Let host be the result of host parsing buffer.
        self.step(whatwg::HOST_STATE_3_3, self.buffer, None);
        // 3.4. If host is failure, return failure.
        let host = self.parse_host(self.buffer, whatwg::HOST_STATE_3_4)?;
        self.step(whatwg::HOST_STATE_3_5, self.buffer, Some(&host));
        // 3.5. Set url's host, empty buffer, set state to path start state.
        self.url.host = Some(host);
        self.buffer = "";
        // 3.6. If state override is given, return.
        if self.state_override.is_some() {
            self.visited(whatwg::HOST_STATE_3_6);
            return Ok(Flow::Return);
        }
        Ok(self.go_to(State::PathStart))
    }

    /// Spec: whatwg#port-state
    pub(super) fn port_state(&mut self) -> Outcome {
        // 1. Append ASCII digits to buffer.
        self.append_to_buffer(whatwg::PORT_STATE_1, scan_port(self.rest()));
        self.trace.found(Component::Port, self.buffer);
        let at_end = self.at_slash() || matches!(self.c(), None | Some('?' | '#'));
        // 2. Otherwise, at the end of the port or with a state override:
        if at_end || self.state_override.is_some() {
            let buffer = self.buffer;
            // 2.1. If buffer is not the empty string:
            if buffer.is_empty() {
                self.step(whatwg::PORT_STATE_2_1, buffer, None);
            } else {
                let port = parse_port(buffer, &mut self.trace.on(buffer));
                let port = port.map_err(|rejection| self.trace.place(buffer, rejection))?;
                // 2.1.3. Set url's port to null if it is the default one, else to port.
                let scheme = self.url.scheme.as_deref().unwrap_or_default();
                let is_default = special_scheme(scheme, self.edition).1 == Some(port);
                self.url.port = (!is_default).then_some(port.into());
                let made = if is_default { "" } else { port };
                self.trace.step(whatwg::PORT_STATE_2_1_3, buffer, Some(made));
                // 2.1.4. Set buffer to the empty string.
                self.visited(whatwg::PORT_STATE_2_1_4);
                self.buffer = "";
                // 2.1.5. If state override is given, return.
                if self.state_override.is_some() {
                    self.visited(whatwg::PORT_STATE_2_1_5);
                    return Ok(Flow::Return);
                }
            }
            // 2.2. If state override is given, return failure.
            if self.state_override.is_some() {
                let span = self.place_of_c();
                return Err(self.failure(whatwg::PORT_STATE_2_2, Reason::PortNotNumber, span));
            }
            // 2.3. Set state to path start state, decrease pointer by 1.
            return Ok(self.reconsume(whatwg::PORT_STATE_2_3, State::PathStart));
        }
        // 3. Otherwise, port-invalid, failure.
        let (section, span) = (whatwg::PORT_STATE_3, self.place_of_c());
        self.validation_error(section, "port-invalid", span);
        Err(self.failure(section, Reason::PortNotNumber, span))
    }
}

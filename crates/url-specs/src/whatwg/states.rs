//! The states of the basic URL parser of the URL Standard, from "scheme start state" on.
//!
//! Helpers, not in a spec: `append_lower_case`, `is_drive_letter`, `copied_of_base`, `start_query`,
//! `start_fragment`, `leave_path_empty`.

use std::borrow::Cow;

use url_authority::whatwg::{append_credentials, parse_port_traced, scan_authority, scan_port};
use url_core::{
    Component, Parsed, Reason, Report, Section, Span, Text, Trace, in_bounds, sections::whatwg,
    to_ascii_lower_case,
};
use url_host::whatwg::{scan_file_host, scan_host};
use url_path::whatwg::{
    encode_opaque_path, encode_segment, first_segment, is_double_dot, is_normalized_windows_drive_letter,
    is_single_dot, is_windows_drive_letter, normalize_windows_drive_letter, scan_opaque_path, scan_segment,
    scan_segment_of_path, starts_with_windows_drive_letter,
};
use url_query::whatwg::{encode_fragment_traced, encode_query_traced, scan_query};
use url_scheme::whatwg::{scan_scheme, special_scheme};

use super::machine::{Flow, Machine, Outcome, State};

impl<'m, 'a, T: Trace> Machine<'m, 'a, '_, T> {
    /// Spec: whatwg#scheme-start-state
    pub(super) fn scheme_start_state(&mut self) -> Outcome {
        // 1. If c is an ASCII alpha, append it to buffer, set state to scheme state.
        if self.c().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.append_lower_case(whatwg::SCHEME_START_STATE_1, 1);
            return Ok(self.go_to(State::Scheme));
        }
        // 2. Otherwise, without state override, set state to no scheme state.
        if self.state_override.is_none() {
            return Ok(self.reconsume(whatwg::SCHEME_START_STATE_2, State::NoScheme));
        }
        // 3. Otherwise, return failure.
        Err(self.failure(whatwg::SCHEME_START_STATE_3, Reason::SchemeCharacter, self.place_of_c()))
    }

    /// Spec: whatwg#scheme-state
    pub(super) fn scheme_state(&mut self) -> Outcome {
        // 1. Append ASCII alphanumerics, "+", "-" and ".", lowercased, to buffer.
        self.append_lower_case(whatwg::SCHEME_STATE_1, scan_scheme(self.rest()));
        // 2. Otherwise, if c is ":", then:
        if self.c() == Some(':') {
            let buffer = to_ascii_lower_case(self.buffer);
            return match self.state_override {
                Some(_) => self.override_scheme(buffer),
                None if self.is_drive_letter() => Ok(self.start_drive()),
                None => Ok(self.set_scheme(buffer)),
            };
        }
        // 3. Otherwise, without state override, start over in the no scheme state.
        if self.state_override.is_none() {
            self.buffer = "";
            self.pointer = 0;
            return Ok(self.reconsume(whatwg::SCHEME_STATE_3, State::NoScheme));
        }
        // 4. Otherwise, return failure.
        Err(self.failure(whatwg::SCHEME_STATE_4, Reason::SchemeCharacter, self.place_of_c()))
    }

    fn is_drive_letter(&self) -> bool {
        self.edition.has_drive_letters() && self.buffer.len() == 1 && self.remaining_starts_with("\\")
    }

    /// Spec: whatwg#scheme-state-2.2
    #[cold]
    fn start_drive(&mut self) -> Flow {
        self.step(whatwg::SCHEME_STATE_2_2, self.buffer, Some("file"));
        self.url.scheme = Some(Text::built("file", self.buffer));
        self.url.host = Some(self.slice(0).into());
        self.buffer = "";
        self.pointer = 0;
        self.go_to(State::Path)
    }

    /// Appends `len` bytes to the buffer unchanged, but reports them to the trace in lower case.
    fn append_lower_case(&mut self, section: Section, len: usize) {
        let run = self.slice(len);
        self.extend_buffer(len);
        if T::ENABLED && !run.is_empty() {
            match to_ascii_lower_case(self.buffer) {
                Cow::Borrowed(_) => self.trace.visited(section, run),
                Cow::Owned(buffer) => self.step(section, run, Some(&buffer)),
            }
        }
    }

    /// Sets the scheme for a setter. Returns a rejection with the reason if the steps refuse the new scheme.
    ///
    /// Spec: whatwg#scheme-state
    fn override_scheme(&mut self, buffer: Cow<'a, str>) -> Outcome {
        let refuse = |section, reason| Err(self.failure(section, reason, Span::new(0, self.pointer)));
        let (kind, default_port) = special_scheme(&buffer, self.edition);
        // 2.1. If state override is given, then:
        // 2.1.1. url special, buffer not: return.
        if self.is_special() && !kind.is_special() {
            return refuse(whatwg::SCHEME_STATE_2_1_1, Reason::SpecialSchemeExchanged);
        }
        // 2.1.2. url not special, buffer special: return.
        if !self.is_special() && kind.is_special() {
            return refuse(whatwg::SCHEME_STATE_2_1_2, Reason::SpecialSchemeExchanged);
        }
        // 2.1.3. Credentials or a port, and buffer "file": return.
        if (self.includes_credentials() || self.url.port.is_some()) && buffer == "file" {
            return refuse(whatwg::SCHEME_STATE_2_1_3, Reason::FileSchemeExchanged);
        }
        // 2.1.4. A "file" URL with an empty host: return.
        // NOTE: setting it to "file" would change nothing.
        if self.url.scheme.as_deref() == Some("file")
            && self.url.host.as_deref() == Some("")
            && buffer != "file"
        {
            return refuse(whatwg::SCHEME_STATE_2_1_4, Reason::FileSchemeExchanged);
        }
        // 2.2. Set url's scheme to buffer.
        self.step(whatwg::SCHEME_STATE_2_2, Text::built(&*buffer, self.buffer), Some(&buffer));
        // 2.3. If state override is given, then:
        // 2.3.1. The scheme's default port: set url's port to null.
        if self
            .url
            .port
            .take_if(|port| default_port.is_some_and(|default| port.parse() == Ok(default)))
            .is_some()
        {
            self.visited(whatwg::SCHEME_STATE_2_3_1);
        }
        self.url.scheme = Some(Text::built(buffer, self.buffer));
        // 2.3.2. Return.
        self.visited(whatwg::SCHEME_STATE_2_3_2);
        Ok(Flow::Return)
    }

    /// Spec: whatwg#scheme-state
    fn set_scheme(&mut self, buffer: Cow<'a, str>) -> Flow {
        self.trace.found(Component::Scheme, self.buffer);
        // 2.2. Set url's scheme to buffer.
        self.step(whatwg::SCHEME_STATE_2_2, Text::built(&*buffer, self.buffer), Some(&buffer));
        let is_file = buffer == "file";
        self.url.scheme = Some(Text::built(buffer, self.buffer));
        // 2.4. Set buffer to the empty string.
        self.visited(whatwg::SCHEME_STATE_2_4);
        let scheme = std::mem::take(&mut self.buffer);
        // 2.5. If url's scheme is "file", then:
        self.trace.decide(whatwg::SCHEME_STATE_2_5, scheme, is_file);
        if is_file {
            // 2.5.1. No "//" follows: special-scheme-missing-following-solidus.
            if !self.remaining_starts_with("//") {
                let name = "special-scheme-missing-following-solidus";
                self.validation_error(whatwg::SCHEME_STATE_2_5_1, name, self.place_of_c());
            }
            // 2.5.2. Set state to file state.
            return self.enter(whatwg::SCHEME_STATE_2_5_2, State::File);
        }
        if self.is_special() {
            // 2.6. Otherwise, special, and base has the same scheme:
            let has_scheme_of_base = self.base.is_some_and(|base| base.scheme == self.url.scheme);
            self.trace.decide(whatwg::SCHEME_STATE_2_6, scheme, has_scheme_of_base);
            if has_scheme_of_base {
                // 2.6.1. Assert: base is special.
                self.visited(whatwg::SCHEME_STATE_2_6_1);
                // 2.6.2. Set state to special relative or authority state.
                return self.enter(whatwg::SCHEME_STATE_2_6_2, State::SpecialRelativeOrAuthority);
            }
            // 2.7. Otherwise, special: special authority slashes state.
            return self.enter(whatwg::SCHEME_STATE_2_7, State::SpecialAuthoritySlashes);
        }
        // 2.8. Otherwise, if "/" follows: path or authority state, past it.
        if self.remaining_starts_with("/") {
            self.advance();
            return self.pass(whatwg::SCHEME_STATE_2_8, 1, State::PathOrAuthority);
        }
        // 2.9. Otherwise, an empty path, and opaque path state.
        self.url.path = Some(self.slice(0).into());
        self.url.hierarchical = false;
        self.advance();
        match self.rest() {
            rest if rest.is_empty() || rest.starts_with(['?', '#']) => {
                self.step(whatwg::SCHEME_STATE_2_9, &rest[..0], Some(""));
            }
            rest => self.step(whatwg::SCHEME_STATE_2_9, rest, None),
        }
        self.go_to(State::OpaquePath)
    }

    /// Spec: whatwg#no-scheme-state
    pub(super) fn no_scheme_state(&mut self) -> Outcome {
        let at_fragment = self.c() == Some('#');
        let base = self.base.filter(|base| base.hierarchical || at_fragment);
        let Some(base) = base else {
            // 1. No base, or an opaque path and no "#": missing-scheme-non-relative-URL, failure.
            let (section, span) = (whatwg::NO_SCHEME_STATE_1, Span::whole(self.input));
            self.validation_error(section, "missing-scheme-non-relative-URL", span);
            let reason = if self.base.is_some() { Reason::OpaqueBase } else { Reason::MissingScheme };
            return Err(self.failure(section, reason, span));
        };
        // 2. Otherwise, an opaque path and "#": all of base but its fragment, fragment state.
        if !base.hierarchical {
            self.url.scheme.clone_from(&base.scheme);
            self.url.path.clone_from(&base.path);
            self.url.hierarchical = false;
            self.url.query.clone_from(&base.query);
            let copied = [Component::Scheme, Component::Path, Component::Query];
            self.copied_of_base(whatwg::NO_SCHEME_STATE_2, base, &copied);
            self.url.fragment = Some(self.slice(0).into());
            return Ok(self.pass(whatwg::NO_SCHEME_STATE_2, 1, State::Fragment));
        }
        // 3. Otherwise, if base's scheme is not "file": relative state.
        if base.scheme.as_deref() != Some("file") {
            return Ok(self.reconsume(whatwg::NO_SCHEME_STATE_3, State::Relative));
        }
        // 4. Otherwise: file state.
        Ok(self.reconsume(whatwg::NO_SCHEME_STATE_4, State::File))
    }

    /// Spec: whatwg#special-relative-or-authority-state
    pub(super) fn special_relative_or_authority_state(&mut self) -> Flow {
        // 1. If "//" is here: special authority ignore slashes state, past it.
        if self.c() == Some('/') && self.remaining_starts_with("/") {
            let section = whatwg::SPECIAL_RELATIVE_OR_AUTHORITY_STATE_1;
            return self.pass(section, 2, State::SpecialAuthorityIgnoreSlashes);
        }
        // 2. Otherwise, special-scheme-missing-following-solidus: relative state.
        self.missing_following_solidus(whatwg::SPECIAL_RELATIVE_OR_AUTHORITY_STATE_2);
        self.go_to(State::Relative)
    }

    /// Spec: whatwg#special-scheme-missing-following-solidus
    fn missing_following_solidus(&mut self, section: Section) {
        self.validation_error(section, "special-scheme-missing-following-solidus", self.place_of_c());
        self.step(section, self.slice_of_c(), None);
    }

    /// Spec: whatwg#invalid-reverse-solidus
    fn invalid_reverse_solidus(&mut self, section: Section) {
        if self.c() == Some('\\') {
            self.validation_error(section, "invalid-reverse-solidus", self.place_of_c());
        }
    }

    /// Spec: whatwg#path-or-authority-state
    pub(super) fn path_or_authority_state(&mut self) -> Flow {
        // 1. If c is "/": authority state.
        if self.c() == Some('/') {
            return self.pass(whatwg::PATH_OR_AUTHORITY_STATE_1, 1, State::Authority);
        }
        // 2. Otherwise: path state.
        self.step(whatwg::PATH_OR_AUTHORITY_STATE_2, self.slice_of_c(), None);
        self.found_slash_before();
        self.go_to(State::Path)
    }

    /// Spec: whatwg#relative-state
    pub(super) fn relative_state(&mut self) -> Flow {
        // 1. Assert: base's scheme is not "file".
        let Some(base) = self.base else { return Flow::Return };
        self.visited(whatwg::RELATIVE_STATE_1);
        // 2. Set url's scheme to base's.
        self.url.scheme.clone_from(&base.scheme);
        self.copied_of_base(whatwg::RELATIVE_STATE_2, base, &[Component::Scheme]);
        // 3. If c is "/": relative slash state.
        if self.c() == Some('/') {
            return self.enter(whatwg::RELATIVE_STATE_3, State::RelativeSlash);
        }
        // 4. Otherwise, special and "\": invalid-reverse-solidus, relative slash state.
        if self.at_slash() {
            self.invalid_reverse_solidus(whatwg::RELATIVE_STATE_4);
            self.step(whatwg::RELATIVE_STATE_4, self.slice_of_c(), None);
            return self.enter(whatwg::RELATIVE_STATE_4, State::RelativeSlash);
        }
        // 5. Otherwise:
        // 5.1. Set username, password, host, port, path and query to base's.
        self.url.take_authority_of(base);
        self.copied_of_base(whatwg::RELATIVE_STATE_5_1, base, &Component::ALL[1..7]);
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        match self.c() {
            // 5.2. If c is "?": an empty query, query state.
            Some('?') => self.start_query(whatwg::RELATIVE_STATE_5_2),
            // 5.3. Otherwise, "#": an empty fragment, fragment state.
            Some('#') => self.start_fragment(whatwg::RELATIVE_STATE_5_3),
            // 5.4. Otherwise, if c is not the EOF code point:
            Some(_) => {
                // 5.4.1. Set url's query to null.
                let query = self.url.query.take();
                self.trace.removes(whatwg::RELATIVE_STATE_5_4_1, query.as_ref(), self.slice_of_c());
                // 5.4.2. Shorten url's path.
                self.visited(whatwg::RELATIVE_STATE_5_4_2);
                self.shorten();
                // 5.4.3. Set state to path state, decrease pointer by 1.
                self.reconsume(whatwg::RELATIVE_STATE_5_4_3, State::Path)
            }
            None => self.advance(),
        }
    }

    fn copied_of_base(&mut self, section: Section, base: &'m Parsed<'a>, components: &[Component]) {
        if T::ENABLED {
            let path = base.path.as_deref().filter(|_| components.contains(&Component::Path));
            self.segments.extend(path.unwrap_or_default().split('/').skip(1));
            for &component in components {
                self.trace.step_on(section, base.part(component));
                if let Some(text) = base.part(component) {
                    self.trace.found(component, text);
                }
            }
        }
    }

    fn start_query(&mut self, section: Section) -> Flow {
        // The new query replaces the query that was copied from the base.
        let empty = &self.rest()[1..1];
        match self.url.query.replace(empty.into()).filter(|query| !query.is_empty()) {
            Some(query) => self.step(section, &query, Some("")),
            None => self.step(section, empty, Some("")),
        }
        self.pass(section, 1, State::Query)
    }

    fn start_fragment(&mut self, section: Section) -> Flow {
        let empty = &self.rest()[1..1];
        self.url.fragment = Some(empty.into());
        self.step(section, empty, Some(""));
        self.pass(section, 1, State::Fragment)
    }

    /// Spec: whatwg#relative-slash-state
    pub(super) fn relative_slash_state(&mut self) -> Flow {
        // 1. If url is special and c is "/" or "\", then:
        if self.is_special() && self.at_slash() {
            // 1.1. If c is "\": invalid-reverse-solidus.
            self.invalid_reverse_solidus(whatwg::RELATIVE_SLASH_STATE_1_1);
            // 1.2. Set state to special authority ignore slashes state.
            return self.pass(whatwg::RELATIVE_SLASH_STATE_1_2, 1, State::SpecialAuthorityIgnoreSlashes);
        }
        // 2. Otherwise, if c is "/": authority state.
        if self.c() == Some('/') {
            return self.pass(whatwg::RELATIVE_SLASH_STATE_2, 1, State::Authority);
        }
        // 3. Otherwise, username, password, host and port of base, path state.
        if let Some(base) = self.base {
            self.url.take_authority_of(base);
            self.copied_of_base(whatwg::RELATIVE_SLASH_STATE_3, base, &Component::ALL[1..5]);
        }
        self.found_slash_before();
        self.go_to(State::Path)
    }

    /// Spec: whatwg#special-authority-slashes-state
    pub(super) fn special_authority_slashes_state(&mut self) -> Flow {
        // 1. If "//" is here: special authority ignore slashes state, past it.
        if self.c() == Some('/') && self.remaining_starts_with("/") {
            let section = whatwg::SPECIAL_AUTHORITY_SLASHES_STATE_1;
            return self.pass(section, 2, State::SpecialAuthorityIgnoreSlashes);
        }
        // 2. Otherwise, special-scheme-missing-following-solidus, the same state.
        self.missing_following_solidus(whatwg::SPECIAL_AUTHORITY_SLASHES_STATE_2);
        self.go_to(State::SpecialAuthorityIgnoreSlashes)
    }

    /// Spec: whatwg#special-authority-ignore-slashes-state
    pub(super) fn special_authority_ignore_slashes_state(&mut self) -> Flow {
        // 1. If c is neither "/" nor "\": authority state.
        if !matches!(self.c(), Some('/' | '\\')) {
            self.step(whatwg::SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE_1, self.slice_of_c(), None);
            return self.go_to(State::Authority);
        }
        // 2. Otherwise, special-scheme-missing-following-solidus.
        self.missing_following_solidus(whatwg::SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE_2);
        self.advance()
    }

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
                // NOTE: the place of the code points "%40" is that of the "@" that they replace.
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
                return Err(self.failure(whatwg::HOST_STATE_2_2, Reason::HostHoldsPort, self.place_of_c()));
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
            return Err(self.failure(whatwg::HOST_STATE_3_2, Reason::NoCredentialsOrPort, self.place_of_c()));
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
                let port = parse_port_traced(buffer, &mut self.trace.on(buffer));
                let (port, number) = port.map_err(|rejection| self.trace.place(buffer, rejection))?;
                // 2.1.3. Set url's port to null if it is the default one, else to port.
                let scheme = self.url.scheme.as_deref().unwrap_or_default();
                let is_default = special_scheme(scheme, self.edition).1 == Some(number);
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
                return Err(self.failure(whatwg::PORT_STATE_2_2, Reason::PortNotNumber, self.place_of_c()));
            }
            // 2.3. Set state to path start state, decrease pointer by 1.
            return Ok(self.reconsume(whatwg::PORT_STATE_2_3, State::PathStart));
        }
        // 3. Otherwise, port-invalid, failure.
        let (section, span) = (whatwg::PORT_STATE_3, self.place_of_c());
        self.validation_error(section, "port-invalid", span);
        Err(self.failure(section, Reason::PortNotNumber, span))
    }

    /// Spec: whatwg#file-state
    pub(super) fn file_state(&mut self) -> Flow {
        // 1. Set url's scheme to "file".
        match self.url.scheme {
            None => self.step(whatwg::FILE_STATE_1, self.slice(0), Some("file")),
            Some(_) => self.visited(whatwg::FILE_STATE_1),
        }
        let scheme = self.url.scheme.take();
        let origin = scheme.map_or(self.slice(0), |scheme| scheme.origin());
        self.url.scheme = Some(Text::built("file", origin));
        // 2. Set url's host to the empty string.
        self.step(whatwg::FILE_STATE_2, self.slice(0), Some(""));
        self.url.host = Some(self.slice(0).into());
        // 3. If c is "/" or "\", then:
        if matches!(self.c(), Some('/' | '\\')) {
            // 3.1. If c is "\": invalid-reverse-solidus.
            self.invalid_reverse_solidus(whatwg::FILE_STATE_3_1);
            self.step(whatwg::FILE_STATE_3, self.slice_of_c(), None);
            // 3.2. Set state to file slash state.
            return self.pass(whatwg::FILE_STATE_3_2, 1, State::FileSlash);
        }
        // 4. Otherwise, base's scheme is "file":
        let base = self.base.filter(|base| base.scheme.as_deref() == Some("file"));
        self.trace.decide(whatwg::FILE_STATE_4, self.slice_of_c(), base.is_some());
        let Some(base) = base else {
            // 5. Otherwise: path state.
            self.step(whatwg::FILE_STATE_5, self.slice_of_c(), None);
            return self.go_to(State::Path);
        };
        // 4.1. Set host, path and query to base's.
        self.url.host.clone_from(&base.host);
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        let copied = [Component::Host, Component::Path, Component::Query];
        self.copied_of_base(whatwg::FILE_STATE_4_1, base, &copied);
        match self.c() {
            // 4.2. If c is "?": an empty query, query state.
            Some('?') => self.start_query(whatwg::FILE_STATE_4_2),
            // 4.3. Otherwise, "#": an empty fragment, fragment state.
            Some('#') => self.start_fragment(whatwg::FILE_STATE_4_3),
            // 4.4. Otherwise, if c is not the EOF code point:
            Some(_) => {
                // 4.4.1. Set url's query to null.
                let query = self.url.query.take();
                self.trace.removes(whatwg::FILE_STATE_4_4_1, query.as_ref(), self.slice_of_c());
                if starts_with_windows_drive_letter(self.rest()) {
                    // 4.4.3. Otherwise:
                    // 4.4.3.1. File-invalid-Windows-drive-letter.
                    let span = Span::new(self.pointer, self.pointer + 2);
                    let section = whatwg::FILE_STATE_4_4_3_1;
                    self.validation_error(section, "file-invalid-Windows-drive-letter", span);
                    // 4.4.3.2. Set url's path to an empty list.
                    self.step(whatwg::FILE_STATE_4_4_3_2, &base.path, Some(""));
                    self.url.path = None;
                    self.segments.clear();
                } else {
                    // 4.4.2. No Windows drive letter here: shorten url's path.
                    self.visited(whatwg::FILE_STATE_4_4_2);
                    self.shorten();
                }
                // 4.4.4. Set state to path state, decrease pointer by 1.
                self.reconsume(whatwg::FILE_STATE_4_4_4, State::Path)
            }
            None => self.advance(),
        }
    }

    /// Spec: whatwg#file-slash-state
    pub(super) fn file_slash_state(&mut self) -> Flow {
        // 1. If c is "/" or "\", then:
        if matches!(self.c(), Some('/' | '\\')) {
            // 1.1. If c is "\": invalid-reverse-solidus.
            self.invalid_reverse_solidus(whatwg::FILE_SLASH_STATE_1_1);
            self.step(whatwg::FILE_SLASH_STATE_1, self.slice_of_c(), None);
            // 1.2. Set state to file host state.
            return self.pass(whatwg::FILE_SLASH_STATE_1_2, 1, State::FileHost);
        }
        // 2. Otherwise:
        // 2.1. If base's scheme is "file", then:
        let base = self.base.filter(|base| base.scheme.as_deref() == Some("file"));
        self.trace.decide(whatwg::FILE_SLASH_STATE_2_1, self.slice_of_c(), base.is_some());
        if let Some(base) = base {
            // 2.1.1. Set url's host to base's.
            self.url.host.clone_from(&base.host);
            self.trace.step_on(whatwg::FILE_SLASH_STATE_2_1_1, base.host.as_ref());
            // 2.1.2. No Windows drive letter here, but in base's path: append that.
            let first = base.path.as_deref().and_then(first_segment);
            if let Some(drive) = first.filter(|first| is_normalized_windows_drive_letter(first))
                && !starts_with_windows_drive_letter(self.rest())
            {
                self.append_segment(drive, drive);
                self.step(whatwg::FILE_SLASH_STATE_2_1_2, drive, Some(drive));
            }
        }
        // 2.2. Set state to path state, decrease pointer by 1.
        self.found_slash_before();
        self.reconsume(whatwg::FILE_SLASH_STATE_2_2, State::Path)
    }

    /// Spec: whatwg#file-host-state
    pub(super) fn file_host_state(&mut self) -> Outcome {
        // 2. Otherwise, append c to buffer.
        self.append_to_buffer(whatwg::FILE_HOST_STATE_2, scan_file_host(self.rest()));
        // 1. At the end of the host, decrease pointer by 1 and then:
        let has_override = self.state_override.is_some();
        // 1.1. A Windows drive letter: file-invalid-Windows-drive-letter-host, path state.
        if !has_override && is_windows_drive_letter(self.buffer) {
            let span = Span::new(self.pointer - self.buffer.len(), self.pointer);
            let section = whatwg::FILE_HOST_STATE_1_1;
            self.validation_error(section, "file-invalid-Windows-drive-letter-host", span);
            self.step(section, self.buffer, None);
            self.trace.found(Component::Path, self.buffer);
            return Ok(self.go_to(State::Path));
        }
        // 1.2. Otherwise, if buffer is the empty string, then:
        if self.buffer.is_empty() {
            // 1.2.1. Set url's host to the empty string.
            self.trace.found(Component::Host, self.buffer);
            self.url.host = Some(self.buffer.into());
            self.step(whatwg::FILE_HOST_STATE_1_2_1, self.buffer, Some(""));
            // 1.2.2. If state override is given, return.
            if has_override {
                self.visited(whatwg::FILE_HOST_STATE_1_2_2);
                return Ok(Flow::Return);
            }
            // 1.2.3. Set state to path start state.
            return Ok(self.reconsume(whatwg::FILE_HOST_STATE_1_2_3, State::PathStart));
        }
        // 1.3. Otherwise, run these steps:
        self.trace.found(Component::Host, self.buffer);
        // 1.3.1. Let host be the result of host parsing buffer.
        self.step(whatwg::FILE_HOST_STATE_1_3_1, self.buffer, None);
        // 1.3.2. If host is failure, return failure.
        let host = self.parse_host(self.buffer, whatwg::FILE_HOST_STATE_1_3_2)?;
        // 1.3.3. If host is "localhost", set it to the empty string.
        let host = if *host == *"localhost" {
            self.step(whatwg::FILE_HOST_STATE_1_3_3, &host, Some(""));
            Text::built("", self.buffer)
        } else {
            host
        };
        // 1.3.4. Set url's host to host.
        self.step(whatwg::FILE_HOST_STATE_1_3_4, self.buffer, Some(&host));
        self.url.host = Some(host);
        // 1.3.5. If state override is given, return.
        if has_override {
            self.visited(whatwg::FILE_HOST_STATE_1_3_5);
            return Ok(Flow::Return);
        }
        // 1.3.6. Empty buffer, set state to path start state.
        self.buffer = "";
        Ok(self.reconsume(whatwg::FILE_HOST_STATE_1_3_6, State::PathStart))
    }

    /// Spec: whatwg#path-start-state
    pub(super) fn path_start_state(&mut self) -> Flow {
        let has_override = self.state_override.is_some();
        self.path_start = Some(self.pointer);
        if T::ENABLED {
            self.trace.found(Component::Path, self.slice(usize::from(self.at_slash())));
        }
        // 1. If url is special, then:
        if self.is_special() {
            // 1.1. If c is "\": invalid-reverse-solidus.
            self.invalid_reverse_solidus(whatwg::PATH_START_STATE_1_1);
            // 1.2. Set state to path state.
            self.step_at_c(whatwg::PATH_START_STATE_1_2);
            self.state = State::Path;
            // 1.3. If c is neither "/" nor "\", decrease pointer by 1.
            if !self.at_slash() {
                return self.reconsume(whatwg::PATH_START_STATE_1_3, State::Path);
            }
            return self.advance();
        }
        match self.c() {
            // 2. Otherwise, no state override and "?": an empty query, query state.
            Some('?') if !has_override => {
                self.leave_path_empty(whatwg::PATH_START_STATE_2);
                self.start_query(whatwg::PATH_START_STATE_2)
            }
            // 3. Otherwise, no state override and "#": an empty fragment, fragment state.
            Some('#') if !has_override => {
                self.leave_path_empty(whatwg::PATH_START_STATE_3);
                self.start_fragment(whatwg::PATH_START_STATE_3)
            }
            // 4. Otherwise, if c is not the EOF code point:
            // 4.1. Set state to path state.
            Some('/') => self.enter(whatwg::PATH_START_STATE_4_1, State::Path),
            // 4.2. If c is not "/", decrease pointer by 1.
            Some(_) => {
                self.visited(whatwg::PATH_START_STATE_4_1);
                self.reconsume(whatwg::PATH_START_STATE_4_2, State::Path)
            }
            // 5. Otherwise, state override and a null host: append the empty string.
            None if has_override && self.url.host.is_none() => {
                self.visited(whatwg::PATH_START_STATE_5);
                self.append_segment("", "");
                self.advance()
            }
            // NOTE: in all other cases the path stays empty.
            None => {
                self.trace.decide(whatwg::PATH_START_STATE_5, self.slice(0), false);
                self.advance()
            }
        }
    }

    fn leave_path_empty(&mut self, section: Section) {
        self.step(section, self.slice(0), None);
    }

    /// Spec: whatwg#path-state
    pub(super) fn path_state(&mut self) -> Flow {
        // 2. Otherwise, run these steps:
        // NOTE: `encode_segment` runs these steps.
        let has_override = self.state_override.is_some();
        let scan = if has_override { scan_segment_of_path } else { scan_segment };
        self.path_start.get_or_insert(self.pointer);
        let run = self.take(scan(self.rest(), self.kind()));
        if T::ENABLED {
            // The slash after the segment is also part of the path.
            self.trace.found(Component::Path, run);
            if self.at_slash() {
                self.trace.found(Component::Path, self.slice_of_c());
            }
        }
        // If the file host state left a drive letter in the buffer, the drive letter is the segment.
        let mut buffer = match self.buffer {
            "" => encode_segment(run, self.edition, &mut self.trace.on(run)),
            drive_letter => Cow::Borrowed(drive_letter),
        };
        let run = if self.buffer.is_empty() { run } else { self.buffer };
        // 1. At the end of the segment:
        // 1.1. Special and "\": invalid-reverse-solidus.
        if self.is_special() && self.c() == Some('\\') {
            self.invalid_reverse_solidus(whatwg::PATH_STATE_1_1);
            self.step(whatwg::PATH_STATE_1, self.slice_of_c(), None);
        }
        // 1.2. If buffer is a double-dot URL path segment, then:
        if is_double_dot(&buffer) {
            // 1.2.1. Shorten url's path.
            self.step(whatwg::PATH_STATE_1_2_1, run, Some(""));
            self.shorten();
            // 1.2.2. No slash here: append the empty string.
            if !self.at_slash() {
                self.step(whatwg::PATH_STATE_1_2_2, &run[run.len()..], Some(""));
                self.append_segment("", run);
            }
        } else if is_single_dot(&buffer) {
            // 1.3. Otherwise, a single-dot segment and no slash here: append the empty string.
            // NOTE: before a slash the segment is omitted, because step 1.4 only appends other segments.
            let is_last = !self.at_slash();
            if is_last {
                self.append_segment("", run);
            }
            self.step(if is_last { whatwg::PATH_STATE_1_3 } else { whatwg::PATH_STATE_1_4 }, run, Some(""));
        } else {
            // 1.4. Otherwise, if buffer is not a single-dot URL path segment:
            let is_file = self.url.scheme.as_deref() == Some("file");
            let is_first = self.url.path.as_deref().is_none_or(str::is_empty);
            // 1.4.1. A first Windows drive letter of a "file" URL gets a colon.
            if is_file && is_first && is_windows_drive_letter(&buffer) {
                let drive_letter = normalize_windows_drive_letter(&buffer);
                self.trace.on(run).change(whatwg::PATH_STATE_1_4_1, Span::whole(run), run, &drive_letter);
                buffer = Cow::Owned(drive_letter.into_owned());
            }
            // 1.4.2. Append buffer to url's path.
            self.append_segment(&buffer, run);
            self.trace.on(run).step(whatwg::PATH_STATE_1_4_2, Span::whole(run), &buffer, Some(&buffer));
        }
        // 1.5. Set buffer to the empty string.
        self.visited(whatwg::PATH_STATE_1_5);
        self.buffer = "";
        match self.c() {
            // 1.6. If c is "?": an empty query, query state.
            Some('?') => self.start_query(whatwg::PATH_STATE_1_6),
            // 1.7. If c is "#": an empty fragment, fragment state.
            Some('#') => self.start_fragment(whatwg::PATH_STATE_1_7),
            _ => self.advance(),
        }
    }

    /// Spec: whatwg#cannot-be-a-base-url-path-state
    pub(super) fn opaque_path_state(&mut self) -> Flow {
        // 3. Otherwise, if c is a space:
        // 4. Otherwise, if c is not the EOF code point:
        // NOTE: `encode_opaque_path` runs and reports the steps of both.
        let run = self.take(scan_opaque_path(self.rest()));
        self.trace.found(Component::Path, run);
        let path = encode_opaque_path(run, self.rest(), self.edition, &mut self.trace.on(run));
        self.url.path = Some(Text::built(path, run));
        match self.c() {
            // 1. If c is "?": an empty query, query state.
            Some('?') => self.start_query(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_1),
            // 2. Otherwise, "#": an empty fragment, fragment state.
            Some('#') => self.start_fragment(whatwg::CANNOT_BE_A_BASE_URL_PATH_STATE_2),
            _ => self.advance(),
        }
    }

    /// Spec: whatwg#query-state
    pub(super) fn query_state(&mut self) -> Flow {
        // 3. Otherwise, if c is not the EOF code point:
        // NOTE: `encode_query_traced` runs these steps.
        let rest = self.rest();
        let len = if self.state_override.is_some() { rest.len() } else { scan_query(rest) };
        let buffer = self.take(len);
        self.trace.found(Component::Query, buffer);
        // 2. At the end of the query:
        let (kind, encoding) = (self.kind(), self.encoding);
        let query = encode_query_traced(buffer, kind, encoding, self.edition, &mut self.trace.on(buffer));
        self.url.query = Some(Text::built(query, buffer));
        // 2.3. Set buffer to the empty string.
        self.visited(whatwg::QUERY_STATE_2_3);
        // 2.4. If c is "#": an empty fragment, fragment state.
        match self.c() {
            Some('#') => self.start_fragment(whatwg::QUERY_STATE_2_4),
            _ => self.advance(),
        }
    }

    /// Spec: whatwg#fragment-state
    pub(super) fn fragment_state(&mut self) -> Flow {
        // 1. If c is not the EOF code point, then:
        // NOTE: `encode_fragment_traced` runs these steps.
        let run = self.take(self.rest().len());
        self.trace.found(Component::Fragment, run);
        let fragment = encode_fragment_traced(run, self.edition, &mut self.trace.on(run));
        self.url.fragment = Some(Text::built(fragment, run));
        self.advance()
    }
}

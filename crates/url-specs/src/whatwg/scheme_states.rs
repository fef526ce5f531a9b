//! The states up to the scheme. Implements whatwg "scheme start state", "scheme state" and "no scheme state".
//!
//! Outside the specs: `append_lower_case`, `is_drive_letter`.

use std::borrow::Cow;

use url_core::{
    Component, Reason, Report as _, Section, Span, Text, Trace, sections::whatwg, to_ascii_lower_case,
};
use url_scheme::whatwg::{scan_scheme, special_scheme};

use super::machine::{Flow, Machine, Outcome, State};

impl<'a, T: Trace> Machine<'_, 'a, '_, T> {
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

    /// Only in the candidate that supports drive letters.
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

    /// The bytes are reported in lower case, but the buffer contains them as written until the colon.
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

    /// If the steps return without changing the scheme, returns a rejection with the reason.
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
        self.trace.on(self.buffer).step(
            whatwg::SCHEME_STATE_2_2,
            Span::whole(self.buffer),
            &buffer,
            Some(&buffer),
        );
        // 2.3. If state override is given, then:
        // 2.3.1. The scheme's default port: set url's port to null.
        if self.url.port.take_if(|port| Some(&**port) == default_port).is_some() {
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
        self.trace.on(self.buffer).step(
            whatwg::SCHEME_STATE_2_2,
            Span::whole(self.buffer),
            &buffer,
            Some(&buffer),
        );
        let is_file = buffer == "file";
        self.url.scheme = Some(Text::built(buffer, self.buffer));
        // 2.4. Set buffer to the empty string.
        self.visited(whatwg::SCHEME_STATE_2_4);
        let scheme = std::mem::take(&mut self.buffer);
        // 2.5. If url's scheme is "file", then:
        self.decide(whatwg::SCHEME_STATE_2_5, scheme, is_file);
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
            self.decide(whatwg::SCHEME_STATE_2_6, scheme, has_scheme_of_base);
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
            // The path stays empty.
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
}

//! The state machine of the basic URL parser of the URL Standard: its variables and its transitions.
//! Implements steps 4 to 9 of the section "basic URL parser".
//!
//! The Standard runs a state once for each code point. If a state only appends code points to a buffer, the
//! function of the state appends several at once; crates such as `url-host` find the end of the sequence. If
//! the Standard says "decrease pointer by 1", the function does not advance.
//!
//! Helpers, not in a spec: `enter`, `pass`, `reconsume`, `go_to`, `append_to_buffer`, `extend_buffer`,
//! `take`, `at_slash`, `place_of_c`, `slice`, `slice_of_c`, `found_slash_before`, `failure`, `step`,
//! `step_at_c`, `visited`, `append_segment`.

use std::borrow::Cow;

use url_core::{
    Component, Parsed, Reason, Rejection, Report, Section, Span, Text, Trace, in_bounds,
    sections::whatwg,
    whatwg::{Edition, SchemeKind},
};
use url_path::whatwg::shortened_len;
use url_query::Encoding;
use url_scheme::whatwg::special_scheme;

use crate::{Input, LocatedTrace, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Hostname,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Return,
}

pub(super) type Outcome = Result<Flow>;

pub(super) struct Machine<'m, 'a, 'w, T> {
    pub(super) input: &'a str,
    pub(super) base: Option<&'m Parsed<'a>>,
    pub(super) encoding: Encoding,
    pub(super) edition: Edition,
    pub(super) url: Parsed<'a>,
    pub(super) state_override: Option<State>,
    pub(super) state: State,
    pub(super) pointer: usize,
    /// The text of the buffer before changes: a slice of the input that ends at the pointer. If the Standard
    /// appends changed text to the buffer, the function that uses the buffer makes the change.
    pub(super) buffer: &'a str,
    pub(super) at_sign_seen: bool,
    pub(super) credentials: usize,
    pub(super) password_start: usize,
    pub(super) path_start: Option<usize>,
    pub(super) password_token_seen: bool,
    /// True if a state ran at the end of the input and did not decrease the pointer: the machine stops.
    ended: bool,
    /// The texts from which the segments of the path were parsed, as far as known. Only used with a trace.
    pub(super) segments: Vec<&'m str>,
    pub(super) trace: &'m mut LocatedTrace<'w, T>,
}

impl<'m, 'a, 'w, T: Trace> Machine<'m, 'a, 'w, T> {
    /// Spec: whatwg#concept-basic-url-parser
    pub(super) fn new(
        Input { s: input, base, encoding }: Input<'m, 'a>,
        edition: Edition,
        url: Parsed<'a>,
        state: State,
        trace: &'m mut LocatedTrace<'w, T>,
    ) -> Self {
        Self {
            input,
            base,
            // 5. Set encoding to an output encoding.
            // NOTE: an `Encoding` is already an output encoding.
            encoding,
            edition,
            url,
            state_override: None,
            // 4. Let state be state override or the scheme start state.
            state,
            // 6. Let buffer be the empty string.
            buffer: "",
            // 7. Let atSignSeen, insideBrackets and passwordTokenSeen be false.
            // NOTE: insideBrackets is a variable of `scan_host`.
            at_sign_seen: false,
            credentials: 0,
            password_start: 0,
            path_start: None,
            password_token_seen: false,
            // 8. Let pointer be a pointer for input.
            pointer: 0,
            ended: false,
            segments: Vec::new(),
            trace,
        }
    }

    /// Spec: whatwg#concept-basic-url-parser
    pub(super) fn run(&mut self) -> Result<()> {
        // 4. to 8. `new` has initialized the variables.
        self.visited(whatwg::CONCEPT_BASIC_URL_PARSER_4);
        self.visited(whatwg::CONCEPT_BASIC_URL_PARSER_5);
        self.visited(whatwg::CONCEPT_BASIC_URL_PARSER_6);
        self.visited(whatwg::CONCEPT_BASIC_URL_PARSER_7);
        self.visited(whatwg::CONCEPT_BASIC_URL_PARSER_8);
        // 9. Run the state machine until a run ends at the EOF code point.
        while !self.ended {
            self.visited(whatwg::CONCEPT_BASIC_URL_PARSER_9);
            let flow = match self.state {
                State::SchemeStart => self.scheme_start_state(),
                State::Scheme => self.scheme_state(),
                State::NoScheme => self.no_scheme_state(),
                State::SpecialRelativeOrAuthority => Ok(self.special_relative_or_authority_state()),
                State::PathOrAuthority => Ok(self.path_or_authority_state()),
                State::Relative => Ok(self.relative_state()),
                State::RelativeSlash => Ok(self.relative_slash_state()),
                State::SpecialAuthoritySlashes => Ok(self.special_authority_slashes_state()),
                State::SpecialAuthorityIgnoreSlashes => Ok(self.special_authority_ignore_slashes_state()),
                State::Authority => self.authority_state(),
                State::Host | State::Hostname => self.host_state(),
                State::Port => self.port_state(),
                State::File => Ok(self.file_state()),
                State::FileSlash => Ok(self.file_slash_state()),
                State::FileHost => self.file_host_state(),
                State::PathStart => Ok(self.path_start_state()),
                State::Path => Ok(self.path_state()),
                State::OpaquePath => Ok(self.opaque_path_state()),
                State::Query => Ok(self.query_state()),
                State::Fragment => Ok(self.fragment_state()),
            }?;
            if flow == Flow::Return {
                break;
            }
        }
        Ok(())
    }

    /// Spec: whatwg#c, whatwg#eof-code-point
    pub(super) fn c(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Spec: whatwg#pointer
    pub(super) fn rest(&self) -> &'a str {
        in_bounds(self.input.get(self.pointer..))
    }

    /// Spec: whatwg#remaining
    pub(super) fn remaining_starts_with(&self, text: &str) -> bool {
        let mut rest = self.rest().chars();
        rest.next();
        rest.as_str().starts_with(text)
    }

    /// Moves the pointer past the code point c, as the Standard does after each run of a state.
    ///
    /// Spec: whatwg#concept-basic-url-parser-9
    pub(super) fn advance(&mut self) -> Flow {
        match self.c() {
            Some(c) => self.pointer += c.len_utf8(),
            None => self.ended = true,
        }
        Flow::Continue
    }

    pub(super) fn enter(&mut self, section: Section, state: State) -> Flow {
        self.visited(section);
        self.state = state;
        self.advance()
    }

    pub(super) fn pass(&mut self, section: Section, len: usize, state: State) -> Flow {
        let passed = self.slice(len);
        self.step(section, passed, None);
        self.pointer += passed.len();
        self.go_to(state)
    }

    pub(super) fn reconsume(&mut self, section: Section, state: State) -> Flow {
        self.visited(section);
        self.go_to(state)
    }

    /// Changes the state without a report: the caller has already reported the step that changes the state.
    pub(super) fn go_to(&mut self, state: State) -> Flow {
        self.state = state;
        Flow::Continue
    }

    pub(super) fn append_to_buffer(&mut self, section: Section, len: usize) {
        if T::ENABLED && len > 0 {
            self.trace.visited(section, self.slice(len));
        }
        self.extend_buffer(len);
    }

    pub(super) fn extend_buffer(&mut self, len: usize) {
        let start = self.pointer - self.buffer.len();
        self.pointer += len;
        self.buffer = in_bounds(self.input.get(start..self.pointer));
    }

    pub(super) fn take(&mut self, len: usize) -> &'a str {
        let run = in_bounds(self.rest().get(..len));
        self.pointer += run.len();
        run
    }

    /// Spec: whatwg#special-scheme
    pub(super) fn kind(&self) -> SchemeKind {
        special_scheme(self.url.scheme.as_deref().unwrap_or_default(), self.edition).0
    }

    /// Spec: whatwg#is-special
    pub(super) fn is_special(&self) -> bool {
        self.kind().is_special()
    }

    pub(super) fn at_slash(&self) -> bool {
        match self.c() {
            Some('/') => true,
            Some('\\') => self.is_special(),
            _ => false,
        }
    }

    pub(super) fn place_of_c(&self) -> Span {
        Span::new(self.pointer, self.pointer + self.c().map_or(0, char::len_utf8))
    }

    pub(super) fn slice(&self, len: usize) -> &'a str {
        in_bounds(self.rest().get(..len))
    }

    pub(super) fn slice_of_c(&self) -> &'a str {
        self.slice(self.c().map_or(0, char::len_utf8))
    }

    pub(super) fn found_slash_before(&mut self) {
        self.path_start = Some(self.pointer.saturating_sub(1));
        if T::ENABLED {
            let slash = in_bounds(self.input.get(self.pointer.saturating_sub(1)..self.pointer));
            self.trace.found(Component::Path, slash);
        }
    }

    /// Spec: whatwg#validation-error
    pub(super) fn validation_error(&mut self, section: Section, name: &'static str, span: Span) {
        self.trace.on(self.input).violation(section, name, span);
    }

    #[cold]
    pub(super) fn failure(&self, section: Section, reason: Reason, span: Span) -> Rejection {
        self.trace.place(self.input, Rejection::new(reason, section, span))
    }

    pub(super) fn step<'s>(&mut self, section: Section, saw: impl Into<Text<'s>>, made: Option<&str>) {
        self.trace.step(section, saw, made);
    }

    pub(super) fn step_at_c(&mut self, section: Section) {
        match self.slice_of_c() {
            "" => self.visited(section),
            c => self.step(section, c, None),
        }
    }

    pub(super) fn visited(&mut self, section: Section) {
        if T::ENABLED {
            self.trace.visited(section, self.slice_of_c());
        }
    }

    /// Parses and serializes the host in `buffer`. If parsing fails, reports the step `section`.
    ///
    /// Spec: whatwg#concept-host-parser, whatwg#concept-host-serializer
    pub(super) fn parse_host(&mut self, buffer: &'a str, section: Section) -> Result<Text<'a>> {
        let (kind, edition) = (self.kind(), self.edition);
        let host = url_host::whatwg::parse_host_traced(buffer, kind, edition, &mut self.trace.on(buffer));
        let host = host.map_err(|rejection| {
            self.visited(section);
            self.trace.place(buffer, rejection)
        })?;
        let is_ipv6 = matches!(host, url_host::Host::Ipv6(_));
        let span = Span::whole(buffer);
        let on = &mut self.trace.on(buffer);
        let host = url_host::whatwg::serialize_host(host, &mut on.at(span));
        if is_ipv6 {
            // The IPv6 serializer does not write the brackets.
            let inside = Span { start: span.start + 1, end: span.end - 1 };
            on.change(
                whatwg::CONCEPT_IPV6_SERIALIZER,
                inside,
                inside.of(buffer),
                Span::new(1, host.len() - 1).of(&host),
            );
        }
        Ok(Text::built(host, buffer))
    }

    /// Spec: whatwg#include-credentials
    pub(super) fn includes_credentials(&self) -> bool {
        [&self.url.user, &self.url.password].into_iter().flatten().any(|part| !part.is_empty())
    }

    /// Spec: whatwg#shorten-a-urls-path
    pub(super) fn shorten(&mut self) {
        let kind = self.kind();
        let path = self.url.path.as_deref().unwrap_or_default();
        let origin_of_path = self.url.path.as_ref().map_or("", Text::origin);
        let origin = self.segments.last().copied().unwrap_or(origin_of_path);
        let len = shortened_len(path, kind, &mut self.trace.on(Text::built(path, origin)));
        if len < path.len() {
            self.segments.pop();
        }
        let shorten = |path| match path {
            Cow::Borrowed(path) => Cow::Borrowed(in_bounds(str::get(path, ..len))),
            Cow::Owned(mut path) => {
                String::truncate(&mut path, len);
                Cow::Owned(path)
            }
        };
        self.url.path.iter_mut().for_each(|path| path.rewrite(shorten));
    }

    pub(super) fn append_segment(&mut self, segment: &str, run: &'m str) {
        if T::ENABLED {
            self.segments.push(run);
        }
        let mut path = self.url.path.take().unwrap_or_default().into_cow();
        path.to_mut().push('/');
        path.to_mut().push_str(segment);
        let start = *self.path_start.get_or_insert(self.pointer);
        self.url.path = Some(Text::built(path, in_bounds(self.input.get(start..self.pointer))));
    }
}

//! The states from the path on. Implements whatwg "path start state", "path state", "opaque path state",
//! "query state" and "fragment state".
//!
//! Outside the specs: `leave_path_empty`.

use std::borrow::Cow;

use url_core::{Component, Report, Section, Span, Text, Trace, sections::whatwg};
use url_path::whatwg::{
    encode_opaque_path, encode_segment, is_double_dot, is_single_dot, is_windows_drive_letter,
    normalize_windows_drive_letter, scan_opaque_path, scan_segment, scan_segment_of_path,
};
use url_query::whatwg::{encode_fragment, encode_query, scan_query};

use super::machine::{Flow, Machine, State};

impl<T: Trace> Machine<'_, '_, '_, T> {
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
                self.decide(whatwg::PATH_START_STATE_5, self.slice(0), false);
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
            // The slash after the segment also belongs to the path.
            self.trace.found(Component::Path, run);
            if self.at_slash() {
                self.trace.found(Component::Path, self.slice_of_c());
            }
        }
        // A drive letter that the file host state left in the buffer is the segment.
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
        // NOTE: `encode_query` runs these steps.
        let rest = self.rest();
        let len = if self.state_override.is_some() { rest.len() } else { scan_query(rest) };
        let buffer = self.take(len);
        self.trace.found(Component::Query, buffer);
        // 2. At the end of the query:
        let (kind, encoding) = (self.kind(), self.encoding);
        let query = encode_query(buffer, kind, encoding, self.edition, &mut self.trace.on(buffer));
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
        // NOTE: `encode_fragment` runs these steps.
        let run = self.take(self.rest().len());
        self.trace.found(Component::Fragment, run);
        let fragment = encode_fragment(run, self.edition, &mut self.trace.on(run));
        self.url.fragment = Some(Text::built(fragment, run));
        self.advance()
    }
}

//! The states of file URLs. Implements whatwg "file state", "file slash state" and "file host state".

use url_core::{Component, Report, Span, Text, Trace, sections::whatwg};
use url_host::whatwg::scan_file_host;
use url_path::whatwg::{
    first_segment, is_normalized_windows_drive_letter, is_windows_drive_letter,
    starts_with_windows_drive_letter,
};

use super::machine::{Flow, Machine, Outcome, State};

impl<T: Trace> Machine<'_, '_, '_, T> {
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
        self.decide(whatwg::FILE_STATE_4, self.slice_of_c(), base.is_some());
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
                match self.url.query.take() {
                    Some(query) => self.step(whatwg::FILE_STATE_4_4_1, &query, Some("")),
                    None => self.visited(whatwg::FILE_STATE_4_4_1),
                }
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
        self.decide(whatwg::FILE_SLASH_STATE_2_1, self.slice_of_c(), base.is_some());
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
            let span = Span::whole(self.buffer);
            self.trace.on(self.buffer).step(whatwg::FILE_HOST_STATE_1_3_3, span, &host, Some(""));
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
}

//! The states between the scheme and the authority. Implements whatwg "special relative or authority state",
//! "path or authority state", "relative state", "relative slash state" and the "special authority" states.
//!
//! Outside the specs: `copied_of_base`, `start_query`, `start_fragment`.

use url_core::{Component, Parsed, Section, Trace, sections::whatwg};

use super::machine::{Flow, Machine, State};

impl<'m, 'a, T: Trace> Machine<'m, 'a, '_, T> {
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
    pub(super) fn invalid_reverse_solidus(&mut self, section: Section) {
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
                match self.url.query.take() {
                    Some(query) => self.step(whatwg::RELATIVE_STATE_5_4_1, &query, Some("")),
                    None => self.visited(whatwg::RELATIVE_STATE_5_4_1),
                }
                // 5.4.2. Shorten url's path.
                self.visited(whatwg::RELATIVE_STATE_5_4_2);
                self.shorten();
                // 5.4.3. Set state to path state, decrease pointer by 1.
                self.reconsume(whatwg::RELATIVE_STATE_5_4_3, State::Path)
            }
            None => self.advance(),
        }
    }

    pub(super) fn copied_of_base(
        &mut self,
        section: Section,
        base: &'m Parsed<'a>,
        components: &[Component],
    ) {
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

    pub(super) fn start_query(&mut self, section: Section) -> Flow {
        // The new query replaces that of the base.
        let empty = &self.rest()[1..1];
        match self.url.query.replace(empty.into()).filter(|query| !query.is_empty()) {
            Some(query) => self.step(section, &query, Some("")),
            None => self.step(section, empty, Some("")),
        }
        self.pass(section, 1, State::Query)
    }

    pub(super) fn start_fragment(&mut self, section: Section) -> Flow {
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
}

//! The grammar rule `relative-url` of the WebSpecs URL Standard, whose railroad diagram has four rows.

use url_authority::webspecs::authority;
use url_core::{Component, Reason, Rejection, Report, Section, Span, Text, Trace, sections::webspecs};
use url_path::webspecs::{concatenate, path};
use url_scheme::webspecs::{
    is_relative_scheme, non_file_relative_scheme_value, scan_non_file_relative_scheme,
};

use super::{Matched, Rules, after_slash, names_of, non_empty, path_of, span_before};
use crate::Result;

impl<'a, T: Trace> Rules<'_, 'a, '_, T> {
    /// Spec: webspecs#relative-url
    pub(super) fn relative_url(&mut self, input: &'a str) -> Result<&'a str> {
        let base = self.base;
        // 1. Parse input according to the railroad diagram.
        self.trace.visited(webspecs::RELATIVE_URL_1, input);
        let matched = scan_non_file_relative_scheme(input)
            .and_then(|(name, rest)| Some((name, rest.strip_prefix(':')?)));
        let scheme = matched.map(|(matched, rest)| {
            let name = non_file_relative_scheme_value(matched, &mut self.trace.on(matched));
            self.trace.found(Component::Scheme, matched);
            (Text::built(name, matched), rest)
        });
        let after_scheme = matched.map_or(input, |(_, rest)| rest);
        // 2. Four rows of production rules are defined for relative URLs, numbered from top to bottom:
        let rest = if let Some(given) = after_slash(after_scheme).and_then(after_slash) {
            self.with_slashes(after_scheme, given, scheme.map(|(name, _)| name))?
        } else if let Some((name, given)) = scheme {
            // 2.2.1. If the value of scheme equals base.scheme then return failure.
            if base.scheme.as_ref() == Some(&name) {
                self.trace.step(webspecs::RELATIVE_URL_2_2_1, span_before(given, input).of(input), None);
                self.with_scheme_of_base(name, given)
            } else {
                self.with_other_scheme(name, given)?
            }
        } else {
            self.without_scheme(input)?
        };
        // 3. Return result.
        let matched = span_before(rest, input).of(input);
        self.trace.step(webspecs::RELATIVE_URL_3, matched, None);
        Ok(rest)
    }

    /// Parses the first row of the diagram. `given` is `after_scheme` without the two slashes or backslashes
    /// at its start.
    ///
    /// Spec: webspecs#relative-url-2.1
    fn with_slashes(
        &mut self,
        after_scheme: &'a str,
        given: &'a str,
        scheme: Option<Text<'a>>,
    ) -> Result<&'a str> {
        let base = self.base;
        self.trace.decide(webspecs::RELATIVE_URL_2_1, given, true);
        // 2.1.1. By reading W6: if the slashes are not "//", indicate a conformance error.
        let slashes = span_before(given, after_scheme);
        if slashes.of(after_scheme) != "//" {
            let section = webspecs::RELATIVE_URL_2_1_1;
            self.trace.on(after_scheme).violation(section, "backslash-before-authority", slashes);
        }
        // 2.1.2. Let result be the value of authority.
        let rest = self.take_authority(given)?;
        self.trace.step(webspecs::RELATIVE_URL_2_1_2, span_before(rest, given).of(given), None);
        // 2.1.3. If non-file-relative-scheme is present in the input, set result.scheme to its value.
        // 2.1.4. If it is not present, then set result.scheme to the value of base.scheme.
        match &scheme {
            Some(scheme) => self.trace.step(webspecs::RELATIVE_URL_2_1_3, scheme.origin(), Some(scheme)),
            None => self.trace.step_on(webspecs::RELATIVE_URL_2_1_4, base.scheme.as_ref()),
        }
        self.result.scheme = scheme.or_else(|| base.scheme.clone());
        // 2.1.5. If path is present, set result.path to the value of path.
        let (path, rest) = self.path_after_slash(rest, webspecs::RELATIVE_URL_2_1_5);
        self.result.path = Some(path);
        Ok(rest)
    }

    /// Parses the second row of the diagram: `scheme` differs from that of the base; `given` follows its
    /// colon.
    ///
    /// Spec: webspecs#relative-url-2.2
    fn with_other_scheme(&mut self, scheme: Text<'a>, given: &'a str) -> Result<&'a str> {
        let given_authority = after_slash(given).unwrap_or(given);
        self.trace.decide(webspecs::RELATIVE_URL_2_2, given, true);
        // 2.2.2. Indicate a conformance error.
        let slash = span_before(given_authority, given);
        self.trace.on(given).violation(webspecs::RELATIVE_URL_2_2_2, "missing-slash", slash);
        // 2.2.3. Let result be the value of authority.
        let rest = self.take_authority(given_authority)?;
        let matched = span_before(rest, given_authority).of(given_authority);
        self.trace.step(webspecs::RELATIVE_URL_2_2_3, matched, None);
        // 2.2.4. Set result.scheme to the value of non-file-relative-scheme.
        self.trace.step(webspecs::RELATIVE_URL_2_2_4, scheme.origin(), Some(&scheme));
        self.result.scheme = Some(scheme);
        // 2.2.5. If result.host is either an empty string or contains a colon, then terminate parsing with a
        // parse exception.
        let host = self.result.host.as_deref().unwrap_or_default();
        if host.is_empty() || host.contains(':') {
            let reason = if host.is_empty() { Reason::HostEmpty } else { Reason::HostColon };
            let section = webspecs::RELATIVE_URL_2_2_5;
            self.trace.step(section, matched, None);
            return Err(self.trace.place(matched, Rejection::new(reason, section, Span::whole(matched))));
        }
        // 2.2.6. If path is present, set result.path to the value of path.
        let (path, rest) = self.path_after_slash(rest, webspecs::RELATIVE_URL_2_2_6);
        self.result.path = Some(path);
        Ok(rest)
    }

    /// Parses the third row of the diagram: `scheme` equals that of the base; `given` follows its colon.
    ///
    /// Spec: webspecs#relative-url-2.3
    fn with_scheme_of_base(&mut self, scheme: Text<'a>, given: &'a str) -> &'a str {
        let base = self.base;
        self.trace.decide(webspecs::RELATIVE_URL_2_3, given, true);
        // 2.3.1. Indicate a conformance error.
        self.trace.on(given).violation(webspecs::RELATIVE_URL_2_3_1, "relative-with-scheme", Span::default());
        // 2.3.2. Let result be an empty object.
        self.trace.step(webspecs::RELATIVE_URL_2_3_2, given, None);
        // 2.3.3. Set result.scheme to the value of non-file-relative-scheme.
        self.trace.step(webspecs::RELATIVE_URL_2_3_3, scheme.origin(), Some(&scheme));
        // 2.3.4. Set result.scheme to the value of scheme.
        // NOTE: by our interpretation W7, this sets the same value again.
        self.trace.visited(webspecs::RELATIVE_URL_2_3_4, scheme.origin());
        // 2.3.5. Set result.host to base.host.
        self.trace.visited(webspecs::RELATIVE_URL_2_3_5, given);
        self.trace.step_on(webspecs::RELATIVE_URL_2_3_5, base.host.as_ref());
        // 2.3.6. Set result.path by the path concatenation of base.path and path.
        let (names, rest) = path(given, &mut self.trace.on(given));
        let given = span_before(rest, given).of(given);
        self.trace.found(Component::Path, given);
        let base_names = names_of(base);
        let (places, on) = self.trace.on_both(&base_names, given);
        let path = Text::built(concatenate(base_names.into_cow(), names, places, on), given);
        self.trace.step(webspecs::RELATIVE_URL_2_3_6, given, Some(&path));
        self.set_host_of_base(Some(scheme), path);
        rest
    }

    /// Spec: webspecs#relative-url-2.4
    fn without_scheme(&mut self, input: &'a str) -> Result<&'a str> {
        let base = self.base;
        self.trace.decide(webspecs::RELATIVE_URL_2_4, input, true);
        // 2.4.1. Let result be an empty object.
        self.trace.step(webspecs::RELATIVE_URL_2_4_1, input, None);
        // 2.4.2. Set result.scheme to base.scheme. By reading W9, a parse exception unless it is a relative
        // scheme.
        let scheme = base.scheme.as_deref().unwrap_or_default();
        if !is_relative_scheme(scheme) {
            let section = webspecs::RELATIVE_URL_2_4_2;
            self.trace.step_by_reading("W9", section, input, None);
            // If the caller gives no base, the base is a URL with the scheme "about" and no path.
            let reason = if base.path.is_none() { Reason::MissingScheme } else { Reason::OpaqueBase };
            return Err(self.trace.place(input, Rejection::new(reason, section, Span::whole(input))));
        }
        self.trace.visited(webspecs::RELATIVE_URL_2_4_2, input);
        self.trace.step_on(webspecs::RELATIVE_URL_2_4_2, base.scheme.as_ref());
        // 2.4.3. Set result.host to base.host.
        self.trace.visited(webspecs::RELATIVE_URL_2_4_3, input);
        self.trace.step_on(webspecs::RELATIVE_URL_2_4_3, base.host.as_ref());
        let (names, rest) = path(input, &mut self.trace.on(input));
        // 2.4.4. If the first segment in path contains a colon, indicate a conformance error.
        let matched = span_before(rest, input).of(input);
        self.trace.found(Component::Path, matched);
        if names.first().is_some_and(|name| name.contains(':')) {
            // NOTE: the names do not include dot-segments, which may precede the first name.
            let is_first = |segment: &&str| segment.contains(':');
            let first = matched.split(['/', '\\']).find(is_first).unwrap_or_default();
            self.trace.on(first).violation(
                webspecs::RELATIVE_URL_2_4_4,
                "colon-in-first-segment",
                Span::whole(first),
            );
        }
        // 2.4.5. Replace result.path with the path concatenation of base.path and path.
        let base_names = names_of(base);
        let (places, on) = self.trace.on_both(&base_names, matched);
        let path = Text::built(concatenate(base_names.into_cow(), names, places, on), matched);
        self.trace.step(webspecs::RELATIVE_URL_2_4_5, matched, Some(&path));
        self.set_host_of_base(base.scheme.clone(), path);
        Ok(rest)
    }

    /// Spec: webspecs#authority, webspecs#authority-8
    fn take_authority(&mut self, input: &'a str) -> Result<&'a str> {
        self.result.hierarchical = true;
        let found =
            authority(input, |given, on| url_host::webspecs::host(given, on), &mut self.trace.on(input));
        let (found, rest) = found.map_err(|rejection| self.trace.place(input, rejection))?;
        self.result.user = non_empty(found.user);
        self.result.password = found.password;
        self.result.host = Some(found.host);
        self.result.port = non_empty(found.port);
        Ok(rest)
    }

    /// Parses the path after the slash at the start of `rest`, and reports the step `section`. If `rest` does
    /// not start with a slash, returns an empty path.
    ///
    /// Spec: webspecs#relative-url-1
    fn path_after_slash(&mut self, rest: &'a str, section: Section) -> Matched<'a, Text<'a>> {
        let with_slash = rest;
        let Some(given) = after_slash(rest) else { return (path_of(rest[..0].into()), rest) };
        // By our interpretation W6, this backslash is an error, as a backslash in the path is.
        if rest.starts_with('\\') {
            let section = webspecs::RELATIVE_URL_2_1_1;
            self.trace.on(rest).violation(section, "backslash-in-path", span_before(given, rest));
        }
        let (names, rest) = path(given, &mut self.trace.on(given));
        let whole = span_before(rest, with_slash).of(with_slash);
        let path = path_of(Text::built(names.to_text(), whole));
        self.trace.found(Component::Path, whole);
        self.trace.step(section, span_before(rest, given).of(given), Some(&path));
        (path, rest)
    }

    /// Sets the host to that of the base, but no user, password or port (our interpretation W10).
    ///
    /// Spec: webspecs#relative-url-2.3, webspecs#relative-url-2.4
    fn set_host_of_base(&mut self, scheme: Option<Text<'a>>, names: Text<'a>) {
        self.result.scheme = scheme;
        self.result.host = Some(self.base.host.clone().unwrap_or_default());
        self.result.path = Some(path_of(names));
        self.result.hierarchical = true;
    }
}

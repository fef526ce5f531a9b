//! The grammar rule `file-url` of the WebSpecs URL Standard, whose railroad diagram has three rows.
//!
//! By our interpretation W3, two lists of steps are swapped in the document: the third list is for the second
//! row (slashes, a letter, `|`), and the second list is for the third row (`file:` and a host).

use url_core::{Component, Report, Section, Span, Text, Trace, sections::webspecs};
use url_path::webspecs::{path, split_drive, without_last};

use super::{Rules, after_slash, host, names_of, path_of, span_before};
use crate::Result;

impl<'a, T: Trace> Rules<'_, 'a, '_, T> {
    /// Spec: webspecs#file-url
    #[inline]
    pub(super) fn file_url(&mut self, input: &'a str) -> Result<Option<&'a str>> {
        // 1. Parse input according to the railroad diagram. "file" is to be matched case insensitively.
        let scheme = input.get(..4).filter(|scheme| scheme.eq_ignore_ascii_case("file"));
        let after_scheme = scheme.and_then(|scheme| input[scheme.len()..].strip_prefix(':'));
        // 2. Let result be an empty object.
        if let (Some(scheme), Some(_)) = (scheme, after_scheme) {
            self.trace.found(Component::Scheme, scheme);
        }
        // 3. Three rows of production rules are defined for files, numbered from top to bottom:
        let split = |text, marks| Some((text, split_drive(text, marks)?.1));
        let drive_after_scheme = after_scheme.and_then(|rest| split(rest, &[':', '|']));
        let drive_alone_here = split(input.trim_start_matches('/'), &['|']);
        if after_scheme.is_some() || drive_alone_here.is_some() {
            self.trace.visited(webspecs::FILE_URL_1, input);
            self.trace.visited(webspecs::FILE_URL_2, input);
        }
        let row = if let Some((from_letter, given)) = drive_after_scheme {
            Some(self.file_with_drive(from_letter, given, scheme.unwrap_or_default()))
        } else if let Some((from_letter, given)) = drive_alone_here {
            Some(self.drive_alone(input, from_letter, given))
        } else if let Some(given) = after_scheme {
            Some(self.file_with_host(given, scheme.unwrap_or_default())?)
        } else {
            None
        };
        if let Some(rest) = row {
            let matched = span_before(rest, input).of(input);
            // 4. Return result.
            self.trace.step(webspecs::FILE_URL_4, matched, None);
        }
        Ok(row)
    }

    /// Parses the first row of the diagram: `from_letter` is the input from the drive letter on, and `given`
    /// is the input after the colon or bar that follows this letter.
    ///
    /// Spec: webspecs#file-url-3.1
    fn file_with_drive(&mut self, from_letter: &'a str, given: &'a str, scheme: &'a str) -> &'a str {
        let given = after_slash(given).unwrap_or(given);
        // 3.1.1. Set result.scheme to "file".
        self.trace.step(webspecs::FILE_URL_3_1_1, scheme, Some("file"));
        // 3.1.2. Set result.path to the value of path.
        // 3.1.3. Remove the first element from result.path if it is an empty string and if there is a second
        // element which has a non-empty value.
        // 3.1.4. Prepend the letter concatenated with ":" to result.path.
        let sections = [webspecs::FILE_URL_3_1_2, webspecs::FILE_URL_3_1_3, webspecs::FILE_URL_3_1_4];
        self.path_of_drive(sections, scheme, from_letter, given)
    }

    /// Parses the second row of the diagram: `from_letter` is `input` from the drive letter on, and `given`
    /// is `input` after the bar that follows this letter.
    ///
    /// Spec: webspecs#file-url-3.3
    fn drive_alone(&mut self, input: &'a str, from_letter: &'a str, given: &'a str) -> &'a str {
        // 3.3.1. Indicate a conformance error.
        let span = span_before(given, input);
        self.trace.on(input).violation(webspecs::FILE_URL_3_3_1, "drive-without-file-scheme", span);
        // 3.3.2. Set result.scheme to "file".
        self.trace.step_by_reading("W3", webspecs::FILE_URL_3_3_2, span.of(input), Some("file"));
        // 3.3.3. Set result.path to the value of path.
        let given = given.strip_prefix('/').unwrap_or(given);
        // 3.3.4. Remove the first element from result.path if it is an empty string and if there is a second
        // element which has a non-empty value.
        // 3.3.5. Prepend the letter concatenated with ":" to result.path.
        let sections = [webspecs::FILE_URL_3_3_3, webspecs::FILE_URL_3_3_4, webspecs::FILE_URL_3_3_5];
        self.path_of_drive(sections, span.of(input), from_letter, given)
    }

    /// Parses `given`, a path, and prepends the drive letter, the start of `from_letter`. Reports three
    /// sections: for the parsing, the removal of an empty first segment, and the insertion of the letter.
    ///
    /// Spec: webspecs#file-url-3.1, webspecs#file-url-3.3
    fn path_of_drive(
        &mut self,
        [take, drop_first, prepend]: [Section; 3],
        scheme: &'a str,
        from_letter: &'a str,
        given: &'a str,
    ) -> &'a str {
        let letter = from_letter.chars().next().unwrap_or_default();
        let (mut names, rest) = path(given, &mut self.trace.on(given));
        let matched = span_before(rest, given).of(given);
        let all = if T::ENABLED { names.to_text() } else { String::new() };
        self.trace.step(take, matched, Some(&all));
        names.drop_empty_first();
        let kept = if T::ENABLED { names.to_text() } else { String::new() };
        let span = span_before(rest, from_letter);
        self.set_file(scheme, None, Text::built(names.with_drive(letter), span.of(from_letter)));
        if T::ENABLED {
            self.trace.on(matched).change(drop_first, Span::whole(matched), &all, &kept);
            self.trace.on(from_letter).step(prepend, span, &kept, self.result.path.as_deref());
        }
        rest
    }

    /// Parses by the third row of the railroad diagram. `given` is the input after `file:`.
    ///
    /// Spec: webspecs#file-url-3.2
    fn file_with_host(&mut self, given: &'a str, scheme: &'a str) -> Result<&'a str> {
        // 3.2.1. Set result.scheme to "file".
        self.trace.step_by_reading("W3", webspecs::FILE_URL_3_2_1, scheme, Some("file"));
        // 3.2.2. If the host is present, set result.host to the value of host.
        let (mut result_host, mut rest) = (None, given);
        if let Some(given) = given.strip_prefix("//") {
            let (value, after) = host(given, self.trace)?;
            self.trace.step(webspecs::FILE_URL_3_2_2, span_before(after, given).of(given), Some(&value));
            (result_host, rest) = (Some(value), after);
        }
        // 3.2.4. Set result.path to the value of path.
        let with_slashes = rest;
        let given_path = rest.trim_start_matches('/');
        let has_slashes = given_path.len() < rest.len();
        let (names, rest) = path(given_path, &mut self.trace.on(given_path));
        let matched = span_before(rest, given_path).of(given_path);
        let whole = span_before(rest, with_slashes).of(with_slashes);
        self.trace.found(Component::Path, whole);
        let own = if T::ENABLED { names.to_text() } else { String::new() };
        self.trace.step(webspecs::FILE_URL_3_2_4, matched, Some(&own));
        // 3.2.3. If the host is not present and no slashes precede the path in the input, then prepend
        // base.path minus the last element to the result.path.
        let base_path = names_of(self.base);
        let is_relative = result_host.is_none() && !has_slashes;
        let path = names.after(if is_relative { without_last(&base_path) } else { "" });
        if is_relative {
            let own = Text::built(own, matched);
            self.trace.step_by_reading("W3", webspecs::FILE_URL_3_2_3, own, Some(&path));
        }
        self.set_file(scheme, result_host, Text::built(path, whole));
        Ok(rest)
    }

    /// Spec: webspecs#file-url-3
    fn set_file(&mut self, scheme: &'a str, host: Option<Text<'a>>, names: Text<'a>) {
        self.result.scheme = Some(Text::built("file", scheme));
        // The place of a missing host is the end of the scheme.
        self.result.host = Some(host.unwrap_or(scheme[scheme.len()..].into()));
        self.result.path = Some(path_of(names));
        self.result.hierarchical = true;
    }
}

//! The URL Standard of the WHATWG: the basic URL parser, with a function for each state, and the operations
//! of the `URL` class. Implements the section "URL parsing".
//!
//! Helpers, not in a spec: `scan_canonical`, `quick_is_url`, `source_map`, `parsing`.

mod api;
mod canonical;
mod direct;
mod machine;
#[cfg(feature = "idna")]
mod rendering;
mod setters;
mod states;
pub(crate) mod writing;

use std::borrow::Cow;

use url_core::{
    Components, NoTrace, Output, Parsed, Rejection, Report, Section, Source, Span, Trace, Whatwg,
    sections::whatwg, whatwg::Edition,
};
use url_preprocess::{
    SourceMap,
    whatwg::{remove_tab_and_newline, strip_c0_control_or_space},
};
use url_query::Encoding;
use url_serialize::whatwg::serialize_traced;

use crate::{
    Entry, Input, LocatedTrace, Result, Serialized, Spec,
    fast::{CanonicalScan, Written},
};
use machine::{Machine, State};

#[cfg(feature = "idna")]
pub use rendering::{RenderedUrl, Rendering, render_url};
pub use writing::check_valid_url_string;

impl Spec for Whatwg {
    fn parsing(self) -> Section {
        whatwg::CONCEPT_BASIC_URL_PARSER
    }
    const PARSES_TO_CANONICAL: bool = true;

    #[inline]
    fn scan_canonical(self, input: &str) -> Option<CanonicalScan> {
        if self.0.is_candidate() { None } else { canonical::scan_canonical(input, self.0) }
    }

    #[expect(clippy::inline_always, reason = "see the function that it calls")]
    #[inline(always)]
    fn quick_is_url(self, input: &str) -> bool {
        !self.0.is_candidate() && canonical::quick_is_url(input, self.0)
    }

    /// Spec: whatwg#concept-basic-url-parser
    fn write_url<'s, O: Output>(
        self,
        s: &'s str,
        base: Option<&Serialized<&str>>,
        encoding: Encoding,
        out: &mut O,
        components: &mut Components,
    ) -> Written<'s> {
        // Candidates (proposed changes) are only implemented in the state machine.
        if self.0.is_candidate() {
            return Written::NotInThisSpec;
        }
        direct::write_url(s, base, encoding, self.0, out, components)
    }

    /// Spec: whatwg#concept-url-parser-1, whatwg#concept-basic-url-parser-1.1
    fn begin<T: Trace>(self, entry: Entry, input: &str, trace: &mut T) {
        if T::ENABLED && !matches!(entry, Entry::Resolving { has_invalid_base: true }) {
            let whole = Span::whole(input);
            // URL parser 1. Let url be the result of running the basic URL parser.
            trace.visited(whatwg::CONCEPT_URL_PARSER_1, whole);
            // Basic URL parser 1. If url is not given:
            // 1.1. Set url to a new URL.
            trace.visited(whatwg::CONCEPT_BASIC_URL_PARSER_1_1, whole);
        }
    }

    /// Spec: whatwg#concept-basic-url-parser-1.2, whatwg#concept-basic-url-parser-1.3
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str> {
        let stripped = strip_c0_control_or_space(input, trace);
        let place = Span::locate(stripped, input).unwrap_or_default();
        remove_tab_and_newline(stripped, &mut trace.after(place.start as usize))
    }

    fn source_map(input: &str) -> SourceMap {
        SourceMap::of_whatwg(input)
    }

    /// Runs the URL parser. Does not look up blob URLs: `Parser::parse_with_blobs` of `url-facade` does.
    ///
    /// Spec: whatwg#concept-url-parser, whatwg#api-url-parser-2.2
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        let s = input.s;
        // API URL parser 2.2. If parsedBase is failure, return failure.
        if let Some(rejection) = input.base.and_then(|base| base.invalid) {
            trace.visited(whatwg::API_URL_PARSER_2_2, s);
            url.invalid = Some(Rejection { source: Source::Base, ..rejection });
            return Ok(());
        }
        // 1. Let url be the result of running the basic URL parser.
        *url = match basic_url_parser(input, self.0, trace) {
            // 2. If url is failure, return failure.
            Err(rejection) => {
                trace.visited(whatwg::CONCEPT_URL_PARSER_2, s);
                Parsed::from_rejection(rejection)
            }
            Ok(url) => {
                // 3. No "blob" URL: return url.
                // 5. Return url.
                let is_blob = url.scheme.as_deref() == Some("blob");
                trace.visited(
                    if is_blob { whatwg::CONCEPT_URL_PARSER_5 } else { whatwg::CONCEPT_URL_PARSER_3 },
                    s,
                );
                url
            }
        };
        Ok(())
    }

    /// Spec: whatwg#special-scheme
    fn default_port(self, scheme: &str) -> Option<u16> {
        url_scheme::whatwg::special_scheme(scheme, self.0).1
    }

    /// Spec: whatwg#opaque-host, whatwg#is-special
    fn has_opaque_host(self, scheme: &str) -> bool {
        !url_scheme::whatwg::special_scheme(scheme, self.0).0.is_special()
    }

    /// Spec: whatwg#concept-url-serializer
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        serialize_traced(url, self.0, out, trace)
    }

    /// Spec: whatwg#concept-url-serializer
    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components> {
        match url.invalid {
            Some(_) => url_serialize::write_components(url, self.parsing(), out),
            None => serialize_traced(url, self.0, out, &mut NoTrace),
        }
    }
}

/// Spec: whatwg#concept-basic-url-parser
fn basic_url_parser<'a, T: Trace>(
    input: Input<'_, 'a>,
    edition: Edition,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Parsed<'a>> {
    // 1. If url is not given:
    // 1.1. Set url to a new URL.
    let url = Parsed { hierarchical: true, ..Parsed::default() };
    // 4. Let state be the scheme start state.
    let mut machine = Machine::new(input, edition, url, State::SchemeStart, trace);
    machine.run()?;
    // 10. Return url.
    machine.visited(whatwg::CONCEPT_BASIC_URL_PARSER_10);
    Ok(machine.url)
}

/// Runs the basic URL parser with a state override on `url`. If parsing fails, `url` may have changed.
///
/// Spec: whatwg#concept-basic-url-parser
fn basic_url_parser_on<'a, T: Trace>(
    input: &'a str,
    url: &mut Parsed<'a>,
    state_override: State,
    edition: Edition,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    // 2. An ASCII tab or newline: invalid-URL-unit.
    // 3. Remove all ASCII tab or newline.
    match remove_tab_and_newline(input, &mut trace.on(input)) {
        Cow::Borrowed(s) => run_on(s, url, state_override, edition, trace),
        Cow::Owned(removed) => {
            // The place of each component from the new string is the whole original string.
            let mut local = url.clone();
            let outcome = run_on(&removed, &mut local, state_override, edition, trace);
            *url = local.into_owned();
            outcome
        }
    }
}

/// Spec: whatwg#concept-basic-url-parser-9
fn run_on<'a, T: Trace>(
    input: &'a str,
    url: &mut Parsed<'a>,
    state_override: State,
    edition: Edition,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    let given = std::mem::take(url);
    let mut machine = Machine::new(Input::alone(input), edition, given, state_override, trace);
    machine.state_override = Some(state_override);
    let outcome = machine.run();
    *url = machine.url;
    outcome
}

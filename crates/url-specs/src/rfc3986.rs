//! RFC 3986, composed from crates such as `url-host`: strict parsing, resolution and normalization.
//!
//! Helpers, not in a spec: `preprocess`, `parsing`.

use std::borrow::Cow;

use url_core::{
    Component, Components, NoTrace, Parsed, Reason, Rejection, Repertoire, Report as _, Rfc3986, Section,
    Source, Span, Text, Trace, sections::rfc3986,
};
use url_path::rfc3986::{Before, PathForm, match_path};
use url_query::Encoding;

use crate::{Input, LocatedTrace, MappedText, Result, Spec, check_len, usual::Usual};

/// The profile for URIs with the grammar that the [`Repertoire`] `R` selects: RFC 3986 alone, or RFC 3986
/// with the zones of IPv6 addresses of RFC 6874.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uri<R>(pub R);

impl<R: Repertoire> Spec for Uri<R> {
    const USUAL: Option<Usual> = Some(Usual { lowers_case: true, is_strict: true, concatenates: false });
    const SPLITS_USUAL: bool = true;

    fn parsing(self) -> Section {
        rfc3986::URI_REFERENCE
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, _: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(input)
    }

    /// Spec: rfc3986#uri-reference
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let mut reference = Parsed::default();
        let parsed = parse_uri_reference(self.0, s, &mut reference, trace);
        parsed.map_or_else(Parsed::from_rejection, |_| reference)
    }

    /// Spec: rfc3986#transform-references
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        if let Err(rejection) = resolve(self.0, input.s, input.base, url, trace) {
            *url = Parsed::from_rejection(rejection);
        }
        Ok(())
    }

    /// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization
    /// Spec: rfc3986#path-segment-normalization
    fn canonicalize<T: Trace>(
        self,
        url: &mut Parsed<'_>,
        _: Encoding,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        // Escapes of unreserved characters are decoded first, so that normalizing again changes nothing.
        if let Some(rejection) = url.invalid {
            return Err(rejection);
        }
        // "The scheme and host are case-insensitive and therefore should be normalized to lowercase."
        trace.rewrite_part(&mut url.scheme, |scheme, on| {
            url_scheme::rfc3986::normalize_scheme_traced(scheme, on)
        });
        if let Some(host) = &mut url.host {
            // FAST: most hosts have no escapes.
            let has_escapes = T::ENABLED || host.contains('%');
            if has_escapes {
                trace.rewrite(host, |host, on| url_query::rfc3986::decode_unreserved(host, on));
            }
            trace.rewrite(host, |host, on| url_host::rfc3986::normalize_host(host, on));
            if has_escapes {
                trace.rewrite(host, |host, on| url_query::rfc3986::upper_case_escapes(host, on));
            }
        }
        for part in [&mut url.user, &mut url.password, &mut url.path].into_iter().flatten() {
            normalize_escapes(part, trace);
        }
        // "The complete path segments "." and ".." are intended only for use within relative references [...]
        // and are removed as part of the reference resolution process". NOTE: without a scheme, `url` is such
        // a reference.
        if url.scheme.is_some() {
            trace
                .rewrite_part(&mut url.path, |path, on| url_path::rfc3986::normalize_path_segments(path, on));
        }
        for part in [&mut url.query, &mut url.fragment].into_iter().flatten() {
            normalize_escapes(part, trace);
        }
        keep_path_apart(url, trace);
        // If dots were decoded and removed as dot-segments, the path may now begin with a slash.
        url.hierarchical =
            url.host.is_some() || url.path.as_deref().is_some_and(|path| path.starts_with('/'));
        Ok(())
    }

    /// Spec: rfc3986#component-recomposition
    fn serialize<T: Trace>(self, url: &Parsed<'_>, out: &mut String, trace: &mut T) -> Result<Components> {
        url_serialize::rfc3986::recompose(url, out, trace)
    }
}

/// Returns the byte range of each component of `input`, which must match the production `URI-reference` with
/// the characters that `repertoire` allows.
///
/// # Errors
/// Returns the production that `input` does not match, and the byte range of the first mismatch.
///
/// Spec: rfc3986#uri-reference
///
/// # Examples
/// ```
/// use url_core::{Component, Rfc3986, Rfc3987, Span};
/// use url_specs::rfc3986::components_of_reference;
/// assert!(components_of_reference(Rfc3986, "../é").is_err());
/// let query = components_of_reference(Rfc3987, "../é?a").unwrap().get(Component::Query);
/// assert_eq!(query, Some(Span::new(6, 7)));
/// ```
pub fn components_of_reference(repertoire: impl Repertoire, input: &str) -> Result<Components> {
    check_len(Uri(Rfc3986), input, Source::Input)?;
    let (mapped, trace) = (MappedText::unchanged(input), &mut NoTrace);
    let mut reference = Parsed::default();
    let trace = &mut LocatedTrace::new(trace, &mapped, None);
    parse_uri_reference(repertoire, input, &mut reference, trace)?;
    let mut components = Components::default();
    for component in Component::ALL {
        if let Some(span) = reference.get(component).and_then(|part| Span::locate(part, input)) {
            components.set(component, span);
        }
    }
    Ok(components)
}

/// Parses `s` into `reference`, which must be empty, and returns the production that the path matched. First
/// divides `s` into components, and then matches each component. This is correct because only one division
/// can match the productions.
///
/// Spec: rfc3986#uri-reference, rfc3986#uri-reference-1.1, rfc3986#syntax-components
/// Spec: rfc3986#syntax-components-1.1, rfc3986#syntax-components-1.2, rfc3986#syntax-components-2
/// Spec: rfc3986#relative-reference
pub(crate) fn parse_uri_reference<'a, R: Repertoire, T: Trace>(
    repertoire: R,
    s: &'a str,
    reference: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<PathForm> {
    // URI-reference = URI / relative-ref
    trace.visited(rfc3986::URI_REFERENCE_1_1, s);
    // URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] "A URI-reference is either a URI or a
    // relative reference. If the URI-reference's prefix does not match the syntax of a scheme followed by its
    // colon separator, then the URI-reference is a relative reference."
    let scanned = url_scheme::rfc3986::split_scheme_traced(s, &mut trace.on(s));
    let (scheme, after_scheme) = if let Some((scheme, after_scheme)) = scanned {
        trace.found(Component::Scheme, scheme);
        trace.step(rfc3986::SYNTAX_COMPONENTS_1_1, s, None);
        (Some(scheme), after_scheme)
    } else {
        // relative-ref = relative-part [ "?" query ] [ "#" fragment ]
        trace.step(rfc3986::URI_REFERENCE_2, s, None);
        trace.step(rfc3986::RELATIVE_REFERENCE_1_1, s, None);
        (None, s)
    };
    // hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
    // relative-part = "//" authority path-abempty / path-absolute / path-noscheme / path-empty
    let section =
        if scheme.is_some() { rfc3986::SYNTAX_COMPONENTS_1_2 } else { rfc3986::RELATIVE_REFERENCE_1_2 };
    trace.step(section, after_scheme, None);
    reference.scheme = scheme.map(Text::from);
    let found = url_authority::rfc3986::split_reference(after_scheme, &mut trace.on(after_scheme));
    let path = found.path.unwrap_or_default();
    reference.path = Some(path.into());
    reference.query = found.query.map(Text::from);
    reference.fragment = found.fragment.map(Text::from);
    reference.hierarchical = found.authority.is_some() || path.starts_with('/');
    if let Some(authority) = found.authority {
        let parts =
            url_authority::rfc3986::parse_authority_traced(repertoire, authority, &mut trace.on(authority))
                .map_err(|rejection| trace.place(authority, rejection))?;
        url_host::rfc3986::match_host(repertoire, parts.host, &mut trace.on(parts.host))
            .map_err(|rejection| trace.place(parts.host, rejection))?;
        trace.step_on(rfc3986::PORT_1_1, parts.port.map(Text::from).as_ref());
        reference.authority = Some(authority.into());
        reference.host = Some(parts.host.into());
        reference.port = parts.port.map(Text::from);
        if let Some(user_info) = parts.user_info {
            let (user, password) = url_authority::barth::split_user_info(user_info);
            reference.user = Some(user.into());
            reference.password = password.map(Text::from);
        }
    }
    trace.found(Component::Path, path);
    let before = match (found.authority, scheme) {
        (Some(_), _) => Before::Authority,
        (None, Some(_)) => Before::Scheme,
        (None, None) => Before::Nothing,
    };
    let form = match_path(repertoire, path, before, &mut trace.on(path))
        .map_err(|rejection| trace.place(path, rejection))?;
    if let Some(query) = found.query {
        trace.found(Component::Query, query);
        url_query::rfc3986::match_query(repertoire, query, &mut trace.on(query))
            .map_err(|rejection| trace.place(query, rejection))?;
    }
    if let Some(fragment) = found.fragment {
        trace.found(Component::Fragment, fragment);
        url_query::rfc3986::match_fragment(repertoire, fragment, &mut trace.on(fragment))
            .map_err(|rejection| trace.place(fragment, rejection))?;
    }
    Ok(form)
}

/// Resolves `s` against `base`, whose fragment is ignored, and stores the result in `target`.
///
/// Spec: rfc3986#pre-parse-the-base-uri, rfc3986#absolute-uri-1.1
fn resolve<'a, R: Repertoire, T: Trace>(
    repertoire: R,
    s: &'a str,
    base: Option<&Parsed<'a>>,
    target: &mut Parsed<'a>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    check_base(base, trace)?;
    show_base(base, trace);
    // 5.2.2, 1.1. The URI reference is parsed into the five URI components.
    trace.visited(rfc3986::TRANSFORM_REFERENCES_1_1, s);
    parse_uri_reference(repertoire, s, target, trace)?;
    transform_reference(s, target, base, trace)?;
    keep_path_apart(target, trace);
    Ok(())
}

/// Spec: rfc3986#pre-parse-the-base-uri-1
pub(crate) fn check_base<T: Trace>(base: Option<&Parsed<'_>>, trace: &mut LocatedTrace<'_, T>) -> Result<()> {
    // "The base URI (Base) is established [...] and parsed into the five main components described in Section
    // 3. Note that only the scheme component is required to be present in a base URI".
    match base {
        Some(Parsed { scheme: None, .. }) => {
            Err(trace.reject_base(Reason::InvalidBase, rfc3986::PRE_PARSE_THE_BASE_URI_1))
        }
        _ => Ok(()),
    }
}

/// Spec: rfc3986#pre-parse-the-base-uri-1
pub(crate) fn show_base<T: Trace>(base: Option<&Parsed<'_>>, trace: &mut LocatedTrace<'_, T>) {
    if let Some(scheme) = base.and_then(|base| base.scheme.as_ref()) {
        trace.step(rfc3986::PRE_PARSE_THE_BASE_URI_1, scheme, None);
    }
}

/// Resolves the parsed `s` by the strict pseudocode of section 5.2.2. At the start, `t` is the reference (R).
/// At the end, it is the target (T). Fails if `s` needs a base.
///
/// Spec: rfc3986#transform-references, rfc3986#transform-references-1.1, rfc3986#transform-references-1.3
pub(crate) fn transform_reference<'a, T: Trace>(
    s: &'a str,
    t: &mut Parsed<'a>,
    base: Option<&Parsed<'a>>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    // 1.1. The URI reference is parsed into the five URI components: (R.scheme, R.authority, R.path, R.query,
    // R.fragment) = parse(R);
    // NOTE: the caller has already done this.
    // 1.3. [Take each component from the reference or the base.]
    trace.visited(rfc3986::TRANSFORM_REFERENCES_1_3, s);
    let no_base = Parsed::default();
    let base = match base {
        Some(base) => base,
        // If the reference has a scheme, the base is not used, and may be missing.
        None if t.scheme.is_some() => &no_base,
        None => {
            let rejection =
                Rejection::new(Reason::MissingScheme, rfc3986::RELATIVE_REFERENCE_2, Span::whole(s));
            return Err(trace.place(s, rejection));
        }
    };
    // 1.3.1. if defined(R.scheme) then T.scheme = R.scheme; T.authority = R.authority;
    if trace.decide(rfc3986::TRANSFORM_REFERENCES_1_3_1, &t.scheme, t.scheme.is_some()) {
        trace.step_on(rfc3986::TRANSFORM_REFERENCES_1_3_1, t.scheme.as_ref());
        take_authority(rfc3986::TRANSFORM_REFERENCES_1_3_1, t, trace);
        // T.path = remove_dot_segments(R.path); T.query = R.query;
        remove_dot_segments(&mut t.path, trace);
        trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_1, t.query.as_ref(), s);
    // 1.3.2.1. else if defined(R.authority) then T.authority = R.authority;
    } else if trace.decide(rfc3986::TRANSFORM_REFERENCES_1_3_2_1, &t.authority, t.host.is_some()) {
        take_authority(rfc3986::TRANSFORM_REFERENCES_1_3_2_1, t, trace);
        // T.path = remove_dot_segments(R.path); T.query = R.query;
        remove_dot_segments(&mut t.path, trace);
        trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_1, t.query.as_ref(), s);
    // 1.3.2.2. else
    } else {
        let path = t.path.take().unwrap_or_default();
        // 1.3.2.2.1. if (R.path == "") then
        if trace.decide(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_1, &path, path.is_empty()) {
            // T.path = Base.path;
            t.path.clone_from(&base.path);
            trace.step_on(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_1, t.path.as_ref());
            // 1.3.2.2.1.1. if defined(R.query) then T.query = R.query;
            let section = rfc3986::TRANSFORM_REFERENCES_1_3_2_2_1_1;
            if t.query.is_some() {
                trace.step_on_any(section, t.query.as_ref(), s);
            } else {
                trace.decide(section, Text::built("", path.origin()), false);
                // 1.3.2.2.1.2. else T.query = Base.query;
                t.query.clone_from(&base.query);
                trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_1_2, t.query.as_ref(), s);
            }
        // 1.3.2.2.2.1. else if (R.path starts-with "/") then
        } else if trace.decide(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2_1, &path, path.starts_with('/')) {
            // T.path = remove_dot_segments(R.path);
            t.path = Some(path);
            remove_dot_segments(&mut t.path, trace);
            // 1.3.2.2.2. T.query = R.query;
            trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2, t.query.as_ref(), s);
        // 1.3.2.2.2.2. else
        } else {
            // T.path = merge(Base.path, R.path); T.path = remove_dot_segments(T.path);
            trace.visited(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2_2, &path);
            let merged = url_path::rfc3986::merge_paths(&path, base, &mut trace.on(&path));
            t.path = Some(Text::built(merged, path.origin()));
            remove_dot_segments(&mut t.path, trace);
            // 1.3.2.2.2. T.query = R.query;
            trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2, t.query.as_ref(), s);
        }
        // 1.3.2.2. T.authority = Base.authority;
        trace.visited(rfc3986::TRANSFORM_REFERENCES_1_3_2_2, s);
        trace.take_authority(rfc3986::TRANSFORM_REFERENCES_1_3_2_2, t, base);
    }
    // 1.3.2. T.scheme = Base.scheme;
    if t.scheme.is_none() {
        t.scheme.clone_from(&base.scheme);
        trace.step_on(rfc3986::TRANSFORM_REFERENCES_1_3_2, t.scheme.as_ref());
    }
    t.hierarchical = t.host.is_some() || t.path.as_deref().is_some_and(|path| path.starts_with('/'));
    // 1.4. T.fragment = R.fragment;
    trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_4, t.fragment.as_ref(), s);
    Ok(())
}

/// Reports to the trace the authority of `r`, the reference, with the host that the parser stored in `r`.
///
/// Spec: rfc3986#transform-references-1.3.1
fn take_authority<T: Trace>(section: Section, r: &Parsed<'_>, trace: &mut LocatedTrace<'_, T>) {
    if T::ENABLED
        && let Some(given) = &r.authority
    {
        let user_info = given.rfind('@').map_or("", |at| &given[..=at]);
        let host = r.host.as_deref().unwrap_or_default();
        let port = r.port.as_deref().map(|port| format!(":{port}")).unwrap_or_default();
        let text = format!("{user_info}{host}{port}");
        trace.on(given).step(section, Span::whole(given), &text, Some(&text));
    }
}

/// Inserts `/.` before a path that begins with `//` if there is no host, because a parser would parse the
/// path as an authority. For example, `a:/.//b` without its dot-segment is `a://b`. The grammar of RFC 3986
/// forbids such a path (our interpretation R1).
///
/// Spec: rfc3986#syntax-components-2
fn keep_path_apart<T: Trace>(uri: &mut Parsed<'_>, trace: &mut LocatedTrace<'_, T>) {
    if uri.host.is_some() {
        return;
    }
    if let Some(path) = &uri.path {
        trace.visited(rfc3986::SYNTAX_COMPONENTS_2, path);
    }
    trace.rewrite_part(&mut uri.path, |path, on| url_path::rfc3986::keep_path_apart(path, on));
}

/// Spec: rfc3986#transform-references-1.3
fn remove_dot_segments<T: Trace>(path: &mut Option<Text<'_>>, trace: &mut LocatedTrace<'_, T>) {
    trace.rewrite_part(path, |path, on| url_path::rfc3986::remove_dot_segments_traced(path, on));
}

/// Spec: rfc3986#case-normalization, rfc3986#percent-encoding-normalization
fn normalize_escapes<T: Trace>(component: &mut Text<'_>, trace: &mut LocatedTrace<'_, T>) {
    // FAST: most components have no escapes.
    if T::ENABLED || component.contains('%') {
        trace.rewrite(component, |text, on| url_query::rfc3986::decode_unreserved(text, on));
        trace.rewrite(component, |text, on| url_query::rfc3986::upper_case_escapes(text, on));
    }
}

//! Resolution of references. Implements rfc3986 "Pre-parse the Base URI" and "Transform References".

use url_core::{
    Parsed, Reason, Rejection, Repertoire, Report as _, Section, Span, Text, Trace, sections::rfc3986,
};

use super::parse::parse_uri_reference;
use crate::{located_trace::LocatedTrace, spec::Result};

/// A fragment of the base is ignored.
///
/// Spec: rfc3986#pre-parse-the-base-uri, rfc3986#absolute-uri-1.1
pub(super) fn resolve<'a, R: Repertoire, T: Trace>(
    repertoire: R,
    s: &'a str,
    base: Option<&Parsed<'a>>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Parsed<'a>> {
    check_base(base, trace)?;
    show_base(base, trace);
    // 5.2.2, 1.1. The URI reference is parsed into the five URI components.
    trace.visited(rfc3986::TRANSFORM_REFERENCES_1_1, s);
    let (reference, _) = parse_uri_reference(repertoire, s, trace)?;
    let mut target = transform_reference(s, reference, base, trace)?;
    keep_path_apart(&mut target, trace);
    Ok(target)
}

/// Spec: rfc3986#pre-parse-the-base-uri-1
pub(crate) fn check_base<T: Trace>(base: Option<&Parsed<'_>>, trace: &mut LocatedTrace<'_, T>) -> Result<()> {
    // "The base URI (Base) is established [...] and parsed into the five main components described in Section 3. Note that
    // only the scheme component is required to be present in a base URI".
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

/// The strict variant of the pseudocode of section 5.2.2; `r` is the result of parsing `s`.
///
/// # Errors
///
/// Spec: rfc3986#transform-references, rfc3986#transform-references-1.1, rfc3986#transform-references-1.3
pub(crate) fn transform_reference<'a, T: Trace>(
    s: &'a str,
    r: Parsed<'a>,
    base: Option<&Parsed<'a>>,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<Parsed<'a>> {
    // 1.1. The URI reference is parsed into the five URI components: (R.scheme, R.authority, R.path, R.query, R.fragment) =
    // parse(R);
    // NOTE: the caller has already done this.
    // 1.3. [Take each component from the reference or the base.]
    trace.visited(rfc3986::TRANSFORM_REFERENCES_1_3, s);
    let no_base = Parsed::default();
    let base = match base {
        Some(base) => base,
        // If the reference has a scheme, the base is not used.
        None if r.scheme.is_some() => &no_base,
        None => {
            let rejection =
                Rejection::new(Reason::MissingScheme, rfc3986::RELATIVE_REFERENCE_2, Span::whole(s));
            return Err(trace.place(s, rejection));
        }
    };
    let mut t = r;
    let path = t.path.take().unwrap_or_default();
    // 1.3.1. if defined(R.scheme) then T.scheme = R.scheme; T.authority = R.authority;
    if trace.decide(rfc3986::TRANSFORM_REFERENCES_1_3_1, &t.scheme, t.scheme.is_some()) {
        trace.step_on(rfc3986::TRANSFORM_REFERENCES_1_3_1, t.scheme.as_ref());
        take_authority(rfc3986::TRANSFORM_REFERENCES_1_3_1, &t, trace);
        // T.path = remove_dot_segments(R.path); T.query = R.query;
        t.path = Some(remove_dot_segments(path, trace));
        trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_1, t.query.as_ref(), s);
    // 1.3.2.1. else if defined(R.authority) then T.authority = R.authority;
    } else if trace.decide(rfc3986::TRANSFORM_REFERENCES_1_3_2_1, &t.authority, t.host.is_some()) {
        take_authority(rfc3986::TRANSFORM_REFERENCES_1_3_2_1, &t, trace);
        // T.path = remove_dot_segments(R.path); T.query = R.query;
        t.path = Some(remove_dot_segments(path, trace));
        trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_1, t.query.as_ref(), s);
    // 1.3.2.2. else
    } else {
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
            t.path = Some(remove_dot_segments(path, trace));
            // 1.3.2.2.2. T.query = R.query;
            trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2, t.query.as_ref(), s);
        // 1.3.2.2.2.2. else
        } else {
            // T.path = merge(Base.path, R.path); T.path = remove_dot_segments(T.path);
            trace.visited(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2_2, &path);
            let merged = url_path::rfc3986::merge_paths(&path, base, &mut trace.on(&path));
            t.path = Some(remove_dot_segments(Text::built(merged, path.origin()), trace));
            // 1.3.2.2.2. T.query = R.query;
            trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2, t.query.as_ref(), s);
        }
        // 1.3.2.2. T.authority = Base.authority;
        t.take_authority_of(base);
        trace.visited(rfc3986::TRANSFORM_REFERENCES_1_3_2_2, s);
        for part in [&t.user, &t.password, &t.host, &t.port] {
            trace.step_on(rfc3986::TRANSFORM_REFERENCES_1_3_2_2, part.as_ref());
        }
    }
    // 1.3.2. T.scheme = Base.scheme;
    if t.scheme.is_none() {
        t.scheme.clone_from(&base.scheme);
        trace.step_on(rfc3986::TRANSFORM_REFERENCES_1_3_2, t.scheme.as_ref());
    }
    t.hierarchical = t.host.is_some() || t.path.as_deref().is_some_and(|path| path.starts_with('/'));
    // 1.4. T.fragment = R.fragment;
    trace.step_on_any(rfc3986::TRANSFORM_REFERENCES_1_4, t.fragment.as_ref(), s);
    Ok(t)
}

/// The place is that of the authority in the reference, although its host may have changed since.
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

/// Only removing dot-segments produces a path that a parser would read as an authority (from `a:/.//b`). RFC
/// 3986 does not define this case, and its grammar does not allow the URI (reading R1).
///
/// Spec: rfc3986#syntax-components-2
pub(super) fn keep_path_apart<T: Trace>(uri: &mut Parsed<'_>, trace: &mut LocatedTrace<'_, T>) {
    if uri.host.is_some() {
        return;
    }
    uri.path = uri.path.take().map(|path| {
        trace.visited(rfc3986::SYNTAX_COMPONENTS_2, &path);
        trace.rewrite(path, |path, on| url_path::rfc3986::keep_path_apart(path, on))
    });
}

/// Spec: rfc3986#transform-references-1.3
fn remove_dot_segments<'a, T: Trace>(path: Text<'a>, trace: &mut LocatedTrace<'_, T>) -> Text<'a> {
    trace.rewrite(path, |path, on| url_path::rfc3986::remove_dot_segments(path, on))
}

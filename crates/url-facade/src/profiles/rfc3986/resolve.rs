//! Resolution of references. Holds rfc3986 "Pre-parse the Base URI" and "Transform References".

use std::borrow::Cow;

use url_core::{Parsed, Reason, Rejection, Span, Trace, sections::rfc3986};

use crate::watch::Watch;

/// Resolves `reference`, which `s` parses as, against `base`, strictly.
///
/// The base may have a fragment, which nothing looks at.
///
/// Spec: rfc3986#pre-parse-the-base-uri-1, rfc3986#absolute-uri-1.1
pub(super) fn resolve<'a, T: Trace>(
    s: &'a str,
    reference: Parsed<'a>,
    base: &Parsed<'a>,
    watch: &mut Watch<'_, T>,
) -> Result<Parsed<'a>, Rejection> {
    if let Some(rejection) = reference.invalid {
        return Err(rejection);
    }
    check_base(s, &reference, base, watch)?;
    let target = transform_reference(s, reference, base, watch);
    reject_path_like_authority(&target, watch)?;
    Ok(target)
}

/// Rejects a base that is no URI. Where neither it nor `reference` has a scheme it may be that there is no base.
///
/// Spec: rfc3986#pre-parse-the-base-uri-1
pub(crate) fn check_base<T: Trace>(
    s: &str,
    reference: &Parsed<'_>,
    base: &Parsed<'_>,
    watch: &mut Watch<'_, T>,
) -> Result<(), Rejection> {
    // "The base URI (Base) is established [...] and parsed into the five main components described in Section 3. Note that
    // only the scheme component is required to be present in a base URI".
    watch.step_on(rfc3986::PRE_PARSE_THE_BASE_URI_1, base.scheme.as_deref());
    if base.scheme.is_some() {
        return Ok(());
    }
    if reference.scheme.is_none() && base.invalid.is_none() {
        let section = rfc3986::PRE_PARSE_THE_BASE_URI_1;
        return Err(watch.place(s, Rejection::new(Reason::MissingScheme, section, Span::whole(s))));
    }
    Err(watch.reject_base(Reason::InvalidBase, rfc3986::PRE_PARSE_THE_BASE_URI_1))
}

/// The target of `r`, which `s` parses as, under `base`: the pseudocode of section 5.2.2, in its strict way.
///
/// Spec: rfc3986#transform-references, rfc3986#transform-references-1.1
pub(crate) fn transform_reference<'a, T: Trace>(
    s: &'a str,
    r: Parsed<'a>,
    base: &Parsed<'a>,
    watch: &mut Watch<'_, T>,
) -> Parsed<'a> {
    // 1.1. The URI reference is parsed into the five URI components: (R.scheme, R.authority, R.path, R.query, R.fragment) =
    // parse(R);
    // 1.3. [Take each component from the reference or the base.]
    watch.step(rfc3986::TRANSFORM_REFERENCES_1_3, s, None);
    let mut t = r;
    let path = t.path.take().unwrap_or_default();
    if t.scheme.is_some() || t.host.is_some() {
        // if defined(R.scheme) then T.scheme = R.scheme; T.authority = R.authority;
        // or if defined(R.authority) then T.authority = R.authority;
        // T.path = remove_dot_segments(R.path); T.query = R.query;
        t.path = Some(remove_dot_segments(path, watch));
    } else {
        if path.is_empty() {
            // if (R.path == "") then T.path = Base.path;
            t.path.clone_from(&base.path);
            // if defined(R.query) then T.query = R.query; else T.query = Base.query;
            if t.query.is_none() {
                t.query.clone_from(&base.query);
            }
        } else if path.starts_with('/') {
            // if (R.path starts-with "/") then T.path = remove_dot_segments(R.path);
            t.path = Some(remove_dot_segments(path, watch));
        } else {
            // else T.path = merge(Base.path, R.path); T.path = remove_dot_segments(T.path);
            let base_path = base.path.as_deref().unwrap_or_default();
            let on = &mut watch.on(&path);
            let merged = url_path::rfc3986::merge_paths(&path, base_path, base.host.is_some(), on);
            t.path = Some(remove_dot_segments(Cow::Owned(merged), watch));
        }
        // T.authority = Base.authority;
        t = t.with_authority_of(base);
    }
    // T.scheme = Base.scheme;
    if t.scheme.is_none() {
        t.scheme.clone_from(&base.scheme);
    }
    t.hierarchical = t.host.is_some() || t.path.as_deref().is_some_and(|path| path.starts_with('/'));
    // 1.4. T.fragment = R.fragment;
    watch.step_on(rfc3986::TRANSFORM_REFERENCES_1_4, t.fragment.as_deref());
    t
}

/// Rejects a URI whose path, for want of an authority, would be read as one. Only the removal of dot segments makes such a
/// path (`a:/.//b`), and RFC 3986 does not say what then; its grammar has no such URI (reading R1).
///
/// Spec: rfc3986#syntax-components-2
pub(super) fn reject_path_like_authority<T: Trace>(
    uri: &Parsed<'_>,
    watch: &mut Watch<'_, T>,
) -> Result<(), Rejection> {
    if uri.host.is_some() {
        return Ok(());
    }
    let path = uri.path.as_deref().unwrap_or_default();
    url_path::rfc3986::reject_path_like_authority(path).map_err(|rejection| {
        watch.on(path).step_by_reading("R1", rejection.section, rejection.span, path, None);
        watch.place(path, rejection)
    })
}

/// Spec: rfc3986#transform-references-1.3
fn remove_dot_segments<'a, T: Trace>(path: Cow<'a, str>, watch: &mut Watch<'_, T>) -> Cow<'a, str> {
    let on = &mut watch.on(&path);
    url_path::rfc3986::remove_dot_segments(path, on)
}

//! Getters and setters of URL objects. Implements webspecs "API", and the last steps of "URL parser".
//!
//! Outside the specs: `object_base`, `setter`, `check_hostless`, `report`.

use url_authority::webspecs::{Caller, port};
use url_core::{
    Component, PASSWORD_ENCODE_SET, Parsed, Reason, Rejection, SIMPLE_ENCODE_SET, Section, Span, Trace,
    USERNAME_ENCODE_SET, Webspecs, percent_encode, sections::webspecs,
};
use url_path::webspecs::path;
use url_query::webspecs::percent_encode_query;
use url_scheme::webspecs::{default_port, scheme};

use super::{
    matched::{after_slash, host, non_empty, path_of, span_before},
    origin,
};
use crate::{
    api::ApiSpec, attribute::Attribute, located_trace::LocatedTrace, origin::Origin, serialized::Serialized,
    spec::Result,
};

impl ApiSpec for Webspecs {
    fn object_base(self) -> Option<&'static str> {
        Some("about:blank")
    }

    /// Spec: webspecs#api-setters
    fn set<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        attribute: Attribute,
        value: &'a str,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        let refuse = |reason, section| Err(Rejection::new(reason, section, Span::whole(value)));
        let is_free = matches!(attribute, Attribute::Protocol | Attribute::Search | Attribute::Hash);
        if !url.hierarchical && !is_free {
            return refuse(Reason::OpaquePathFixed, webspecs::API_SETTERS);
        }
        match attribute {
            // 1. href: parse against the base of the object.
            // NOTE: the URL object, which knows its base, has already done this.
            Attribute::Href => {}
            // 2. protocol: leading scheme, anything after is ignored; no match: no change.
            Attribute::Protocol => {
                let Some((name, rest)) = scheme(value, &mut trace.on(value)) else {
                    return refuse(Reason::SetterRefused, webspecs::API_SETTERS_2);
                };
                report(webspecs::API_SETTERS_2, rest, value, &name, trace);
                url.scheme = Some(name.into());
            }
            // 3. username: percent-encode with the username set (empty clears).
            Attribute::Username => {
                let encoded = percent_encode(value, &USERNAME_ENCODE_SET);
                report(webspecs::API_SETTERS_3, "", value, &encoded, trace);
                url.user = non_empty(encoded.into());
            }
            // 3. password: empty: null, else the password set.
            Attribute::Password => {
                let encoded = percent_encode(value, &PASSWORD_ENCODE_SET);
                report(webspecs::API_SETTERS_3, "", value, &encoded, trace);
                url.password = non_empty(encoded.into());
            }
            Attribute::Host => return set_host(url, value, true, trace),
            Attribute::Hostname => return set_host(url, value, false, trace),
            // 5. port: not for file.
            Attribute::Port if url.scheme.as_deref() == Some("file") => {
                return refuse(Reason::NoCredentialsOrPort, webspecs::API_SETTERS_5);
            }
            Attribute::Port => set_port(url, value, true, trace),
            // 6. pathname: one optional leading slash or backslash, then the path rule up to "?" or "#".
            Attribute::Pathname => {
                let given = after_slash(value).unwrap_or(value);
                let (names, rest) = path(given, &mut trace.on(given));
                let names = path_of(names.to_text().into());
                report(webspecs::API_SETTERS_6, rest, given, &names, trace);
                url.path = Some(names);
            }
            // 7. search: empty: null; else strip one "?", percent-encode with the query set.
            // 7.1. Both the API step and the rule strip a "?"; strip once.
            Attribute::Search => {
                trace.visited(webspecs::API_SETTERS_7_1, value);
                let given = value.strip_prefix('?').unwrap_or(value);
                let encoded = percent_encode_query(given);
                report(webspecs::API_SETTERS_7, "", given, &encoded, trace);
                url.query = (!value.is_empty()).then_some(encoded.into());
            }
            // 8. hash: not for javascript.
            Attribute::Hash if url.scheme.as_deref() == Some("javascript") => {
                return refuse(Reason::SetterRefused, webspecs::API_SETTERS_8);
            }
            // 8. Empty: null; else strip one "#", percent-encode with the simple set.
            Attribute::Hash => {
                let given = value.strip_prefix('#').unwrap_or(value);
                let encoded = percent_encode(given, &SIMPLE_ENCODE_SET);
                report(webspecs::API_SETTERS_8, "", given, &encoded, trace);
                url.fragment = (!value.is_empty()).then_some(encoded.into());
            }
        }
        Ok(())
    }

    fn setter(self, attribute: Attribute) -> Section {
        match attribute {
            Attribute::Href => webspecs::API_SETTERS,
            Attribute::Protocol => webspecs::API_SETTERS_2,
            Attribute::Username | Attribute::Password => webspecs::API_SETTERS_3,
            Attribute::Host | Attribute::Hostname => webspecs::API_SETTERS_4,
            Attribute::Port => webspecs::API_SETTERS_5,
            Attribute::Pathname => webspecs::API_SETTERS_6,
            Attribute::Search => webspecs::API_SETTERS_7,
            Attribute::Hash => webspecs::API_SETTERS_8,
        }
    }

    fn check_hostless(self, _url: &Parsed<'_>) -> Result<()> {
        Err(Rejection::new(Reason::HostEmpty, webspecs::API_SETTERS_4, Span::default()))
    }

    /// Spec: webspecs#concept-url-parser, webspecs#urls-12
    fn blob_name(self, url: Serialized<&str>) -> &str {
        // 1. Let url be the result of running the basic URL parser.
        // 2. If url is failure, return failure.
        // 3. If url's scheme is not "blob", return url.
        // 4. If url's scheme data is not in the blob URL store, return url.
        // 5. Set url's object to a structured clone of the entry corresponding to url's scheme data.
        // 6. Return url.
        // NOTE: the facade's `Parser::parse_with_blobs`, which has the blob URL store, does this.
        url.get(Component::Path).unwrap_or_default()
    }

    /// Spec: webspecs#api-urlsearchparams-1
    fn query_of_params(self, params: &str) -> Option<&str> {
        Some(params)
    }

    /// Spec: webspecs#origin
    fn origin(self, url: Serialized<&str>) -> Origin {
        origin(url).unwrap_or_else(Origin::new_opaque)
    }
}

/// Runs the setter of `host` if `takes_port`, otherwise of `hostname`.
///
/// Spec: webspecs#api-setters
fn set_host<'a, T: Trace>(
    url: &mut Parsed<'a>,
    value: &'a str,
    takes_port: bool,
    trace: &mut LocatedTrace<'_, T>,
) -> Result<()> {
    // 4. host: host rule, then optional ":" port in setter mode, rest ignored. hostname: host rule only.
    match host(value, trace) {
        Ok((found, rest)) => {
            report(webspecs::API_SETTERS_4, rest, value, &found, trace);
            url.host = Some(found);
            if let Some(given) = rest.strip_prefix(':').filter(|_| takes_port) {
                // 4. The default port is not dropped here.
                set_port(url, given, false, trace);
            }
            Ok(())
        }
        // 4.1. A parse exception leaves the URL unchanged.
        Err(rejection) => {
            trace.violation(rejection);
            trace.step(webspecs::API_SETTERS_4_1, value, None);
            Err(rejection)
        }
    }
}

/// Runs the setter of `port`; without `drops_default`, the steps of the setter of `host` after the colon.
///
/// Spec: webspecs#api-setters
fn set_port<'a, T: Trace>(
    url: &mut Parsed<'a>,
    value: &'a str,
    drops_default: bool,
    trace: &mut LocatedTrace<'_, T>,
) {
    // 5. Port rule in setter mode; equal to the default: empty string.
    // NOTE: in setter mode the rule has no exception.
    if let Ok((port, rest)) = port(value, Caller::Setter, &mut trace.on(value)) {
        report(webspecs::API_SETTERS_5, rest, value, &port, trace);
        let default = url.scheme.as_deref().and_then(default_port).filter(|_| drops_default);
        url.port = non_empty(port.into()).filter(|port| default != Some(port));
    }
}

/// Reports that the text of `given` before `rest` became `made`.
fn report<T: Trace>(section: Section, rest: &str, given: &str, made: &str, trace: &mut LocatedTrace<'_, T>) {
    trace.step(section, span_before(rest, given).of(given), Some(made));
}

//! Setters of URL objects, the origin, and the functions for domains of the WebSpecs URL Standard. Implements
//! its sections "API", "Origin", "domainToASCII and domainToUnicode", and the last steps of "URL parser".
//!
//! Helpers, not in a spec: `object_base`, `setter`, `check_hostless`, `report`.

use url_authority::webspecs::{Caller, port};
use url_core::{
    Component, NoTrace, PASSWORD_ENCODE_SET, Parsed, Reason, Rejection, SIMPLE_ENCODE_SET, Section, Span,
    Trace, USERNAME_ENCODE_SET, Webspecs, percent_encode, sections::webspecs,
};
use url_host::{
    kind_of_host,
    webspecs::{host as host_rule, ipv4addr},
};
use url_path::webspecs::path;
use url_query::webspecs::percent_encode_query;
use url_scheme::webspecs::{default_port, scheme};

use super::{after_slash, host, non_empty, path_of, span_before};
use crate::{ApiSpec, Attribute, LocatedTrace, Origin, Result, Serialized, parse};

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

/// Sets the port to the port at the start of `value`. If `drops_default` is true, removes the port if it is
/// the default port of the scheme.
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
        url.port =
            non_empty(port.into()).filter(|port| default.is_none_or(|default| port.parse() != Ok(default)));
    }
}

fn report<T: Trace>(section: Section, rest: &str, given: &str, made: &str, trace: &mut LocatedTrace<'_, T>) {
    trace.step(section, span_before(rest, given).of(given), Some(made));
}

/// Returns the origin of `url`, or `None` if it is a "globally unique identifier" (an opaque origin).
///
/// Spec: webspecs#origin
fn origin(url: Serialized<&str>) -> Option<Origin> {
    let component = |component| url.get(component).unwrap_or_default();
    match component(Component::Scheme) {
        // 1. blob: origin of the parsed scheme data, unique on failure.
        // The scheme data of a blob: URL may be another blob: URL; only the innermost has an origin.
        "blob" => {
            let data = innermost(component(Component::Path));
            tuple(parse(Webspecs, data).ok()?.view())
        }
        _ => tuple(url),
    }
}

/// Returns the text after all `blob:` prefixes of `data`, so that nested blob URLs are parsed only once.
/// Removes spaces before each prefix, as the parser would do.
///
/// Spec: webspecs#origin-1
fn innermost(data: &str) -> &str {
    let mut rest = data.trim_ascii_start();
    while let Some(head) = rest.get(..5).filter(|head| head.eq_ignore_ascii_case("blob:")) {
        rest = rest[head.len()..].trim_ascii_start();
    }
    rest
}

/// Spec: webspecs#origin
fn tuple(url: Serialized<&str>) -> Option<Origin> {
    let scheme = url.scheme();
    // If the number of the port is invalid, the function returns `None`: the origin is opaque.
    let port = || url.get(Component::Port).map_or(default_port(scheme), |port| port.parse().ok());
    // 1. file: left open, unique recommended; others: unique.
    // 1. ftp gopher http https ws wss: (scheme, host, port or the default).
    let is_listed = default_port(scheme).is_some() && url.hierarchical;
    let host = kind_of_host(url.get(Component::Host).filter(|_| is_listed)?).into_owned();
    Some(Origin::Tuple { scheme: scheme.into(), host, port: Some(port()?) })
}

/// Converts `domain` to ASCII. Returns the empty string if `domain` is an IP address or not a valid host.
///
/// Spec: webspecs#api-domain-to-ascii
///
/// # Examples
/// ```
/// use url_specs::webspecs::{domain_to_ascii, domain_to_unicode};
/// assert_eq!(domain_to_ascii("BÜCHER.test"), "xn--bcher-kva.test");
/// assert_eq!(domain_to_unicode("xn--bcher-kva.TEST"), "bücher.test");
/// assert_eq!((domain_to_ascii("0x1"), domain_to_ascii("a b")), (String::new(), String::new()));
/// ```
pub fn domain_to_ascii(domain: &str) -> String {
    // 1. Run the host rule; IPv4, IPv6 or failure: empty string.
    match host_rule(domain, &mut NoTrace) {
        Ok((found, _)) if !found.starts_with('[') && ipv4addr(&found, &mut NoTrace) == Ok(None) => {
            found.into_owned()
        }
        _ => String::new(),
    }
}

/// Converts `domain` to Unicode. Returns the empty string if `domain` is an IP address or not a valid host.
///
/// Spec: webspecs#api-domain-to-ascii-1
pub fn domain_to_unicode(domain: &str) -> String {
    // 1. domainToUnicode: that, then domain to Unicode.
    url_host::webspecs::domain_to_unicode(&domain_to_ascii(domain)).into_owned()
}

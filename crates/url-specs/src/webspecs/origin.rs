//! The origin of a URL. Implements webspecs "Origin".

use url_core::{Component, Webspecs};
use url_host::kind_of_host;
use url_scheme::webspecs::default_port;

use crate::{origin::Origin, serialized::Serialized, spec::parse};

/// Returns `None` for a globally unique identifier.
///
/// Spec: webspecs#origin
pub(crate) fn origin(url: Serialized<&str>) -> Option<Origin> {
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

/// Returns the text after all `blob:` prefixes, so that nested blob URLs do not need one parser run each. The
/// text is trimmed before each prefix, as the parser would do.
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
    // With an invalid port number, the origin is not a tuple.
    let port = || url.get(Component::Port).or(default_port(scheme))?.parse().ok();
    // 1. file: left open, unique recommended; others: unique.
    // 1. ftp gopher http https ws wss: (scheme, host, port or the default).
    let is_listed = default_port(scheme).is_some() && url.hierarchical;
    let host = kind_of_host(url.get(Component::Host).filter(|_| is_listed)?).into_owned();
    Some(Origin::Tuple { scheme: scheme.into(), host, port: Some(port()?) })
}

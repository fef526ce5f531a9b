//! Joins the components of a URL again.

use url_facade::{Component, Profile, Reference, consumers::exposed_parts};

/// A consumer may expose an address without its brackets, and an authority that it does not split.
pub(crate) fn reassemble_reference(reference: &Reference) -> String {
    let get = |component| reference.get(component).map(String::from);
    let is_bare = |text: &str| text.contains(':') && !text.starts_with('[');
    let profile = reference.profile();
    if !profile.is_consumer() {
        return reassemble(profile, None, get);
    }
    let authority = exposed_parts(reference).into_iter().flatten().find(|(name, _)| *name == "authority");
    reassemble(profile, authority.map(|(_, text)| text), |component| match (component, get(component)) {
        (Component::Host, Some(host)) if is_bare(&host) => Some(format!("[{host}]")),
        (_, text) => text,
    })
}

/// `authority` is present if it is not split into components.
pub(crate) fn reassemble(
    profile: Profile,
    authority: Option<&str>,
    get: impl Fn(Component) -> Option<String>,
) -> String {
    let part = |before: &str, component, after: &str| {
        get(component).map_or_else(String::new, |text| format!("{before}{text}{after}"))
    };
    let has = |components: &[Component]| components.iter().any(|&component| get(component).is_some());
    let mut out = part("", Component::Scheme, ":");
    if has(&[Component::User, Component::Password, Component::Host, Component::Port]) {
        out += "//";
        if has(&[Component::User, Component::Password]) {
            out += &(part("", Component::User, "") + &part(":", Component::Password, "") + "@");
        }
        out += &(part("", Component::Host, "") + &part(":", Component::Port, ""));
    } else if let Some(authority) = authority {
        out += "//";
        out += authority;
    } else if matches!(profile, Profile::Whatwg | Profile::Whatwg202602)
        && part("", Component::Path, "").starts_with("//")
    {
        // Step 3 of the URL serializer: without "/.", the path would be read as a host.
        out += "/.";
    }
    out + &part("", Component::Path, "")
        + &part("?", Component::Query, "")
        + &part("#", Component::Fragment, "")
}

//! Computes the result of a profile for a URL, and returns the parts that a client needs to connect.

use url_diff::Product;
use url_facade::{
    Component, Host, ParseError, Parser, Profile,
    trace::{NoTrace, Trace, of_base},
};

/// Resolves `input` against `base` under `profile`. Without a base, a consumer parses `input`.
pub(crate) fn product(input: &str, base: Option<&str>, profile: Profile) -> Result<Product, ParseError> {
    product_traced(input, base, profile, &mut NoTrace)
}

pub(crate) fn product_traced<T: Trace>(
    input: &str,
    base: Option<&str>,
    profile: Profile,
    trace: &mut T,
) -> Result<Product, ParseError> {
    let parser = Parser::new(profile);
    if profile.is_consumer() && base.is_none() {
        let parsed = parser.parse_reference_traced(input, trace)?;
        return parsed.invalid().map_or(Ok(Product::Reference(parsed)), Err);
    }
    let base = base.map(|base| parser.parse_reference_traced(base, &mut of_base(trace))).transpose()?;
    parser.with_base(base.as_ref()).parse_traced(input, trace).map(Product::Url)
}

pub(crate) fn part(url: &Product, component: Component) -> &str {
    url.get(component).unwrap_or_default()
}

pub(crate) fn host(url: &Product) -> Option<Host<&str>> {
    match url {
        Product::Url(url) => url.host(),
        Product::Reference(reference) => reference.host(),
    }
}

/// Returns true if two hosts are the same. A name and an opaque host are the same if their texts are equal,
/// ignoring ASCII case, because some profiles do not distinguish names from opaque hosts.
pub(crate) fn same_host(a: Option<Host<&str>>, b: Option<Host<&str>>) -> bool {
    match (a, b) {
        (Some(Host::Domain(a) | Host::Opaque(a)), Some(Host::Domain(b) | Host::Opaque(b))) => {
            a.eq_ignore_ascii_case(b)
        }
        (a, b) => a == b,
    }
}

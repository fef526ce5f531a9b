//! What uri-js does for the schemes that have handlers.

use std::borrow::Cow;

use url_core::{Parsed, Reason};

use super::{
    escapes::{Units, decode, is, text, to_lower_case, units},
    to_ascii::to_ascii,
};
use crate::{
    run::{Result, Run},
    sections::npm_uri_js as rules,
    uri_pattern::{of_web, set_urn},
};

/// Spec: npm-uri-js#schemes
pub(super) fn handle(input: &str, handler: Option<&str>, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    match handler {
        Some("urn") => urn(input, url, run),
        Some("mailto") => mailto(input, url, run),
        // 1. http and https: no host is refused
        // 2. ws and wss: path and query are the name of a resource
        _ => of_web(input, handler, [rules::SCHEMES_1, rules::SCHEMES_2], url, run),
    }
}

/// Spec: npm-uri-js#schemes
fn urn(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    // 3. urn: a name, a colon and more, or it is refused
    let path = url.path.take().unwrap_or_default();
    let (name, more) = run.demand(
        path.split_once(':').filter(|(name, _)| !name.is_empty()),
        Reason::CharacterNotAllowed,
        rules::SCHEMES_3,
        input,
    )?;
    let name = run.make_at(rules::SCHEMES_3, input, &path, name.to_ascii_lowercase());
    // 4. urn:uuid: 32 digits and hyphens, or it is refused
    set_urn(input, [&name, more], rules::SCHEMES_4, url, run)
}

/// Spec: npm-uri-js#schemes
fn mailto(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    let (path, query) = (url.path.take().unwrap_or_default(), url.query.take().unwrap_or_default());
    // 5. mailto: the path, and to in the query, are addresses
    let mut to: Vec<_> = path.split(',').filter(|_| !path.is_empty()).collect();
    for field in query.split('&') {
        let mut parts = field.split('=');
        if parts.next() == Some("to") {
            // 5.1. to without = is refused
            let reject = || run.reject(Reason::CharacterNotAllowed, rules::SCHEMES_5_1, input);
            to.extend(parts.next().ok_or_else(reject)?.split(','));
        }
    }
    run.step_at(rules::SCHEMES_5, input, &path, None);
    let mut addresses = Units::new();
    for (at, address) in to.into_iter().enumerate() {
        if at > 0 {
            addresses.push(u16::from(b','));
        }
        let address = units(address);
        let mut parts = address.splitn(3, |&unit| is(unit, b'@'));
        addresses.extend(decode(parts.next().unwrap_or_default()));
        // 5.2. An address without @ is refused
        let domain = run.demand(parts.next(), Reason::CharacterNotAllowed, rules::SCHEMES_5_2, input)?;
        // 5.3. It is decoded; its domain in lower case and ASCII
        let domain = to_ascii(&to_lower_case(&decode(domain)));
        let domain = run.demand(domain, Reason::HostPunycode, rules::TO_ASCII_2_1, input)?;
        addresses.push(u16::from(b'@'));
        addresses.extend(domain);
        for more in parts {
            addresses.push(u16::from(b'@'));
            addresses.extend(more);
        }
    }
    url.path = Some(Cow::Owned(run.make_at(rules::SCHEMES_5_3, input, &path, text(&addresses))));
    url.hierarchical = false;
    Ok(())
}

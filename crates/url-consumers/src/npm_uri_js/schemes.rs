//! The handlers of uri-js for single schemes.

use std::borrow::Cow;

use url_core::Reason;

use super::units::{Units, decode, text, to_ascii, to_lower_case, units};
use crate::{
    Parsed,
    run::{Result, Run},
    sections::npm_uri_js as rules,
    uri_pattern::set_urn,
};

/// Spec: npm-uri-js#schemes
pub(super) fn urn(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
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
pub(super) fn mailto(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
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
    let mut addresses = Vec::with_capacity(to.len());
    for address in to {
        let mut parts: Vec<Units> = address.splitn(3, '@').map(units).collect();
        // 5.2. An address without @ is refused
        let [name, domain, ..] = &mut *parts else {
            return Err(run.reject(Reason::CharacterNotAllowed, rules::SCHEMES_5_2, input));
        };
        // 5.3. It is decoded; its domain in lower case and ASCII
        *name = decode(name);
        let ascii = to_ascii(&to_lower_case(&decode(domain)));
        *domain = run.demand(ascii, Reason::HostPunycode, rules::TO_ASCII_2_1, input)?;
        addresses.push(parts.join(&u16::from(b'@')));
    }
    let addresses = text(&addresses.join(&u16::from(b',')));
    url.path = Some(Cow::Owned(run.make_at(rules::SCHEMES_5_3, input, &path, addresses)));
    url.hierarchical = false;
    Ok(())
}

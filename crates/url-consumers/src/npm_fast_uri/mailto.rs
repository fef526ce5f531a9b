//! The addresses of a `mailto:` URL, as fast-uri reads them.
//!
//! Outside the specs: `decoded`.

use std::borrow::Cow;

use url_core::Reason;

use super::new_url;
use crate::{
    Parsed,
    javascript::{decode_uri_component, to_lower_case},
    run::{Result, Run},
    sections::npm_fast_uri as rules,
    text::{in_brackets, is_digits},
};

/// Decodes the escapes of `text`; returns `text` unchanged if the result is not UTF-8.
fn decoded(text: &str) -> Cow<'_, str> {
    decode_uri_component(text).unwrap_or(Cow::Borrowed(text))
}

/// Spec: npm-fast-uri#mailto
pub(super) fn mailto(input: &str, url: &mut Parsed<'_>, run: &mut Run<'_>) -> Result {
    let (path, query) = (url.path.take().unwrap_or_default(), url.query.take().unwrap_or_default());
    // 1. The path, and to in the query, are addresses
    let mut to: Vec<_> = path.split(',').filter(|_| !path.is_empty()).collect();
    run.step_at(rules::MAILTO_1, input, &path, None);
    for field in query.split('&').filter(|_| !query.is_empty()) {
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        // 2. A field of the query with more than one = is refused
        run.refuse_if(value.contains('='), Reason::CharacterNotAllowed, rules::MAILTO_2, input)?;
        if decoded(name).eq_ignore_ascii_case("to") {
            to.extend(value.split(','));
        }
    }
    // 3. Addresses with an authority are refused
    run.refuse_if(!to.is_empty() && url.host.is_some(), Reason::PathLikeAuthority, rules::MAILTO_3, input)?;
    let mut addresses = Vec::with_capacity(to.len());
    for address in to {
        // 4. One without @ is refused
        let (name, domain) =
            run.demand(address.rsplit_once('@'), Reason::CharacterNotAllowed, rules::MAILTO_4, input)?;
        // 5. Before the last @, escapes of UTF-8 are decoded
        let name = run.make_at(rules::MAILTO_5, input, address, decoded(name));
        addresses.push(format!("{name}@{}", write_domain(domain, input, run)?));
    }
    url.path = Some(Cow::Owned(addresses.join(",")));
    url.hierarchical = false;
    Ok(())
}

/// Spec: npm-fast-uri#mailto-6
fn write_domain(domain: &str, input: &str, run: &mut Run<'_>) -> Result<String> {
    // 6. After it too, in lower case
    let decoded = decoded(domain);
    let lower = run.change_at(rules::MAILTO_6, input, domain, to_lower_case(&decoded));
    // 6.1. Brackets stay, and names of letters, digits and signs
    let is_inside = |byte| matches!(byte, b'!'..=b'Z' | b'^'..=b'~');
    let is_literal = in_brackets(&lower).is_some_and(|inside| inside.bytes().all(is_inside));
    let is_simple = |c: char| c.is_ascii_digit() || new_url::is_simple(c);
    let is_number =
        lower.rsplit('.').next().is_some_and(is_digits) && lower.ends_with(|c: char| c.is_ascii_digit());
    if is_literal || !lower.is_empty() && lower.chars().all(is_simple) && !is_number {
        run.step_at(rules::MAILTO_6_1, input, &lower, None);
        return Ok(lower.into_owned());
    }
    // 6.2. Of others, the host of http:// and them; or refused
    let host = new_url::only_host(&lower, input, run)
        .ok_or_else(|| run.reject(Reason::HostForbidden, rules::MAILTO_6_2, input))?;
    Ok(run.make_at(rules::MAILTO_6_2, input, &lower, host))
}

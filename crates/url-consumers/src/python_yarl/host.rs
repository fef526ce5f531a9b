//! Hosts as yarl encodes them.

use std::{borrow::Cow, net::Ipv4Addr};

use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};
use idna_adapter::Adapter;
use url_core::{Reason, Section, to_ascii_lower_case};

use crate::{
    idna_2008,
    ipv6::compressed,
    python,
    run::{Result, Run},
    sections::python_yarl as rules,
};

use super::idna_2003;

/// The rules of the package `idna` for a whole name, and for labels.
const IDNA_ENCODE: [Section; 3] = [rules::IDNA_ENCODE_1, rules::IDNA_ENCODE_2, rules::IDNA_ENCODE_3];
const IDNA: idna_2008::Rules = idna_2008::rules_of!(rules);

/// Spec: python-yarl#encode-host
pub(super) fn encode_host<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. An IP address in its shortest form, perhaps with a zone
    if let Some(address) = ip_address(host) {
        return Ok(run.change(rules::ENCODE_HOST_1, host, address));
    }
    // 2. ASCII in lower case
    if host.is_ascii() {
        return Ok(run.change(rules::ENCODE_HOST_2, host, to_ascii_lower_case(host)));
    }
    // 3. Characters that are invisible are refused
    let is_ignorable =
        |c| c == '\u{1806}' || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c);
    run.step(rules::ENCODE_HOST_3, host, None);
    run.refuse(is_ignorable, host, Reason::HostForbidden, rules::ENCODE_HOST_3)?;
    // 4. Others by the rules of IDNA2008, after a mapping by UTS 46
    let encoded =
        map(host, run).and_then(|mapped| idna_2008::encode_name(&mapped, host, IDNA_ENCODE, &IDNA, run));
    if let Ok(encoded) = encoded {
        return Ok(Cow::Owned(run.make(rules::ENCODE_HOST_4, host, encoded)));
    }
    // 5. What these refuse, by the rules of IDNA2003
    let encoded = idna_2003::encode(host, run)?;
    Ok(Cow::Owned(run.make(rules::ENCODE_HOST_5, host, encoded)))
}

/// Spec: python-yarl#encode-host-1
fn ip_address(host: &str) -> Option<Cow<'_, str>> {
    if !host.ends_with(python::is_digit) && !host.contains(':') {
        return None;
    }
    let percent = if host.contains("%25") { "%25" } else { "%" };
    let (address, zone) = host.split_at_checked(host.find(percent).unwrap_or(host.len()))?;
    if address.parse::<Ipv4Addr>().is_ok() {
        return Some(Cow::Borrowed(host));
    }
    // If the host has two percent signs, the first one begins a scope, which is a part of the address.
    let (shortest, scope) = python::ipv6_address(address)?;
    let scope = scope.map_or_else(String::new, |scope| format!("%{scope}"));
    Some(Cow::Owned(format!("[{}{scope}{zone}]", compressed(shortest))))
}

/// Spec: python-yarl#uts46-remap
fn map(host: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. Map and normalize as UTS 46 says; disallowed: refused
    let mapped: String = Adapter::new().map_normalize(host.chars()).collect();
    run.change(rules::UTS46_REMAP_1, host, &mapped);
    let is_refused = mapped.contains(char::REPLACEMENT_CHARACTER);
    run.refuse_if(is_refused, Reason::HostIdna, rules::UTS46_REMAP_1, host)?;
    Ok(mapped)
}

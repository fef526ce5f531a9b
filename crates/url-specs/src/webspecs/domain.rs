//! The static functions for domains. Implements webspecs "domainToASCII and domainToUnicode".

use url_core::NoTrace;
use url_host::webspecs::{domain_to_unicode as to_unicode, host, ipv4addr};

/// Converts `domain` to ASCII; returns the empty string if it is an address or not a host.
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
    match host(domain, &mut NoTrace) {
        Ok((found, _)) if !found.starts_with('[') && ipv4addr(&found, &mut NoTrace) == Ok(None) => {
            found.into_owned()
        }
        _ => String::new(),
    }
}

/// Converts `domain` to Unicode; returns the empty string if it is an address or not a host. See
/// [`domain_to_ascii`] for an example.
///
/// Spec: webspecs#api-domain-to-ascii-1
pub fn domain_to_unicode(domain: &str) -> String {
    // 1. domainToUnicode: that, then domain to Unicode.
    to_unicode(&domain_to_ascii(domain)).into_owned()
}

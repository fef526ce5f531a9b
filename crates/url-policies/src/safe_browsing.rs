//! The canonicalization of Google Safe Browsing: "URLs and Hashing", section "Canonicalization of URLs".

use url_facade::{Host, Url};

use crate::ladder::lower_letters;
use crate::parts::{Parts, collapse_slashes, remove_dot_segments, unescape_fully};
use crate::receipt::{Draft, Edits, Rule};

/// Returns the canonical form of `url`. Skips the first steps of the document, because the URL parser has
/// already removed tabs and newlines and converted the host to Punycode.
pub(crate) fn canonicalize<S: AsRef<str>>(url: &Url<S>, with_receipt: bool) -> Draft<'_> {
    let mut draft = Draft::new(url.as_str(), with_receipt);
    let mut parts = Parts::of(draft.text());
    // Edit from the end to the start, so that an edit does not move a range that is used later.
    // "If the URL ends in a fragment, remove the fragment."
    draft.remove(Rule::Fragment, parts.fragment);
    // "Repeatedly percent-unescape the URL until it has no more percent-escapes", and the last step:
    // "Percent-escape all characters that are <= ASCII 32, >= 127, "#", or "%"". The steps between these two
    // do not change escapes. A decoded `?` begins the query.
    let mut rest = parts.path.start..parts.query.end;
    draft.replace(Rule::Unescape, &mut rest, unescape_fully);
    if !parts.has_authority {
        return draft;
    }
    let query = memchr::memchr(b'?', draft.text()[rest.clone()].as_bytes());
    let mut path = rest.start..query.map_or(rest.end, |at| rest.start + at);
    // "Resolve the sequences "/../" and "/./"", and then "Replace runs of consecutive slashes with a single
    // slash".
    draft.pass_in(Rule::PathSegments, &mut path, remove_dot_segments);
    draft.pass_in(Rule::Slashes, &mut path, collapse_slashes);
    // The document's examples have no port. Safe Browsing looks up expressions without port and user-info.
    draft.remove(Rule::Port, parts.port);
    let host = &mut parts.host;
    draft.replace(Rule::Unescape, host, unescape_fully);
    // "Remove all leading and trailing dots. Replace consecutive dots with a single dot."
    draft.pass_in(Rule::HostDots, host, collapse_dots);
    // "If the hostname can be parsed as an IPv4 address, normalize it": removing dots may create an address.
    let text = &draft.text()[host.clone()];
    if text.as_bytes().first().is_some_and(u8::is_ascii_digit)
        && let Ok(parsed) = Url::parse(&format!("http://{text}/"))
        && let Some(Host::Ipv4(address)) = parsed.host()
    {
        draft.replace(Rule::HostAddress, host, |_| address.to_string().into());
    }
    // "An IPv4-mapped IPv6 address [...] should be transformed into 1.2.3.4". The same applies to NAT64.
    if let Some(Host::Ipv6(address)) = url.host()
        && let Some(embedded) = embedded_address(address)
    {
        draft.replace(Rule::EmbeddedAddress, host, |_| embedded.to_string().into());
    }
    // "Lowercase the whole string."
    draft.pass_in(Rule::Case, host, lower_letters);
    draft.remove(Rule::UserInfo, parts.user_info);
    draft
}

pub(crate) fn collapse_dots(host: &str, edits: &mut Edits) {
    let end = host.trim_end_matches('.').len();
    for at in memchr::memchr_iter(b'.', host.as_bytes()) {
        if host[..at].ends_with('.') || !(1..end).contains(&at) {
            edits.remove(at..at + 1);
        }
    }
}

/// Returns the IPv4 address that is embedded in `address`, if `address` is IPv4-mapped or starts with the
/// NAT64 prefix `64:ff9b::/96`.
fn embedded_address(address: std::net::Ipv6Addr) -> Option<std::net::Ipv4Addr> {
    let octets = address.octets();
    let is_nat64 = octets[..12] == [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];
    let [.., a, b, c, d] = octets;
    address.to_ipv4_mapped().or_else(|| is_nat64.then(|| std::net::Ipv4Addr::new(a, b, c, d)))
}

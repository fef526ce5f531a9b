//! Ports in "Web addresses in HTML 5", for the component `<hostport>` in "Parsing Web addresses".

/// Returns true if `port` differs from `default`, the default port of the scheme. The component `<hostport>`
/// then contains the port. Compares ports as numbers. Returns false if `port` is empty.
///
/// Spec: connolly#parsing-urls-8.4
///
/// # Examples
/// ```
/// use url_authority::connolly::differs_from_default;
/// assert!(differs_from_default("8080", Some(80)) && !differs_from_default("0080", Some(80)));
/// assert!(!differs_from_default("", None));
/// ```
pub fn differs_from_default(port: &str, default: Option<u16>) -> bool {
    let number = match port.trim_start_matches('0') {
        "" => Some(0),
        digits => digits.parse().ok(),
    };
    !port.is_empty() && (number.is_none() || number != default)
}

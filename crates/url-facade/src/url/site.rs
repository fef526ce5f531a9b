//! The site of a URL: the registrable domain of its host, by the Public Suffix List. Implements whatwg
//! "public suffix" and "registrable domain".
//!
//! Helpers, not in a spec: `has_known_suffix`, `is_same_site`, `is_listed`, `labels`, `suffix`,
//! `registrable`.

use psl::Psl as _;
use url_host::Host;

use super::Url;
use crate::Origin;

/// # Sites
///
/// Requires the feature `psl`. The crate `psl` contains the Public Suffix List, and has a new release after
/// each change of the list. `cargo update -p psl` selects the newest release. With an outdated list, one site
/// may look like two, or two sites like one.
impl<S: AsRef<str>> Url<S> {
    /// Returns the public suffix of the host, under which anyone can register names, such as `co.uk`. `None`
    /// if the host is not a domain. If the list has no suffix for the host, returns the last label.
    ///
    /// Spec: whatwg#host-public-suffix
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let url = Url::parse("https://www.example.co.uk/")?;
    /// assert_eq!((url.public_suffix(), url.registrable_domain()), (Some("co.uk"), Some("example.co.uk")));
    /// let (name, address) = (Url::parse("https://github.io/")?, Url::parse("https://127.0.0.1/")?);
    /// assert_eq!((name.registrable_domain(), address.public_suffix()), (None, None));
    /// assert!(url.is_same_site(&Url::parse("https://example.co.uk:8443/")?) && !url.is_same_site(&name));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn public_suffix(&self) -> Option<&str> {
        // 1. If host is not a domain, then return null.
        let Some(Host::Domain(host)) = self.host() else { return None };
        // 2. Let trailingDot be "." if host ends with "."; otherwise the empty string.
        // 3. Let publicSuffix be the result of the Public Suffix List algorithm.
        // 4. Assert: publicSuffix is an ASCII string that does not end with ".".
        // 5. Return publicSuffix and trailingDot concatenated.
        // NOTE: the suffix and the dot are one slice of the host.
        suffix(host)
    }

    /// Returns the public suffix of the host and the label before the suffix. `None` if the host is not a
    /// domain, or is itself a public suffix. See [`Url::public_suffix`] for an example.
    ///
    /// Spec: whatwg#host-registrable-domain
    pub fn registrable_domain(&self) -> Option<&str> {
        // 1. If host's public suffix is null or host's public suffix equals host, then return null.
        let Some(Host::Domain(host)) = self.host() else { return None };
        // 2. Let trailingDot be "." if host ends with "."; otherwise the empty string.
        // 3. Let registrableDomain be the result of the Public Suffix List algorithm.
        // 4. Assert: registrableDomain is an ASCII string that does not end with ".".
        // 5. Return registrableDomain and trailingDot concatenated.
        // NOTE: the domain and the dot are one slice of the host.
        registrable(host)
    }

    /// Returns true if the host is a domain whose public suffix is on the list. The suffix of a host that no
    /// rule of the list matches, such as `localhost`, is its last label, and is not known.
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// assert!(Url::parse("https://www.example.co.uk/")?.has_known_suffix());
    /// let (local, address) = (Url::parse("http://printer.local/")?, Url::parse("http://127.0.0.1/")?);
    /// assert!(!local.has_known_suffix() && !address.has_known_suffix());
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn has_known_suffix(&self) -> bool {
        matches!(self.host(), Some(Host::Domain(host)) if is_listed(host))
    }

    /// Returns true if this URL and `other` are same-site, the condition of browsers for sending cookies. The
    /// two URLs must have the same scheme, and the same registrable domain. If a host has no registrable
    /// domain, the hosts must be equal. A URL with an opaque origin, such as `data:x`, does not belong to any
    /// site.
    ///
    /// See [`Url::public_suffix`] for an example.
    pub fn is_same_site<R: AsRef<str>>(&self, other: &Url<R>) -> bool {
        let (Origin::Tuple { scheme, host, .. }, Origin::Tuple { scheme: of_other, host: other, .. }) =
            (self.origin(), other.origin())
        else {
            return false;
        };
        scheme == of_other
            && match (host.domain().and_then(registrable), other.domain().and_then(registrable)) {
                (Some(site), Some(other)) => site == other,
                _ => host == other,
            }
    }
}

/// Returns `part` as a string, or `None` if the first label of `part` is empty.
fn labels(part: &[u8]) -> Option<&str> {
    str::from_utf8(part).ok().filter(|part| !part.starts_with('.'))
}

/// The list, whose lookup calls [`Labels::next`].
struct List;

impl psl::Psl for List {
    fn find<'a, T: Iterator<Item = &'a [u8]>>(&self, labels: T) -> psl::Info {
        psl::List.find(&mut Labels(labels))
    }
}

/// The labels of a domain. The lookup calls `next` at thousands of places. If `next` were inlined there, this
/// crate would take a tenth of its time more to compile.
struct Labels<T>(T);

impl<T: Iterator> Iterator for Labels<T> {
    type Item = T::Item;

    #[inline(never)]
    fn next(&mut self) -> Option<T::Item> {
        self.0.next()
    }
}

/// Returns true if a rule of the list matches `domain`. This function, [`suffix`] and [`registrable`] are not
/// inlined: otherwise, each calling crate would compile the half a million lines of the list again.
#[inline(never)]
fn is_listed(domain: &str) -> bool {
    List.suffix(domain.as_bytes()).is_some_and(|suffix| suffix.is_known())
}

#[inline(never)]
fn suffix(domain: &str) -> Option<&str> {
    labels(List.suffix(domain.as_bytes())?.as_bytes())
}

#[inline(never)]
fn registrable(domain: &str) -> Option<&str> {
    labels(List.domain(domain.as_bytes())?.as_bytes())
}

//! Rendering of URLs for people who must decide if they trust a URL. Implements the section "URL rendering"
//! of the URL Standard, except for the part in the crate `url-host`.
//!
//! Helpers, not in a spec: `count`.

use std::borrow::Cow;

use url_core::{Component, Span, in_bounds};
use url_host::whatwg::{decode_for_display, is_bidirectional, render_domain};

use crate::Serialized;

/// Options for [`render_url`]. See [`RenderedUrl::embedded`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendering<'o> {
    /// True to show the scheme. Hide the scheme only if all URLs that you show have the same scheme.
    pub scheme: bool,
    /// True to show only the scheme, the host and the port.
    pub host_only: bool,
    /// The maximum number of characters. The registrable domain is shown even if it is longer.
    pub max_len: Option<usize>,
    /// The registrable domain of the host, in ASCII. If it is `None`, the host's last two labels are used.
    pub registrable_domain: Option<&'o str>,
}

impl Default for Rendering<'_> {
    fn default() -> Self {
        Self { scheme: true, host_only: false, max_len: None, registrable_domain: None }
    }
}

/// A URL as text to show to people, from [`render_url`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenderedUrl {
    /// The text to show. Its base direction must be left to right.
    pub text: String,
    /// The byte range of the host, or of its shown part, in `text`.
    pub host: Span,
    /// True if a part of the URL was left out and replaced by `…`.
    pub is_elided: bool,
    /// True if `text` contains right-to-left text.
    pub is_bidirectional: bool,
}

impl RenderedUrl {
    /// Returns the text, in a left-to-right embedding (U+202A, U+202C) if it has right-to-left characters.
    ///
    /// Spec: whatwg#url-rendering-i18n
    ///
    /// # Examples
    /// ```
    /// use url_core::{Whatwg, whatwg::Edition};
    /// use url_specs::{parse, whatwg::{Rendering, render_url}};
    /// let url = parse(Whatwg(Edition::Newest), "https://אב.example/")?;
    /// let rendered = render_url(url.view(), Some("xn--4dbc.example"), Rendering::default());
    /// assert_eq!(rendered.embedded(), "\u{202A}https://אב.example/\u{202C}");
    /// # Ok::<(), url_core::Rejection>(())
    /// ```
    pub fn embedded(&self) -> Cow<'_, str> {
        if self.is_bidirectional {
            Cow::Owned(format!("\u{202A}{}\u{202C}", self.text))
        } else {
            Cow::Borrowed(&self.text)
        }
    }
}

/// Returns `url` as text for people: without credentials, with the host in Unicode ([`render_domain`]) and
/// escapes decoded ([`decode_for_display`]). If the host is a domain, pass it as `domain`. See
/// [`RenderedUrl::embedded`] for an example.
///
/// Spec: whatwg#url-rendering, whatwg#url-rendering-simplification, whatwg#url-rendering-i18n
pub fn render_url(url: Serialized<&str>, domain: Option<&str>, rendering: Rendering<'_>) -> RenderedUrl {
    // A domain is rendered by domain to Unicode.
    let mut host = match domain {
        Some(domain) => render_domain(domain).into_owned(),
        None => url.get(Component::Host).unwrap_or_default().into(),
    };
    let mut rest =
        if rendering.host_only && url.get(Component::Host).is_some() { String::new() } else { rest_of(url) };
    let mut is_elided = false;
    // Bidirectional text: it is particularly advisable to only render the host.
    if url.get(Component::Host).is_some()
        && (is_bidirectional(&rest) || is_bidirectional(&host) && rest.len() > 1)
    {
        rest = String::from("/…");
        is_elided = true;
    }
    // The scheme may be left out. Never render the username and the password.
    let mut head = match url.get(Component::Host) {
        _ if !rendering.scheme => String::new(),
        Some(_) => format!("{}://", url.scheme()),
        None => format!("{}:", url.scheme()),
    };
    let port = url.get(Component::Port).map(|port| format!(":{port}")).unwrap_or_default();
    let mut room = usize::MAX;
    if let Some(max_len) = rendering.max_len {
        room = max_len.saturating_sub(count(&head) + count(&port));
        let elided = elide_host(domain, &host, room, rendering.registrable_domain);
        if elided.len() != host.len() {
            (host, rest, is_elided) = (elided, String::new(), true);
        }
        room = room.saturating_sub(count(&host));
    }
    if count(&rest) > room {
        (rest, is_elided) = (elide_end(&rest, room), true);
    }
    let start = head.len();
    head.push_str(&host);
    let host = Span::new(start, head.len());
    let text = head + &port + &rest;
    RenderedUrl { is_bidirectional: is_bidirectional(&text), text, host, is_elided }
}

/// Spec: whatwg#url-rendering-i18n
fn rest_of(url: Serialized<&str>) -> String {
    // URL serializer 3: without a host, "/." precedes a path that would be read as one.
    let place = url.components.get(Component::Path).filter(|_| url.get(Component::Host).is_none());
    let guard = place.and_then(|place| url.href.get(url.scheme().len() + 1..place.start as usize));
    let mut rest = guard.unwrap_or_default().to_owned()
        + &decode_for_display(url.get(Component::Path).unwrap_or_default());
    for (delimiter, part) in [('?', Component::Query), ('#', Component::Fragment)] {
        if let Some(part) = url.get(part) {
            rest.push(delimiter);
            rest.push_str(&decode_for_display(part));
        }
    }
    rest
}

/// Replaces labels at the start of `host` by `…` until at most `room` characters remain. Keeps all labels of
/// the registrable domain, and a host that is not a domain.
///
/// Spec: whatwg#url-rendering-elision
fn elide_host(domain: Option<&str>, host: &str, room: usize, registrable_domain: Option<&str>) -> String {
    let Some(domain) = domain else { return host.into() };
    let is_whole_labels = |suffix: &&str| {
        domain.strip_suffix(suffix).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    // The number of labels that always stay: those of the registrable domain, or two.
    let kept = registrable_domain.filter(is_whole_labels).map_or(2, |suffix| suffix.split('.').count());
    let labels = host.split('.').count();
    let (mut shown, mut left) = (host, count(host));
    // Elide domain labels starting from the lowest-level domain label.
    for _ in kept..labels {
        // If a label was already left out, the ellipsis takes one character.
        if left + usize::from(shown.len() != host.len()) <= room {
            break;
        }
        let (label, after) = shown.split_once('.').unwrap_or(("", shown));
        left -= count(label) + 1;
        shown = after;
    }
    if shown.len() == host.len() { host.into() } else { format!("…{shown}") }
}

/// Spec: whatwg#url-rendering-elision
fn elide_end(rest: &str, room: usize) -> String {
    let Some(end) =
        rest.char_indices().nth(room.saturating_sub(1)).map(|(end, _)| end).filter(|&end| end > 0)
    else {
        return String::new();
    };
    let shown = in_bounds(rest.get(..end));
    // A percent-encoded byte must not be cut in the middle, because its rest would mean something else.
    let cut = shown.rfind('%').filter(|&at| at + 3 > shown.len()).unwrap_or(shown.len());
    format!("{}…", &shown[..cut])
}

fn count(text: &str) -> usize {
    text.chars().count()
}

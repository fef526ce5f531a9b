//! The result of a scan that finds a URL canonical.

use url_core::{Component, Components, Span};

/// The places of the components of a URL without credentials that is canonical, but for the slash of an empty path, which may
/// be missing. All are offsets in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// The length of the scheme.
    pub(crate) scheme: usize,
    /// The end of the host.
    pub(crate) host_end: usize,
    /// The start of the path, which follows the host or a port.
    pub(crate) path: usize,
    /// The end of the path.
    pub(crate) path_end: usize,
    /// The end of the query, or of the path.
    pub(crate) query_end: usize,
    /// Whether the path has its slash.
    pub(crate) has_slash: bool,
}

impl Sight {
    /// Appends the canonical URL of `input`, which was scanned, to `out`.
    #[inline]
    pub(crate) fn push_to(&self, input: &str, out: &mut String) {
        if self.has_slash {
            out.push_str(input);
        } else {
            push_with_slash(input, self.path, out);
        }
    }

    /// The canonical URL of `input`, which was scanned.
    #[inline]
    pub(crate) fn href(&self, input: &str) -> String {
        if self.has_slash {
            return input.into();
        }
        let mut href = String::with_capacity(input.len() + 1);
        push_with_slash(input, self.path, &mut href);
        href
    }

    /// The places in the canonical URL of an input of `len` bytes.
    #[inline]
    pub(crate) fn components(&self, len: usize) -> Components {
        let Self { scheme, host_end, path, path_end, query_end, has_slash } = *self;
        let added = usize::from(!has_slash);
        let (path_end, query_end, len) = (path_end + added, query_end + added, len + added);
        let mut components = Components::default();
        components.set(Component::Scheme, Span::new(0, scheme));
        components.set(Component::Host, Span::new(scheme + "://".len(), host_end));
        if path > host_end {
            components.set(Component::Port, Span::new(host_end + 1, path));
        }
        components.set(Component::Path, Span::new(path, path_end));
        if query_end > path_end {
            components.set(Component::Query, Span::new(path_end + 1, query_end));
        }
        if len > query_end {
            components.set(Component::Fragment, Span::new(query_end + 1, len));
        }
        components
    }
}

/// Appends `input` with a slash at byte `at` to `out`.
#[inline(never)]
fn push_with_slash(input: &str, at: usize, out: &mut String) {
    let (authority, rest) = input.split_at_checked(at).unwrap_or((input, ""));
    out.push_str(authority);
    out.push('/');
    out.push_str(rest);
}

//! The result of a scan that finds a URL canonical.

use std::num::NonZeroU64;

use url_core::{Component, Components, Span};

/// The places of the components of a URL without credentials that is canonical, but for the slash of an empty path, which may
/// be missing. All are offsets in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// The length of the scheme.
    scheme: u8,
    /// The length of the port, with its colon.
    port: u8,
    /// Whether the path has its slash.
    pub(crate) has_slash: bool,
    /// The end of the host.
    host_end: u32,
    /// The end of the path.
    path_end: u32,
    /// The end of the query, or of the path.
    query_end: u32,
}

impl Sight {
    /// The result for a scheme of `scheme` bytes, a host and a port that end at `[host_end, path]`, and a path and a query that
    /// end at `(path_end, query_end)`, in an input of at most `Span::LIMIT` bytes.
    #[inline]
    pub(crate) fn new(
        scheme: usize,
        [host_end, path]: [usize; 2],
        (path_end, query_end): (usize, usize),
        has_slash: bool,
    ) -> Self {
        let length = |bytes: usize| u8::try_from(bytes).unwrap_or(u8::MAX);
        let Span { start: host_end, end: path_end } = Span::new(host_end, path_end);
        let query_end = Span::new(query_end, query_end).end;
        Self {
            scheme: length(scheme),
            port: length(path - host_end as usize),
            has_slash,
            host_end,
            path_end,
            query_end,
        }
    }

    /// The same in two numbers, which a function returns in registers: to store and to load it would take as long as a
    /// tenth of the scan.
    #[inline]
    pub(crate) fn pack(self) -> Option<Packed> {
        let Self { scheme, port, has_slash, host_end, path_end, query_end } = self;
        let lengths = u32::from_le_bytes([scheme, port, u8::from(has_slash), 0]);
        let first = NonZeroU64::new(u64::from(path_end) << 32 | u64::from(lengths))?;
        Some(Packed(first, u64::from(query_end) << 32 | u64::from(host_end)))
    }

    /// The place of the host.
    #[inline]
    pub(crate) fn host(&self) -> Span {
        // After "://".
        Span { start: u32::from(self.scheme) + 3, end: self.host_end }
    }

    /// The start of the path, which follows the host or a port.
    #[inline]
    fn path(&self) -> u32 {
        self.host_end + u32::from(self.port)
    }

    /// Appends the canonical URL of `input`, which was scanned, to `out`.
    #[inline]
    pub(crate) fn push_to(&self, input: &str, out: &mut String) {
        if self.has_slash {
            out.push_str(input);
        } else {
            push_with_slash(input, self.path() as usize, out);
        }
    }

    /// The canonical URL of `input`, which was scanned.
    #[expect(
        clippy::inline_always,
        reason = "its result is large: to load it again takes a tenth of a parse"
    )]
    #[inline(always)]
    pub(crate) fn href(&self, input: &str) -> String {
        if self.has_slash {
            return input.into();
        }
        let mut href = String::with_capacity(input.len() + 1);
        push_with_slash(input, self.path() as usize, &mut href);
        href
    }

    /// The places in the canonical URL of an input of `len` bytes.
    #[inline]
    pub(crate) fn components(&self, len: usize) -> Components {
        let Self { scheme, port, has_slash, host_end, path_end, query_end } = *self;
        let (scheme, path, added) = (u32::from(scheme), self.path(), u32::from(!has_slash));
        let (path_end, query_end) = (path_end + added, query_end + added);
        let len = Span::new(0, len + added as usize).end;
        let mut components = Components::default();
        components.set(Component::Scheme, Span { start: 0, end: scheme });
        components.set(Component::Host, self.host());
        if port > 0 {
            components.set(Component::Port, Span { start: host_end + 1, end: path });
        }
        components.set(Component::Path, Span { start: path, end: path_end });
        if query_end > path_end {
            components.set(Component::Query, Span { start: path_end + 1, end: query_end });
        }
        if len > query_end {
            components.set(Component::Fragment, Span { start: query_end + 1, end: len });
        }
        components
    }
}

/// A [`Sight`] in two numbers. The first is not 0, because a scheme is not empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed(NonZeroU64, u64);

impl Packed {
    /// What was packed.
    #[inline]
    pub(crate) fn unpack(self) -> Sight {
        let halves = |number: u64| {
            [number, number >> 32].map(|half| u32::try_from(half & u64::from(u32::MAX)).unwrap_or_default())
        };
        let ([lengths, path_end], [host_end, query_end]) = (halves(self.0.get()), halves(self.1));
        let [scheme, port, has_slash, _] = lengths.to_le_bytes();
        Sight { scheme, port, has_slash: has_slash != 0, host_end, path_end, query_end }
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

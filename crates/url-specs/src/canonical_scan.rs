//! The result of a scan that finds that a URL is already canonical.

use std::num::NonZeroU64;

use url_core::Components;

/// The places of the components of a canonical URL without credentials, as byte offsets. The URL may still
/// lack the slash of an empty path.
///
/// The offsets are packed into two numbers, which a function can return in registers; storing and loading
/// them would take a tenth of the time of the scan. The first number is never 0, as a scheme is not empty:
///
/// | bits | of the first | of the second |
/// |---|---|---|
/// | 0 to 7 | the length of the scheme | the end of the host (0 to 31) |
/// | 8 to 15 | the length of the port, with its colon | |
/// | 16 | 1 if the path has its slash | |
/// | 32 to 63 | the end of the path | the end of the query, or of the path |
#[derive(Clone, Copy, Debug)]
pub struct CanonicalScan(NonZeroU64, u64);

impl CanonicalScan {
    /// Creates the result for a scheme of `scheme` bytes, a host that ends at `host_end`, a port that ends at
    /// `path`, a path that ends at `path_end` and a query that ends at `query_end`, in an input of at most
    /// `Span::LIMIT` bytes. The scheme and the port have fewer than 256 bytes.
    #[inline]
    pub fn new(
        scheme: usize,
        [host_end, path]: [usize; 2],
        (path_end, query_end): (usize, usize),
        has_slash: bool,
    ) -> Option<Self> {
        let port = path - host_end;
        debug_assert!(scheme < 256 && port < 256, "{scheme} {port}");
        let [scheme, port, host_end, path_end, query_end] =
            [scheme, port, host_end, path_end, query_end].map(|offset| offset as u64);
        let lengths = scheme | port << 8 | u64::from(has_slash) << 16;
        Some(Self(NonZeroU64::new(path_end << 32 | lengths)?, query_end << 32 | host_end))
    }

    /// Returns true if the path starts with its slash, and false if the slash is missing.
    #[inline]
    pub fn has_slash(self) -> bool {
        self.0.get() & 1 << 16 != 0
    }

    /// Returns the ends of the scheme and of the host, and the start of the path, which follows the host or a
    /// port. The host follows the scheme and `://`.
    #[inline]
    pub fn scheme_host_path(self) -> [u32; 3] {
        let (lengths, host_end) = (low(self.0.get()), low(self.1));
        [lengths & 255, host_end, host_end + (lengths >> 8 & 255)]
    }

    /// Appends the canonical URL of `input`, which was scanned, to `out`.
    #[inline]
    pub fn push_to(self, input: &str, out: &mut String) {
        if self.has_slash() {
            out.push_str(input);
        } else {
            let [_, _, path] = self.scheme_host_path();
            push_with_slash(input, path as usize, out);
        }
    }

    /// Returns the canonical URL of `input`, which was scanned.
    #[expect(clippy::inline_always, reason = "its result is large: to load it takes a tenth of a parse")]
    #[inline(always)]
    pub fn href(self, input: &str) -> String {
        if self.has_slash() {
            return input.into();
        }
        let mut href = String::with_capacity(input.len() + 1);
        self.push_to(input, &mut href);
        href
    }

    /// Returns the places of the components in the canonical URL of an input of `len` bytes.
    #[inline]
    pub fn components(self, len: usize) -> Components {
        let added = u32::from(!self.has_slash());
        let [scheme, host_end, path] = self.scheme_host_path();
        let [path_end, query_end] = [self.0.get(), self.1].map(|number| low(number >> 32) + added);
        let len = low(len as u64) + added;
        let ends = [scheme, scheme, scheme, host_end, path, path_end, query_end, len];
        let after_delimiter = |present: bool| present.then_some(1);
        let gaps = [
            Some(0),
            None,
            None,
            // After "://".
            Some(3),
            after_delimiter(path > host_end),
            Some(0),
            after_delimiter(query_end > path_end),
            after_delimiter(len > query_end),
        ];
        Components::from_ends(ends, gaps)
    }
}

#[inline]
fn low(number: u64) -> u32 {
    let [first, second, third, fourth, ..] = number.to_le_bytes();
    u32::from_le_bytes([first, second, third, fourth])
}

#[inline(never)]
fn push_with_slash(input: &str, at: usize, out: &mut String) {
    let (authority, rest) = input.split_at_checked(at).unwrap_or((input, ""));
    out.push_str(authority);
    out.push('/');
    out.push_str(rest);
}

//! The trait [`Spec`]: the operations that every spec has, and their inputs and results.

use std::{borrow::Cow, num::NonZeroU64};

use url_core::{Components, NoTrace, Output, Parsed, Reason, Rejection, Section, Source, Span, Trace};
use url_preprocess::SourceMap;
use url_query::Encoding;

use crate::{Attribute, Change, LocatedTrace, MappedText, Origin, Serialized, usual::Usual};

/// The result of an operation that fails if a section of the spec rejects the URL.
pub type Result<V, E = Rejection> = std::result::Result<V, E>;

/// The input of [`Spec::resolve`].
#[derive(Clone, Copy)]
pub struct Input<'r, 'a> {
    /// The string to parse. [`Spec::preprocess`] has already changed it.
    pub s: &'a str,
    /// The base URL, if there is one.
    pub base: Option<&'r Parsed<'a>>,
    /// The character encoding of queries. Specs that do not percent-encode queries ignore this field.
    pub encoding: Encoding,
}

impl<'a> Input<'_, 'a> {
    /// Creates the input for the string `s`, without a base, and with UTF-8 as the encoding of queries.
    pub fn alone(s: &'a str) -> Self {
        Self { s, base: None, encoding: Encoding::UTF_8 }
    }
}

/// The result of [`Spec::write_url`], which writes a URL directly to the output.
pub enum Written<'s> {
    /// The string is a URL, which was written to the output.
    Url {
        /// True if the path is a list of segments. False if the path is opaque.
        hierarchical: bool,
    },
    /// The string is not a URL. The span of the rejection is a range in the first value, a slice of `s`.
    Rejected(&'s str, Rejection),
    /// The spec does not implement [`Spec::write_url`], and nothing was written.
    NotInThisSpec,
}

/// The operation for which [`Spec::begin`] reports the first steps.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// Parsing the string, without a base.
    Parsing,
    /// Resolving the string without a base.
    ResolvingAlone,
    /// Resolving the string against a base.
    Resolving {
        /// True if the base is invalid.
        has_invalid_base: bool,
    },
}

/// The operations of a spec, in the order in which [`parse`] runs them.
///
/// Implemented by the specs in `url_core`, [`Uri`](crate::rfc3986::Uri) and `url_consumers::Consumer`.
pub trait Spec: Copy {
    /// Returns the section of the parsing algorithm, which rejects a string that is too long for a [`Span`].
    fn parsing(self) -> Section;

    /// True if every valid URL that the parser returns is canonical.
    const PARSES_TO_CANONICAL: bool = false;

    /// The processing of usual URLs and references, if [`Spec::write_url`] uses it.
    const USUAL: Option<Usual> = None;

    /// True if [`Spec::parse`] returns slices of every usual URL, at the byte ranges that
    /// [`scan_usual`](crate::fast::scan_usual) returns.
    const SPLITS_USUAL: bool = false;

    /// Returns the byte ranges of the components of `input` if, with any absolute base, the spec at most adds
    /// a missing slash to `input`. `None` means that this is unknown. Only called without a trace.
    #[inline]
    fn scan_canonical(self, input: &str) -> Option<CanonicalScan> {
        Self::USUAL?.scan_canonical(input)
    }

    /// Returns true if `input` is certainly a valid URL, with any absolute base. `false` means that this is
    /// unknown. Only called without a trace.
    #[inline]
    fn quick_is_url(self, input: &str) -> bool {
        self.scan_canonical(input).is_some()
    }

    /// Parses the preprocessed string `s` without a trace, against `base`, which is a URL of this spec.
    /// Replaces the content of `out` with the canonical URL, and stores the byte ranges of its components in
    /// `components`, which must be empty.
    #[inline]
    fn write_url<'s, O: Output>(
        self,
        s: &'s str,
        base: Option<&Serialized<&str>>,
        _encoding: Encoding,
        out: &mut O,
        components: &mut Components,
    ) -> Written<'s> {
        let written = Self::USUAL.and_then(|usual| usual.write_url(s, base, out, components));
        written.map_or(Written::NotInThisSpec, |()| Written::Url { hierarchical: true })
    }

    /// Reports the steps of the spec that come before the preprocessing of `input`.
    #[inline]
    fn begin<T: Trace>(self, _entry: Entry, _input: &str, _trace: &mut T) {}

    /// Preprocesses `input`: for example, removes spaces around it. Called after [`Spec::begin`].
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str>;

    /// Returns the map from offsets in the result of [`Spec::preprocess`] to offsets in `input`. Only called
    /// if that result is not a slice of `input`.
    fn source_map(_input: &str) -> SourceMap {
        SourceMap::identity()
    }

    /// Parses a preprocessed string. By default, this resolves the string without a base.
    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'a, T>) -> Parsed<'a> {
        let mut url = Parsed::default();
        self.resolve(Input::alone(s), &mut url, trace).map_or_else(Parsed::from_rejection, |()| url)
    }

    /// Resolves the preprocessed string `input.s` against `input.base`, or without a base. Stores the result
    /// in `url`, which must be empty. The result may be invalid: see
    /// [`Parsed::invalid`](url_core::ParsedUrl::invalid).
    ///
    /// # Errors
    /// Fails if `input.base` is `None` and the string needs a base, or if the spec cannot resolve strings.
    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        _url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'a, T>,
    ) -> Result<()> {
        Err(trace.place(input.s, self.not_in_this_spec(Span::whole(input.s))))
    }

    /// Canonicalizes `url`. By default, this leaves a valid URL unchanged.
    ///
    /// # Errors
    /// Returns the rejection by the first section that `url` violates.
    fn canonicalize<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        _encoding: Encoding,
        _trace: &mut LocatedTrace<'a, T>,
    ) -> Result<()> {
        url.invalid.map_or(Ok(()), Err)
    }

    /// Replaces the content of `out` with the canonical URL, and returns the byte ranges of its components.
    ///
    /// # Errors
    /// Fails if the result is too long, or if the spec has no serializer.
    fn serialize<T: Trace>(self, _: &Parsed<'_>, _: &mut String, _: &mut T) -> Result<Components> {
        Err(self.not_in_this_spec(Span::default()))
    }

    /// Returns the error for an operation that the spec does not define. `at` is the span of the error.
    fn not_in_this_spec(self, at: Span) -> Rejection {
        Rejection::new(Reason::NotInThisSpec, self.parsing(), at)
    }

    /// Writes the components of `url`, which may be invalid, and the delimiters between them to `out`.
    ///
    /// # Errors
    /// Fails if the result is too long.
    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components> {
        url_serialize::write_components(url, self.parsing(), out)
    }

    /// Returns the default port of `scheme`, which must be in lower case.
    fn default_port(self, scheme: &str) -> Option<u16> {
        url_scheme::manakai::default_port(scheme)
    }

    /// Returns true if the host of a URL with `scheme` is opaque: neither a domain nor an IPv4 address.
    /// `scheme` must be in lower case.
    fn has_opaque_host(self, _scheme: &str) -> bool {
        false
    }
}

/// The operations of specs that define URL objects: setters, and the origin.
pub trait ApiSpec: Spec {
    /// Returns the base of URL objects that a program creates without a base: `about:blank` in the WebSpecs
    /// URL Standard. Returns `None` if such objects have no base.
    fn object_base(self) -> Option<&'static str> {
        None
    }

    /// Runs the setter of `attribute`, which must not be [`Attribute::Href`], on `url`.
    ///
    /// # Errors
    /// Returns the reason why the setter stopped. The setter may have changed a part of `url` before.
    fn set<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        attribute: Attribute,
        value: &'a str,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()>;

    /// Runs the setter of `attribute` without a trace, and edits the string of `url`. Returns an error if the
    /// setter refuses the value. Returns `None` if the caller must run [`ApiSpec::set`] instead.
    fn set_in_place<G>(
        self,
        _url: &mut Serialized<String, G>,
        _attribute: Attribute,
        _value: &str,
    ) -> Option<Result<Change>> {
        None
    }

    /// Returns the section of the setter of the path. Returns `None` if this setter may change a segment that
    /// is not a dot-segment, although the caller has percent-encoded all special characters of the segment.
    fn segment_setter(self) -> Option<Section> {
        None
    }

    /// Returns the section of the setter of `attribute`.
    fn setter(self, attribute: Attribute) -> Section;

    /// Returns true if a URL whose `attribute` was set to the whole `value` is certainly parsed to an equal
    /// URL. `false` means that this is unknown.
    fn parses_back(self, _attribute: Attribute, _value: &str) -> bool {
        false
    }

    /// Checks that the host of `url` may be removed. `url` must have a host.
    ///
    /// # Errors
    /// Returns an error if the spec does not allow `url` to have no host.
    fn check_hostless(self, url: &Parsed<'_>) -> Result<()>;

    /// Returns the key of the entry for `url`, which has the scheme `blob`, in a blob URL store.
    fn blob_name(self, url: Serialized<&str>) -> &str;

    /// Returns the new query for the serialized parameters `params`. Returns `None` to remove the query.
    fn query_of_params(self, params: &str) -> Option<&str>;

    /// Returns the origin of `url`.
    fn origin(self, url: Serialized<&str>) -> Origin;
}

/// The byte ranges of the components of a scanned string: a canonical URL without credentials, except that
/// the slash of an empty path may be missing.
///
/// The offsets are packed into two numbers, which fit in registers. A larger value would be in memory, and
/// the scan would take a tenth longer. The first number is never 0, because a scheme is not empty:
///
/// | bits | of the first number | of the second number |
/// |---|---|---|
/// | 0 to 7 | the length of the scheme | the end of the host (0 to 31) |
/// | 8 to 15 | the length of the port, with its colon | |
/// | 16 | 1 if the path has its slash | |
/// | 32 to 63 | the end of the path | the end of the query, or of the path |
#[derive(Clone, Copy, Debug)]
pub struct CanonicalScan(NonZeroU64, u64);

impl CanonicalScan {
    /// Creates the value for an input of at most `Span::LIMIT` bytes, from the length of the scheme and the
    /// end offsets of host, port, path and query. The scheme and the port must have fewer than 256 bytes.
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

    /// Returns true if the path starts with a slash, and false if the path is empty.
    #[inline]
    pub fn has_slash(self) -> bool {
        self.0.get() & 1 << 16 != 0
    }

    /// Returns the offsets of the end of the scheme, the end of the host, and the start of the path.
    #[inline]
    pub fn scheme_host_path(self) -> [u32; 3] {
        let (lengths, host_end) = (low(self.0.get()), low(self.1));
        [lengths & 255, host_end, host_end + (lengths >> 8 & 255)]
    }

    /// Appends the canonical URL to `out`. `input` must be the string that was scanned.
    #[inline]
    pub fn push_to(self, input: &str, out: &mut String) {
        if self.has_slash() {
            out.push_str(input);
        } else {
            let [_, _, path] = self.scheme_host_path();
            push_with_slash(input, path as usize, out);
        }
    }

    /// Returns the canonical URL. `input` must be the string that was scanned.
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

    /// Returns the byte ranges of the components in the canonical URL. `len` is the length of the input.
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
            // The host follows "://".
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

/// Rejects a string that is too long for a [`Span`].
///
/// # Errors
/// Returns [`Reason::TooLong`] if `input` is longer than [`Span::LIMIT`].
pub fn check_len<S: Spec>(spec: S, input: &str, source: Source) -> Result<()> {
    if input.len() <= Span::LIMIT {
        return Ok(());
    }
    let rejection = Rejection::new(Reason::TooLong, spec.parsing(), Span::new(0, Span::LIMIT));
    Err(Rejection { source, ..rejection })
}

/// Parses `input`, without a base, into a canonical URL, step by step.
///
/// # Errors
/// Fails if `input` is not a valid URL, or if the spec does not define resolution.
///
/// # Examples
/// ```
/// use url_core::{Component, Whatwg, whatwg::Edition};
/// let url = url_specs::parse(Whatwg(Edition::Newest), "HTTP://A.test/b/../c")?;
/// assert_eq!((&*url.href, url.view().get(Component::Path)), ("http://a.test/c", Some("/c")));
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn parse<S: Spec>(spec: S, input: &str) -> Result<Serialized> {
    resolve(spec, input, None, Encoding::UTF_8)
}

/// Parses `input` against `base`, if there is one, into a canonical URL. Queries are encoded in `encoding`.
pub(crate) fn resolve<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Parsed<'_>>,
    encoding: Encoding,
) -> Result<Serialized> {
    check_len(spec, input, Source::Input)?;
    let s = spec.preprocess(input, &mut NoTrace);
    let mapped = MappedText::new(input, &s, S::source_map);
    let mut no_trace = NoTrace;
    let trace = &mut LocatedTrace::new(&mut no_trace, &mapped, None);
    let mut url = Parsed::default();
    spec.resolve(Input { s: &s, base, encoding }, &mut url, trace)?;
    spec.canonicalize(&mut url, encoding, trace)?;
    let mut href = String::new();
    let components = spec.serialize(&url, &mut href, &mut NoTrace)?;
    Ok(Serialized { href, components, hierarchical: url.hierarchical, tag: () })
}

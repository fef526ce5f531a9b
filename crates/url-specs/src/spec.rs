//! What every spec can do, and what it hands over.

use std::borrow::Cow;

use url_core::{Components, NoTrace, Output, Parsed, Reason, Rejection, Section, Source, Span, Trace};
use url_preprocess::SourceMap;
use url_query::Encoding;

use crate::{
    serialized::Serialized,
    sight::Sight,
    watch::{Given, Watch},
};

/// The result of an operation that a rule may reject.
pub type Result<V, E = Rejection> = std::result::Result<V, E>;

/// What a spec resolves.
#[derive(Clone, Copy)]
pub struct Input<'r, 'a> {
    /// The preprocessed string.
    pub s: &'a str,
    /// The base, if there is one.
    pub base: Option<&'r Parsed<'a>>,
    /// The encoding of queries, if the spec encodes them here.
    pub encoding: Encoding,
}

impl<'a> Input<'_, 'a> {
    /// `s`, without a base, in UTF-8.
    pub fn alone(s: &'a str) -> Self {
        Self { s, base: None, encoding: Encoding::UTF_8 }
    }
}

/// The result of writing a URL directly to the output.
pub enum Written<'s> {
    /// The whole URL.
    Url {
        /// Whether its path is a list of segments.
        hierarchical: bool,
    },
    /// Nothing: the string is not a URL. The part that is rejected, and the reason, with its place in that part.
    Rejected(&'s str, Rejection),
    /// Nothing was written: the spec does not support it.
    NotInThisSpec,
}

/// What a string is preprocessed for.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// To be parsed alone.
    Parsing,
    /// To be resolved without a base.
    ResolvingAlone,
    /// To be resolved against a base.
    Resolving {
        /// Whether the base is not valid.
        has_invalid_base: bool,
    },
}

/// The operations of every spec, in the order in which [`parse`] runs them.
///
/// The types that implement it are those of `url_core`, [`rfc3986::Uri`](crate::rfc3986::Uri) and `url_consumers::Consumer`.
/// Example: [`parse`].
pub trait Spec: Copy {
    /// The section that takes the input string, which rejects a string that is too long for a `Span`.
    fn parsing(self) -> Section;

    /// Whether every valid result of parsing is canonical.
    const PARSES_TO_CANONICAL: bool = false;

    /// The places of the components of `input`, if it is an absolute URL that every step of the spec leaves unchanged, but
    /// for a missing slash, whatever absolute base it is resolved against; for untraced runs. `None` means unknown.
    #[inline]
    fn scan_canonical(self, _input: &str) -> Option<Sight> {
        None
    }

    /// Whether `input` is known to be a URL, whatever absolute base it is resolved against; for untraced runs. `false` means
    /// unknown.
    #[inline]
    fn is_url_at_sight(self, input: &str) -> bool {
        self.scan_canonical(input).is_some()
    }

    /// Parses the preprocessed `s` against `base`, a URL of this spec, and writes the canonical URL to `out`, whose content
    /// it replaces, and the places of its components, all missing before, to `components`; for untraced runs.
    #[inline]
    fn write_url<'s, O: Output>(
        self,
        _s: &'s str,
        _base: Option<&Serialized<&str>>,
        _encoding: Encoding,
        _out: &mut O,
        _components: &mut Components,
    ) -> Written<'s> {
        Written::NotInThisSpec
    }

    /// Reports the steps that stand before the preprocessing of `input`.
    #[inline]
    fn begin<T: Trace>(self, _entry: Entry, _input: &str, _trace: &mut T) {}

    /// Preprocesses a string, before all other steps but those of [`Spec::begin`].
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str>;

    /// Maps places in the result of [`Spec::preprocess`] back to `input`, for a result that is not a slice of it.
    fn source_map(_input: &str) -> SourceMap {
        SourceMap::identity()
    }

    /// Parses a preprocessed string: by default, as it is resolved without a base.
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        self.resolve(Input::alone(s), watch).unwrap_or_else(Parsed::from_rejection)
    }

    /// Parses a preprocessed string and resolves it against its base, or as the spec defines it without a base. The result may
    /// be invalid.
    ///
    /// # Errors
    /// If there is no result, not even an invalid one: without a base for a string that needs one, or if the spec does not
    /// define resolution.
    fn resolve<'a, T: Trace>(self, input: Input<'_, 'a>, watch: &mut Watch<'_, T>) -> Result<Parsed<'a>> {
        Err(watch.place(input.s, self.not_in_this_spec(Span::whole(input.s))))
    }

    /// Canonicalizes a URL. By default it is canonical already if it is valid.
    ///
    /// # Errors
    /// The first rule that rejects it.
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        _encoding: Encoding,
        _watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>> {
        url.invalid.map_or(Ok(url), Err)
    }

    /// Writes a canonical URL to `out`, whose content it replaces, and returns the place of each component in it.
    ///
    /// # Errors
    /// If the result is too long, or the spec has no serializer.
    fn serialize<T: Trace>(self, _: &Parsed<'_>, _: &mut String, _: &mut T) -> Result<Components> {
        Err(self.not_in_this_spec(Span::default()))
    }

    /// The error for an operation that the spec does not define, at the section where it stops; `at` is the place of what the
    /// operation was asked for.
    fn not_in_this_spec(self, at: Span) -> Rejection {
        Rejection::new(Reason::NotInThisSpec, self.parsing(), at)
    }

    /// Writes a parsed or resolved URL, valid or not, with only its components and delimiters.
    ///
    /// # Errors
    /// If the result is too long.
    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components> {
        url_serialize::write_components(url, self.parsing(), out)
    }

    /// The default port of `scheme`, which is canonical.
    fn default_port(self, scheme: &str) -> Option<u16> {
        url_scheme::manakai::default_port(scheme)
    }

    /// Whether a host under `scheme`, which is canonical, is opaque: neither a domain nor an IPv4 address.
    fn has_opaque_host(self, _scheme: &str) -> bool {
        false
    }
}

/// Rejects a string that is too long for a [`Span`].
///
/// # Errors
/// [`Reason::TooLong`].
pub fn check_len<S: Spec>(spec: S, input: &str, source: Source) -> Result<()> {
    if input.len() <= Span::LIMIT {
        return Ok(());
    }
    let rejection = Rejection::new(Reason::TooLong, spec.parsing(), Span::new(0, Span::LIMIT));
    Err(Rejection { source, ..rejection })
}

/// Parses `input`, which has no base, into a canonical URL, step by step.
///
/// # Errors
/// If `input` is not a valid URL, or if the spec does not define how one is resolved.
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

/// [`parse`] against `base`, with queries in `encoding`.
pub(crate) fn resolve<S: Spec>(
    spec: S,
    input: &str,
    base: Option<&Parsed<'_>>,
    encoding: Encoding,
) -> Result<Serialized> {
    check_len(spec, input, Source::Input)?;
    let s = spec.preprocess(input, &mut NoTrace);
    let given = Given::new(input, &s, S::source_map);
    let mut trace = NoTrace;
    let watch = &mut Watch::new(&mut trace, &given, None);
    let resolved = spec.resolve(Input { s: &s, base, encoding }, watch)?;
    let url = spec.canonicalize(resolved, encoding, watch)?;
    let mut href = String::new();
    let components = spec.serialize(&url, &mut href, &mut NoTrace)?;
    Ok(Serialized { href, components, hierarchical: url.hierarchical, tag: () })
}

//! The specs, each composed from the layers in the order of its document.

#[cfg(feature = "barth")]
mod barth;
#[cfg(feature = "connolly")]
pub(crate) mod connolly;
#[cfg(feature = "consumers")]
mod consumers;
#[cfg(feature = "manakai")]
mod manakai;
#[cfg(feature = "rfc3986")]
mod plain;
#[cfg(feature = "rfc3986")]
pub(crate) mod rfc3986;
mod sight;
#[cfg(feature = "webspecs")]
pub(crate) mod webspecs;
pub(crate) mod whatwg;

use std::borrow::Cow;

use url_core::{Components, NoTrace, Output, Parsed, Reason, Rejection, Section, Span, Trace};
use url_preprocess::SourceMap;
use url_query::Encoding;

pub(crate) use self::sight::Sight;
use crate::{Profile, Url, watch::Watch};

/// The result of writing a URL directly to the output.
pub(crate) enum Written<'s> {
    /// The whole URL.
    Url {
        /// Whether its path is a list of segments.
        hierarchical: bool,
    },
    /// The string is not a URL.
    Rejected {
        /// The part of the string that is rejected.
        part: &'s str,
        /// The reason, with its place in that part.
        rejection: Rejection,
    },
    /// Nothing was written: the spec does not support it.
    NotInThisSpec,
}

/// What a string is preprocessed for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    /// To be parsed alone.
    Parsing,
    /// To be resolved against a base, if there is one.
    Resolving {
        /// Whether there is a base, and it is not valid.
        has_invalid_base: bool,
    },
}

/// The operations of every spec.
pub(crate) trait Spec: Copy {
    /// The profile of the spec.
    fn profile(self) -> Profile;

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
        _base: Option<&Url<&str>>,
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

    /// Parses a preprocessed string.
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a>;

    /// Parses a preprocessed string and resolves it against `base`, or as the spec defines it without a base; queries are in
    /// `encoding` if the spec encodes them here. The result may be invalid.
    ///
    /// # Errors
    /// If there is no result, not even an invalid one: without a base for a string that needs one, or if the spec does not
    /// define resolution.
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        _base: Option<&Parsed<'a>>,
        _encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Err(watch.place(s, self.not_in_this_spec(Span::whole(s))))
    }

    /// Canonicalizes a URL.
    fn canonicalize<'a, T: Trace>(
        self,
        _url: Parsed<'a>,
        _encoding: Encoding,
        _watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Err(self.not_in_this_spec(Span::default()))
    }

    /// Writes a canonical URL to `out`, whose content it replaces, and returns the place of each component in it.
    fn serialize<T: Trace>(
        self,
        _url: &Parsed<'_>,
        _out: &mut String,
        _trace: &mut T,
    ) -> Result<Components, Rejection> {
        Err(self.not_in_this_spec(Span::default()))
    }

    /// The error for an operation that the spec does not define, at the section where it stops; `at` is the place of what the
    /// operation was asked for.
    fn not_in_this_spec(self, at: Span) -> Rejection {
        Rejection::new(Reason::NotInThisSpec, self.parsing(), at)
    }

    /// Writes a parsed or resolved URL, valid or not, with only its components and delimiters.
    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components, Rejection> {
        url_serialize::write_components(url, out, &mut NoTrace)
    }

    /// The default port of `scheme`, which is canonical.
    fn default_port(self, scheme: &str) -> Option<u16> {
        url_scheme::default_port(scheme)
    }

    /// Whether a host under `scheme`, which is canonical, is opaque: neither a domain nor an IPv4 address.
    fn has_opaque_host(self, _scheme: &str) -> bool {
        false
    }
}

/// Evaluates `$run` with `$spec` as the spec of `$profile`: the only place that turns a choice at run time into a type.
macro_rules! with_spec {
    ($profile:expr, $spec:ident => $run:expr) => {{
        use url_core::whatwg::Edition;
        use $crate::Profile;
        macro_rules! run_as {
            ($choice:expr) => {{
                let $spec = $choice;
                $run
            }};
        }
        match $profile {
            Profile::Whatwg => run_as!(url_core::Whatwg(Edition::Newest)),
            Profile::Whatwg202602 => run_as!(url_core::Whatwg(Edition::ReviewDraft202602)),
            #[cfg(feature = "manakai")]
            Profile::Manakai => run_as!(url_core::Manakai),
            #[cfg(feature = "manakai")]
            Profile::ManakaiChrome => run_as!(url_core::ManakaiChrome),
            #[cfg(feature = "manakai")]
            Profile::ManakaiGecko => run_as!(url_core::ManakaiGecko),
            #[cfg(feature = "manakai")]
            Profile::ManakaiIe => run_as!(url_core::ManakaiIe),
            #[cfg(feature = "barth")]
            Profile::Barth2010 => run_as!(url_core::Barth2010),
            #[cfg(feature = "barth")]
            Profile::Barth01 => run_as!(url_core::Barth01),
            #[cfg(feature = "connolly")]
            Profile::Connolly => run_as!(url_core::Connolly),
            #[cfg(feature = "webspecs")]
            Profile::Webspecs => run_as!(url_core::Webspecs),
            #[cfg(feature = "rfc3986")]
            Profile::Rfc3986 => run_as!($crate::profiles::rfc3986::Uri(url_core::Rfc3986)),
            #[cfg(feature = "consumers")]
            Profile::NodeUrlParse => run_as!(url_consumers::Consumer::NodeUrlParse),
            #[cfg(feature = "consumers")]
            Profile::PerlUri => run_as!(url_consumers::Consumer::PerlUri),
            #[cfg(feature = "consumers")]
            Profile::Curl => run_as!(url_consumers::Consumer::Curl),
            #[cfg(feature = "consumers")]
            Profile::GoNetUrl => run_as!(url_consumers::Consumer::GoNetUrl),
            #[cfg(feature = "consumers")]
            Profile::PhpParseUrl => run_as!(url_consumers::Consumer::PhpParseUrl),
            #[cfg(feature = "consumers")]
            Profile::PythonUrlsplit => run_as!(url_consumers::Consumer::PythonUrlsplit),
            #[cfg(feature = "consumers")]
            Profile::PythonUrllib3 => run_as!(url_consumers::Consumer::PythonUrllib3),
            #[cfg(feature = "consumers")]
            Profile::JavaNetUrl => run_as!(url_consumers::Consumer::JavaNetUrl),
            #[cfg(feature = "consumers")]
            Profile::JavaNetUri => run_as!(url_consumers::Consumer::JavaNetUri),
            #[cfg(feature = "consumers")]
            Profile::RubyUri => run_as!(url_consumers::Consumer::RubyUri),
        }
    }};
}
pub(crate) use with_spec;

/// [`with_spec`] for operations of specs with URL objects; `None` for the other specs.
macro_rules! with_api {
    ($profile:expr, $spec:ident => $run:expr) => {{
        use url_core::whatwg::Edition;
        use $crate::Profile;
        macro_rules! run_as {
            ($choice:expr) => {{
                let $spec = $choice;
                Some($run)
            }};
        }
        match $profile {
            Profile::Whatwg => run_as!(url_core::Whatwg(Edition::Newest)),
            Profile::Whatwg202602 => run_as!(url_core::Whatwg(Edition::ReviewDraft202602)),
            #[cfg(feature = "webspecs")]
            Profile::Webspecs => run_as!(url_core::Webspecs),
            #[cfg(any(
                feature = "manakai",
                feature = "barth",
                feature = "connolly",
                feature = "rfc3986",
                feature = "consumers",
            ))]
            _ => None,
        }
    }};
}
pub(crate) use with_api;

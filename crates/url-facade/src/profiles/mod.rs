//! The specs, each composed from the layers in its own order.

#[cfg(feature = "barth")]
mod barth;
#[cfg(feature = "connolly")]
pub(crate) mod connolly;
#[cfg(feature = "manakai")]
mod manakai;
#[cfg(feature = "rfc3986")]
pub(crate) mod rfc3986;
#[cfg(feature = "webspecs")]
pub(crate) mod webspecs;
pub(crate) mod whatwg;

use std::borrow::Cow;

use url_core::{Components, NoTrace, Output, Parsed, Rejection, Section, Trace};
use url_preprocess::SourceMap;
use url_query::Encoding;

use crate::{Profile, Url, watch::Watch};

/// What came of writing a URL straight into its place.
pub(crate) enum Written<'s> {
    /// All of it.
    Url {
        /// Where its components lie.
        components: Components,
        /// Whether its path is a list of segments.
        hierarchical: bool,
    },
    /// There is no URL in the string.
    Rejected {
        /// The part of the string that is at fault.
        part: &'s str,
        /// Why, with its place in that part.
        rejection: Rejection,
    },
    /// Nothing was written: the spec has no such way.
    NotInThisSpec,
}

/// What every spec can do with a URL.
pub(crate) trait Spec: Copy {
    /// The profile that names the spec.
    fn profile(self) -> Profile;

    /// Where the spec takes in a string, and a string too long for its places to be told is refused.
    const PARSING: Section;

    /// Whether a valid result of parsing is canonical.
    const PARSES_TO_CANONICAL: bool = false;

    /// Where the components of `input` lie, if it is an absolute URL that every step of the spec would leave as it is;
    /// for runs that nobody watches. `None` means unknown.
    #[inline]
    fn scan_canonical(self, _input: &str) -> Option<Components> {
        None
    }

    /// Whether `input` is surely a URL, whatever valid base it is resolved against; for runs that nobody watches. `false`
    /// means unknown.
    #[inline]
    fn is_url_at_sight(self, input: &str) -> bool {
        self.scan_canonical(input).is_some()
    }

    /// Writes the canonical URL that `s`, which is preprocessed, is against `base`, a URL of this spec, to `out`, in place
    /// of what that held. For runs that nobody watches.
    #[inline]
    fn write_url<'s, O: Output>(
        self,
        _s: &'s str,
        _base: Option<Url<&str>>,
        _encoding: Encoding,
        _out: &mut O,
    ) -> Written<'s> {
        Written::NotInThisSpec
    }

    /// What happens to a string before anything else.
    fn preprocess<'a, T: Trace>(self, input: &'a str, trace: &mut T) -> Cow<'a, str>;

    /// The way back from places in what [`Spec::preprocess`] made of `input`, where that is not a slice of it.
    fn source_map(_input: &str) -> SourceMap {
        SourceMap::identity()
    }

    /// Parses a preprocessed string.
    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a>;

    /// Parses a preprocessed string and resolves it against `base`, or as the spec has it without one; queries are in
    /// `encoding` where the spec encodes them here. The result may be invalid.
    ///
    /// # Errors
    /// When there is no result, not even an invalid one: without a base for a string that needs it, or where the spec
    /// does not resolve at all.
    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        base: Option<&Parsed<'a>>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection>;

    /// Canonicalizes a URL.
    fn canonicalize<'a, T: Trace>(
        self,
        url: Parsed<'a>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection>;

    /// Writes a canonical URL to `out`, in place of what that held, and says where each component lies in it.
    fn serialize<T: Trace>(
        self,
        url: &Parsed<'_>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Components, Rejection>;

    /// Writes what parsing or resolving gave, whether or not it is valid, with nothing but its components and delimiters.
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

/// Evaluates `$run` with `$spec` as the spec that `$profile` names: the one place where a choice at run time becomes a type.
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
            Profile::Rfc3986 => run_as!(url_core::Rfc3986),
        }
    }};
}
pub(crate) use with_spec;

/// [`with_spec`] for what only specs with URL objects can do; `None` for the others.
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
            #[cfg(any(feature = "manakai", feature = "barth", feature = "connolly", feature = "rfc3986"))]
            _ => None,
        }
    }};
}
pub(crate) use with_api;

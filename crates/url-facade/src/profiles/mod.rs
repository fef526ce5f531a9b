//! The specs, each composed from the layers in its own order.

mod barth;
pub(crate) mod connolly;
mod manakai;
pub(crate) mod rfc3986;
pub(crate) mod webspecs;
pub(crate) mod whatwg;

use std::borrow::Cow;

use url_core::{
    Barth01, Barth2010, Components, Connolly, Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, NoTrace,
    Output, Parsed, Profile, Rejection, Rfc3986, Section, Trace, Webspecs, Whatwg, Whatwg202602,
};
use url_preprocess::SourceMap;
use url_query::Encoding;

use crate::{Url, watch::Watch};

/// What every spec can do with a URL.
pub(crate) trait Spec {
    /// Where the spec takes in a string, and a string too long for its places to be told is refused.
    const PARSING: Section;

    /// Where the components of `input` lie, if it is an absolute URL that every step of the spec would leave as it is;
    /// for runs that nobody watches. `None` says nothing.
    #[inline]
    fn scan_canonical(_input: &str) -> Option<Components> {
        None
    }

    /// Whether `input` is surely a URL, whatever valid base it is resolved against; for runs that nobody watches. `false`
    /// says nothing.
    #[inline]
    fn is_url_at_sight(input: &str) -> bool {
        Self::scan_canonical(input).is_some()
    }

    /// Writes the canonical URL that `s`, which is preprocessed, is against `base`, a URL of this spec, to `out`, in place of what that held; says
    /// where its components lie, and whether it is hierarchical. For runs that nobody watches.
    ///
    /// # Errors
    /// Which part of `s` is at fault, and why, with its place in that part; or `None`, which says nothing.
    #[inline]
    fn write_url<'s, O: Output>(
        _s: &'s str,
        _base: Option<Url<&str>>,
        _encoding: Encoding,
        _out: &mut O,
    ) -> Result<(Components, bool), Option<(&'s str, Rejection)>> {
        Err(None)
    }

    /// What happens to a string before anything else.
    fn preprocess<'a, T: Trace>(input: &'a str, trace: &mut T) -> Cow<'a, str>;

    /// The way back from places in what [`Spec::preprocess`] made of `input`.
    fn source_map(input: &str) -> SourceMap {
        SourceMap::new(input)
    }

    /// Parses a preprocessed string.
    fn parse<'a, T: Trace>(s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a>;

    /// Parses a preprocessed string and resolves it against `base`, or as the spec has it without one; queries are in
    /// `encoding` where the spec encodes them here. The result may be invalid.
    ///
    /// # Errors
    /// When there is no result, not even an invalid one: without a base for a string that needs it, or where the spec
    /// does not resolve at all.
    fn resolve<'a, T: Trace>(
        s: &'a str,
        base: Option<&Parsed<'a>>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection>;

    /// Canonicalizes a URL.
    fn canonicalize<'a, T: Trace>(
        url: Parsed<'a>,
        encoding: Encoding,
        watch: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection>;

    /// Writes a canonical URL to `out`, in place of what that held, and says where each component lies in it.
    fn serialize<T: Trace>(
        url: &Parsed<'_>,
        out: &mut String,
        trace: &mut T,
    ) -> Result<Components, Rejection>;

    /// Writes what parsing or resolving gave, whether or not it is valid, with nothing but its components and delimiters.
    fn write(url: &Parsed<'_>, out: &mut String) -> Result<Components, Rejection> {
        url_serialize::write_components(url, out, &mut NoTrace)
    }

    /// The default port of `scheme`, which is canonical.
    fn default_port(scheme: &str) -> Option<u16> {
        url_scheme::default_port(scheme)
    }

    /// Whether a host under `scheme`, which is canonical, is opaque: neither a domain nor an IPv4 address.
    fn has_opaque_host(_scheme: &str) -> bool {
        false
    }
}

/// Something to do under a spec that is chosen at run time.
pub(crate) trait Job {
    /// What it gives.
    type Output;

    /// Does it under the spec `S`.
    fn run<S: Spec>(self) -> Self::Output;
}

/// Does `job` under `profile`: the one place where the choice of a person becomes a type.
#[inline]
pub(crate) fn with_spec<J: Job>(profile: Profile, job: J) -> J::Output {
    match profile {
        Profile::Manakai => job.run::<Manakai>(),
        Profile::ManakaiChrome => job.run::<ManakaiChrome>(),
        Profile::ManakaiGecko => job.run::<ManakaiGecko>(),
        Profile::ManakaiIe => job.run::<ManakaiIe>(),
        Profile::Barth2010 => job.run::<Barth2010>(),
        Profile::Barth01 => job.run::<Barth01>(),
        Profile::Connolly => job.run::<Connolly>(),
        Profile::Rfc3986 => job.run::<Rfc3986>(),
        Profile::Webspecs => job.run::<Webspecs>(),
        Profile::Whatwg => job.run::<Whatwg>(),
        Profile::Whatwg202602 => job.run::<Whatwg202602>(),
    }
}

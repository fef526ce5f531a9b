//! Which spec each profile follows: the one place that turns a choice at run time into a type, and back.

#[cfg(feature = "rfc3986")]
use url_core::Repertoire;
use url_core::whatwg::Edition;

use crate::Profile;

/// A spec with a profile that names it.
pub(crate) trait Spec: url_specs::Spec {
    /// The profile of the spec.
    fn profile(self) -> Profile;
}

/// A spec with URL objects.
pub(crate) trait ApiSpec: Spec + url_specs::ApiSpec {}

impl<S: Spec + url_specs::ApiSpec> ApiSpec for S {}

impl Spec for url_core::Whatwg {
    #[inline]
    fn profile(self) -> Profile {
        match self.0 {
            Edition::ReviewDraft202602 => Profile::Whatwg202602,
            Edition::Newest => Profile::Whatwg,
        }
    }
}

#[cfg(feature = "rfc3986")]
impl<R: Repertoire + Copy> Spec for url_specs::rfc3986::Uri<R> {
    fn profile(self) -> Profile {
        Profile::Rfc3986
    }
}

#[cfg(feature = "consumers")]
impl Spec for url_consumers::Consumer {
    fn profile(self) -> Profile {
        match self {
            Self::NodeUrlParse => Profile::NodeUrlParse,
            Self::PerlUri => Profile::PerlUri,
            Self::Curl => Profile::Curl,
            Self::GoNetUrl => Profile::GoNetUrl,
            Self::PhpParseUrl => Profile::PhpParseUrl,
            Self::PythonUrlsplit => Profile::PythonUrlsplit,
            Self::PythonUrllib3 => Profile::PythonUrllib3,
            Self::JavaNetUrl => Profile::JavaNetUrl,
            Self::JavaNetUri => Profile::JavaNetUri,
            Self::RubyUri => Profile::RubyUri,
        }
    }
}

macro_rules! profile_of {
    ($($(#[$cfg:meta])* $spec:ident;)*) => {
        $($(#[$cfg])* impl Spec for url_core::$spec {
            fn profile(self) -> Profile {
                Profile::$spec
            }
        })*
    };
}

profile_of! {
    #[cfg(feature = "manakai")] Manakai;
    #[cfg(feature = "manakai")] ManakaiChrome;
    #[cfg(feature = "manakai")] ManakaiGecko;
    #[cfg(feature = "manakai")] ManakaiIe;
    #[cfg(feature = "barth")] Barth2010;
    #[cfg(feature = "barth")] Barth01;
    #[cfg(feature = "connolly")] Connolly;
    #[cfg(feature = "webspecs")] Webspecs;
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
            Profile::Rfc3986 => run_as!(url_specs::rfc3986::Uri(url_core::Rfc3986)),
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

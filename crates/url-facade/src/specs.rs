//! Which spec each profile follows: the one place that turns a choice at run time into a type, and back.

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

#[cfg(feature = "rfc3986")]
impl<R: url_core::Repertoire + Copy> Spec for url_specs::rfc3986::Uri<R> {
    fn profile(self) -> Profile {
        Profile::Rfc3986
    }
}

/// The first argument is a dollar sign, for the macros that this makes.
macro_rules! specs {
    (
        $d:tt
        editions { $($dated:ident = $edition:ident,)* }
        types { $($(#[$cfg:meta])* $spec:ident,)* }
        consumers { $($consumer:ident,)* }
    ) => {
        impl Spec for url_core::Whatwg {
            #[inline]
            fn profile(self) -> Profile {
                match self.0 { $(Edition::$edition => Profile::$dated,)* }
            }
        }

        $($(#[$cfg])*
        impl Spec for url_core::$spec {
            fn profile(self) -> Profile {
                Profile::$spec
            }
        })*

        #[cfg(feature = "consumers")]
        impl Spec for url_consumers::Consumer {
            fn profile(self) -> Profile {
                match self { $(Self::$consumer => Profile::$consumer,)* }
            }
        }

        /// Evaluates `$run` with `$spec` as the spec of `$profile`.
        macro_rules! with_spec {
            ($d profile:expr, $d spec:ident => $d run:expr) => {
                match $d profile {
                    $($crate::Profile::$dated => {
                        let $d spec = url_core::Whatwg(url_core::whatwg::Edition::$edition);
                        $d run
                    })*
                    $($(#[$cfg])*
                    $crate::Profile::$spec => {
                        let $d spec = url_core::$spec;
                        $d run
                    })*
                    #[cfg(feature = "rfc3986")]
                    $crate::Profile::Rfc3986 => {
                        let $d spec = url_specs::rfc3986::Uri(url_core::Rfc3986);
                        $d run
                    }
                    $(#[cfg(feature = "consumers")]
                    $crate::Profile::$consumer => {
                        let $d spec = url_consumers::Consumer::$consumer;
                        $d run
                    })*
                }
            };
        }

        /// [`with_spec`] for operations of specs with URL objects; `None` for the other specs.
        macro_rules! with_api {
            ($d profile:expr, $d spec:ident => $d run:expr) => {
                match $d profile {
                    $($crate::Profile::$dated => {
                        let $d spec = url_core::Whatwg(url_core::whatwg::Edition::$edition);
                        Some($d run)
                    })*
                    #[cfg(feature = "webspecs")]
                    $crate::Profile::Webspecs => {
                        let $d spec = url_core::Webspecs;
                        Some($d run)
                    }
                    #[cfg(any(
                        feature = "manakai",
                        feature = "barth",
                        feature = "connolly",
                        feature = "rfc3986",
                        feature = "consumers",
                    ))]
                    _ => None,
                }
            };
        }
    };
}

specs! {
    $
    editions { Whatwg = Newest, Whatwg202602 = ReviewDraft202602, }
    types {
        #[cfg(feature = "manakai")] Manakai,
        #[cfg(feature = "manakai")] ManakaiChrome,
        #[cfg(feature = "manakai")] ManakaiGecko,
        #[cfg(feature = "manakai")] ManakaiIe,
        #[cfg(feature = "barth")] Barth2010,
        #[cfg(feature = "barth")] Barth01,
        #[cfg(feature = "connolly")] Connolly,
        #[cfg(feature = "webspecs")] Webspecs,
    }
    consumers {
        NodeUrlParse, PerlUri, Curl, GoNetUrl, PhpParseUrl, PythonUrlsplit, PythonUrllib3, JavaNetUrl, JavaNetUri,
        RubyUri,
    }
}

#[expect(clippy::single_component_path_imports, reason = "other files import these macros from here")]
pub(crate) use {with_api, with_spec};

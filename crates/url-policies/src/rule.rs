//! The rules that policies apply: the name, the source and the effect of each.

use std::fmt;

/// Whether what a rule changes is still the same resource.
///
/// # Examples
/// ```
/// use url_policies::{Effect, Rule};
/// assert_eq!((Rule::Case.effect(), Rule::Case.effect().name()), (Effect::Same, "same"));
/// assert!(Rule::Fragment.effect() > Rule::DefaultPort.effect());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// The same, by the syntax of URLs.
    Same,
    /// The same, by the definition of the scheme.
    SameByScheme,
    /// Usually the same: a server may answer differently.
    MayDiffer,
    /// No longer a URL, but a key: it is compared with other keys, and not fetched.
    Key,
}

impl Effect {
    /// Its name: lower case, with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::SameByScheme => "same-by-scheme",
            Self::MayDiffer => "may-differ",
            Self::Key => "key",
        }
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $rule:ident, $name:literal, $effect:ident, $source:literal;)+) => {
        /// A rule of a policy.
        ///
        /// # Examples
        /// ```
        /// use url_policies::Rule;
        /// assert_eq!(Rule::DefaultPort.to_string(), "default-port");
        /// assert_eq!(Rule::DefaultPort.source(), "RFC 3986, section 6.2.3");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $rule,)+
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$rule,)+];

            /// Its name: lower case, with hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rule => $name,)+ }
            }

            /// Whether what it changes is still the same resource.
            pub const fn effect(self) -> Effect {
                match self { $(Self::$rule => Effect::$effect,)+ }
            }

            /// The text that asks for it.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$rule => $source,)+ }
            }
        }
    };
}

rules! {
    /// Decodes escapes of unreserved characters.
    PercentEncoding, "percent-encoding", Same, "RFC 3986, section 6.2.2.2";
    /// Writes the scheme and the host in lower case, and the digits of escapes in upper case.
    Case, "case", Same, "RFC 3986, section 6.2.2.1";
    /// Removes the segments `.` and `..` of the path.
    PathSegments, "path-segments", Same, "RFC 3986, section 6.2.2.3";
    /// Removes the default port of the scheme, and an empty port.
    DefaultPort, "default-port", SameByScheme, "RFC 3986, section 6.2.3";
    /// Replaces an empty path by `/`.
    EmptyPath, "empty-path", SameByScheme, "RFC 3986, section 6.2.3";
    /// Removes the fragment.
    Fragment, "fragment", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes the user name and the password.
    UserInfo, "user-info", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, IAURLCanonicalizer";
    /// Removes the port.
    Port, "port", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Unescapes until nothing is escaped, and escapes once what must be.
    Unescape, "unescape", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes dots at the ends of the host, and repeated ones.
    HostDots, "host-dots", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Writes a host that is an IPv4 address without its dots as four decimal numbers.
    HostAddress, "host-address", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Replaces an IPv6 address that embeds an IPv4 address by that one.
    EmbeddedAddress, "embedded-address", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Replaces repeated slashes in the path by one.
    Slashes, "slashes", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes the parameters of sessions, by the list of the policy.
    SessionParameter, "session-parameter", MayDiffer, "the policy's list of parameters";
    /// Removes the parameters that track users, by the list of the policy.
    TrackingParameter, "tracking-parameter", MayDiffer, "the policy's list of parameters";
    /// Sorts the parameters of the query by name, and removes empty ones.
    ParameterOrder, "parameter-order", MayDiffer, "this crate; the package surt, IAURLCanonicalizer";
    /// Removes a query that is empty.
    EmptyQuery, "empty-query", MayDiffer, "this crate; the package surt, IAURLCanonicalizer";
    /// Removes the identifiers of sessions from the path.
    PathSession, "path-session", MayDiffer, "the package surt, URLRegexTransformer";
    /// Removes the identifiers of sessions from the query.
    QuerySession, "query-session", MayDiffer, "the package surt, URLRegexTransformer";
    /// Writes the path and the query in lower case.
    LowerCase, "lower-case", MayDiffer, "the package surt, IAURLCanonicalizer; org.archive.util.SURT";
    /// Removes the slash at the end of the path.
    TrailingSlash, "trailing-slash", MayDiffer, "the package surt, IAURLCanonicalizer";
    /// Removes a first label `www`, with digits or without.
    Www, "www", MayDiffer, "the package surt, IAURLCanonicalizer";
    /// Writes the labels of the host in reverse order.
    HostReversal, "host-reversal", Key, "the package surt, handyurl; org.archive.util.SURT";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

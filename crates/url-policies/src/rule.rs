//! The rules that policies apply: the name, the source and the effect of each.

use std::fmt;

/// The effect of a rule on the resource that a URL names.
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
    /// The same resource, by the syntax of URLs.
    Same,
    /// The same resource, by the definition of the scheme.
    SameByScheme,
    /// Usually the same resource: a server may answer differently.
    MayDiffer,
    /// No longer a URL, but a key: it is compared with other keys, and not fetched.
    Key,
}

impl Effect {
    /// Returns the name: lower case, with hyphens.
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
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$rule,)+];

            /// Returns the name: lower case, with hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rule => $name,)+ }
            }

            /// Returns the effect on the resource that the URL names.
            pub const fn effect(self) -> Effect {
                match self { $(Self::$rule => Effect::$effect,)+ }
            }

            /// Returns the document that the rule is from.
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
    /// Replaces an empty path with `/`.
    EmptyPath, "empty-path", SameByScheme, "RFC 3986, section 6.2.3";
    /// Removes the fragment.
    Fragment, "fragment", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes the user name and the password.
    UserInfo, "user-info", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, IAURLCanonicalizer";
    /// Removes the port.
    Port, "port", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Unescapes until no escapes are left, and escapes the necessary characters once.
    Unescape, "unescape", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes dots at the ends of the host, and repeated ones.
    HostDots, "host-dots", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Writes a host that becomes an IPv4 address without its dots as four decimal numbers.
    HostAddress, "host-address", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Replaces an IPv6 address that embeds an IPv4 address with the latter.
    EmbeddedAddress, "embedded-address", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Replaces repeated slashes in the path with one.
    Slashes, "slashes", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes the session parameters of the policy's list.
    SessionParameter, "session-parameter", MayDiffer, "the policy's list of parameters";
    /// Removes the tracking parameters of the policy's list.
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
    /// Removes a first label `www`, with or without digits.
    Www, "www", MayDiffer, "the package surt, IAURLCanonicalizer";
    /// Writes the labels of the host in reverse order.
    HostReversal, "host-reversal", Key, "the package surt, handyurl; org.archive.util.SURT";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

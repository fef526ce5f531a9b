//! The policies by name, and the results of policies.

use std::{borrow::Cow, error, fmt, str::FromStr};

use url_facade::Url;

use crate::dedupe::{self, dedupe};
use crate::ladder::{Normalization, normalize};
use crate::parameters::ParameterList;
use crate::receipt::{Draft, Receipt};
use crate::safe_browsing;
use crate::surt::{self, Dialect, surt};

/// A canonicalization policy. It converts a URL to a canonical URL or to a key, and depends on nothing else.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_policies::Policy;
/// let policy: Policy = "safe-browsing".parse()?;
/// let url = Url::parse("http://user@A.test:81/a//b/%2541?c#d")?;
/// assert_eq!(policy.text(&url), "http://a.test/a/b/A?c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Policy {
    /// Normalizes a URL by the comparison ladder of RFC 3986, up to the given level.
    Rfc3986(Normalization),
    /// Returns the same URL for URLs that probably name the same document. Removes the listed parameters.
    Dedupe(ParameterList),
    /// Returns the canonical form of a URL, of which Google Safe Browsing computes a hash.
    SafeBrowsing,
    /// Returns a key with the labels of the host in reverse order, so that sorted keys are grouped by domain.
    Surt(Dialect),
}

/// The kind of result that a policy returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Output {
    /// A URL, which the profile of the input also serializes like this. The policy does not change it again.
    Url,
    /// A key: a string to compare with other keys. A key need not be a valid URL.
    Key,
}

/// The result of applying a policy to a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied<'u> {
    text: Cow<'u, str>,
    receipt: Receipt,
}

/// The error for a string that is not the name of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPolicy(String);

impl Policy {
    /// The names of all policies. [`FromStr`] parses these names.
    pub const NAMES: &[&str] = &[
        "rfc3986-simple-string",
        "rfc3986-case",
        "rfc3986-percent-encoding",
        "rfc3986-path-segment",
        "rfc3986-scheme-based",
        "dedupe",
        "safe-browsing",
        "surt",
        "surt-www",
        "surt-heritrix",
    ];

    /// Returns [`Policy::Dedupe`] with the built-in list of parameters.
    pub fn dedupe() -> Self {
        Self::Dedupe(ParameterList::default())
    }

    /// Returns the name of the policy.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rfc3986(level) => level.name(),
            Self::Dedupe(_) => "dedupe",
            Self::SafeBrowsing => "safe-browsing",
            Self::Surt(Dialect::Wayback) => "surt",
            Self::Surt(Dialect::WaybackWithWww) => "surt-www",
            Self::Surt(Dialect::Heritrix) => "surt-heritrix",
        }
    }

    /// Returns the kind of result: a URL, or a key.
    pub fn output(&self) -> Output {
        match self {
            Self::Rfc3986(_) | Self::Dedupe(_) => Output::Url,
            Self::SafeBrowsing | Self::Surt(_) => Output::Key,
        }
    }

    /// Applies the policy to `url`. The result also contains the list of changes.
    pub fn apply<'u, S: AsRef<str>>(&self, url: &'u Url<S>) -> Applied<'u> {
        let (text, receipt) = self.run(url, true).finish();
        Applied { text, receipt }
    }

    /// Returns the text of [`Policy::apply`], without a list of changes. Borrows the text if nothing changes,
    /// and in some cases if the text is a part of `url`.
    pub fn text<'u, S: AsRef<str>>(&self, url: &'u Url<S>) -> Cow<'u, str> {
        let key = match self {
            Self::Dedupe(list) => return dedupe::text(url, list),
            Self::Surt(dialect) => dialect.key_host().and_then(|key_host| surt::text(url, key_host)),
            _ => None,
        };
        key.map_or_else(|| self.run(url, false).finish().0, Cow::Owned)
    }

    fn run<'u, S: AsRef<str>>(&self, url: &'u Url<S>, with_receipt: bool) -> Draft<'u> {
        match self {
            Self::Rfc3986(level) => normalize(url, *level, with_receipt),
            Self::Dedupe(list) => dedupe(url, list, with_receipt),
            Self::SafeBrowsing => safe_browsing::canonicalize(url, with_receipt),
            Self::Surt(dialect) => surt(url, *dialect, with_receipt),
        }
    }
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        let dialects = [Dialect::Wayback, Dialect::WaybackWithWww, Dialect::Heritrix].map(Self::Surt);
        let others = [Self::SafeBrowsing].into_iter().chain(dialects);
        let mut all = Normalization::ALL.iter().copied().map(Self::Rfc3986).chain(others);
        let found = all.find(|policy| policy.name() == name);
        found.or_else(|| (name == "dedupe").then(Self::dedupe)).ok_or_else(|| UnknownPolicy(name.into()))
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Applied<'_> {
    /// Returns the resulting URL or key.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the resulting URL or key as a string. Copies the URL if the policy changed nothing.
    pub fn into_string(self) -> String {
        self.text.into_owned()
    }

    /// Returns the changes that the policy made, by rule.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }
}

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no policy `{}`: the policies are {}", self.0, Policy::NAMES.join(", "))
    }
}

impl error::Error for UnknownPolicy {}

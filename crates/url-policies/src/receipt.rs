//! The draft of a policy's result, the rules of the policies, and the receipt, which lists the changes.

use std::{borrow::Cow, fmt, ops::Range};

use smallvec::SmallVec;
use url_facade::Span;

/// The changes that a policy made to a URL, in the order in which the rules of the policy were applied.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_policies::{Policy, Rule};
/// let url = Url::parse("http://a.test/%7e#b")?;
/// let applied = Policy::dedupe().apply(&url);
/// let [first, second] = applied.receipt().passes() else { unreachable!() };
/// assert_eq!((first.rule(), second.rule()), (Rule::PercentEncoding, Rule::Fragment));
/// assert_eq!((first.edits()[0].span().to_string(), first.edits()[0].text()), ("14..17".into(), "~"));
/// assert_eq!(applied.receipt().replay(url.as_str()), applied.as_str());
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    passes: SmallVec<[Pass; 1]>,
}

/// The changes of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    rule: Rule,
    edits: SmallVec<[Edit; 1]>,
}

/// One change: a range of bytes, and the text that replaces these bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    span: Span,
    text: String,
}

impl Receipt {
    /// Returns the passes in order. A pass contains the changes of one rule to the URL or to one component. A
    /// rule that changes several components may have a pass for each of them.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Returns true if the policy did not change the URL.
    pub fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// Returns the most severe effect of the rules that changed something, or [`Effect::Same`] if none did.
    pub fn effect(&self) -> Effect {
        self.passes.iter().map(|pass| pass.rule.effect()).max().unwrap_or(Effect::Same)
    }

    /// Applies the changes to `text` and returns the result. If `text` is the string of the URL before the
    /// policy, the result is that of the policy. Skips changes with a range outside `text`.
    pub fn replay(&self, text: &str) -> String {
        self.passes.iter().fold(text.into(), |text: String, pass| pass.replay(&text))
    }
}

impl Pass {
    /// Returns the rule that made the changes.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the changes in the order of their spans. The spans refer to the text that this pass changed,
    /// which is the result of the pass before it.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    fn replay(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        splice(text, self.edits.iter().map(|edit| (edit.span.into(), &*edit.text)), &mut out);
        out
    }
}

/// Applies `edits` to `text` and appends the result to `out`. Skips an edit with a range outside `text`.
pub(crate) fn splice<'e>(text: &str, edits: impl Iterator<Item = (Range<usize>, &'e str)>, out: &mut String) {
    let mut done = 0;
    for (range, new) in edits {
        let Some(kept) = text.get(done..range.start) else { continue };
        out.push_str(kept);
        out.push_str(new);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
}

impl Edit {
    /// Returns the range of the replaced bytes. See [`Pass::edits`].
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the text that replaces the bytes, or an empty string if the bytes were removed.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Draft<'u> {
    text: Cow<'u, str>,
    receipt: Option<Receipt>,
}

/// The edits of one rule. Their ranges are in ascending order and do not overlap.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    /// The ranges to replace, each with the end of its replacement in `new`. A replacement starts at the end
    /// of the one before it.
    spans: SmallVec<[(Range<usize>, usize); 4]>,
    new: String,
}

impl Edits {
    /// Adds an edit that replaces `range` with `text`. `range` must be after the ranges added before it.
    pub(crate) fn replace(&mut self, range: Range<usize>, text: &str) {
        self.new.push_str(text);
        self.spans.push((range, self.new.len()));
    }

    pub(crate) fn replace_by(&mut self, range: Range<usize>, c: char) {
        self.replace(range, c.encode_utf8(&mut [0; 4]));
    }

    pub(crate) fn remove(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.replace(range, "");
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(crate) fn write(&self, text: &str, out: &mut String) {
        splice(text, self.iter(), out);
    }

    fn iter(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let mut start = 0;
        self.spans.iter().map(move |(range, end)| {
            let text = &self.new[start..*end];
            start = *end;
            (range.clone(), text)
        })
    }
}

impl<'u> Draft<'u> {
    pub(crate) fn new(text: &'u str, with_receipt: bool) -> Self {
        Self { text: Cow::Borrowed(text), receipt: with_receipt.then(Receipt::default) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_unchanged(&self) -> bool {
        matches!(self.text, Cow::Borrowed(_))
    }

    pub(crate) fn pass(&mut self, rule: Rule, edit: impl FnOnce(&str, &mut Edits)) {
        self.pass_in(rule, &mut (0..self.text.len()), edit);
    }

    /// Applies `rule` to the range `part` of the draft: calls `edit` with the text of this range, and applies
    /// the edits that `edit` adds. Sets `part` to the range of the new text.
    pub(crate) fn pass_in(
        &mut self,
        rule: Rule,
        part: &mut Range<usize>,
        edit: impl FnOnce(&str, &mut Edits),
    ) {
        let mut edits = Edits::default();
        edit(&self.text[part.clone()], &mut edits);
        if edits.is_empty() {
            return;
        }
        let mut text = String::with_capacity(self.text.len() + edits.new.len());
        text.push_str(&self.text[..part.start]);
        edits.write(&self.text[part.clone()], &mut text);
        text.push_str(&self.text[part.end..]);
        part.end = part.end + text.len() - self.text.len();
        self.text = Cow::Owned(text);
        if let Some(receipt) = &mut self.receipt {
            let place = |range: Range<usize>| Span::new(part.start + range.start, part.start + range.end);
            let edits = edits.iter().map(|(range, text)| Edit { span: place(range), text: text.into() });
            receipt.passes.push(Pass { rule, edits: edits.collect() });
        }
    }

    pub(crate) fn remove(&mut self, rule: Rule, mut part: Range<usize>) {
        self.pass_in(rule, &mut part, |text, edits| edits.remove(0..text.len()));
    }

    pub(crate) fn replace(
        &mut self,
        rule: Rule,
        part: &mut Range<usize>,
        new: impl FnOnce(&str) -> Cow<'_, str>,
    ) {
        self.pass_in(rule, part, |text, edits| {
            let new = new(text);
            if new != text {
                edits.replace(0..text.len(), &new);
            }
        });
    }

    pub(crate) fn finish(self) -> (Cow<'u, str>, Receipt) {
        (self.text, self.receipt.unwrap_or_default())
    }
}

/// The effect of a rule on the meaning of a URL. The variants are ordered from the least severe effect.
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
    /// The changed URL names the same resource, by the syntax of URLs.
    Same,
    /// The changed URL names the same resource, by the definition of the scheme.
    SameByScheme,
    /// The changed URL usually names the same resource, but some servers return another one.
    MayDiffer,
    /// The result is not a URL but a key. A key can be compared with other keys, but cannot be fetched.
    Key,
}

impl Effect {
    /// Returns the name of the effect in lower case, with hyphens.
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
        /// A rule of a policy: one kind of change to a URL.
        ///
        /// # Examples
        /// ```
        /// use url_policies::Rule;
        /// assert_eq!(Rule::DefaultPort.to_string(), "default-port");
        /// assert!(Rule::Fragment.effect() > Rule::DefaultPort.effect());
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

            /// Returns the name of the rule in lower case, with hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rule => $name,)+ }
            }

            /// Returns the effect of the rule on the meaning of the URL.
            pub const fn effect(self) -> Effect {
                match self { $(Self::$rule => Effect::$effect,)+ }
            }

            /// Returns the document or the program that defines the rule.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$rule => $source,)+ }
            }
        }
    };
}

rules! {
    /// Decodes escapes of unreserved characters.
    PercentEncoding, "percent-encoding", Same, "RFC 3986, section 6.2.2.2";
    /// Converts the scheme and the host to lower case, and the digits of escapes to upper case.
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
    /// Unescapes the text until no escapes are left, and then escapes special characters once.
    Unescape, "unescape", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes dots at the start and the end of the host, and repeated dots.
    HostDots, "host-dots", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Normalizes a host that other rules, such as `host-dots`, changed to an IPv4 address.
    HostAddress, "host-address", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Replaces an IPv6 address with the IPv4 address that is embedded in it.
    EmbeddedAddress, "embedded-address", MayDiffer, "Safe Browsing, URLs and Hashing";
    /// Replaces repeated slashes in the path with one slash.
    Slashes, "slashes", MayDiffer, "Safe Browsing, URLs and Hashing; the package surt, GoogleURLCanonicalizer";
    /// Removes the parameters that the list of the policy marks as session parameters.
    SessionParameter, "session-parameter", MayDiffer, "the policy's list of parameters";
    /// Removes the parameters that the list of the policy marks as tracking parameters.
    TrackingParameter, "tracking-parameter", MayDiffer, "the policy's list of parameters";
    /// Sorts the parameters of the query by name, and removes empty parameters, as in `a&&b`.
    ParameterOrder, "parameter-order", MayDiffer, "this crate; the package surt, IAURLCanonicalizer";
    /// Removes a query that is empty.
    EmptyQuery, "empty-query", MayDiffer, "this crate; the package surt, IAURLCanonicalizer";
    /// Removes session ids from the path.
    PathSession, "path-session", MayDiffer, "the package surt, URLRegexTransformer";
    /// Removes session ids from the query.
    QuerySession, "query-session", MayDiffer, "the package surt, URLRegexTransformer";
    /// Converts the path and the query to lower case.
    LowerCase, "lower-case", MayDiffer, "the package surt, IAURLCanonicalizer; org.archive.util.SURT";
    /// Removes the slash at the end of the path.
    TrailingSlash, "trailing-slash", MayDiffer, "the package surt, IAURLCanonicalizer";
    /// Removes the first label of the host if it is `www`, or `www` followed by digits.
    Www, "www", MayDiffer, "the package surt, IAURLCanonicalizer";
    /// Writes the labels of the host in reverse order.
    HostReversal, "host-reversal", Key, "the package surt, handyurl; org.archive.util.SURT";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

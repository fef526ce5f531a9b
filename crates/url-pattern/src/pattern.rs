//! URL patterns: the type, its constructors, and the match of a URL.
//!
//! Helpers, not in a spec: `matches`, `captures`, `test`, `texts`, `compile`, `name`, `bit`, `to_init`,
//! `get`, `input`, `shared`, `parse`, `spans`.

use std::{fmt, iter, str::FromStr, sync::Arc};

use url_facade::{Parser, Profile, Span, Url, UrlRef};

use crate::{
    ComponentName, PatternError, PatternReason, UrlPatternInit,
    canonicalize::{
        Encoder, SPECIAL_SCHEMES, canonicalize_a_hash, canonicalize_a_hostname, canonicalize_a_password,
        canonicalize_a_pathname, canonicalize_a_port, canonicalize_a_protocol, canonicalize_a_search,
        canonicalize_a_username, canonicalize_an_ipv6_hostname, canonicalize_an_opaque_pathname,
    },
    component::Component,
    constructor::{parse_a_constructor_string, protocol_component_matches_a_special_scheme},
    init::{InitType, process_a_url_pattern_init},
    part::{PartType, PatternOptions, Spans},
};

/// The options of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct UrlPatternOptions {
    /// True if the path, the query and the fragment match in upper and lower case.
    #[cfg_attr(feature = "serde", serde(rename = "ignoreCase"))]
    pub ignore_case: bool,
}

/// A pattern of URLs, as the URL Pattern Standard defines it.
///
/// A match takes time in proportion to the length of the URL, times the number of parts in the pattern.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_pattern::{ComponentName, UrlPattern};
/// let pattern = UrlPattern::parse("https://*.example.com/books/:id", None)?;
/// let url = Url::parse("https://shop.example.com/books/7?q").unwrap();
/// assert!(pattern.matches(&url));
/// let captures = pattern.captures(&url).unwrap();
/// assert_eq!(captures.get("id"), Some("7"));
/// assert_eq!(captures.name(ComponentName::Hostname, "0"), Some("shop"));
/// assert_eq!(pattern.to_string(), "https://*.example.com/books/:id");
/// # Ok::<(), url_pattern::PatternError>(())
/// ```
#[derive(Clone, Debug)]
pub struct UrlPattern {
    components: [Arc<Component>; 8],
}

impl UrlPattern {
    /// Parses a constructor string, such as `https://*.example.com/:id`. A relative one needs a base URL.
    ///
    /// # Errors
    /// If the Standard refuses the pattern, or if it has a regular expression that cannot be matched in
    /// linear time; see [`PatternReason`].
    pub fn parse(pattern: &str, base: Option<&str>) -> Result<Self, PatternError> {
        Self::parse_with(pattern, base, UrlPatternOptions::default())
    }

    /// Parses as [`UrlPattern::parse`] does, with options.
    ///
    /// # Errors
    /// As those of [`UrlPattern::parse`].
    ///
    /// Spec: urlpattern#url-pattern-create, urlpattern#dom-urlpattern-urlpattern-1
    /// Spec: urlpattern#urlpattern-initialize-1, urlpattern#constructor-with-options-1
    pub fn parse_with(
        pattern: &str,
        base: Option<&str>,
        options: UrlPatternOptions,
    ) -> Result<Self, PatternError> {
        // 1. There are no components yet.
        // 2. Of a string:
        // 2.1. Split it into components.
        let mut init = parse_a_constructor_string(pattern)?;
        // 2.2. Fail without a protocol and a base URL.
        if base.is_none() && init.protocol.is_none() {
            return Err(PatternError::new(PatternReason::MissingBase, Span::whole(pattern)));
        }
        // 2.3. Set the base URL.
        init.base_url = base.map(Into::into);
        Self::from_init(&init, options)
    }

    /// Creates a pattern of components with names. Missing components match any text.
    ///
    /// # Errors
    /// As those of [`UrlPattern::parse`].
    ///
    /// Spec: urlpattern#url-pattern-create, urlpattern#url-pattern-create-7..10, -13..14, -17..19
    pub fn from_init(init: &UrlPatternInit, options: UrlPatternOptions) -> Result<Self, PatternError> {
        use ComponentName::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};
        // 3. Of components:
        // 3.1. There are components.
        // 3.2. There is no other base URL.
        // 3.3. Take the components.
        // 4. Process them as a pattern.
        let mut processed_init = process_a_url_pattern_init(init, InitType::Pattern)?;
        // 5. For each component:
        for component_name in ComponentName::ALL {
            // 5.1. A missing one is a wildcard.
            if processed_init.get(component_name).is_none() {
                processed_init.set(component_name, "*");
            }
        }
        // 6. The default port of a special scheme is left out.
        let is_default = |(scheme, port): &(&str, &str)| {
            !port.is_empty()
                && processed_init.protocol.as_deref() == Some(scheme)
                && processed_init.port.as_deref() == Some(port)
        };
        if SPECIAL_SCHEMES.iter().any(is_default) {
            processed_init.set(Port, "");
        }
        let value = |name| processed_init.get(name).unwrap_or("*");
        let compile = |name, encoder: Encoder, options| compile(value(name), name, encoder, options);
        let default_options = PatternOptions::default();
        let protocol = compile(Protocol, canonicalize_a_protocol, default_options)?;
        let username = compile(Username, canonicalize_a_username, default_options)?;
        let password = compile(Password, canonicalize_a_password, default_options)?;
        let hostname_options = PatternOptions { delimiter: Some(b'.'), ..default_options };
        // 11. Compile an IPv6 address.
        let is_ipv6 = hostname_pattern_is_an_ipv6_address(value(Hostname));
        // 12. Otherwise compile the host.
        let encoder = if is_ipv6 { canonicalize_an_ipv6_hostname } else { canonicalize_a_hostname };
        let hostname = compile(Hostname, encoder, hostname_options)?;
        let port = compile(Port, |value| canonicalize_a_port(value, None), default_options)?;
        let compile_options = PatternOptions { ignore_case: options.ignore_case, ..default_options };
        // 15. If a special scheme matches the protocol:
        let pathname = if protocol_component_matches_a_special_scheme(&protocol) {
            // 15.1. Segments end at slashes.
            let path_compile_options =
                PatternOptions { delimiter: Some(b'/'), prefix: "/", ..compile_options };
            // 15.2. Compile the path.
            compile(Pathname, canonicalize_a_pathname, path_compile_options)?
        } else {
            // 16. Otherwise compile an opaque path.
            compile(Pathname, canonicalize_an_opaque_pathname, compile_options)?
        };
        let search = compile(Search, canonicalize_a_search, compile_options)?;
        let hash = compile(Hash, canonicalize_a_hash, compile_options)?;
        Ok(Self { components: [protocol, username, password, hostname, port, pathname, search, hash] })
    }

    /// Returns the canonical pattern string of a component.
    ///
    /// Spec: urlpattern#dom-urlpattern-protocol-1, urlpattern#dom-urlpattern-username-1
    /// Spec: urlpattern#dom-urlpattern-password-1, urlpattern#dom-urlpattern-hostname-1
    /// Spec: urlpattern#dom-urlpattern-port-1, urlpattern#dom-urlpattern-pathname-1
    /// Spec: urlpattern#dom-urlpattern-search-1, urlpattern#dom-urlpattern-hash-1
    pub fn component(&self, name: ComponentName) -> &str {
        &self.shared(name).pattern_string
    }

    /// Returns the components by name, from which [`UrlPattern::from_init`] creates the same pattern.
    /// Wildcards are left out.
    ///
    /// # Examples
    /// ```
    /// use url_pattern::{UrlPattern, UrlPatternOptions};
    /// let pattern = UrlPattern::parse("https://a.test/:id", None)?;
    /// assert_eq!(UrlPattern::from_init(&pattern.to_init(), UrlPatternOptions::default())?, pattern);
    /// # Ok::<(), url_pattern::PatternError>(())
    /// ```
    pub fn to_init(&self) -> UrlPatternInit {
        let mut init = UrlPatternInit::default();
        let texts = ComponentName::ALL.map(|name| (name, self.component(name)));
        for (name, text) in texts.into_iter().filter(|(_, text)| *text != "*") {
            // The Standard removes one such delimiter from each of these components, and default ports.
            init.set(
                name,
                match name {
                    ComponentName::Protocol if text.ends_with(':') => [text, ":"].concat(),
                    ComponentName::Port if matches!(text, "21" | "80" | "443") => ["{", text, "}"].concat(),
                    ComponentName::Search if text.starts_with('?') => ["?", text].concat(),
                    ComponentName::Hash if text.starts_with('#') => ["#", text].concat(),
                    _ => text.to_owned(),
                },
            );
        }
        init
    }

    pub(crate) fn shared(&self, name: ComponentName) -> &Arc<Component> {
        &self.components[name as usize]
    }

    /// Returns true if a group has a regular expression that is not one of a wildcard.
    ///
    /// Spec: urlpattern#url-pattern-has-regexp-groups, urlpattern#dom-urlpattern-hasregexpgroups-1..2
    /// Spec: urlpattern#url-pattern-has-regexp-groups-1..9
    pub fn has_regexp_groups(&self) -> bool {
        self.components.iter().any(|component| component.has_regexp_groups)
    }

    /// Returns true if `url` matches. Does not allocate, except for patterns with many groups.
    pub fn matches<S: AsRef<str>>(&self, url: &Url<S>) -> bool {
        self.test(u8::MAX, |name| text(url, name))
    }

    /// Compares the components that `mask` has a bit of. `text` returns their texts. Wildcards need no text.
    #[inline]
    pub(crate) fn test<'u>(&self, mask: u8, text: impl Fn(ComponentName) -> &'u str) -> bool {
        use ComponentName::{Hash, Hostname, Password, Pathname, Port, Protocol, Search, Username};
        // The components that differ most often come first.
        [Hostname, Pathname, Protocol, Port, Search, Hash, Username, Password].into_iter().all(|name| {
            let component = self.shared(name);
            mask & bit(name) == 0 || component.is_wildcard() || component.matches(text(name))
        })
    }

    /// Matches `url`, and returns its groups, which borrow from it. Does not allocate if there are at most
    /// eight groups.
    pub fn captures<'p, 'u, S: AsRef<str>>(&'p self, url: &'u Url<S>) -> Option<Captures<'p, 'u>> {
        self.captures_of(texts(url))
    }

    /// Spec: urlpattern#url-pattern-match, urlpattern#url-pattern-match-14..33
    fn captures_of<'p, 'u>(&'p self, texts: [&'u str; 8]) -> Option<Captures<'p, 'u>> {
        let mut spans = Spans::new();
        let mut pairs = self.components.iter().zip(texts);
        if !pairs.all(|(component, text)| component.captures(text, &mut spans)) {
            return None;
        }
        Some(Captures { pattern: self, texts, spans })
    }

    /// Parses `input`, which may be relative to `base`, and matches it: the method `test` of the Standard.
    ///
    /// # Examples
    /// ```
    /// let pattern = url_pattern::UrlPattern::parse("https://a.test/*", None)?;
    /// assert!(pattern.test_str("/b", Some("https://a.test")) && !pattern.test_str("/b", None));
    /// # Ok::<(), url_pattern::PatternError>(())
    /// ```
    ///
    /// Spec: urlpattern#dom-urlpattern-test
    pub fn test_str(&self, input: &str, base: Option<&str>) -> bool {
        // 1. Match the input.
        // 2. Return false if it does not match.
        // 3. Otherwise return true.
        UrlPatternInput::parse(input, base).is_some_and(|input| self.exec(&input).is_some())
    }

    /// Matches an input that may not be a URL, such as components with names: the method `exec` of the
    /// Standard.
    ///
    /// # Examples
    /// ```
    /// use url_pattern::{UrlPattern, UrlPatternInit, UrlPatternInput};
    /// let pattern = UrlPattern::parse("https://a.test/:id", None)?;
    /// let init = UrlPatternInit { pathname: Some("/7".into()), ..UrlPatternInit::default() };
    /// assert!(UrlPatternInput::from_init(&init).is_some_and(|input| pattern.exec(&input).is_none()));
    /// let input = UrlPatternInput::parse("/7", Some("https://a.test")).unwrap();
    /// assert_eq!(pattern.exec(&input).unwrap().get("id"), Some("7"));
    /// # Ok::<(), url_pattern::PatternError>(())
    /// ```
    ///
    /// Spec: urlpattern#dom-urlpattern-exec
    pub fn exec<'p, 'i>(&'p self, input: &'i UrlPatternInput<'_>) -> Option<Captures<'p, 'i>> {
        // 1. Return the result of the match.
        self.captures_of(input.texts())
    }
}

macro_rules! getters {
    ($($name:ident = $component:ident, $what:literal;)*) => {
        /// # Components
        ///
        /// The canonical pattern string of each component.
        impl UrlPattern {$(
            #[doc = concat!("Returns the pattern string of ", $what, ".")]
            pub fn $name(&self) -> &str {
                self.component(ComponentName::$component)
            }
        )*}
    };
}

getters! {
    protocol = Protocol, "the scheme";
    username = Username, "the user name";
    password = Password, "the password";
    hostname = Hostname, "the host";
    port = Port, "the port";
    pathname = Pathname, "the path";
    search = Search, "the query";
    hash = Hash, "the fragment";
}

fn compile(
    value: &str,
    name: ComponentName,
    encoder: Encoder,
    options: PatternOptions,
) -> Result<Arc<Component>, PatternError> {
    // FAST: most components are the wildcard. Its options would only show in a segment.
    if value == "*"
        && let Some(wildcard) = Component::wildcard()
    {
        return Ok(wildcard);
    }
    Component::compile(value, encoder, options).map(Arc::new).map_err(|error| error.of(name))
}

/// Spec: urlpattern#hostname-pattern-is-an-ipv6-address-1..6
fn hostname_pattern_is_an_ipv6_address(input: &str) -> bool {
    if input.chars().nth(1).is_none() {
        return false;
    }
    input.starts_with('[') || input.starts_with("{[") || input.starts_with("\\[")
}

pub(crate) const fn bit(name: ComponentName) -> u8 {
    1 << name as u8
}

/// Spec: urlpattern#url-pattern-match, urlpattern#url-pattern-match-13, -13.4..11
pub(crate) fn texts<S: AsRef<str>>(url: &Url<S>) -> [&str; 8] {
    ComponentName::ALL.map(|name| text(url, name))
}

/// Spec: urlpattern#url-pattern-match-13.4..11
#[inline]
pub(crate) fn text<S: AsRef<str>>(url: &Url<S>, name: ComponentName) -> &str {
    use url_facade::Component;
    match name {
        ComponentName::Protocol => url.scheme(),
        ComponentName::Username => url.username(),
        ComponentName::Password => url.password().unwrap_or_default(),
        ComponentName::Hostname => url.host_str().unwrap_or_default(),
        ComponentName::Port => url.get(Component::Port).unwrap_or_default(),
        ComponentName::Pathname => url.path(),
        ComponentName::Search => url.query().unwrap_or_default(),
        ComponentName::Hash => url.fragment().unwrap_or_default(),
    }
}

/// An input of [`UrlPattern::exec`]: a URL, or components with names, which need not make a URL.
#[derive(Clone, Debug)]
pub struct UrlPatternInput<'a>(Input<'a>);

#[derive(Clone, Debug)]
enum Input<'a> {
    Url(UrlRef<'a>),
    Init(Box<UrlPatternInit>),
}

impl<'a> UrlPatternInput<'a> {
    /// Parses a URL, which may be relative to `base`. Returns `None` if it is not a URL: no pattern matches
    /// it.
    ///
    /// Spec: urlpattern#url-pattern-match, urlpattern#url-pattern-match-1..11, -13.1..3, -13.2.1..4
    /// Spec: urlpattern#url-pattern-match-13.2.2.1..3
    pub fn parse(input: &'a str, base: Option<&str>) -> Option<Self> {
        let url = match base {
            None => Url::parse_ref(input).ok()?,
            Some(base) => {
                let base = Url::parse(base).ok()?;
                Parser::new(Profile::Whatwg).with_base(&base).parse(input).ok()?.into()
            }
        };
        Some(Self(Input::Url(url)))
    }

    /// Canonicalizes components with names. Returns `None` if a component is not valid: no pattern matches
    /// it.
    ///
    /// Spec: urlpattern#url-pattern-match, urlpattern#url-pattern-match-12, -12.1..10
    pub fn from_init(init: &UrlPatternInit) -> Option<Self> {
        let apply_result = process_a_url_pattern_init(init, InitType::Url).ok()?;
        Some(Self(Input::Init(Box::new(apply_result))))
    }

    pub(crate) fn texts(&self) -> [&str; 8] {
        match &self.0 {
            Input::Url(url) => texts(url),
            Input::Init(init) => ComponentName::ALL.map(|name| init.get(name).unwrap_or_default()),
        }
    }
}

/// The groups of a URL that matches a pattern.
#[derive(Clone, Debug)]
pub struct Captures<'p, 'u> {
    pattern: &'p UrlPattern,
    texts: [&'u str; 8],
    /// The spans of all groups, those of the protocol first.
    spans: Spans,
}

impl<'p, 'u> Captures<'p, 'u> {
    /// Returns the text of the first group with this name, of any component: the path comes first, then the
    /// host, then the others in their order.
    pub fn get(&self, name: &str) -> Option<&'u str> {
        let first = [ComponentName::Pathname, ComponentName::Hostname];
        let mut components = first.into_iter().chain(ComponentName::ALL);
        components.find_map(|component| self.name(component, name))
    }

    /// Returns the text of the group `name` of a component, or `None` if there is no such group or if it did
    /// not take part in the match.
    pub fn name(&self, component: ComponentName, name: &str) -> Option<&'u str> {
        self.groups(component).find(|(of, _)| *of == name).and_then(|(_, text)| text)
    }

    /// Returns the names of a component's groups, and the byte range of each in the text of the component.
    pub fn spans(
        &self,
        component: ComponentName,
    ) -> impl Iterator<Item = (&'p str, Option<Span>)> + use<'_, 'p, 'u> {
        let groups = |of: &'p Component| of.part_list.iter().filter(|part| part.kind != PartType::FixedText);
        let before = &self.pattern.components[..component as usize];
        let first: usize = before.iter().map(|before| groups(before).count()).sum();
        groups(self.pattern.shared(component)).enumerate().map(move |(at, part)| {
            let span = self.spans.get(first + at).copied().flatten();
            (&*part.name, span.map(|(start, end)| Span { start, end }))
        })
    }

    /// Returns the names and the texts of a component's groups. A group without a name has its number. Since
    /// March 2026, the capturing groups inside of a regular expression are not among them.
    ///
    /// Spec: urlpattern#create-a-component-match-result, urlpattern#create-a-component-match-result-1..7
    /// Spec: urlpattern#create-a-component-match-result-5.1..4
    pub fn groups(
        &self,
        component: ComponentName,
    ) -> impl Iterator<Item = (&'p str, Option<&'u str>)> + use<'_, 'p, 'u> {
        let text = self.input(component);
        let of = move |span: Span| text.get(span.start as usize..span.end as usize);
        self.spans(component).map(move |(name, span)| (name, span.and_then(of)))
    }

    /// Returns the text of the URL's component.
    pub fn input(&self, component: ComponentName) -> &'u str {
        self.texts[component as usize]
    }
}

/// Compares the pattern strings of all components.
impl PartialEq for UrlPattern {
    fn eq(&self, other: &Self) -> bool {
        iter::zip(&self.components, &other.components).all(|(one, other)| {
            one.pattern_string == other.pattern_string && (one.is_wildcard() || one.options == other.options)
        })
    }
}

impl Eq for UrlPattern {}

/// Formats the pattern as a constructor string, if there is one: its components, of which wildcards at the
/// end are left out. The result may not be parsed as the same pattern, such as for a pattern with another
/// port.
impl fmt::Display for UrlPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://", self.protocol())?;
        let has_credentials = self.username() != "*" || self.password() != "*";
        if has_credentials {
            write!(f, "{}:{}@", self.username(), self.password())?;
        }
        f.write_str(self.hostname())?;
        if !self.port().is_empty() {
            write!(f, ":{}", self.port())?;
        }
        f.write_str(self.pathname())?;
        if self.search() != "*" || self.hash() != "*" {
            write!(f, "?{}", self.search())?;
        }
        if self.hash() != "*" {
            write!(f, "#{}", self.hash())?;
        }
        Ok(())
    }
}

impl FromStr for UrlPattern {
    type Err = PatternError;

    fn from_str(pattern: &str) -> Result<Self, PatternError> {
        Self::parse(pattern, None)
    }
}

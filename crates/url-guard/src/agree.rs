//! Checks whether profiles agree on a URL.

use std::fmt;

use percent_encoding::percent_decode_str;
use url_diff::{Divergence, Product, diff};
use url_facade::{
    Component, Host, Origin, ParseError, Parser, Profile, Source, Span, Url,
    fast::{Plain, nearly_plain, plain, plain_href},
};

use crate::{
    hazard::{Hazard, hazard_in_texts, hazard_in_url},
    product::{host, part, product, same_host},
};

/// The URL to pass on, and the components that all of the profiles see in it.
///
/// Pass on `href`, not the input, because all of the profiles see the same components in `href`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Agreement {
    /// The URL as the first specification among the profiles serializes it. [`agree`](crate::agree())
    /// describes the case without a specification. Every profile sees the same components in this URL.
    pub href: String,
    /// The scheme, in lower case.
    pub scheme: String,
    /// The host, or `None` if the host is missing or empty.
    pub host: Option<Host<String>>,
    /// The port of the URL, or else the default port of its scheme under the specification that serialized
    /// `href`. `None` if the URL has no port and the scheme has no default port.
    pub port: Option<u16>,
    /// The path, as in `href`.
    pub path: String,
    /// The origin under the specification that serialized `href`. If that document defines no origins, an
    /// opaque origin, which does not equal any other origin.
    pub origin: Origin,
}

/// The reason why the profiles do not agree.
///
/// # Examples
/// ```
/// use url_guard::{Disagreement, agree};
/// use url_facade::Profile;
/// let disagreement = agree("http://a.test:x/", None, &[Profile::Whatwg, Profile::Rfc3986]).unwrap_err();
/// assert!(matches!(disagreement, Disagreement::Rejected { profile: Profile::Whatwg, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disagreement {
    /// No URL was given: the input is only white space and control characters, and there is no base.
    Blank,
    /// Fewer than two different profiles were given, so nothing was compared. If the only profile rejects the
    /// URL, the error is [`Self::Rejected`] instead.
    TooFewProfiles,
    /// All of the profiles reject the URL. The fields describe the rejection by one of them.
    Rejected {
        /// The profile that would have serialized the URL.
        profile: Profile,
        /// The reason for the rejection.
        error: ParseError,
    },
    /// The URL has a hazard that the [`AgreeOptions`] refuse. Some profiles may not have been compared.
    Hazardous {
        /// The refused hazard.
        hazard: Hazard,
        /// The text that contains the hazard: the input or the base.
        source: Source,
        /// The bytes of the hazard in that text; the whole input if the position is unknown.
        span: Span,
    },
    /// The port that `profile` reads is not a number up to 65535, so that no client can connect.
    UnusablePort {
        /// The profile that reads the port.
        profile: Profile,
    },
    /// Two profiles see different URLs, or only one of them accepts the URL.
    Diverged {
        /// The first profile.
        a: Profile,
        /// The first profile that differs from `a`.
        b: Profile,
        /// The component in which `a` and `b` differ; `None` if one of the two rejects the URL.
        component: Option<Component>,
        /// The rules by which `a` and `b` differ. `None` if the components are the same strings under `a` and
        /// `b`, but have different meanings.
        divergence: Option<Box<Divergence>>,
    },
    /// Profile `b` sees other components than profile `a` in the URL to pass on. The profiles that were
    /// compared on the input agree on the input.
    DivergedOnHref {
        /// The URL as `a` serializes it.
        href: String,
        /// The profile that serializes `href`.
        a: Profile,
        /// The first profile that sees another URL in `href`.
        b: Profile,
        /// The component in which `a` and `b` differ; `None` if `b` rejects `href`.
        component: Option<Component>,
        /// The rules by which `a` and `b` differ on `href`. The spans are byte ranges of `href`.
        divergence: Option<Box<Divergence>>,
    },
}

/// Options of [`agree`]: the hazards to refuse, and the strings on which consumers must agree.
///
/// # Examples
/// ```
/// use url_guard::{AgreeOptions, Disagreement, Hazard};
/// use url_facade::Profile;
/// let options = AgreeOptions::strict().permit(Hazard::Port);
/// let agreed = options.agree("http://A.test:8080/x", None, &[Profile::Whatwg, Profile::Rfc3986]).unwrap();
/// assert_eq!((&*agreed.href, agreed.origin.to_string()), ("http://a.test:8080/x", "http://a.test:8080".into()));
///
/// let credentials = AgreeOptions::new().refuse(Hazard::Credentials).agree("http://u@a.test/", None, &[Profile::Whatwg]);
/// assert!(matches!(credentials, Err(Disagreement::Hazardous { hazard: Hazard::Credentials, .. })));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AgreeOptions {
    refused: [bool; Hazard::ALL.len()],
    only_href: bool,
    over_rejections: bool,
}

impl AgreeOptions {
    /// Returns options that refuse no hazard: every URL on which the profiles agree is accepted.
    pub const fn new() -> Self {
        Self { refused: [false; Hazard::ALL.len()], only_href: false, over_rejections: false }
    }

    /// Returns options for guards: refuse every [`Hazard`], and compare consumers on [`Agreement::href`]
    /// only.
    pub const fn strict() -> Self {
        Self { refused: [true; Hazard::ALL.len()], only_href: true, over_rejections: false }
    }

    /// Refuses `hazard`.
    #[must_use]
    pub const fn refuse(mut self, hazard: Hazard) -> Self {
        self.refused[hazard as usize] = true;
        self
    }

    /// Permits `hazard`.
    #[must_use]
    pub const fn permit(mut self, hazard: Hazard) -> Self {
        self.refused[hazard as usize] = false;
        self
    }

    /// Returns true if `hazard` is refused.
    pub const fn refuses(self, hazard: Hazard) -> bool {
        self.refused[hazard as usize]
    }

    /// Sets whether consumers (profiles of real programs) must agree on [`Agreement::href`] only, and not on
    /// the input. Set this if the programs receive only that URL.
    #[must_use]
    pub const fn only_href(self, only_href: bool) -> Self {
        Self { only_href, ..self }
    }

    /// Sets whether a profile that rejects the URL is skipped. Set this if only the host that a program
    /// connects to matters: a program that rejects the URL does not connect. At least one profile other than
    /// the first specification must accept [`Agreement::href`].
    #[must_use]
    pub const fn pass_over_rejections(self, over_rejections: bool) -> Self {
        Self { over_rejections, ..self }
    }

    /// Works like [`agree`](crate::agree()), under these options.
    ///
    /// # Errors
    /// A [`Disagreement`], as for [`agree`](crate::agree()).
    ///
    /// # Examples
    /// See [`AgreeOptions`].
    pub fn agree(
        self,
        input: &str,
        base: Option<&str>,
        profiles: &[Profile],
    ) -> Result<Agreement, Disagreement> {
        // FAST: neither a nearly plain input nor its canonical URL has a hazard.
        if base.is_none()
            && let Some((href, Plain { scheme, host, path, .. })) = self.canonical_if_plain(input, profiles)
        {
            let host = Host::Domain(href[host].to_owned());
            return Ok(Agreement {
                scheme: scheme.to_owned(),
                port: Some(if scheme == "https" { 443 } else { 80 }),
                path: href[path].to_owned(),
                origin: Origin::Tuple { scheme: scheme.into(), host: host.clone(), port: None },
                host: Some(host),
                href,
            });
        }
        self.agree_without_fast_path(input, base, profiles, |href| {
            are_in_use(profiles) && plain(href).is_some()
        })
    }

    /// Returns the canonical URL of `input` under the URL Standard, and its parts, if `input` is
    /// [`nearly_plain`], so that all of `profiles` see the same components in `input` and in the canonical
    /// URL.
    ///
    /// FAST: an `input` that is not canonical is accepted only if consumers do not receive `input`.
    fn canonical_if_plain(self, input: &str, profiles: &[Profile]) -> Option<(String, Plain)> {
        let found = are_in_use(profiles).then(|| nearly_plain(input))??;
        if found.is_canonical {
            return Some((input.to_owned(), found));
        }
        let href = self.only_href.then(|| Url::parse(input))?.ok()?.into_string();
        plain_href(&href, found).map(|found| (href, found))
    }

    fn agree_without_fast_path(
        self,
        input: &str,
        base: Option<&str>,
        profiles: &[Profile],
        is_seen_alike: impl Fn(&str) -> bool,
    ) -> Result<Agreement, Disagreement> {
        let &first = profiles.first().ok_or(Disagreement::TooFewProfiles)?;
        if base.is_none() && input.chars().all(|c| c.is_whitespace() || c.is_control()) {
            return Err(Disagreement::Blank);
        }
        let of_spec = profiles.iter().copied().find(|profile| !profile.is_consumer());
        let maker = of_spec.unwrap_or(if base.is_some() { Profile::Whatwg } else { first });
        if let Some((hazard, source, span)) = hazard_in_texts(|hazard| self.refuses(hazard), input, base) {
            return Err(Disagreement::Hazardous { hazard, source, span });
        }
        let made = product(input, base, maker);
        let is_asked = |profile: Profile| !profile.is_consumer() || (base.is_none() && !self.only_href);
        let asked = profiles.iter().copied().filter(|&profile| profile != maker && is_asked(profile));
        let over = self.over_rejections;
        if let Some((b, component, divergence)) =
            first_other(made.as_ref().ok(), input, base, maker, over, asked)
        {
            return Err(Disagreement::Diverged { a: maker, b, component, divergence });
        }
        let rejected = |error| Disagreement::Rejected { profile: maker, error };
        let made = made.map_err(rejected)?;
        let port = effective_port(&made).map_err(|()| Disagreement::UnusablePort { profile: maker })?;
        if let Some((hazard, source, span)) =
            hazard_in_url(|hazard| self.refuses(hazard), &made, port, maker, input, base)
        {
            return Err(Disagreement::Hazardous { hazard, source, span });
        }
        let made = match made.as_str().split_once('#') {
            Some((rest, fragment)) if fragment.contains('#') && self.refuses(Hazard::HashInFragment) => {
                product(rest, None, maker).map_err(rejected)?
            }
            _ => made,
        };
        let href = made.as_str();
        // If the canonical URL equals the input, the profiles have already been compared on it.
        let is_input = base.is_none() && href == input;
        let is_seen_alike = is_seen_alike(href);
        let is_asked =
            |profile: Profile| !is_seen_alike && (!is_input || (self.only_href && profile.is_consumer()));
        let asked = || profiles.iter().copied().filter(|&profile| is_asked(profile));
        let diverged_on_href = |(b, component, divergence)| {
            Err(Disagreement::DivergedOnHref { href: href.to_owned(), a: maker, b, component, divergence })
        };
        if let Some(other) = first_other(Some(&made), href, None, maker, over, asked()) {
            return diverged_on_href(other);
        }
        let mut others = asked().filter(|&profile| profile != maker);
        let accepts = |profile| product(href, None, profile).is_ok();
        if over
            && let Some(b) = others.clone().next()
            && !others.any(accepts)
        {
            return diverged_on_href((b, None, None));
        }
        if profiles.iter().all(|&profile| profile == first) {
            return Err(Disagreement::TooFewProfiles);
        }
        Ok(Agreement {
            href: href.to_owned(),
            scheme: part(&made, Component::Scheme).to_ascii_lowercase(),
            host: effective_host(&made).map(Host::into_owned),
            port,
            path: part(&made, Component::Path).to_owned(),
            origin: match &made {
                Product::Url(url) => url.origin(),
                Product::Reference(_) => Origin::new_opaque(),
            },
        })
    }
}

/// Parses `input` against `base`, if there is one, under each of `profiles`. Returns the components on which
/// all of the profiles agree, with the URL to pass on. Any error is a sufficient reason to refuse the URL.
/// [`AgreeOptions`] can refuse more URLs.
///
/// Components are compared by what they mean to a client that connects, not by how they are written:
/// - the scheme without regard to ASCII case;
/// - the host by its kind; names without regard to ASCII case. IPv6 addresses are compared by value. `127.1`
///   and `127.0.0.1` are the same only if the profiles define them so. A name with a final dot is a different
///   name. A missing host and an empty one are the same;
/// - the port, where each profile's default port for the scheme replaces a missing one. If neither profile
///   reads a port, the ports agree. A port that is not a number up to 65535 agrees with nothing;
/// - the path, where an empty path after a host is `/`, segment by segment after decoding: `%61` is `a`, and
///   `%2F` is not a delimiter. The path that a consumer exposes may be decoded as a whole.
///
/// User information, query and fragment are not compared.
///
/// The first specification among `profiles` serializes the URL to [`Agreement::href`]. Every profile must see
/// the same components in that string, too. A consumer, which is a real program, must agree on the input and
/// on `href`; with a base, only on `href`. If all `profiles` are consumers, the URL Standard serializes the
/// URL if there is a base; without a base, `href` is the text of the first consumer. A profile whose document
/// defines parsing only ([`Reason::NotInThisSpec`](url_facade::Reason::NotInThisSpec)) rejects everything.
///
/// Agreement does not mean that a URL is safe: profiles agree on `http://169.254.169.254/`. Use
/// [`classify`](url_facade::host::classify) to judge the host.
///
/// Agreement is cheap to check: the profiles run without a trace, and only a disagreement is traced.
/// `docs/security.md` describes the protection and its limits.
///
/// # Errors
/// A [`Disagreement`]: the reason to refuse the URL.
///
/// # Examples
/// ```
/// use url_guard::agree;
/// use url_facade::{Host, Profile};
/// let profiles = [Profile::Whatwg, Profile::Rfc3986];
/// let agreed = agree("HTTPS://a.test:443/x", None, &profiles).unwrap();
/// assert_eq!((agreed.host, agreed.port), (Some(Host::Domain("a.test".into())), Some(443)));
/// let disagreement = agree(r"http://evil.test\@good.test/", None, &profiles).unwrap_err();
/// assert_eq!(
///     disagreement.to_string(),
///     "whatwg and rfc3986 differ: whatwg#authority-state-2 read it as the path; rfc3986#user-information-1.1 rejected it \
///      (character-not-allowed), at bytes 16..17",
/// );
/// ```
pub fn agree(input: &str, base: Option<&str>, profiles: &[Profile]) -> Result<Agreement, Disagreement> {
    AgreeOptions::new().agree(input, base, profiles)
}

/// Returns true if `profiles` begin with the URL Standard, and all other profiles are consumers or documents
/// that remove dot-segments from each URL.
///
/// FAST: all of these profiles see the same components in a [`plain`] URL.
fn are_in_use(profiles: &[Profile]) -> bool {
    let is_in_use = |profile: &Profile| match profile.name() {
        "whatwg" | "whatwg-2026-02" | "rfc3986" | "barth-01" => true,
        name => name.starts_with("manakai") || profile.is_consumer(),
    };
    let [Profile::Whatwg, others @ ..] = profiles else { return false };
    others.iter().any(|&other| other != Profile::Whatwg) && others.iter().all(is_in_use)
}

/// Finds the first of `others` whose result for `text` differs from `made`, the result of the profile
/// `maker`. Returns the found profile, the component that differs (`None` if only one of the two profiles
/// accepts `text`), and the rules by which the two profiles differ.
fn first_other(
    made: Option<&Product>,
    text: &str,
    base: Option<&str>,
    maker: Profile,
    over_rejections: bool,
    mut others: impl Iterator<Item = Profile>,
) -> Option<(Profile, Option<Component>, Option<Box<Divergence>>)> {
    others.find_map(|other| {
        let component = match (made, product(text, base, other)) {
            (Some(_), Ok(seen)) if over_rejections && is_refused_by_clients(&seen) => return None,
            (Some(made), Ok(seen)) => Some(first_different_effect(made, &seen)?),
            (None, Err(_)) => return None,
            (Some(_), Err(_)) if over_rejections => return None,
            _ => None,
        };
        let divergence = diff(text, base, Parser::new(maker), Parser::new(other)).divergence;
        Some((other, component, divergence.map(Box::new)))
    })
}

fn is_refused_by_clients(url: &Product) -> bool {
    #[cfg(feature = "consumers")]
    if let Product::Reference(reference) = url {
        return reference.profile().is_consumer() && crate::connects_to(reference).is_none();
    }
    let _ = url;
    false
}

fn first_different_effect(a: &Product, b: &Product) -> Option<Component> {
    if !part(a, Component::Scheme).eq_ignore_ascii_case(part(b, Component::Scheme)) {
        return Some(Component::Scheme);
    }
    if !same_host(effective_host(a), effective_host(b)) {
        return Some(Component::Host);
    }
    if !same_port(a, b) {
        return Some(Component::Port);
    }
    (!same_path(effective_path(a), effective_path(b), is_program(b))).then_some(Component::Path)
}

fn is_program(url: &Product) -> bool {
    matches!(url, Product::Reference(reference) if reference.profile().is_consumer())
}

/// Returns true if two paths are equal after decoding, segment by segment. If `of_program` is true, `b` is
/// the path that a program exposes, and may already be decoded: the program exposes `%2520` as `%20`.
fn same_path(a: &str, b: &str, of_program: bool) -> bool {
    let decoded = |path| percent_decode_str(path).decode_utf8_lossy();
    let is_same = |a, b| a == b || decoded(a) == decoded(b);
    let by_segments = || {
        a.split('/').count() == b.split('/').count()
            && a.split('/').zip(b.split('/')).all(|(a, b)| is_same(a, b))
    };
    a == b || if of_program { is_same(a, b) || decoded(a) == b } else { by_segments() }
}

fn effective_host(url: &Product) -> Option<Host<&str>> {
    host(url).filter(|host| !host.is_empty())
}

/// Returns the port or the scheme's default port, if any. Fails if the port is not a number up to 65535.
fn effective_port(url: &Product) -> Result<Option<u16>, ()> {
    let port = match url {
        Product::Url(url) => url.port_or_known_default(),
        Product::Reference(reference) => reference.port_or_known_default(),
    };
    if port.is_none() && writes_port(url) { Err(()) } else { Ok(port) }
}

fn writes_port(url: &Product) -> bool {
    url.get(Component::Port).is_some_and(|port| !port.is_empty())
}

fn same_port(a: &Product, b: &Product) -> bool {
    match (effective_port(a), effective_port(b)) {
        // Without a written port, the URLs agree: a profile may not define the scheme's default port.
        (Ok(one), Ok(other)) => one == other || !(writes_port(a) || writes_port(b)),
        _ => false,
    }
}

fn effective_path(url: &Product) -> &str {
    match part(url, Component::Path) {
        "" if effective_host(url).is_some() => "/",
        path => path,
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str("the text is blank: there is no URL"),
            Self::TooFewProfiles => {
                f.write_str("fewer than two profiles were given, so nothing was compared")
            }
            Self::Rejected { profile, error } => write!(f, "{profile} rejects it: {error}"),
            Self::Hazardous { hazard, source, span } => {
                let of_base = if *source == Source::Base { " of the base" } else { "" };
                write!(f, "{hazard}, at bytes {span}{of_base}")
            }
            Self::UnusablePort { profile } => {
                write!(f, "the port is not a number up to 65535 under {profile}")
            }
            Self::Diverged { a, b, component, divergence }
            | Self::DivergedOnHref { a, b, component, divergence, .. } => {
                if let Self::DivergedOnHref { href, .. } = self {
                    write!(f, "given {href}, ")?;
                }
                let component = component.map_or("result", Component::name);
                match divergence {
                    Some(divergence) => write!(f, "{a} and {b} differ: {divergence}"),
                    None => write!(f, "{a} and {b} differ in the {component}"),
                }
            }
        }
    }
}

impl std::error::Error for Disagreement {}

#[cfg(test)]
mod tests {
    use url_facade::Profile;

    use super::{AgreeOptions, are_in_use};
    use url_facade::fast::{nearly_plain, plain};

    #[test]
    fn plain_urls_agree_without_the_fast_path() {
        let in_use = |profile: &Profile| are_in_use(&[Profile::Whatwg, *profile]);
        let others = Profile::available().iter().copied().filter(in_use);
        let profiles: Vec<Profile> = [Profile::Whatwg].into_iter().chain(others).collect();
        assert!(profiles.len() > 25, "{profiles:?}");
        let mut strings = url_testdata::hostile::short_strings("a1-./%2Ee;:@_~'?#[=+$!", 3);
        let (mut found, mut nearly) = (0, 0);
        strings.extend(["xn--a.b/".into(), "0x7f.1/".into()]);
        for start in [
            "http://",
            "http://a.",
            "http://a.b",
            "http://a.b/",
            "https://a-1.b2/x",
            "http://a.b/%",
            "http://a.b/?",
            "http://a.b/#",
            "http://A.b",
            "http://a.b/x/..",
            "http://a.b/x/.",
        ] {
            for end in &strings {
                let url = format!("{start}{end}");
                let (is_plain, is_nearly) = (plain(&url).is_some(), nearly_plain(&url).is_some());
                found += u32::from(is_plain);
                nearly += u32::from(is_nearly && !is_plain);
                // With `HTTP`, the URL is not plain, but its canonical URL is.
                for url in [&url, &url.replacen("http", "HTTP", 1)].into_iter().filter(|_| is_nearly) {
                    for options in [AgreeOptions::new(), AgreeOptions::strict()] {
                        let fast = options.agree(url, None, &profiles);
                        let slow = options.agree_without_fast_path(url, None, &profiles, |_| false);
                        assert!(fast == slow && (fast.is_ok() || !is_plain), "{url}: {fast:?}, {slow:?}");
                    }
                }
            }
        }
        assert!(found > 10_000 && nearly > 5_000, "{found}, {nearly}");
    }
}

//! Hazards that a guard may refuse even if all profiles agree: ways to write a URL that other programs have
//! misread.

use std::{borrow::Cow, cell::LazyCell, fmt, net::Ipv6Addr};

use percent_encoding::percent_decode_str;
use url_diff::Product;
use url_facade::{
    Component, Host, Parser, Profile, Source, Span,
    fast::plain_host,
    host::{HostRisk, classify},
    trace::{Event, Trace},
    whatwg::check_valid_url_string,
};

use crate::product::{host, part, product_traced};

macro_rules! hazards {
    ($($(#[doc = $what:literal])+ $variant:ident = $name:literal, $sentence:literal;)*) => {
        /// A way to write a URL that programs without a profile may read differently, or that most guards
        /// need not accept.
        ///
        /// # Examples
        /// ```
        /// use url_guard::{AgreeOptions, Disagreement, Hazard};
        /// use url_facade::Profile;
        /// let refused = AgreeOptions::strict().agree("http://good%2eexample/", None, &[Profile::Whatwg]).unwrap_err();
        /// let Disagreement::Hazardous { hazard, span, .. } = refused else { unreachable!() };
        /// assert_eq!((hazard, span.to_string()), (Hazard::EscapedHost, "7..21".into()));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Hazard {
            $($(#[doc = $what])+ $variant,)*
        }

        impl Hazard {
            /// Every hazard.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Returns the name of the variant, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl fmt::Display for Hazard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $sentence,)* })
            }
        }
    };
}

hazards! {
    /// A backslash in the input or the base: some programs read it as a slash, others as part of a name.
    /// Without a base, a backslash in the path of `scheme://authority/path` is not a hazard.
    Backslash = "backslash", "there is a backslash";
    /// A control character (U+0000 to U+001F, U+007F to U+009F), anywhere in the input or the base: some
    /// programs remove it.
    Control = "control", "there is a control character";
    /// White space at the start or the end of the input: some programs read it as part of the URL.
    Space = "space", "there is white space around it";
    /// A full-width character that becomes a delimiter or a dot if a program truncates it to a byte: `Ｎ`
    /// (U+FF2E) becomes `.`.
    FullWidth = "full-width", "there is a full-width character that some programs truncate to a delimiter";
    /// A user name or a password that is not empty.
    Credentials = "credentials", "there is a user name or a password";
    /// A bracket or a percent sign in a user name or a password: some programs take a part of it as the host.
    BracketInCredentials = "bracket-in-credentials", "there is a bracket in the user name or the password";
    /// A percent sign in the host of the input, or in the host of the serialized URL.
    EscapedHost = "escaped-host", "the host contains a percent sign";
    /// A non-ASCII character in the host of the serialized URL, or in the host of the input. In the input, a
    /// label that becomes Punycode is not a hazard. A full-width letter, which becomes an ASCII letter, is a
    /// hazard.
    NonAsciiHost = "non-ascii-host", "the host contains a non-ASCII character";
    /// A character other than ASCII letters, digits, `.`, `-` and `_` in the host of the serialized URL, if
    /// the host is a name: some programs end the host before the character.
    HostCharacter = "host-character", "the host contains a character that names cannot contain";
    /// A name that is not valid under the URL Standard and has a label that begins with `xn--`: some programs
    /// decode the label to a similar name.
    InvalidPunycode = "invalid-punycode", "a label of the host is not valid Punycode";
    /// A name of more than 253 bytes without a final dot, or with a label that is empty or longer than 63
    /// bytes: DNS cannot contain such a name, and some programs truncate it.
    NameLength = "name-length", "the name or one of its labels is too short or too long";
    /// A dot at the end of a name: the name means the same machine, but lists of names contain it without the
    /// dot.
    FinalDot = "final-dot", "the name ends with a dot";
    /// An IPv6 address with a decimal number as its last part, if the text before that part is an address
    /// too: some programs read the last part as a port.
    Ipv6Port = "ipv6-port", "some programs read the end of the address as a port";
    /// A port other than the default port of the scheme, or any port if the scheme has no default port.
    Port = "port", "the port is not the default one of the scheme";
    /// The port 0, which most clients replace by the default port. Reported only if [`Hazard::Port`] is
    /// permitted.
    PortZero = "port-zero", "the port is 0, which some programs read as no port";
    /// A bracket in the path: the program curl expands `[1-3]` to three paths by default.
    BracketInPath = "bracket-in-path", "there is a bracket in the path, which some programs expand";
    /// A path that begins with two slashes and a possible host: an address, a name with a dot, a port, or
    /// `localhost`. Some programs connect there. A plain word, as in `//double/slash.txt`, is not a hazard.
    DoubleSlash = "double-slash", "the path begins with two slashes and a host";
    /// A number sign in the fragment: some clients take the last `#` as the start of the fragment, and send
    /// the text before it. Options that refuse this hazard do not refuse the URL, but remove the fragment.
    HashInFragment = "hash-in-fragment", "there is a number sign in the fragment";
    /// `%2F`, `%5C`, `%u002F` or `%u005C` in the path: servers that decode a path before they split it read a
    /// slash.
    EncodedSlash = "encoded-slash", "the path contains an encoded slash or backslash";
    /// `%2E` or `%u002E` in the path of the serialized URL or of the input: some programs read a dot, and
    /// remove segments.
    EncodedDot = "encoded-dot", "the path contains an encoded dot";
    /// `%00` to `%1F` or `%7F` in the path, even if encoded twice; or `%C0` or `%C1`, which only occur in
    /// overlong encodings of ASCII characters.
    EncodedControl = "encoded-control", "the path contains an encoded control character";
    /// A segment of the path that ends with exactly two dots, or has exactly two dots before a semicolon, as
    /// written or decoded once or twice. In the path of the input, this is a hazard only with an encoded dot.
    TwoDots = "two-dots", "a segment of the path ends with two dots";
}

/// Returns the first refused hazard that can be found in `input` and `base` without parsing them.
pub(crate) fn hazard_in_texts(
    refuses: impl Fn(Hazard) -> bool,
    input: &str,
    base: Option<&str>,
) -> Option<(Hazard, Source, Span)> {
    let find = |hazard: Hazard, is_one: fn(char) -> bool| {
        let texts = [(Source::Base, base), (Source::Input, Some(input))];
        texts.into_iter().filter(|_| refuses(hazard)).find_map(|(source, text)| {
            let (at, found) = text?.char_indices().find(|&(_, c)| is_one(c))?;
            Some((hazard, source, Span::new(at, at + found.len_utf8())))
        })
    };
    let is_space = refuses(Hazard::Space) && input.trim().len() < input.len();
    find(Hazard::Backslash, |c| c == '\\')
        .filter(|&(_, source, span)| source == Source::Base || base.is_some() || !is_in_path(input, span))
        .or_else(|| find(Hazard::Control, char::is_control))
        .or_else(|| find(Hazard::FullWidth, is_cut_to_delimiter))
        .or_else(|| is_space.then(|| (Hazard::Space, Source::Input, Span::whole(input))))
}

/// The byte range of each component: first of those in the input, and then of those in the base.
#[derive(Default)]
struct Places([[Option<Span>; Component::ALL.len()]; 2]);

impl Trace for Places {
    fn record(&mut self, event: Event<'_>) {
        if let Event::Found(found) = event
            && let Some(places) = self.0.get_mut(found.source as usize)
        {
            let place = places[found.component as usize].get_or_insert(found.span);
            place.start = place.start.min(found.span.start);
            place.end = place.end.max(found.span.end);
        }
    }
}

/// Returns the first refused hazard in the components of `url`, the result of `profile`. `port` is the port
/// that a client connects to.
pub(crate) fn hazard_in_url(
    refuses: impl Fn(Hazard) -> bool,
    url: &Product,
    port: Option<u16>,
    profile: Profile,
    input: &str,
    base: Option<&str>,
) -> Option<(Hazard, Source, Span)> {
    if !Hazard::ALL.into_iter().any(&refuses) {
        return None;
    }
    // FAST: for most URLs, the run is not repeated with a trace.
    let places = LazyCell::new(|| {
        let mut places = Places::default();
        _ = product_traced(input, base, profile, &mut places);
        places
    });
    let place = |component: Component| {
        let [of_input, of_base] = places.0.each_ref().map(|of| of[component as usize]);
        of_input.map(|span| (Source::Input, span)).or(of_base.map(|span| (Source::Base, span)))
    };
    let base = base.unwrap_or_default();
    let part = |component| part(url, component);
    let (name, path) = (part(Component::Host), part(Component::Path));
    let default_port = || {
        let without = format!("{}://a", part(Component::Scheme));
        Parser::new(profile).parse_reference(&without).ok()?.port_or_known_default()
    };
    let written = |component| {
        let (source, span) = place(component)?;
        Some(if source == Source::Base { base } else { input }.get(span.start as usize..span.end as usize))
    };
    let of = |hazard, is_one: &dyn Fn() -> bool, component| {
        (refuses(hazard) && is_one()).then_some((hazard, component))
    };
    let of_user = |hazard, has: fn(&str) -> bool| {
        let mut parts = [Component::User, Component::Password].into_iter();
        parts.find_map(|component| of(hazard, &|| has(part(component)), component))
    };
    let of_host = |hazard, has: fn(&str) -> bool, is_converted: fn(&str, &str) -> bool| {
        let is_written = |written: &str| has(written) && !is_converted(name, written);
        // FAST: a plain host has no such character, and is not taken from the base.
        let may_have = || [input, base, name].into_iter().any(has) && plain_host(input).is_none();
        let is_one =
            || may_have() && (has(name) || written(Component::Host).flatten().is_some_and(is_written));
        of(hazard, &is_one, Component::Host)
    };
    let of_dots = |hazard, has: fn(&str) -> bool| {
        let is_given = || [input, base].into_iter().any(has_encoded_dot);
        let is_one = || is_given() && written(Component::Path).is_some_and(|path| path.is_none_or(has));
        of(hazard, &is_one, Component::Path)
    };
    let in_name = || match host(url)? {
        Host::Ipv6(address) => has_port_at_end(address).then_some(Hazard::Ipv6Port),
        Host::Domain(name) | Host::Opaque(name) => in_name(name),
        _ => None,
    };
    let has_dots =
        |path: &str| path.split(['/', '\\']).any(|part| has_encoded_dot(part) && has_two_dots(&decode(part)));
    let (hazard, component) = of_user(Hazard::Credentials, |text| !text.is_empty())
        .or_else(|| of_user(Hazard::BracketInCredentials, |text| text.contains(['[', ']', '%'])))
        .or_else(|| of_host(Hazard::EscapedHost, |text| text.contains('%'), |_, _| false))
        .or_else(|| of_host(Hazard::NonAsciiHost, |text| !text.is_ascii(), is_punycode_of))
        .or_else(|| of(in_name()?, &|| true, Component::Host))
        .or_else(|| in_path(path).find_map(|hazard| of(hazard, &|| true, Component::Path)))
        .or_else(|| of_dots(Hazard::EncodedDot, has_encoded_dot))
        .or_else(|| of_dots(Hazard::TwoDots, has_dots))
        .or_else(|| {
            let is_other = || !part(Component::Port).is_empty() && port != default_port();
            of(Hazard::Port, &is_other, Component::Port)
        })
        .or_else(|| of(Hazard::PortZero, &|| port == Some(0), Component::Port))?;
    let (source, span) = place(component).unwrap_or((Source::Input, Span::whole(input)));
    Some((hazard, source, span))
}

/// Returns true if `url` begins with a scheme and `://`, and `span` follows the slash after the authority.
fn is_in_path(url: &str, span: Span) -> bool {
    let before = url.get(..span.start as usize).unwrap_or_default();
    before.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.contains(['/', '?', '#'])
            && rest.split_once('/').is_some_and(|(authority, _)| !authority.is_empty())
    })
}

fn is_cut_to_delimiter(c: char) -> bool {
    let [low, ..] = u32::from(c).to_le_bytes();
    matches!(c, '\u{FF01}'..='\u{FFEF}')
        && matches!(low, b'.' | b'/' | b'\\' | b'?' | b'#' | b'@' | b':' | b'%')
}

fn has_port_at_end(address: Ipv6Addr) -> bool {
    let address = address.to_string();
    let parts = address.rsplit_once(':');
    parts.is_some_and(|(rest, last)| {
        rest.parse::<Ipv6Addr>().is_ok() && last.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn in_name(name: &str) -> Option<Hazard> {
    let whole = name.strip_suffix('.').unwrap_or(name);
    let is_punycode = |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte)) {
        Some(Hazard::HostCharacter)
    } else if whole.len() > 253 || whole.split('.').any(|label| !(1..=63).contains(&label.len())) {
        Some(Hazard::NameLength)
    } else if whole.split('.').any(is_punycode)
        && check_valid_url_string(&format!("http://{whole}/"), None).is_err()
    {
        Some(Hazard::InvalidPunycode)
    } else {
        (whole.len() < name.len()).then_some(Hazard::FinalDot)
    }
}

fn is_punycode_of(name: &str, written: &str) -> bool {
    let (labels, of_written) = (name.split('.'), written.split('.'));
    labels.clone().count() == of_written.clone().count()
        && labels.zip(of_written).all(|(label, written)| written.is_ascii() || label.starts_with("xn--"))
}

fn in_path(path: &str) -> impl Iterator<Item = Hazard> {
    // FAST: most paths have no escapes.
    let decode = |path| if str::contains(path, '%') { Cow::Owned(decode(path)) } else { Cow::Borrowed(path) };
    let once = decode(path);
    let two_dots = [path, &*once, &*decode(&once)].into_iter().any(has_two_dots).then_some(Hazard::TwoDots);
    let controls = escapes(&once).find(|&hazard| hazard == Hazard::EncodedControl);
    let double = path.strip_prefix("//").filter(|rest| is_host_like(rest)).map(|_| Hazard::DoubleSlash);
    let bracket = path.contains(['[', ']']).then_some(Hazard::BracketInPath);
    double.into_iter().chain(bracket).chain(escapes(path)).chain(controls).chain(two_dots)
}

fn escapes(path: &str) -> impl Iterator<Item = Hazard> {
    path.match_indices('%').filter_map(|(at, _)| {
        let escape = path.get(at + 1..)?;
        // Some servers also decode escapes of the form `%u002E`.
        let digits = escape.strip_prefix(['u', 'U']).map_or_else(|| escape.get(..2), |rest| rest.get(..4))?;
        match u16::from_str_radix(digits, 16).ok()? {
            0x2F | 0x5C => Some(Hazard::EncodedSlash),
            0x2E => Some(Hazard::EncodedDot),
            0..=0x1F | 0x7F => Some(Hazard::EncodedControl),
            0xC0 | 0xC1 if digits.len() == 2 => Some(Hazard::EncodedControl),
            _ => None,
        }
    })
}

fn has_two_dots(path: &str) -> bool {
    let ends = |text: &str| text.ends_with("..") && !text.ends_with("...");
    let of_segment =
        |segment: &str| ends(segment) || segment.match_indices(';').any(|(at, _)| ends(&segment[..at]));
    path.contains("..") && path.split(['/', '\\']).any(of_segment)
}

/// Returns true if `path`, the text after the two slashes of a path, begins with a segment that some program
/// may read as a host.
fn is_host_like(path: &str) -> bool {
    let name = path.trim_start_matches(['/', '\\']).split(['/', '\\']).next().unwrap_or_default();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_~".contains(&byte);
    let name = decode(name);
    !name.is_empty() && (!name.bytes().all(is_word) || classify(&Host::Domain(name)) != HostRisk::SingleLabel)
}

/// Percent-decodes `text` as UTF-8, and then decodes `%uXXXX`, too, as some servers do. Invalid octets and
/// code points become U+FFFD.
pub fn decode(text: &str) -> String {
    let octets = percent_decode_str(text).decode_utf8_lossy();
    let (mut decoded, mut rest) = (String::with_capacity(octets.len()), &*octets);
    while let Some((before, escape)) = rest.split_once('%') {
        let digits = escape.strip_prefix(['u', 'U']).and_then(|rest| rest.get(..4));
        let c = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        decoded.push_str(before);
        decoded.push(c.map_or('%', |c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)));
        rest = if c.is_some() { &escape[5..] } else { escape };
    }
    decoded + rest
}

fn has_encoded_dot(text: &str) -> bool {
    text.as_bytes().windows(3).any(|escape| escape.eq_ignore_ascii_case(b"%2e"))
}

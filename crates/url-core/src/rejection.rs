//! The error of all parsers: the reason why a string is not a URL, and the section of the spec that rejects
//! it.

use core::fmt;

use crate::{Section, Source, Span};

/// An error: the reason why a string is not a URL, the section of the spec that rejects it, and the byte
/// range of the error. The crates that parse a part of a URL return this error. `url-facade` converts it to
/// its `ParseError`.
///
/// # Examples
/// ```
/// use url_core::{Reason, Rejection, Span, sections::manakai};
/// let rejection = Rejection::new(Reason::PortOutOfRange, manakai::CANONICALIZATION_7_2_4, Span::new(0, 5));
/// assert_eq!(rejection.reason.name(), "port-out-of-range");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rejection {
    /// The reason why the string is not a URL.
    pub reason: Reason,
    /// The section of the spec that rejects the string.
    pub section: Section,
    /// The string that `span` refers to.
    pub source: Source,
    /// The byte range of the error in the string that the parser received, such as a host.
    pub span: Span,
}

impl Rejection {
    /// Creates an error with the given reason, section and span. Its source is [`Source::Input`].
    #[cold]
    pub const fn new(reason: Reason, section: Section, span: Span) -> Self {
        Self { reason, section, source: Source::Input, span }
    }

    /// Creates the error for the character at `span` of `text`, which `section` does not allow.
    #[cold]
    pub fn of_character(text: &str, section: Section, span: Span) -> Self {
        let is_percent = span.of(text) == "%";
        let reason = if is_percent { Reason::PercentNotEscape } else { Reason::CharacterNotAllowed };
        Self::new(reason, section, span)
    }

    /// Returns a copy of the error with its span moved by `offset` bytes. If a caller passes a part of its
    /// input to a parser, this converts offsets in the part to offsets in the input.
    #[must_use]
    pub fn after(self, offset: usize) -> Self {
        Self { span: self.span.after(Span::new(offset, offset).start), ..self }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, section, source, span } = self;
        let of_base = if *source == Source::Base { " of the base" } else { "" };
        write!(f, "{reason} (at bytes {span}{of_base}, {section})")
    }
}

impl core::error::Error for Rejection {}

/// Defines the error type of a layer: a [`Rejection`] whose parts are read by methods.
///
/// # Examples
/// ```
/// url_core::error_type! {
///     /// The reason why a text is not a color.
///     pub struct ColorError;
/// }
/// use url_core::{Reason, Rejection, Span, sections::whatwg};
/// let error = ColorError::from(Rejection::new(Reason::HostEmpty, whatwg::URL_PORT_STRING, Span::new(0, 1)));
/// assert_eq!((error.reason(), error.span()), (Reason::HostEmpty, Span::new(0, 1)));
/// ```
#[macro_export]
macro_rules! error_type {
    ($(#[$doc:meta])* pub struct $name:ident;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name($crate::Rejection);

        impl $name {
            /// Returns the reason why the text was rejected.
            pub const fn reason(&self) -> $crate::Reason {
                self.0.reason
            }

            /// Returns the byte range of the text that is at fault.
            pub const fn span(&self) -> $crate::Span {
                self.0.span
            }

            /// Returns the section of the specification that rejects the text.
            pub const fn section(&self) -> $crate::Section {
                self.0.section
            }
        }

        impl From<$crate::Rejection> for $name {
            fn from(rejection: $crate::Rejection) -> Self {
                Self(rejection)
            }
        }

        impl From<$name> for $crate::Rejection {
            fn from(error: $name) -> Self {
                error.0
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.0, f)
            }
        }

        impl core::error::Error for $name {}
    };
}

enum Kind {
    Base,
    Port,
    Ipv4,
    Ipv6,
    Idna,
}

macro_rules! reasons {
    ($($variant:ident $([$kind:ident])? = $name:literal, $sentence:literal;)*) => {
        /// A reason why a string is not a URL, with a stable name for programs and a sentence for people.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason { $(#[doc = $sentence] $variant,)* }

        impl Reason {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the stable name of the reason, in lower case with hyphens: `missing-scheme`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns one sentence, without a full stop, that describes the error and how to correct it.
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $sentence,)* }
            }

            const fn kind(self) -> Option<Kind> {
                match self { $($(Self::$variant => Some(Kind::$kind),)?)* _ => None }
            }
        }
    };
}

reasons! {
    MissingScheme [Base] = "missing-scheme",
        "there is no scheme: give a base URL, or put one such as `https:` in front";
    InvalidBase [Base] = "invalid-base",
        "the base URL is itself invalid, so nothing can be resolved against it: correct it first";
    OpaqueBase [Base] = "opaque-base",
        "the base URL is not hierarchical: give an absolute URL, or another base";
    PortNotNumber [Port] = "port-not-number",
        "the port contains a character that is not an ASCII digit: write digits only, or remove the colon";
    PortOutOfRange [Port] = "port-out-of-range",
        "the port is greater than 65535: write a smaller one";
    HostEscapedBracket = "host-escaped-bracket",
        "the host begins with a percent-encoded `[`: write IPv6 addresses with plain brackets";
    HostProhibited [Idna] = "host-prohibited",
        "the host contains a character that Nameprep prohibits: remove it";
    HostBidi [Idna] = "host-bidi",
        "a label of the host mixes right-to-left and left-to-right characters as Nameprep forbids: keep to one direction";
    HostEmptyLabel [Idna] = "host-empty-label",
        "the host is empty or has an empty label: write a name there";
    HostFinalDot [Idna] = "host-final-dot",
        "the host ends with a dot, which no valid domain does: remove it";
    HostLabelTooLong [Idna] = "host-label-too-long",
        "a label of the host is longer than 63 characters: shorten it";
    HostAceNotAscii [Idna] = "host-ace-not-ascii",
        "a label of the host begins with `xn--` but contains non-ASCII characters: remove one or the other";
    HostPunycode [Idna] = "host-punycode",
        "a label of the host cannot be encoded in Punycode: shorten it";
    HostUnassigned [Idna] = "host-unassigned",
        "a label of the host contains a code point that Unicode 3.2 does not assign: remove it";
    HostNotLdh [Idna] = "host-not-ldh",
        "a label of the host contains an ASCII character other than a letter, a digit or a hyphen: remove it";
    HostEdgeHyphen [Idna] = "host-edge-hyphen",
        "a label of the host begins or ends with a hyphen: remove it";
    HostColon = "host-colon",
        "the host contains a colon but is not in brackets: remove the colon, or put an IPv6 address in brackets";
    HostAceNotRoundTrip [Idna] = "host-ace-not-round-trip",
        "a label of the host begins with `xn--` and is not the Punycode of what it decodes to: write that instead";
    HostForbidden = "host-forbidden",
        "the host contains a forbidden character, such as `/`, literally or percent-encoded: remove it";
    HostIpLiteral [Ipv6] = "host-ip-literal",
        "the host is in brackets but is not an IPv6 address (or one of a future version): correct it, or remove the brackets";
    HostNotUtf8 [Idna] = "host-not-utf-8",
        "the percent-encoded octets of the host are not valid UTF-8: percent-encode the UTF-8 form of the host";
    CharacterNotAllowed = "character-not-allowed",
        "this character is not allowed here: percent-encode it";
    PercentNotEscape = "percent-not-escape",
        "the `%` does not begin an escape: follow it with two hexadecimal digits, or write `%25`";
    ColonInFirstSegment = "colon-in-first-segment",
        "the first segment of a relative reference contains a colon but is not a scheme: put `./` in front";
    PathLikeAuthority = "path-like-authority",
        "the path begins with `//` and there is no authority, so it would be parsed as one: put `/.` in front";
    SchemeNotKnown = "scheme-not-known",
        "the program of this profile does not know this scheme: use one that it knows";
    SchemeWithoutAuthority = "scheme-without-authority",
        "URLs of this scheme have no authority: remove the `//`";
    NotInThisSpec = "not-in-this-spec",
        "the document of this profile defines only parsing: choose another profile to resolve or canonicalize";
    NotInThisConsumer = "not-in-this-consumer",
        "the program of this profile only parses URLs: choose another profile to resolve or canonicalize";
    NoSetters = "no-setters",
        "the document of this profile defines no setters: choose another profile to change a URL";
    HostEmpty = "host-empty",
        "the host is empty, but this URL needs one: write one";
    HostIpv4OutOfRange [Ipv4] = "host-ipv4-out-of-range",
        "the host is an IPv4 address with a number that is too large: write a smaller one";
    HostIdna [Idna] = "host-idna",
        "the host cannot be converted to ASCII as UTS 46 says: remove what it does not allow, or correct the Punycode";
    NoUnicodeTables [Idna] = "no-unicode-tables",
        "this build supports only ASCII hosts, and cannot decode Punycode: build with the feature `idna`";
    Ipv4TooManyParts [Ipv4] = "ipv4-too-many-parts",
        "the host ends in a number, so it is an IPv4 address, but has more than four parts: remove some";
    Ipv4NonNumericPart [Ipv4] = "ipv4-non-numeric-part",
        "the host ends in a number, so it is an IPv4 address, but a part of it is not a number: write numbers, or change the end";
    Ipv6Unclosed [Ipv6] = "ipv6-unclosed",
        "the host begins with `[` but does not end with `]`: close the bracket, or remove what follows it";
    Ipv6InvalidCompression [Ipv6] = "ipv6-invalid-compression",
        "the IPv6 address begins with a single colon: write `::`, or a number before it";
    Ipv6TooManyPieces [Ipv6] = "ipv6-too-many-pieces",
        "the IPv6 address has more than eight pieces: remove some";
    Ipv6MultipleCompression [Ipv6] = "ipv6-multiple-compression",
        "the IPv6 address contains `::` twice: write zeros for one of them";
    Ipv6InvalidCodePoint [Ipv6] = "ipv6-invalid-code-point",
        "the text in brackets is not an IPv6 address: a character is neither a hexadecimal digit nor a colon, or it ends too early: correct it";
    Ipv6ZoneId [Ipv6] = "ipv6-zone-id",
        "the IPv6 address has a zone, which hosts of this profile cannot have: remove the `%` and what follows it";
    Ipv6ZoneSyntax [Ipv6] = "ipv6-zone-syntax",
        "the zone of the IPv6 address is not written as RFC 6874 says: write `%25` before it, and in it letters, digits, `-`, `.`, `_`, `~` and escapes";
    Ipv6TooFewPieces [Ipv6] = "ipv6-too-few-pieces",
        "the text in brackets is not an IPv6 address, since it has fewer than eight pieces and no `::`: put `::` where zeros are left out, or remove the brackets";
    Ipv6PieceLeadingZero [Ipv6] = "ipv6-piece-leading-zero",
        "a piece of the IPv6 address begins with a zero that it does not need: remove it";
    HostNotIpv4String [Ipv4] = "host-not-ipv4-string",
        "the host ends in a number: write four decimal numbers up to 255, without leading zeros";
    SlashesMissing = "slashes-missing",
        "the scheme is not followed by two slashes: write `//` there";
    Ipv4InIpv6TooManyPieces [Ipv6] = "ipv4-in-ipv6-too-many-pieces",
        "there are more than six pieces before the IPv4 address in the IPv6 address: remove some";
    Ipv4InIpv6InvalidCodePoint [Ipv6] = "ipv4-in-ipv6-invalid-code-point",
        "the IPv4 address in the IPv6 address is not four decimal numbers without leading zeros: write it like `1.2.3.4`";
    Ipv4InIpv6OutOfRangePart [Ipv6] = "ipv4-in-ipv6-out-of-range-part",
        "a part of the IPv4 address in the IPv6 address is greater than 255: write a smaller one";
    Ipv4InIpv6TooFewParts [Ipv6] = "ipv4-in-ipv6-too-few-parts",
        "the IPv4 address in the IPv6 address has fewer than four parts: write four";
    SetterRefused = "setter-refused",
        "this part of the URL cannot contain this text: remove it";
    SchemeCharacter = "scheme-character",
        "the scheme contains a character that schemes cannot contain: write a letter, then letters, digits, `+`, `-` and `.`, and no colon";
    HostHoldsPort = "host-holds-port",
        "the host contains a port: use `set_port`";
    HostHoldsMore = "host-holds-more",
        "the host contains a character that ends it: use `set_path`, `set_query` or `set_fragment` for what follows it";
    TabOrNewline = "tab-or-newline",
        "the value contains a tab or a newline, which a parser drops: remove it";
    NoCredentialsOrPort = "no-credentials-or-port",
        "a URL without a host, and a `file:` URL, has no username, password or port: set another host or scheme first";
    OpaquePathFixed = "opaque-path-fixed",
        "the path is opaque, so neither it nor a host can be set: write a new URL";
    SpecialSchemeExchanged = "special-scheme-exchanged",
        "a special scheme cannot be replaced by one that is not special, or the reverse: write a new URL";
    FileSchemeExchanged = "file-scheme-exchanged",
        "a URL with a username, a password or a port cannot become a `file:` URL, and a `file:` URL without a host \
         cannot have another scheme: set those first, or write a new URL";
    NotParsedBack = "not-parsed-back",
        "the URL would be parsed back with different parts: change those first, or write a new URL";
    DotSegment = "dot-segment",
        "a path segment cannot be `.` or `..`, in any escaped form: use another name";
    TooLong = "too-long",
        "the URL is longer than 4 GiB: shorten it";
}

/// Kinds of reasons: each of these methods returns true for the reasons of one kind.
impl Reason {
    /// Returns true for a reason about the base URL of a relative reference: missing, invalid or opaque.
    ///
    /// # Examples
    /// ```
    /// use url_core::Reason;
    /// assert!(Reason::MissingScheme.is_base() && Reason::PortOutOfRange.is_port());
    /// assert!(Reason::Ipv4TooManyParts.is_ipv4() && Reason::Ipv6Unclosed.is_ipv6() && Reason::HostIdna.is_idna());
    /// ```
    pub const fn is_base(self) -> bool {
        matches!(self.kind(), Some(Kind::Base))
    }

    /// Returns true for a reason about the port: it is not a number, or is out of range.
    pub const fn is_port(self) -> bool {
        matches!(self.kind(), Some(Kind::Port))
    }

    /// Returns true for a reason about a host that has the form of an IPv4 address but is not a valid one.
    pub const fn is_ipv4(self) -> bool {
        matches!(self.kind(), Some(Kind::Ipv4))
    }

    /// Returns true for a reason about a host that starts with `[` but is not a valid IPv6 address.
    pub const fn is_ipv6(self) -> bool {
        matches!(self.kind(), Some(Kind::Ipv6))
    }

    /// Returns true for a reason about a host name that UTS 46 or IDNA2003 cannot convert to ASCII.
    pub const fn is_idna(self) -> bool {
        matches!(self.kind(), Some(Kind::Idna))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.sentence())
    }
}

#[cfg(test)]
mod tests {
    use super::Reason;

    #[test]
    fn every_sentence_says_what_to_do() {
        for reason in Reason::ALL {
            let (fault, advice) = reason.sentence().split_once(": ").unwrap_or_default();
            assert!(!fault.is_empty() && !advice.is_empty() && !advice.ends_with('.'), "{}", reason.name());
        }
    }

    #[test]
    fn a_reason_is_of_the_kind_that_its_name_says() {
        for reason in Reason::ALL {
            let (name, sentence) = (reason.name(), reason.sentence());
            let is_ipv6 = name.contains("ipv6") || sentence.contains("not an IPv6 address");
            assert_eq!(reason.is_ipv6(), is_ipv6, "{name}");
            assert_eq!(reason.is_ipv4(), name.contains("ipv4") && !is_ipv6, "{name}");
            assert_eq!(reason.is_port(), name.starts_with("port-"), "{name}");
            let kinds = [reason.is_base(), reason.is_port(), reason.is_ipv4(), is_ipv6, reason.is_idna()];
            assert!(kinds.into_iter().filter(|is| *is).count() <= 1, "{name}");
        }
    }
}

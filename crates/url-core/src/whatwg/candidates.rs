//! The candidates: proposed (or reverted) changes to the URL Standard, each with a name, the change in one
//! sentence, the page where people discuss it, and the changed data.
//!
//! A candidate changes the members of a percent-encode set (sets derived from that set stay the same),
//! changes a row of the table of special schemes other than "file" (this also changes origins), adds
//! forbidden domain code points, or changes a step of an algorithm. In the last case, the code of the step
//! tests if the edition is this candidate.

use alloc::{format, string::String, vec::Vec};
use std::sync::OnceLock;

use super::{
    PATH_PERCENT_ENCODE_SET as PATH, SPECIAL_QUERY_PERCENT_ENCODE_SET as SPECIAL_QUERY, SchemeKind,
    edition::Alteration,
};
use crate::ByteSet;

/// Declares [`Candidate`]. Each row has a variant, a name, a title, the URL of the discussion, and the
/// [`Alteration`].
macro_rules! candidates {
    ($($variant:ident $name:literal $title:literal $reference:literal $alteration:expr;)*) => {
        /// A candidate: the newest edition of the URL Standard with one change that is under discussion, or
        /// with one past change reverted.
        ///
        /// # Examples
        /// ```
        /// use url_core::whatwg::{Candidate, Edition, PATH_PERCENT_ENCODE_SET};
        /// let edition = Edition::Candidate(Candidate::PipeEncoded);
        /// assert!(edition.percent_encode_set(&PATH_PERCENT_ENCODE_SET).contains(b'|'));
        /// assert_eq!(Candidate::PipeEncoded.name(), "whatwg+pipe-encoded");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Candidate {
            $(#[doc = concat!($title, ".")] $variant,)*
            /// A change of data that the program reads at run time: see [`Candidate::from_data`].
            Custom,
        }

        impl Candidate {
            /// All candidates that are built in.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name of the profile: `whatwg+` and the name of the change.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => concat!("whatwg+", $name),)* Self::Custom => "whatwg+custom" }
            }

            /// Returns a sentence that states the change, without a full stop.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)* Self::Custom => "A change of data that the program reads from a file" }
            }

            /// Returns the URL of the page where people discuss the change.
            pub const fn reference(self) -> &'static str {
                match self { $(Self::$variant => $reference,)* Self::Custom => "" }
            }

            pub(super) const fn alteration(self) -> &'static Alteration {
                match self { $(Self::$variant => const { &$alteration },)* Self::Custom => &Alteration::Custom }
            }
        }
    };
}

candidates! {
    PipeEncoded "pipe-encoded"
        "`|` is percent-encoded in paths"
        "https://github.com/whatwg/url/issues/852"
        Alteration::Set(&PATH, PATH.and(b"|"));
    CaretKept "caret-kept"
        "`^` is not percent-encoded in paths, as before March 2025"
        "https://github.com/whatwg/url/pull/846"
        Alteration::Set(&PATH, PATH.without(b"^"));
    NoEmptyLabels "no-empty-labels"
        "A domain with an empty label is failure, except for an empty last label"
        "https://github.com/whatwg/url/issues/871"
        Alteration::NoEmptyLabels;
    NoAsciiFallback "no-ascii-fallback"
        "A domain that is ASCII must be valid too, as before the fallback for ASCII"
        "https://github.com/whatwg/url/pull/914"
        Alteration::NoAsciiFallback;
    ZoneIds "zone-ids"
        "An IPv6 address may have a zone, as in `[fe80::1%25eth0]` (RFC 6874)"
        "https://github.com/whatwg/url/issues/742"
        Alteration::ZoneIds("%25");
    BareZoneIds "bare-zone-ids"
        "An IPv6 address may have a zone after a bare `%`, as in `[fe80::1%eth0]`"
        "https://github.com/whatwg/url/issues/392"
        Alteration::ZoneIds("%");
    AsciiHosts "ascii-hosts"
        "A domain that is not ASCII is failure"
        "https://url.spec.whatwg.org/#concept-domain-to-ascii"
        Alteration::AsciiHosts;
    QuoteKept "quote-kept"
        "`'` is not percent-encoded in the queries of special URLs, as before June 2018"
        "https://github.com/whatwg/url/pull/395"
        Alteration::Set(&SPECIAL_QUERY, SPECIAL_QUERY.without(b"'"));
    GopherSpecial "gopher-special"
        "`gopher` is a special scheme with the default port 70, as before October 2019"
        "https://github.com/whatwg/url/pull/453"
        Alteration::Scheme("gopher", SchemeKind::Special, Some(70));
    FtpNotSpecial "ftp-not-special"
        "`ftp` is not a special scheme"
        "https://github.com/whatwg/url/issues/342"
        Alteration::Scheme("ftp", SchemeKind::NotSpecial, None);
    DriveLetters "drive-letters"
        "A drive letter and `\\` begin a file URL, as in `D:\\foo`"
        "https://github.com/whatwg/url/pull/874"
        Alteration::DriveLetters;
    OpaqueSpacesKept "opaque-spaces-kept"
        "Spaces at the end of an opaque path are kept, and removed by setters, as before March 2025"
        "https://github.com/whatwg/url/pull/844"
        Alteration::OpaqueSpacesKept;
    NoSlashDot "no-slash-dot"
        "A path `//b` is written without `/.`, as before May 2020, so the result parses to another URL"
        "https://github.com/whatwg/url/pull/505"
        Alteration::NoSlashDot;
}

/// The change of [`Candidate::Custom`].
static CUSTOM: OnceLock<Alteration> = OnceLock::new();

/// A change of the Standard's data, for [`Candidate::from_data`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataChange<'a> {
    /// The percent-encode set with this name, such as `path`, gains or loses ASCII characters.
    PercentEncodeSet {
        /// The name of the set: a key of [`PERCENT_ENCODE_SETS`].
        set: &'a str,
        /// The characters that the set gains.
        add: &'a str,
        /// The characters that the set loses.
        remove: &'a str,
    },
    /// The scheme becomes special or not special.
    Scheme {
        /// The scheme, in lower case.
        scheme: &'a str,
        /// True if the scheme is special.
        special: bool,
        /// The default port.
        port: Option<u16>,
    },
    /// The forbidden domain code points gain these ASCII characters.
    Forbidden(&'a str),
}

/// The percent-encode sets that a candidate may change, with their names.
pub const PERCENT_ENCODE_SETS: [(&str, &ByteSet); 6] = [
    ("c0-control", &super::C0_CONTROL_PERCENT_ENCODE_SET),
    ("fragment", &super::FRAGMENT_PERCENT_ENCODE_SET),
    ("query", &super::QUERY_PERCENT_ENCODE_SET),
    ("special-query", &SPECIAL_QUERY),
    ("path", &PATH),
    ("userinfo", &super::USERINFO_PERCENT_ENCODE_SET),
];

impl DataChange<'_> {
    fn alteration(self) -> Option<Alteration> {
        Some(match self {
            Self::PercentEncodeSet { set, add, remove } if add.is_ascii() && remove.is_ascii() => {
                let (_, old) = PERCENT_ENCODE_SETS.into_iter().find(|(name, _)| *name == set)?;
                Alteration::Set(old, old.and(add.as_bytes()).without(remove.as_bytes()))
            }
            Self::Scheme { scheme, special, port } => {
                let kind = if special { SchemeKind::Special } else { SchemeKind::NotSpecial };
                Alteration::Scheme(String::from(scheme).leak(), kind, port)
            }
            Self::Forbidden(add) if add.is_ascii() => Alteration::Forbidden(ByteSet::of(add.as_bytes())),
            _ => return None,
        })
    }

    /// Returns a sentence on the change, as [`Candidate::change`] does. Returns `None` if no set has the
    /// name, or if a character is not ASCII.
    pub fn sentence(self) -> Option<String> {
        sentence(&self.alteration()?)
    }

    /// Returns the candidate that is built in and makes the same change, if there is one.
    ///
    /// # Examples
    /// ```
    /// use url_core::whatwg::{Candidate, DataChange};
    /// let change = DataChange::PercentEncodeSet { set: "path", add: "|", remove: "" };
    /// assert_eq!(change.sentence().unwrap(), "the path percent-encode set gains `|`");
    /// assert_eq!(change.candidate(), Some(Candidate::PipeEncoded));
    /// ```
    pub fn candidate(self) -> Option<Candidate> {
        let sentence = self.sentence()?;
        Candidate::ALL.iter().copied().find(|known| known.change() == sentence)
    }
}

impl Candidate {
    /// Makes [`Candidate::Custom`] the candidate with this change of the Standard's data, for the whole
    /// program. Returns `None` if no set has the name, if a character is not ASCII, or if the program has
    /// already made another change.
    ///
    /// # Examples
    /// ```
    /// use url_core::whatwg::{Candidate, DataChange, Edition, PATH_PERCENT_ENCODE_SET};
    /// let change = DataChange::PercentEncodeSet { set: "path", add: "|", remove: "" };
    /// let edition = Edition::Candidate(Candidate::from_data(change).unwrap());
    /// assert!(edition.percent_encode_set(&PATH_PERCENT_ENCODE_SET).contains(b'|'));
    /// ```
    pub fn from_data(change: DataChange<'_>) -> Option<Self> {
        CUSTOM.set(change.alteration()?).ok()?;
        Some(Self::Custom)
    }

    /// Returns the change of data or of a step, also that of [`Candidate::Custom`].
    pub(super) fn current_alteration(self) -> &'static Alteration {
        match self {
            Self::Custom => CUSTOM.get().unwrap_or(self.alteration()),
            _ => self.alteration(),
        }
    }

    /// Returns a sentence on the data that the candidate changes: the set and the characters, or the scheme.
    /// If the candidate changes a step, returns its title.
    ///
    /// # Examples
    /// ```
    /// use url_core::whatwg::Candidate;
    /// assert_eq!(Candidate::CaretKept.change(), "the path percent-encode set loses `^`");
    /// assert_eq!(Candidate::FtpNotSpecial.change(), "the scheme `ftp` is not special");
    /// ```
    pub fn change(self) -> String {
        sentence(self.current_alteration()).unwrap_or_else(|| self.title().into())
    }
}

/// Returns a sentence on a change of data, or `None` if `alteration` changes a step.
fn sentence(alteration: &Alteration) -> Option<String> {
    Some(match alteration {
        Alteration::Set(old, new) => {
            let known = PERCENT_ENCODE_SETS.into_iter().find(|(_, set)| set == old);
            let name = known.map_or("", |(name, _)| name);
            changed_set(&format!("the {name} percent-encode set"), old, new)
        }
        Alteration::Forbidden(added) => {
            changed_set("the forbidden domain code points", &ByteSet::of(b""), added)
        }
        Alteration::Scheme(name, kind, port) => {
            let is = if *kind == SchemeKind::NotSpecial { "is not special" } else { "is special" };
            let port = port.map(|port| format!(", with the default port {port}")).unwrap_or_default();
            format!("the scheme `{name}` {is}{port}")
        }
        _ => return None,
    })
}

/// Returns a sentence on the ASCII characters that the set `name` gains or loses.
fn changed_set(name: &str, old: &ByteSet, new: &ByteSet) -> String {
    let only = |one: &ByteSet, other: &ByteSet| {
        let bytes = (0..128u8).filter(|&byte| one.contains(byte) && !other.contains(byte));
        bytes.map(|byte| format!("`{}`", char::from(byte))).collect::<Vec<_>>().join(", ")
    };
    let changes = [("gains", only(new, old)), ("loses", only(old, new))];
    let changes = changes.into_iter().filter(|(_, list)| !list.is_empty());
    let changes: Vec<String> = changes.map(|(verb, list)| format!("{verb} {list}")).collect();
    format!("{name} {}", changes.join(", and "))
}

//! The host profiles of the manakai document: one for the document's own choices, and one for each of three
//! browsers.

use alloc::string::String;

use url_core::{ByteSet, Manakai, ManakaiChrome, ManakaiGecko, ManakaiIe, Section, sections::manakai};

use super::nameprep;

/// The direction of a character, for the check bidi step of Nameprep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `RandALCat` of RFC 3454: from right to left.
    RightToLeft,
    /// `LCat` of RFC 3454: from left to right.
    LeftToRight,
    /// No direction, as most digits and punctuation characters have.
    Other,
}

/// A marker of steps in CanonicalizeHost and Nameprep. A profile follows the steps with its marker, and the
/// steps without a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// The marker THIS: the choices of the document itself.
    This,
    /// The marker CHROME: the steps of Chrome.
    Chrome,
    /// The marker GECKO: the steps of Firefox.
    Gecko,
    /// The marker IE: the steps of Internet Explorer.
    Ie,
}

/// A profile of the manakai document on hosts. Profiles follow different marked steps, and use different sets
/// and tables in the steps that all profiles follow.
pub trait HostProfile: Copy {
    /// The marker whose steps the profile follows.
    const MARKER: Marker;
}

impl HostProfile for Manakai {
    const MARKER: Marker = Marker::This;
}

impl HostProfile for ManakaiChrome {
    const MARKER: Marker = Marker::Chrome;
}

impl HostProfile for ManakaiGecko {
    const MARKER: Marker = Marker::Gecko;
}

impl HostProfile for ManakaiIe {
    const MARKER: Marker = Marker::Ie;
}

impl Marker {
    /// Applies the profile's variant of NFKC to `s`, in step 7 of Nameprep.
    ///
    /// Spec: manakai#nameprep-7
    pub fn nfkc(self, s: &str) -> String {
        match self {
            Self::This => nameprep::nfkc_latest(s),
            Self::Gecko => nameprep::nfkc_unicode_4_1(s),
            Self::Chrome | Self::Ie => nameprep::nfkc_unicode_3_2(s),
        }
    }

    /// Returns the section that defines [`Self::nfkc`].
    ///
    /// Spec: manakai#nameprep-7.1, manakai#nameprep-7.2, manakai#nameprep-7.3, manakai#nameprep-7.4
    pub(super) fn nfkc_section(self) -> Section {
        match self {
            Self::This => manakai::NAMEPREP_7_1,
            Self::Gecko => manakai::NAMEPREP_7_2,
            Self::Chrome => manakai::NAMEPREP_7_3,
            Self::Ie => manakai::NAMEPREP_7_4,
        }
    }

    /// Returns the direction of `c`, for the bidi check in step 11 of Nameprep.
    ///
    /// Spec: manakai#nameprep-11
    pub fn direction(self, c: char) -> Direction {
        match self {
            Self::This | Self::Chrome => nameprep::direction_latest(c),
            Self::Gecko | Self::Ie => nameprep::direction_unicode_3_2(c),
        }
    }

    /// Returns the section that defines [`Self::direction`].
    ///
    /// Spec: manakai#nameprep-11.1, manakai#nameprep-11.2, manakai#nameprep-11.3
    pub(super) fn check_bidi_section(self) -> Section {
        match self {
            Self::This => manakai::NAMEPREP_11_1,
            Self::Chrome => manakai::NAMEPREP_11_2,
            Self::Gecko | Self::Ie => manakai::NAMEPREP_11_3,
        }
    }

    /// Returns the bytes that a host must not contain, and the section that lists them.
    ///
    /// Spec: manakai#canonicalize-host-28
    pub(super) fn forbidden(self) -> (&'static ByteSet, Section) {
        const THIS: ByteSet = ByteSet::of(b"\0/%\\");
        const CHROME: ByteSet = ByteSet::of(b"%/:;?[\\]^~\x7F").and_range(0x00, 0x1F);
        const IE: ByteSet = ByteSet::of(b"\0/?\\");
        match self {
            Self::This => (&THIS, manakai::CANONICALIZE_HOST_28_1),
            Self::Chrome => (&CHROME, manakai::CANONICALIZE_HOST_28_2),
            Self::Ie => (&IE, manakai::CANONICALIZE_HOST_28_3),
            Self::Gecko => (const { &ByteSet::of(b"") }, manakai::CANONICALIZE_HOST_28_4),
        }
    }

    /// Returns the octets that step 30 of CanonicalizeHost percent-encodes, and the section that lists them.
    /// `scheme` is in lower case.
    ///
    /// Spec: manakai#canonicalize-host-14, manakai#canonicalize-host-30
    pub(super) fn percent_encode_set(self, scheme: &str) -> (&'static ByteSet, Section) {
        const THIS_FILE: ByteSet = ByteSet::of(b" !\"#$%&'()*,/;<=>?\\^`{|}\x7F").and_range(0x00, 0x1F);
        const THIS: ByteSet = THIS_FILE.and(b"@");
        const IE: ByteSet = ByteSet::of(b" \"<>\\^`{|}\x7F").and_range(0x00, 0x1F);
        const CHROME: ByteSet = ByteSet::of(b" !\"#$&'()*,<=>@^`{|}");
        match self {
            Self::This => {
                (if scheme == "file" { &THIS_FILE } else { &THIS }, manakai::CANONICALIZE_HOST_30_1)
            }
            Self::Ie => (&IE, manakai::CANONICALIZE_HOST_30_2),
            Self::Chrome => (&CHROME, manakai::CANONICALIZE_HOST_30_3),
            Self::Gecko => (const { &ByteSet::of(b"") }, manakai::CANONICALIZE_HOST_30_4),
        }
    }
}

/// The TLDs under which Firefox showed internationalized names in 2011, separated by spaces.
///
/// Source: the preferences `network.IDN.whitelist.*` that were true in Firefox's `all.js`.
pub(crate) const IDN_ENABLED_TLDS: &str = "\
    ac ar at biz br cat ch cl cn de dk es fi gr hu il info io ir is jp kr li lt lu museum no nu nz org \
    pl pr se sh tel th tm tw ua vn xn--0zwm56d xn--11b5bs3a9aj6g xn--80akhbyknj4f xn--9t4b11yi5a \
    xn--deba0ad xn--fiqs8s xn--fiqz9s xn--g6w251d xn--hgbk6aj7f53bba xn--hlcj6aya9esc7a xn--j6w193g \
    xn--jxalpdlp xn--kgbechtv xn--kprw13d xn--kpry57d xn--mgba3a4f16a xn--mgba3a4fra xn--mgbaam7a8h \
    xn--mgbayh7gpa xn--mgberp4a5d4a87g xn--mgberp4a5d4ar xn--mgbqly7c0a67fbc xn--mgbqly7cvafr xn--p1ai \
    xn--wgbh1c xn--wgbl6a xn--zckzah";

/// The characters that prevented Firefox from showing an internationalized name in 2011, in code point order.
///
/// Source: the preference `network.IDN.blacklist_chars` of Firefox's `all.js`.
pub(crate) const IDN_BLACKLIST: [char; 107] = [
    '\u{0020}', '\u{00A0}', '\u{00BC}', '\u{00BD}', '\u{00BE}', '\u{01C3}', '\u{02D0}', '\u{0337}',
    '\u{0338}', '\u{0589}', '\u{05C3}', '\u{05F4}', '\u{0609}', '\u{060A}', '\u{066A}', '\u{06D4}',
    '\u{0701}', '\u{0702}', '\u{0703}', '\u{0704}', '\u{115F}', '\u{1160}', '\u{1735}', '\u{2000}',
    '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}',
    '\u{2009}', '\u{200A}', '\u{200B}', '\u{2024}', '\u{2027}', '\u{2028}', '\u{2029}', '\u{202F}',
    '\u{2039}', '\u{203A}', '\u{2041}', '\u{2044}', '\u{2052}', '\u{205F}', '\u{2153}', '\u{2154}',
    '\u{2155}', '\u{2156}', '\u{2157}', '\u{2158}', '\u{2159}', '\u{215A}', '\u{215B}', '\u{215C}',
    '\u{215D}', '\u{215E}', '\u{215F}', '\u{2215}', '\u{2236}', '\u{23AE}', '\u{2571}', '\u{29F6}',
    '\u{29F8}', '\u{2AFB}', '\u{2AFD}', '\u{2FF0}', '\u{2FF1}', '\u{2FF2}', '\u{2FF3}', '\u{2FF4}',
    '\u{2FF5}', '\u{2FF6}', '\u{2FF7}', '\u{2FF8}', '\u{2FF9}', '\u{2FFA}', '\u{2FFB}', '\u{3000}',
    '\u{3002}', '\u{3014}', '\u{3015}', '\u{3033}', '\u{3164}', '\u{321D}', '\u{321E}', '\u{33AE}',
    '\u{33AF}', '\u{33C6}', '\u{33DF}', '\u{A789}', '\u{FE14}', '\u{FE15}', '\u{FE3F}', '\u{FE5D}',
    '\u{FE5E}', '\u{FEFF}', '\u{FF0E}', '\u{FF0F}', '\u{FF61}', '\u{FFA0}', '\u{FFF9}', '\u{FFFA}',
    '\u{FFFB}', '\u{FFFC}', '\u{FFFD}',
];

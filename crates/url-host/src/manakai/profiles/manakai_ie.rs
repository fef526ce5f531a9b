//! The host profile of Internet Explorer in the manakai document: the steps marked IE.

use alloc::string::String;

use url_core::{ByteSet, ManakaiIe, Section, sections::manakai};

use super::{
    super::{directions, nfkc},
    Direction, HostProfile, Marker,
};

const PERCENT_ENCODE: ByteSet = ByteSet::of(b" \"<>\\^`{|}\x7F").and_range(0x00, 0x1F);

impl HostProfile for ManakaiIe {
    const MARKER: Marker = Marker::Ie;
    const NFKC: Section = manakai::NAMEPREP_7_4;
    const CHECK_BIDI: Section = manakai::NAMEPREP_11_3;
    const FORBIDDEN: (ByteSet, Section) = (ByteSet::of(b"\0/?\\"), manakai::CANONICALIZE_HOST_28_3);
    const PERCENT_ENCODE: Section = manakai::CANONICALIZE_HOST_30_2;

    /// Spec: manakai#canonicalize-host-30.2
    fn percent_encode_set(_: &str) -> &'static ByteSet {
        &PERCENT_ENCODE
    }

    /// Spec: manakai#nameprep-7.4
    fn nfkc(s: &str) -> String {
        nfkc::unicode_3_2(s)
    }

    /// Spec: manakai#nameprep-11.3
    fn direction(c: char) -> Direction {
        directions::unicode_3_2(c)
    }
}

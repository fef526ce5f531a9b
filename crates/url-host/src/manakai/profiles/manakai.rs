//! The host profile of the manakai document: the steps marked THIS.

use alloc::string::String;

use url_core::{ByteSet, Manakai, Section, sections::manakai};

use super::{
    super::{directions, nfkc},
    Direction, HostProfile, Marker,
};

const PERCENT_ENCODE_FILE: ByteSet = ByteSet::of(b" !\"#$%&'()*,/;<=>?\\^`{|}\x7F").and_range(0x00, 0x1F);

const PERCENT_ENCODE: ByteSet = PERCENT_ENCODE_FILE.and(b"@");

impl HostProfile for Manakai {
    const MARKER: Marker = Marker::This;
    const NFKC: Section = manakai::NAMEPREP_7_1;
    const CHECK_BIDI: Section = manakai::NAMEPREP_11_1;
    const FORBIDDEN: (ByteSet, Section) = (ByteSet::of(b"\0/%\\"), manakai::CANONICALIZE_HOST_28_1);
    const PERCENT_ENCODE: Section = manakai::CANONICALIZE_HOST_30_1;

    /// Spec: manakai#canonicalize-host-30.1
    fn percent_encode_set(scheme: &str) -> &'static ByteSet {
        if scheme == "file" { &PERCENT_ENCODE_FILE } else { &PERCENT_ENCODE }
    }

    /// Spec: manakai#nameprep-7.1
    fn nfkc(s: &str) -> String {
        nfkc::latest(s)
    }

    /// Spec: manakai#nameprep-11.1
    fn direction(c: char) -> Direction {
        directions::latest(c)
    }
}

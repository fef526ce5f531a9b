//! The host profile of Chrome in the manakai document: the steps marked CHROME.

use alloc::string::String;

use url_core::{ByteSet, ManakaiChrome, Section, sections::manakai};

use super::{
    super::{directions, nfkc},
    Direction, HostProfile, Marker,
};

const PERCENT_ENCODE: ByteSet = ByteSet::of(b" !\"#$&'()*,<=>@^`{|}");

impl HostProfile for ManakaiChrome {
    const MARKER: Marker = Marker::Chrome;
    const NFKC: Section = manakai::NAMEPREP_7_3;
    const CHECK_BIDI: Section = manakai::NAMEPREP_11_2;
    const FORBIDDEN: (ByteSet, Section) =
        (ByteSet::of(b"%/:;?[\\]^~\x7F").and_range(0x00, 0x1F), manakai::CANONICALIZE_HOST_28_2);
    const PERCENT_ENCODE: Section = manakai::CANONICALIZE_HOST_30_3;

    /// Spec: manakai#canonicalize-host-14, manakai#canonicalize-host-30.3
    fn percent_encode_set(_: &str) -> &'static ByteSet {
        &PERCENT_ENCODE
    }

    /// Spec: manakai#nameprep-7.3
    fn nfkc(s: &str) -> String {
        nfkc::unicode_3_2(s)
    }

    /// Spec: manakai#nameprep-11.2
    fn direction(c: char) -> Direction {
        directions::latest(c)
    }
}

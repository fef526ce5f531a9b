//! The candidates: each one's name, the change in one sentence, the page where it is discussed, and what it
//! changes.
//!
//! A candidate changes one thing: the members of a percent-encode set (sets derived from it stay the same); a
//! row of the table of special schemes (the origin changes too; "file" would need code); the forbidden domain
//! code points, to which it adds some; or a step, whose code tests for the candidate.

use super::{
    PATH_PERCENT_ENCODE_SET as PATH, SPECIAL_QUERY_PERCENT_ENCODE_SET as SPECIAL_QUERY, SchemeKind,
    candidate::{Alteration, candidates},
};

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
        Alteration::ZoneIds;
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
        Alteration::Scheme("gopher", SchemeKind::Special, Some("70"));
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
}

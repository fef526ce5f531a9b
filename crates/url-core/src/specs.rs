//! One type for each specification that the library implements.

use crate::whatwg::Edition;

/// "URL Parsing, Resolution, and Canonicalization" (2012) by manakai. Of the steps with a marker, this
/// profile runs those marked THIS: the document's own choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manakai;

/// The document of [`Manakai`]. Of the steps with a marker, this profile runs those marked CHROME.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManakaiChrome;

/// The document of [`Manakai`]. Of the steps with a marker, this profile runs those marked GECKO.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManakaiGecko;

/// The document of [`Manakai`]. Of the steps with a marker, this profile runs those marked IE.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManakaiIe;

/// "Web addresses in HTML 5" by Dan Connolly: draft-connolly-href-00.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connolly;

/// RFC 3986, Uniform Resource Identifier (URI): Generic Syntax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc3986;

/// The grammar of RFC 3987, Internationalized Resource Identifiers (IRIs), which extends that of [`Rfc3986`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc3987;

/// RFC 6874, IPv6 zone identifiers in URIs: an addition to the grammar of [`Rfc3986`]. RFC 9844 has since
/// made RFC 6874 obsolete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc6874;

/// The WebSpecs URL Standard of 2014, whose parser is a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Webspecs;

/// The URL Standard of the WHATWG, in the given edition (the Standard at one date).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whatwg(pub Edition);

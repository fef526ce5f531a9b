//! Operations of "Web addresses in HTML 5" other than parsing and resolving. Implements the connolly section
//! "Terminology", the names of the components in "Parsing Web addresses", and the document base and the last
//! paragraph in "Resolving Web addresses".
//!
//! Helpers, not in a spec: `named`, `resolve_against`.

use std::borrow::Cow;

use url_core::{Component, Components, Connolly, NoTrace, Parsed, Rfc3986, Rfc3987, Source, Span};
use url_query::Encoding;

use super::{host_specific, hostport};
use crate::{
    LocatedTrace, MappedText, Result, Serialized, Spec as _, check_len,
    rfc3986::{components_of_reference, parse_uri_reference},
    spec::resolve,
};

/// The components that the draft defines for a Web address. User information is not one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WebAddressParts<'a> {
    /// The scheme, `<scheme>` in the draft.
    pub scheme: Option<&'a str>,
    /// The host, `<host>` in the draft.
    pub host: Option<&'a str>,
    /// The port, `<port>` in the draft.
    pub port: Option<&'a str>,
    /// `<hostport>` in the draft: the host, with the port unless that is the default port of the scheme.
    pub hostport: Option<&'a str>,
    /// The path, `<path>` in the draft.
    pub path: Option<&'a str>,
    /// The query, `<query>` in the draft.
    pub query: Option<&'a str>,
    /// The fragment, `<fragment>` in the draft.
    pub fragment: Option<&'a str>,
    /// `<host-specific>` in the draft: the text after the authority, or the whole address if it has none.
    pub host_specific: Option<&'a str>,
}

impl<'a> WebAddressParts<'a> {
    /// Returns the components that are not missing, each with its name in the draft.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &'a str)> + use<'a> {
        let named = [
            ("scheme", self.scheme),
            ("host", self.host),
            ("port", self.port),
            ("hostport", self.hostport),
            ("path", self.path),
            ("query", self.query),
            ("fragment", self.fragment),
            ("host-specific", self.host_specific),
        ];
        named.into_iter().filter_map(|(name, part)| Some((name, part?)))
    }
}

/// Returns the components of the Web address `text`. `components` must contain the spans of the components in
/// `text`, as a parser returns them.
///
/// Spec: connolly#parsing-urls-8
///
/// # Examples
/// ```
/// use url_core::Connolly;
/// use url_specs::{connolly::web_address_parts, parse};
/// let url = parse(Connolly, "http://u@h:8080/x?y#z")?;
/// let parts = web_address_parts(&url.href, &url.components);
/// assert_eq!((parts.host, parts.hostport), (Some("h"), Some("h:8080")));
/// assert_eq!(parts.named().nth(1), Some(("host", "h")));
/// assert_eq!(parts.host_specific, Some("/x?y#z"));
/// # Ok::<(), url_core::Rejection>(())
/// ```
pub fn web_address_parts<'a>(text: &'a str, components: &Components) -> WebAddressParts<'a> {
    let get = |component| components.get(component).map(|span| span.of(text));
    let scheme = get(Component::Scheme);
    let host = components.get(Component::Host);
    let port = components.get(Component::Port);
    WebAddressParts {
        scheme,
        host: host.map(|span| span.of(text)),
        port: port.map(|span| span.of(text)),
        hostport: hostport(text, scheme, host, port),
        path: get(Component::Path),
        query: get(Component::Query),
        fragment: get(Component::Fragment),
        host_specific: Some(host_specific(text, host, port)),
    }
}

/// Returns true if `input` is a valid Web address in a document with the given character encoding.
///
/// Spec: connolly#url-3, connolly#url-4, connolly#url-4.3
///
/// # Examples
/// ```
/// use url_query::Encoding;
/// use url_specs::connolly::is_valid;
/// assert!(is_valid("http://é/?é", Encoding::UTF_8) && !is_valid("http://h/a b", Encoding::UTF_8));
/// ```
pub fn is_valid(input: &str, encoding: Encoding) -> bool {
    // 3.1. The Web address is a valid URI reference.
    if components_of_reference(Rfc3986, input).is_ok() {
        return true;
    }
    if input.len() > Span::LIMIT {
        return false;
    }
    let mapped = MappedText::unchanged(input);
    let (mut iri, no_trace) = (Parsed::default(), &mut NoTrace);
    let trace = &mut LocatedTrace::new(no_trace, &mapped, None);
    if parse_uri_reference(Rfc3987, input, &mut iri, trace).is_err() {
        return false;
    }
    // 3.2. The Web address is a valid IRI reference, and it has no query component.
    // 3.3. The Web address is a valid IRI reference and its query component contains no unescaped non-ASCII
    // characters.
    // 3.4. The Web address is a valid IRI reference and the character encoding of the Web address's Document
    // is UTF-8 or UTF-16.
    iri.query.is_none_or(|query| query.is_ascii()) || encoding.is_utf_8_or_utf_16()
}

/// Returns true if `input` is an absolute Web address: an address that resolves to itself.
///
/// The address must resolve to itself for every base and every encoding (our interpretation C14). Returns
/// false, for example, if `input` has no scheme, or a query with characters that resolving encodes.
///
/// Spec: connolly#absolute-url-22
///
/// # Examples
/// ```
/// use url_specs::connolly::is_absolute;
/// assert!(is_absolute("http://h"));
/// assert!(!is_absolute("//h/") && !is_absolute("http://h/a/../b") && !is_absolute("http://é/"));
/// ```
pub fn is_absolute(input: &str) -> bool {
    resolve_against("unrelated:", input, Encoding::UTF_8).is_ok_and(|url| url.href == input)
}

/// Returns the document base Web address of a document whose own address is `fallback`.
///
/// `creator_base` is the document base of the document that created the browsing context, if there is one.
/// `first_base_href` is the `href` of the first `base` element in `head` that has an `href`.
///
/// Spec: connolly#absolute-url-8
///
/// # Examples
/// ```
/// use url_query::Encoding;
/// use url_specs::connolly::document_base;
/// let base = |fallback, creator, href| document_base(fallback, creator, href, Encoding::UTF_8);
/// assert_eq!(base("http://h/a/b", None, Some("../c")), "http://h/c");
/// assert_eq!(base("about:blank", Some("http://h/"), Some("x")), "http://h/x");
/// assert_eq!(base("http://h/", None, Some("http://[")), "http://h/");
/// ```
pub fn document_base<'a>(
    fallback: &'a str,
    creator_base: Option<&'a str>,
    first_base_href: Option<&str>,
    encoding: Encoding,
) -> Cow<'a, str> {
    // 8.1. Let fallback base url be the document's address.
    let mut fallback_base_url = fallback;
    // 8.2. If fallback base url is about:blank, and the Document's browsing context has a creator browsing
    // context, then let fallback base url be the document base Web address of the creator Document instead.
    if fallback_base_url == "about:blank"
        && let Some(creator_base) = creator_base
    {
        fallback_base_url = creator_base;
    }
    // 8.3. If there is no base element that is both a child of the head element and has an href attribute,
    // then the document base Web address is fallback base url.
    // 8.4. Otherwise, let w be the value of the href attribute of the first such element.
    let Some(w) = first_base_href else { return Cow::Borrowed(fallback_base_url) };
    // 8.5. Resolve w relative to fallback base url.
    let resolved = resolve_against(fallback_base_url, w, encoding);
    // 8.6. The document base Web address is the result of the previous step if it was successful; otherwise
    // it is fallback base url.
    resolved.map_or(Cow::Borrowed(fallback_base_url), |url| Cow::Owned(url.href))
}

fn resolve_against(base: &str, w: &str, encoding: Encoding) -> Result<Serialized> {
    check_len(Connolly, base, Source::Base)?;
    let base = Connolly.preprocess(base, &mut NoTrace);
    let mapped = MappedText::unchanged(&base);
    let mut no_trace = NoTrace;
    let base = Connolly.parse(&base, &mut LocatedTrace::new(&mut no_trace, &mapped, None));
    resolve(Connolly, w, Some(&Parsed { authority: None, ..base }), encoding)
}

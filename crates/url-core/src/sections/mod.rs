//! The sections of every spec, as constants: `sections::<spec>::<HEADING>_<ORDINALS>`.

use crate::Section;

pub mod barth_01;
pub mod barth_2010;
pub mod connolly;
pub mod curl;
pub mod go_net_url;
pub mod java_net_uri;
pub mod java_net_url;
pub mod manakai;
pub mod node_url_parse;
pub mod perl_uri;
pub mod php_parse_url;
pub mod python_urllib3;
pub mod python_urlsplit;
pub mod rfc3986;
mod rows;
pub mod ruby_uri;
pub mod webspecs;
pub mod whatwg;

use rows::sections;

/// Those of each spec and of each consumer.
const SPECS: [&[Section]; 17] = [
    barth_01::ALL,
    barth_2010::ALL,
    connolly::ALL,
    curl::ALL,
    go_net_url::ALL,
    java_net_uri::ALL,
    java_net_url::ALL,
    manakai::ALL,
    node_url_parse::ALL,
    perl_uri::ALL,
    php_parse_url::ALL,
    python_urllib3::ALL,
    python_urlsplit::ALL,
    rfc3986::ALL,
    ruby_uri::ALL,
    webspecs::ALL,
    whatwg::ALL,
];

/// The section with this id, as written in `Spec:` lines and traces.
///
/// # Examples
/// ```
/// use url_core::sections;
/// let section = sections::find("manakai#preprocessing-3");
/// assert_eq!(section, Some(sections::manakai::PREPROCESSING_3));
/// assert_eq!(sections::find("manakai#preprocessing-9"), None);
/// ```
pub fn find(id: &str) -> Option<Section> {
    SPECS.iter().copied().flatten().copied().find(|section| section.id() == id)
}

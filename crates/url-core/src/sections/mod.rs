//! The sections of every spec, as constants: `sections::<spec>::<HEADING>_<ORDINALS>`.

use crate::Section;

pub mod barth_01;
pub mod barth_2010;
pub mod connolly;
pub mod manakai;
pub mod rfc3986;
mod rows;
pub mod webspecs;
pub mod whatwg;

use rows::sections;

/// Those of each spec.
const SPECS: [&[Section]; 7] =
    [barth_01::ALL, barth_2010::ALL, connolly::ALL, manakai::ALL, rfc3986::ALL, webspecs::ALL, whatwg::ALL];

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

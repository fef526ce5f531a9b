//! The sections of every spec, as constants: `sections::<spec>::<HEADING>_<ORDINALS>`.

use crate::Section;

// Generated: one line each is easier to read than what rustfmt makes of them.
#[rustfmt::skip]
pub mod barth_01;
#[rustfmt::skip]
pub mod barth_2010;
#[rustfmt::skip]
pub mod connolly;
#[rustfmt::skip]
pub mod manakai;
#[rustfmt::skip]
pub mod rfc3986;
#[rustfmt::skip]
pub mod webspecs;
#[rustfmt::skip]
pub mod whatwg;

/// Those of each spec.
const SPECS: [&[Section]; 7] =
    [barth_01::ALL, barth_2010::ALL, connolly::ALL, manakai::ALL, rfc3986::ALL, webspecs::ALL, whatwg::ALL];

/// The section with this id, as written in `Spec:` lines and traces.
///
/// Spec: none (a name)
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

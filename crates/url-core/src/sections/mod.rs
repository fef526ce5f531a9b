//! The sections of every spec, as constants: `sections::<spec>::<HEADING>_<ORDINALS>`.

use crate::Section;

/// `CALLERS`, a row for each algorithm: its id, and the ids of those that call it.
macro_rules! callers {
    ($($algorithm:literal [$($caller:literal),*])*) => {
        /// The algorithms of the document, each with those that call it.
        pub(super) const CALLERS: &[(&str, &[&str])] = &[$(($algorithm, &[$($caller),*])),*];
    };
}

pub mod barth_01;
pub mod barth_2010;
pub mod connolly;
pub mod manakai;
pub mod rfc3986;
pub mod urlpattern;
pub mod uts58;
pub mod webspecs;
pub mod whatwg;

/// The sections of each spec.
const SPECS: [&[Section]; 9] = [
    barth_01::ALL,
    barth_2010::ALL,
    connolly::ALL,
    manakai::ALL,
    rfc3986::ALL,
    urlpattern::ALL,
    uts58::ALL,
    webspecs::ALL,
    whatwg::ALL,
];

/// Returns the sections of all specs. The rules of programs are not among them.
///
/// # Examples
/// ```
/// use url_core::sections;
/// assert!(sections::all().any(|section| section == sections::manakai::PREPROCESSING_3));
/// ```
pub fn all() -> impl Iterator<Item = Section> {
    SPECS.iter().copied().flatten().copied()
}

/// The section of a spec with this id, as written in `Spec:` lines and traces.
///
/// # Examples
/// ```
/// use url_core::sections;
/// let section = sections::find("manakai#preprocessing-3");
/// assert_eq!(section, Some(sections::manakai::PREPROCESSING_3));
/// assert_eq!(sections::find("manakai#preprocessing-9"), None);
/// ```
pub fn find(id: &str) -> Option<Section> {
    all().find(|section| section.id() == id)
}

/// The callers of each spec's algorithms.
const CALLERS: [&[(&str, &[&str])]; 7] = [
    barth_01::CALLERS,
    barth_2010::CALLERS,
    connolly::CALLERS,
    manakai::CALLERS,
    rfc3986::CALLERS,
    webspecs::CALLERS,
    whatwg::CALLERS,
];

/// The ids of the algorithms that call `algorithm`, in any of the specs.
///
/// # Examples
/// ```
/// use url_core::sections::{callers_of, manakai};
/// assert_eq!(callers_of(manakai::NAMEPREP_3.algorithm()), ["manakai#canonicalize-host"]);
/// ```
pub fn callers_of(algorithm: &str) -> &'static [&'static str] {
    let found = CALLERS.iter().copied().flatten().find(|(called, _)| *called == algorithm);
    found.map_or(&[], |(_, callers)| callers)
}

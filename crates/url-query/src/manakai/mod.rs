//! Percent-encoding in the manakai document, and its canonical query and fragment.

mod canonicalize;
mod percent_encode;

pub use canonicalize::{canonicalize_fragment, canonicalize_query};
pub use percent_encode::percent_encode;

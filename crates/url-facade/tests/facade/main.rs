//! What holds of the facade's own types, and of every profile.

#![expect(clippy::unwrap_used, reason = "tests")]

#[cfg(feature = "all-specs")]
mod places;
#[cfg(feature = "all-specs")]
mod properties;
#[cfg(feature = "all-specs")]
mod recorder;
mod relative;
#[cfg(feature = "all-specs")]
mod search_params;
#[cfg(feature = "all-specs")]
mod setters;
#[cfg(feature = "all-specs")]
mod url_types;

//! The direction of characters, and the check bidi step of RFC 3454. Implements manakai "The Nameprep
//! algorithm" step 11.
//!
//! Outside the specs: `has_one_direction`.

use url_core::{Reason, Rejection, Report, Span, Trace};

use super::{Direction, HostProfile};

/// Spec: manakai#nameprep
pub(crate) fn check_bidi<P: HostProfile, T: Trace>(label: &str, trace: &mut T) -> Result<(), Rejection> {
    let span = Span::whole(label);
    // 11. If the algorithm is invoked with bidi checking: Apply Check bidi step, using [what the profile has].
    trace.step(P::CHECK_BIDI, span, label, None);
    if has_one_direction(label, P::direction) {
        return Ok(());
    }
    Err(Rejection::new(Reason::HostBidi, P::CHECK_BIDI, span))
}

/// The check bidi step of RFC 3454 section 6.
pub(crate) fn has_one_direction(label: &str, direction: impl Fn(char) -> Direction) -> bool {
    let is_r_or_al = |c: char| direction(c) == Direction::RightToLeft;
    let is_l = |c: char| direction(c) == Direction::LeftToRight;
    // "If a string contains any RandALCat character, the string MUST NOT contain any LCat character", and "a
    // RandALCat character MUST be the first character of the string, and [...] the last character of the string."
    !label.contains(is_r_or_al)
        || (!label.contains(is_l) && label.starts_with(is_r_or_al) && label.ends_with(is_r_or_al))
}

//! One type for all traces.

use url_core::{Event, Trace};

/// A trace of any type that wants events.
pub(crate) type AnyTrace<'t> = &'t mut dyn FnMut(Event<'_>);

/// Does `work` with `trace` as [`AnyTrace`], so that traced code is compiled once for all types of traces.
pub(crate) fn with_any<T: Trace, R>(trace: &mut T, work: impl FnOnce(&mut AnyTrace<'_>) -> R) -> R {
    let mut record: AnyTrace<'_> = &mut |event| trace.record(event);
    work(&mut record)
}

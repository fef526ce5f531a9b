//! The consumers: real programs whose parsing is simulated, and for some of them also the resolution of
//! references. `url_consumers` runs the simulations.

use std::borrow::Cow;

use url_consumers::Consumer;
use url_core::{Components, Parsed, Reason, Rejection, Section, Span, Trace};

use crate::{
    spec::{Input, Result, Spec},
    watch::Watch,
};

impl Spec for Consumer {
    fn parsing(self) -> Section {
        self.section()
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, _: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(input)
    }

    fn parse<'a, T: Trace>(self, s: &'a str, watch: &mut Watch<'_, T>) -> Parsed<'a> {
        Consumer::parse(self, s, &mut watch.on(s)).unwrap_or_else(Parsed::from_rejection)
    }

    fn resolve<'a, T: Trace>(self, input: Input<'_, 'a>, watch: &mut Watch<'_, T>) -> Result<Parsed<'a>> {
        let base = watch.base();
        let resolved = base.and_then(|base| Consumer::resolve(self, base, input.s, &mut watch.on(input.s)));
        let resolved = resolved.unwrap_or_else(|| Err(self.not_in_this_spec(Span::whole(input.s))));
        resolved.map_err(|rejection| watch.original(rejection))
    }

    fn not_in_this_spec(self, at: Span) -> Rejection {
        Rejection::new(Reason::NotInThisConsumer, self.section(), at)
    }

    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components> {
        url_consumers::write(url, self.section(), out)
    }
}

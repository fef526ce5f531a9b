//! The consumers as profiles. A consumer is a real program, such as curl, that parses URLs. The crate
//! `url_consumers` imitates the parsers of these programs, and the resolution of references in some of them.

use std::borrow::Cow;

use url_consumers::Consumer;
use url_core::{Components, Parsed, Reason, Rejection, Section, Span, Text, Trace};

use crate::{Input, LocatedTrace, Result, Spec};

impl Spec for Consumer {
    fn parsing(self) -> Section {
        self.section()
    }

    fn preprocess<'a, T: Trace>(self, input: &'a str, _: &mut T) -> Cow<'a, str> {
        Cow::Borrowed(input)
    }

    fn parse<'a, T: Trace>(self, s: &'a str, trace: &mut LocatedTrace<'_, T>) -> Parsed<'a> {
        let seen = Consumer::parse(self, s, &mut trace.on(s));
        seen.map_or_else(Parsed::from_rejection, |seen| seen.map(Text::from))
    }

    fn resolve<'a, T: Trace>(
        self,
        input: Input<'_, 'a>,
        url: &mut Parsed<'a>,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()> {
        let base = trace.base();
        let resolved = base.and_then(|base| Consumer::resolve(self, base, input.s, &mut trace.on(input.s)));
        let resolved = resolved.unwrap_or_else(|| Err(self.not_in_this_spec(Span::whole(input.s))));
        *url = resolved.map_err(|rejection| trace.original(rejection))?.map(Text::from);
        Ok(())
    }

    fn not_in_this_spec(self, at: Span) -> Rejection {
        Rejection::new(Reason::NotInThisConsumer, self.section(), at)
    }

    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components> {
        url_consumers::write(url, self.section(), out)
    }
}

//! The consumers: real programs, of which only parsing is simulated. A run is that of `url_consumers`.

use std::borrow::Cow;

use url_consumers::Consumer;
use url_core::{Components, Parsed, Reason, Rejection, Section, Span, Trace};

use crate::{
    spec::{Result, Spec},
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

    fn not_in_this_spec(self, at: Span) -> Rejection {
        Rejection::new(Reason::NotInThisConsumer, self.section(), at)
    }

    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components> {
        url_consumers::write(url, self.section(), out)
    }
}

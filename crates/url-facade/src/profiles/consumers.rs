//! The consumers: real programs, of which only parsing is simulated. A run is that of `url_consumers`.

use std::borrow::Cow;

use url_consumers::Consumer;
use url_core::{Components, Parsed, Reason, Rejection, Section, Span, Trace};

use super::Spec;
use crate::{Profile, watch::Watch};

impl Spec for Consumer {
    fn profile(self) -> Profile {
        match self {
            Self::NodeUrlParse => Profile::NodeUrlParse,
            Self::PerlUri => Profile::PerlUri,
            Self::Curl => Profile::Curl,
            Self::GoNetUrl => Profile::GoNetUrl,
            Self::PhpParseUrl => Profile::PhpParseUrl,
            Self::PythonUrlsplit => Profile::PythonUrlsplit,
            Self::PythonUrllib3 => Profile::PythonUrllib3,
            Self::JavaNetUrl => Profile::JavaNetUrl,
            Self::JavaNetUri => Profile::JavaNetUri,
            Self::RubyUri => Profile::RubyUri,
        }
    }

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

    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components, Rejection> {
        url_consumers::write(url, self.section(), out)
    }
}

//! The consumers: real programs, of which only parsing is simulated. A run is that of `url_consumers`.

use std::borrow::Cow;

use url_consumers::Consumer;
use url_core::{Components, Parsed, Reason, Rejection, Section, Span, Trace};
use url_query::Encoding;

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

    fn resolve<'a, T: Trace>(
        self,
        s: &'a str,
        _: Option<&Parsed<'a>>,
        _: Encoding,
        _: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Err(not_in_this_consumer(self, s))
    }

    fn canonicalize<'a, T: Trace>(
        self,
        _: Parsed<'a>,
        _: Encoding,
        _: &mut Watch<'_, T>,
    ) -> Result<Parsed<'a>, Rejection> {
        Err(not_in_this_consumer(self, ""))
    }

    fn serialize<T: Trace>(self, _: &Parsed<'_>, _: &mut String, _: &mut T) -> Result<Components, Rejection> {
        Err(not_in_this_consumer(self, ""))
    }

    fn write(self, url: &Parsed<'_>, out: &mut String) -> Result<Components, Rejection> {
        url_consumers::write(url, self.section(), out)
    }
}

/// The error for an operation that is not simulated.
fn not_in_this_consumer(consumer: Consumer, input: &str) -> Rejection {
    Rejection::new(Reason::NotInThisConsumer, consumer.section(), Span::whole(input))
}

//! Resolution of references by consumers: like the programs, the functions take two strings and return one.

mod go_net_url;
mod java_net_uri;
mod parts;
mod python_httpx;
mod python_urlsplit;
mod python_yarl;
mod ruby_uri;

use url_core::{Event, NoTrace, Rejection, Source, Trace};

use self::parts::Parts;
use crate::{
    Consumer, Parsed,
    run::{Result, Run},
};

impl Consumer {
    /// Resolves `reference` against `base` as the program does, and reports every rule that it followed for
    /// the reference to `trace`. Returns `None` if the program does not resolve references, or if its
    /// resolution is not simulated.
    ///
    /// The program returns a string. The result has the components of that string by RFC 3986, appendix B:
    /// joined with their delimiters, they are the string.
    ///
    /// # Errors
    /// If the program refuses `base` or `reference`: the reason and the rule.
    ///
    /// # Examples
    /// ```
    /// use url_consumers::Consumer;
    /// use url_core::NoTrace;
    /// let resolve = |consumer: Consumer| consumer.resolve("http://a.test", "b", &mut NoTrace).transpose();
    /// assert_eq!(resolve(Consumer::GoNetUrl)?.unwrap().path.as_deref(), Some("/b"));
    /// assert_eq!(resolve(Consumer::Curl)?, None);
    /// # Ok::<(), url_core::Rejection>(())
    /// ```
    pub fn resolve<T: Trace>(
        self,
        base: &str,
        reference: &str,
        trace: &mut T,
    ) -> Option<Result<Parsed<'static>, Rejection>> {
        let join = match self {
            Self::GoNetUrl | Self::GoNetUrl119 => go_net_url::join,
            Self::JavaNetUri => java_net_uri::join,
            Self::PythonHttpx => python_httpx::join,
            Self::PythonUrlsplit | Self::PythonUrlsplit311 => python_urlsplit::join,
            Self::PythonYarl => python_yarl::join,
            Self::RubyUri | Self::RubyUri31 => ruby_uri::join,
            _ => return None,
        };
        let texts = [base, reference];
        let of_base = self.parse(base, &mut NoTrace);
        let of_base = of_base.map_err(|rejection| Rejection { source: Source::Base, ..rejection });
        let of_reference = self.parse(reference, trace);
        let mut record = |event: Event<'_>| trace.record(event);
        let run = &mut Run::new(reference, self.version(), T::ENABLED.then_some(&mut record));
        let joined = join(texts, [of_base, of_reference], run);
        Some(joined.map(|joined| Parts::of(&joined).into_parsed()))
    }
}

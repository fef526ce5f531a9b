//! What a guard may refuse, though all profiles agree on it: ways of writing that other programs have misread.

use std::fmt;

use url_facade::{Component, Source, Span};

use crate::run::{Product, Run};

/// A way to write a URL that programs beyond the profiles may read differently, or that a guard has no use for.
///
/// # Examples
/// ```
/// use url_diff::{AgreeOptions, Disagreement, Hazard};
/// use url_facade::Profile;
/// let refused = AgreeOptions::strict().agree("http://good%2eexample/", None, &[Profile::Whatwg]).unwrap_err();
/// let Disagreement::Hazardous { hazard, span, .. } = refused else { unreachable!() };
/// assert_eq!((hazard, span.to_string()), (Hazard::EscapedHost, "7..21".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Hazard {
    /// A backslash, anywhere in the input or the base: a slash to some programs, and part of a name to others.
    Backslash,
    /// A control character (U+0000 to U+001F, U+007F to U+009F), anywhere in the input or the base: removed by some programs.
    Control,
    /// A user name or a password that is not empty.
    Credentials,
    /// A percent sign in the host, as written or in the result.
    EscapedHost,
    /// A character beyond ASCII in the host, as written or in the result. A name that is written in Punycode has none.
    NonAsciiHost,
    /// A port other than the default one of the scheme, or any port where the scheme has no default.
    Port,
}

impl Hazard {
    /// Every hazard.
    pub const ALL: [Self; 6] = [
        Self::Backslash,
        Self::Control,
        Self::Credentials,
        Self::EscapedHost,
        Self::NonAsciiHost,
        Self::Port,
    ];

    /// The name: that of the variant, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backslash => "backslash",
            Self::Control => "control",
            Self::Credentials => "credentials",
            Self::EscapedHost => "escaped-host",
            Self::NonAsciiHost => "non-ascii-host",
            Self::Port => "port",
        }
    }
}

impl fmt::Display for Hazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Backslash => "there is a backslash",
            Self::Control => "there is a control character",
            Self::Credentials => "there is a user name or a password",
            Self::EscapedHost => "the host contains a percent sign",
            Self::NonAsciiHost => "the host contains a character beyond ASCII",
            Self::Port => "the port is not the default one of the scheme",
        })
    }
}

/// Some hazards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Hazards([bool; Hazard::ALL.len()]);

impl Hazards {
    pub(crate) const ALL: Self = Self([true; Hazard::ALL.len()]);

    pub(crate) const fn none() -> Self {
        Self([false; Hazard::ALL.len()])
    }

    pub(crate) const fn with(mut self, hazard: Hazard, is_in: bool) -> Self {
        self.0[hazard as usize] = is_in;
        self
    }

    pub(crate) const fn contains(self, hazard: Hazard) -> bool {
        self.0[hazard as usize]
    }

    /// The first of them that is in a text by itself, whatever the components.
    pub(crate) fn in_texts(self, input: &str, base: Option<&str>) -> Option<(Hazard, Source, Span)> {
        let find = |hazard: Hazard, is_one: fn(char) -> bool| {
            let texts = [(Source::Base, base), (Source::Input, Some(input))];
            let mut texts = texts.into_iter().filter(|_| self.contains(hazard));
            texts.find_map(|(source, text)| {
                let (at, found) = text?.char_indices().find(|&(_, c)| is_one(c))?;
                Some((hazard, source, part_of(text?, at, found.len_utf8())))
            })
        };
        find(Hazard::Backslash, |c| c == '\\').or_else(|| find(Hazard::Control, char::is_control))
    }

    /// The first of them in the components of `url`. `default_port` is that of its scheme. `run` repeats, with a trace, the run
    /// that made `url` from `input` and `base`; it is not called for most URLs.
    pub(crate) fn in_url(
        self,
        url: &Product,
        default_port: Option<u16>,
        [input, base]: [&str; 2],
        run: impl Fn() -> Run,
    ) -> Option<(Hazard, Source, Span)> {
        let is_written = |component| url.get(component).is_some_and(|text| !text.is_empty());
        let at = |hazard, run: &Run, component| {
            let (source, span) = place(run, component).unwrap_or((Source::Input, Span::whole(input)));
            Some((hazard, source, span))
        };
        if self.contains(Hazard::Credentials) {
            let of_user = [Component::User, Component::Password].into_iter().find(|&part| is_written(part));
            if let Some(part) = of_user {
                return at(Hazard::Credentials, &run(), part);
            }
        }
        let of_host = [
            (Hazard::EscapedHost, (|text| text.contains('%')) as fn(&str) -> bool),
            (Hazard::NonAsciiHost, |text| !text.is_ascii()),
        ];
        for (hazard, has) in of_host {
            let result = url.get(Component::Host).unwrap_or_default();
            if !self.contains(hazard) || ![input, base, result].into_iter().any(has) {
                continue;
            }
            let run = run();
            let written = place(&run, Component::Host).map(|(source, span)| {
                let text = if source == Source::Base { base } else { input };
                text.get(span.start as usize..span.end as usize).unwrap_or(text)
            });
            if has(result) || written.is_some_and(has) {
                return at(hazard, &run, Component::Host);
            }
        }
        let is_other = is_written(Component::Port) && url.port_or_known_default() != default_port;
        (self.contains(Hazard::Port) && is_other).then(|| at(Hazard::Port, &run(), Component::Port))?
    }
}

/// Where `component` of the result is written: in the input, or else in the base.
fn place(run: &Run, component: Component) -> Option<(Source, Span)> {
    [Source::Input, Source::Base].into_iter().find_map(|source| {
        let extent = run.places[source as usize][component as usize].as_ref()?;
        Some((source, extent.span))
    })
}

/// The bytes from `at`, as many as `len`, of `text`; of all of it, if it is too long for a span.
fn part_of(text: &str, at: usize, len: usize) -> Span {
    text.get(at..at + len).and_then(|part| Span::locate(part, text)).unwrap_or(Span::whole(text))
}

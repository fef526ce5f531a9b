//! The reason why a URL does not match a pattern.

use std::fmt;

use url_facade::{Span, Url};

use crate::{ComponentName, UrlPattern, pattern::texts};

/// The first component of a URL that does not match a pattern, and the place.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// let pattern = url_pattern::UrlPattern::parse("https://*.example.com", None)?;
/// let mismatch = pattern.explain(&Url::parse("https://evil.test/").unwrap()).unwrap();
/// assert_eq!(mismatch.to_string(), r#"hostname: "evil.test" does not match "*.example.com" at 8"#);
/// assert_eq!((mismatch.pattern_span().start, mismatch.section()), (1, "urlpattern#url-pattern-match-17"));
/// # Ok::<(), url_pattern::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    component: ComponentName,
    input: String,
    pattern: String,
    at: Option<usize>,
    pattern_span: Span,
}

impl Mismatch {
    /// Returns the component that does not match.
    pub fn component(&self) -> ComponentName {
        self.component
    }

    /// Returns the text of the URL's component.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// Returns the byte offset in the text at which the match fails, or `None` if a regular expression
    /// refuses the text.
    pub fn at(&self) -> Option<usize> {
        self.at
    }

    /// Returns the byte range of the refusing part in the component's pattern string as it was given.
    pub fn pattern_span(&self) -> Span {
        self.pattern_span
    }

    /// Returns the id of the step of the Standard that compares this component.
    pub fn section(&self) -> &'static str {
        self.component.step()
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, input, pattern, at, .. } = self;
        write!(f, "{component}: {input:?} does not match {pattern:?}")?;
        at.map_or(Ok(()), |at| write!(f, " at {at}"))
    }
}

impl UrlPattern {
    /// Returns the reason why `url` does not match, or `None` if it does.
    pub fn explain<S: AsRef<str>>(&self, url: &Url<S>) -> Option<Mismatch> {
        let texts = texts(url);
        let name =
            ComponentName::ALL.into_iter().find(|&name| !self.shared(name).matches(texts[name as usize]))?;
        let (component, input) = (self.shared(name), texts[name as usize]);
        let refused = component.first_refused(input);
        let part = refused.and_then(|(_, part)| part).and_then(|at| component.part_list.get(at));
        let whole = Span::whole(&component.pattern_string);
        Some(Mismatch {
            component: name,
            input: input.to_owned(),
            pattern: component.pattern_string.clone(),
            at: refused.map(|(at, _)| at),
            pattern_span: part.map_or(whole, |part| part.span),
        })
    }
}

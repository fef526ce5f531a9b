//! Rules of URL patterns.

use std::cmp::Reverse;

use url_facade::{Host, ParseError, Url};
use url_pattern::{LintKind, UrlPattern, UrlPatternInit, UrlPatternOptions, UrlPatternSet, lint};

use crate::{
    builder::{BuildError, GuardBuilder},
    paths::lenient,
    refusal::Refusal,
};

/// The number of patterns that are compared with a refused URL to find the nearest one.
const EXPLAINED: usize = 100;

#[derive(Clone, Debug, Default)]
pub(crate) struct PatternRules {
    allowed: Option<UrlPatternSet>,
    denied: Option<UrlPatternSet>,
    /// The texts of the allowed patterns, and those of the denied ones.
    texts: [Vec<String>; 2],
}

impl PatternRules {
    pub(crate) fn compile(rules: &GuardBuilder) -> Result<Self, BuildError> {
        let set = |setting, texts: &Option<Vec<String>>, options| {
            texts.as_ref().map(|texts| parse(setting, texts, options)).transpose()
        };
        let (exact, any_case) = (UrlPatternOptions::default(), UrlPatternOptions { ignore_case: true });
        let (allowed, denied) = (&rules.allowed_patterns, &rules.denied_patterns);
        Ok(Self {
            allowed: set("allow_patterns", allowed, exact)?,
            denied: set("deny_patterns", denied, any_case)?,
            texts: [allowed, denied].map(|texts| texts.clone().unwrap_or_default()),
        })
    }

    /// Checks `href`, the URL to fetch, as written and as a lenient server reads its path.
    pub(crate) fn check(&self, href: &str) -> Result<(), Refusal> {
        if self.allowed.is_none() && self.denied.is_none() {
            return Ok(());
        }
        let readings = readings(href).map_err(|_| Refusal::Path { path: href.to_owned() })?;
        let [allowed_texts, denied_texts] = &self.texts;
        let text = |texts: &[String], at: usize| texts.get(at).cloned().unwrap_or_default();
        if let Some(denied) = &self.denied
            && let Some(at) = readings.iter().find_map(|url| denied.first(url))
        {
            return Err(Refusal::Pattern { pattern: text(denied_texts, at), mismatch: None });
        }
        let Some(allowed) = &self.allowed else { return Ok(()) };
        let Some(url) = readings.iter().take(2).find(|url| allowed.first(url).is_none()) else {
            return Ok(());
        };
        let patterns = allowed.patterns().iter().take(EXPLAINED).enumerate();
        let mismatches = patterns.filter_map(|(at, pattern)| Some((at, pattern.explain(url)?)));
        let nearest = mismatches.max_by_key(|(at, found)| (found.component(), found.at(), Reverse(*at)));
        let (at, mismatch) = nearest.map_or((0, String::new()), |(at, found)| (at, found.to_string()));
        Err(Refusal::Pattern { pattern: text(allowed_texts, at), mismatch: Some(mismatch) })
    }
}

/// Parses the patterns of a setting. A pattern that begins with a slash is one of the path.
fn parse(setting: &str, texts: &[String], options: UrlPatternOptions) -> Result<UrlPatternSet, BuildError> {
    let wrong = |text: &str, what: &str| BuildError::Contradictory {
        what: format!("the pattern {text:?} of {setting}: {what}"),
    };
    let pattern = |text: &String| {
        let parsed = if text.starts_with('/') {
            let init = UrlPatternInit { pathname: Some(text.clone()), ..UrlPatternInit::default() };
            UrlPattern::from_init(&init, options)
        } else {
            UrlPattern::parse_with(text, None, options)
        };
        match parsed {
            Ok(pattern) if pattern.has_regexp_groups() => {
                Err(wrong(text, "it has a regular expression, which a guard does not accept"))
            }
            parsed => parsed.map_err(|error| wrong(text, &error.to_string())),
        }
    };
    let set = texts.iter().map(pattern).collect::<Result<UrlPatternSet, _>>()?;
    match lint(&set).into_iter().find(|lint| matches!(lint.kind, LintKind::MatchesNothing(_))) {
        Some(found) => Err(wrong(&texts[found.pattern], &found.to_string())),
        None => Ok(set),
    }
}

/// Returns `href` as written, with the path that a lenient server reads, and with that path when its final
/// slash is added or removed. The hosts have no final dot.
fn readings(href: &str) -> Result<[Url; 3], ParseError> {
    let mut written = Url::parse(href)?;
    let without_dot = match written.host() {
        Some(Host::Domain(name)) => name.strip_suffix('.').map(str::to_owned),
        _ => None,
    };
    if let Some(name) = without_dot {
        written.set_host(Some(&name))?;
    }
    let segments = lenient(written.path());
    let (path, has_slash) = (format!("/{}", segments.join("/")), written.path().ends_with('/'));
    let with_slash = if segments.is_empty() { path.clone() } else { format!("{path}/") };
    let [mut read, mut other] = [written.clone(), written.clone()];
    read.set_path(if has_slash { &with_slash } else { &path })?;
    other.set_path(if has_slash { &path } else { &with_slash })?;
    Ok([written, read, other])
}

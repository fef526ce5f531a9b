//! `match`: writes the URLs that URL patterns match.

use std::{
    fs,
    io::{self, IsTerminal as _},
};

use serde::Serialize;
use url_facade::{Url, UrlRef};
use url_pattern::{ComponentName, PatternError, UrlPattern, UrlPatternOptions, UrlPatternSet};

use crate::{
    args::{Inputs, Match, Options},
    lines::{self, Job, Kind, Page},
    request::{Groups, groups},
    selection::Parsing,
    show::say,
    verdict::{Failure, Result, Verdict, refuse},
};

struct Matching {
    parsing: Parsing,
    set: UrlPatternSet,
    texts: Vec<String>,
    not: bool,
    first: bool,
}

#[derive(Serialize)]
struct MatchedShape<'m> {
    href: &'m str,
    patterns: Vec<PatternShape<'m>>,
}

#[derive(Serialize)]
struct PatternShape<'m> {
    index: usize,
    pattern: &'m str,
    groups: Groups,
}

pub(crate) fn run(options: &Options, args: &Match) -> Result<Verdict> {
    let Inputs { urls, files, .. } = &args.stream.inputs;
    if urls.is_empty() && files.is_empty() {
        if let Some(url) = args.patterns.iter().skip(1).find(|pattern| is_plain_url(pattern)) {
            say(&format!("hint: {url} is one of the patterns: use --url {url} to match it"));
        }
        if io::stdin().is_terminal() {
            return refuse("there is no input: name URLs with --url, or a file with --in FILE");
        }
    }
    let mut patterns = Vec::new();
    for text in &args.patterns {
        let pattern = parse(args, text).map_err(|error| Failure::Refused(format!("{text}: {error}")))?;
        patterns.push((text.clone(), pattern));
    }
    for path in &args.lists {
        let list = fs::read_to_string(path).map_err(Failure::reading(path.display()))?;
        // A line that begins with `#` is a comment.
        let lines =
            list.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        for (text, number) in lines {
            match parse(args, text) {
                Ok(pattern) => patterns.push((text.to_owned(), pattern)),
                Err(error) => {
                    let message = format!("{}:{number}: {error}", path.display());
                    if args.stream.strict {
                        return refuse(message);
                    }
                    say(&message);
                }
            }
        }
    }
    let (texts, patterns): (Vec<String>, Vec<UrlPattern>) = patterns.into_iter().unzip();
    let (parsing, set) = (Parsing::new(options, &args.stream)?, UrlPatternSet::new(patterns));
    let job = Matching { parsing, set, texts, not: args.not, first: args.first };
    lines::run(options, &args.stream, Kind::of("matched"), job)
}

/// Returns true if `text` is a URL without the syntax of patterns.
fn is_plain_url(text: &str) -> bool {
    Url::parse(text).is_ok() && !text.contains(['*', '{', '(']) && !text.contains("/:")
}

fn parse(args: &Match, text: &str) -> Result<UrlPattern, PatternError> {
    let options = UrlPatternOptions { ignore_case: args.ignore_case };
    UrlPattern::parse_with(text, args.stream.base.as_deref(), options)
}

impl Job for Matching {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let url = match page.url.take() {
            Some(url) => UrlRef::from(url),
            None => match page.parsed(number, input, self.parsing.parse(input)) {
                Some(url) => url,
                None => return,
            },
        };
        let first = self.set.first(&url);
        if first.is_some() == self.not {
            page.done.counts.left_out += 1;
        } else if page.form.json {
            let indices = if self.first { first.into_iter().collect() } else { self.set.all(&url) };
            let shape = |index: usize| PatternShape {
                index,
                pattern: &self.texts[index],
                groups: groups_of(&self.set[index], &url),
            };
            let patterns = indices.into_iter().map(shape).collect();
            page.write_json(number, MatchedShape { href: url.as_str(), patterns });
        } else if let Some(first) = first.filter(|_| self.first) {
            page.write(number, &[&*self.texts[first], "\t", input].concat());
        } else {
            page.write(number, input);
        }
    }
}

/// Returns the groups of the components that have groups.
fn groups_of(pattern: &UrlPattern, url: &UrlRef<'_>) -> Groups {
    let Some(captures) = pattern.captures(url) else { return Groups::new() };
    let named = ComponentName::ALL.map(|name| (name.name().to_owned(), groups(&captures, name)));
    let named = named.into_iter().filter(|(_, groups)| !groups.is_empty());
    named.map(|(name, groups)| (name, groups.into())).collect()
}

//! For lines on which two profiles differ: counts the changes by kind, scheme and domain, and finds the
//! shortest URLs that show them.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    io::{self, Write},
};

use url_diff::minimize;
use url_facade::{Parser, Profile, Url};

use crate::{
    args::{Diff, Options},
    shape::{ClusterShape, Counted, ImpactShape},
    show::{LABEL, boundary_before, visible},
};

/// The maximum number of registrable domains to count separately; others are counted together.
const DOMAINS: usize = 1 << 16;

const SHOWN: usize = 20;

/// The maximum length of a scheme or a domain, in bytes: the longest name in the DNS. Longer ones are cut.
const NAME: usize = 255;

const OTHERS: &str = "(others)";

const KINDS: [&str; 5] =
    ["becomes a URL", "ceases to be a URL", "another host", "only path or query", "otherwise"];

/// Counts of the lines that change: by kind, by scheme, and by registrable domain.
#[derive(Default)]
pub(super) struct Tally([BTreeMap<String, u64>; 3]);

impl Tally {
    pub(super) fn count(&mut self, input: &str, base: Option<&str>, parsers: [Parser<'_>; 2]) {
        let [before, after] = parsers.map(|parser| {
            let base = base.map(|base| parser.parse(base)).transpose().ok()?;
            parser.with_base(base.as_ref()).parse(input).ok()
        });
        let Self([kinds, schemes, domains]) = self;
        add(kinds, KINDS[kind(before.as_ref(), after.as_ref())], 1);
        let Some(url) = before.or(after) else { return };
        let host = || url.host_str().unwrap_or("(none)");
        add(schemes, url.scheme(), 1);
        add(domains, url.registrable_domain().unwrap_or_else(host), 1);
    }

    pub(super) fn add(&mut self, other: Self) {
        for (counts, others) in self.0.iter_mut().zip(other.0) {
            for (name, count) in others {
                add(counts, &name, count);
            }
        }
    }

    pub(super) fn shape(self, args: &Diff, differ: u64, lines: u64) -> ImpactShape {
        let Self([kinds, schemes, domains]) = self;
        let count = |name| kinds.get(name).copied().unwrap_or_default();
        let kinds = KINDS.map(|name| Counted { name: name.into(), count: count(name) }).into();
        let mut domains = by_count(domains);
        domains.truncate(SHOWN);
        let change = args.profiles.iter().find_map(|profile| match profile {
            Profile::Candidate(candidate) => Some([candidate.title(), candidate.reference()]),
            _ => None,
        });
        let (interval, schemes) = (interval(differ, lines), by_count(schemes));
        ImpactShape { interval, change, kinds, schemes, domains }
    }
}

/// Returns the index in [`KINDS`] of the change from `before` to `after`.
fn kind(before: Option<&Url>, after: Option<&Url>) -> usize {
    let is_alike = |one: &Url, other: &Url| {
        (one.scheme(), one.authority(), one.fragment())
            == (other.scheme(), other.authority(), other.fragment())
    };
    match (before, after) {
        (None, Some(_)) => 0,
        (Some(_), None) => 1,
        (Some(before), Some(after)) if before.host_str() != after.host_str() => 2,
        (Some(before), Some(after)) if is_alike(before, after) => 3,
        _ => 4,
    }
}

fn add(counts: &mut BTreeMap<String, u64>, name: &str, count: u64) {
    let name = &name[..boundary_before(name, NAME)];
    let name = if counts.len() < DOMAINS || counts.contains_key(name) { name } else { OTHERS };
    *counts.entry(name.to_owned()).or_default() += count;
}

fn by_count(counts: BTreeMap<String, u64>) -> Vec<Counted> {
    let mut counts: Vec<_> = counts.into_iter().map(|(name, count)| Counted { name, count }).collect();
    counts.sort_by_key(|counted| Reverse(counted.count));
    counts
}

/// Returns Wilson's score interval for the share `found` of `all`, with a confidence of 95 %.
#[expect(clippy::cast_precision_loss, reason = "what is lost is far below what a sample tells")]
fn interval(found: u64, all: u64) -> [f64; 2] {
    const Z: f64 = 1.96;
    if all == 0 {
        return [0.0, 1.0];
    }
    let (share, all) = (found as f64 / all as f64, all as f64);
    let square = Z * Z / all;
    let center = share + square / 2.0;
    let half = Z * (share * (1.0 - share) / all + square / (4.0 * all)).sqrt();
    [(center - half) / (1.0 + square), (center + half) / (1.0 + square)].map(|end| end.clamp(0.0, 1.0))
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.4} %", share * 100.0)
}

/// Finds the shortest URL of each of `clusters`, starting from its first example.
pub(super) fn minimize_each(clusters: &mut [ClusterShape], options: &Options, args: &Diff) {
    let [from, to] = args.profiles[..] else { return };
    let parser = |profile| Parser::new(profile).with_encoding(options.encoding);
    for cluster in clusters {
        let whole = cluster.examples.iter().find(|example| example.input_bytes.is_none());
        let minimal = whole.and_then(|example| {
            minimize(&example.input, args.compared.base.as_deref(), parser(from), parser(to))
        });
        cluster.minimal = minimal.map(|minimal| minimal.input);
    }
}

pub(super) fn show(out: &mut impl Write, impact: &ImpactShape) -> io::Result<()> {
    let ImpactShape { interval, kinds, schemes, domains, .. } = impact;
    let [low, high] = interval.map(percent);
    writeln!(
        out,
        "{LABEL}with a confidence of 95 %, {low} to {high} of all URLs, if the lines are a random sample{LABEL:#}"
    )?;
    for Counted { name, count } in kinds {
        writeln!(out, "   {name:<18}  {count}")?;
    }
    for (title, counts) in [("schemes", schemes), ("domains", domains)] {
        if counts.is_empty() {
            continue;
        }
        let counts = counts.iter().map(|Counted { name, count }| format!("{} {count}", visible(name)));
        writeln!(out, "{LABEL}{title}{LABEL:#}  {}", counts.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}

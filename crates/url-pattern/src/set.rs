//! Sets of patterns.

use aho_corasick::AhoCorasick;
use hashbrown::HashMap;
use memchr::memchr_iter;
use smallvec::SmallVec;
use url_facade::Url;

use crate::{
    Captures, ComponentName, UrlPattern, UrlPatternInput,
    part::{Modifier, Part},
    pattern::{bit, text},
    tree::{Start, Tree},
};

/// A list of patterns, which finds those that match a URL without trying each.
///
/// The hosts and the paths of the patterns are indexed by their fixed text. A search looks up the host of the
/// URL, and follows its path in a tree; only patterns with such a host, and with such a start of the path,
/// are tried, in order. The results are those of trying all patterns in order.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_pattern::{UrlPattern, UrlPatternSet};
/// let patterns = ["https://a.test/*", "https://*.b.test/:id", "https://a.test/books/:id"];
/// let set: UrlPatternSet = patterns.iter().map(|text| UrlPattern::parse(text, None)).collect::<Result<_, _>>()?;
/// let url = Url::parse("https://a.test/books/7").unwrap();
/// assert_eq!((set.first(&url), set.all(&url)), (Some(0), vec![0, 2]));
/// assert_eq!(set[2].captures(&url).unwrap().get("id"), Some("7"));
/// # Ok::<(), url_pattern::PatternError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct UrlPatternSet {
    patterns: Vec<UrlPattern>,
    /// The components that are left to compare when the index finds a pattern: a mask for each.
    masks: Vec<u8>,
    /// The patterns whose host is fixed text.
    hosts: HashMap<String, Group>,
    /// The patterns whose host ends with fixed text, which is the key, from its first dot.
    domains: HashMap<String, Group>,
    /// All other patterns.
    others: Group,
}

/// The patterns that the host of a URL leaves.
#[derive(Clone, Debug, Default)]
struct Group {
    /// The patterns by the start of their paths.
    tree: Tree,
    /// Finds the fixed text in the paths of patterns that share a start with many others. `keys` has the
    /// patterns of each text.
    automaton: Option<AhoCorasick>,
    keys: Vec<Vec<u32>>,
    /// The patterns that are always tried.
    rest: Vec<u32>,
}

/// Fewer patterns than these are tried without a tree.
const SMALL: usize = 4;

/// As many patterns with the same start are tried without an automaton.
const SHARED: usize = 16;

type Candidates = SmallVec<[u32; 32]>;

impl UrlPatternSet {
    /// Creates a set of `patterns`, whose order decides which one is the first.
    pub fn new(patterns: Vec<UrlPattern>) -> Self {
        let mut hosts: HashMap<String, Vec<u32>> = HashMap::new();
        let mut domains: HashMap<String, Vec<u32>> = HashMap::new();
        let mut others = Vec::new();
        let mut masks = Vec::with_capacity(patterns.len());
        for (number, pattern) in (0_u32..).zip(&patterns) {
            let host = pattern.shared(ComponentName::Hostname);
            let last = host.part_list.last().filter(|part| part.is_text() && !host.has_regexp_groups);
            let domain = last.and_then(|part| part.value.get(part.value.find('.')?..));
            let is_left = |name: &ComponentName| !pattern.shared(*name).is_wildcard();
            let left = ComponentName::ALL.into_iter().filter(is_left);
            let mask = left.fold(0, |mask, name| mask | bit(name));
            let found = if host.literal().is_some() { bit(ComponentName::Hostname) } else { 0 };
            masks.push(mask & !found);
            match (host.literal(), domain) {
                (Some(host), _) => hosts.entry_ref(host).or_default().push(number),
                (None, Some(domain)) => domains.entry_ref(domain).or_default().push(number),
                (None, None) => others.push(number),
            }
        }
        let mut group = |numbers: &[u32]| Group::new(&patterns, numbers, &mut masks);
        let mut groups = |numbers: HashMap<String, Vec<u32>>| {
            numbers.into_iter().map(|(key, numbers)| (key, group(&numbers))).collect()
        };
        let (hosts, domains) = (groups(hosts), groups(domains));
        let others = group(&others);
        Self { patterns, masks, hosts, domains, others }
    }

    /// Returns the patterns, in order.
    pub fn patterns(&self) -> &[UrlPattern] {
        &self.patterns
    }

    /// Returns the index of the first pattern that matches `url`.
    pub fn first<S: AsRef<str>>(&self, url: &Url<S>) -> Option<usize> {
        self.matching(|name| text(url, name)).next()
    }

    /// Returns the indices of all patterns that match `url`, in order.
    pub fn all<S: AsRef<str>>(&self, url: &Url<S>) -> Vec<usize> {
        self.matching(|name| text(url, name)).collect()
    }

    /// Returns the index and the groups of the first pattern that matches `url`.
    pub fn first_captures<'p, 'u, S: AsRef<str>>(
        &'p self,
        url: &'u Url<S>,
    ) -> Option<(usize, Captures<'p, 'u>)> {
        let first = self.first(url)?;
        Some((first, self.patterns.get(first)?.captures(url)?))
    }

    /// Returns the indices of all patterns that match `input`, in order.
    pub fn all_of_input(&self, input: &UrlPatternInput<'_>) -> Vec<usize> {
        let texts = input.texts();
        self.matching(|name| texts[name as usize]).collect()
    }

    pub(crate) fn matching<'u>(
        &self,
        text: impl Fn(ComponentName) -> &'u str,
    ) -> impl Iterator<Item = usize> {
        let path = text(ComponentName::Pathname);
        let mut candidates = Candidates::new();
        self.others.add(path, &mut candidates);
        if !self.hosts.is_empty() || !self.domains.is_empty() {
            let host = text(ComponentName::Hostname);
            self.hosts.get(host).into_iter().for_each(|group| group.add(path, &mut candidates));
            for at in memchr_iter(b'.', host.as_bytes()).filter(|_| !self.domains.is_empty()) {
                self.domains.get(&host[at..]).into_iter().for_each(|group| group.add(path, &mut candidates));
            }
        }
        // The lists have no pattern in common.
        if !candidates.is_sorted() {
            candidates.sort_unstable();
        }
        let numbers = candidates.into_iter().map(|number| number as usize);
        numbers.filter(move |&number| {
            self.masks[number] == 0 || self.patterns[number].test(self.masks[number], &text)
        })
    }
}

impl Group {
    fn new(patterns: &[UrlPattern], numbers: &[u32], masks: &mut [u8]) -> Self {
        let mut group = Self::default();
        let mut keys: HashMap<String, Vec<u32>> = HashMap::new();
        let mut starts = Vec::new();
        for &number in numbers {
            let path = patterns[number as usize].shared(ComponentName::Pathname);
            match path.start() {
                Some(start) if numbers.len() > SMALL && !path.options.ignore_case => {
                    starts.push((start, number));
                }
                _ => group.rest.push(number),
            }
        }
        let mut shared: HashMap<&[u8], usize> = HashMap::new();
        for (start, _) in starts.iter().filter(|(start, _)| !start.is_proof) {
            *shared.entry(&start.key).or_default() += 1;
        }
        let is_shared = |start: &Start| !start.is_proof && shared[&*start.key] > SHARED;
        let (others, starts): (Vec<_>, Vec<_>) =
            starts.iter().cloned().partition(|(start, _)| is_shared(start));
        for (_, number) in starts.iter().filter(|(start, _)| start.is_proof) {
            masks[*number as usize] &= !bit(ComponentName::Pathname);
        }
        group.tree = Tree::new(starts);
        for (_, number) in others {
            let text = longest_text(&patterns[number as usize].shared(ComponentName::Pathname).part_list);
            if text.len() < 2 {
                group.rest.push(number);
            } else {
                keys.entry(text).or_default().push(number);
            }
        }
        group.rest.sort_unstable();
        if !keys.is_empty() {
            let (texts, numbers): (Vec<String>, Vec<Vec<u32>>) = keys.into_iter().unzip();
            group.automaton = AhoCorasick::new(texts).ok();
            if group.automaton.is_some() {
                group.keys = numbers;
            } else {
                // The automaton would be too large.
                group.rest.extend(numbers.into_iter().flatten());
                group.rest.sort_unstable();
            }
        }
        group
    }

    /// Appends the patterns that may match a URL with this path.
    fn add(&self, path: &str, candidates: &mut Candidates) {
        candidates.extend_from_slice(&self.rest);
        self.tree.find(path.as_bytes(), candidates);
        let Some(automaton) = &self.automaton else { return };
        let (mut found, mut limit) = (Candidates::new(), 64);
        for text in automaton.find_overlapping_iter(path) {
            found.extend_from_slice(&self.keys[text.pattern().as_usize()]);
            // A path may repeat a text many times.
            if found.len() > limit {
                found.sort_unstable();
                found.dedup();
                limit = 64 + 2 * found.len();
            }
        }
        found.sort_unstable();
        found.dedup();
        candidates.extend_from_slice(&found);
    }
}

/// Returns the longest text that everything which the parts match contains.
fn longest_text(parts: &[Part]) -> String {
    let (mut runs, mut run) = (Vec::new(), String::new());
    for part in parts {
        let is_certain = part.modifier == Modifier::None;
        let certain = |text| if is_certain { text } else { "" };
        if part.is_text() {
            run.push_str(&part.value);
        } else {
            runs.push(run + certain(&part.prefix));
            run = String::from(certain(&part.suffix));
        }
    }
    runs.into_iter().chain([run]).max_by_key(String::len).unwrap_or_default()
}

impl FromIterator<UrlPattern> for UrlPatternSet {
    fn from_iter<I: IntoIterator<Item = UrlPattern>>(patterns: I) -> Self {
        Self::new(patterns.into_iter().collect())
    }
}

impl std::ops::Index<usize> for UrlPatternSet {
    type Output = UrlPattern;

    fn index(&self, index: usize) -> &UrlPattern {
        &self.patterns[index]
    }
}

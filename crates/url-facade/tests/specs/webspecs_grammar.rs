//! The grammar of `webspecs` as data against the functions: the same rules match the same places of every input.

use std::{
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use url_core::{
    NoTrace, Section,
    grammar::{Condition, Node, webspecs::RULES},
    sections::webspecs,
};
use url_facade::{Component, Parser, Profile, Recorder, Source};
use url_testdata::{json_lines_files, own_vectors, read_json_lines, shared_suites};

/// The step with which each rule says what it matched.
const MATCHES: [(Section, &str); 19] = [
    (webspecs::URL_1, "url"),
    (webspecs::FILE_URL_4, "file-url"),
    (webspecs::NON_RELATIVE_URL_5, "non-relative-url"),
    (webspecs::RELATIVE_URL_3, "relative-url"),
    (webspecs::NON_FILE_RELATIVE_SCHEME_1, "non-file-relative-scheme"),
    (webspecs::SCHEME_1, "scheme"),
    (webspecs::AUTHORITY_1, "authority"),
    (webspecs::USER_1, "user"),
    (webspecs::PASSWORD_1, "password"),
    (webspecs::HOST_COMPLETE_7, "host"),
    (webspecs::HOST_2, "host"),
    (webspecs::HOST_3, "host"),
    (webspecs::HOST_4, "host"),
    (webspecs::IPV6ADDR_4, "ipv6addr"),
    (webspecs::IPV4ADDR_1, "ipv4addr"),
    (webspecs::PORT_1, "port"),
    (webspecs::PATH_1, "path"),
    (webspecs::SCHEME_DATA_1, "scheme-data"),
    (webspecs::QUERY_1, "query"),
];

/// The rule that the functions do not tell of by a step of its own: a fragment is cleansed in the same step.
const FRAGMENT: (Section, &str) = (webspecs::FRAGMENT_1, "fragment");

/// The places that rules match: the name of the rule, where it begins, where it ends.
type Places = BTreeSet<(&'static str, usize, usize)>;

/// Reads an input by the rules, in polynomial time: where each node can end from each place is found once.
struct Recognizer<'a> {
    input: &'a str,
    base_scheme: &'a str,
    ends: HashMap<(*const Node, usize), Rc<[usize]>>,
}

impl<'a> Recognizer<'a> {
    fn new(input: &'a str, base_scheme: &'a str) -> Self {
        Self { input, base_scheme, ends: HashMap::new() }
    }

    /// Where `node` can end that begins at `at`, the preferred end first.
    fn ends(&mut self, node: &'static Node, at: usize) -> Rc<[usize]> {
        let key = (std::ptr::from_ref(node), at);
        if let Some(known) = self.ends.get(&key) {
            return known.clone();
        }
        let mut ends = Vec::new();
        match node {
            Node::Choice(nodes) => {
                for node in *nodes {
                    ends.extend_from_slice(&self.ends(node, at));
                }
            }
            Node::Rule(name) => ends.extend_from_slice(&self.ends(body(name), at)),
            Node::Sequence(nodes) => ends = self.ends_of_all(nodes, at),
            Node::Optional(node) => {
                ends.extend_from_slice(&self.ends(node, at));
                ends.push(at);
            }
            Node::ZeroOrMore(inner) => {
                for &end in self.ends(inner, at).iter().filter(|&&end| end > at) {
                    ends.extend_from_slice(&self.ends(node, end));
                }
                ends.push(at);
            }
            Node::Times(inner, least, most) => ends = self.ends_of_times(inner, *least, *most, at),
            _ => ends.extend(self.end_of_terminal(node, at)),
        }
        let mut seen = BTreeSet::new();
        ends.retain(|&end| seen.insert(end));
        let ends: Rc<[usize]> = ends.into();
        self.ends.insert(key, ends.clone());
        ends
    }

    fn ends_of_all(&mut self, nodes: &'static [Node], at: usize) -> Vec<usize> {
        let [first, rest @ ..] = nodes else { return vec![at] };
        let mut ends = Vec::new();
        for &end in &*self.ends(first, at) {
            for end in self.ends_of_all(rest, end) {
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
        }
        ends
    }

    fn ends_of_times(&mut self, node: &'static Node, least: usize, most: usize, at: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        if most > 0 {
            for &end in &*self.ends(node, at) {
                ends.extend(self.ends_of_times(node, least.saturating_sub(1), most - 1, end));
            }
        }
        if least == 0 {
            ends.push(at);
        }
        ends
    }

    fn end_of_terminal(&self, node: &Node, at: usize) -> Option<usize> {
        let rest = &self.input[at..];
        let next = rest.chars().next();
        let is_in = |set: &url_core::ByteSet, c: char| u8::try_from(c).is_ok_and(|byte| set.contains(byte));
        match node {
            Node::Text(text) => rest.starts_with(text).then(|| at + text.len()),
            Node::TextInAnyCase(text) => {
                let head = rest.get(..text.len())?;
                head.eq_ignore_ascii_case(text).then(|| at + text.len())
            }
            Node::OneOf(_, set) => next.filter(|&c| is_in(set, c)).map(|c| at + c.len_utf8()),
            Node::Except(_, set) => next.filter(|&c| !is_in(set, c)).map(|c| at + c.len_utf8()),
            Node::Where(condition) => self.holds(*condition, rest).then_some(at),
            _ => None,
        }
    }

    fn holds(&self, condition: Condition, rest: &str) -> bool {
        let scheme = rest.split(':').next().unwrap_or_default().to_ascii_lowercase();
        match condition {
            Condition::SchemeIsNotRelative => {
                !["ftp", "file", "gopher", "http", "https", "ws", "wss"].contains(&&*scheme)
            }
            Condition::SchemeIsNotThatOfBase => scheme != self.base_scheme,
            Condition::EndOfHost => rest.is_empty() || rest.starts_with([':', '/', '\\', '?', '#']),
        }
    }

    /// Adds the rules in the preferred way in which `node` matches from `at` to `end`.
    fn places(&mut self, node: &'static Node, at: usize, end: usize, places: &mut Places) {
        match node {
            Node::Choice(nodes) => {
                let chosen = nodes.iter().find(|node| self.ends(node, at).contains(&end)).unwrap();
                self.places(chosen, at, end, places);
            }
            Node::Rule(name) => {
                places.insert((name, at, end));
                self.places(body(name), at, end, places);
            }
            Node::Sequence(nodes) => self.places_of_all(nodes, at, end, places),
            Node::Optional(inner) if self.ends(inner, at).contains(&end) => {
                self.places(inner, at, end, places);
            }
            Node::ZeroOrMore(inner) => {
                let mut at = at;
                while at < end {
                    let ends = self.ends(inner, at);
                    let middle = *ends
                        .iter()
                        .find(|&&middle| middle > at && self.ends(node, middle).contains(&end))
                        .unwrap();
                    self.places(inner, at, middle, places);
                    at = middle;
                }
            }
            // Rules that are repeated so have no step of their own.
            _ => {}
        }
    }

    fn places_of_all(&mut self, nodes: &'static [Node], at: usize, end: usize, places: &mut Places) {
        let [first, rest @ ..] = nodes else { return };
        let ends = self.ends(first, at);
        let middle = *ends.iter().find(|&&middle| self.ends_of_all(rest, middle).contains(&end)).unwrap();
        self.places(first, at, middle, places);
        self.places_of_all(rest, middle, end, places);
    }
}

fn body(name: &str) -> &'static Node {
    &RULES.iter().find(|rule| rule.name == name).unwrap().body
}

/// Every input in the suites with its base.
fn inputs() -> Vec<(String, Option<String>)> {
    let folders = [Some(own_vectors("webspecs")), shared_suites("webspecs")];
    let mut inputs = Vec::new();
    for file in folders.iter().flatten().flat_map(|folder| json_lines_files(folder).unwrap()) {
        for record in read_json_lines(&file).unwrap() {
            let text = |key: &str| record.get(key)?.as_str().map(ToOwned::to_owned);
            inputs.push((text("input").or(text("url")).unwrap(), text("base")));
            inputs.extend(text("value").map(|value| (value, text("url"))));
        }
    }
    inputs
}

#[test]
fn the_same_rules_match_the_same_places() {
    let parser = Parser::new(Profile::Webspecs);
    let mut compared = BTreeSet::new();
    for (input, base) in inputs() {
        let base = base.map(|base| parser.parse_reference(&base).unwrap());
        let mut recorder = Recorder::default();
        if parser.with_base(base.as_ref()).parse_traced(&input, &mut recorder).is_err() {
            // A parse exception ends the functions, but not the grammar.
            continue;
        }
        let by_functions: Places = recorder
            .steps()
            .filter(|event| event.source == Source::Input)
            .filter_map(|event| {
                let known = MATCHES.iter().chain([&FRAGMENT]);
                let (_, name) = known.clone().find(|(section, _)| *section == event.section)?;
                Some((*name, event.span.start as usize, event.span.end as usize))
            })
            .collect();

        let white_space = ['\t', '\n', '\u{C}', '\r', ' '];
        let trimmed = input.trim_start_matches(white_space);
        let offset = input.len() - trimmed.len();
        let trimmed = trimmed.trim_end_matches(white_space);
        let scheme = base.as_ref().and_then(|base| base.get(Component::Scheme)).unwrap_or("about");
        let mut recognizer = Recognizer::new(trimmed, scheme);
        assert_eq!(recognizer.ends(&Node::Rule("url"), 0).first(), Some(&trimmed.len()), "{input:?}");
        let mut places = Places::new();
        recognizer.places(&Node::Rule("url"), 0, trimmed.len(), &mut places);
        let told = |name: &str| MATCHES.iter().chain([&FRAGMENT]).any(|(_, known)| *known == name);
        let by_description: Places = places
            .into_iter()
            .filter(|(name, ..)| told(name))
            .map(|(name, start, end)| (name, start + offset, end + offset))
            .collect();
        assert_eq!(by_functions, by_description, "{input:?} with base scheme {scheme}");
        compared.extend(by_functions.into_iter().map(|(name, ..)| name));
    }
    let every_rule: BTreeSet<_> = MATCHES.iter().chain([&FRAGMENT]).map(|(_, name)| *name).collect();
    assert_eq!(compared, every_rule, "a rule matches in no input");
}

/// The rules that can fail, at every place of every input: the functions and the description agree on where they match.
#[test]
fn rules_that_can_fail_fail_alike() {
    let mut matched = 0;
    for (input, _) in inputs() {
        let mut recognizer = Recognizer::new(&input, "");
        for (at, _) in input.char_indices() {
            let rest = &input[at..];
            let functions = [
                ("scheme", url_scheme::webspecs::scheme(rest, &mut NoTrace).map(|found| found.1.len())),
                (
                    "non-file-relative-scheme",
                    url_scheme::webspecs::scan_non_file_relative_scheme(rest).map(|found| found.1.len()),
                ),
                ("ipv6addr", url_host::webspecs::ipv6addr(rest, &mut NoTrace).map(|found| found.1.len())),
            ];
            for (name, left) in functions {
                let described = recognizer.ends(body(name), at).first().copied();
                assert_eq!(left.map(|left| input.len() - left), described, "{name} at {at} of {input:?}");
                matched += usize::from(described.is_some());
            }
            // The function takes all of its input, and an address out of range matches too.
            let run = &rest[..rest.find([':', '/', '\\', '?', '#']).unwrap_or(rest.len())];
            let by_function = url_host::webspecs::ipv4addr(run, &mut NoTrace) != Ok(None);
            let end = at + run.len();
            let described = recognizer.ends(body("ipv4addr"), at).contains(&end);
            assert_eq!(by_function, described, "ipv4addr {run:?}");
        }
    }
    assert!(matched > 1_000, "only {matched} matches");
}

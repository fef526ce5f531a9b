//! `cargo xtask spec extract --rewrite`: gives sections their new ids wherever the tree names them: in citations, constants and
//! numbered comments of the code, in vectors, and in pages.
//!
//! A section that was removed gets an id that no spec has, so that nothing takes it for the section that has its number
//! now: the compiler and `cargo xtask spec check` find each place. What cannot be rewritten is listed.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

use super::{
    citations::Citations,
    constants,
    outline::heading,
    registry::Registry,
    source::{ids_in, step_number},
    tree::write,
};

/// Folders that are made of others, and the history of the project, whose ids are those of its time.
const LEFT: [&str; 4] = ["target", "docs/site", "node_modules", "CHANGELOG.md"];

/// Rewrites the tree at `root`: of the sections of `registry`, those in `ids` have another id or none. `citations` are from
/// before.
pub(crate) fn run(
    root: &Path,
    registry: &Registry,
    ids: &BTreeMap<String, Option<String>>,
    citations: &Citations,
) -> Result<()> {
    let generated = constants::path(&registry.spec.name);
    let rewriter = Rewriter::new(&registry.spec.name, ids);
    let mut comments = rewriter.comments(citations);
    let (mut rewritten, mut by_hand) = (0, Vec::new());
    for path in files(root)?.into_iter().filter(|path| *path != registry.path && *path != generated) {
        // What is no text names no section.
        let Ok(text) = fs::read_to_string(root.join(&path)) else { continue };
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        let mut new = rewriter.ids(&text);
        if is_rust {
            new = rewriter.constants(&new);
            let numbers = comments.remove(&path).unwrap_or_default();
            new = renumber(&path, &new, &numbers, &mut by_hand);
            by_hand.extend(rewriter.bare_constants(&path, &new));
        }
        if new != text {
            write(root, &path, &new)?;
            rewritten += 1;
        }
    }
    write(root, &generated, &constants::source(registry))?;
    println!("{rewritten} files rewritten");
    for place in by_hand {
        println!("by hand: {place}");
    }
    Ok(())
}

/// The numbered comments of a file that change: the line, with the new number of each section that it cites.
type Comments = BTreeMap<usize, BTreeSet<Option<String>>>;

struct Rewriter<'a> {
    spec: &'a str,
    /// The new id of each section; of those that were removed, one that no spec has.
    ids: BTreeMap<&'a str, String>,
    /// The new name of each constant.
    constants: HashMap<String, String>,
}

impl<'a> Rewriter<'a> {
    fn new(spec: &'a str, ids: &'a BTreeMap<String, Option<String>>) -> Self {
        let ids: BTreeMap<&str, String> = ids
            .iter()
            .map(|(old, new)| (old.as_str(), new.clone().unwrap_or_else(|| removed(old))))
            .collect();
        let constants = ids.iter().map(|(old, new)| (constants::name(old), constants::name(new))).collect();
        Self { spec, ids, constants }
    }

    /// `text` with the new ids.
    fn ids(&self, text: &str) -> String {
        let prefix = format!("{}#", self.spec);
        let (mut new, mut rest) = (String::new(), text);
        while let Some(at) = rest.find(&prefix) {
            let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
            let len = prefix.len()
                + rest[at + prefix.len()..].find(|c| !is_word(c)).unwrap_or(rest.len() - at - prefix.len());
            let token = rest[at..at + len].trim_end_matches(['.', '-']);
            let is_whole = !rest[..at].ends_with(is_word);
            let separator = if rest[..at].ends_with('"') { "\", \"" } else { ", " };
            let found = Some(token).filter(|_| is_whole).and_then(|token| self.token(token, separator));
            new += &rest[..at];
            new += &found.unwrap_or_else(|| token.into());
            rest = &rest[at + token.len()..];
        }
        new + rest
    }

    /// What stands for the id or the range `token`, if it is another one.
    fn token(&self, token: &str, separator: &str) -> Option<String> {
        let old = ids_in(token).ok()?;
        if !old.iter().any(|id| self.ids.contains_key(id.as_str())) {
            return None;
        }
        let new = old.iter().map(|id| self.ids.get(id.as_str()).unwrap_or(id).clone()).collect();
        Some(ranges(new).join(separator))
    }

    /// `text` with the new names of constants that follow the name of their module.
    fn constants(&self, text: &str) -> String {
        let prefix = format!("{}::", constants::module(self.spec));
        let (mut new, mut rest) = (String::new(), text);
        while let Some(at) = rest.find(&prefix) {
            let start = at + prefix.len();
            let name = name_at(&rest[start..]);
            let is_whole = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            new += &rest[..start];
            new += self.constants.get(name).filter(|_| is_whole).map_or(name, String::as_str);
            rest = &rest[start + name.len()..];
        }
        new + rest
    }

    /// The names of constants that do not follow the name of their module, where `text` names the module.
    fn bare_constants(&self, path: &Path, text: &str) -> Vec<String> {
        let module = constants::module(self.spec);
        if !text.contains(&module) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let mut before = "";
            for name in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                if before != module && self.constants.contains_key(name) {
                    found.push(format!("{}:{}: {name}", path.display(), at + 1));
                }
                before = if name.is_empty() { before } else { name };
            }
        }
        found
    }

    /// The numbered comments that cite what has another id, by file.
    fn comments(&self, citations: &Citations) -> HashMap<PathBuf, Comments> {
        let mut comments: HashMap<PathBuf, Comments> = HashMap::new();
        for (id, citation) in citations.all() {
            let new = self.ids.get(id).map_or(id, String::as_str);
            let stays_in = heading(new) == heading(id);
            let number = new.strip_prefix(heading(new)).and_then(|number| number.strip_prefix('-'));
            let lines = comments.entry(citation.path.clone()).or_default();
            lines.entry(citation.line).or_default().insert(number.filter(|_| stays_in).map(Into::into));
        }
        comments
    }
}

/// `text` with the new numbers of its comments; those that have none, or several, are added to `by_hand`.
fn renumber(path: &Path, text: &str, numbers: &Comments, by_hand: &mut Vec<String>) -> String {
    let mut new = String::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let cited = numbers.get(&(at + 1));
        match (step_number(line), cited.map(|numbers| numbers.iter().collect::<Vec<_>>()).as_deref()) {
            (Some(old), Some([Some(number)])) => new += &line.replacen(old, number, 1),
            (Some(old), Some(_)) => {
                by_hand.push(format!("{}:{}: the comment `{old}.`", path.display(), at + 1));
                new += line;
            }
            _ => new += line,
        }
    }
    new
}

/// An id that no spec has, for the section `id` that was removed.
fn removed(id: &str) -> String {
    let heading = heading(id);
    format!("{heading}-removed{}", &id[heading.len()..])
}

/// `ids` in order, siblings that follow each other as a range.
fn ranges(ids: Vec<String>) -> Vec<String> {
    let split = |id: &str| {
        let (parent, number) = id.split_at(id.rfind(['-', '.'])? + 1);
        Some((parent.to_owned(), number.parse::<usize>().ok()?))
    };
    let mut ranges: Vec<(String, Option<usize>)> = Vec::new();
    let mut last = None;
    for id in ids {
        let place = split(&id);
        match (&last, &place, ranges.last_mut()) {
            (Some(Some((before, number))), Some((parent, next)), Some((_, to)))
                if before == parent && number + 1 == *next =>
            {
                *to = Some(*next);
            }
            _ => ranges.push((id, None)),
        }
        last = Some(place);
    }
    let text = |(first, to): (String, Option<usize>)| match to {
        Some(to) => format!("{first}..{to}"),
        None => first,
    };
    ranges.into_iter().map(text).collect()
}

/// The name that `text` begins with.
fn name_at(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The files of the tree at `root`, without what starts with a dot and what is [`LEFT`].
fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(root.join(&folder)).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            let is_left = LEFT.iter().any(|left| path.ends_with(left));
            if is_left || entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Rewriter;

    fn ids() -> BTreeMap<String, Option<String>> {
        let pairs = [("a#b-2", Some("a#b-3")), ("a#b-2.1", Some("a#b-3.1")), ("a#b-3", None)];
        let ids = pairs.map(|(old, new)| (old.into(), new.map(Into::into)));
        ids.into_iter().collect()
    }

    #[test]
    fn ids_and_ranges() {
        let ids = ids();
        let rewriter = Rewriter::new("a", &ids);
        let text = "See a#b-2, a#b-2.1; a#b-1..2, aa#b-2 and a#b-20. In a#b-2.";
        let new = "See a#b-3, a#b-3.1; a#b-1, a#b-3, aa#b-2 and a#b-20. In a#b-3.";
        assert_eq!(rewriter.ids(text), new);
        assert_eq!(rewriter.ids("[\"a#b-1..3\"]"), "[\"a#b-1\", \"a#b-3\", \"a#b-removed-3\"]");
        assert_eq!(rewriter.ids("a#b-2..2 a#b-4..5"), "a#b-2..2 a#b-4..5");
    }

    #[test]
    fn constants_of_the_module_alone() {
        let ids = ids();
        let rewriter = Rewriter::new("a", &ids);
        let text = "a::B_2, a::B_20, c::a::B_2_1, ba::B_2, a::B_3";
        let new = "a::B_3, a::B_20, c::a::B_3_1, ba::B_2, a::B_REMOVED_3";
        assert_eq!(rewriter.constants(text), new);
        assert_eq!(rewriter.bare_constants("x.rs".as_ref(), "a!\n$s::B_2 a::B_2"), ["x.rs:2: B_2"]);
    }
}

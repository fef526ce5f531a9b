//! `cargo xtask spec extract`: rebuilds the registry of a spec whose text still changes. Reports the sections
//! that changed, with the code that cites them and the tests that reach them. The registry contains only
//! hashes, so the old words are shown only if the text is in a git repository.
//!
//! Headings in the old and the new text are paired by their ids, and the steps below them by their hashes, in
//! order. Then, if exactly one step in each text has a hash, these two steps are paired: the step has moved.
//! Remaining steps between the same paired steps are paired in order, and are reported as changed.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use anyhow::{Context as _, Result, anyhow, ensure};
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, utils::diff_words};
use xshell::{Cmd, Shell, cmd};

use super::matrix::{ReachOptions, Tree};
use super::registry::{Registry, Section, Status, above, heading, write};
use super::standard;
use crate::report::sha256;

const LISTED: usize = 3;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The spec's name, the part of its section ids before `#`
    spec: String,
    /// A file with the text of the spec, which is read and not stored.
    text: PathBuf,
    /// Report the changes, but do not write the registry.
    #[arg(long)]
    dry_run: bool,
    /// Compare the text with its version in this commit of its repository instead of with the registry, and
    /// do not write the registry.
    #[arg(long, value_name = "COMMIT")]
    since: Option<String>,
    #[command(flatten)]
    reach: ReachOptions,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let mut registry = Registry::load(sh, &options.spec)?;
    let document = read(&registry, &options.text)?;
    let commit = options.since.as_deref().unwrap_or("HEAD");
    let former = committed(&options.text, commit).and_then(|text| sections(&registry, &text));
    // The old sections, and for each of them its index in the registry.
    let (old, row_of): (Vec<Section>, Vec<Option<usize>>) = if options.since.is_some() {
        let former = former.as_ref().map_err(|error| anyhow!("{error:#}"))?;
        let rows_of_former = Alignment::new(of_rows(&registry.sections), of_document(former)).old_of;
        (rows(&registry.sections, former, &rows_of_former), rows_of_former)
    } else {
        (registry.sections.clone(), (0..registry.sections.len()).map(Some).collect())
    };
    let words = former.iter().flatten().map(|found| (&*found.sha256, &*found.text)).collect();
    let aligned = Alignment::new(of_rows(&old), of_document(&document));
    let entries = Report { old: &old, document: &document, aligned: &aligned, words }.entries();
    let code = |entry: &ReportEntry<'_>| match entry.old.and_then(|old| row_of[old]) {
        Some(row) => &*registry.sections[row].id,
        None => "",
    };
    // The test vectors are run only if an entry concerns a section that they may reach.
    let is_asked = entries.iter().any(ReportEntry::touches);
    let matrix = is_asked.then(|| Tree::read(sh, &options.reach)).transpose()?.map(|tree| tree.matrix());
    // Code may use the constant of a set or a table even if the registry does not require that code cites it.
    let is_cited = |entry: &ReportEntry<'_>| {
        let row = matrix.as_ref().and_then(|matrix| matrix.row(code(entry)));
        entry.touches() && row.is_some_and(|row| !row.citations.is_empty())
    };
    let mut folded: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in &entries {
        if entry.status == Status::Informative && !is_cited(entry) && entry.verb != "renamed" {
            folded.entry(entry.verb).or_default().push(entry.ids[1]);
            continue;
        }
        say!("{entry}");
        // The section itself, or the nearest section around it that code cites or tests reach.
        let around = std::iter::once(code(entry)).chain(above(code(entry)));
        let mut rows = matrix.iter().flat_map(|matrix| around.clone().filter_map(|id| matrix.row(id)));
        let row = rows.find(|row| entry.touches() && !row.touched(1).is_empty());
        let touched = row.map(|row| row.touched(LISTED)).unwrap_or_default();
        for line in entry.words.iter().cloned().chain(touched) {
            say!("    {line}");
        }
    }
    let rest: Vec<String> = folded.iter().map(|(verb, ids)| format!("{verb} {}", ids.join(", "))).collect();
    if !rest.is_empty() {
        say!("not normative: {}", rest.join("; "));
    }
    if options.dry_run || options.since.is_some() {
        return Ok(());
    }
    registry.sections = rows(&old, &document, &aligned.old_of);
    write(sh, &registry.path, &registry.to_string())
}

pub(crate) fn read(registry: &Registry, text: &Path) -> Result<Vec<standard::TextSection>> {
    let text = fs::read_to_string(text).with_context(|| format!("cannot read {}", text.display()));
    sections(registry, &text?)
}

pub(super) fn sections(registry: &Registry, text: &str) -> Result<Vec<standard::TextSection>> {
    let name = &registry.spec.name;
    let is_read = registry.spec.extracted;
    ensure!(is_read, "the text of {name} is frozen: its registry is data, and nothing reads the text");
    let mut outline = standard::read(name, text);
    for section in &mut outline.sections {
        section.sha256 = sha256(&section.text);
        section.notes_sha256 = (!section.notes.is_empty()).then(|| sha256(&section.notes));
    }
    Ok(outline.sections)
}

pub(super) fn committed(path: &Path, commit: &str) -> Result<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let git = |command: Cmd<'_>| -> Result<String> {
        let made = command.ignore_status().output()?;
        ensure!(made.status.success(), "git: {}", String::from_utf8_lossy(&made.stderr).trim());
        Ok(String::from_utf8(made.stdout)?)
    };
    let sh = Shell::new()?;
    sh.change_dir(folder);
    let prefix = git(cmd!(sh, "git rev-parse --show-prefix"))?;
    let place = format!("{commit}:{}{name}", prefix.trim_end());
    git(cmd!(sh, "git show --end-of-options {place}"))
}

fn of_rows(rows: &[Section]) -> SectionHashes<'_> {
    rows.iter().map(|row| (&*row.id, &*row.sha256)).collect()
}

fn of_document(document: &[standard::TextSection]) -> SectionHashes<'_> {
    document.iter().map(|found| (&*found.id, &*found.sha256)).collect()
}

#[derive(Default)]
struct ReportEntry<'r> {
    verb: &'static str,
    /// The old id and the new id of the section, or of the first section if the entry is for several.
    ids: [&'r str; 2],
    /// The old id and the new id of the last section if the entry is for several sections.
    last: Option<[&'r str; 2]>,
    /// The index of the old section or, for a new section, of the nearest old section around it.
    old: Option<usize>,
    title: &'r str,
    status: Status,
    words: Option<String>,
}

impl ReportEntry<'_> {
    /// True if people must review code and tests. False if they only have to replace ids.
    fn touches(&self) -> bool {
        !matches!(self.verb, "renamed" | "renumbered" | "annotated")
    }
}

impl fmt::Display for ReportEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = |side: usize| {
            let last = self.last.and_then(|last| last[side].rsplit(['-', '.']).next());
            last.map(|last| format!("..{last}")).unwrap_or_default()
        };
        write!(f, "{:<10} {}{}", self.verb, self.ids[0], last(0))?;
        if self.ids[0] != self.ids[1] {
            write!(f, " -> {}{}", self.ids[1], last(1))?;
        }
        if self.title.is_empty() || !self.touches() { Ok(()) } else { write!(f, ": {}", self.title) }
    }
}

struct Report<'r> {
    old: &'r [Section],
    document: &'r [standard::TextSection],
    aligned: &'r Alignment<'r>,
    words: HashMap<&'r str, &'r str>,
}

impl<'r> Report<'r> {
    fn entries(&self) -> Vec<ReportEntry<'r>> {
        let mut entries: Vec<ReportEntry<'_>> = Vec::new();
        for (at, section) in self.document.iter().enumerate() {
            let Some(old) = self.aligned.old_of[at] else {
                let (ids, old) = ([&*section.id; 2], self.aligned.old_around(at));
                entries.push(ReportEntry { verb: "added", ids, old, ..ReportEntry::default() });
                continue;
            };
            let row = &self.old[old];
            let entry = |verb| self.entry(old, verb, &section.id);
            let is_changed = section.sha256 != row.sha256;
            if is_changed {
                let words = self.words.get(&*row.sha256).map(|words| difference(words, &section.text));
                entries.push(ReportEntry { words, ..entry("changed") });
            } else if section.notes_sha256 != row.notes_sha256 {
                entries.push(ReportEntry { status: Status::Informative, ..entry("annotated") });
            }
            let shift = shift(&row.id, &section.id);
            if !self.aligned.is_in_place(at) {
                entries.push(entry("moved"));
            } else if self.aligned.is_reordered[at] {
                entries.push(entry("reordered"));
            } else if shift.is_some() && !is_changed {
                let verb = if heading(&section.id) == section.id { "renamed" } else { "renumbered" };
                let is_alike = |last: &&mut ReportEntry<'_>| {
                    let [before, now] = last.ids;
                    let is_beside = above(now).first() == above(&section.id).first();
                    last.verb == verb && is_beside && self::shift(before, now) == shift
                };
                match entries.iter_mut().rfind(|entry| entry.verb != "annotated").filter(is_alike) {
                    Some(entry) => entry.last = Some([&row.id, &section.id]),
                    None => entries.push(entry(verb)),
                }
            }
        }
        let removed = (0..self.old.len()).filter(|&old| self.aligned.new_of[old].is_none());
        entries.extend(removed.map(|old| self.entry(old, "removed", &self.old[old].id)));
        entries
    }

    fn entry(&self, old: usize, verb: &'static str, now: &'r str) -> ReportEntry<'r> {
        let row = &self.old[old];
        let (title, status) = (&*row.title, row.status);
        ReportEntry { verb, ids: [&row.id, now], old: Some(old), title, status, ..ReportEntry::default() }
    }
}

/// Returns the last number in the new id of a step minus that in its old id, or `None` if the numbers are
/// equal. For a heading, returns 0 if the ids differ, and `None` otherwise.
fn shift(old: &str, new: &str) -> Option<isize> {
    let ordinal = |id: &str| id[heading(id).len()..].rsplit(['-', '.']).next()?.parse::<isize>().ok();
    match (ordinal(old), ordinal(new)) {
        (Some(before), Some(now)) => Some(now - before).filter(|far| *far != 0),
        _ => (old != new).then_some(0),
    }
}

/// Returns `new`, with added words as `{+added+}`, and with words that only `old` has as `[-removed-]`.
fn difference(old: &str, new: &str) -> String {
    let words = diff_words(Algorithm::Myers, old, new).into_iter();
    let marked = words.map(|(tag, words)| match tag {
        ChangeTag::Equal => words.to_owned(),
        ChangeTag::Delete => format!("[-{words}-]"),
        ChangeTag::Insert => format!("{{+{words}+}}"),
    });
    marked.collect()
}

/// Returns the rows of the new registry. Values that people wrote, such as titles, come from the old rows.
fn rows(old: &[Section], document: &[standard::TextSection], old_of: &[Option<usize>]) -> Vec<Section> {
    let new_of = |id: &String| {
        let at = old_of.iter().position(|at| at.is_some_and(|at| old[at].id == *id));
        at.map_or_else(|| id.clone(), |at| document[at].id.clone())
    };
    let row = |(section, at): (&standard::TextSection, &Option<usize>)| {
        let row = at.map(|at| old[at].clone()).unwrap_or_default();
        let called_by = row.called_by.as_ref().map(|callers| callers.iter().map(new_of).collect());
        let standard::TextSection { id, sha256, notes_sha256, .. } = section.clone();
        Section { id, called_by, sha256, notes_sha256, ..row }
    };
    document.iter().zip(old_of).map(row).collect()
}

type SectionHashes<'t> = Vec<(&'t str, &'t str)>;

/// The old and the new version of a text, and the pairs of sections that correspond to each other.
struct Alignment<'t> {
    old: SectionHashes<'t>,
    new: SectionHashes<'t>,
    old_of: Vec<Option<usize>>,
    new_of: Vec<Option<usize>>,
    /// For each new section, true if it is an old section that moved relative to other sections.
    is_reordered: Vec<bool>,
}

impl<'t> Alignment<'t> {
    fn new(old: SectionHashes<'t>, new: SectionHashes<'t>) -> Self {
        let (old_of, new_of) = (vec![None; new.len()], vec![None; old.len()]);
        let is_reordered = vec![false; new.len()];
        let (mut olds, mut news) = (groups(&old), groups(&new));
        let mut this = Self { old, new, old_of, new_of, is_reordered };
        let mut changed = Vec::new();
        for (heading, news) in &news {
            if let Some(olds) = olds.get(heading) {
                this.pair(olds[0], news[0]);
                changed.extend(this.pair_equal(&olds[1..], &news[1..]));
                this.pair_unique(&olds[1..], &news[1..], true);
            }
        }
        // The code below pairs the headings that have different ids in the old and the new text.
        olds.retain(|_, olds| this.new_of[olds[0]].is_none());
        news.retain(|_, news| this.old_of[news[0]].is_none());
        let [olds, news] = [olds, news].map(|groups| {
            let mut all: Vec<_> = groups.into_values().flatten().collect();
            all.sort_unstable();
            all
        });
        changed.extend(this.pair_equal(&olds, &news));
        let all = |text: &SectionHashes<'_>| (0..text.len()).collect::<Vec<_>>();
        this.pair_unique(&all(&this.old), &all(&this.new), false);
        for (olds, news) in changed {
            let olds = olds.into_iter().filter(|&old| this.new_of[old].is_none() && is_step(this.old[old].0));
            let news = news.into_iter().filter(|&new| this.old_of[new].is_none() && is_step(this.new[new].0));
            for (old, new) in olds.zip(news).collect::<Vec<_>>() {
                this.pair(old, new);
            }
        }
        this
    }

    fn pair(&mut self, old: usize, new: usize) {
        (self.old_of[new], self.new_of[old]) = (Some(old), Some(new));
    }

    /// Pairs sections with equal words, in order. Returns the old and new sections in each gap between pairs.
    fn pair_equal(&mut self, olds: &[usize], news: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let old_hashes: Vec<_> = olds.iter().map(|&at| self.old[at].1).collect();
        let new_hashes: Vec<_> = news.iter().map(|&at| self.new[at].1).collect();
        let mut changed = Vec::new();
        for op in capture_diff_slices(Algorithm::Patience, &old_hashes, &new_hashes) {
            let (olds, news) = (&olds[op.old_range()], &news[op.new_range()]);
            match op {
                DiffOp::Equal { .. } => olds.iter().zip(news).for_each(|(old, new)| self.pair(*old, *new)),
                _ => changed.push((olds.to_vec(), news.to_vec())),
            }
        }
        changed
    }

    /// Pairs sections whose words occur once in each list. `among_remaining` counts only unpaired sections.
    fn pair_unique(&mut self, olds: &[usize], news: &[usize], among_remaining: bool) {
        let is_left = |pairs: &[Option<usize>], at: usize| !among_remaining || pairs[at].is_none();
        let olds: Vec<_> = olds.iter().copied().filter(|&at| is_left(&self.new_of, at)).collect();
        let news: Vec<_> = news.iter().copied().filter(|&at| is_left(&self.old_of, at)).collect();
        for &new in &news {
            let hash = self.new[new].1;
            let mut same = olds.iter().copied().filter(|&old| self.old[old].1 == hash);
            if let (Some(old), None) = (same.next(), same.next())
                && news.iter().filter(|&&new| self.new[new].1 == hash).count() == 1
                && self.old_of[new].is_none()
                && self.new_of[old].is_none()
                && is_step(self.old[old].0) == is_step(self.new[new].0)
            {
                self.pair(old, new);
                self.is_reordered[new] = true;
            }
        }
    }

    /// Returns the old section that is paired with the new section `at`, or with the nearest around it.
    fn old_around(&self, at: usize) -> Option<usize> {
        std::iter::successors(Some(at), |&at| around(&self.new, at)).find_map(|at| self.old_of[at])
    }

    /// Returns true if `at` and its old section have parents that are paired, or if neither has a parent.
    fn is_in_place(&self, at: usize) -> bool {
        let before = self.old_of[at].and_then(|old| around(&self.old, old));
        let now = around(&self.new, at);
        before.is_some() == now.is_some() && before.and_then(|before| self.new_of[before]) == now
    }
}

/// Returns the indices of sections, grouped by heading. The first index of a group is that of the heading.
fn groups<'t>(text: &SectionHashes<'t>) -> BTreeMap<&'t str, Vec<usize>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for (at, (id, _)) in text.iter().enumerate() {
        groups.entry(heading(id)).or_default().push(at);
    }
    groups
}

fn is_step(id: &str) -> bool {
    heading(id) != id
}

/// Returns the index of the section that contains the section `at`, or `None` if `at` is a heading.
fn around(text: &SectionHashes<'_>, at: usize) -> Option<usize> {
    let outer = *above(text[at].0).first()?;
    text.iter().position(|(id, _)| *id == outer)
}

//! `cargo xtask spec extract`: rebuilds the registry of a spec whose text still changes, and reports the
//! sections that differ, with the code that cites them and the tests that reach them.
//!
//! The registry contains only hashes of the former text. If the text is in a git repository, the words are
//! known too.

use std::{
    collections::{BTreeMap, HashMap},
    fmt, fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};
use xshell::{Cmd, Shell, cmd};

use super::{
    alignment::{Alignment, Text},
    matrix::{Matrix, ReachOptions, Tree},
    outline::{self, Outline, above, heading},
    registry::{Registry, Section, Status, hash, write},
    standard,
};

/// The maximum number of tests that name a section, and of vectors that report it, that are listed.
const LISTED: usize = 3;

/// The number of words that are shown around changed words.
const AROUND: usize = 4;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The spec's name, the part of its section ids before `#`
    spec: String,
    /// A copy of the spec's text, which is read and never stored.
    text: PathBuf,
    /// Report, and write no registry.
    #[arg(long)]
    dry_run: bool,
    /// Instead of with the registry, which is not written, compare with the text at this commit of its
    /// repository, or compare the texts at the two commits `FROM..TO`
    #[arg(long, value_name = "COMMIT")]
    since: Option<String>,
    #[command(flatten)]
    reach: ReachOptions,
}

pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let mut registry = Registry::load(sh, &options.spec)?;
    let (from, to) = match options.since.as_deref().map(|since| since.split_once("..").unwrap_or((since, "")))
    {
        Some((from, to)) => (Some(from), to),
        None => (None, ""),
    };
    let document = match to {
        "" => read(&registry, &options.text)?,
        commit => sections(&registry, &committed(&options.text, commit)?)?,
    };
    let at = |commit| committed(&options.text, commit).and_then(|text| sections(&registry, &text));
    let newest = at("HEAD").unwrap_or_default();
    let former = from.map(at).transpose()?;
    let known = document.iter().chain(former.iter().flatten()).chain(&newest);
    let words: HashMap<&str, &str> = known.map(|found| (&*found.sha256, &*found.text)).collect();
    let registered =
        registry.sections.iter().map(|row| (&*row.id, &*row.sha256, words.get(&*row.sha256).copied()));
    let of_registry = Alignment::new(Text::new(registered), texts(&document));
    let of_former = former.as_ref().map(|former| Alignment::new(texts(former), texts(&document)));
    let aligned = of_former.as_ref().unwrap_or(&of_registry);
    // The sections of the former text also get the titles and code of their versions in the registry: their
    // ids may belong to other sections there.
    let (old, row_of) = match &former {
        Some(former) => {
            let row_of: Vec<_> = aligned.new_of.iter().map(|new| of_registry.old_of[(*new)?]).collect();
            (rows(&registry.sections, former, &row_of), row_of)
        }
        None => (registry.sections.clone(), (0..registry.sections.len()).map(Some).collect()),
    };
    let entries = Report { old: &old, document: &document, aligned }.entries();
    // Returns the section of the registry that an entry names, or the nearest one around a new section.
    let code = |entry: &Entry<'_>| {
        let at = |text: &Text<'_>, id: &str| text.ids.iter().position(|other| *other == id);
        let (old, new) = (&aligned.old, &aligned.new);
        let row = if entry.verb == "removed" {
            at(old, entry.ids[0]).and_then(|at| row_of[at])
        } else {
            let around = std::iter::successors(at(new, entry.ids[1]), |at| new.around[*at]);
            around.into_iter().find_map(|at| of_registry.old_of[at])
        };
        row.map_or("", |row| &registry.sections[row].id)
    };
    // The vectors run only if an entry needs to know which of them reach a section.
    let is_asked = entries.iter().any(Entry::touches);
    let matrix = is_asked.then(|| Tree::read(sh, &options.reach)?.matrix(sh)).transpose()?;
    // A set or a table may be cited by its constant, even if the registry requires no citation.
    let is_cited = |entry: &Entry<'_>| {
        let row = matrix.as_ref().and_then(|matrix| matrix.row(code(entry)));
        entry.touches() && row.is_some_and(|row| !row.citations.is_empty())
    };
    let (rest, entries): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| {
        entry.status == Status::Informative && !is_cited(entry) && entry.verb != "renamed"
    });
    for entry in &entries {
        say!("{entry}");
        let touched =
            matrix.iter().filter(|_| entry.touches()).flat_map(|matrix| touched(matrix, code(entry)));
        for line in entry.words.iter().cloned().chain(touched) {
            say!("    {line}");
        }
    }
    let mut folded: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in rest {
        folded.entry(entry.verb).or_default().push(entry.ids[1]);
    }
    if !folded.is_empty() {
        let rest: Vec<String> =
            folded.iter().map(|(verb, ids)| format!("{verb} {}", ids.join(", "))).collect();
        say!("not normative: {}", rest.join("; "));
    }
    if options.dry_run || from.is_some() {
        return Ok(());
    }
    registry.sections = rows(&old, &document, &aligned.old_of);
    write(sh, &registry.path, &registry.to_string())
}

/// Reads the sections of the spec of `registry` from the file `text`.
pub(crate) fn read(registry: &Registry, text: &Path) -> Result<Vec<outline::Section>> {
    let text = fs::read_to_string(text).with_context(|| format!("cannot read {}", text.display()));
    sections(registry, &text?)
}

fn sections(registry: &Registry, text: &str) -> Result<Vec<outline::Section>> {
    let name = &registry.spec.name;
    ensure!(
        registry.spec.extracted,
        "the text of {name} is frozen: its registry is data, and nothing reads the text"
    );
    let mut outline = Outline::new(name);
    standard::read(text, &mut outline);
    for section in &mut outline.sections {
        section.sha256 = hash(&section.text);
        section.notes_sha256 = (!section.notes.is_empty()).then(|| hash(&section.notes));
    }
    Ok(outline.sections)
}

/// Returns the text of the file at `path` at the commit `commit` of its repository.
fn committed(path: &Path, commit: &str) -> Result<String> {
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

fn texts(document: &[outline::Section]) -> Text<'_> {
    Text::new(document.iter().map(|found| (&*found.id, &*found.sha256, Some(&*found.text))))
}

/// A line of the report.
#[derive(Default)]
struct Entry<'r> {
    verb: &'static str,
    /// The ids before and now; for several sections renumbered in the same way, those of the first.
    ids: [&'r str; 2],
    /// The ids of the last of several sections.
    last: Option<[&'r str; 2]>,
    title: &'r str,
    status: Status,
    /// The changed words.
    words: Option<String>,
}

impl<'r> Entry<'r> {
    /// Creates the entry of the section `row`, whose id is `now`.
    fn of(row: &'r Section, verb: &'static str, now: &'r str) -> Self {
        Self { verb, ids: [&row.id, now], title: &row.title, status: row.status, ..Self::default() }
    }

    /// True if code and tests must be reviewed, not only ids replaced.
    fn touches(&self) -> bool {
        !matches!(self.verb, "renamed" | "renumbered" | "annotated")
    }
}

impl fmt::Display for Entry<'_> {
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
    document: &'r [outline::Section],
    aligned: &'r Alignment<'r>,
}

impl<'r> Report<'r> {
    /// Returns an entry for each section that was added, removed, changed or moved.
    fn entries(&self) -> Vec<Entry<'r>> {
        let mut entries: Vec<Entry<'_>> = Vec::new();
        let reordered = self.aligned.reordered();
        for (at, section) in self.document.iter().enumerate() {
            let Some(row) = self.aligned.old_of[at].map(|old| &self.old[old]) else {
                entries.push(Entry { verb: "added", ids: [&section.id; 2], ..Entry::default() });
                continue;
            };
            let entry = |verb| Entry::of(row, verb, &section.id);
            let is_changed = section.sha256 != row.sha256;
            if is_changed {
                entries.push(Entry { words: self.words(at), ..entry("changed") });
            } else if section.notes_sha256 != row.notes_sha256 {
                entries.push(Entry { status: Status::Informative, ..entry("annotated") });
            }
            let shift = shift(&row.id, &section.id);
            if !self.aligned.is_in_place(at) {
                entries.push(entry("moved"));
            } else if reordered.contains(&at) {
                entries.push(entry("reordered"));
            } else if shift.is_some() && !is_changed {
                let verb = if self.aligned.new.around[at].is_none() { "renamed" } else { "renumbered" };
                let is_alike = |last: &&mut Entry<'_>| {
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
        let removed = self.old.iter().zip(&self.aligned.new_of).filter(|(_, new)| new.is_none());
        entries.extend(removed.map(|(row, _)| Entry::of(row, "removed", &row.id)));
        entries
    }

    /// Returns the changed words of the new section `at`, if the former ones are known.
    fn words(&self, at: usize) -> Option<String> {
        let old = self.aligned.old.words[self.aligned.old_of[at]?]?;
        Some(difference(old, &self.document[at].text))
    }
}

/// Returns the change of a step's ordinal, or `None` if only the sections around the step moved. For a
/// heading, returns 0 if its id changed.
fn shift(old: &str, new: &str) -> Option<isize> {
    let ordinal =
        |id: &str| -> Option<isize> { id[heading(id).len()..].rsplit(['-', '.']).next()?.parse().ok() };
    match (ordinal(old), ordinal(new)) {
        (Some(before), Some(now)) => Some(now - before).filter(|far| *far != 0),
        _ => (old != new).then_some(0),
    }
}

/// Returns the words that differ, in order: `[-removed-]`, `{+added+}`, and some words around them.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.split(' ').collect(), new.split(' ').collect());
    let (mut shown, mut end) = (Vec::new(), 0);
    for op in group_diff_ops(capture_diff_slices(Algorithm::Myers, &old, &new), AROUND).concat() {
        let (before, after) = (&old[op.old_range()], &new[op.new_range()]);
        shown.extend((op.new_range().start > end).then(|| "...".to_owned()));
        end = op.new_range().end;
        if let DiffOp::Equal { .. } = op {
            shown.push(after.join(" "));
            continue;
        }
        shown.extend((!before.is_empty()).then(|| format!("[-{}-]", before.join(" "))));
        shown.extend((!after.is_empty()).then(|| format!("{{+{}+}}", after.join(" "))));
    }
    shown.extend((end < new.len()).then(|| "...".to_owned()));
    shown.join(" ")
}

/// Returns the code that cites the section `id`, or the nearest section around it in the registry, and the
/// tests that reach it.
pub(crate) fn touched(matrix: &Matrix, id: &str) -> Vec<String> {
    let mut around = std::iter::once(id).chain(above(id)).filter_map(|id| matrix.row(id));
    let Some(row) = around.find(|row| !row.citations.is_empty() || row.is_covered()) else {
        return Vec::new();
    };
    let mut lines: Vec<String> =
        row.citations.iter().map(|place| format!("{place} cites {}", row.id)).collect();
    lines.extend(row.named_by.iter().take(LISTED).map(|test| format!("{test} names {}", row.id)));
    lines.extend(row.told_by.iter().take(LISTED).map(|vector| format!("{vector} reaches {}", row.id)));
    lines
}

/// Returns the registry's rows for `document`: the values that are written by hand stay with their section.
fn rows(old: &[Section], document: &[outline::Section], old_of: &[Option<usize>]) -> Vec<Section> {
    let new_of = |id: &String| {
        let at = old_of.iter().position(|at| at.is_some_and(|at| old[at].id == *id));
        at.map_or_else(|| id.clone(), |at| document[at].id.clone())
    };
    let row = |(section, at): (&outline::Section, &Option<usize>)| {
        let row = at.map(|at| old[at].clone()).unwrap_or_default();
        let called_by = row.called_by.as_ref().map(|callers| callers.iter().map(new_of).collect());
        let outline::Section { id, sha256, notes_sha256, .. } = section.clone();
        Section { id, called_by, sha256, notes_sha256, ..row }
    };
    document.iter().zip(old_of).map(row).collect()
}

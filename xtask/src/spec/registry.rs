//! Reads the registries. `docs/spec/<spec>/sections.toml` lists the sections of a spec, with our titles and
//! with hashes of the text. `rules.toml` lists the rules of a program in our words, each with the function
//! that it was read from. An id consists of a heading and, for a step, an ordinal. A constant is generated
//! for each section.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use toml::Spanned;
use xshell::Shell;

pub(crate) struct Registry {
    pub(crate) path: PathBuf,
    pub(crate) spec: Spec,
    pub(crate) sections: Vec<Section>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spec {
    pub(crate) name: String,
    pub(crate) title: String,
    /// True if `spec extract` reads the text of the spec. False if the text does not change any more.
    #[serde(default)]
    pub(crate) extracted: bool,
    pub(crate) profiles: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) layer: String,
    pub(crate) status: Status,
    /// The reason why the section is out of scope, or why no code cites it, or why no test reaches it.
    pub(crate) reason: Option<String>,
    pub(crate) profiles: Option<Vec<String>>,
    pub(crate) called_by: Option<Vec<String>>,
    /// True if the section is a loop, whose steps may run again from the first step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) repeats: bool,
    /// The hash of the section's words, without its printed number and with single spaces. Empty for the rule
    /// of a program.
    pub(crate) sha256: String,
    pub(crate) notes_sha256: Option<String>,
    /// The function that the rule of a program was read from.
    #[serde(skip)]
    pub(crate) function: Option<String>,
    #[serde(skip)]
    pub(crate) line: usize,
}

/// The requirement of a section on the code.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The code of the section's layer must cite the section.
    #[default]
    Normative,
    /// The section is a remark, or only a heading above other sections. Code may cite it.
    Informative,
    /// The section is not implemented. The field `reason` says why.
    OutOfScope,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normative => "normative",
            Self::Informative => "informative",
            Self::OutOfScope => "out-of-scope",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    spec: Spec,
    #[serde(default)]
    section: Vec<Spanned<Section>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramFile {
    program: Program,
    function: Vec<Spanned<FunctionRules>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    name: String,
    title: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionRules {
    name: String,
    /// The part of the rules' ids that identifies the function.
    id: String,
    title: String,
    rules: Vec<Spanned<(String, String)>>,
}

const SPECS: &str = "docs/spec";
const CONSUMERS: &str = "url-consumers";

impl Registry {
    pub(crate) fn load(sh: &Shell, spec: &str) -> Result<Self> {
        let folder = Path::new(SPECS).join(spec);
        let rules = folder.join("rules.toml");
        if sh.path_exists(&rules) {
            return Self::load_rules(sh, rules);
        }
        let path = folder.join("sections.toml");
        let (text, File { spec, section }) = read_toml(sh, &path)?;
        let line = |row: &Spanned<_>| line_at(&text, row.span().start);
        let located = |row: Spanned<_>| Section { line: line(&row), ..row.into_inner() };
        Ok(Self { path, spec, sections: section.into_iter().map(located).collect() })
    }

    fn load_rules(sh: &Shell, path: PathBuf) -> Result<Self> {
        let (text, ProgramFile { program, function }) = read_toml(sh, &path)?;
        let Program { name, title, source } = program;
        if source.is_empty() {
            bail!("{}:1: the program has no source", path.display());
        }
        let mut sections = Vec::new();
        for row in function {
            let start = row.span().start;
            let FunctionRules { name: function, id, title, rules } = row.into_inner();
            let mut add = |id: String, title: String, start: usize| {
                let (id, layer, line) = (format!("{name}#{id}"), CONSUMERS.into(), line_at(&text, start));
                let function = Some(function.clone());
                sections.push(Section { id, title, layer, function, line, ..Section::default() });
            };
            add(id.clone(), title, start);
            for rule in rules {
                let start = rule.span().start;
                let (number, title) = rule.into_inner();
                add(format!("{id}-{number}"), title, start);
            }
        }
        let spec = Spec { title, extracted: false, profiles: vec![name.clone()], name };
        Ok(Self { path, spec, sections })
    }

    pub(crate) fn is_program(&self) -> bool {
        self.path.ends_with("rules.toml")
    }

    pub(crate) fn all(sh: &Shell) -> Result<Vec<Self>> {
        let folders = sh.read_dir(SPECS)?.into_iter().filter(|folder| folder.is_dir());
        let name = |folder: &Path| folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folders.map(|folder| Self::load(sh, &name(&folder))).collect()
    }
}

impl fmt::Display for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[derive(Serialize)]
        struct File<'r> {
            spec: &'r Spec,
            section: &'r [Section],
        }
        let name = &self.spec.name;
        let file = File { spec: &self.spec, section: &self.sections };
        write!(
            f,
            "# The sections of {name}. `cargo xtask spec extract {name} <text>` rebuilds ids and\n\
             # hashes; title, layer, status, reason, called_by and repeats are written by hand, the title in words of ours.\n\
             # `cargo xtask spec generate` makes the constants of url-core from this.\n\n{}",
            toml::to_string(&file).map_err(|_| fmt::Error)?
        )
    }
}

/// Returns the text of the TOML file, and the value parsed from the text. Errors contain the line.
pub(crate) fn read_toml<T: DeserializeOwned>(sh: &Shell, path: &Path) -> Result<(String, T)> {
    let text = sh.read_file(path)?;
    let value = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(&text, span.start));
        anyhow!("{}:{line}: {}", path.display(), error.message())
    })?;
    Ok((text, value))
}

/// Writes `text` to the file if its content differs, because cargo rebuilds the crate of a written file.
pub(crate) fn write(sh: &Shell, path: impl AsRef<Path>, text: &str) -> Result<()> {
    if sh.read_file(&path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    Ok(sh.write_file(path, text)?)
}

pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

const DIGITS: usize = 8;

pub(crate) fn generate(sh: &Shell) -> Result<()> {
    for registry in Registry::all(sh)? {
        write(sh, constants_path(&registry), &constants(&registry))?;
    }
    let links = links(sh)?;
    if links.is_empty() { Ok(()) } else { write(sh, LINKS, &links) }
}

/// The links of the program `urlspec` to the published texts.
pub(crate) const LINKS: &str = "crates/urlspec/src/published.txt";

/// The published text of a spec, as `published.toml` describes it.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Published {
    pub address: Option<String>,
    pub anchors_are_ids: bool,
    /// The anchors of the document, by the headings of the registry.
    pub anchors: BTreeMap<String, String>,
    /// The document's own headings, because the titles in the registry are in words of this project.
    pub headings: BTreeMap<String, String>,
}

impl Published {
    /// Reads the file of `spec`. If there is none, returns a text without an address.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn read(sh: &Shell, spec: &str) -> Result<Self> {
        let path = Path::new(SPECS).join(spec).join("published.toml");
        if sh.path_exists(&path) { Ok(read_toml(sh, &path)?.1) } else { Ok(Self::default()) }
    }
}

/// Returns a line for each published text, with its address, and a line for each of its anchors. If its
/// anchors are the names of our headings, there is only a line `*`.
pub(crate) fn links(sh: &Shell) -> Result<String> {
    let mut links = String::new();
    for registry in Registry::all(sh)? {
        let Published { address, anchors_are_ids, anchors, .. } = Published::read(sh, &registry.spec.name)?;
        let Some(address) = address else { continue };
        let _ = writeln!(links, "{} {address}", registry.spec.name);
        if anchors_are_ids {
            links.push_str("  *\n");
        }
        for (heading, anchor) in anchors {
            let _ = writeln!(links, "  {heading} {anchor}");
        }
    }
    Ok(links)
}

pub(crate) fn constants_path(registry: &Registry) -> PathBuf {
    let krate = if registry.is_program() { CONSUMERS } else { "url-core" };
    format!("crates/{krate}/src/sections/{}.rs", module(&registry.spec.name)).into()
}

pub(crate) fn module(spec: &str) -> String {
    spec.replace('-', "_")
}

pub(crate) fn constant(id: &str) -> String {
    id.split_once('#').map_or(id, |(_, section)| section).to_ascii_uppercase().replace(['-', '.'], "_")
}

pub(crate) fn constants(registry: &Registry) -> String {
    let spec = &registry.spec;
    // The titles of programs contain names of functions, which need backquotes in Markdown.
    let (of, krate) = if registry.is_program() {
        (format!("The rules of the program `{}`", spec.name), "url_core")
    } else {
        (format!("The sections of {} ({})", spec.title, spec.name), "crate")
    };
    let mut file = format!(
        "//! {of}.\n//!\n//! Generated by `cargo xtask spec generate` from `{}`.\n\n{krate}::declare_sections! {{\n",
        registry.path.display()
    );
    for section in &registry.sections {
        let (id, title, name) = (&section.id, &section.title, constant(&section.id));
        let _ = write!(file, "    {name} {id:?} {title:?}");
        let _ = match section.sha256.get(..DIGITS) {
            Some(hash) => writeln!(file, " // {hash}"),
            None => writeln!(file),
        };
    }
    file += "}\n";
    let mut callers = String::new();
    for section in &registry.sections {
        if let Some(called_by) = &section.called_by {
            let _ = writeln!(callers, "    {:?} {called_by:?}", section.id);
        }
    }
    if callers.is_empty() { file } else { file + "\ncallers! {\n" + &callers + "}\n" }
}

/// Returns the id of the heading above the section `id`: the part of `id` before the ordinal.
pub fn heading(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((heading, ordinal)) if ordinal.split('.').all(is_number) => heading,
        _ => id,
    }
}

pub(crate) fn above(id: &str) -> Vec<&str> {
    let heading = heading(id);
    let mut above = Vec::new();
    let mut rest = id;
    while rest != heading {
        rest = rest.rfind('.').filter(|&at| at > heading.len()).map_or(heading, |at| &rest[..at]);
        above.push(rest);
    }
    above
}

pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(crate) fn slug(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::Registry;

    #[test]
    fn a_registry_is_written_as_it_is() {
        let sh = crate::project().unwrap();
        let registry = Registry::load(&sh, "whatwg").unwrap();
        let file = sh.read_file(&registry.path).unwrap();
        let written = registry.to_string();
        let first = file.lines().zip(written.lines()).find(|(file, written)| file != written);
        assert_eq!(first, None);
        assert!(file == written);
    }
}

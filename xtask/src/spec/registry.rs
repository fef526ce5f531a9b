//! `docs/spec/<spec>/sections.toml`: the sections of a spec, with our own titles and hashes of its text. For
//! a program, `docs/spec/<consumer>/rules.toml`: its rules in our own words, each with the function that it
//! was read from.
//!
//! Each section is also a constant of `url_core::sections` or `url_consumers::sections`, which are generated.

use std::{
    fmt::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use toml::Spanned;
use xshell::Shell;

/// A spec and its sections.
#[derive(Debug)]
pub(crate) struct Registry {
    /// Its file, from the root of the tree.
    pub(crate) path: PathBuf,
    pub(crate) spec: Spec,
    pub(crate) sections: Vec<Section>,
}

/// The document.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spec {
    pub(crate) name: String,
    pub(crate) title: String,
    /// True if `extract` reads its text, in which each algorithm has a `div` of its own. The sections of a
    /// frozen text are data.
    #[serde(default)]
    pub(crate) extracted: bool,
    /// The profiles that a section belongs to unless it lists others.
    pub(crate) profiles: Vec<String>,
}

/// A section, down to the single step.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    pub(crate) id: String,
    /// Its effect, in our own words.
    pub(crate) title: String,
    /// The crate that implements it.
    pub(crate) layer: String,
    pub(crate) status: Status,
    /// The reason why it is out of scope, or why no code cites it or no test reaches it.
    pub(crate) reason: Option<String>,
    /// The profiles that it belongs to, if not the spec's.
    pub(crate) profiles: Option<Vec<String>>,
    /// The algorithms that call it, if it is the heading of an algorithm.
    pub(crate) called_by: Option<Vec<String>>,
    /// True if it may run again from its beginning, like a loop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) repeats: bool,
    /// The hash of its words, without a printed number and with every run of white space replaced by one
    /// space; empty for the rule of a program.
    pub(crate) sha256: String,
    /// The hash of its notes and examples, if the text is read and has any.
    pub(crate) notes_sha256: Option<String>,
    /// The function that the rule of a program was read from.
    #[serde(skip)]
    pub(crate) function: Option<String>,
    /// Its line in the file.
    #[serde(skip)]
    pub(crate) line: usize,
}

/// A section's demand on the code.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Code of its layer must cite it.
    #[default]
    Normative,
    /// A remark, or a heading over others. It can be cited.
    Informative,
    /// Not implemented, for the reason given.
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

/// The file as it is parsed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    spec: Spec,
    #[serde(default)]
    section: Vec<Spanned<Section>>,
}

/// The file of a program as it is parsed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramFile {
    program: Program,
    function: Vec<Spanned<FunctionRules>>,
}

/// A program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    name: String,
    title: String,
    /// The source that the rules were read from, with its version.
    source: String,
}

/// The rules that were read from one function.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionRules {
    /// Its name in the program.
    name: String,
    /// Its name in the ids of its rules.
    id: String,
    /// Its purpose, in our own words.
    title: String,
    /// The number of each rule, and its effect.
    rules: Vec<Spanned<(String, String)>>,
}

/// The folder of the registries.
const SPECS: &str = "docs/spec";

/// The crate that implements the rules of programs.
const CONSUMERS: &str = "url-consumers";

impl Registry {
    /// Loads the registry of the spec or program `spec` in the tree.
    pub(crate) fn load(sh: &Shell, spec: &str) -> Result<Self> {
        let folder = Path::new(SPECS).join(spec);
        let rules = folder.join("rules.toml");
        if sh.path_exists(&rules) {
            return Self::load_rules(sh, rules);
        }
        let path = folder.join("sections.toml");
        let (text, File { spec, section }) = read_toml(sh, &path)?;
        let located =
            |row: Spanned<_>| Section { line: line_at(&text, row.span().start), ..row.into_inner() };
        Ok(Self { path, spec, sections: section.into_iter().map(located).collect() })
    }

    /// Loads the registry of a program in the file at `path`.
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
                sections.push(Section {
                    id: format!("{name}#{id}"),
                    title,
                    layer: CONSUMERS.into(),
                    function: Some(function.clone()),
                    line: line_at(&text, start),
                    ..Section::default()
                });
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

    /// True if it is the registry of a program, not of a document.
    pub(crate) fn is_program(&self) -> bool {
        self.path.ends_with("rules.toml")
    }

    /// Loads the registries of every spec and program, by name.
    pub(crate) fn all(sh: &Shell) -> Result<Vec<Self>> {
        let folders = sh.read_dir(SPECS)?.into_iter().filter(|folder| folder.is_dir());
        let name = |folder: &Path| folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folders.map(|folder| Self::load(sh, &name(&folder))).collect()
    }
}

/// Formats the content of the file.
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

/// Reads the TOML file at `path` of the tree: its text and its value. Errors name the line.
pub(crate) fn read_toml<T: DeserializeOwned>(sh: &Shell, path: &Path) -> Result<(String, T)> {
    let text = sh.read_file(path)?;
    let value = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(&text, span.start));
        anyhow!("{}:{line}: {}", path.display(), error.message())
    })?;
    Ok((text, value))
}

/// Writes `text` to the file at `path` of the tree, unless it is unchanged: builds that use the file stay
/// current.
pub(crate) fn write(sh: &Shell, path: impl AsRef<Path>, text: &str) -> Result<()> {
    if sh.read_file(&path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    Ok(sh.write_file(path, text)?)
}

/// Returns the number of the line that contains `offset`.
pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
}

/// The digits of a hash that are recorded after a title.
const DIGITS: usize = 8;

/// Writes the constants of every registry.
pub(crate) fn generate(sh: &Shell) -> Result<()> {
    for registry in Registry::all(sh)? {
        write(sh, constants_path(&registry), &constants(&registry))?;
    }
    Ok(())
}

/// Returns the path of the constants of `registry` in the tree.
pub(crate) fn constants_path(registry: &Registry) -> PathBuf {
    let krate = if registry.is_program() { "url-consumers" } else { "url-core" };
    PathBuf::from(format!("crates/{krate}/src/sections/{}.rs", module(&registry.spec.name)))
}

/// Returns the module of the constants of `spec`.
pub(crate) fn module(spec: &str) -> String {
    spec.replace('-', "_")
}

/// Returns the name of the constant of section `id` in its spec's module.
pub(crate) fn constant(id: &str) -> String {
    id.split_once('#').map_or(id, |(_, section)| section).to_ascii_uppercase().replace(['-', '.'], "_")
}

/// Returns the text of the file: one row a section.
pub(crate) fn constants(registry: &Registry) -> String {
    let spec = &registry.spec;
    // The titles of programs contain names that Markdown requires in backquotes.
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
        // Writing to a String cannot fail.
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

//! `cargo xtask spec try`: writes a candidate for an edit of the URL Standard that only changes data.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use url_facade::DataChange;
use xshell::Shell;

use super::candidate_file::{CandidateFile, SchemeChange, SetChange};
use super::extract::{committed, read, sections};
use super::registry::Registry;
use super::standard::TextSection;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The edited source of the URL Standard, in a git checkout.
    text: PathBuf,
    /// Compare the text with its version in this commit.
    #[arg(long, value_name = "COMMIT", default_value = "HEAD")]
    since: String,
    /// Write the candidate to FILE, for `urlspec impact --candidate FILE`.
    #[arg(long, value_name = "FILE", default_value = "candidate.toml")]
    out: PathBuf,
    /// The name of the candidate.
    #[arg(long, default_value = "edited")]
    name: String,
}

/// The edit changes more than data, so it needs code.
#[derive(Debug)]
pub(crate) struct NeedsCode;

impl fmt::Display for NeedsCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this needs code first: docs/editors.md describes candidates that change a step")
    }
}

impl std::error::Error for NeedsCode {}

pub(crate) fn run(sh: &Shell, Options { text, since, out, name }: &Options) -> Result<()> {
    let registry = Registry::load(sh, "whatwg")?;
    let new = read(&registry, text)?;
    let old = sections(&registry, &committed(text, since)?)?;
    let hashes = |sections: &[TextSection]| -> BTreeSet<String> {
        sections.iter().map(|section| section.sha256.clone()).collect()
    };
    let (old_hashes, new_hashes) = (hashes(&old), hashes(&new));
    let olds: HashMap<&str, &TextSection> = old.iter().map(|section| (&*section.id, section)).collect();
    let mut changes = Vec::new();
    let mut needs_code = false;
    for section in new.iter().filter(|section| !old_hashes.contains(&section.sha256)) {
        let before = olds.get(&*section.id);
        let change = before.and_then(|before| candidate(&section.id, &before.text, &section.text));
        say!("{}: {}", section.id, change.as_ref().map_or("a step", |change| &change.title));
        needs_code |= change.is_none();
        changes.extend(change);
    }
    let is_there = |section: &&TextSection| new.iter().any(|other| other.id == section.id);
    for section in old.iter().filter(|section| !new_hashes.contains(&section.sha256) && !is_there(section)) {
        say!("{}: removed", section.id);
        needs_code = true;
    }
    if needs_code || changes.len() > 1 {
        return Err(NeedsCode.into());
    }
    let Some(mut change) = changes.pop() else { bail!("the edit changes no normative text") };
    if let Some(equal) = change.change().and_then(DataChange::candidate) {
        say!("the candidate {} makes the same change", equal.name());
    }
    change.name.clone_from(name);
    fs::write(out, toml::to_string(&change)?).with_context(|| format!("cannot write {}", out.display()))?;
    say!("this is data: urlspec impact --candidate {} --in FILE", out.display());
    Ok(())
}

/// Returns the candidate for the change of the section `id`, if the change only has data.
fn candidate(id: &str, old: &str, new: &str) -> Option<CandidateFile> {
    let (before, now) = (code_points(old), code_points(new));
    let only = |one: &BTreeSet<char>, other: &BTreeSet<char>| one.difference(other).collect::<String>();
    let (add, remove) = (only(&now, &before), only(&before, &now));
    let set = |set: &str| {
        let is_change = add.is_ascii() && remove.is_ascii() && !(add.is_empty() && remove.is_empty());
        is_change.then(|| Some(SetChange { set: set.into(), add: add.clone(), remove: remove.clone() }))
    };
    let mut file = CandidateFile::default();
    match id.strip_prefix("whatwg#")? {
        "forbidden-domain-code-point" => file.forbidden_domain_code_points = set("")?,
        "special-scheme" => {
            let (before, now) = (schemes(old), schemes(new));
            let added = now.iter().find(|(scheme, port)| before.get(*scheme) != Some(port));
            let added = added.map(|(scheme, &port)| (scheme, true, port));
            let removed = before.keys().find(|scheme| !now.contains_key(*scheme));
            let (scheme, special, port) = added.or(removed.map(|scheme| (scheme, false, None)))?;
            file.scheme = Some(SchemeChange { scheme: scheme.clone(), special, port });
        }
        id => file.percent_encode_set = set(id.strip_suffix("-percent-encode-set")?)?,
    }
    file.title = file.change()?.sentence()?;
    Some(file)
}

/// Returns the characters that `text` names, such as `U+007C (|)`.
fn code_points(text: &str) -> BTreeSet<char> {
    let numbers = text.split("U+").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        u32::from_str_radix(&rest[..end], 16).ok()
    });
    numbers.filter_map(char::from_u32).collect()
}

/// Returns the schemes in the table of special schemes, with their default ports.
fn schemes(text: &str) -> BTreeMap<String, Option<u16>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let quoted = |word: &str| {
        Some(word.trim_matches(['"', '“', '”']).to_owned()).filter(|name| name.len() < word.len())
    };
    let row = |pair: &[&str]| match pair {
        [scheme, "null"] => Some((quoted(scheme)?, None)),
        [scheme, port] => Some((quoted(scheme)?, Some(port.parse().ok()?))),
        _ => None,
    };
    words.windows(2).filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::candidate;

    #[test]
    fn changes_of_data_are_recognized() {
        let change = |id: &str, old: &str, new: &str| candidate(&format!("whatwg#{id}"), old, new);
        let (old, new) = ("query set, U+005E (^), and U+007B ({).", "query set and U+007B ({).");
        let file = change("path-percent-encode-set", old, new).unwrap();
        assert_eq!(file.title, "the path percent-encode set loses `^`");
        let text = toml::to_string(&file).unwrap();
        assert!(text.ends_with("\n[percent-encode-set]\nset = \"path\"\nremove = \"^\"\n"), "{text}");
        let (old, new) = ("\"ftp\" 21 \"file\" null", "\"ftp\" 21 \"file\" null \"gopher\" 70");
        assert_eq!(
            change("special-scheme", old, new).unwrap().title,
            "the scheme `gopher` is special, with the default port 70"
        );
        assert_eq!(change("special-scheme", new, old).unwrap().title, "the scheme `gopher` is not special");
        assert!(change("host-state-2", "a", "b").is_none());
    }
}

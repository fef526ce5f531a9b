//! `cargo xtask spec try`: makes a candidate from an edited text.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use toml::Value;
use url_core::{ByteSet, whatwg};
use url_host::whatwg::{FORBIDDEN_DOMAIN_CODE_POINTS, FORBIDDEN_HOST_CODE_POINTS};
use url_scheme::whatwg::SPECIAL_SCHEMES;
use xshell::Shell;

use super::{
    candidates::{self, FILE},
    constants,
    extract::{read, touched},
    matrix::{ReachOptions, Tree},
    outline::slug,
    registry::{Registry, Section, Status, hash, write},
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A copy of the URL Standard's text with the edit, which is read and never stored.
    text: PathBuf,
    /// The name of the candidate, after `whatwg+`
    #[arg(long)]
    name: String,
    /// The change, as a sentence without a full stop.
    #[arg(long)]
    title: String,
    /// The page where the change is discussed.
    #[arg(long, value_name = "URL")]
    reference: String,
    #[command(flatten)]
    reach: ReachOptions,
}

/// The percent-encode sets of the newest edition, each after those that it may include.
const SETS: [(&str, ByteSet); 8] = [
    ("c0-control", whatwg::C0_CONTROL_PERCENT_ENCODE_SET),
    ("query", whatwg::QUERY_PERCENT_ENCODE_SET),
    ("fragment", whatwg::FRAGMENT_PERCENT_ENCODE_SET),
    ("special-query", whatwg::SPECIAL_QUERY_PERCENT_ENCODE_SET),
    ("path", whatwg::PATH_PERCENT_ENCODE_SET),
    ("userinfo", whatwg::USERINFO_PERCENT_ENCODE_SET),
    ("component", whatwg::COMPONENT_PERCENT_ENCODE_SET),
    ("application-x-www-form-urlencoded", whatwg::FORM_PERCENT_ENCODE_SET),
];

const HOST: &str = "whatwg#forbidden-host-code-point";
const DOMAIN: &str = "whatwg#forbidden-domain-code-point";
const SCHEMES: &str = "whatwg#special-scheme";

/// The step that lists the special schemes except "file".
const ORIGIN: &str = "whatwg#concept-url-origin-2";

/// True if `id` is a section that a candidate may alter as data, or that follows from such a change.
fn is_data(id: &str) -> bool {
    [HOST, DOMAIN, SCHEMES].contains(&id) || candidates::SETS.iter().any(|set| id == set_id(set))
}

fn set_id(set: &str) -> String {
    format!("whatwg#{set}-percent-encode-set")
}

/// Adds the candidate of an edited text, and generates the constants.
pub(crate) fn run(sh: &Shell, options: &Options) -> Result<()> {
    let Options { text, name, title, reference, reach } = options;
    let is_name = name.split('-').all(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    ensure!(is_name, "{name:?} is not made of words in lower case, with hyphens between them");
    let registry = Registry::load(sh, "whatwg")?;
    let mut document = read(&registry, text)?;
    let schemes = document.iter().find(|found| found.id == SCHEMES).map(|found| listed(&rows(&found.text)));
    if let (Some(schemes), Some(origin)) = (schemes, document.iter_mut().find(|found| found.id == ORIGIN)) {
        match origin.text.strip_prefix(&schemes) {
            Some(rest) => origin.sha256 = hash(&(listed(SPECIAL_SCHEMES) + rest)),
            None => say!("{ORIGIN} lists other schemes: the candidate's origin follows the special ones"),
        }
    }
    let known = |hash: &str| registry.sections.iter().any(|row| row.sha256 == hash);
    let is_demanded = |id: &str| {
        let row = registry.sections.iter().find(|row| row.id == id);
        row.is_none_or(|row| row.status == Status::Normative)
    };
    let changed = document.iter().filter(|found| !known(&found.sha256)).map(|found| &*found.id);
    let is_left = |row: &&Section| !document.iter().any(|found| found.sha256 == row.sha256);
    let removed = registry.sections.iter().filter(is_left).map(|row| &*row.id);
    let mut code: Vec<&str> = changed.chain(removed).filter(|id| is_demanded(id) && !is_data(id)).collect();
    code.dedup();
    if !code.is_empty() {
        let matrix = Tree::read(sh, reach)?.matrix(sh)?;
        for id in &code {
            say!("{id} needs code first");
            for line in touched(&matrix, id) {
                say!("    {line}");
            }
        }
        bail!("{} changes are no data", code.len());
    }
    // A step with a known text may still have moved, be repeated, or come in another order.
    let steps: Vec<&str> = registry
        .sections
        .iter()
        .filter(|row| row.status == Status::Normative && !is_data(&row.id))
        .map(|row| &*row.sha256)
        .collect();
    let found = document.iter().map(|found| &*found.sha256).filter(|hash| steps.contains(hash));
    let is_in_order = found.eq(steps.iter().copied());
    ensure!(is_in_order, "steps are in another order, or there more often: that needs code");
    let alteration = alteration(|id| {
        let section = document.iter().find(|found| found.id == id);
        section.map(|found| &*found.text).with_context(|| format!("the text has no section {id}"))
    })?;
    let candidates = sh.read_file(FILE)?;
    ensure!(!candidates.contains(&format!("name = {name:?}\n")), "{FILE} has a candidate {name}");
    let [title, reference] = [title, reference].map(|text| Value::from(text.as_str()));
    let row =
        format!("\n[[candidate]]\nname = {name:?}\ntitle = {title}\nreference = {reference}\n{alteration}\n");
    write(sh, FILE, &(candidates + &row))?;
    constants::generate(sh)?;
    say!("whatwg+{name}: {alteration}");
    Ok(())
}

/// Returns the alteration of sections with these texts, as a line of the file.
fn alteration<'t>(text_of: impl Fn(&str) -> Result<&'t str>) -> Result<String> {
    let without = |set: &ByteSet, other: &ByteSet| -> String {
        (0..0x80).filter(|byte| set.contains(*byte) && !other.contains(*byte)).map(char::from).collect()
    };
    let mut changes = Vec::new();
    let mut sets: Vec<(&str, ByteSet)> = Vec::new();
    for (name, newest) in SETS {
        // A note may follow.
        let text = text_of(&set_id(name))?.split(". ").next().unwrap_or_default();
        let words = slug(text);
        let is_included = |other: &str| words.contains(&format!("the-{other}-percent-encode-set"));
        let included = sets.iter().filter(|(other, _)| is_included(other));
        let set = included.fold(members(text), |set, (_, other)| set.or(other));
        sets.push((name, set));
        // The parser does not use the component set.
        if set == newest || name == "component" {
            continue;
        }
        ensure!(
            changes.is_empty()
                && candidates::SETS.contains(&name)
                && set.and_range(0, 0x1F).and_range(0x7F, 0xFF) == set,
            "the {name} percent-encode set has other members, by itself or with another one: that needs code"
        );
        for (sign, members) in [("+", without(&set, &newest)), ("-", without(&newest, &set))] {
            if !members.is_empty() {
                changes.push(("set", format!("{name} {sign}{members}")));
            }
        }
    }
    let host = members(text_of(HOST)?);
    let domain = host.or(&members(text_of(DOMAIN)?)).and_range(0, 0x1F);
    ensure!(
        host == FORBIDDEN_HOST_CODE_POINTS,
        "the forbidden host code points, which opaque hosts may not have either, are others: that needs code"
    );
    let lost = without(&FORBIDDEN_DOMAIN_CODE_POINTS, &domain);
    ensure!(lost.is_empty(), "{lost:?} are no forbidden domain code points any more: that needs code");
    let forbidden = without(&domain, &FORBIDDEN_DOMAIN_CODE_POINTS);
    if !forbidden.is_empty() {
        changes.push(("forbidden", forbidden));
    }
    let rows = rows(text_of(SCHEMES)?);
    for &(scheme, port) in rows.iter().filter(|row| !SPECIAL_SCHEMES.contains(row)) {
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        changes.push(("special", format!("+{scheme}{port}")));
    }
    for (scheme, _) in SPECIAL_SCHEMES.iter().filter(|(known, _)| rows.iter().all(|(row, _)| row != known)) {
        changes.push(("special", format!("-{scheme}")));
    }
    match &changes[..] {
        [(key, change)] => {
            if *key == "special" {
                candidates::scheme(change)?;
            }
            Ok(format!("{key} = {}", Value::from(change.as_str())))
        }
        [] => bail!("nothing that is data is altered"),
        _ => bail!("more than one thing is altered: make a candidate of each"),
    }
}

/// Returns the rows in the `text` of the table of special schemes: a scheme in quotation marks, and its
/// default port or "null".
fn rows(text: &str) -> Vec<(&str, Option<&str>)> {
    let cells: Vec<&str> = text.split('"').skip(1).collect();
    let rows = cells.chunks_exact(2).map(|row| (row[0], row[1].split_whitespace().next()));
    rows.map(|(scheme, port)| (scheme, port.filter(|port| *port != "null"))).collect()
}

/// Returns the schemes of `rows` except "file", as a step lists them.
fn listed(rows: &[(&str, Option<&str>)]) -> String {
    let schemes = rows.iter().map(|(scheme, _)| *scheme).filter(|scheme| *scheme != "file");
    let mut quoted: Vec<String> = schemes.map(|scheme| format!("{scheme:?}")).collect();
    quoted.sort();
    quoted.join(" ")
}

/// Returns the code points in `text` that are ASCII, listed one by one or as ranges.
fn members(text: &str) -> ByteSet {
    let mut set = ByteSet::of(b"");
    if text.contains("of C0 controls") {
        set = set.and_range(0, 0x1F);
    }
    let mut last = None;
    let mut parts = text.split("U+");
    let mut between = parts.next().unwrap_or_default();
    for part in parts {
        let digits = part.split(|c: char| !c.is_ascii_hexdigit()).next().unwrap_or_default();
        let point = u8::from_str_radix(digits, 16).ok().filter(u8::is_ascii);
        if let Some(point) = point {
            let first = last.filter(|_| between.trim_end().ends_with(" to")).unwrap_or(point);
            let is_bound = between.ends_with("greater than ");
            set = if is_bound { set.and_range(point + 1, 0xFF) } else { set.and_range(first, point) };
        }
        (last, between) = (point, part);
    }
    set
}

#[cfg(test)]
mod tests {
    use url_core::ByteSet;

    use super::{alteration, members};

    /// The texts of the sections.
    const TEXTS: &str = r#"
c0-control: of C0 controls and all greater than U+007E (~)
fragment: of the C0 control percent-encode set and U+0020, U+0022, U+003C, U+003E, and U+0060 (`)
query: of the C0 control percent-encode set and U+0020, U+0022, U+0023, U+003C, and U+003E. A note on U+0060
special-query: of the query percent-encode set and U+0027 (')
path: of the query percent-encode set and U+003F (?), U+005E (^), U+0060 (`), U+007B ({), and U+007D (})
userinfo: of the path percent-encode set and U+002F, U+003A, U+003B, U+003D, U+0040, U+005B to U+005D, and U+007C
component: of the userinfo percent-encode set and U+0024 ($) to U+0026 (&), U+002B, and U+002C
application-x-www-form-urlencoded: of the component percent-encode set and U+0021, U+0027 to U+0029, and U+007E
forbidden-host-code-point: U+0000 NULL, U+0009, U+000A, U+000D, U+0020, U+0023, U+002F, U+003A, U+003C, U+003E to U+0040, U+005B to U+005E, or U+007C
forbidden-domain-code-point: a forbidden host code point, a C0 control, U+0025 (%), or U+007F DELETE
special-scheme: "ftp" 21 "file" null "http" 80 "https" 443 "ws" 80 "wss" 443"#;

    /// Edits: a new text, where `{}` is the old one, and the alteration, or the reason why data cannot
    /// express it.
    const EDITS: &str = r#"
path: {}, and U+007C (|) => set = "path +|"
path: {}, U+0022 ("), U+005C (\) => set = 'path +\'
userinfo: {}, U+0021 (!) => set = "userinfo +!"
special-query: of the query percent-encode set => set = "special-query -'"
fragment: of the query percent-encode set and U+0060 => set = "fragment +#"
forbidden-domain-code-point: {}, U+002A to U+002C => forbidden = "*+,"
special-scheme: {} "gopher" 70 => special = "+gopher:70"
special-scheme: {} "x" null => special = "+x"
special-scheme: "ftp" 21 "file" null "http" 80 "https" 443 "ws" 81 "wss" 443 => special = "+ws:81"
special-scheme: "file" null "http" 80 "https" 443 "ws" 80 "wss" 443 => special = "-ftp"
path: {} => nothing that is data is altered
path: of the query percent-encode set and U+003F, U+0060, U+007B to U+007D => the userinfo percent-encode set has other members
path: U+003F => the path percent-encode set has other members
query: of the C0 control percent-encode set and U+0020 => the special-query percent-encode set has other members
userinfo: {}, U+002A (*) => the application-x-www-form-urlencoded percent-encode set has other members
c0-control: all greater than U+007E (~) => the c0-control percent-encode set has other members
forbidden-host-code-point: {}, U+002A (*) => the forbidden host code points
forbidden-domain-code-point: U+007F => "%" are no forbidden
special-scheme: {} "a" 1 "b" 2 => more than one thing is altered
special-scheme: {} "file" 1 => steps name the scheme "file""#;

    #[test]
    fn what_edits_alter_is_data_or_has_a_reason() {
        for edit in EDITS.lines().skip(1) {
            let (edit, expected) = edit.split_once(" => ").unwrap();
            let (edited, words) = edit.split_once(": ").unwrap();
            let texts = TEXTS.lines().filter_map(|line| line.split_once(": "));
            let text = |(id, text): (&str, &str)| {
                if id == edited { words.replace("{}", text) } else { text.to_owned() }
            };
            let texts: Vec<_> = texts.map(|line| (format!("whatwg#{}", line.0), text(line))).collect();
            let found = |id: &str| texts.iter().find(|(of, _)| *of == id.replace("-percent-encode-set", ""));
            let made = alteration(|id| Ok(&found(id).unwrap().1));
            let made = made.unwrap_or_else(|error| error.to_string());
            assert!(made.starts_with(expected), "{edit}: {made}");
        }
    }

    #[test]
    fn members_are_told_one_by_one_or_by_a_range() {
        assert_eq!(members("U+0041 (A) to U+0043 (C), U+005A, U+1F4A9 and U+00E9"), ByteSet::of(b"ABCZ"));
    }
}

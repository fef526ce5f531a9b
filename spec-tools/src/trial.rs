//! `cargo xtask spec try`: makes a candidate of an edited text.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use toml::Value;
use url_core::{
    ByteSet,
    whatwg::{PATH_PERCENT_ENCODE_SET, QUERY_PERCENT_ENCODE_SET, USERINFO_PERCENT_ENCODE_SET},
};
use url_host::whatwg::{FORBIDDEN_DOMAIN_CODE_POINTS, FORBIDDEN_HOST_CODE_POINTS};

use crate::{
    candidates::FILE,
    constants,
    extract::{read, touched},
    registry::{Registry, Section, Status, hash, write},
    tree::{ReachOptions, Tree},
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A copy of the URL Standard's text with the edit, which is read and never stored.
    text: PathBuf,
    /// The name of the candidate, behind `whatwg+`.
    #[arg(long)]
    name: String,
    /// What it changes, as a sentence without a full stop.
    #[arg(long)]
    title: String,
    /// Where the change is discussed.
    #[arg(long, value_name = "URL")]
    reference: String,
    #[command(flatten)]
    reach: ReachOptions,
}

/// The sets that a candidate may alter, or that follow from these.
const SETS: [&str; 4] = [
    "whatwg#path-percent-encode-set",
    "whatwg#userinfo-percent-encode-set",
    "whatwg#forbidden-host-code-point",
    "whatwg#forbidden-domain-code-point",
];

/// Adds the candidate of an edited text, and makes the constants.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let Options { text, name, title, reference, reach } = options;
    let is_name = name.split('-').all(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    ensure!(is_name, "{name:?} is not made of words in lower case, with hyphens between them");
    let registry = Registry::load(root, "whatwg")?;
    let document = read(&registry, text)?;
    let known = |text: &str| registry.sections.iter().any(|row| row.sha256 == hash(text));
    let is_demanded = |id: &str| {
        let row = registry.sections.iter().find(|row| row.id == id);
        row.is_none_or(|row| row.status == Status::Normative)
    };
    let changed = document.iter().filter(|found| !known(&found.text)).map(|found| &*found.id);
    let is_left = |row: &&Section| !document.iter().any(|found| hash(&found.text) == row.sha256);
    let removed = registry.sections.iter().filter(is_left).map(|row| &*row.id);
    let mut code: Vec<&str> =
        changed.chain(removed).filter(|id| is_demanded(id) && !SETS.contains(id)).collect();
    code.dedup();
    if !code.is_empty() {
        let matrix = Tree::read(root, reach)?.matrix(root)?;
        for id in &code {
            println!("{id} needs code first");
            for line in touched(&matrix, id) {
                println!("    {line}");
            }
        }
        bail!("{} changes are no data", code.len());
    }
    // Whose text is known may still be elsewhere, twice, or in another order.
    let steps: Vec<&str> = registry
        .sections
        .iter()
        .filter(|row| row.status == Status::Normative && !SETS.contains(&&*row.id))
        .map(|row| &*row.sha256)
        .collect();
    let found = document.iter().map(|found| hash(&found.text)).filter(|hash| steps.contains(&&**hash));
    ensure!(
        found.eq(steps.iter().copied()),
        "steps are in another order, or there more often: that needs code"
    );
    let alteration = alteration(|id| {
        let section = document.iter().find(|found| found.id == id);
        section.map(|found| members(&found.text)).with_context(|| format!("the text has no section {id}"))
    })?;
    let candidates = fs::read_to_string(root.join(FILE)).context(FILE)?;
    ensure!(!candidates.contains(&format!("name = {name:?}\n")), "{FILE} has a candidate {name}");
    let [title, reference] = [title, reference].map(|text| Value::from(text.as_str()));
    let row =
        format!("\n[[candidate]]\nname = {name:?}\ntitle = {title}\nreference = {reference}\n{alteration}\n");
    write(root, FILE.as_ref(), &(candidates + &row))?;
    constants::generate(root)?;
    println!("whatwg+{name}: {alteration}");
    Ok(())
}

/// What sets with these members alter, as a line of the file.
fn alteration(members_of: impl Fn(&str) -> Result<ByteSet>) -> Result<String> {
    let [path, userinfo, host, domain] = SETS;
    let path = QUERY_PERCENT_ENCODE_SET.or(&members_of(path)?);
    let userinfo = path.or(&members_of(userinfo)?);
    let host = members_of(host)?;
    let domain = host.or(&members_of(domain)?).and_range(0, 0x1F);
    let without = |set: &ByteSet, other: &ByteSet| -> String {
        (0..0x80).filter(|byte| set.contains(*byte) && !other.contains(*byte)).map(char::from).collect()
    };
    ensure!(
        userinfo == USERINFO_PERCENT_ENCODE_SET,
        "the userinfo percent-encode set has other members: that needs code"
    );
    ensure!(
        host == FORBIDDEN_HOST_CODE_POINTS,
        "the forbidden host code points, which opaque hosts may not have either, are others: that needs code"
    );
    let lost = without(&FORBIDDEN_DOMAIN_CODE_POINTS, &domain);
    ensure!(lost.is_empty(), "{lost:?} are no forbidden domain code points any more: that needs code");
    let changes = [
        ("path-set", "+", without(&path, &PATH_PERCENT_ENCODE_SET)),
        ("path-set", "-", without(&PATH_PERCENT_ENCODE_SET, &path)),
        ("forbidden", "", without(&domain, &FORBIDDEN_DOMAIN_CODE_POINTS)),
    ];
    let mut changes = changes.into_iter().filter(|(.., members)| !members.is_empty());
    match (changes.next(), changes.next()) {
        (Some((key, sign, members)), None) => {
            Ok(format!("{key} = {}", Value::from(format!("{sign}{members}"))))
        }
        (None, _) => bail!("no set has other members"),
        _ => bail!("more than one thing is altered: make a candidate of each"),
    }
}

/// The code points in `text`, one by one or from one to another, that are ASCII.
fn members(text: &str) -> ByteSet {
    let (mut set, mut last) = (ByteSet::of(b""), None);
    let mut parts = text.split("U+");
    let mut between = parts.next().unwrap_or_default();
    for part in parts {
        let digits = part.split(|c: char| !c.is_ascii_hexdigit()).next().unwrap_or_default();
        let point = u8::from_str_radix(digits, 16).ok().filter(u8::is_ascii);
        if let Some(point) = point {
            let first = last.filter(|_| between.trim_end().ends_with(" to")).unwrap_or(point);
            set = set.and_range(first, point);
        }
        (last, between) = (point, part);
    }
    set
}

#[cfg(test)]
mod tests {
    use url_core::ByteSet;

    use super::{SETS, alteration, members};

    /// The alteration of the Standard's sets, of which one has other words.
    fn altered(id: &str, words: &str) -> Result<String, String> {
        let text = |at: usize| match at {
            0 => {
                "the query percent-encode set and U+003F (?), U+005E (^), U+0060 (`), U+007B ({), and U+007D (})"
            }
            1 => {
                "the path percent-encode set and U+002F (/), U+003A (:), U+003B (;), U+003D (=), U+0040 (@), U+005B ([) to U+005D (]), inclusive, and U+007C (|)"
            }
            2 => {
                "U+0000 NULL, U+0009 TAB, U+000A LF, U+000D CR, U+0020 SPACE, U+0023 (#), U+002F (/), U+003A (:), U+003C (<), U+003E (>), U+003F (?), U+0040 (@), U+005B ([), U+005C (\\), U+005D (]), U+005E (^), or U+007C (|)"
            }
            _ => "a forbidden host code point, a C0 control, U+0025 (%), or U+007F DELETE",
        };
        let texts: Vec<String> = (0..SETS.len())
            .map(
                |at| if SETS[at].ends_with(id) { words.replace("{}", text(at)) } else { text(at).to_owned() },
            )
            .collect();
        let made = alteration(|id| {
            Ok(members(&texts[SETS.iter().position(|known| *known == id).unwrap_or_default()]))
        });
        made.map_err(|error| error.to_string())
    }

    #[test]
    fn what_sets_alter_is_data() {
        assert_eq!(
            altered("#path-percent-encode-set", "{}, and U+007C (|)").as_deref(),
            Ok("path-set = \"+|\"")
        );
        assert_eq!(
            altered("#path-percent-encode-set", "{}, U+0022 (\"), U+005C (\\)").as_deref(),
            Ok(r"path-set = '+\'")
        );
        assert_eq!(
            altered("#forbidden-domain-code-point", "{}, U+002A to U+002C").as_deref(),
            Ok("forbidden = \"*+,\"")
        );
        for (id, words, reason) in [
            ("#path-percent-encode-set", "{}", "no set has other members"),
            (
                "#path-percent-encode-set",
                "U+003F, U+0060, U+007B, U+007C, and U+007D",
                "the userinfo percent-encode set has other members",
            ),
            (
                "#userinfo-percent-encode-set",
                "{}, U+0021 (!)",
                "the userinfo percent-encode set has other members",
            ),
            ("#forbidden-host-code-point", "{}, U+002A (*)", "the forbidden host code points"),
            ("#forbidden-domain-code-point", "U+007F", "\"%\" are no forbidden"),
        ] {
            let error = altered(id, words).unwrap_err();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    #[test]
    fn members_are_told_one_by_one_or_by_a_range() {
        assert_eq!(members("U+0041 (A) to U+0043 (C), U+005A, U+1F4A9 and U+00E9"), ByteSet::of(b"ABCZ"));
    }
}

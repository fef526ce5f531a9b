//! Markdown that can be quoted in an issue: linked steps, results, the version, and the command.

use std::{env, fmt::Write as _, path::Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url_facade::{Profile, Section};
use urlspec_outputs::print;

use crate::{
    args::Quoting,
    operation::Outcome,
    published::{Reading, href},
    shape::ProfileRun,
    show::visible,
    verdict::{Result, Verdict},
};

/// Returns `text` as code, with invisible characters escaped.
pub(crate) fn code(text: &str) -> String {
    let text = visible(text);
    // A fence is longer than every run of backquotes in the text.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Returns the base, if there is one, in words.
pub(crate) fn against(base: Option<&str>) -> String {
    base.map_or(String::new(), |base| format!(", resolved against {}", code(base)))
}

/// Returns `text` as code in a cell of a table.
pub(crate) fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Returns the id of `section` as a link to the published text, or as code if the text is not published.
pub(crate) fn link(section: Section) -> String {
    link_to(section.id(), href(section).as_deref())
}

pub(crate) fn link_to(id: &str, href: Option<&str>) -> String {
    href.map_or_else(|| code(id), |href| format!("[{}]({href})", id.replace('|', "\\|")))
}

/// Returns the sentence of `reading`, in brackets.
pub(crate) fn reading(reading: Reading) -> String {
    format!("(reading {}: {})", reading.name, reading.sentence)
}

/// Returns the result of a profile: the serialized URL, or the error with its section.
pub(crate) fn result(run: &ProfileRun) -> String {
    match &run.result {
        Ok(outcome) => cell(outcome.product.as_str()) + opaque(outcome),
        Err(error) => format!("error: {} ({})", error.reason().name(), link(error.section())),
    }
}

fn opaque(outcome: &Outcome) -> &'static str {
    if outcome.has_opaque_path() { " (opaque path)" } else { "" }
}

/// Returns a table with a row for each of `runs`: the profile, the title of its text, and the result.
pub(crate) fn results(runs: &[ProfileRun]) -> String {
    let mut table = String::from("| profile | text | result |\n|---|---|---|\n");
    for run in runs {
        let (name, title, result) = (run.profile.name(), run.profile.title(), result(run));
        let _ = writeln!(table, "| {} | {} | {result} |", code(name), title.replace('|', "\\|"));
    }
    table
}

/// Returns the last line of a quotation: the version, and the command without names of folders.
pub(crate) fn provenance() -> String {
    let mut words = Vec::new();
    let mut is_path = false;
    for word in env::args().skip(1) {
        let of_path =
            |word: &str| Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned());
        let shown = match word.split_once('=') {
            Some((option @ ("--in" | "--html" | "--candidate"), path)) => {
                format!("{option}={}", of_path(path).unwrap_or_default())
            }
            _ if is_path => of_path(&word).unwrap_or_else(|| word.clone()),
            _ => word.clone(),
        };
        is_path = matches!(&*word, "--in" | "--html" | "--candidate");
        words.push(quoted(&shown));
    }
    let command = format!("urlspec {}", words.join(" "));
    format!("\n{} with urlspec {}\n", code(&command), env!("CARGO_PKG_VERSION"))
}

/// Returns `word` as a word of a shell command.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    if word.contains(char::is_control) {
        let mut escaped = String::new();
        for c in word.chars() {
            match c {
                '\'' | '\\' => escaped.extend(['\\', c]),
                c if c.is_control() => {
                    let mut bytes = [0; 4];
                    for byte in c.encode_utf8(&mut bytes).bytes() {
                        let _ = write!(escaped, "\\x{byte:02x}");
                    }
                }
                c => escaped.push(c),
            }
        }
        return ["$'", &escaped, "'"].concat();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Prints `text`, and the line with the version and the command.
pub(crate) fn print_markdown(text: &str) -> Result<Verdict> {
    print(|out| std::io::Write::write_all(out, (text.to_owned() + &provenance()).as_bytes()))?;
    Ok(Verdict::Valid)
}

/// The characters that `encodeURIComponent` escapes.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Prints a link to the playground of the site that shows the same input and profiles.
pub(crate) fn print_playground(
    quoting: &Quoting,
    input: &str,
    base: Option<&str>,
    profiles: &[Profile],
    every: bool,
) -> Result<Verdict> {
    let encoded = |text: &str| utf8_percent_encode(&escaped(text), COMPONENT).to_string();
    let mut link =
        format!("{}playground/index.html#input={}", quoting.site.as_deref().unwrap_or(""), encoded(input));
    if let Some(base) = base {
        let _ = write!(link, "&base={}", encoded(base));
    }
    let names: Vec<_> = profiles.iter().map(|profile| profile.name()).collect();
    if let Some(first) = names.first() {
        let _ = write!(link, "&trace={}", utf8_percent_encode(first, COMPONENT));
    }
    let _ = write!(link, "&profiles={}", names.join(","));
    if every {
        link += "&every=1";
    }
    print(|out| std::io::Write::write_all(out, (link + "\n").as_bytes()))?;
    Ok(Verdict::Valid)
}

/// Returns `text` in the notation of the page: `\u{...}` is the character with that number.
fn escaped(text: &str) -> String {
    let plain = text.replace("\\u{", "\\u{5c}u{");
    let shown = plain.chars().map(|c| match c {
        c if c.is_control() => format!("\\u{{{:x}}}", u32::from(c)),
        c => c.to_string(),
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::{code, quoted};

    #[test]
    fn text_is_quoted() {
        assert_eq!([code("a"), code("a`b"), code("`")], ["`a`", "``a`b``", "`` ` ``"]);
        assert_eq!(
            [quoted("http://a/"), quoted("a b"), quoted("it's")],
            ["http://a/", "'a b'", "'it'\\''s'"]
        );
        assert_eq!(quoted("a\tb"), "$'a\\x09b'");
    }
}

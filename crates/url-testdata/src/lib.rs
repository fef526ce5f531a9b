//! Finds and reads the test vectors of urlspec. Only urlspec's own tests use it.
//!
//! The vectors (test cases) of the project are in the folder `vectors` of this crate. The shared suites are
//! test files outside the project, in the folder that the variable `URLSPEC_SUITES` names (by default
//! `../shared/suites`). Without this folder, [`shared_suites`] records the calling test as skipped.
//!
//! # Examples
//! ```
//! use url_testdata::{own_vectors, read_json_lines};
//! let cases = read_json_lines(&own_vectors("differential").join("parsers.jsonl")).unwrap();
//! assert!(cases.iter().all(|case| case.contains_key("input")));
//! ```
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    reason = "only tests call the functions, and unwrap their results"
)]

pub mod consumers;
pub mod functions;
pub mod hostile;

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    thread,
};

use serde_json::{Map, Value};

/// One record of a JSON Lines file.
pub type Record = Map<String, Value>;

/// Returns the folder of this crate that contains the project's own vectors for `profile`.
pub fn own_vectors(profile: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(profile)
}

/// Returns the path of the file that contains the expected traces of `profile`'s vectors.
pub fn traces(profile: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces").join(format!("{profile}.txt"))
}

/// Returns the folder with the shared suites for `spec`. If this folder does not exist, calls [`record_skip`]
/// and returns `None`.
pub fn shared_suites(spec: &str) -> Option<PathBuf> {
    let beside_the_project = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites");
    let suites = env::var_os("URLSPEC_SUITES").map_or_else(beside_the_project, PathBuf::from);
    let folder = suites.join(spec);
    if folder.is_dir() {
        return Some(folder);
    }
    record_skip(&format!("no shared suites of {spec} (set URLSPEC_SUITES)"));
    None
}

/// Asserts that one line of `docs/conformance/<page>.md` contains `subject` and `figure`. Tests pass the
/// number that they measured as `figure`, so the page cannot state an old number.
pub fn assert_recorded(page: &str, subject: &str, figure: &str) {
    let is_recorded = is_recorded(page, subject, figure);
    assert!(is_recorded, "docs/conformance/{page}.md does not say `{figure}` of {subject}");
}

/// Asserts that `docs/conformance/<page>.md` says that `passed` of the `total` cases of a shared suite pass.
/// If the page states another total, the suite has changed, and the function calls [`record_skip`].
pub fn assert_recorded_of_suite(page: &str, subject: &str, passed: usize, total: usize) {
    let of = format!("of {}", with_commas(total));
    if is_recorded(page, subject, &of) {
        assert_recorded(page, subject, &format!("{} {of}", with_commas(passed)));
    } else {
        let why = format!("the suite has {total} cases, and docs/conformance/{page}.md is of another number");
        record_skip(&why);
    }
}

fn is_recorded(page: &str, subject: &str, figure: &str) -> bool {
    let path = format!("{}/../../docs/conformance/{page}.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().any(|line| line.contains(subject) && line.contains(figure))
}

fn with_commas(number: usize) -> String {
    if number < 1000 {
        number.to_string()
    } else {
        format!("{},{:03}", with_commas(number / 1000), number % 1000)
    }
}

/// The environment variable that names the file to which [`record_skip`] appends.
pub const SKIPS_FILE: &str = "URLSPEC_SKIPS";

/// Records that the running test skips some or all of its work, because of `reason`. Appends a line to the
/// file that [`SKIPS_FILE`] names, from which `cargo xtask test` prints each skip once. Without that file,
/// writes the line to stderr. libtest reports such a test as `ok`.
pub fn record_skip(reason: &str) {
    // libtest gives the thread of a test the name of the test. Cargo sets `CARGO_PKG_NAME`.
    let thread = thread::current();
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let test = format!("{package} {}", thread.name().unwrap_or("?"));
    let file = env::var_os(SKIPS_FILE).unwrap_or_default();
    if append(Path::new(&file), &format!("{test}\t{reason}\n")).is_err() {
        // libtest hides the output of `eprint!` in tests that pass, so write to stderr directly.
        let _ = writeln!(io::stderr(), "SKIPPED: {test}: {reason}");
    }
}

/// Appends `line` to `file` in a single write, so that lines of several processes do not mix.
fn append(file: &Path, line: &str) -> io::Result<()> {
    fs::OpenOptions::new().append(true).create(true).open(file)?.write_all(line.as_bytes())
}

/// Returns the folder with the sources of the crate `name`, a dependency from the registry. Tests read public
/// test data there instead of copying it.
pub fn registry_crate(name: &str) -> io::Result<PathBuf> {
    static METADATA: OnceLock<Result<Value, String>> = OnceLock::new();
    let bad = |message: String| io::Error::new(io::ErrorKind::NotFound, message);
    let metadata = METADATA.get_or_init(metadata).as_ref().map_err(|error| bad(error.clone()))?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut manifests = packages.filter(|package| package["name"] == name && package["source"].is_string());
    let manifest = manifests.find_map(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|manifest| Path::new(manifest).parent());
    folder.map(Into::into).ok_or_else(|| bad(format!("no registry crate {name} among the dependencies")))
}

fn metadata() -> Result<Value, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let listed = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .map_err(|error| error.to_string())?;
    serde_json::from_slice(&listed.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&listed.stderr)))
}

/// Returns the public test cases in the file `name` of the crate `of` from the registry. `ada-url` has the
/// newest files. Each test case of a setter has the key `attribute`, with the name of the setter.
pub fn public_cases(of: &str, name: &str) -> io::Result<Vec<Record>> {
    let folder = if of == "ada-url" { "tests/wpt" } else { "tests" };
    let lists = match read_json(&registry_crate(of)?.join(folder).join(name))? {
        Value::Object(lists) => lists,
        list => Record::from_iter([(String::new(), list)]),
    };
    let mut cases = Vec::new();
    for (attribute, list) in lists {
        for case in list.as_array().into_iter().flatten().filter_map(Value::as_object) {
            let mut case = case.clone();
            if !attribute.is_empty() {
                case.insert("attribute".into(), attribute.as_str().into());
            }
            cases.push(case);
        }
    }
    Ok(cases)
}

/// Reads the JSON in `file`. Escapes of lone surrogates become U+FFFD: a Rust string cannot contain them.
pub fn read_json(file: &Path) -> io::Result<Value> {
    let text = fs::read_to_string(file)?;
    serde_json::from_str(&replace_lone_surrogates(&text))
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", file.display())))
}

/// Returns the `.jsonl` files in `folder` and its subfolders, sorted by path.
pub fn json_lines_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(json_lines_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads the records of a JSON Lines file. Escapes of lone surrogates become U+FFFD, because a Rust string
/// cannot contain them.
pub fn read_json_lines(file: &Path) -> io::Result<Vec<Record>> {
    let text = fs::read_to_string(file)?;
    let bad = |number: usize, error| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}:{}: {error}", file.display(), number + 1))
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let record = |(number, line): (usize, &str)| {
        serde_json::from_str(&replace_lone_surrogates(line)).map_err(|error| bad(number, error))
    };
    lines.map(record).collect()
}

/// Reads the records of all of the project's own vectors for `profile`.
pub fn read_vectors(profile: &str) -> io::Result<Vec<Record>> {
    let files = json_lines_files(&own_vectors(profile))?;
    Ok(files.iter().map(|file| read_json_lines(file)).collect::<io::Result<Vec<_>>>()?.concat())
}

/// Returns the value of `key` in `record` if it is a string.
pub fn text<'r>(record: &'r Record, key: &str) -> Option<&'r str> {
    record.get(key)?.as_str()
}

/// Calls `run` with each record, and asserts that `run` returns the value of the record's key `expect`.
pub fn assert_expected(records: &[Record], run: impl Fn(&Record) -> Value) {
    let mut failures = String::new();
    for record in records {
        let got = run(record);
        if record.get("expect") != Some(&got) {
            let _ = writeln!(failures, "{}\n  got {got}", Value::from(record.clone()));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Asserts that the file `file` has `count` of the project's vectors, and runs [`assert_expected`] on them.
pub fn check_vectors(file: &str, count: usize, run: impl Fn(&Record) -> Value) {
    let records = read_json_lines(&own_vectors(file)).unwrap_or_default();
    assert_expected(&records, run);
    assert_eq!(records.len(), count, "records in {file}");
}

/// Returns the values that `record`, a vector of the profile `webspecs`, expects: those in its `expect`, but
/// replaced by those in its `expect_prose`, which follow the text of the spec. `None` if it has no `expect`.
pub fn expectation(record: &Record) -> Option<Record> {
    let mut expect = record.get("expect")?.as_object()?.clone();
    if let Some(prose) = record.get("expect_prose").and_then(Value::as_object) {
        expect.extend(prose.clone());
    }
    Some(expect)
}

/// The test cases that a profile is expected to fail, from the file `expected-failures/<profile>.jsonl`. Each
/// row has the `ids` of test cases, the `section` of the spec that causes the failures, and the reason `why`.
/// If there is no such file, all test cases must pass.
#[derive(Debug, Default)]
pub struct ExpectedFailures {
    /// The ids of the sections that cause the failures.
    pub sections: Vec<String>,
    /// The ids of the test cases. The value is true if the test case has failed in this run.
    ids: BTreeMap<String, bool>,
}

impl ExpectedFailures {
    /// Reads the expected failures of `profile`.
    pub fn of(profile: &str) -> io::Result<Self> {
        let file = format!("{}/expected-failures/{profile}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let file = Path::new(&file);
        let mut expected = Self::default();
        for row in if file.exists() { read_json_lines(file)? } else { Vec::new() } {
            let wrong = || io::Error::new(io::ErrorKind::InvalidData, Value::from(row.clone()).to_string());
            expected.sections.push(text(&row, "section").ok_or_else(wrong)?.into());
            text(&row, "why").filter(|why| !why.is_empty()).ok_or_else(wrong)?;
            for id in row.get("ids").and_then(Value::as_array).ok_or_else(wrong)? {
                let before = expected.ids.insert(id.as_str().ok_or_else(wrong)?.into(), false);
                before.map_or(Ok(()), |_| Err(wrong()))?;
            }
        }
        Ok(expected)
    }

    /// Records the result of the test case `id`. Returns true if this result of the test case is expected.
    pub fn expects(&mut self, id: &str, passes: bool) -> bool {
        let listed = self.ids.get_mut(id);
        let is_expected = passes == listed.is_none();
        if let Some(has_failed) = listed {
            *has_failed |= !passes;
        }
        is_expected
    }

    /// Returns the number of test cases that failed as expected, and the ids of the other expected failures.
    pub fn failed(&self) -> (usize, Vec<&str>) {
        let left: Vec<_> =
            self.ids.iter().filter(|(_, has_failed)| !**has_failed).map(|(id, _)| &**id).collect();
        (self.ids.len() - left.len(), left)
    }
}

fn replace_lone_surrogates(json: &str) -> String {
    let unit = |at: usize| {
        let hex = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(hex, 16).ok()
    };
    let mut out = String::with_capacity(json.len());
    let (mut rest, mut at) = (0, 0);
    while let Some(found) = json[at..].find('\\') {
        at += found;
        match (unit(at), unit(at + 6)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => at += 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str(&json[rest..at]);
                out.push_str("\\uFFFD");
                at += 6;
                rest = at;
            }
            // Skips the escaped character. It may be a backslash, and is always ASCII in JSON.
            _ => at += 2,
        }
    }
    out.push_str(&json[rest..]);
    out
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::{append, replace_lone_surrogates};

    #[test]
    fn skips_are_appended() {
        let file = env::temp_dir().join(format!("urlspec-skips-{}", process::id()));
        append(&file, "one\n").unwrap();
        append(&file, "two\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "one\ntwo\n");
        fs::remove_file(&file).unwrap();
        assert!(append(&env::temp_dir(), "none\n").is_err());
    }

    #[test]
    fn replaces_lone_surrogates_only() {
        let json = r#""\uD83D\uDE00 \uD83D \\uD83D \uDE00x""#;
        assert_eq!(replace_lone_surrogates(json), r#""\uD83D\uDE00 \uFFFD \\uD83D \uFFFDx""#);
    }
}

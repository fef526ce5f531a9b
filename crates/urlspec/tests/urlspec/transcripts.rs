//! Runs the commands in `tests/transcripts`, and compares their output with the recorded output.
//!
//! A line that begins with `$ ` is a command. The lines after it that begin with `<` are its stdin. The other
//! lines are its output, as [`RunOutput::shown`] returns it, up to the next line that begins with `$ ` or
//! with `# `, which is a comment. A line `...` matches any number of lines. `\xHH` is a byte. A line of stdin
//! that ends with `\c` has no line feed. `cat > FILE` writes stdin to a file, and `cat FILE` shows a file.
//! Each transcript has its own folder.
//!
//! In `tests/scripts` and `tests/root-scripts`, a shell runs each command, so a command may be any script for
//! `sh`.
//!
//! `URLSPEC_WRITE=1 cargo test -p urlspec --test urlspec transcripts::` replaces the recorded output by the
//! current output.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    thread,
};

use crate::run::{RunOutput, urlspec, words};

/// Returns the bytes of `text`, with a byte in place of each `\xHH`.
fn unescape(text: &str) -> Vec<u8> {
    let mut pieces = text.split("\\x");
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let byte = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.extend_from_slice(if byte.is_some() { &[] } else { b"\\x" });
        bytes.extend(byte);
        bytes.extend_from_slice(&piece.as_bytes()[if byte.is_some() { 2 } else { 0 }..]);
    }
    bytes
}

/// Returns `text` with escapes for characters that an editor would hide or remove.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for line in text.split_terminator('\n') {
        let end = line.trim_end_matches(' ').len();
        for (at, c) in line.char_indices() {
            // A line of stdin begins with `<`.
            if c.is_ascii_control() && c != '\t' || at >= end || at == 0 && c == '<' {
                write!(escaped, "\\x{:02X}", u32::from(c)).unwrap();
            } else {
                escaped.push(c);
            }
        }
        escaped.push('\n');
    }
    escaped
}

/// Runs a command with this stdin in a folder, and returns its output.
type Perform = fn(&str, Vec<u8>, &Path) -> String;

fn perform(command: &str, stdin: Vec<u8>, folder: &Path) -> String {
    match words(command)[..] {
        ["cat", ">", file] => {
            fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            fs::write(folder.join(file), stdin).unwrap();
        }
        ["cat", file] => {
            return fs::read_to_string(folder.join(file)).unwrap_or_else(|error| format!("{error}\n"));
        }
        ["urlspec", ref args @ ..] => {
            let output = urlspec().args(args).current_dir(folder).write_stdin(stdin).output().unwrap();
            return RunOutput::from(output).shown();
        }
        _ => unreachable!("unknown command: {command}"),
    }
    String::new()
}

/// True if `text` matches `pattern`. A line `...` in `pattern` matches any number of lines.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, others)) = pattern.split_once("...\n") else { return text == pattern };
    let (middle, last) = others.rsplit_once("...\n").unwrap_or(("", others));
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    // Each part between two lines `...` must begin at the start of a line.
    for piece in middle.split("...\n") {
        let mut starts = rest.match_indices(piece).filter(|(at, _)| *at == 0 || rest[..*at].ends_with('\n'));
        let Some((at, _)) = starts.next() else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.strip_suffix(last).is_some_and(|skipped| skipped.is_empty() || skipped.ends_with('\n'))
}

/// Runs the commands in `transcript`. Returns the transcript with the current output, the number of commands,
/// and a report of the commands whose output differs from the recorded output.
fn replay(transcript: &str, perform: Perform) -> (String, usize, String) {
    let outer = tempfile::tempdir().unwrap();
    // A reference such as `../x` must not be a file of another program.
    let folder = outer.path().join("folder");
    fs::create_dir(&folder).unwrap();
    let (mut replayed, mut count, mut wrong) = (String::new(), 0, String::new());
    let mut lines = transcript.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        replayed += line;
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut stdin = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('<')) {
            replayed += line;
            let line = unescape(line.strip_prefix("< ").unwrap_or("\n"));
            stdin.extend_from_slice(line.strip_suffix(b"\\c\n").unwrap_or(&line));
        }
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && !line.starts_with("# ")) {
            shown += line;
        }
        // The blank line after the output separates it from the next command or comment.
        let (expected, blank) = match shown.strip_suffix("\n\n") {
            Some(rest) => (rest.to_owned() + "\n", "\n"),
            None if shown == "\n" => (String::new(), "\n"),
            None => (shown, ""),
        };
        let script = String::from_utf8(unescape(command.trim_end())).unwrap();
        let printed = escape(&perform(&script, stdin, &folder));
        let is_right = matches(&expected, &printed);
        if !is_right {
            write!(wrong, "$ {command}-- expected\n{expected}-- printed\n{printed}\n").unwrap();
        }
        replayed += if is_right { &expected } else { &printed };
        replayed += blank;
        count += 1;
    }
    (replayed, count, wrong)
}

/// Replays the files in the folder `name` of the tests, and checks the number of their commands.
fn check_files(name: &str, commands: usize, perform: Perform) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let (mut total, mut differing) = (0, String::new());
    thread::scope(|scope| {
        let check = |path: &PathBuf| {
            let transcript = fs::read_to_string(path).unwrap();
            let (replayed, count, wrong) = replay(&transcript, perform);
            if env::var_os("URLSPEC_WRITE").is_some() {
                fs::write(path, replayed).unwrap();
            }
            (count, wrong)
        };
        let runs: Vec<_> = paths.iter().map(|path| scope.spawn(move || check(path))).collect();
        for (path, run) in paths.iter().zip(runs) {
            let (count, wrong) = run.join().unwrap();
            total += count;
            if !wrong.is_empty() {
                write!(differing, "{}:\n{wrong}", path.display()).unwrap();
            }
        }
    });
    assert!(differing.is_empty(), "{differing}");
    assert_eq!(total, commands);
}

#[test]
fn commands_print_what_the_transcripts_show() {
    check_files("transcripts", 623, perform);
}

#[cfg(unix)]
fn run_script(script: &str, stdin: Vec<u8>, folder: &Path) -> String {
    let mut sh = assert_cmd::Command::from_std(crate::shell::sh(script, folder));
    RunOutput::from(sh.write_stdin(stdin).output().unwrap()).shown()
}

#[cfg(unix)]
#[test]
fn scripts_print_what_is_recorded() {
    check_files("scripts", 168, run_script);
}

#[cfg(unix)]
#[test]
fn scripts_of_root_print_what_is_recorded() {
    let nobody = std::process::Command::new("setpriv").args(["--reuid=65534", "true"]).status();
    if !nobody.is_ok_and(|status| status.success()) {
        return url_testdata::record_skip("only root can become another user, with setpriv");
    }
    check_files("root-scripts", 8, run_script);
}

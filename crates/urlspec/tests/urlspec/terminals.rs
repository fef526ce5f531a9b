//! Tests that on a terminal, the program writes no control characters, except those of styles.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    process::{Command, Stdio},
    thread,
};

use rustix::termios::{Winsize, tcsetwinsize};

use crate::{
    run::{RunOutput, run, table, words},
    shell::{Folder, terminal},
};

/// A text that would set the title of a terminal's window, ring its bell, and move its cursor.
const ODD: &str = "\u{1b}]0;x\u{7}\u{9b}\r\u{202e}";

/// Runs `command` with a terminal as stdout and stderr. Returns the exit code, and the text on the terminal.
/// If `columns` is 0, the terminal does not tell its size.
fn on_terminal(command: &mut Command, columns: u16) -> (i32, String) {
    let (ours, theirs) = terminal();
    let size = Winsize { ws_row: 25, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).unwrap();
    let command = command.stdin(Stdio::null()).stdout(theirs.try_clone().unwrap()).stderr(theirs);
    let mut child = command.spawn().unwrap();
    command.stdout(Stdio::null()).stderr(Stdio::null());
    // Reading from the terminal fails when the last process closes the other end.
    let reader = thread::spawn(move || {
        let mut got = Vec::new();
        let _ = File::from(ours).read_to_end(&mut got);
        got
    });
    let code = child.wait().unwrap().code().unwrap();
    (code, String::from_utf8(reader.join().unwrap()).unwrap())
}

#[test]
fn control_characters_are_shown() {
    let folder = Folder::new();
    folder.write(&format!("{ODD}.txt"), "http://a.test/\n");
    std::fs::create_dir(folder.path("d")).unwrap();
    folder.write(&format!("d/{ODD}.txt"), "http://a.test/\n");
    folder.write(&format!("{ODD}.toml"), format!("{ODD} = 1"));
    folder.write("a.csv", format!("{ODD}\nhttp://a.test/#{ODD}\n"));
    folder.write("text", format!("{ODD}\nhttp://a.test/?token=1 {ODD}\n"));
    let escaped: String =
        percent_encoding::percent_encode(ODD.as_bytes(), percent_encoding::NON_ALPHANUMERIC).collect();
    for args in table(include_str!("terminals.txt")) {
        let args = args.replace("ODD", ODD).replace("ESCAPED", &escaped);
        let mut command = Command::new(env!("CARGO_BIN_EXE_urlspec"));
        command.args(words(&args)).env_remove("RAYON_NUM_THREADS").current_dir(folder.path(""));
        let (code, got) = on_terminal(&mut command, 0);
        assert!(matches!(code, 0..=2), "{args:?}: {got:?}");
        // Only styles and the progress bar may have control characters.
        let is_odd = |c: char| c == '\u{202e}' || c.is_control() && !matches!(c, '\n' | '\t' | '\r');
        assert!(!got.replace("\u{1b}[", "").contains(is_odd), "{args:?}: {got:?}");
        assert!(!got.is_empty(), "{args:?}");
        // Control characters in messages on stderr are escaped even if stderr is not a terminal.
        let stderr =
            String::from_utf8_lossy(&command.stderr(Stdio::piped()).output().unwrap().stderr).into_owned();
        assert!(!stderr.contains(is_odd), "{args:?}: {stderr:?}");
    }
    // If stdout is not a terminal, control characters are not escaped.
    let exact = run(format!("decode --as fragment {escaped}"), "");
    assert_eq!(exact.out, format!("{ODD}\n"));
}

#[test]
fn places_fit_the_terminal() {
    let url = format!("http://a.test:99999/{}", "path/".repeat(50));
    for (columns, len) in [(40, 33), (0, 84)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urlspec"));
        let (code, got) = on_terminal(command.args(["canon", &url]), columns);
        assert_eq!(code, 1);
        let place = got.lines().find(|line| line.contains(".test:")).unwrap();
        let place = String::from_utf8(anstream::adapter::strip_bytes(place.as_bytes()).into_vec()).unwrap();
        assert_eq!(place.trim_end().chars().count(), len, "{got}");
    }
}

/// `batch` and the commands that read stdin do not wait silently for a user who types nothing.
#[test]
fn a_terminal_as_stdin_is_named() {
    let folder = Folder::new();
    let (ours, theirs) = terminal();
    // Ctrl-D ends the input, for each of several reads.
    File::from(ours.try_clone().unwrap()).write_all(&[4; 8]).unwrap();
    let message = |command| {
        let output = folder.urlspec(command).stdin(theirs.try_clone().unwrap()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(message("canon"), "error: there is no input: name URLs, or a file with --in FILE\n");
    assert!(message("batch").starts_with("hint: waiting for requests on stdin"));
}

/// Stdin is a terminal whose other end is closed. The program reads two lines, and then gets the error EIO.
#[test]
#[cfg(target_os = "linux")]
fn an_input_that_fails_in_the_middle_keeps_the_old_file() {
    for (args, summary) in [
        ("canon --in - --out out", "lines 2, canonical 1, invalid 1\n"),
        ("diff --profiles whatwg,rfc3986 --in - --html out", ""),
    ] {
        let folder = Folder::new();
        folder.write("out", "old");
        let (ours, mut theirs) = terminal();
        theirs.write_all(b"http://a.test/\nx\n").unwrap();
        drop(theirs);
        let output = RunOutput::from(folder.urlspec(args).stdin(ours).output().unwrap());
        assert!(output.stderr.contains("error: cannot read stdin: Input/output error"), "{output:?}");
        assert!(output.stderr.contains(summary), "{output:?}");
        assert_eq!((output.code, folder.read("out").as_str(), folder.unfinished().len()), (2, "old", 0));
    }
}

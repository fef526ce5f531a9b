//! Tests that every option has an effect on every command that accepts it.

use std::{collections::BTreeMap, fs};

use crate::run::{path, run, write};

/// Input lines on which every option has an effect. One of the lines has a byte that is not UTF-8.
const LINES: &[u8] = b"http://z.example/z\nhttp://a.example/?\xE6\xB4\xAA\nhttp://a.example/?\xE6\xB4\xAA\nhttp://b.example/\n\
    ../x\nd.example/\n[x](../x)\nhttp:x\nhttp://u@e.example/\nhttp://c.example/\xFF";

const TABLE: &[u8] = b"u,n\nhttp://z.example/z,1\nhttp://a.example/?\xE6\xB4\xAA,1\nhttp://b.example/,1\n../x,2\n../x,2\nd.example/,2\nhttp://c.example/\xFF,3\n";

const TEXTS: &[u8] = b"%FF\nb%80\nb\nb\na\nc\xFF\n";

const REQUESTS: &str =
    "{\"op\":\"canon\",\"input\":\"http://a.example/?洪\"}\n{\"op\":\"canon\",\"input\":\"/\"}";

/// The options of commands for many URLs.
const OF_STREAMS: &str = "--strict|--null|--lossy|--base http://d.example/|--default-scheme https|\
    --where 'host = b.example'|--not-in options.list|--only-in options.list|--sort-by {path}|--group-by {path}|\
    --unique|--count|--limit 1|--sample 1|--max-bytes 1|--errors options.errors";

/// The options that commands on other texts than URLs, such as `encode`, do not have.
#[rustfmt::skip]
const OF_URLS: [&str; 8] = [
    "--profile", "--base", "--default-scheme", "--where", "--not-in", "--only-in", "--sort-by", "--group-by",
];

/// Each command, and the options that the command refuses because they would have no effect.
const COMMANDS: [(&str, &[&str]); 27] = [
    ("parse http://a.example:/?洪", &["--encoding"]),
    ("resolve --base http://a.example/?x http://b.example:/?洪", &[]),
    ("canon", &[]),
    ("canon http://a.example:/?洪", &[]),
    ("get '{href} {query:decoded}'", &[]),
    ("explain http://a.example:/?洪", &[]),
    ("edit --fragment f", &[]),
    ("find", &[]),
    ("find --format markdown", &[]),
    ("check --exit-zero", &["--encoding", "--default-scheme"]),
    ("build --scheme http --host a.example --param k=洪", &["--profile"]),
    ("encode --as query-value", &OF_URLS),
    ("decode --as query-value", &OF_URLS),
    ("guard", &["--profile", "--encoding", "--strict"]),
    ("risk", &["--strict"]),
    ("agree --profiles whatwg,rfc3986", &["--profile", "--encoding", "--default-scheme"]),
    ("columns --column u --add href,query:decoded", &["--json", "--null"]),
    ("compare http://a.example/?洪", &["--profile"]),
    ("diff --profiles whatwg,connolly http://a.example/?洪", &["--profile"]),
    ("diff --profiles whatwg,connolly", &["--profile"]),
    ("impact --to connolly", &["--profile"]),
    ("minimize --profiles whatwg,connolly http://a.example/?洪", &["--profile"]),
    ("minimize --profiles whatwg,manakai http://a.example/x%2e", &["--profile"]),
    ("profiles", &["--profile", "--encoding"]),
    ("batch", &["--json"]),
    ("completions bash", &["--profile", "--encoding", "--json"]),
    ("man", &["--profile", "--encoding", "--json"]),
];

/// An option must have an effect on at least one command line of each command that accepts it.
#[test]
fn every_option_has_an_effect_or_is_refused() {
    write("options.list", "http://b.example/\n");
    let mut effects: BTreeMap<_, bool> = BTreeMap::new();
    for (command, refused) in COMMANDS {
        let name = command.split(' ').next().unwrap();
        let input = match name {
            "columns" => TABLE,
            "batch" => REQUESTS.as_bytes(),
            "encode" | "decode" => TEXTS,
            _ => LINES,
        };
        let without = run(command, input);
        let of_all = ["--profile rfc3986", "--encoding windows-1252", "--json"];
        // A command for a single URL does not have the options for many URLs.
        let of_streams = OF_STREAMS.split('|').filter(|_| !command.contains("http://"));
        for option in of_all.into_iter().chain(of_streams) {
            let long = option.split(' ').next().unwrap();
            let with = run(format!("{command} {option}"), input);
            let why = format!("error: the option {long} has no effect on `{name}`\n");
            let is_without_effect = with.stderr.starts_with(&why);
            assert_eq!(is_without_effect, refused.contains(&long), "{command} {option}: {with:?}");
            // Clap refuses an option that the command does not have, or that conflicts with another option.
            let is_refused = with.stderr.contains("error: ") && with.stderr.contains("\n\nUsage: ");
            assert!(!is_refused || with.code == 2 && with.out.is_empty(), "{command} {option}");
            let is_new = is_refused || with != without || fs::remove_file(path("options.errors")).is_ok();
            *effects.entry((name, long)).or_default() |= is_new;
            if of_all.contains(&option) {
                assert_eq!(run(format!("{option} {command}"), input), with, "before the command: {option}");
            }
        }
        let help = run(format!("help {name}"), "").out;
        assert!(refused.iter().all(|long| !help.contains(&format!("{long} "))), "{help}");
    }
    effects.retain(|_, has_effect| !*has_effect);
    assert_eq!(effects, BTreeMap::new());
}

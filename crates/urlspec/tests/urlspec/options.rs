//! Tests that every option has an effect on every command that accepts it.

use std::{collections::BTreeMap, fs};

use crate::run::{path, run, table, write};

/// Input lines on which every option has an effect. The last line contains a byte that is not UTF-8.
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

/// Each option of a subcommand changes the result of at least one of its command lines in `options.txt`.
#[test]
fn every_option_has_an_effect_or_is_refused() {
    write("options.list", "http://b.example/\n");
    let mut effects: BTreeMap<_, bool> = BTreeMap::new();
    for line in table(include_str!("options.txt")) {
        let (command, refused) = line.split_once(" | ").unwrap_or((line, ""));
        let refused: Vec<_> = refused.split_whitespace().collect();
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

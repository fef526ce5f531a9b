//! Checks the tables of `docs/consumers.md`: the host that the client of each consumer connects to, and the
//! number of differences.

use std::{collections::BTreeMap, fmt::Write as _};

use url_facade::{Parser, Profile, consumers::Consumer};
use url_guard::connects_to;
use url_testdata::{own_vectors, read_json_lines};

const PAGE: &str = include_str!("../../../../docs/consumers.md");

fn seen(consumer: Profile, url: &str) -> String {
    let reference = Parser::new(consumer).parse_reference(url).ok().filter(|one| one.invalid().is_none());
    match reference.as_ref().and_then(connects_to) {
        Some(host) if host.to_string().is_empty() => "no host".into(),
        Some(host) => code(&host.to_string()),
        None => "refused".into(),
    }
}

fn code(text: &str) -> String {
    let escape = |c: char| if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() };
    let shown = text.chars().map(escape).collect::<String>().replace('|', "\\|");
    if shown.contains('`') { format!("`` {shown} ``") } else { format!("`{shown}`") }
}

fn input(cell: &str) -> String {
    cell.trim_matches(['`', ' ']).replace("\\|", "|").replace("\\u{9}", "\t").replace("\\u{0}", "\0")
}

fn holds(head: &str, table: &str) {
    assert!(
        PAGE.contains(&format!("{head}{table}\n")),
        "docs/consumers.md has another table:\n{head}{table}"
    );
}

fn rows(head: &str) -> impl Iterator<Item = &'static str> {
    let (_, table) = PAGE.split_once(head).unwrap();
    table.lines().map_while(|row| row.strip_prefix("| "))
}

#[test]
fn revealing_inputs_are_read_as_documented() {
    const HEAD: &str = "| URL | where the clients connect |\n|---|---|\n";
    let (mut table, mut count) = (String::new(), 0);
    for row in rows(HEAD) {
        let cell = row.split(" | ").next().unwrap();
        let url = input(cell);
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for consumer in Profile::consumers() {
            let host = seen(consumer, &url);
            if consumer.newest() != consumer && seen(consumer.newest(), &url) == host {
                continue;
            }
            match groups.iter_mut().find(|(other, _)| *other == host) {
                Some((_, names)) => names.push(consumer.name()),
                None => groups.push((host, vec![consumer.name()])),
            }
        }
        groups.sort_by_key(|(host, names)| (host == "refused", usize::MAX - names.len()));
        let groups: Vec<_> =
            groups.iter().map(|(host, names)| format!("**{host}**: {}", names.join(", "))).collect();
        writeln!(table, "| {} | {} |", code(&url), groups.join("<br>")).unwrap();
        count += 1;
    }
    assert_eq!(count, 40);
    holds(HEAD, &table);
}

/// Two clients differ on an input if both consumers accept it, but the clients connect to different hosts.
#[test]
fn consumer_pairs_differ_as_documented() {
    const EDITIONS: &str =
        "| editions | other answers | of these, another host | one refuses |\n|---|--:|--:|--:|\n";
    let records = read_json_lines(&own_vectors("consumers").join("recorded.jsonl")).unwrap();
    let inputs: Vec<_> = records.iter().map(|record| record["input"].as_str().unwrap()).collect();
    let all: BTreeMap<_, Vec<String>> = Profile::consumers()
        .map(|consumer| (consumer, inputs.iter().map(|url| seen(consumer, url)).collect()))
        .collect();
    let different = |a: Profile, b: Profile| {
        let both = all[&a].iter().zip(&all[&b]).filter(|(a, b)| *a != "refused" && *b != "refused");
        let (count, different) = both.fold((0, 0), |(count, different): (u32, u32), (a, b)| {
            (count + 1, different + u32::from(!a.eq_ignore_ascii_case(b)))
        });
        format!("{:.1}", 100.0 * f64::from(different) / f64::from(count.max(1)))
    };
    let newest: Vec<_> = Profile::consumers().filter(|consumer| consumer.newest() == *consumer).collect();
    let numbers: Vec<_> = (1..=newest.len()).map(|number| number.to_string()).collect();
    let head = format!("| | {} |\n|---|{}\n", numbers.join(" | "), "--:|".repeat(newest.len()));
    let mut table = String::new();
    for (number, row) in newest.iter().enumerate() {
        let cells: String = newest
            .iter()
            .map(
                |column| {
                    if row == column { " |".into() } else { format!(" {} |", different(*row, *column)) }
                },
            )
            .collect();
        writeln!(table, "| {} {row} |{cells}", number + 1).unwrap();
    }
    holds(&head, &table);
    let mut table = String::new();
    for older in Profile::consumers().filter(|consumer| consumer.newest() != *consumer) {
        let newest = older.newest();
        let parse = |consumer, url| {
            let reference =
                Parser::new(consumer).parse_reference(url).ok().filter(|one| one.invalid().is_none());
            reference.map(|reference| {
                url_facade::consumers::exposed_parts(&reference)
                    .unwrap()
                    .map(|(part, text)| (part, text.to_owned()))
                    .collect::<Vec<_>>()
            })
        };
        let other: Vec<_> =
            (0..inputs.len()).filter(|&at| parse(older, inputs[at]) != parse(newest, inputs[at])).collect();
        let refused = other
            .iter()
            .filter(|&&at| (all[&older][at] == "refused") != (all[&newest][at] == "refused"))
            .count();
        let host = other.iter().filter(|&&at| all[&older][at] != all[&newest][at]).count() - refused;
        writeln!(table, "| {older}, {newest} | {} | {host} | {refused} |", other.len()).unwrap();
    }
    holds(EDITIONS, &table);
}

/// The page lists the rules that a consumer has only since a certain version of its program.
#[test]
fn editions_differ_as_documented() {
    const HEAD: &str = "| rule | what it says |\n|---|---|\n";
    let programs = Consumer::ALL.chunk_by(|one, next| one.section() == next.section());
    let all = programs.flat_map(|editions| editions[0].rules());
    let mut table = String::new();
    for rule in all.filter(|rule| rule.title().contains("ince ")) {
        writeln!(table, "| `{}` | {} |", rule.id(), rule.title().replace('|', "\\|")).unwrap();
    }
    holds(HEAD, &table);
}

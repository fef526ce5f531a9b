//! Compares url-host's table of the characters that Unicode 4.0 and 4.1 added with the property `Age`. Tests
//! of that crate compare the other tables of old versions with Python's copy of Unicode 3.2.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::{fs, path::Path};

use regex_syntax::hir::{Class, HirKind};

#[test]
fn what_4_1_added_is_in_the_table() {
    let tables =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/url-host/src/manakai/unicode_tables.rs");
    let tables = fs::read_to_string(tables).unwrap();
    let (_, table) = tables.split_once("ADDED_AFTER_3_2_UP_TO_4_1: [(char, char); ").unwrap();
    let (count, rows) = table.split_once("];\n").unwrap().0.split_once("] = [\n").unwrap();
    let added = regex_syntax::parse(r"[\p{age:4.1}--\p{age:3.2}]").unwrap();
    let HirKind::Class(Class::Unicode(added)) = added.kind() else { panic!("{added:?}") };
    let literal = |c| format!("'\\u{{{:04X}}}'", u32::from(c));
    let expected =
        added.iter().map(|range| format!("({}, {}),", literal(range.start()), literal(range.end())));
    let expected: Vec<_> = expected.collect();
    assert_eq!(count, expected.len().to_string());
    assert_eq!(rows.split_whitespace().collect::<Vec<_>>().join(" "), expected.join(" "));
}

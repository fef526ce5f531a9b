//! Tests the Unicode version of each table, and compares the tables of Unicode 3.2 with those of Python.
//!
//! The hashes and the vectors of `vectors/unicode-3.2` come from Python's `unicodedata.ucd_3_2_0` and
//! `stringprep`, which contain the data of Unicode 3.2.0 and of RFC 3454. One hash is that of the lines
//! `ucd_3_2_0.normalize("NFKC", c)`, for each character outside table A.1. The other is that of a string with
//! "R" for each character of table D.1, "L" for each of table D.2, and "-" for any other character.

use icu_properties::{CodePointMapData, props::GeneralCategory};
use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use regex_syntax::hir::{Class, HirKind};
use url_host::manakai::{
    Direction,
    Marker::{self, Chrome, Gecko, Ie, This},
};
use url_testdata::{json_lines_files, own_vectors, read_json_lines};

/// The number of decompositions that Unicode 4.1 has and 3.2 does not, counted with Python's `unicodedata`.
const ADDED_DECOMPOSITIONS: usize = 246;

/// Returns the 64-bit FNV-1a hash of `text`.
fn sum(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

fn nfkc(marker: Marker, c: char) -> String {
    marker.nfkc(c.encode_utf8(&mut [0; 4]))
}

fn is_in_3_2(c: char) -> bool {
    !stringprep::tables::unassigned_code_point(c)
}

/// Returns the newest version of Unicode with a letter that `has` accepts, or "older" if it accepts none.
fn newest(has: impl Fn(char) -> bool) -> &'static str {
    let letters = [
        ("18", '\u{3D000}'),
        ("17", '\u{11DB0}'),
        ("16", '\u{1C8A}'),
        ("15.1", '\u{2EBF0}'),
        ("3.2", '\u{220}'),
    ];
    letters.into_iter().find(|&(_, letter)| has(letter)).map_or("older", |(version, _)| version)
}

/// See `docs/conformance/whatwg.md`, "The version of Unicode".
#[test]
fn versions_of_the_tables() {
    let is_assigned = |c| CodePointMapData::<GeneralCategory>::new().get(c) != GeneralCategory::Unassigned;
    let is_valid = |c: char| {
        let label = String::from(c);
        let (deny_list, hyphens) = (AsciiDenyList::EMPTY, Hyphens::Allow);
        Uts46::new().to_ascii(label.as_bytes(), deny_list, hyphens, DnsLength::Ignore).is_ok()
    };
    let (major, minor, _) = unicode_normalization::UNICODE_VERSION;
    let tables = [
        format!("icu_properties {}", newest(is_assigned)),
        format!("idna {}", newest(is_valid)),
        format!("stringprep {}", newest(is_in_3_2)),
        format!("unicode-normalization {major}.{minor}"),
    ];
    // The standard library's tables are used only for controls, which never change.
    println!("{}, the standard library {:?}", tables.join(", "), char::UNICODE_VERSION);
    assert_eq!(
        tables.join(", "),
        "icu_properties 17, idna 17, stringprep 3.2, unicode-normalization 18.0",
        "not the tables that Cargo.lock holds: use `--locked`"
    );
}

#[test]
fn nfkc_of_every_character_of_3_2() {
    let all: Vec<_> = ('\0'..=char::MAX).filter(|&c| is_in_3_2(c)).map(|c| nfkc(Ie, c)).collect();
    assert_eq!(sum(&all.join("\n")), 0x85B1_508B_A37C_B489);
}

#[test]
fn nfkc_of_strings_in_3_2() {
    let mut count = 0;
    for file in json_lines_files(&own_vectors("unicode-3.2")).unwrap() {
        for record in read_json_lines(&file).unwrap() {
            let [input, expected] = ["input", "expect"].map(|key| record[key].as_str().unwrap());
            assert_eq!(Chrome.nfkc(input), expected, "{}", input.escape_unicode());
            count += 1;
        }
    }
    assert_eq!(count, 400);
}

#[test]
fn characters_that_3_2_does_not_assign_are_kept() {
    let left_alone = |c: char| nfkc(Chrome, c) == String::from(c);
    assert!(('\0'..=char::MAX).filter(|&c| !is_in_3_2(c)).all(left_alone));
    // U+0358 is a combining mark of Unicode 4.1. In 3.2 it is unassigned, so it blocks the composition.
    assert_eq!(Chrome.nfkc("e\u{358}\u{301}"), "e\u{358}\u{301}");
    assert_eq!(Gecko.nfkc("e\u{358}\u{301}"), "\u{E9}\u{358}");
}

/// By Unicode's stability policy, newer versions normalize the characters of Unicode 4.1 as Unicode 4.1 does.
#[test]
fn nfkc_of_4_1_equals_the_current_one_for_its_characters() {
    let mut added = 0;
    for c in '\0'..=char::MAX {
        let in_4_1 = nfkc(Gecko, c);
        if in_4_1 != String::from(c) {
            assert_eq!(in_4_1, nfkc(This, c));
            added += usize::from(!is_in_3_2(c));
        }
        if is_in_3_2(c) && !matches!(c, '\u{2F868}' | '\u{2F874}' | '\u{2F91F}' | '\u{2F95F}' | '\u{2F9BF}') {
            assert_eq!(in_4_1, nfkc(Chrome, c));
        }
    }
    // U+FE19 is of Unicode 4.1, U+1B06 of 5.0.
    assert_eq!(nfkc(Gecko, '\u{FE19}'), "...");
    assert_eq!(Gecko.nfkc("\u{1B05}\u{1B35}"), "\u{1B05}\u{1B35}");
    assert_eq!(added, ADDED_DECOMPOSITIONS);
}

#[test]
fn directions_of_3_2() {
    let direction = |c| match Ie.direction(c) {
        Direction::RightToLeft => 'R',
        Direction::LeftToRight => 'L',
        Direction::Other => '-',
    };
    let all: String = ('\0'..=char::MAX).map(direction).collect();
    assert_eq!(sum(&all), 0x62E4_2B3C_B582_0BA6);
    assert!(('\0'..=char::MAX).all(|c| Gecko.direction(c) == Ie.direction(c)));
}

#[test]
fn the_table_has_the_characters_that_4_1_added() {
    let tables = include_str!("../src/manakai/unicode_tables.rs");
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

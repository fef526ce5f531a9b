//! Fuzzes all specs: the functions that parse must return the same result, and report valid byte ranges.
//!
//! The fields of the fuzz input are the string to parse, the base if there is one, and the query encoding.

#![no_main]

use libfuzzer_sys::fuzz_target;
use url_facade::{Encoding, Parser};
use urlspec_fuzz::{Fields, specs};

#[path = "../../crates/url-facade/tests/facade/runs.rs"]
mod runs;

const ENCODINGS: [&str; 8] =
    ["utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "utf-16", "euc-kr", "x-user-defined"];

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields::new(data);
    let (input, base) = (fields.text(), fields.optional_text());
    let encoding = Encoding::for_label(fields.choice(&ENCODINGS)).unwrap();
    for &profile in specs() {
        let parser = Parser::new(profile).with_encoding(encoding);
        let mut strings = runs::Strings { profile, input: &input, base: None };
        let parsed = parser.parse_reference(&input).unwrap();
        assert_eq!(Ok(&parsed), parser.parse_reference_traced(&input, &mut strings).as_ref());
        strings.check_error(parsed.invalid());
        match &base {
            None => drop(runs::check_runs(parser, &input, None)),
            Some(base) => drop(runs::check_against(parser, &input, base)),
        }
    }
});

//! Fuzzes `urlspec batch`: each line must get one line as its answer, a JSON object with the id of the
//! request.
//!
//! The fuzz input is what the program would read from stdin. It is split into lines in the same way.

#![no_main]

use libfuzzer_sys::fuzz_target;
use url_facade::{Parser, Profile};
use urlspec_fuzz::{Object, has_error_kind, object};

/// The modules of the program that answer a line, included as files because a program is not a library.
#[path = "../../crates/urlspec/src"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod program {
    pub(crate) mod operation;
    pub(crate) mod published;
    pub(crate) mod request;
    pub(crate) mod shape;
}
use program::{operation, published, request, shape};

fuzz_target!(|data: &[u8]| {
    for profile in [Profile::Whatwg, Profile::Connolly] {
        let defaults = request::Defaults { parser: Parser::new(profile), base: None };
        for line in data.split(|&byte| byte == b'\n') {
            let mut out = Vec::new();
            defaults.answer(line, &mut out);
            check(line, &out);
        }
    }
});

fn check(line: &[u8], out: &[u8]) {
    let what = || format!("{} -> {}", line.escape_ascii(), out.escape_ascii());
    let answer = object(out).unwrap_or_else(|| panic!("no line with an object: {}", what()));
    let is_ok = answer["ok"].get() == "true";
    assert!(is_ok || answer["ok"].get() == "false", "{}", what());
    // If `ok` is true, an error may say why a string is not valid or a setter refused a value.
    assert!(is_ok || has_error_kind(&answer), "{}", what());
    if let Ok(request) = serde_json::from_slice::<Object<'_>>(line)
        && is_ok
    {
        assert_eq!(answer["id"].get(), request.get("id").map_or("null", |id| id.get()), "{}", what());
    }
}

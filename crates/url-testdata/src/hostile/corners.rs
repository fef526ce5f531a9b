//! Corner cases of each part of a URL, which random strings rarely contain. The answers of real programs to
//! these inputs are recorded in `vectors/consumers`.

use super::{Corner, LISTS};

/// Returns all corner cases.
pub fn corners() -> Vec<String> {
    let mut corners = Vec::new();
    for Corner { frames, parts } in &LISTS.corners {
        for part in parts {
            let part = with_runs(part);
            corners.extend(frames.iter().map(|frame| frame.replace("{}", &part)));
        }
    }
    corners
}

/// Replaces `{63}` by 63 times the letter `a`, and so on.
fn with_runs(name: &str) -> String {
    let mut pieces = name.split('{');
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let run = piece.split_once('}').and_then(|(count, rest)| Some((count.parse().ok()?, rest)));
        match run {
            Some((count, rest)) => made = format!("{made}{}{rest}", "a".repeat(count)),
            None => made = format!("{made}{{{piece}"),
        }
    }
    made
}

//! Ids of sections. An id has a heading and, for a step below it, an ordinal with the step's positions.

/// Returns the id of the heading in a section's id, which is the part before the ordinal.
pub fn heading(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((heading, ordinal)) if ordinal.split('.').all(is_number) => heading,
        _ => id,
    }
}

/// Returns the ids of the steps around a section, innermost first, and then that of the heading.
pub(crate) fn above(id: &str) -> Vec<&str> {
    let heading = heading(id);
    let mut above = Vec::new();
    let mut rest = id;
    while rest != heading {
        rest = rest.rfind('.').filter(|&at| at > heading.len()).map_or(heading, |at| &rest[..at]);
        above.push(rest);
    }
    above
}

/// True if `text` is a decimal number.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `title` in lower case, with hyphens in place of spaces.
pub(crate) fn slug(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

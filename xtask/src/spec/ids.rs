//! Ids of sections: a heading, and below it an ordinal, the positions of a step.

/// Returns the part of a section's id before its ordinal.
pub fn heading(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((heading, ordinal)) if ordinal.split('.').all(is_number) => heading,
        _ => id,
    }
}

/// Returns the sections above a section: the steps around it and their heading, innermost first.
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

/// Returns `title` in lower case, with hyphens between its words.
pub(crate) fn slug(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

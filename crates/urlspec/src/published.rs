//! Links from sections to the published texts, and the readings: interpretations of unclear sentences.

use std::{collections::HashMap, sync::LazyLock};

use url_facade::Section;

/// The addresses of the texts and their anchors, which `cargo xtask spec generate` writes.
const TEXTS: &str = include_str!("published.txt");

/// The readings, one a line: its name, the sections that it decides, separated by commas, and a sentence.
const READINGS: &str = include_str!("readings.txt");

/// The address of each text, by the name of its specification, and its anchors by heading.
static LINKS: LazyLock<HashMap<&str, Text>> = LazyLock::new(|| {
    let (mut links, mut last) = (HashMap::<_, Text>::new(), "");
    for line in TEXTS.lines() {
        if let Some(row) = line.strip_prefix("  ") {
            links.entry(last).or_default().anchors.extend([row.split_once(' ').unwrap_or((row, ""))]);
        } else {
            let (spec, address) = line.split_once(' ').unwrap_or_default();
            links.entry(spec).or_default().address = address;
            last = spec;
        }
    }
    links
});

#[derive(Default)]
struct Text {
    address: &'static str,
    anchors: HashMap<&'static str, &'static str>,
}

/// Returns the address of the heading of `section`: see [`link`].
pub(crate) fn href(section: Section) -> Option<String> {
    link(section.algorithm())
}

/// Returns the address of `heading`, such as `whatwg#host-state`, in the published text or source code, or
/// else the address of the text. Returns `None` if the text was not published.
pub(crate) fn link(heading: &str) -> Option<String> {
    let (spec, name) = heading.split_once('#')?;
    let Text { address, anchors } = LINKS.get(spec)?;
    let anchor = if anchors.contains_key("*") { Some(name) } else { anchors.get(name).copied() };
    Some(anchor.map_or_else(|| (*address).to_owned(), |anchor| format!("{address}#{anchor}")))
}

/// A reading that decides a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Reading {
    pub(crate) name: &'static str,
    pub(crate) sentence: &'static str,
}

impl Reading {
    fn all() -> impl Iterator<Item = (Self, &'static str)> {
        READINGS.lines().filter_map(|line| {
            let (name, rest) = line.split_once(' ')?;
            let (sections, sentence) = rest.split_once(' ')?;
            Some((Self { name, sentence }, sections))
        })
    }

    /// Returns the reading with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::all().find_map(|(reading, _)| (reading.name == name).then_some(reading))
    }

    /// Returns the reading that decides `section`, if its text is unclear.
    pub(crate) fn of(section: Section) -> Option<Self> {
        let mut all = Self::all();
        all.find_map(|(reading, sections)| {
            sections.split(',').any(|id| id == section.id()).then_some(reading)
        })
    }
}

#[cfg(test)]
mod tests {
    use url_facade::{consumers::Consumer, sections};

    use super::{LINKS, Reading, href};

    /// Every section has the address of its text, and every step the anchor of its heading, if the text has
    /// anchors.
    #[test]
    fn sections_have_links() {
        let link = |id| href(sections::find(id).unwrap()).unwrap();
        assert!(link("manakai#canonicalize-host-20.1.3").ends_with("/spec.txt#L830"));
        assert!(link("whatwg#host-state-3.3").ends_with("/#host-state"));
        assert!(link("rfc3986#host-8.1").ends_with("/rfc3986#section-3.2.2"));
        assert!(link("barth-2010#parsing-a-url-1").ends_with("/url.txt#L33"));
        assert!(link("uts58#link-termination-4").ends_with("/tr58-2.html"));
        // Terms that have no heading, and headings that end with a number.
        let without = [
            "cleanse",
            "percent-encode",
            "encode-sets",
            "encoded-components",
            "web-addresses-in-html",
            "changes-from-rfc",
        ];
        let rules = Consumer::ALL.iter().flat_map(|program| program.rules());
        let mut steps = 0;
        for section in sections::all().chain(rules.copied()) {
            let Some(address) = href(section) else { panic!("{section}") };
            let (spec, heading) = section.algorithm().split_once('#').unwrap();
            let is_step = section.id() != section.algorithm() && !without.contains(&heading);
            steps += usize::from(is_step);
            let has_anchors = !LINKS[spec].anchors.is_empty();
            assert!(!is_step || !has_anchors || address.contains('#'), "{section}: {address}");
        }
        assert!(steps > 2000 && LINKS.len() == 24, "{steps}, {}", LINKS.len());
    }

    #[test]
    fn readings_name_sections() {
        assert!(Reading::all().count() > 40);
        for (reading, list) in Reading::all() {
            assert!(list.split(',').all(|id| sections::find(id).is_some()), "{reading:?}: {list}");
        }
        let port = sections::find("barth-01#canonicalizing-a-url-4.5").unwrap();
        assert_eq!(Reading::of(port).map(|reading| reading.name), Some("B19"));
        assert_eq!(Reading::named("B19"), Reading::of(port));
    }
}

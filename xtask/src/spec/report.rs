//! What `cargo xtask spec extract` tells an editor: what changed, each with the code and the tests that it touches.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::{
    changes::{Change, Kind, Spot},
    matrix::{Matrix, Row},
    outline::above,
};

/// How many of the vectors that reach a section are listed.
const LISTED: usize = 3;

/// The report on a text.
#[derive(Serialize)]
pub(crate) struct Report {
    spec: String,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    kind: Kind,
    id: String,
    /// The old id, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
    /// The title, where there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    /// The sections in it that were added or removed with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    with: Vec<String>,
    touches: Vec<Touched>,
}

/// A section that has code or tests.
#[derive(Serialize)]
struct Touched {
    place: Place,
    /// Its id in the code.
    id: String,
    /// Its id in the new text, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<String>,
    code: Vec<String>,
    tests: Vec<String>,
}

/// Where it stands, seen from what changed.
#[derive(Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Place {
    At,
    After,
    Before,
    Below,
}

impl Report {
    /// On `entries`; `is_rewritten` says that `matrix` has the new ids, not the old ones.
    pub(crate) fn new(spec: &str, entries: &[Change], matrix: Option<&Matrix>, is_rewritten: bool) -> Self {
        let reader = Reader { matrix, is_rewritten };
        Self { spec: spec.into(), entries: entries.iter().map(|change| reader.entry(change)).collect() }
    }

    /// As a page of its own.
    pub(crate) fn page(&self) -> String {
        let mut rows = String::new();
        for Entry { kind, id, was, title, with, touches } in &self.entries {
            let was = was.as_ref().map(|was| format!("<br>was <code>{}</code>", escape(was)));
            let with: Vec<String> = with.iter().map(|id| format!("<code>{}</code>", escape(id))).collect();
            let with = if with.is_empty() { String::new() } else { format!("<br>with {}", with.join(", ")) };
            let mut touched = String::new();
            for Touched { place, id, now, code, tests } in touches {
                let lines = code.iter().chain(tests).map(|line| format!("<li>{}", escape(line)));
                let place = place.of(id, now.as_deref()).unwrap_or_default();
                let _ = write!(touched, "{}<ul>{}</ul>", escape(&place), lines.collect::<String>());
            }
            let _ = writeln!(
                rows,
                "<tr class={kind}><td>{kind}<td><code>{}</code>{}{with}<td>{}<td>{touched}",
                escape(id),
                was.unwrap_or_default(),
                escape(title)
            );
        }
        format!(
            "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\n\
             <title>{spec}: what changed</title>\n<style>body {{ font: 1rem/1.5 sans-serif; margin: 2rem }} \
             table {{ border-collapse: collapse }} td, th {{ border-top: 1px solid #8888; padding: .3em .6em; \
             text-align: left; vertical-align: top; overflow-wrap: anywhere }} ul {{ margin: 0 }} \
             .added {{ background: #0a02 }} .removed {{ background: #d002 }} .changed {{ background: #e902 }}</style>\n\
             <h1>{spec}: what changed</h1>\n<p>{}.\n<table>\n<tr><th>what<th>section<th>title<th>code and tests\n{rows}</table>\n",
            self.summary(),
            spec = escape(&self.spec),
        )
    }

    /// How many entries there are of each kind.
    fn summary(&self) -> String {
        let kinds = [Kind::Added, Kind::Removed, Kind::Changed, Kind::Moved, Kind::Renamed, Kind::Renumbered];
        let counts = kinds.map(|kind| (self.entries.iter().filter(|entry| entry.kind == kind).count(), kind));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, kind)| format!("{count} {kind}")).collect();
        if counts.is_empty() { "no change".into() } else { counts.join(", ") }
    }
}

impl Place {
    /// In words, of the section `id` that is `now` another one; nothing where the section is the entry's own.
    fn of(self, id: &str, now: Option<&str>) -> Option<String> {
        let place = match self {
            Self::At => return None,
            Self::After => "after",
            Self::Before => "before",
            Self::Below => "below",
        };
        let now = now.map(|now| format!(", now {now}")).unwrap_or_default();
        Some(format!("{place} {id}{now}:"))
    }
}

/// An entry a line, and below it what it touches.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Entry { kind, id, was, with, touches, .. } in &self.entries {
            match was {
                Some(was) => write!(f, "{kind:<10} {was} -> {id}")?,
                None => write!(f, "{kind:<10} {id}")?,
            }
            match with.len() {
                0 => writeln!(f)?,
                inner => writeln!(f, " and {inner} in it")?,
            }
            for Touched { place, id, now, code, tests } in touches {
                for line in place.of(id, now.as_deref()).iter().chain(code).chain(tests) {
                    writeln!(f, "           {line}")?;
                }
            }
        }
        Ok(())
    }
}

struct Reader<'a> {
    matrix: Option<&'a Matrix>,
    is_rewritten: bool,
}

impl Reader<'_> {
    fn entry(&self, change: &Change) -> Entry {
        let Change { kind, id, was, title, at, inner, before, after } = change;
        let mut touches = Vec::new();
        let beside = [(Place::After, before), (Place::Before, after)];
        match kind {
            Kind::Renamed | Kind::Renumbered => {}
            // It has no code of its own of which an editor should think.
            Kind::Moved => {
                touches.extend(before.as_ref().and_then(|spot| self.touched(Place::After, spot)));
            }
            Kind::Changed => {
                touches.extend(self.touched(Place::At, at));
                if touches.is_empty() {
                    touches.extend(self.around(at));
                }
            }
            Kind::Added | Kind::Removed => {
                let own = std::iter::once(at).chain(inner);
                touches.extend(own.filter_map(|spot| self.touched(Place::At, spot)));
                let spots = beside.into_iter().filter_map(|(place, spot)| Some((place, spot.as_ref()?)));
                let beside: Vec<_> = spots.filter_map(|(place, spot)| self.touched(place, spot)).collect();
                if beside.is_empty() && touches.is_empty() {
                    touches.extend(self.around(at));
                }
                touches.extend(beside);
            }
        }
        let of_text = |spot: &Spot| spot.new.clone().or_else(|| spot.old.clone());
        Entry {
            kind: *kind,
            id: id.clone(),
            was: was.clone(),
            title: title.clone(),
            with: inner.iter().filter_map(of_text).collect(),
            touches,
        }
    }

    /// What `spot` touches, if anything.
    fn touched(&self, place: Place, spot: &Spot) -> Option<Touched> {
        let id = if self.is_rewritten { &spot.new } else { &spot.old };
        let touched = self.row(place, id.as_ref()?)?;
        Some(Touched { now: spot.new.clone().filter(|now| *now != touched.id), ..touched })
    }

    /// The nearest section around `spot` that touches something.
    fn around(&self, spot: &Spot) -> Option<Touched> {
        let id = spot.old.as_ref().filter(|_| !self.is_rewritten).or(spot.new.as_ref())?;
        above(id).into_iter().find_map(|id| self.row(Place::Below, id))
    }

    fn row(&self, place: Place, id: &str) -> Option<Touched> {
        let row = self.matrix?.row(id)?;
        let code: Vec<String> = row.citations.iter().map(ToString::to_string).collect();
        let tests = tests(row);
        (!code.is_empty() || !tests.is_empty()).then(|| Touched {
            place,
            id: id.into(),
            now: None,
            code,
            tests,
        })
    }
}

/// The vectors and tests that reach `row`: every one that names it, and the first that report it.
fn tests(row: &Row) -> Vec<String> {
    let mut tests: Vec<String> = row.named_by.iter().map(|test| format!("{test} names it")).collect();
    tests.extend(row.told_by.iter().take(LISTED).map(|vector| format!("{vector} reaches it")));
    if let Some(more) = row.told_by.len().checked_sub(LISTED).filter(|&more| more > 0) {
        tests.push(format!("{more} more vectors reach it"));
    }
    tests
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

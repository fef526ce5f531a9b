//! The attributes of HTML that hold URLs.

use std::{
    collections::VecDeque,
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

use html5gum::{
    IoReader, Span, Tokenizer,
    emitters::callback::{Callback, CallbackEmitter, CallbackEvent},
};

use super::{
    found::{DocumentBase, Found, MakeBase},
    position::{Positioned, Positions},
};
use crate::place::Place;

/// Attributes that hold one URL, on any element. Source: HTML Standard, index of attributes; and those that it lists as obsolete.
const ONE: [&[u8]; 13] = [
    b"action",
    b"background",
    b"cite",
    b"codebase",
    b"data",
    b"formaction",
    b"href",
    b"longdesc",
    b"manifest",
    b"poster",
    b"profile",
    b"src",
    b"xlink:href",
];

/// Attributes that hold URLs with white space between them.
const MANY: [&[u8]; 2] = [b"ping", b"itemtype"];

/// Attributes that hold image candidates. Source: HTML Standard, `parse a srcset attribute`.
const CANDIDATES: [&[u8]; 2] = [b"srcset", b"imagesrcset"];

/// What is found in a document, until it is taken.
type Queue = Arc<Mutex<VecDeque<Found>>>;

/// The URLs of an HTML document. Text between two tags is held in memory while it is read.
pub(super) struct Html<R: Read> {
    tokenizer: Tokenizer<IoReader<Positioned<R>>, CallbackEmitter<Attributes, (), usize>>,
    found: Queue,
}

/// Collects the URLs of attributes.
struct Attributes {
    positions: Positions,
    found: Queue,
    base: DocumentBase,
    make_base: MakeBase,
    /// Whether the current element is `base`, or `object`.
    is_base: bool,
    is_object: bool,
    /// Whether a start tag is read: end tags may have attributes too, which mean nothing.
    is_start: bool,
    attribute: Vec<u8>,
}

impl<R: Read> Html<R> {
    pub(super) fn new(reader: R, base: DocumentBase, make_base: MakeBase) -> Self {
        let (positions, found) = (Positions::new(), Queue::default());
        let reader = IoReader::new(positions.watch(reader));
        let attributes = Attributes {
            positions,
            found: Arc::clone(&found),
            base,
            make_base,
            is_base: false,
            is_object: false,
            is_start: false,
            attribute: Vec::new(),
        };
        let mut emitter = CallbackEmitter::new(attributes);
        // The content of `script` and the like is no markup.
        emitter.naively_switch_states(true);
        Self { tokenizer: Tokenizer::new_with_emitter(reader, emitter), found }
    }
}

impl<R: Read> Iterator for Html<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // Each change is complete.
            if let Some(found) = self.found.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
                return Some(Ok(found));
            }
            match self.tokenizer.next() {
                Some(Err(error)) => return Some(Err(error)),
                None if self.found.lock().unwrap_or_else(PoisonError::into_inner).is_empty() => return None,
                _ => {}
            }
        }
    }
}

impl Callback<(), usize> for Attributes {
    /// Returns something where something was found, so that it is taken before more is read.
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<()> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                (self.is_base, self.is_object) = (name == b"base", name == b"object");
                self.is_start = true;
            }
            CallbackEvent::CloseStartTag { .. } => self.is_start = false,
            CallbackEvent::AttributeName { name } => {
                self.attribute.clear();
                self.attribute.extend_from_slice(name);
            }
            CallbackEvent::AttributeValue { value } if self.is_start => {
                let place = self.positions.place(span.start as u64);
                return self.take(&String::from_utf8_lossy(value), &place);
            }
            _ => {}
        }
        None
    }
}

impl Attributes {
    /// Takes the value of the current attribute.
    fn take(&mut self, value: &str, place: &Place) -> Option<()> {
        let attribute = &*self.attribute;
        if self.is_base {
            // Only the first base counts.
            if attribute == b"href"
                && self.base.get().is_none()
                && let Some(base) = (self.make_base)(value)
            {
                let _ = self.base.set(base);
            }
            return None;
        }
        let is_data = attribute == b"data";
        let texts: Vec<&str> = if ONE.contains(&attribute) && (!is_data || self.is_object) {
            vec![value]
        } else if MANY.contains(&attribute) {
            value.split_ascii_whitespace().collect()
        } else if CANDIDATES.contains(&attribute) {
            candidates(value)
        } else {
            return None;
        };
        let has_base = self.base.get().is_some();
        let found = texts.into_iter().map(|text| Found {
            place: place.clone(),
            has_base,
            is_missing: false,
            text: text.trim_ascii().into(),
        });
        self.found.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        Some(())
    }
}

/// The URLs of image candidates.
///
/// Source: HTML Standard, `parse a srcset attribute`.
fn candidates(value: &str) -> Vec<&str> {
    let mut urls = Vec::new();
    let mut rest = value;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return urls;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let url = rest[..end].trim_end_matches(',');
        urls.push(url);
        rest = &rest[end..];
        if url.len() == end {
            // Descriptors follow, to the next comma outside parentheses.
            let mut is_inside = false;
            let comma = rest.find(|c: char| {
                is_inside = c == '(' || is_inside && c != ')';
                c == ',' && !is_inside
            });
            rest = &rest[comma.unwrap_or(rest.len())..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn candidates_are_separated_by_commas_that_are_not_in_urls() {
        assert_eq!(candidates("a,b 1x, c 2x"), ["a,b", "c"]);
        assert_eq!(candidates("a, b"), ["a", "b"]);
        assert_eq!(candidates(" , a (x,y) 1x,b,,c"), ["a", "b,,c"]);
        assert_eq!(candidates(""), [""; 0]);
    }
}

//! The attributes of HTML that hold URLs.

mod input;

use std::{
    collections::VecDeque,
    io::{self, ErrorKind, Read},
};

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

use self::input::{Input, Reached};
use super::found::{Content, DocumentBase, Found, LIMIT, MakeBase};
use crate::place::Place;

/// The longest base that counts, in bytes: each result may contain it.
const BASE_LIMIT: usize = 8 << 10;

/// How many bytes of a name are kept: more than those above have.
const NAME_LIMIT: usize = 64;

/// Takes the next URL off a value: the URL, and what is left.
type Split = fn(&str) -> Option<(&str, &str)>;

/// The URLs of an HTML document.
pub(super) struct Html<R: Read> {
    tokenizer: Tokenizer<Input<R>, Attributes>,
    /// The value whose URLs are taken.
    value: Option<Value>,
}

/// The value of an attribute that holds URLs.
struct Value {
    place: Place,
    has_base: bool,
    /// How many bytes it may have, if it has more.
    exceeds: Option<usize>,
    is_utf8: bool,
    text: String,
    /// Where in the text the rest begins.
    at: usize,
    split: Split,
}

/// Collects the attributes that hold URLs, and nothing else.
#[derive(Default)]
struct Attributes {
    reached: Reached,
    /// How far the last move went.
    moved: isize,
    base: DocumentBase,
    make_base: Option<MakeBase>,
    /// Whether the current tag is a start tag: end tags may have attributes too, which mean nothing.
    is_start: bool,
    tag: Vec<u8>,
    last_start_tag: Vec<u8>,
    attribute: Vec<u8>,
    /// What the current attribute holds, where its value begins, and the first bytes of that.
    split: Option<Split>,
    place: Place,
    value: Vec<u8>,
    is_long: bool,
    values: VecDeque<Value>,
}

impl<R: Read> Html<R> {
    pub(super) fn new(reader: R, base: DocumentBase, make_base: MakeBase) -> Self {
        let reached = Reached::default();
        let attributes = Attributes {
            reached: reached.clone(),
            base,
            make_base: Some(make_base),
            ..Attributes::default()
        };
        Self { tokenizer: Tokenizer::new_with_emitter(Input::new(reader, reached), attributes), value: None }
    }
}

impl<R: Read> Iterator for Html<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.value.as_mut().and_then(Value::next) {
                return Some(Ok(found));
            }
            match self.tokenizer.next()? {
                Ok(value) => self.value = Some(value),
                // The tokenizer goes on: see `Input`.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Value {
    fn next(&mut self) -> Option<Found> {
        let (url, rest) = (self.split)(&self.text[self.at..])?;
        let content = match self.exceeds {
            Some(limit) => Content::TooLong(limit),
            None if self.is_utf8 => Content::of(url.trim_ascii()),
            None => Content::not_utf8(url.trim_ascii()),
        };
        self.at = self.text.len() - rest.len();
        Some(Found { place: self.place.clone(), has_base: self.has_base, content })
    }
}

impl Attributes {
    /// What the current attribute holds, if that is URLs.
    ///
    /// Source: HTML Standard, index of attributes; and those that it lists as obsolete.
    fn split(&self) -> Option<Split> {
        match &*self.attribute {
            _ if !self.is_start => None,
            b"href" => Some(whole),
            _ if self.is_base() => None,
            b"data" => (self.tag == b"object").then_some(whole),
            b"action" | b"background" | b"cite" | b"codebase" | b"formaction" | b"longdesc" | b"manifest"
            | b"poster" | b"profile" | b"src" | b"xlink:href" => Some(whole),
            b"ping" | b"itemtype" => Some(word),
            b"srcset" | b"imagesrcset" => Some(candidate),
            _ => None,
        }
    }

    fn is_base(&self) -> bool {
        self.tag == b"base"
    }

    /// Takes the value of the current attribute, whose last byte was read.
    fn finish_attribute(&mut self) {
        let Some(split) = self.split.take().filter(|_| !self.value.is_empty()) else { return };
        let limit = if self.is_base() { BASE_LIMIT } else { LIMIT };
        let text = String::from_utf8_lossy(&self.value).into_owned();
        let is_utf8 = str::from_utf8(&self.value).is_ok();
        let exceeds = (self.is_long || text.len() > limit).then_some(limit);
        if self.is_base() && exceeds.is_none() {
            // Only the first base counts.
            let make_base = self.make_base.as_ref().filter(|_| self.base.get().is_none());
            if let Some(base) = make_base.and_then(|make_base| make_base(&text)) {
                let _ = self.base.set(base);
            }
            return;
        }
        let split = if exceeds.is_some() { whole } else { split };
        let (place, has_base) = (self.place.clone(), self.base.get().is_some());
        self.values.push_back(Value { place, has_base, exceeds, is_utf8, text, at: 0, split });
    }

    /// Begins a tag.
    fn init_tag(&mut self, is_start: bool) {
        self.is_start = is_start;
        self.tag.clear();
        self.split = None;
    }
}

impl Emitter for Attributes {
    type Token = Value;

    fn pop_token(&mut self) -> Option<Value> {
        self.values.pop_front()
    }

    fn move_position(&mut self, offset: isize) {
        self.moved = offset;
    }

    fn init_start_tag(&mut self) {
        self.init_tag(true);
    }

    fn init_end_tag(&mut self) {
        self.init_tag(false);
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        push(&mut self.tag, name, NAME_LIMIT);
    }

    fn init_attribute(&mut self) {
        self.finish_attribute();
        self.attribute.clear();
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        push(&mut self.attribute, name, NAME_LIMIT);
    }

    fn init_attribute_value(&mut self) {
        self.split = self.split();
        // The first byte of a value without quotation marks was read, and stepped back over.
        self.place = self.reached.place(self.moved < 0);
        self.value.clear();
        self.is_long = false;
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        if self.split.is_some() {
            self.is_long |= !push(&mut self.value, value, LIMIT);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.finish_attribute();
        if !self.is_start {
            self.last_start_tag.clear();
            return None;
        }
        self.last_start_tag.clone_from(&self.tag);
        // The content of `script` and the like is not markup.
        naive_next_state(&self.tag)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        !self.is_start && !self.tag.is_empty() && self.tag == self.last_start_tag
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}
    fn set_self_closing(&mut self) {}
    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn emit_string(&mut self, _: &[u8]) {}
    fn init_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn emit_current_comment(&mut self) {}
    fn init_doctype(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn emit_current_doctype(&mut self) {}
}

/// Appends what `limit` leaves room for. Returns whether that is all.
fn push(kept: &mut Vec<u8>, more: &[u8], limit: usize) -> bool {
    let room = limit.saturating_sub(kept.len()).min(more.len());
    kept.extend_from_slice(&more[..room]);
    room == more.len()
}

/// All of a value.
fn whole(rest: &str) -> Option<(&str, &str)> {
    (!rest.is_empty()).then_some((rest, ""))
}

/// What comes before white space.
fn word(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.trim_ascii_start();
    let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    (end > 0).then(|| rest.split_at(end))
}

/// The URL of the next image candidate.
///
/// Source: HTML Standard, `parse a srcset attribute`.
fn candidate(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    let (url, rest) = rest.split_at_checked(end).filter(|_| end > 0)?;
    let trimmed = url.trim_end_matches(',');
    if trimmed.len() < url.len() {
        return Some((trimmed, rest));
    }
    // Descriptors follow, to the next comma outside parentheses.
    let mut is_inside = false;
    let comma = rest.find(|c: char| {
        is_inside = c == '(' || is_inside && c != ')';
        c == ',' && !is_inside
    });
    Some((url, &rest[comma.unwrap_or(rest.len())..]))
}

//! The attributes of HTML that hold URLs.

mod input;

use std::{
    borrow::Cow,
    collections::VecDeque,
    io::{self, Cursor, ErrorKind, Read},
    iter,
};

use html5gum::{Emitter, Error, State, Tokenizer, naive_next_state};

use self::input::{Input, Reached};
use super::{
    css,
    found::{Content, Context, DocumentBase, Found, LIMIT, MakeBase, Position},
};

/// The longest base that counts, in bytes: each result may contain it.
const BASE_LIMIT: usize = 8 << 10;

/// How many bytes of a name are kept: more than those above have.
const NAME_LIMIT: usize = 64;

/// How many bytes of what is found wait for a base that may still come.
const HELD: usize = 2 << 20;

/// In how many documents, in a `srcdoc` each, one is read.
const DEPTH: usize = 4;

/// Takes the next URL off a value: the URL, and what is left.
type Split = fn(&str) -> Option<(Cow<'_, str>, &str)>;

/// The URLs of an HTML document.
pub(super) struct Html<R: Read> {
    tokenizer: Tokenizer<Input<R>, Attributes>,
    base: DocumentBase,
    /// The value whose other URLs are taken: its place, whether the base of the document applies, and these.
    value: Option<(Position, bool, Others)>,
    /// What waits for the base of the document, as long as that is possible.
    held: VecDeque<io::Result<Found>>,
    is_held: bool,
}

/// The URLs in a value of an attribute behind its first one.
type Others = Box<dyn Iterator<Item = Content> + Send>;

/// The value of an attribute that holds URLs: the first of these, and the others, if it may have some.
struct Value(Found, Option<Others>);

/// Collects the attributes that hold URLs, and nothing else.
#[derive(Default)]
struct Attributes {
    reached: Reached,
    /// How far the last move went.
    moved: isize,
    base: DocumentBase,
    /// In a `srcdoc`, there is none.
    make_base: Option<MakeBase>,
    depth: usize,
    /// Whether the current tag is a start tag: end tags may have attributes too, which mean nothing.
    is_start: bool,
    tag: Vec<u8>,
    last_start_tag: Vec<u8>,
    attribute: Vec<u8>,
    /// What the current attribute holds, where its value begins, and the first bytes of that.
    split: Option<Split>,
    at: Position,
    value: Vec<u8>,
    /// What `content` of the current tag holds if it is a refresh, and whether it is.
    refresh: Option<Value>,
    is_refresh: bool,
    values: VecDeque<Value>,
}

impl<R: Read> Html<R> {
    /// The document that `reader` reads, which is in so many others.
    pub(super) fn new(reader: R, base: DocumentBase, make_base: Option<MakeBase>, depth: usize) -> Self {
        let reached = Reached::default();
        let attributes = Attributes {
            reached: reached.clone(),
            base: base.clone(),
            make_base,
            depth,
            ..Attributes::default()
        };
        let tokenizer = Tokenizer::new_with_emitter(Input::new(reader, reached), attributes);
        Self { tokenizer, base, value: None, held: VecDeque::new(), is_held: true }
    }

    /// What comes next in the document, whatever its base is.
    fn read(&mut self) -> Option<io::Result<Found>> {
        loop {
            if let Some((at, has_base, others)) = &mut self.value
                && let Some(content) = others.next()
            {
                return Some(Ok(Found { file: None, at: *at, context: Context::default(), has_base: *has_base, content }));
            }
            match self.tokenizer.next()? {
                Ok(Value(Found { content: Content::Refused("late-base", _), .. }, _)) if self.is_held => {}
                Ok(Value(found, others)) => {
                    if let Some(others) = others {
                        self.value = Some((found.at, found.has_base, others));
                    }
                    return Some(Ok(found));
                }
                // The tokenizer goes on: see `Input`.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<R: Read> Iterator for Html<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        // The first base is that of the whole document.
        if self.is_held {
            let mut weight = 0;
            while self.base.get().is_none() && weight < HELD {
                let Some(found) = self.read() else { break };
                // Behind a failure, there is nothing to wait for.
                weight += found.as_ref().map_or(HELD, Found::weight);
                self.held.push_back(found);
            }
            self.is_held = false;
            for found in self.held.iter_mut().flatten() {
                found.has_base = self.base.get().is_some();
            }
        }
        self.held.pop_front().or_else(|| self.read())
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
            _ if self.tag == b"base" => None,
            b"data" => (self.tag == b"object").then_some(whole),
            b"action" | b"background" | b"cite" | b"codebase" | b"formaction" | b"longdesc" | b"manifest"
            | b"poster" | b"profile" | b"src" | b"xlink:href" => Some(whole),
            b"ping" | b"itemtype" => Some(word),
            b"srcset" | b"imagesrcset" => Some(candidate),
            b"style" => Some(css::next),
            b"content" | b"http-equiv" => (self.tag == b"meta").then_some(refresh),
            b"srcdoc" => (self.tag == b"iframe").then_some(whole),
            _ => None,
        }
    }

    /// Takes the value of the current attribute, whose last byte was read.
    fn finish_attribute(&mut self) {
        let Some(split) = self.split.take().filter(|_| !self.value.is_empty()) else { return };
        let is_base = self.tag == b"base";
        let limit = if is_base { BASE_LIMIT } else { LIMIT };
        let (text, content) = Content::parts_of(&self.value);
        if self.attribute == b"http-equiv" {
            self.is_refresh = text.eq_ignore_ascii_case("refresh");
            return;
        }
        let mut others: Option<Others> = None;
        let content = if text.len() > limit {
            Content::too_long(limit)
        } else if is_base {
            // Only the first base counts.
            let make_base = self.make_base.as_ref().filter(|_| self.base.get().is_none());
            let Some(base) = make_base.and_then(|make_base| make_base(&text)) else { return };
            let _ = self.base.set(base);
            // Unless it is in time: see `Html::read`.
            let why = "it comes too late for the URLs before it, which are resolved without it";
            Content::Refused("late-base", why.into())
        } else if self.attribute != b"srcdoc" {
            let Some((url, rest)) = split(&text) else { return };
            let first = content(url.trim_ascii());
            if !rest.is_empty() {
                let (rest, mut at) = (rest.to_owned(), 0);
                others = Some(Box::new(iter::from_fn(move || {
                    let (url, left) = split(&rest[at..])?;
                    at = rest.len() - left.len();
                    Some(content(url.trim_ascii()))
                })));
            }
            first
        } else if self.depth == DEPTH || text.to_ascii_lowercase().contains("<base") {
            let why = "the document in `srcdoc` has a base of its own, or is in too many others";
            Content::Refused("in-srcdoc", why.into())
        } else {
            let reader = Cursor::new(std::mem::take(&mut self.value));
            let inside = Html::new(reader, DocumentBase::default(), None, self.depth + 1);
            let inside = others.insert(Box::new(inside.filter_map(|found| Some(found.ok()?.content))));
            let Some(first) = inside.next() else { return };
            first
        };
        let found = Found { file: None, at: self.at, context: Context::default(), has_base: self.base.get().is_some(), content };
        let value = Value(found, others);
        match &*self.attribute {
            b"content" => self.refresh = Some(value),
            _ => self.values.push_back(value),
        }
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
        self.init_end_tag();
        self.is_start = true;
    }

    fn init_end_tag(&mut self) {
        self.is_start = false;
        self.tag.clear();
        (self.refresh, self.is_refresh) = (None, false);
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
        self.at = self.reached.place(self.moved < 0);
        self.value.clear();
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        if self.split.is_some() {
            push(&mut self.value, value, LIMIT + 1);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.finish_attribute();
        if !self.is_start {
            self.last_start_tag.clear();
            return None;
        }
        let refresh = self.refresh.take().filter(|_| self.is_refresh);
        self.values.extend(refresh);
        self.last_start_tag.clone_from(&self.tag);
        if self.tag == b"style" {
            // Its content is a value, as that of the attribute of this name is.
            self.attribute.clone_from(&self.tag);
            self.init_attribute_value();
            self.at = self.reached.place(false);
        }
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

    fn emit_eof(&mut self) {
        // Of a tag, nothing counts until its end.
        if self.last_start_tag == b"style" {
            self.finish_attribute();
        }
    }

    fn emit_error(&mut self, _: Error) {}

    fn emit_string(&mut self, text: &[u8]) {
        self.push_attribute_value(text);
    }

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

/// Appends what `limit` leaves room for.
fn push(kept: &mut Vec<u8>, more: &[u8], limit: usize) {
    let room = limit.saturating_sub(kept.len()).min(more.len());
    kept.extend_from_slice(&more[..room]);
}

/// All of a value.
fn whole(rest: &str) -> Option<(Cow<'_, str>, &str)> {
    (!rest.is_empty()).then_some((rest.into(), ""))
}

/// What comes before white space.
fn word(rest: &str) -> Option<(Cow<'_, str>, &str)> {
    let rest = rest.trim_ascii_start();
    let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    (end > 0).then(|| (rest[..end].into(), &rest[end..]))
}

/// The URL of the next image candidate.
///
/// Source: HTML Standard, `parse a srcset attribute`.
fn candidate(rest: &str) -> Option<(Cow<'_, str>, &str)> {
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    let (url, rest) = rest.split_at_checked(end).filter(|_| end > 0)?;
    let trimmed = url.trim_end_matches(',');
    if trimmed.len() < url.len() {
        return Some((trimmed.into(), rest));
    }
    // Descriptors follow, to the next comma outside parentheses.
    let mut is_inside = false;
    let comma = rest.find(|c: char| {
        is_inside = c == '(' || is_inside && c != ')';
        c == ',' && !is_inside
    });
    Some((url.into(), &rest[comma.unwrap_or(rest.len())..]))
}

/// The URL of a refresh, if it has one.
///
/// Source: HTML Standard, `shared declarative refresh steps`.
fn refresh(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let text = text.trim_ascii_start();
    // 5. to 9. The time, and what separates it.
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_time = rest.len() < text.len() || rest.starts_with('.');
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_next = rest.starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, ';' | ','));
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_ascii_start();
    if !has_time || !is_next || rest.is_empty() {
        return None;
    }
    // 11. `url =`, whole or not at all.
    let named = rest.get(..3).filter(|name| name.eq_ignore_ascii_case("url"));
    let named = named.and_then(|_| rest[3..].trim_ascii_start().strip_prefix('='));
    let url = named.map_or(rest, str::trim_ascii_start);
    let has_mark = named.is_some() || !rest.starts_with(['u', 'U']);
    let mark = url.chars().next().filter(|c| has_mark && matches!(c, '"' | '\''));
    let url = mark.map_or(url, |mark| url[1..].split(mark).next().unwrap_or_default());
    (!url.is_empty()).then_some((url.into(), ""))
}

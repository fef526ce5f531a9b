//! The attributes of HTML that hold URLs.

mod source;
mod tree;

use std::{
    borrow::Cow,
    collections::VecDeque,
    hash::{DefaultHasher, Hasher as _},
    io::{self, Cursor, Read},
    iter, mem,
    sync::Arc,
};

use html5ever::local_name;
use htmlize::unescape_attribute;
use memchr::{memchr, memchr2};

use self::{
    source::Source,
    tree::{Tag, Text, Tree},
};
use super::{
    css,
    found::{Content, Context, DocumentBase, Found, LIMIT, MakeBase, Position},
};

/// The longest base that counts, in bytes: each result may contain it.
const BASE_LIMIT: usize = 8 << 10;

/// How many bytes of a name are kept as they are: more than any name has that matters.
const NAME_LIMIT: usize = 64;

/// How many bytes of what is found wait for a base that may still come, or for the end of their tag.
const HELD: usize = 2 << 20;

/// In how many documents, in a `srcdoc` each, one is read.
const DEPTH: usize = 4;

/// Takes the next URL off a value: the URL, and what is left.
type Split = fn(&str) -> Option<(Cow<'_, str>, &str)>;

/// The URLs of an HTML document.
pub(super) struct Html<R: Read> {
    source: Source<R>,
    tree: Tree,
    state: State,
    tag: Tag,
    attributes: Attributes,
    /// Further attributes that hold a URL each.
    more: Arc<[String]>,
    /// The declarations of the document; in a `srcdoc`, it has none of its own.
    base: DocumentBase,
    make_base: Option<MakeBase>,
    depth: usize,
    /// What was found and not passed on, and the URLs behind the last one of that.
    ready: VecDeque<Value>,
    /// How many bytes that takes.
    weight: usize,
    others: Option<(Found, Others)>,
    /// What waits for the base of the document, as long as that is possible.
    held: VecDeque<io::Result<Found>>,
    is_held: bool,
}

/// The URLs behind the first one, each in its context where that is another one.
type Others = Box<dyn Iterator<Item = (Option<Context>, Content)>>;

/// The value of an attribute that holds URLs: the first of these, and the others, if it may have some.
struct Value(Found, Option<Others>);

/// Where in a document its source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing was read.
    Start,
    Markup,
    /// In a tag, behind its name.
    StartTag,
    EndTag,
    End,
}

/// What the attributes of a tag tell beside their URLs.
#[derive(Default)]
struct Attributes {
    rel: Option<Arc<str>>,
    hreflang: Option<Arc<str>>,
    /// How the `content` of a `meta` holds a URL, if it does; and that, and the `href` of a base, which wait for the end of the tag.
    meta: Option<Split>,
    waiting: Option<(Position, Vec<u8>)>,
}

impl<R: Read> Html<R> {
    /// The document that `reader` reads, which is in so many others.
    pub(super) fn new(
        reader: R,
        base: DocumentBase,
        make_base: Option<MakeBase>,
        more: Arc<[String]>,
        depth: usize,
    ) -> Self {
        Self {
            source: Source::new(reader),
            tree: Tree::new(depth > 0),
            state: State::Start,
            tag: Tag::default(),
            attributes: Attributes::default(),
            more,
            base,
            make_base,
            depth,
            ready: VecDeque::new(),
            weight: 0,
            others: None,
            held: VecDeque::new(),
            is_held: true,
        }
    }

    /// What comes next in the document, whatever its base is.
    fn read(&mut self) -> io::Result<Option<Found>> {
        loop {
            if let Some((found, others)) = &mut self.others
                && let Some((context, content)) = others.next()
            {
                let context = context.unwrap_or_else(|| found.context.clone());
                return Ok(Some(Found { context, content, ..found.clone() }));
            }
            // In a tag, what the last attribute tells is waited for, unless that is too much.
            let is_whole = self.state != State::StartTag || self.weight > LIMIT;
            let next = if is_whole { self.ready.pop_front() } else { None };
            if self.ready.is_empty() {
                self.weight = 0;
            }
            match next {
                Some(Value(Found { content: Content::Refused("late-base", _), .. }, _)) if self.is_held => {}
                Some(Value(found, others)) => {
                    self.others = others.map(|others| {
                        let content = Content::Url(String::new());
                        (Found { file: None, context: found.context.clone(), content, ..found }, others)
                    });
                    return Ok(Some(found));
                }
                None if self.state == State::End => return Ok(None),
                None => self.step()?,
            }
        }
    }

    /// Reads on to the end of an attribute, a tag, a comment, or a text.
    fn step(&mut self) -> io::Result<()> {
        match self.state {
            State::Start => {
                let encoding = self.source.sniff()?;
                self.base.set_encoding(encoding.name());
                if encoding == encoding_rs::REPLACEMENT {
                    let why = "the document declares an encoding that browsers do not decode";
                    self.found(None, Position::START, Content::Refused("encoding", why.into()), None);
                }
                self.state = State::Markup;
            }
            State::Markup => self.markup()?,
            State::StartTag | State::EndTag => self.attribute()?,
            State::End => {}
        }
        Ok(())
    }

    /// Reads text up to markup, and that up to its end or, if it is a tag, up to the end of its name.
    fn markup(&mut self) -> io::Result<()> {
        let (mut is_text, mut is_space) = (false, true);
        let next = self.source.until(
            |bytes| memchr(b'<', bytes),
            |bytes| {
                is_text |= !bytes.is_empty();
                is_space = is_space && bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0);
            },
        )?;
        if is_text {
            self.tree.text(is_space);
        }
        if next.is_none() {
            self.state = State::End;
            return Ok(());
        }
        self.source.pass(1);
        let is_end = self.source.eat(b"/")?;
        match self.source.peek()? {
            Some(byte) if byte.is_ascii_alphabetic() => {
                let name = self.name(|byte| byte.is_ascii_whitespace() || b"/>".contains(&byte))?;
                self.tag = Tag { name, ..Tag::default() };
                self.state = if is_end { State::EndTag } else { State::StartTag };
            }
            Some(b'!') if !is_end => {
                self.source.pass(1);
                self.declaration()?;
            }
            Some(b'>') if is_end => self.source.pass(1),
            Some(b'?') => self.skip_past(b'>')?,
            _ if is_end => self.skip_past(b'>')?,
            _ => self.tree.text(false),
        }
        Ok(())
    }

    fn skip_past(&mut self, end: u8) -> io::Result<()> {
        self.source.until(|bytes| memchr(end, bytes), |_| {})?;
        self.source.pass(1);
        Ok(())
    }

    /// A comment, the type of the document, or text in CDATA, behind `<!`.
    fn declaration(&mut self) -> io::Result<()> {
        if self.source.eat(b"--")? {
            if self.source.eat(b">")? || self.source.eat(b"->")? {
                return Ok(());
            }
            while self.source.until(|bytes| memchr(b'-', bytes), |_| {})?.is_some() {
                let dashes = self.run_of(b'-')?;
                if dashes >= 2 && (self.source.eat(b">")? || self.source.eat(b"!>")?) {
                    break;
                }
            }
        } else if self.source.eat(b"doctype")? {
            let mut text = Vec::new();
            self.source.until(
                |bytes| memchr(b'>', bytes),
                |bytes| {
                    push(&mut text, bytes, 256);
                },
            )?;
            self.source.pass(1);
            let text = text.trim_ascii().to_ascii_lowercase();
            let has = |part: &str| memchr::memmem::find(&text, part.as_bytes()).is_some();
            let is_strict =
                has("//dtd xhtml 1.") || has("//dtd html 4.01//") || has("//dtd html 4.01 ") && has("http:");
            self.tree.doctype(!text.starts_with(b"html") || has("public") && !is_strict);
        } else if self.tree.is_foreign() && self.source.is_case(b"[CDATA[")? {
            self.source.pass(7);
            self.cdata(&mut Vec::new())?;
            self.tree.text(false);
        } else {
            self.skip_past(b'>')?;
        }
        Ok(())
    }

    /// Reads the text of CDATA, and its end.
    fn cdata(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        while self.source.until(|bytes| memchr(b']', bytes), |bytes| push_all(text, bytes))?.is_some() {
            if self.run_of(b']')? >= 2 && self.source.eat(b">")? {
                break;
            }
        }
        Ok(())
    }

    /// Passes bytes that are all the same, and counts them.
    fn run_of(&mut self, byte: u8) -> io::Result<usize> {
        let mut count = 0;
        self.source
            .until(|bytes| bytes.iter().position(|next| *next != byte), |bytes| count += bytes.len())?;
        Ok(count)
    }

    /// The name that begins with the next byte, whatever that is, in lower case. One that is too long is replaced by its beginning and a
    /// hash.
    fn name(&mut self, is_end: impl Fn(u8) -> bool) -> io::Result<String> {
        let (mut name, mut hasher, mut is_long) = (Vec::new(), DefaultHasher::new(), false);
        name.extend(self.source.peek()?);
        self.source.pass(1);
        self.source.until(
            |bytes| bytes.iter().position(|byte| is_end(*byte)),
            |bytes| {
                let room = push(&mut name, bytes, NAME_LIMIT);
                is_long |= room < bytes.len();
                bytes[room..].iter().for_each(|byte| hasher.write_u8(byte.to_ascii_lowercase()));
            },
        )?;
        let mut name = String::from_utf8_lossy(&name).into_owned();
        name.make_ascii_lowercase();
        if is_long {
            name += &hasher.finish().to_string();
        }
        Ok(name)
    }

    /// Reads an attribute, or the end of the tag.
    fn attribute(&mut self) -> io::Result<()> {
        let is_space = |byte: u8| byte.is_ascii_whitespace();
        let to_word = |bytes: &[u8]| bytes.iter().position(|byte| !byte.is_ascii_whitespace());
        match self.source.until(to_word, |_| {})? {
            None => {
                // Of a tag, nothing counts until its end.
                self.ready.clear();
                self.state = State::End;
                return Ok(());
            }
            Some(b'>') => {
                self.source.pass(1);
                return self.finish_tag();
            }
            Some(b'/') => {
                self.source.pass(1);
                if self.source.eat(b">")? {
                    self.tag.is_self_closing = true;
                    return self.finish_tag();
                }
                return Ok(());
            }
            Some(_) => {}
        }
        let name = self.name(|byte| is_space(byte) || b"/>=".contains(&byte))?;
        let is_kept = self.state == State::StartTag && self.is_kept(&name);
        let mut hasher = is_formatting(&self.tag.name).then(DefaultHasher::new);
        let (mut value, mut at) = (Vec::new(), self.source.place());
        if self.source.until(to_word, |_| {})? == Some(b'=') {
            self.source.pass(1);
            let mark = self.source.until(to_word, |_| {})?;
            let mark = mark.filter(|mark| matches!(mark, b'"' | b'\''));
            self.source.pass(mark.iter().len());
            at = self.source.place();
            self.source.until(
                |bytes| match mark {
                    Some(mark) => memchr(mark, bytes),
                    None => bytes.iter().position(|byte| is_space(*byte) || *byte == b'>'),
                },
                |bytes| {
                    if is_kept {
                        push(&mut value, bytes, LIMIT + 1);
                    }
                    if let Some(hasher) = &mut hasher {
                        hasher.write(bytes);
                    }
                },
            )?;
            self.source.pass(mark.iter().len());
        }
        if let Some(mut hasher) = hasher {
            hasher.write_u8(b'=');
            hasher.write(name.as_bytes());
            self.tag.attributes = self.tag.attributes.wrapping_add(hasher.finish());
        }
        if is_kept {
            self.take(&name, at, value);
        }
        Ok(())
    }

    /// How the attribute of this name, in the current tag, holds URLs, if it does.
    ///
    /// Source: HTML Standard, index of attributes; and those that it lists as obsolete.
    fn split(&self, name: &str) -> Option<Split> {
        match (name, &*self.tag.name) {
            (_, "base") => None,
            ("data", tag) => (tag == "object").then_some(whole),
            (
                "href" | "action" | "background" | "cite" | "codebase" | "formaction" | "longdesc"
                | "manifest" | "poster" | "profile" | "src" | "xlink:href",
                _,
            ) => Some(whole),
            ("ping" | "itemtype", _) => Some(word),
            ("srcset" | "imagesrcset", _) => Some(candidate),
            ("style", _) => Some(css::next),
            _ if self.more.iter().any(|more| more == name) => {
                Some(if name.ends_with("srcset") { candidate } else { whole })
            }
            _ => None,
        }
    }

    /// Whether the value of the attribute of this name matters.
    fn is_kept(&self, name: &str) -> bool {
        match (&*self.tag.name, name) {
            (_, "rel" | "hreflang")
            | ("meta", "http-equiv" | "property" | "name" | "content")
            | ("base", "href")
            | ("iframe", "srcdoc")
            | ("input", "type")
            | ("annotation-xml", "encoding")
            | ("font", "color" | "face" | "size") => true,
            _ => self.split(name).is_some(),
        }
    }

    /// Takes the value of an attribute, which `is_kept`.
    fn take(&mut self, name: &str, at: Position, value: Vec<u8>) {
        if let Some(split) = self.split(name) {
            return self.values(split, Some(name), at, &value, true);
        }
        let text = self.decode(&value, true).0;
        let meta = &mut self.attributes.meta;
        match (&*self.tag.name, name) {
            (_, "rel" | "hreflang") => {
                let kept =
                    if name == "rel" { &mut self.attributes.rel } else { &mut self.attributes.hreflang };
                if kept.is_none() && text.len() <= 16 * NAME_LIMIT {
                    *kept = Some((*text).into());
                }
            }
            ("font", _) => self.tag.deciding = Some((local_name!("color"), "")),
            ("input", _) if text.eq_ignore_ascii_case("hidden") => {
                self.tag.deciding = Some((local_name!("type"), "hidden"));
            }
            ("annotation-xml", _)
                if ["text/html", "application/xhtml+xml"]
                    .iter()
                    .any(|kind| text.eq_ignore_ascii_case(kind)) =>
            {
                self.tag.deciding = Some((local_name!("encoding"), "text/html"));
            }
            ("meta", "http-equiv") if text.eq_ignore_ascii_case("refresh") => *meta = meta.or(Some(refresh)),
            ("meta", "property" | "name") if is_url_property(&text.to_ascii_lowercase()) => {
                *meta = meta.or(Some(whole));
            }
            ("meta", "content") | ("base", _) => drop(self.attributes.waiting.get_or_insert((at, value))),
            ("iframe", _) => {
                let text = text.into_owned();
                self.srcdoc(at, text, value.len());
            }
            _ => {}
        }
    }

    /// The text that `bytes` are, and what makes a URL of a part of it.
    fn decode<'b>(&self, bytes: &'b [u8], has_references: bool) -> (Cow<'b, str>, fn(&str) -> Content) {
        let (text, content) = Content::parts_in(bytes, self.source.encoding);
        match text {
            text if !has_references => (text, content),
            text => (unescape_attribute(text), content),
        }
    }

    /// Adds the URLs that `split` takes off a value.
    fn values(&mut self, split: Split, name: Option<&str>, at: Position, value: &[u8], has_references: bool) {
        let (text, content) = self.decode(value, has_references);
        if text.len() > LIMIT || value.len() > LIMIT {
            return self.found(name, at, Content::too_long(LIMIT), None);
        }
        let Some((url, rest)) = split(&text) else { return };
        let mut others: Option<Others> = None;
        if !rest.is_empty() {
            let (rest, mut at) = (rest.to_owned(), 0);
            others = Some(Box::new(iter::from_fn(move || {
                let (url, left) = split(&rest[at..])?;
                at = rest.len() - left.len();
                Some((None, content(url.trim_ascii())))
            })));
        }
        let first = content(url.trim_ascii());
        self.found(name, at, first, others);
    }

    /// Adds what the document in a document holds.
    fn srcdoc(&mut self, at: Position, text: String, len: usize) {
        if text.len() > LIMIT || len > LIMIT {
            self.found(Some("srcdoc"), at, Content::too_long(LIMIT), None);
        } else if self.depth == DEPTH || text.to_ascii_lowercase().contains("<base") {
            let why = "the document in `srcdoc` has its own base, or is nested too deeply";
            self.found(Some("srcdoc"), at, Content::Refused("in-srcdoc", why.into()), None);
        } else {
            let base = DocumentBase::default();
            let inside =
                Html::new(Cursor::new(text.into_bytes()), base, None, self.more.clone(), self.depth + 1);
            let mut inside =
                inside.filter_map(|found| found.ok().map(|found| (Some(found.context), found.content)));
            if let Some((context, first)) = inside.next() {
                self.found(None, at, first, Some(Box::new(inside)));
                if let Some((Value(found, _), context)) = self.ready.back_mut().zip(context) {
                    found.context = context;
                }
            }
        }
    }

    /// Adds what was found in the current element.
    fn found(&mut self, attribute: Option<&str>, at: Position, content: Content, others: Option<Others>) {
        let context = Context {
            element: Some((*self.tag.name).into()),
            attribute: attribute.map(Into::into),
            ..Context::default()
        };
        let found = Found { file: None, at, context, has_base: self.base.get().is_some(), content };
        self.weight += found.weight();
        self.ready.push_back(Value(found, others));
    }

    /// Finishes the current tag, whose last byte was read, and the text that belongs to it.
    fn finish_tag(&mut self) -> io::Result<()> {
        let is_start = self.state == State::StartTag;
        self.state = State::Markup;
        if !is_start {
            self.tree.end(&self.tag);
            return Ok(());
        }
        let text = self.tree.start(&self.tag);
        let Attributes { rel, hreflang, meta, waiting } = mem::take(&mut self.attributes);
        match (waiting, meta) {
            (Some((at, value)), _) if self.tag.name == "base" && self.tree.take_base() => {
                self.set_base(at, &value);
            }
            _ if self.tag.name == "base" => {}
            (Some((at, value)), Some(split)) => self.values(split, Some("content"), at, &value, true),
            _ => {}
        }
        for Value(found, _) in &mut self.ready {
            found.context.rel = found.context.rel.take().or_else(|| rel.clone());
            found.context.hreflang = found.context.hreflang.take().or_else(|| hreflang.clone());
        }
        if let Some((kind, why)) = self.tree.doubt.take() {
            let at = self.source.place();
            self.found(None, at, Content::Refused(kind, why.into()), None);
        }
        match text {
            Text::Markup
                if self.tag.name == "style" && self.tree.is_foreign() && !self.tag.is_self_closing =>
            {
                let (mut css, at) = (Vec::new(), self.source.place());
                self.source.until(|bytes| memchr(b'<', bytes), |bytes| push_all(&mut css, bytes))?;
                if self.source.eat(b"<![CDATA[")? {
                    self.cdata(&mut css)?;
                }
                self.tree.text(css.is_empty());
                self.values(css::next, None, at, &css, true);
            }
            Text::Markup => {}
            Text::Raw => self.raw()?,
            Text::Script => self.script()?,
            Text::Plain => {
                self.source.until(|_| None, |_| {})?;
            }
        }
        Ok(())
    }

    /// The first base is that of the document, even if it is none.
    fn set_base(&mut self, at: Position, value: &[u8]) {
        let Some(make_base) = self.make_base.take() else { return };
        let (text, _) = self.decode(value, true);
        if text.len() > BASE_LIMIT {
            return self.found(Some("href"), at, Content::too_long(BASE_LIMIT), None);
        }
        // Source: HTML Standard, `set the frozen base URL`, step 2.
        let is_none = |base: &str| {
            ["data:", "javascript:"].iter().any(|scheme| {
                base.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            })
        };
        if let Some(base) = make_base(&text).filter(|base| !is_none(base.as_str())) {
            self.base.set_base(base);
            // Unless it is in time: see `Html::read`.
            let why = "it comes too late for the URLs before it, which are resolved without it";
            self.found(Some("href"), at, Content::Refused("late-base", why.into()), None);
        }
    }

    /// Reads text up to its end tag, and up to the end of the name of that. That of `style` holds URLs.
    fn raw(&mut self) -> io::Result<()> {
        let (mut css, at) = (Vec::new(), self.source.place());
        let end = format!("/{}", self.tag.name);
        while self.source.until(|bytes| memchr(b'<', bytes), |bytes| push_all(&mut css, bytes))?.is_some() {
            self.source.pass(1);
            if self.source.is_next(end.as_bytes(), is_end_of_name)? {
                self.source.pass(end.len());
                self.state = State::EndTag;
                break;
            }
            push_all(&mut css, b"<");
        }
        if self.tag.name == "style" {
            self.values(css::next, None, at, &css, false);
        }
        self.end_text();
        Ok(())
    }

    /// Behind text, the name of its end tag was read, or the document ends.
    fn end_text(&mut self) {
        self.tag = Tag { name: mem::take(&mut self.tag.name), ..Tag::default() };
        if self.state != State::EndTag {
            self.state = State::End;
        }
    }

    /// Reads a script, in which another one may be, in what looks like a comment.
    fn script(&mut self) -> io::Result<()> {
        let (mut is_escaped, mut is_double) = (false, false);
        while let Some(next) = self.source.until(|bytes| memchr2(b'<', b'-', bytes), |_| {})? {
            let mut dashes = if next == b'-' { self.run_of(b'-')? } else { 0 };
            if next == b'<' {
                self.source.pass(1);
                if !is_escaped && self.source.eat(b"!--")? {
                    is_escaped = true;
                    dashes = 2 + self.run_of(b'-')?;
                } else if self.source.is_next(b"/script", is_end_of_name)? {
                    self.source.pass(7);
                    if !is_double {
                        self.state = State::EndTag;
                        break;
                    }
                    is_double = false;
                } else if is_escaped && !is_double {
                    is_double = self.source.is_next(b"script", is_end_of_name)?;
                }
            }
            if dashes >= 2 && self.source.peek()? == Some(b'>') {
                (is_escaped, is_double) = (false, false);
            }
        }
        self.end_text();
        Ok(())
    }
}

impl<R: Read> Iterator for Html<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        // The first base is that of the whole document.
        if self.is_held {
            let mut weight = 0;
            while self.base.get().is_none() && weight < HELD {
                let Some(found) = self.read().transpose() else { break };
                // Behind a failure, there is nothing to wait for.
                weight += found.as_ref().map_or(HELD, Found::weight);
                self.held.push_back(found);
            }
            self.is_held = false;
            for found in self.held.iter_mut().flatten() {
                found.has_base = self.base.get().is_some();
            }
        }
        self.held.pop_front().or_else(|| self.read().transpose())
    }
}

/// Whether a byte ends the name of a tag.
fn is_end_of_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"/>".contains(&byte)
}

/// Appends what `limit` leaves room for, and returns how much that is.
fn push(kept: &mut Vec<u8>, more: &[u8], limit: usize) -> usize {
    let room = limit.saturating_sub(kept.len()).min(more.len());
    kept.extend_from_slice(&more[..room]);
    room
}

/// Appends to a text in which URLs are, which is too long with one byte more than they may have.
fn push_all(kept: &mut Vec<u8>, more: &[u8]) {
    push(kept, more, LIMIT + 1);
}

fn is_formatting(tag: &str) -> bool {
    matches!(
        tag,
        "a" | "b"
            | "big"
            | "code"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

/// Whether a `meta` of this name holds a URL.
///
/// Source: Open Graph protocol, and the documentation of cards by X.
fn is_url_property(name: &str) -> bool {
    let (site, rest) = name.split_once(':').unwrap_or_default();
    match (site, rest.split_once(':').unwrap_or((rest, ""))) {
        ("og", ("url", "") | ("image" | "video" | "audio", "" | "url" | "secure_url"))
        | ("twitter", ("url", "") | ("image", "" | "src") | ("player", "" | "stream")) => true,
        ("twitter", ("app", app)) => app.starts_with("url:"),
        _ => false,
    }
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

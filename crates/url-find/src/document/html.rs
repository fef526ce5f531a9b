//! Finds the URLs in the attributes and style sheets of HTML.

pub(super) mod css;
mod encoding;
mod tree;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read};
use std::mem;
use std::sync::Arc;

use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};
use html5ever::local_name;
use html5ever::tokenizer::{Tag, TagKind};
use htmlize::unescape_attribute;
use memchr::{memchr, memchr2, memmem};

use self::tree::{TextKind, Tree};
use super::source::{Source, push};
use super::{Content, Context, DocumentBase, Found, LIMIT, MakeBase, Position, Take};

/// The maximum length of a base URL in bytes. Each result may contain a copy of the base.
const BASE_LIMIT: usize = 8 << 10;

/// The maximum number of bytes of a name that are stored. All known names are shorter.
const NAME_LIMIT: usize = 64;
const HELD: usize = 2 << 20;
const DEPTH: usize = 4;

const FORMATTING: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];

/// A function that returns the next URL in an attribute or a style sheet, and the text after the URL. The
/// second argument is only for style sheets.
pub(super) type Split = for<'t> fn(&'t str, &mut css::State) -> Next<'t>;
type Next<'t> = Option<(Cow<'t, str>, &'t str)>;

struct Html<'t> {
    source: Source<'t>,
    encoding: &'static Encoding,
    tree: Tree,
    tag: Tag,
    value: Vec<u8>,
    more: &'t [String],
    base: DocumentBase,
    /// True for `srcdoc`, for the content of `noscript`, and for HTML in a feed or in Markdown.
    is_part: bool,
    /// The parser of the base. `None` after the first base, and in a part of another document.
    make_base: Option<MakeBase>,
    depth: usize,
    /// The stored findings: first `whole` findings of complete tags, then the findings of the current tag.
    found: Vec<Found>,
    whole: usize,
    weight: usize,
    weight_of_tag: usize,
    is_held: bool,
    take: &'t mut Take<'t>,
}

#[derive(Default)]
struct Attributes {
    rel: Option<Arc<str>>,
    hreflang: Option<Arc<str>>,
    /// True if the content of the `meta` element is a URL.
    is_url: bool,
    /// True if the content of the `meta` element may refresh the page.
    is_refresh: bool,
    waiting: Option<(Position, Vec<u8>)>,
    /// A hash of the attributes. Tree construction compares formatting elements by this hash.
    hash: u64,
}

/// Finds the URLs in the HTML of `reader`. Stores the encoding and the base in `base`.
pub(super) fn read(
    reader: &mut dyn Read,
    more: &[String],
    base: DocumentBase,
    make_base: MakeBase,
    take: &mut Take<'_>,
) -> io::Result<()> {
    let source = Source::new(reader);
    let html = Html::new(source, more, 0, take);
    Html { base, is_part: false, make_base: Some(make_base), is_held: true, ..html }.read()
}

pub(super) fn read_part(html: &str, more: &[String], depth: usize, take: &mut Take<'_>) -> io::Result<()> {
    Html::new(Source::of_bytes(html.as_bytes()), more, depth, take).read()
}

impl<'t> Html<'t> {
    fn new(source: Source<'t>, more: &'t [String], depth: usize, take: &'t mut Take<'t>) -> Self {
        Self {
            source,
            encoding: UTF_8,
            tree: Tree::new(depth > 0, true),
            tag: tag(TagKind::StartTag, String::new()),
            value: Vec::new(),
            more,
            base: DocumentBase::default(),
            is_part: true,
            make_base: None,
            depth,
            found: Vec::new(),
            whole: 0,
            weight: 0,
            weight_of_tag: 0,
            is_held: false,
            take,
        }
    }

    fn read(&mut self) -> io::Result<()> {
        let result = self.document();
        self.found.truncate(self.whole);
        self.is_held = false;
        self.pass_on()?;
        result
    }

    fn document(&mut self) -> io::Result<()> {
        if !self.is_part {
            let encoding = encoding::sniff(&mut self.source)?;
            self.base.set_encoding(encoding.name());
            if encoding == REPLACEMENT {
                let why = "the document declares an encoding that browsers do not decode";
                self.found(None, Position::START, Content::Refused("encoding", why.into()))?;
                self.pass_on()?;
            }
            if encoding.is_ascii_compatible() {
                self.encoding = encoding;
            } else {
                self.source.decode_from(encoding);
            }
        }
        while self.markup()? {}
        Ok(())
    }

    /// Reads text up to the next markup, and reads the markup. Returns false at the end of the document.
    fn markup(&mut self) -> io::Result<bool> {
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
            return Ok(false);
        }
        self.source.pass(1);
        let is_end = self.source.eat(b"/")?;
        match self.source.peek()? {
            Some(byte) if byte.is_ascii_alphabetic() => {
                let name = name(&mut self.source, is_end_of_name)?;
                self.tag(if is_end { TagKind::EndTag } else { TagKind::StartTag }, name)?;
            }
            Some(b'!') if !is_end => {
                self.source.pass(1);
                self.declaration()?;
            }
            Some(b'?') => self.skip_past(b'>')?,
            _ if is_end => self.skip_past(b'>')?,
            _ => self.tree.text(false),
        }
        Ok(true)
    }

    fn skip_past(&mut self, end: u8) -> io::Result<()> {
        self.source.until(|bytes| memchr(end, bytes), |_| {})?;
        self.source.pass(1);
        Ok(())
    }

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
            self.source.until(|bytes| memchr(b'>', bytes), |bytes| _ = push(&mut text, bytes, 256))?;
            self.source.pass(1);
            let text = text.trim_ascii().to_ascii_lowercase();
            let has = |part: &str| memmem::find(&text, part.as_bytes()).is_some();
            let is_4_01 = has("//dtd html 4.01//") || has("//dtd html 4.01 ") && has("http:");
            let is_quirky = has("public") && !is_4_01 && !has("//dtd xhtml 1.");
            self.tree.doctype(is_quirky || !text.starts_with(b"html"));
        } else if self.tree.is_foreign() && self.source.fill(7)?.starts_with(b"[CDATA[") {
            self.source.pass(7);
            let (mut text, at) = (Vec::new(), self.source.place());
            self.cdata(&mut text)?;
            self.tree.text(false);
            let is_script = self.tag.kind == TagKind::StartTag && &*self.tag.name == "script";
            if !is_script && text.contains(&b'>') {
                let why = "programs differ in where this CDATA section ends";
                self.found(None, at, Content::Refused("ambiguous", why.into()))?;
                self.pass_on()?;
            }
        } else {
            self.skip_past(b'>')?;
        }
        Ok(())
    }

    fn cdata(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        while self.source.until(|bytes| memchr(b']', bytes), |bytes| push_all(text, bytes))?.is_some() {
            if self.run_of(b']')? >= 2 && self.source.eat(b">")? {
                break;
            }
        }
        Ok(())
    }

    fn run_of(&mut self, byte: u8) -> io::Result<usize> {
        let mut count = 0;
        self.source.until(|bytes| bytes.iter().position(|next| *next != byte), |run| count += run.len())?;
        Ok(count)
    }

    fn tag(&mut self, kind: TagKind, name: String) -> io::Result<()> {
        self.tag = tag(kind, name);
        let (mut attributes, mut value) = (Attributes::default(), mem::take(&mut self.value));
        loop {
            match self.source.until(to_word, |_| {})? {
                None => return Ok(()),
                Some(b'>') => break,
                Some(b'/') => {
                    self.source.pass(1);
                    self.tag.self_closing = self.source.peek()? == Some(b'>');
                }
                Some(_) => {
                    let (name, at) = attribute(&mut self.source, &mut value)?;
                    if kind == TagKind::StartTag {
                        self.take_attribute(&name, at, &value, &mut attributes)?;
                    }
                }
            }
        }
        self.value = value;
        self.source.pass(1);
        let Attributes { rel, hreflang, is_url, is_refresh, waiting, hash } = attributes;
        if hash != 0 {
            self.tag.attrs.push(tree::attribute(local_name!("id"), &hash.to_string()));
        }
        let text = self.tree.tag(&self.tag);
        if kind == TagKind::EndTag {
            return Ok(());
        }
        if let Some((at, value)) = waiting {
            for (_, split) in [(is_url, whole as Split), (is_refresh, refresh)].into_iter().filter(|it| it.0)
            {
                self.values(split, Some("content"), at, &value, true)?;
            }
            if &*self.tag.name == "base" && self.tree.take_base() {
                self.set_base(at, &value)?;
            }
        }
        for Found { context, .. } in &mut self.found[self.whole..] {
            context.rel = context.rel.take().or_else(|| rel.clone());
            context.hreflang = context.hreflang.take().or_else(|| hreflang.clone());
        }
        if let Some((kind, why)) = self.tree.doubt.take() {
            let at = self.source.place();
            self.found(None, at, Content::Refused(kind, why.into()))?;
        }
        self.pass_on()?;
        let may_be_css = &*self.tag.name == "style" && !self.tag.self_closing;
        match text {
            TextKind::Markup if may_be_css && self.tree.is_foreign() => self.foreign_style(),
            TextKind::Markup => Ok(()),
            TextKind::Raw => self.raw(),
            TextKind::Script => self.script(),
            TextKind::Plain => self.source.until(|_| None, |_| {}).map(drop),
        }
    }

    fn take_attribute(
        &mut self,
        name: &str,
        at: Position,
        value: &[u8],
        Attributes { rel, hreflang, is_url, is_refresh, waiting, hash }: &mut Attributes,
    ) -> io::Result<()> {
        if FORMATTING.contains(&&*self.tag.name) {
            let mut hasher = DefaultHasher::new();
            hasher.write(value);
            hasher.write_u8(b'=');
            hasher.write(name.as_bytes());
            *hash = hash.wrapping_add(hasher.finish());
        }
        if let Some(split) = split(name, &self.tag.name, self.more) {
            return self.values(split, Some(name), at, value, true);
        }
        let text = || self.decode(value, true).0;
        let mut decides = None;
        match (&*self.tag.name, name) {
            (_, "rel" | "hreflang") => {
                let (kept, text) = (if name == "rel" { rel } else { hreflang }, text());
                if kept.is_none() && text.len() <= 16 * NAME_LIMIT {
                    *kept = Some((*text).into());
                }
            }
            ("font", "color" | "face" | "size") => decides = Some((local_name!("color"), "")),
            ("input", "type") if text().eq_ignore_ascii_case("hidden") => {
                decides = Some((local_name!("type"), "hidden"));
            }
            ("annotation-xml", "encoding")
                if matches!(&*text().to_ascii_lowercase(), "text/html" | "application/xhtml+xml") =>
            {
                decides = Some((local_name!("encoding"), "text/html"));
            }
            ("meta", "http-equiv") if text().eq_ignore_ascii_case("refresh") => {
                *is_refresh = true;
            }
            ("meta", "property" | "name") if is_url_property(&text().to_ascii_lowercase()) => {
                *is_url = true;
            }
            ("meta", "charset" | "content") if !self.is_part && self.is_late_encoding(name, value) => {
                let why = "browsers may read the document in this encoding, which is declared too late";
                return self.found(Some(name), at, Content::Refused("encoding", why.into()));
            }
            ("meta", "content") | ("base", "href") => {
                waiting.get_or_insert_with(|| (at, value.to_vec()));
            }
            ("iframe", "srcdoc") => return self.srcdoc(at, value),
            ("animate" | "set", "attributename") if text().to_ascii_lowercase().ends_with("href") => {
                let why = "an animation replaces a link by other URLs, which are not searched";
                return self.found(Some(name), at, Content::Refused("animated-link", why.into()));
            }
            _ => {}
        }
        self.tag.attrs.extend(decides.map(|(name, value)| tree::attribute(name, value)));
        Ok(())
    }

    /// Returns true if the attribute `name` of a `meta` element declares an encoding that is not compatible
    /// with ASCII, and in which the document is not read.
    fn is_late_encoding(&self, name: &str, value: &[u8]) -> bool {
        let label = if name == "charset" { Some(value) } else { encoding::charset(value) };
        let declared = label.and_then(Encoding::for_label).filter(|encoding| *encoding == ISO_2022_JP);
        declared.is_some() && !self.source.is_decoded()
    }

    /// Decodes `bytes`. Returns the text, and the function that creates a [`Content`] for a URL in this text.
    fn decode<'b>(&self, bytes: &'b [u8], has_references: bool) -> (Cow<'b, str>, fn(&str) -> Content) {
        let (text, content) = Content::decode(bytes, self.encoding);
        (if has_references { unescape_attribute(text) } else { text }, content)
    }

    fn values(
        &mut self,
        split: Split,
        attribute: Option<&str>,
        at: Position,
        value: &[u8],
        has_references: bool,
    ) -> io::Result<()> {
        let (text, content) = self.decode(value, has_references);
        if text.len() > LIMIT || value.len() > LIMIT {
            return self.found(attribute, at, Content::too_long(LIMIT));
        }
        let (mut rest, mut state) = (&*text, css::State::default());
        while let Some((url, left)) = split(rest, &mut state) {
            self.found(attribute, at, content(url.trim_ascii()))?;
            rest = left;
        }
        Ok(())
    }

    fn srcdoc(&mut self, at: Position, value: &[u8]) -> io::Result<()> {
        let text = self.decode(value, true).0;
        if text.len() > LIMIT || value.len() > LIMIT {
            return self.found(Some("srcdoc"), at, Content::too_long(LIMIT));
        }
        if self.depth == DEPTH || text.to_ascii_lowercase().contains("<base") {
            let why = "the document in `srcdoc` has its own base, or is nested too deeply";
            return self.found(Some("srcdoc"), at, Content::Refused("in-srcdoc", why.into()));
        }
        read_part(&text, self.more, self.depth + 1, &mut |found| self.add(Found { at, ..found }))
    }

    fn found(&mut self, attribute: Option<&str>, at: Position, content: Content) -> io::Result<()> {
        let context = Context {
            element: Some((*self.tag.name).into()),
            attribute: attribute.map(Into::into),
            ..Context::default()
        };
        self.add(Found { context, ..Found::at(at, content) })
    }

    /// Stores a finding until the end of the current tag, or passes all findings on if the tag has too many.
    fn add(&mut self, found: Found) -> io::Result<()> {
        self.weight_of_tag += found.weight();
        self.found.push(found);
        if self.weight_of_tag > LIMIT { self.pass_on() } else { Ok(()) }
    }

    fn pass_on(&mut self) -> io::Result<()> {
        self.weight += mem::take(&mut self.weight_of_tag);
        self.whole = self.found.len();
        if self.is_held && self.weight < HELD {
            return Ok(());
        }
        self.is_held = false;
        (self.whole, self.weight) = (0, 0);
        let has_base = self.base.get().is_some();
        self.found.drain(..).try_for_each(|found| (self.take)(Found { has_base, ..found }))
    }

    /// Sets the base of the document. A document has only one base: the first, even if it is invalid.
    fn set_base(&mut self, at: Position, value: &[u8]) -> io::Result<()> {
        if self.is_part {
            let why = "HTML inside another document has a base, and its URLs are resolved without it";
            return self.found(Some("href"), at, Content::Refused("base-in-part", why.into()));
        }
        let Some(make_base) = self.make_base.take() else { return Ok(()) };
        let (text, _) = self.decode(value, true);
        if text.len() > BASE_LIMIT {
            return self.found(Some("href"), at, Content::too_long(BASE_LIMIT));
        }
        // Source: HTML Standard, `set the frozen base URL`, step 2.
        let is_base = |base: &str| {
            let scheme = base.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
            !matches!(scheme.as_deref(), Some("data" | "javascript"))
        };
        let Some(base) = make_base(&text).filter(|base| is_base(base.as_str())) else { return Ok(()) };
        self.base.set_base(base);
        if mem::take(&mut self.is_held) {
            return Ok(());
        }
        let why = "the base comes too late: the URLs before it are resolved without it";
        self.found(Some("href"), at, Content::Refused("late-base", why.into()))
    }

    fn foreign_style(&mut self) -> io::Result<()> {
        let (mut css, at) = (Vec::new(), self.source.place());
        let mut next = self.source.until(|bytes| memchr(b'<', bytes), |bytes| push_all(&mut css, bytes))?;
        while next.is_some() && self.source.eat(b"<![CDATA[")? {
            self.cdata(&mut css)?;
            next = self.source.until(|bytes| memchr(b'<', bytes), |bytes| push_all(&mut css, bytes))?;
        }
        self.tree.text(css.is_empty());
        self.values(css::next_url, None, at, &css, true)?;
        if next.is_some() && !self.source.is_next(b"</style", is_end_of_name)? {
            let why = "the style sheet continues after an element or a comment, where it is not searched";
            let at = self.source.place();
            self.found(None, at, Content::Refused("svg-style", why.into()))?;
        }
        self.pass_on()
    }

    /// Reads raw text up to the end tag. Finds the URLs in the text of `style` and `noscript`.
    fn raw(&mut self) -> io::Result<()> {
        let (mut text, at) = (Vec::new(), self.source.place());
        let name = self.tag.name.to_string();
        let (end, mut has_end) = (format!("/{name}"), false);
        while !has_end
            && self.source.until(|bytes| memchr(b'<', bytes), |bytes| push_all(&mut text, bytes))?.is_some()
        {
            self.source.pass(1);
            has_end = self.source.is_next(end.as_bytes(), is_end_of_name)?;
            if !has_end {
                push_all(&mut text, b"<");
            }
        }
        match &*name {
            "style" => self.values(css::next_url, None, at, &text, false)?,
            "noscript" => self.noscript(at, text)?,
            _ => {}
        }
        self.pass_on()?;
        self.source.pass(if has_end { end.len() } else { 0 });
        if has_end { self.tag(TagKind::EndTag, name) } else { Ok(()) }
    }

    /// Finds the URLs in the content of `noscript`: text to programs with scripts, and markup to others.
    fn noscript(&mut self, at: Position, mut content: Vec<u8>) -> io::Result<()> {
        if content.len() > LIMIT {
            return self.found(None, at, Content::too_long(LIMIT));
        }
        content.extend_from_slice(b"</noscript>");
        let (source, encoding) = (Source::of_bytes(&content).starting_at(at), self.encoding);
        let (more, depth, mut tree) = (self.more, self.depth, Tree::new(false, false));
        for name in ["body", "noscript"] {
            tree.tag(&tag(TagKind::StartTag, name.into()));
        }
        let mut take = |found| self.add(found);
        let mut part = Html { encoding, tree, ..Html::new(source, more, depth, &mut take) };
        part.read()?;
        // To programs without scripts, the element ends only where this end tag is a tag. They differ in what
        // the tag ends in SVG and MathML.
        if part.tag.kind == TagKind::EndTag && &*part.tag.name == "noscript" && !part.tree.was_in_foreign {
            return Ok(());
        }
        let why = "programs with and without scripts differ in where this element ends";
        self.found(None, at, Content::Refused("ambiguous", why.into()))
    }

    /// Reads a script up to its end tag. A script element inside `<!-- -->` does not end the script.
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
                        return self.tag(TagKind::EndTag, "script".into());
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
        Ok(())
    }
}

fn tag(kind: TagKind, name: String) -> Tag {
    Tag { kind, name: name.into(), self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false }
}

/// Reads a name in lower case. A hash replaces the bytes after the first [`NAME_LIMIT`] bytes.
fn name(source: &mut Source<'_>, is_end: impl Fn(u8) -> bool) -> io::Result<String> {
    let (mut name, mut hasher, mut is_long) = (Vec::new(), DefaultHasher::new(), false);
    name.extend(source.peek()?);
    source.pass(1);
    source.until(
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

fn attribute(source: &mut Source<'_>, value: &mut Vec<u8>) -> io::Result<(String, Position)> {
    let name = name(source, |byte| byte.is_ascii_whitespace() || b"/>=".contains(&byte))?;
    let mut at = source.place();
    value.clear();
    if source.until(to_word, |_| {})? == Some(b'=') {
        source.pass(1);
        let mark = source.until(to_word, |_| {})?.filter(|mark| matches!(mark, b'"' | b'\''));
        source.pass(mark.iter().len());
        at = source.place();
        source.until(
            |bytes| match mark {
                Some(mark) => memchr(mark, bytes),
                None => bytes.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>'),
            },
            |bytes| push_all(value, bytes),
        )?;
        source.pass(mark.iter().len());
    }
    Ok((name, at))
}

fn to_word(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| !byte.is_ascii_whitespace())
}

fn is_end_of_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"/>".contains(&byte)
}

/// Appends at most one byte more than [`LIMIT`]. The additional byte shows that the value is too long.
fn push_all(value: &mut Vec<u8>, more: &[u8]) {
    push(value, more, LIMIT + 1);
}

/// Returns true if the value of the `meta` property `name` is a URL in the Open Graph protocol or X cards.
fn is_url_property(name: &str) -> bool {
    let (site, rest) = name.split_once(':').unwrap_or_default();
    match (site, rest.split_once(':').unwrap_or((rest, ""))) {
        ("og", ("url", "") | ("image" | "video" | "audio", "" | "url" | "secure_url"))
        | ("twitter", ("url", "") | ("image", "" | "src") | ("player", "" | "stream")) => true,
        ("twitter", ("app", app)) => app.starts_with("url:"),
        _ => false,
    }
}

/// Returns the function that splits the attribute `name` of the element `tag` into URLs. Returns `None` for
/// an attribute without URLs. `more` are the names of further attributes that contain URLs.
///
/// Source: HTML Standard, index of attributes, and the obsolete attributes that the Standard lists.
pub(super) fn split(name: &str, tag: &str, more: &[String]) -> Option<Split> {
    match (name, tag) {
        (_, "base") => None,
        ("data", tag) => (tag == "object").then_some(whole),
        (
            "href" | "action" | "background" | "cite" | "codebase" | "formaction" | "itemid" | "longdesc"
            | "manifest" | "poster" | "profile" | "src" | "xlink:href",
            _,
        ) => Some(whole),
        ("ping" | "itemtype" | "attributionsrc", _) => Some(word),
        ("srcset" | "imagesrcset", _) => Some(candidate),
        // The last ten are attributes of SVG, and so are those of its animations.
        (
            "style" | "clip-path" | "cursor" | "fill" | "filter" | "marker" | "marker-end" | "marker-mid"
            | "marker-start" | "mask" | "stroke",
            _,
        )
        | ("to" | "from" | "by" | "values", "animate" | "set") => Some(css::next_url),
        _ if more.iter().any(|more| more == name) => {
            Some(if name.ends_with("srcset") { candidate } else { whole })
        }
        _ => None,
    }
}

pub(super) fn whole<'t>(rest: &'t str, _: &mut css::State) -> Next<'t> {
    (!rest.is_empty()).then_some((rest.into(), ""))
}

fn word<'t>(rest: &'t str, _: &mut css::State) -> Next<'t> {
    let rest = rest.trim_ascii_start();
    let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    (end > 0).then(|| (rest[..end].into(), &rest[end..]))
}

/// Returns the first URL in `rest`, a list as in `srcset`, and the text after the URL and its descriptors.
/// Source: HTML Standard, `parse a srcset attribute`.
fn candidate<'t>(rest: &'t str, _: &mut css::State) -> Next<'t> {
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
    let (url, rest) = rest.split_at_checked(end).filter(|_| end > 0)?;
    let trimmed = url.trim_end_matches(',');
    if trimmed.len() < url.len() {
        return Some((trimmed.into(), rest));
    }
    // Descriptors follow the URL, up to the next comma outside parentheses.
    let mut is_inside = false;
    let comma = rest.find(|c: char| {
        is_inside = c == '(' || is_inside && c != ')';
        c == ',' && !is_inside
    });
    Some((url.into(), &rest[comma.unwrap_or(rest.len())..]))
}

/// Returns the URL in `text`, the content of a `meta` element that refreshes the page.
/// Source: HTML Standard, `shared declarative refresh steps`.
fn refresh<'t>(text: &'t str, _: &mut css::State) -> Next<'t> {
    let text = text.trim_ascii_start();
    // 5. to 9. The time, and the separator after it.
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_time = rest.len() < text.len() || rest.starts_with('.');
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_next = rest.starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, ';' | ','));
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_ascii_start();
    if !has_time || !is_next || rest.is_empty() {
        return None;
    }
    // 11. `url =`, skipped only if it is complete.
    let named = rest.get(..3).filter(|name| name.eq_ignore_ascii_case("url"));
    let named = named.and_then(|_| rest[3..].trim_ascii_start().strip_prefix('='));
    let url = named.map_or(rest, str::trim_ascii_start);
    let has_mark = named.is_some() || !rest.starts_with(['u', 'U']);
    let mark = url.chars().next().filter(|c| has_mark && matches!(c, '"' | '\''));
    let url = mark.map_or(url, |mark| url[1..].split(mark).next().unwrap_or_default());
    (!url.is_empty()).then_some((url.into(), ""))
}

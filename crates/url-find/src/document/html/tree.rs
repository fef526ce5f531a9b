//! Tree construction of HTML, without the tree: what the stack of open elements decides about the text that follows.
//!
//! Source: HTML Standard, section 13.2.6, whose order and words this follows. Scripting is off.

#![allow(
    clippy::too_many_lines,
    clippy::match_same_arms,
    clippy::struct_excessive_bools,
    clippy::unnested_or_patterns,
    reason = "the cases stand as in the Standard"
)]

use std::sync::Arc;

/// How many elements may be open, and how many may be formatting ones: as many as browsers nest.
const MOST: usize = 512;

/// What follows a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Markup,
    /// Text up to the end tag of the same name.
    Raw,
    Script,
    /// All of the document.
    Plain,
}

/// A start tag, as far as it matters here.
#[derive(Default)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) is_self_closing: bool,
    /// Its attributes in any order, for the comparison of formatting elements.
    pub(super) attributes: u64,
    /// An `input` with the type `hidden`.
    pub(super) is_hidden: bool,
    /// A `font` with `color`, `face` or `size`.
    pub(super) is_styled: bool,
    /// An `annotation-xml` whose `encoding` is that of HTML.
    pub(super) is_html: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Html,
    Svg,
    MathMl,
}

/// An open element.
#[derive(Clone, Debug)]
struct Node {
    name: Arc<str>,
    space: Space,
    id: u64,
    attributes: u64,
    is_special: bool,
    /// Whether it ends the usual scope.
    is_scope: bool,
    /// An integration point of HTML.
    is_point: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

use Mode::{
    AfterAfterBody, AfterAfterFrameset, AfterBody, AfterFrameset, AfterHead, BeforeHead, BeforeHtml, InBody,
    InCaption, InCell, InColumnGroup, InFrameset, InHead, InHeadNoscript, InRow, InTable, InTableBody,
    InTemplate, Initial,
};

/// The state of tree construction.
#[derive(Default)]
pub(super) struct Tree {
    mode: Mode,
    open: Vec<Node>,
    /// The list of active formatting elements, with markers.
    formatting: Vec<Option<Node>>,
    templates: Vec<Mode>,
    form: Option<u64>,
    is_frameset_bad: bool,
    /// Without quirks, a table ends a paragraph.
    pub(super) has_no_quirks: bool,
    next_id: u64,
    /// How many elements are open beyond those that are kept.
    deeper: u64,
    /// Why what follows may be read as it is not meant; taken by the caller.
    pub(super) doubt: Option<(&'static str, &'static str)>,
}

const TABLE: &[&str] = &["html", "table", "template"];
const IMPLIED: &[&str] = &["dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"];
const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];
const BODIES: &[&str] = &["tbody", "thead", "tfoot"];

fn is_special(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "applet"
            | "area"
            | "article"
            | "aside"
            | "base"
            | "basefont"
            | "bgsound"
            | "blockquote"
            | "body"
            | "br"
            | "button"
            | "caption"
            | "center"
            | "col"
            | "colgroup"
            | "dd"
            | "details"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "embed"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "frame"
            | "frameset"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "iframe"
            | "img"
            | "input"
            | "keygen"
            | "li"
            | "link"
            | "listing"
            | "main"
            | "marquee"
            | "menu"
            | "meta"
            | "nav"
            | "noembed"
            | "noframes"
            | "noscript"
            | "object"
            | "ol"
            | "p"
            | "param"
            | "plaintext"
            | "pre"
            | "script"
            | "search"
            | "section"
            | "select"
            | "source"
            | "style"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "template"
            | "textarea"
            | "tfoot"
            | "th"
            | "thead"
            | "title"
            | "tr"
            | "track"
            | "ul"
            | "wbr"
            | "xmp"
    )
}

impl Node {
    fn is(&self, name: &str) -> bool {
        self.space == Space::Html && *self.name == *name
    }

    fn is_in(&self, names: &[&str]) -> bool {
        self.space == Space::Html && names.contains(&&*self.name)
    }
}

impl Tree {
    pub(super) fn new(has_no_quirks: bool) -> Self {
        Self { has_no_quirks, ..Self::default() }
    }

    /// Whether the current node is not of HTML.
    pub(super) fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|node| node.space != Space::Html)
    }

    fn is_current(&self, names: &[&str]) -> bool {
        self.open.last().is_some_and(|node| node.is_in(names))
    }

    pub(super) fn has_template(&self) -> bool {
        self.has("template")
    }

    fn has(&self, name: &str) -> bool {
        self.open.iter().any(|node| node.is(name))
    }

    /// Pushes an element of this name, and returns its place; or counts it, if too many are open.
    fn insert(&mut self, space: Space, name: &str, attributes: u64, is_html: bool) -> Option<Node> {
        if self.open.len() >= MOST {
            if self.deeper == 0 {
                self.doubt =
                    Some(("too-deep", "more than 512 elements are open: those inside are read as they come"));
            }
            self.deeper += 1;
            return None;
        }
        let (is_special, is_scope, is_point) = match space {
            Space::Html => {
                let is_scope = matches!(
                    name,
                    "applet"
                        | "caption"
                        | "html"
                        | "marquee"
                        | "object"
                        | "select"
                        | "table"
                        | "td"
                        | "template"
                        | "th"
                );
                (is_special(name), is_scope, false)
            }
            Space::Svg => {
                let is_point = matches!(name, "foreignobject" | "desc" | "title");
                (is_point, is_point, is_point)
            }
            Space::MathMl => {
                let is_special = matches!(name, "mi" | "mo" | "mn" | "ms" | "mtext" | "annotation-xml");
                (is_special, is_special, is_special && (is_html || name != "annotation-xml"))
            }
        };
        self.next_id += 1;
        let id = self.next_id;
        let node = Node { name: name.into(), space, id, attributes, is_special, is_scope, is_point };
        self.open.push(node.clone());
        Some(node)
    }

    fn push(&mut self, name: &str) {
        self.insert(Space::Html, name, 0, false);
    }

    fn mark(&mut self) {
        if self.formatting.len() < 2 * MOST {
            self.formatting.push(None);
        }
    }

    fn clear_to_marker(&mut self) {
        while self.formatting.pop().is_some_and(|entry| entry.is_some()) {}
    }

    /// Where the element is that meets the condition, if no end of its scope is above it.
    fn scope(&self, ends: impl Fn(&Node) -> bool, is_it: impl Fn(&Node) -> bool) -> Option<usize> {
        for (at, node) in self.open.iter().enumerate().rev() {
            if is_it(node) {
                return Some(at);
            }
            if ends(node) {
                return None;
            }
        }
        None
    }

    fn in_scope(&self, names: &[&str]) -> Option<usize> {
        self.scope(|node| node.is_scope, |node| node.is_in(names))
    }

    fn in_table_scope(&self, names: &[&str]) -> Option<usize> {
        self.scope(|node| node.is_in(TABLE), |node| node.is_in(names))
    }

    fn imply_ends(&mut self, except: &str) {
        while self.open.last().is_some_and(|node| node.is_in(IMPLIED) && *node.name != *except) {
            self.open.pop();
        }
    }

    /// Pops up to the last element of this name, and that.
    fn pop_until(&mut self, names: &[&str]) {
        let last = self.open.iter().rposition(|node| node.is_in(names));
        self.open.truncate(last.unwrap_or(self.open.len()));
    }

    /// Pops up to the last element of these names, which stays.
    fn clear_to(&mut self, names: &[&str]) {
        let last = self.open.iter().rposition(|node| node.is_in(names));
        self.open.truncate(last.map_or(self.open.len(), |last| last + 1));
    }

    fn close_paragraph(&mut self) {
        let ends = |node: &Node| node.is_scope || node.is("button");
        if let Some(at) = self.scope(ends, |node| node.is("p")) {
            self.open.truncate(at);
        }
    }

    fn reconstruct(&mut self) {
        let is_open = |entry: &Option<Node>| {
            entry.as_ref().is_none_or(|entry| self.open.iter().rev().any(|node| node.id == entry.id))
        };
        let first = self.formatting.iter().rposition(is_open).map_or(0, |last| last + 1);
        for at in first..self.formatting.len() {
            if let Some((name, attributes)) =
                self.formatting[at].as_ref().map(|old| (old.name.clone(), old.attributes))
            {
                let Some(new) = self.insert(Space::Html, &name, attributes, false) else { break };
                self.formatting[at] = Some(new);
            }
        }
    }

    /// Pushes a formatting element, of which no more than three are alike.
    fn push_formatting(&mut self, tag: &Tag) {
        let Some(new) = self.insert(Space::Html, &tag.name, tag.attributes, false) else { return };
        let is_same = |old: &&(usize, &Node)| old.1.name == new.name && old.1.attributes == new.attributes;
        let marker = self.formatting.iter().rposition(Option::is_none).map_or(0, |at| at + 1);
        let alike = self.formatting.iter().enumerate().skip(marker);
        let alike = alike.filter_map(|(at, entry)| Some((at, entry.as_ref()?)));
        let alike: Vec<usize> = alike.filter(|old| is_same(&old)).map(|(at, _)| at).collect();
        if alike.len() >= 3 {
            self.formatting.remove(alike[0]);
        } else if self.formatting.len() >= MOST {
            self.formatting.remove(0);
            self.doubt = Some(("too-deep", "more than 512 formatting elements are open"));
        }
        self.formatting.push(Some(new));
    }

    /// Where the last formatting element of this name behind the last marker is.
    fn last_formatting(&self, name: &str) -> Option<usize> {
        let marker = self.formatting.iter().rposition(Option::is_none).map_or(0, |at| at + 1);
        let named = |entry: &Option<Node>| entry.as_ref().is_some_and(|node| *node.name == *name);
        Some(marker + self.formatting[marker..].iter().rposition(named)?)
    }

    fn formatting_of(&self, id: u64) -> Option<usize> {
        self.formatting.iter().position(|entry| entry.as_ref().is_some_and(|node| node.id == id))
    }

    /// Source: HTML Standard, `adoption agency algorithm`.
    fn adopt(&mut self, name: &str) {
        // 2.
        let is_current = |node: &Node| node.is(name) && self.formatting_of(node.id).is_none();
        if self.open.last().is_some_and(is_current) {
            self.open.pop();
            return;
        }
        for _ in 0..8 {
            // 4.3. to 4.6.
            let Some(entry) = self.last_formatting(name) else { return self.end_any_other(name) };
            let Some(element) = self.formatting[entry].clone() else { return };
            let Some(at) = self.open.iter().rposition(|node| node.id == element.id) else {
                self.formatting.remove(entry);
                return;
            };
            if self.scope(|node| node.is_scope, |node| node.id == element.id).is_none() {
                return;
            }
            // 4.7., 4.8.
            let Some(furthest) = self.open[at..].iter().position(|node| node.is_special) else {
                self.open.truncate(at);
                self.formatting.remove(entry);
                return;
            };
            // 4.10. to 4.13.
            let (mut furthest, mut counter, mut bookmark) = (at + furthest, 0, element.id);
            let mut is_behind = false;
            for inside in (at + 1..furthest).rev() {
                counter += 1;
                let id = self.open[inside].id;
                match self.formatting_of(id) {
                    Some(_) if counter <= 3 => {
                        if !is_behind {
                            (bookmark, is_behind) = (id, true);
                        }
                        continue;
                    }
                    Some(listed) => drop(self.formatting.remove(listed)),
                    None => {}
                }
                self.open.remove(inside);
                furthest -= 1;
            }
            // 4.15. to 4.19.
            self.next_id += 1;
            let new = Node { id: self.next_id, ..element.clone() };
            if let Some(place) = self.formatting_of(bookmark) {
                self.formatting.insert(place + usize::from(is_behind), Some(new.clone()));
            }
            if let Some(old) = self.formatting_of(element.id) {
                self.formatting.remove(old);
            }
            self.open.insert(furthest + 1, new);
            self.open.remove(at);
        }
    }

    fn end_any_other(&mut self, name: &str) {
        let found = self.scope(|node| node.is_special, |node| node.is(name));
        if let Some(at) = found {
            self.open.truncate(at);
        }
    }

    fn reset_mode(&mut self) {
        for (at, node) in self.open.iter().enumerate().rev() {
            let is_last = at == 0;
            self.mode = match (&*node.name, node.space) {
                (_, Space::Svg | Space::MathMl) => continue,
                ("td" | "th", _) if !is_last => InCell,
                ("tr", _) => InRow,
                ("tbody" | "thead" | "tfoot", _) => InTableBody,
                ("caption", _) => InCaption,
                ("colgroup", _) => InColumnGroup,
                ("table", _) => InTable,
                ("template", _) => self.templates.last().copied().unwrap_or(InBody),
                ("head", _) if !is_last => InHead,
                ("frameset", _) => InFrameset,
                ("html", _) => AfterHead,
                ("body", _) => InBody,
                _ if is_last => InBody,
                _ => continue,
            };
            return;
        }
    }

    /// Text outside markup, or white space only.
    pub(super) fn text(&mut self, is_space: bool) {
        if self.open.last().is_some_and(|node| node.space != Space::Html && !node.is_point) {
            self.is_frameset_bad |= !is_space;
            return;
        }
        loop {
            match self.mode {
                Initial | BeforeHtml | BeforeHead | InHead | InHeadNoscript | AfterHead => {
                    if is_space {
                        return;
                    }
                    self.go_to_next();
                }
                InTable | InTableBody | InRow => {
                    if is_space && self.is_current(&["table", "tbody", "template", "tfoot", "thead", "tr"]) {
                        return;
                    }
                    break;
                }
                InColumnGroup => {
                    if is_space || !self.is_current(&["colgroup"]) {
                        return;
                    }
                    self.open.pop();
                    self.mode = InTable;
                }
                AfterBody | AfterAfterBody => {
                    if !is_space {
                        self.mode = InBody;
                    }
                    break;
                }
                InFrameset | AfterFrameset | AfterAfterFrameset => return,
                InBody | InCaption | InCell | InTemplate => break,
            }
        }
        self.reconstruct();
        self.is_frameset_bad |= !is_space;
    }

    /// Does what the modes up to the body do with "anything else".
    fn go_to_next(&mut self) {
        match self.mode {
            Initial => self.mode = BeforeHtml,
            BeforeHtml => {
                self.push("html");
                self.mode = BeforeHead;
            }
            BeforeHead => {
                self.push("head");
                self.mode = InHead;
            }
            InHead => {
                self.open.pop();
                self.mode = AfterHead;
            }
            InHeadNoscript => {
                self.open.pop();
                self.mode = InHead;
            }
            _ => {
                self.push("body");
                self.mode = InBody;
            }
        }
    }

    /// What the start tag leads to.
    pub(super) fn start(&mut self, tag: &Tag) -> Text {
        let name = &*tag.name;
        let Some(node) = self.open.last().filter(|node| node.space != Space::Html) else {
            return self.start_in(self.mode, tag);
        };
        let (space, is_point) = (node.space, node.is_point);
        let is_text_point = is_point && space == Space::MathMl && *node.name != *"annotation-xml";
        if is_point && !(is_text_point && matches!(name, "mglyph" | "malignmark"))
            || *node.name == *"annotation-xml" && space == Space::MathMl && name == "svg"
        {
            return self.start_in(self.mode, tag);
        }
        let breaks_out = matches!(
            name,
            "b" | "big"
                | "blockquote"
                | "body"
                | "br"
                | "center"
                | "code"
                | "dd"
                | "div"
                | "dl"
                | "dt"
                | "em"
                | "embed"
                | "h1"
                | "h2"
                | "h3"
                | "h4"
                | "h5"
                | "h6"
                | "head"
                | "hr"
                | "i"
                | "img"
                | "li"
                | "listing"
                | "menu"
                | "meta"
                | "nobr"
                | "ol"
                | "p"
                | "pre"
                | "ruby"
                | "s"
                | "small"
                | "span"
                | "strong"
                | "strike"
                | "sub"
                | "sup"
                | "table"
                | "tt"
                | "u"
                | "ul"
                | "var"
        );
        if breaks_out || name == "font" && tag.is_styled {
            self.break_out();
            return self.start_in(self.mode, tag);
        }
        if !tag.is_self_closing {
            self.insert(space, name, 0, tag.is_html);
        }
        Text::Markup
    }

    /// Pops what is not of HTML, up to an integration point.
    fn break_out(&mut self) {
        while self.open.last().is_some_and(|node| node.space != Space::Html && !node.is_point) {
            self.open.pop();
        }
    }

    /// Processes the start tag using the rules for `mode`.
    fn start_in(&mut self, mode: Mode, tag: &Tag) -> Text {
        let name = &*tag.name;
        match (mode, name) {
            (BeforeHtml, "html") | (BeforeHead, "head") => self.go_to_next(),
            (BeforeHead | InHead | InHeadNoscript | AfterHead | InColumnGroup, "html")
            | (AfterBody | InFrameset | AfterFrameset | AfterAfterBody | AfterAfterFrameset, "html")
            | (InHead | InHeadNoscript | AfterHead, "head")
            | (InHeadNoscript, "noscript") => {}
            (InHead, "base" | "basefont" | "bgsound" | "link" | "meta")
            | (InHeadNoscript, "basefont" | "bgsound" | "link" | "meta") => {}
            (InHead, "title" | "noframes" | "style") | (InHeadNoscript, "noframes" | "style") => {
                return Text::Raw;
            }
            (InFrameset | AfterFrameset | AfterAfterFrameset, "noframes") => return Text::Raw,
            (InHead, "noscript") => {
                self.push(name);
                self.mode = InHeadNoscript;
            }
            (InHead, "script") => return Text::Script,
            (InHead, "template") => {
                self.mark();
                self.is_frameset_bad = true;
                self.mode = InTemplate;
                self.templates.push(InTemplate);
                self.push(name);
                self.templates.truncate(MOST);
            }
            (AfterHead, "body") => {
                self.go_to_next();
                self.is_frameset_bad = true;
            }
            (AfterHead | InFrameset, "frameset") => {
                self.push(name);
                self.mode = InFrameset;
            }
            (
                AfterHead | InBody | InTemplate,
                "base" | "basefont" | "bgsound" | "link" | "meta" | "noframes" | "script" | "style"
                | "template" | "title",
            )
            | (InTable | InTableBody | InRow, "style" | "script" | "template")
            | (InColumnGroup, "template") => return self.start_in(InHead, tag),
            (Initial | BeforeHtml | BeforeHead | InHead | InHeadNoscript | AfterHead, _) => {
                self.go_to_next();
                return self.start_in(self.mode, tag);
            }
            (InBody, _) => return self.start_in_body(tag),
            (
                InCaption,
                "caption" | "col" | "colgroup" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr",
            ) => {
                if self.close_caption() {
                    return self.start_in(self.mode, tag);
                }
            }
            (InCell, "caption" | "col" | "colgroup" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr") => {
                if self.in_table_scope(&["td", "th"]).is_some() {
                    self.close_cell();
                    return self.start_in(self.mode, tag);
                }
            }
            (InCaption | InCell, _) => return self.start_in_body(tag),
            (InTable, "caption") => {
                self.clear_to(TABLE);
                self.mark();
                self.push(name);
                self.mode = InCaption;
            }
            (InTable, "colgroup" | "col") => {
                self.clear_to(TABLE);
                self.push("colgroup");
                self.mode = InColumnGroup;
            }
            (InTable, "tbody" | "tfoot" | "thead") => {
                self.clear_to(TABLE);
                self.push(name);
                self.mode = InTableBody;
            }
            (InTable, "td" | "th" | "tr") => {
                self.clear_to(TABLE);
                self.push("tbody");
                self.mode = InTableBody;
                return self.start_in(InTableBody, tag);
            }
            (InTable | InTableBody | InRow, "table") if mode == InTable || name == "table" => {
                if self.in_table_scope(&["table"]).is_some() {
                    self.pop_until(&["table"]);
                    self.reset_mode();
                    return self.start_in(self.mode, tag);
                }
            }
            (InTable | InTableBody | InRow, "form") => {
                if self.form.is_none() && !self.has("template") {
                    self.next_id += 1;
                    self.form = Some(self.next_id);
                }
            }
            (InTable | InTableBody | InRow, "input") if tag.is_hidden => {}
            (InTableBody, "tr") => {
                self.clear_to(&["tbody", "tfoot", "thead", "template", "html"]);
                self.push(name);
                self.mode = InRow;
            }
            (InTableBody, "th" | "td") => {
                self.clear_to(&["tbody", "tfoot", "thead", "template", "html"]);
                self.push("tr");
                self.mode = InRow;
                return self.start_in(InRow, tag);
            }
            (InTableBody, "caption" | "col" | "colgroup" | "tbody" | "tfoot" | "thead") => {
                if self.close_table_body() {
                    return self.start_in(self.mode, tag);
                }
            }
            (InRow, "th" | "td") => {
                self.clear_to(&["tr", "template", "html"]);
                self.push(name);
                self.mode = InCell;
                self.mark();
            }
            (InRow, "caption" | "col" | "colgroup" | "tbody" | "tfoot" | "thead" | "tr") => {
                if self.close_row() {
                    return self.start_in(self.mode, tag);
                }
            }
            (InTable | InTableBody | InRow, _) => return self.start_in_body(tag),
            (InColumnGroup, "col") => {}
            (InColumnGroup, _) => {
                if self.is_current(&["colgroup"]) {
                    self.open.pop();
                    self.mode = InTable;
                    return self.start_in(InTable, tag);
                }
            }
            (InTemplate, _) => {
                self.mode = match name {
                    "caption" | "colgroup" | "tbody" | "tfoot" | "thead" => InTable,
                    "col" => InColumnGroup,
                    "tr" => InTableBody,
                    "td" | "th" => InRow,
                    _ => InBody,
                };
                self.templates.pop();
                self.templates.push(self.mode);
                return self.start_in(self.mode, tag);
            }
            (AfterBody | AfterAfterBody, _) => {
                self.mode = InBody;
                return self.start_in_body(tag);
            }
            (InFrameset | AfterFrameset | AfterAfterFrameset, _) => {}
        }
        Text::Markup
    }

    fn start_in_body(&mut self, tag: &Tag) -> Text {
        let name = &*tag.name;
        let mut text = Text::Markup;
        let in_select = |tree: &Self| tree.in_scope(&["select"]).is_some();
        if matches!(name, "title" | "style" | "xmp" | "iframe" | "noembed" | "noframes" | "plaintext")
            && in_select(self)
        {
            // Programs of before 2025 ignore these tags there.
            self.doubt = Some(("ambiguous", "programs differ in how they read this element inside `select`"));
            return Text::Markup;
        }
        match name {
            "html" => {}
            "base" | "basefont" | "bgsound" | "link" | "meta" | "noframes" | "script" | "style"
            | "template" | "title" => {
                return self.start_in(InHead, tag);
            }
            "body" => {
                let has_body = self.open.get(1).is_some_and(|node| node.is("body"));
                self.is_frameset_bad |= has_body && !self.has("template");
            }
            "frameset" => {
                if !self.is_frameset_bad && self.open.get(1).is_some_and(|node| node.is("body")) {
                    self.open.truncate(1);
                    self.push(name);
                    self.mode = InFrameset;
                }
            }
            "address" | "article" | "aside" | "blockquote" | "center" | "details" | "dialog" | "dir"
            | "div" | "dl" | "fieldset" | "figcaption" | "figure" | "footer" | "header" | "hgroup"
            | "main" | "menu" | "nav" | "ol" | "p" | "search" | "section" | "summary" | "ul"
            | "plaintext" | "pre" | "listing" => {
                self.close_paragraph();
                self.push(name);
                self.is_frameset_bad |= matches!(name, "pre" | "listing");
                if name == "plaintext" {
                    text = Text::Plain;
                }
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.close_paragraph();
                if self.is_current(HEADINGS) {
                    self.open.pop();
                }
                self.push(name);
            }
            "form" => {
                let is_outside = !self.has("template");
                if self.form.is_none() || !is_outside {
                    self.close_paragraph();
                    let form = self.insert(Space::Html, name, 0, false);
                    if is_outside {
                        self.form = form.map(|node| node.id);
                    }
                }
            }
            "li" | "dd" | "dt" => {
                self.is_frameset_bad = true;
                let names: &[&str] = if name == "li" { &["li"] } else { &["dd", "dt"] };
                let ends = |node: &Node| node.is_special && !node.is_in(&["address", "div", "p"]);
                if let Some(at) = self.scope(ends, |node| node.is_in(names)) {
                    self.open.truncate(at);
                }
                self.close_paragraph();
                self.push(name);
            }
            "button" => {
                if let Some(at) = self.in_scope(&["button"]) {
                    self.open.truncate(at);
                }
                self.reconstruct();
                self.push(name);
                self.is_frameset_bad = true;
            }
            "a" => {
                if let Some(node) = self.last_formatting("a").and_then(|at| self.formatting[at].clone()) {
                    self.adopt("a");
                    self.formatting.retain(|entry| entry.as_ref().is_none_or(|old| old.id != node.id));
                    self.open.retain(|old| old.id != node.id);
                }
                self.reconstruct();
                self.push_formatting(tag);
            }
            "b" | "big" | "code" | "em" | "font" | "i" | "s" | "small" | "strike" | "strong" | "tt" | "u" => {
                self.reconstruct();
                self.push_formatting(tag);
            }
            "nobr" => {
                self.reconstruct();
                if self.in_scope(&["nobr"]).is_some() {
                    self.adopt("nobr");
                    self.reconstruct();
                }
                self.push_formatting(tag);
            }
            "applet" | "marquee" | "object" => {
                self.reconstruct();
                self.push(name);
                self.mark();
                self.is_frameset_bad = true;
            }
            "table" => {
                if self.has_no_quirks {
                    self.close_paragraph();
                }
                self.push(name);
                self.is_frameset_bad = true;
                self.mode = InTable;
            }
            "area" | "br" | "embed" | "img" | "image" | "keygen" | "wbr" | "input" => {
                if name == "input" && in_select(self) {
                    self.pop_until(&["select"]);
                }
                self.reconstruct();
                self.is_frameset_bad |= !tag.is_hidden;
            }
            "param" | "source" | "track" => {}
            "hr" => {
                self.close_paragraph();
                if in_select(self) {
                    self.imply_ends("");
                }
                self.is_frameset_bad = true;
            }
            "xmp" => {
                self.close_paragraph();
                self.reconstruct();
                self.is_frameset_bad = true;
                text = Text::Raw;
            }
            "textarea" | "iframe" => {
                self.is_frameset_bad = true;
                text = Text::Raw;
            }
            "noembed" => text = Text::Raw,
            "select" => {
                if in_select(self) {
                    self.pop_until(&["select"]);
                } else {
                    self.reconstruct();
                    self.push(name);
                    self.is_frameset_bad = true;
                }
            }
            "option" | "optgroup" => {
                if in_select(self) {
                    self.imply_ends(if name == "option" { "optgroup" } else { "" });
                } else if self.is_current(&["option"]) {
                    self.open.pop();
                }
                self.reconstruct();
                self.push(name);
            }
            "rb" | "rtc" | "rp" | "rt" => {
                if self.in_scope(&["ruby"]).is_some() {
                    self.imply_ends(if matches!(name, "rp" | "rt") { "rtc" } else { "" });
                }
                self.push(name);
            }
            "math" | "svg" => {
                self.reconstruct();
                let space = if name == "svg" { Space::Svg } else { Space::MathMl };
                if !tag.is_self_closing {
                    self.insert(space, name, 0, false);
                }
            }
            "caption" | "col" | "colgroup" | "frame" | "head" | "tbody" | "td" | "tfoot" | "th" | "thead"
            | "tr" => {}
            _ => {
                self.reconstruct();
                self.push(name);
            }
        }
        text
    }

    fn close_caption(&mut self) -> bool {
        let at = self.in_table_scope(&["caption"]);
        if let Some(at) = at {
            self.open.truncate(at);
            self.clear_to_marker();
            self.mode = InTable;
        }
        at.is_some()
    }

    fn close_cell(&mut self) {
        self.pop_until(&["td", "th"]);
        self.clear_to_marker();
        self.mode = InRow;
    }

    fn close_row(&mut self) -> bool {
        let is_open = self.in_table_scope(&["tr"]).is_some();
        if is_open {
            self.clear_to(&["tr", "template", "html"]);
            self.open.pop();
            self.mode = InTableBody;
        }
        is_open
    }

    fn close_table_body(&mut self) -> bool {
        let is_open = self.in_table_scope(BODIES).is_some();
        if is_open {
            self.clear_to(&["tbody", "tfoot", "thead", "template", "html"]);
            self.open.pop();
            self.mode = InTable;
        }
        is_open
    }

    /// The end tag of this name, which is not that of raw text.
    pub(super) fn end(&mut self, name: &str) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        if !self.is_foreign() {
            return self.end_in(self.mode, name);
        }
        if matches!(name, "br" | "p") {
            self.break_out();
            return self.end_in(self.mode, name);
        }
        let is_html = |node: &Node| node.space == Space::Html;
        match self.scope(is_html, |node| node.space != Space::Html && *node.name == *name) {
            Some(at) => self.open.truncate(at),
            None => self.end_in(self.mode, name),
        }
    }

    /// Processes the end tag using the rules for `mode`.
    fn end_in(&mut self, mode: Mode, name: &str) {
        match (mode, name) {
            (
                InHead | AfterHead | InBody | InTable | InTableBody | InRow | InColumnGroup | InTemplate,
                "template",
            ) => {
                if self.has("template") {
                    self.pop_until(&["template"]);
                    self.clear_to_marker();
                    self.templates.pop();
                    self.reset_mode();
                }
            }
            (InHead, "head") | (InHeadNoscript, "noscript") => self.go_to_next(),
            (Initial, _)
            | (BeforeHtml | BeforeHead, "head" | "body" | "html" | "br")
            | (InHead | AfterHead, "body" | "html" | "br")
            | (InHeadNoscript, "br") => {
                self.go_to_next();
                self.end_in(self.mode, name);
            }
            (BeforeHtml | BeforeHead | InHead | InHeadNoscript | AfterHead | InTemplate, _) => {}
            (InBody, _) => self.end_in_body(name),
            (InCaption, "caption") => {
                self.close_caption();
            }
            (InCaption, "table") => {
                if self.close_caption() {
                    self.end_in(InTable, name);
                }
            }
            (InCell, "td" | "th") => {
                if let Some(at) = self.in_table_scope(&[name]) {
                    self.open.truncate(at);
                    self.clear_to_marker();
                    self.mode = InRow;
                }
            }
            (InCell, "table" | "tbody" | "tfoot" | "thead" | "tr") => {
                if self.in_table_scope(&[name]).is_some() {
                    self.close_cell();
                    self.end_in(InRow, name);
                }
            }
            (InTable, "table") => {
                if self.in_table_scope(&["table"]).is_some() {
                    self.pop_until(&["table"]);
                    self.reset_mode();
                }
            }
            (InTableBody, "tbody" | "tfoot" | "thead") => {
                if self.in_table_scope(&[name]).is_some() {
                    self.close_table_body();
                }
            }
            (InTableBody, "table") => {
                if self.close_table_body() {
                    self.end_in(InTable, name);
                }
            }
            (InRow, "tr") => {
                self.close_row();
            }
            (InRow, "table") => {
                if self.close_row() {
                    self.end_in(InTableBody, name);
                }
            }
            (InRow, "tbody" | "tfoot" | "thead") => {
                if self.in_table_scope(&[name]).is_some() && self.close_row() {
                    self.end_in(InTableBody, name);
                }
            }
            (InColumnGroup, "colgroup") => {
                if self.is_current(&["colgroup"]) {
                    self.open.pop();
                    self.mode = InTable;
                }
            }
            (InColumnGroup, "col") => {}
            (InColumnGroup, _) => {
                if self.is_current(&["colgroup"]) {
                    self.open.pop();
                    self.mode = InTable;
                    self.end_in(InTable, name);
                }
            }
            (
                InTable | InTableBody | InRow | InCaption | InCell,
                "body" | "caption" | "col" | "colgroup" | "html" | "tbody" | "td" | "tfoot" | "th" | "thead"
                | "tr",
            ) => {}
            (InTable | InTableBody | InRow | InCaption | InCell, _) => self.end_in_body(name),
            (AfterBody, "html") => self.mode = AfterAfterBody,
            (AfterBody | AfterAfterBody, _) => {
                self.mode = InBody;
                self.end_in_body(name);
            }
            (InFrameset, "frameset") => {
                if self.open.len() > 1 {
                    self.open.pop();
                    if !self.is_current(&["frameset"]) {
                        self.mode = AfterFrameset;
                    }
                }
            }
            (AfterFrameset, "html") => self.mode = AfterAfterFrameset,
            (InFrameset | AfterFrameset | AfterAfterFrameset, _) => {}
        }
    }

    fn end_in_body(&mut self, name: &str) {
        match name {
            "template" => self.end_in(InHead, name),
            "body" | "html" => {
                if self.in_scope(&["body"]).is_some() {
                    self.mode = if name == "body" { AfterBody } else { AfterAfterBody };
                }
            }
            "address" | "article" | "aside" | "blockquote" | "button" | "center" | "details" | "dialog"
            | "dir" | "div" | "dl" | "fieldset" | "figcaption" | "figure" | "footer" | "header"
            | "hgroup" | "listing" | "main" | "menu" | "nav" | "ol" | "pre" | "search" | "section"
            | "select" | "summary" | "ul" | "dd" | "dt" | "applet" | "marquee" | "object" => {
                if let Some(at) = self.in_scope(&[name]) {
                    self.open.truncate(at);
                    if matches!(name, "applet" | "marquee" | "object") {
                        self.clear_to_marker();
                    }
                }
            }
            "form" if !self.has("template") => {
                let form = self.form.take();
                if let Some(at) = self.scope(|node| node.is_scope, |node| Some(node.id) == form) {
                    self.imply_ends("");
                    self.open.remove(at);
                }
            }
            "form" => {
                if let Some(at) = self.in_scope(&["form"]) {
                    self.open.truncate(at);
                }
            }
            "p" => self.close_paragraph(),
            "li" => {
                let ends = |node: &Node| node.is_scope || node.is_in(&["ol", "ul"]);
                if let Some(at) = self.scope(ends, |node| node.is("li")) {
                    self.open.truncate(at);
                }
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                if let Some(at) = self.in_scope(HEADINGS) {
                    self.open.truncate(at);
                }
            }
            "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike"
            | "strong" | "tt" | "u" => {
                self.adopt(name);
            }
            "br" => {
                self.reconstruct();
                self.is_frameset_bad = true;
            }
            _ => self.end_any_other(name),
        }
    }
}

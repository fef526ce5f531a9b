//! Runs html5ever's tree construction without storing a tree. The result is the kind of text after each tag.

use std::{borrow::Cow, cell::Cell, rc::Rc};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink as _, TokenSinkResult, states::RawKind};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, expanded_name, local_name, ns};

/// The maximum number of open elements, as in browsers, which limits the work for each tag.
const MOST: usize = 512;

/// The elements of SVG whose names have capitals. Browsers do not close an element of HTML that has such a
/// name while an element of SVG is open, but the HTML Standard does.
const SVG_NAMES: &str = "altglyph altglyphdef altglyphitem animatecolor animatemotion animatetransform \
    clippath feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting \
    fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur \
    feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile \
    feturbulence foreignobject glyphref lineargradient radialgradient textpath";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Markup,
    /// Raw text, up to the end tag with the name of the start tag.
    Raw,
    Script,
    /// Plain text, up to the end of the document.
    Plain,
}

pub(super) fn attribute(name: LocalName, value: &str) -> Attribute {
    Attribute { name: QualName::new(None, ns!(), name), value: value.into() }
}

/// The state of tree construction.
pub(super) struct Tree {
    /// `None` after more than [`MOST`] elements were open. Tag names alone then determine the kind of text.
    builder: Option<TreeBuilder<Rc<Node>, Sink>>,
    has_words: Option<bool>,
    /// True if an element of SVG or `MathML` was open before the last tag.
    pub(super) was_in_foreign: bool,
    /// The kind and the message of an error if the next tags may be misread. The caller of `tag` takes it.
    pub(super) doubt: Option<(&'static str, &'static str)>,
}

impl Tree {
    pub(super) fn new(iframe_srcdoc: bool, scripting_enabled: bool) -> Self {
        let options = TreeBuilderOpts { scripting_enabled, iframe_srcdoc, ..TreeBuilderOpts::default() };
        let builder = Some(TreeBuilder::new(Sink::default(), options));
        Self { builder, has_words: None, was_in_foreign: false, doubt: None }
    }

    pub(super) fn is_foreign(&self) -> bool {
        let builder = self.builder.as_ref();
        builder.is_some_and(TreeBuilder::adjusted_current_node_present_but_not_in_html_namespace)
    }

    pub(super) fn take_base(&self) -> bool {
        self.builder.as_ref().is_none_or(|builder| builder.sink.has_base.take())
    }

    pub(super) fn doctype(&self, is_quirky: bool) {
        let name = Some(StrTendril::from("html"));
        self.token(Token::DoctypeToken(Doctype { name, force_quirks: is_quirky, ..Doctype::default() }));
    }

    pub(super) fn text(&mut self, is_space: bool) {
        // The builder collects text in tables, where further text of the same kind has no effect.
        if self.has_words < Some(!is_space) {
            self.has_words = Some(!is_space);
            self.token(Token::CharacterTokens(StrTendril::from(if is_space { " " } else { "x" })));
        }
    }

    pub(super) fn tag(&mut self, tag: &Tag) -> TextKind {
        let is_start = tag.kind == TagKind::StartTag;
        let is_raw = matches!(
            &*tag.name,
            "title" | "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" | "plaintext"
        );
        let in_select = |builder: &TreeBuilder<_, Sink>| Rc::strong_count(&builder.sink.selects) > 1;
        let in_foreign = |builder: &TreeBuilder<_, Sink>| Rc::strong_count(&builder.sink.foreign) > 1;
        self.was_in_foreign = self.builder.as_ref().is_some_and(in_foreign);
        if is_start && is_raw && self.builder.as_ref().is_some_and(in_select) {
            // Browsers from before 2025 ignore these start tags inside `select`.
            self.doubt = Some(("ambiguous", "programs differ in how they read this element inside `select`"));
            return TextKind::Markup;
        }
        if is_start && SVG_NAMES.split(' ').any(|name| *name == *tag.name) && !self.is_foreign() {
            self.doubt = Some(("ambiguous", "programs differ in where this element of SVG outside SVG ends"));
        }
        self.has_words = None;
        let result = self.token(Token::TagToken(tag.clone()));
        if self.builder.as_ref().is_some_and(|builder| Rc::strong_count(&builder.sink.all) > MOST + 1) {
            self.builder = None;
            let why = "more than 512 elements are open: tags are read by their names from here on";
            self.doubt = Some(("too-deep", why));
        }
        match result {
            Some(TokenSinkResult::RawData(RawKind::ScriptData | RawKind::ScriptDataEscaped(_))) => {
                TextKind::Script
            }
            Some(TokenSinkResult::RawData(_)) => TextKind::Raw,
            Some(TokenSinkResult::Plaintext) => TextKind::Plain,
            Some(_) => TextKind::Markup,
            None if !is_start => TextKind::Markup,
            None => match &*tag.name {
                "script" => TextKind::Script,
                "iframe" | "noembed" | "noframes" | "style" | "textarea" | "title" | "xmp" => TextKind::Raw,
                _ => TextKind::Markup,
            },
        }
    }

    fn token(&self, token: Token) -> Option<TokenSinkResult<Rc<Node>>> {
        Some(self.builder.as_ref()?.process_token(token, 1))
    }
}

/// An open element or an active formatting element. The builder drops all other elements.
struct Node {
    name: QualName,
    is_integration_point: bool,
    _counts: (Rc<()>, Option<Rc<()>>),
}

#[derive(Default)]
struct Sink {
    /// The reference counts of these four are the numbers of all, `template` and `select` elements, and of
    /// the elements of SVG and `MathML`, plus 1.
    all: Rc<()>,
    templates: Rc<()>,
    selects: Rc<()>,
    foreign: Rc<()>,
    has_base: Cell<bool>,
}

impl Sink {
    fn node(&self, name: QualName, is_integration_point: bool) -> Rc<Node> {
        let count = match name.expanded() {
            expanded_name!(html "template") => Some(Rc::clone(&self.templates)),
            expanded_name!(html "select") => Some(Rc::clone(&self.selects)),
            _ if matches!(name.ns, ns!(svg) | ns!(mathml)) => Some(Rc::clone(&self.foreign)),
            _ => None,
        };
        Rc::new(Node { name, is_integration_point, _counts: (Rc::clone(&self.all), count) })
    }

    fn nameless(&self) -> Rc<Node> {
        self.node(QualName::new(None, ns!(), local_name!("")), false)
    }
}

impl TreeSink for Sink {
    type Handle = Rc<Node>;
    type Output = ();
    type ElemName<'a> = &'a QualName;

    fn get_document(&self) -> Rc<Node> {
        self.nameless()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Node>) -> &'a QualName {
        &target.name
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> Rc<Node> {
        if name.expanded() == expanded_name!(html "base") && Rc::strong_count(&self.templates) == 1 {
            self.has_base.set(true);
        }
        self.node(name, flags.mathml_annotation_xml_integration_point)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Node> {
        self.nameless()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Node> {
        self.nameless()
    }

    fn get_template_contents(&self, target: &Rc<Node>) -> Rc<Node> {
        Rc::clone(target)
    }

    fn same_node(&self, x: &Rc<Node>, y: &Rc<Node>) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<Node>) -> bool {
        handle.is_integration_point
    }

    fn finish(self) {}
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn append(&self, _: &Rc<Node>, _: NodeOrText<Rc<Node>>) {}
    fn append_based_on_parent_node(&self, _: &Rc<Node>, _: &Rc<Node>, _: NodeOrText<Rc<Node>>) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append_before_sibling(&self, _: &Rc<Node>, _: NodeOrText<Rc<Node>>) {}
    fn add_attrs_if_missing(&self, _: &Rc<Node>, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Rc<Node>) {}
    fn reparent_children(&self, _: &Rc<Node>, _: &Rc<Node>) {}
}

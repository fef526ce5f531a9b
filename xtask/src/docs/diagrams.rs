//! Railroad diagrams of the grammars that url-core has as data, one SVG a rule, and a page that shows them all.

use railroad::{
    Choice, Comment, Diagram, Empty, LabeledBox, Node as Drawn, NonTerminal, Optional, Repeat, Sequence,
    SimpleEnd, SimpleStart, Stylesheet, Terminal,
};
use url_core::grammar::{Node, Rule, webspecs::RULES};

/// Where the diagrams are.
const FOLDER: &str = "docs/diagrams/webspecs";

/// The path of each file, from the root of the project, and its text.
pub(super) fn files() -> Vec<(String, String)> {
    let mut page = String::from(
        "# The grammar of the profile `webspecs`\n\n\
         Drawn by `cargo xtask docs diagrams` from `crates/url-core/src/grammar/webspecs.rs`. Alternatives are tried from\n\
         top to bottom, repetitions as often as they match. Dashed boxes name conditions that the prose adds.\n",
    );
    let mut files = Vec::new();
    for rule in RULES {
        page.extend(["\n## ", rule.name, "\n\n![", rule.name, "](", rule.name, ".svg)\n"]);
        files.push((format!("{FOLDER}/{}.svg", rule.name), svg(rule)));
    }
    files.push((format!("{FOLDER}/README.md"), page));
    files
}

/// The diagram of `rule`.
fn svg(rule: &Rule) -> String {
    let ends: Vec<Box<dyn Drawn>> = vec![Box::new(SimpleStart), drawn(&rule.body), Box::new(SimpleEnd)];
    let diagram = Diagram::new_with_stylesheet(Sequence::new(ends), &Stylesheet::Light);
    format!("{diagram}\n")
}

/// `node` as a part of a diagram.
fn drawn(node: &Node) -> Box<dyn Drawn> {
    match node {
        Node::Text(text) | Node::TextInAnyCase(text) => Box::new(Terminal::new((*text).into())),
        Node::OneOf(label, _) => Box::new(Terminal::new(format!("any of {label}"))),
        Node::Except("[]", _) => Box::new(Terminal::new("any".into())),
        Node::Except(label, _) => Box::new(Terminal::new(format!("any except {label}"))),
        Node::Rule(name) => Box::new(NonTerminal::new((*name).into())),
        Node::Sequence(nodes) => Box::new(Sequence::new(nodes.iter().map(drawn).collect())),
        Node::Choice(nodes) => Box::new(Choice::new(nodes.iter().map(drawn).collect::<Vec<_>>())),
        Node::Optional(node) => Box::new(Optional::new(drawn(node))),
        Node::ZeroOrMore(node) => Box::new(Optional::new(Repeat::new(drawn(node), Empty))),
        Node::Times(node, least, most) => {
            let times =
                if least == most { format!("{least} times") } else { format!("{least} to {most} times") };
            Box::new(Repeat::new(drawn(node), Comment::new(times)))
        }
        Node::Where(condition) => Box::new(LabeledBox::new(Empty, Comment::new(condition.text().into()))),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::{FOLDER, files};

    #[test]
    fn diagrams_are_those_of_the_grammar() {
        for (path, text) in files() {
            let committed = fs::read_to_string(crate::project().join(&path)).unwrap_or_default();
            assert!(committed == text, "{path} is stale: run `cargo xtask docs diagrams`");
        }
    }

    #[test]
    fn no_diagram_is_left_over() {
        let drawn: BTreeSet<_> = files().into_iter().map(|(path, _)| path).collect();
        for entry in fs::read_dir(crate::project().join(FOLDER)).unwrap() {
            let path = format!("{FOLDER}/{}", entry.unwrap().file_name().to_string_lossy());
            assert!(drawn.contains(&path), "{path} is of no rule");
        }
    }
}

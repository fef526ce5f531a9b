//! Splits XML and HTML into tags and text. Comments and declarations are neither.

/// A piece of a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Open(Tag<'a>),
    Close(&'a str),
    /// What is between tags, with its character references resolved.
    Text(String),
}

/// A start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    attributes: &'a str,
}

impl Tag<'_> {
    /// The value of the attribute `name`.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        let mut rest = self.attributes.trim_start();
        while let Some((found, after)) = rest.split_once('=') {
            let (value, after) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => after[1..].split_once(quote)?,
                _ => after.split_once(char::is_whitespace).unwrap_or((after, "")),
            };
            if found.split_whitespace().last() == Some(name) {
                return Some(resolve(value));
            }
            rest = after;
        }
        None
    }

    /// Whether it has the attribute `name`, without a value.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.attributes.split_whitespace().any(|attribute| attribute == name)
    }

    /// Whether `class` is one of its classes.
    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|classes| classes.split_whitespace().any(|one| one == class))
    }
}

/// The tokens of `text`. An empty tag is a start tag and an end tag.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&resolve(&rest[..at]));
        rest = &rest[at..];
        let (end, token) = if rest.starts_with("<!--") {
            (rest.find("-->").map(|end| end + 3), None)
        } else if rest[1..].starts_with(['!', '?']) {
            (rest.find('>').map(|end| end + 1), None)
        } else if rest[1..].starts_with(|c: char| c == '/' || c.is_ascii_alphabetic()) {
            let end = tag_end(rest);
            (end, end.map(|end| &rest[1..end - 1]))
        } else {
            (None, None)
        };
        let Some(end) = end else {
            plain.push('<');
            rest = &rest[1..];
            continue;
        };
        rest = &rest[end..];
        let Some(tag) = token else { continue };
        if !plain.is_empty() {
            tokens.push(Token::Text(std::mem::take(&mut plain)));
        }
        if let Some(name) = tag.strip_prefix('/') {
            tokens.push(Token::Close(name.trim()));
        } else {
            let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            tokens.push(Token::Open(Tag { name, attributes }));
            if is_empty {
                tokens.push(Token::Close(name));
            }
        }
    }
    plain.push_str(&resolve(rest));
    if !plain.is_empty() {
        tokens.push(Token::Text(plain));
    }
    tokens
}

/// Where the tag that `rest` begins with ends. A `>` in a quoted value does not end it.
fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (i, c) in rest.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '>' => return Some(i + 1),
            // A quotation mark opens a value only after `=`.
            None if matches!(c, '"' | '\'') && rest[..i].ends_with('=') => quote = Some(c),
            Some(_) | None => {}
        }
    }
    None
}

/// `text` with the character references of XML resolved; others stay.
fn resolve(text: &str) -> String {
    let mut resolved = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        resolved.push_str(before);
        let reference = after.split_once(';').and_then(|(name, after)| Some((character(name)?, after)));
        let (c, after) = reference.unwrap_or(('&', after));
        resolved.push(c);
        rest = after;
    }
    resolved + rest
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => return name.strip_prefix('#')?.parse().ok().and_then(char::from_u32),
    })
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    #[test]
    fn markup_is_split_at_tags_alone() {
        let text = "a < b &amp;&lt;&#65;&nbsp;<p id=x class='y z>' hidden>c<!-- <d> --></p><br/>";
        let found = tokens(text);
        let Some(Token::Open(p)) = found.get(1) else { panic!("{found:?}") };
        assert_eq!((p.name, p.attribute("id").as_deref()), ("p", Some("x")));
        assert_eq!((p.attribute("class").as_deref(), p.attribute("hidden")), (Some("y z>"), None));
        assert!(p.has_class("y") && !p.has_class("z"));
        assert_eq!(found[0], Token::Text("a < b &<A&nbsp;".into()));
        assert_eq!(found[2..4], [Token::Text("c".into()), Token::Close("p")]);
        assert!(matches!(found[4], Token::Open(br) if br.name == "br"));
        assert_eq!(found[5..], [Token::Close("br")]);
    }
}

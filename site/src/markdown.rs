//! Converts text to Markdown and HTML.

use std::fmt::Write as _;

/// Escapes `text` for HTML. Writes invisible characters and marks of text direction as code points.
pub(crate) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in html_escape::encode_quoted_attribute(text).chars() {
        // The standard library escapes characters that do not print, and also quotes and backslashes.
        if c == '\\' || c.escape_debug().len() == 1 {
            out.push(c);
        } else {
            let _ = write!(out, "<b>\\u{{{:X}}}</b>", u32::from(c));
        }
    }
    out
}

/// Returns `text` as HTML code. Cuts a text longer than 120 characters, and adds its length.
pub(crate) fn code(text: &str) -> String {
    match text.char_indices().nth(120) {
        _ if text.is_empty() => "<i>empty</i>".into(),
        None => format!("<code>{}</code>", html(text)),
        Some((end, _)) => format!("<code>{}</code>… ({} bytes)", html(&text[..end]), text.len()),
    }
}

/// Returns `text` as HTML. Text between backticks becomes code.
pub(crate) fn prose(text: &str) -> String {
    let parts = text.split('`').map(html).enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part }).collect()
}

/// Returns a table in HTML, with cells in HTML, because cells in Markdown cannot contain vertical bars.
pub(crate) fn table(class: &str, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut out = format!("<div class=\"wide {class}\"><table><thead><tr>");
    for head in heads {
        let _ = write!(out, "<th scope=\"col\">{head}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{cell}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    out
}

/// Returns a link to the section `id` of a spec, for a page in a folder directly below the site's root.
pub(crate) fn link(id: &str) -> String {
    match id.split_once('#') {
        Some((spec, anchor)) => {
            format!("<a href=\"../spec/{}.html#{}\"><code>{}</code></a>", html(spec), html(anchor), html(id))
        }
        None => html(id),
    }
}

#[cfg(test)]
mod tests {
    use super::{code, html, prose};

    #[test]
    fn nothing_in_text_is_markup() {
        assert_eq!(html("\"><img src=x>&'"), "&quot;&gt;&lt;img src=x&gt;&amp;&#x27;");
        assert_eq!(html("a\u{202E}b\n"), "a<b>\\u{202E}</b>b<b>\\u{A}</b>");
    }

    #[test]
    fn backticks_are_code() {
        assert_eq!(prose("`<` is, `a` too"), "<code>&lt;</code> is, <code>a</code> too");
    }

    #[test]
    fn long_text_is_cut_and_says_so() {
        assert!(code(&"é".repeat(121)).ends_with("</code>… (242 bytes)"));
        assert!(code(&"é".repeat(120)).ends_with("é</code>"));
    }
}

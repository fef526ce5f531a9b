//! Normalization of escapes in yarl: unneeded escapes are decoded, and missing ones are added.

use std::borrow::Cow;

use url_core::{ByteSet, UNRESERVED, hex_octet, percent_encode};

use crate::{run::Run, sections::python_yarl as rules, text::before_first};

/// The characters that are written without an escape in a component.
pub(super) struct Quoting {
    safe: ByteSet,
    /// The characters of `safe` whose escapes are not decoded.
    protected: ByteSet,
    space_is_plus: bool,
}

const ALLOWED: ByteSet = UNRESERVED.and(b"!$'()*,");
const NONE: ByteSet = ByteSet::of(b"");
pub(super) const USER: Quoting =
    Quoting { safe: ALLOWED.and(b"+&=;"), protected: NONE, space_is_plus: false };
pub(super) const PATH: Quoting =
    Quoting { safe: USER.safe.and(b"@:/"), protected: ByteSet::of(b"/+"), space_is_plus: false };
pub(super) const QUERY: Quoting =
    Quoting { safe: USER.safe.and(b"?/:@"), protected: ByteSet::of(b"=+&;"), space_is_plus: true };
pub(super) const FRAGMENT: Quoting = Quoting { safe: QUERY.safe, protected: NONE, space_is_plus: false };

/// Spec: python-yarl#quoter
pub(super) fn requote<'a>(text: &'a str, quoting: &Quoting, run: &mut Run<'_>) -> Cow<'a, str> {
    if text.bytes().all(|byte| quoting.safe.contains(byte)) {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let octet = rest.strip_prefix('%').and_then(|rest| hex_octet(rest.as_bytes().get(..2)?));
        if let (Some(octet), Some((escape, after))) = (octet, rest.split_at_checked(3)) {
            rest = after;
            if quoting.safe.contains(octet) && !quoting.protected.contains(octet) {
                // 1. An escape of what may stand there is decoded
                made.push(char::from(octet));
                run.step(rules::QUOTER_1, escape, made.get(made.len() - 1..));
            } else {
                // 2. Another one is written in upper case
                made.push_str(&escape.to_ascii_uppercase());
                run.step(rules::QUOTER_2, escape, made.get(made.len() - 3..));
            }
        } else if let Some(after) = rest.strip_prefix('%') {
            // 3. A % that begins no escape is escaped
            run.step(rules::QUOTER_3, rest.strip_suffix(after).unwrap_or(rest), Some("%25"));
            made.push_str("%25");
            rest = after;
        } else {
            let (others, after) = before_first(rest, ['%']);
            rest = after;
            // 4. Others that may not stand there are, in UTF-8
            let escaped = percent_encode(others, &quoting.safe.complement());
            run.change(rules::QUOTER_4, others, &escaped);
            // 5. A space in a query is written +
            if quoting.space_is_plus && others.contains(' ') {
                let with_plus = run.make_at(rules::QUOTER_5, others, &escaped, escaped.replace("%20", "+"));
                made.push_str(&with_plus);
            } else {
                made.push_str(&escaped);
            }
        }
    }
    if made == text { Cow::Borrowed(text) } else { Cow::Owned(made) }
}

//! The legacy function `url.parse` of Node.

use idna_adapter::{
    Adapter, BidiClass, BidiClassMask, FIRST_BC_MASK, LAST_LTR_MASK, LAST_RTL_MASK,
    LEFT_OR_DUAL_JOINING_MASK, MIDDLE_LTR_MASK, MIDDLE_RTL_MASK, RIGHT_OR_DUAL_JOINING_MASK, RTL_MASK,
};

use crate::{prelude::*, sections::node_url_parse as rules};

/// The schemes whose URLs have a host only after two slashes.
const SLASHED: [&str; 7] = ["file", "ftp", "gopher", "http", "https", "ws", "wss"];
/// The longest host, in UTF-16 code units.
const LONGEST_HOST: usize = 255;
const NOT_IN_HOST: [char; 13] = [' ', '"', '%', '\'', ';', '<', '>', '\\', '^', '`', '{', '|', '}'];
const FORBIDDEN: &str = "\0\t\n\r #%/:<>?@[\\]^|";
const FORBIDDEN_IPV6: &str = "\0\t\n\r #%/<>?@\\^|";

/// Spec: node-url-parse#parse
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    // 1. White space and control characters at the ends go
    let is_trimmed = |c| c <= ' ' || matches!(c, '\u{A0}' | '\u{FEFF}');
    let text = run.change(rules::PARSE_1, input, input.trim_matches(is_trimmed));
    // 2. Backslashes before the first ? or # become slashes
    let (before, rest) = before_first(text, ['?', '#']);
    if !before.contains('\\') {
        return parse_text(text, run);
    }
    let slashes = before.match_indices('\\').map(|(at, part)| (at, part, "/"));
    let converted = Rebuilt::replace(text, slashes, run);
    run.step(rules::PARSE_2, before, converted.text.strip_suffix(rest));
    Ok(parse_text(&converted.text, &mut run.on_rebuilt(&converted))?.into_owned())
}

/// Spec: node-url-parse#parse
fn parse_text<'t>(text: &'t str, run: &mut Run<'_>) -> Result<Parsed<'t>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    if is_simple_path(text, run) {
        return Ok(path_and_rest("", text, true, url, run));
    }
    // 4. Letters, digits, . + and - up to a colon: the scheme
    let scheme = split_loose_scheme(text);
    let rest = run.take_scheme(rules::PARSE_4, scheme, &mut url).unwrap_or(text);
    let scheme = scheme.map(|(scheme, _)| scheme);
    // 5.2. After javascript: they do not
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript")) {
        run.step(rules::PARSE_5_2, rest, None);
        return Ok(path_and_rest("", rest, true, url, run));
    }
    let Some(text) = begin_authority(scheme, rest, run) else {
        return Ok(path_and_rest("", rest, false, url, run));
    };
    // 6. The authority ends before the first / ? or #
    let (authority, tail) = before_first(text, ['/', '?', '#']);
    run.cut(rules::PARSE_6, text, authority);
    // 7. Tabs and newlines in it are removed
    let (parts, prefix) = if authority.contains(BLANKS) {
        let removed = run.make(rules::PARSE_7, authority, authority.replace(BLANKS, ""));
        let (parts, prefix) = authority_parts(&removed, tail, &mut run.at(authority))?;
        (parts.into_owned(), Cow::Owned(prefix.into_owned()))
    } else {
        authority_parts(authority, tail, run)?
    };
    url.take_authority_of(&parts);
    Ok(path_and_rest(&prefix, tail, false, url, run))
}

/// Spec: node-url-parse#parse-3
fn is_simple_path(text: &str, run: &mut Run<'_>) -> bool {
    let (before, query) = before_first(text, ['?', '#']);
    let slashes = before.len() - before.trim_start_matches('/').len();
    let is_simple = (1..=2).contains(&slashes)
        && !before.contains('@')
        && !text.contains('#')
        && !text.contains(is_white_space);
    if is_simple {
        // 3.1. With a query, both as they are
        let section = if query.is_empty() { rules::PARSE_3 } else { rules::PARSE_3_1 };
        run.step(section, text, None);
    }
    is_simple
}

/// Spec: node-url-parse#parse-5
fn begin_authority<'t>(scheme: Option<&str>, rest: &'t str, run: &mut Run<'_>) -> Option<&'t str> {
    if let Some(after) = rest.strip_prefix("//") {
        if scheme.is_some() {
            return Some(run.make(rules::PARSE_5, rest, after));
        }
        // 5.1. Without a scheme they do only if an @ follows a name
        let (name, at) = before_first(after, ['@', '/']);
        let host = at.strip_prefix('@').unwrap_or_default();
        let is_host = !name.is_empty() && !host.is_empty() && !host.starts_with(['@', '/']);
        run.step(rules::PARSE_5_1, rest, is_host.then_some(after));
        return is_host.then_some(after);
    }
    // 5.3. A scheme but the seven, as written, needs no slashes
    let needs_none = scheme.is_some_and(|scheme| !SLASHED.contains(&scheme));
    needs_none.then_some(rest).inspect(|rest| run.step(rules::PARSE_5_3, rest, None))
}

/// Splits `text`, the part of the URL before `tail`, into components and the text that begins the path.
///
/// Spec: node-url-parse#parse
fn authority_parts<'t>(text: &'t str, tail: &str, run: &mut Run<'_>) -> Result<(Parsed<'t>, Cow<'t, str>)> {
    let mut parts = Parsed::default();
    // 8. The user-info ends at the last @
    let (user_info, host_and_rest) = divide_last(text, '@');
    if let Some(user_info) = user_info {
        run.cut(rules::PARSE_8, text, user_info);
        run.take_user_info(rules::PARSE_8_1, user_info, &mut parts);
        // 8.1. Decode it as UTF-8; what is not that is refused
        let decoded = decode_uri_component(user_info);
        let decoded = run.need(decoded, Reason::PercentNotEscape, rules::PARSE_8_1, user_info)?;
        set_user_info(run.change(rules::PARSE_8_1, user_info, decoded), &mut parts);
    }
    // 9. A character that no host holds begins the path
    let (host, after_host) = before_first(host_and_rest, NOT_IN_HOST);
    let mut ending = rules::PARSE_6;
    if !after_host.is_empty() {
        ending = rules::PARSE_9;
        run.found(rules::PARSE_9, Component::Path, after_host);
    }
    let mut prefix = Cow::Borrowed(after_host);
    let mut host = parse_host(host, &mut parts, run);
    if parts.port.is_some() {
        ending = rules::PARSE_HOST_1;
    }
    // 10. Brackets around the host: an IPv6 address
    let is_ipv6 = host.starts_with('[') && host.ends_with(']');
    if is_ipv6 {
        run.step(rules::PARSE_10, host, None);
    } else if host.contains(':') {
        ending = rules::GET_HOSTNAME_1;
        let (name, moved) = get_hostname(host, run)?;
        (host, prefix) = (name, Cow::Owned(format!("/{moved}{after_host}")));
    }
    run.found(ending, Component::Host, host);
    parts.host = Some(convert_host(host, is_ipv6, run)?);
    // 10.2. Without brackets, and with a slash before the path
    let next = prefix.chars().chain(tail.chars()).next();
    if is_ipv6 && next != Some('/') {
        run.step(rules::PARSE_10_2, after_host, Some("/"));
        prefix = Cow::Owned(format!("/{prefix}"));
    }
    Ok((parts, prefix))
}

/// Spec: node-url-parse#parse-host
fn parse_host<'t>(host: &'t str, parts: &mut Parsed<'t>, run: &mut Run<'_>) -> &'t str {
    let divided = host.rsplit_once(':').filter(|(_, port)| is_digits(port));
    let Some((name, port)) = divided else { return host };
    // 2. An empty port is dropped
    if port.is_empty() {
        return run.make(rules::PARSE_HOST_2, host, name);
    }
    // 1. Digits after a colon at the end are the port
    run.take(rules::PARSE_HOST_1, Component::Port, port, parts);
    name
}

/// Spec: node-url-parse#get-hostname
fn get_hostname<'t>(host: &'t str, run: &mut Run<'_>) -> Result<(&'t str, &'t str)> {
    // 1. The colon and the rest move into the path, after a slash
    let (name, moved) = before_first(host, [':']);
    // 2. Since 25 (#58617), such a colon is refused
    run.refuse_if(run.is_since((25, 0)), Reason::PortNotNumber, rules::GET_HOSTNAME_2, moved)?;
    run.found(rules::GET_HOSTNAME_1, Component::Path, moved);
    Ok((name, moved))
}

/// Spec: node-url-parse#parse
fn convert_host<'t>(host: &'t str, is_ipv6: bool, run: &mut Run<'_>) -> Result<Cow<'t, str>> {
    // 11. More than 255 characters become an empty host
    if host.encode_utf16().count() > LONGEST_HOST {
        return Ok(Cow::Borrowed(run.make(rules::PARSE_11, host, "")));
    }
    // 12. The host in lower case
    let lower = run.change(rules::PARSE_12, host, to_lower_case(host));
    if lower.is_empty() {
        return Ok(lower);
    }
    if is_ipv6 {
        // 10.1. A forbidden character in it is refused
        run.refuse(|c| FORBIDDEN_IPV6.contains(c), host, Reason::HostForbidden, rules::PARSE_10_1)?;
        return Ok(slice(lower, |lower| in_brackets(lower).unwrap_or(lower)));
    }
    // 13. Convert the name with ToASCII
    let mut ascii = run.convert_labels(host, &DOTS, |host, run| to_ascii(&to_lower_case(host), host, run))?;
    run.change_at(rules::PARSE_13, host, &lower, &ascii);
    // 13.1. Before 24 the result ends before the first NUL
    if let Some((before, _)) = ascii.split_once('\0').filter(|_| !run.is_since((24, 0))) {
        run.step_at(rules::PARSE_13_1, host, &ascii, Some(before));
        ascii.truncate(before.len());
    }
    // 13.2. An empty or forbidden result is refused
    let is_forbidden = |text: &str| text.contains(|c| FORBIDDEN.contains(c));
    if ascii.is_empty() || is_forbidden(&ascii) {
        let quiet = |c: &str| to_ascii(&to_lower_case(c), c, &mut Run::new(c, run.version, None));
        // A character such as U+FF0F becomes a forbidden one.
        let makes_one = |c: &&str| is_forbidden(c) || quiet(c).is_ok_and(|ascii| is_forbidden(&ascii));
        let at_fault = host.split_inclusive(|_| true).find(makes_one).unwrap_or(host);
        return Err(run.reject(Reason::HostForbidden, rules::PARSE_13_2, at_fault));
    }
    Ok(if ascii == host { Cow::Borrowed(host) } else { Cow::Owned(ascii) })
}

/// Adds the path, query and fragment of `text` to `url`. The path begins with `prefix`. Escapes the
/// characters that Node escapes, unless `is_raw` is true.
///
/// Spec: node-url-parse#parse
fn path_and_rest<'t>(
    prefix: &str,
    text: &'t str,
    is_raw: bool,
    mut url: Parsed<'t>,
    run: &mut Run<'_>,
) -> Parsed<'t> {
    // 14. The fragment follows the first #
    let (before, fragment) = divide(text, '#');
    let fragment = run.find(rules::PARSE_14, Component::Fragment, fragment);
    url.fragment = fragment.map(|fragment| auto_escape(fragment.into(), is_raw, fragment, run));
    // 15. The query follows the first ?
    let (path, query) = divide(before, '?');
    let query = run.find(rules::PARSE_15, Component::Query, query);
    url.query = query.map(|query| auto_escape(query.into(), is_raw, query, run));
    // 16. The path
    if !path.is_empty() {
        run.found(rules::PARSE_16, Component::Path, path);
    }
    let whole = if prefix.is_empty() { Cow::Borrowed(path) } else { Cow::Owned(format!("{prefix}{path}")) };
    // 16.1. An empty path after a host is / in the seven schemes
    let is_slashed = url.scheme.as_deref().is_some_and(|scheme| SLASHED.contains(&scheme));
    if !whole.is_empty() {
        url.path = Some(auto_escape(whole, is_raw, path, run));
    } else if is_slashed && url.host.as_deref().is_some_and(|host| !host.is_empty()) {
        url.path = Some(Cow::Borrowed(run.make(rules::PARSE_16_1, path, "/")));
    }
    url
}

/// Spec: node-url-parse#auto-escape
fn auto_escape<'t>(text: Cow<'t, str>, is_raw: bool, place: &str, run: &mut Run<'_>) -> Cow<'t, str> {
    // 1. White space and what RFC 2396 calls unwise are escaped
    let is_unwise = |c: char| "\t\n\r \"'<>\\^`{|}".contains(c);
    if is_raw || !text.contains(is_unwise) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for piece in text.split_inclusive(is_unwise) {
        let kept = piece.trim_end_matches(is_unwise);
        escaped.push_str(kept);
        append_percent_encoded(&piece[kept.len()..], &ByteSet::of(b"").complement(), &mut escaped);
    }
    Cow::Owned(run.make_at(rules::AUTO_ESCAPE_1, place, &text, escaped))
}

/// Converts `name`, which is in lower case, to ASCII as the library ada in Node does. Ada differs from UTS 46
/// for joiners, right-to-left labels and labels with `xn--`.
///
/// Spec: node-url-parse#to-ascii
pub(crate) fn to_ascii(name: &str, place: &str, run: &mut Run<'_>) -> Result<String> {
    // 1.1. Since 26.7 (ada 4.0) an ASCII name stays as it is
    if run.is_since((26, 7)) && name.is_ascii() {
        run.step_at(rules::TO_ASCII_1_1, place, name, None);
        return Ok(name.into());
    }
    let data = Adapter::new();
    // 1. Map and normalize as UTS 46 says; disallowed: refused
    let mapped: Cow<'_, str> = if name.is_ascii() {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(data.map_normalize(name.chars()).collect())
    };
    run.change_at(rules::TO_ASCII_1, place, name, &mapped);
    run.refuse_if(mapped.contains(char::REPLACEMENT_CHARACTER), Reason::HostIdna, rules::TO_ASCII_1, place)?;
    let mut out = String::with_capacity(mapped.len());
    for (at, label) in mapped.split('.').enumerate() {
        out.extend((at > 0).then_some('.'));
        let mut made = Cow::Borrowed(label);
        let mut section = rules::TO_ASCII_2_1;
        let checked = if let Some(punycode) = label.strip_prefix(ACE_PREFIX) {
            check_decoded(&data, label, punycode, run)
        } else if label.is_ascii() {
            out.push_str(label);
            continue;
        } else {
            // 3. A label that is not ASCII is encoded
            section = rules::TO_ASCII_3;
            let mut encoded = String::from(ACE_PREFIX);
            let is_encoded = punycode::encode(label.chars().map(u32::from), MOST_OF_PUNYCODE, &mut encoded);
            is_encoded.ok_or(section).and_then(|()| {
                made = Cow::Owned(encoded);
                is_label_valid(&data, label, run)
            })
        };
        checked.map_err(|section| run.reject(Reason::HostIdna, section, place))?;
        run.change_at(section, place, label, &made);
        out.push_str(&made);
    }
    Ok(out)
}

/// Checks the decoded form of `punycode`, the part of `label` after `xn--`. Returns the rule that refuses it.
///
/// Spec: node-url-parse#to-ascii
fn check_decoded(data: &Adapter, label: &str, punycode: &str, run: &Run<'_>) -> Result<(), Section> {
    // 2. A label with xn-- that is not ASCII is refused
    if !label.is_ascii() {
        return Err(rules::TO_ASCII_2);
    }
    // 2.1. It is decoded, also without letters before its hyphen
    let digits = punycode.strip_prefix('-').filter(|digits| !digits.contains('-')).unwrap_or(punycode);
    let decoded = punycode::decode(digits, u32::MAX.into()).ok_or(rules::TO_ASCII_2_1)?;
    // 2.2. It is refused if UTS 46 would map what it decodes to
    let is_unchanged = data.map_normalize(decoded.chars()).eq(decoded.chars());
    if decoded.is_empty() || !is_unchanged || decoded.contains(char::REPLACEMENT_CHARACTER) {
        return Err(rules::TO_ASCII_2_2);
    }
    // 2.3. Since 24, refuse a result in ASCII, or that begins with xn--
    if run.is_since((24, 0)) && (decoded.is_ascii() || decoded.starts_with(ACE_PREFIX)) {
        return Err(rules::TO_ASCII_2_3);
    }
    is_label_valid(data, &decoded, run)
}

/// Spec: node-url-parse#is-label-valid
fn is_label_valid(data: &Adapter, label: &str, run: &Run<'_>) -> Result<(), Section> {
    let holds = |condition, section| if condition { Ok(()) } else { Err(section) };
    // 1. It does not begin with a combining mark
    holds(!label.starts_with(|c| data.is_mark(c)), rules::IS_LABEL_VALID_1)?;
    // 2. The first joiner alone decides: it must be allowed there
    if let Some((at, joiner)) = label.char_indices().find(|&(_, c)| matches!(c, '\u{200C}' | '\u{200D}')) {
        let (before, after) = label.split_at_checked(at).unwrap_or((label, ""));
        let has = |text: &str, types| text.chars().any(|c| data.joining_type(c).to_mask().intersects(types));
        let is_allowed = before.ends_with(|c| data.is_virama(c))
            || joiner == '\u{200C}'
                && has(before, LEFT_OR_DUAL_JOINING_MASK)
                && has(after, RIGHT_OR_DUAL_JOINING_MASK);
        return holds(is_allowed, rules::IS_LABEL_VALID_2);
    }
    // 3. If it holds right-to-left characters, their order
    let class = |c| data.bidi_class(c);
    let is_in = |c, classes: BidiClassMask| class(c).to_mask().intersects(classes);
    let last = label.char_indices().rfind(|&(_, c)| !class(c).is_nonspacing_mark());
    let Some((at, last)) = last.filter(|_| label.contains(|c| is_in(c, RTL_MASK))) else { return Ok(()) };
    let before_last = in_bounds(label.get(..at));
    let is_strict = run.is_since((26, 7));
    // 3.1. After a left-to-right one, none but the last may be
    if label.starts_with(|c| class(c).is_ltr()) {
        let are_allowed = before_last.chars().all(|c| is_in(c, MIDDLE_LTR_MASK));
        holds(are_allowed, rules::IS_LABEL_VALID_3_1)?;
        // 3.1.1. Since 26.7 (ada 4.0) the last is one, or a digit
        let ends_well = is_in(last, LAST_LTR_MASK);
        return holds(!is_strict || ends_well, rules::IS_LABEL_VALID_3_1_1);
    }
    // 3.2. Otherwise the rule of RFC 5893, from any first character
    let holds_number = |is_one: fn(BidiClass) -> bool| label.contains(|c| is_one(class(c)));
    let has_both = holds_number(BidiClass::is_european_number) && holds_number(BidiClass::is_arabic_number);
    let are_allowed = before_last.chars().all(|c| is_in(c, MIDDLE_RTL_MASK)) && is_in(last, LAST_RTL_MASK);
    holds(are_allowed && !has_both, rules::IS_LABEL_VALID_3_2)?;
    // 3.2.1. Since 26.7 (ada 4.0), the first character is a letter
    let starts_well = label.starts_with(|c| is_in(c, FIRST_BC_MASK));
    holds(!is_strict || starts_well, rules::IS_LABEL_VALID_3_2_1)
}

//! The class `yarl.URL` of yarl 1.25, and the properties of a `URL` that the HTTP client aiohttp sends. yarl
//! has its own parser. If IDNA2008 refuses a host, yarl converts the host by IDNA2003.
//!
//! Helpers, not in a spec: `encode_colon`, `is_right_to_left`, `is_left_to_right`, `read`.

use std::iter::once;

use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};
use idna_adapter::Adapter;
use stringprep::tables;
use unicode_normalization::UnicodeNormalization as _;

use crate::{idna_2008, prelude::*, python, python_urlsplit::RELATIVE, sections::python_yarl as rules};

const IDNA_ENCODE: [Section; 3] = [rules::IDNA_ENCODE_1, rules::IDNA_ENCODE_2, rules::IDNA_ENCODE_3];
const IDNA: idna_2008::Rules = idna_2008::rules_of!(rules);

/// The characters that yarl writes without an escape in one component.
struct Quoting {
    safe: ByteSet,
    /// The characters of `safe` whose escapes yarl does not decode.
    kept: ByteSet,
    is_form: bool,
}

const ALLOWED: ByteSet = UNRESERVED.and(b"!$'()*,");
const NONE: ByteSet = ByteSet::of(b"");
const USER: Quoting = Quoting { safe: ALLOWED.and(b"+&=;"), kept: NONE, is_form: false };
const PATH: Quoting = Quoting { safe: USER.safe.and(b"@:/"), kept: ByteSet::of(b"/+"), is_form: false };
const QUERY: Quoting = Quoting { safe: USER.safe.and(b"?/:@"), kept: ByteSet::of(b"=+&;"), is_form: true };
const FRAGMENT: Quoting = Quoting { safe: QUERY.safe, kept: NONE, is_form: false };

/// Spec: python-yarl#split-url
pub(crate) fn parse<'a>(input: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    python::clean(input, [rules::SPLIT_URL_1, rules::SPLIT_URL_2], run, split)
}

/// Spec: python-yarl#split-url-3..10, python-yarl#port
fn split<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Parsed<'a>> {
    let mut url = Parsed { hierarchical: true, ..Parsed::default() };
    // 3. Letters, digits, +, - and . before a colon are a scheme
    let after = run.take_scheme(rules::SPLIT_URL_3, split_loose_scheme(text), &mut url);
    if after.is_none() {
        run.step(rules::SPLIT_URL_3, text, None);
    }
    let mut rest = after.unwrap_or(text);
    // 4. Two slashes begin the authority, which ends before / ? or #
    let mut authority = "";
    if let Some(after) = rest.strip_prefix("//") {
        (authority, rest) = before_first(after, ['/', '?', '#']);
        run.cut(rules::SPLIT_URL_4, after, authority);
        check_authority(authority, run)?;
    }
    // 9. The fragment follows the first #
    let (before, fragment) = divide(rest, '#');
    // 10. The query follows the first ?
    let (path, query) = divide(before, '?');
    let mut has_authority = false;
    if !authority.is_empty() {
        check_nfkc(authority, run)?;
        has_authority = split_authority(authority, &mut url, run)?;
    }
    url.path = Some(self::path(path, has_authority, url.scheme.is_some(), run));
    let query = run.find(rules::SPLIT_URL_10, Component::Query, query);
    url.query = query.map(|query| requote(query, &QUERY, run));
    let fragment = run.find(rules::SPLIT_URL_9, Component::Fragment, fragment);
    url.fragment = fragment.map(|fragment| requote(fragment, &FRAGMENT, run));
    // 1. Without a port, that of the scheme
    let default = python::default_port(url.scheme.as_deref().unwrap_or_default());
    if url.port.is_none() && !default.is_empty() {
        url.port = Some(Cow::Borrowed(run.make_at(rules::PORT_1, text, "", default)));
    }
    Ok(url)
}

/// Spec: python-yarl#split-url
fn check_authority(authority: &str, run: &mut Run<'_>) -> Result {
    // 5. A backslash in it is refused
    run.refuse(|c| c == '\\', authority, Reason::CharacterNotAllowed, rules::SPLIT_URL_5)?;
    run.step(rules::SPLIT_URL_5, authority, None);
    // 6. One kind of bracket without the other is refused
    let has_brackets = authority.contains('[');
    let is_open = has_brackets != authority.contains(']');
    run.refuse_if(is_open, Reason::HostIpLiteral, rules::SPLIT_URL_6, authority)?;
    if !has_brackets {
        return Ok(());
    }
    // 7. Brackets are refused but for one pair around the host
    let (_, after) = divide_last(authority, '@');
    let in_brackets = after.strip_prefix('[').unwrap_or("]]");
    let (host, after_host) = in_brackets.split_once(']').unwrap_or((in_brackets, ""));
    let is_end = after_host.is_empty() || after_host.starts_with(':');
    let is_pair = is_end && !in_brackets.contains('[') && !after_host.contains(']');
    run.refuse_if(!is_pair, Reason::HostIpLiteral, rules::SPLIT_URL_7, authority)?;
    run.cut(rules::SPLIT_URL_7, after, host);
    // 8. In them is a colon, or v, hexadecimal digits, a dot and more
    let is_future = |future| is_ip_future(future, &ANY);
    let is_host = host.strip_prefix('v').map_or_else(|| host.contains(':'), is_future);
    run.step(rules::SPLIT_URL_8, host, None);
    run.refuse_if(!is_host, Reason::HostIpLiteral, rules::SPLIT_URL_8, authority)
}

/// Spec: python-yarl#check-netloc
fn check_nfkc(authority: &str, run: &mut Run<'_>) -> Result {
    if authority.is_ascii() {
        return Ok(());
    }
    // 1. Refused if NFKC changes it to what holds / ? # @ : or %
    let makes_one = python::nfkc_makes(&['/', '?', '#', '@', ':', '%'], authority);
    run.check(!makes_one, Reason::HostForbidden, rules::CHECK_NETLOC_1, authority)
}

/// Divides `authority` into components. Returns false if there are none, as in the authorities `:` and `@`.
///
/// Spec: python-yarl#split-netloc
fn split_authority<'a>(authority: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<bool> {
    let (user_info, rest) = divide_last(authority, '@');
    if let Some(user_info) = user_info {
        // 1. The user-info ends at the last @
        run.cut(rules::SPLIT_NETLOC_1, authority, user_info);
        // 2. Its first colon divides user and password
        let (user, password) = divide(user_info, ':');
        let user = run.find(rules::SPLIT_NETLOC_2, Component::User, (!user.is_empty()).then_some(user));
        url.user = user.map(|user| requote(user, &USER, run));
        let password = run.find(rules::SPLIT_NETLOC_2, Component::Password, password);
        url.password = password.map(|password| requote(password, &USER, run));
    }
    // 3. The host is in brackets, or ends before the first colon
    let in_brackets = rest.strip_prefix('[');
    let (host, after_host) = match in_brackets {
        Some(after) => after.split_once(']').unwrap_or((after, "")),
        None => before_first(rest, [':']),
    };
    let written = if in_brackets.is_some() { rest.strip_suffix(after_host).unwrap_or(rest) } else { host };
    run.announce(Component::Host, written);
    run.cut(rules::SPLIT_NETLOC_3, rest, host);
    let port = after_host.strip_prefix(':').unwrap_or_default();
    url.port = self::port(port, run)?;
    url.host = Some(self::host(host, url, run)?);
    Ok(!host.is_empty() || url.port.is_some() || url.user.is_some() || url.password.is_some())
}

/// Spec: python-yarl#split-netloc
fn port<'a>(text: &'a str, run: &mut Run<'_>) -> Result<Option<Cow<'a, str>>> {
    // 4. An empty port is no port
    // 5. A port is what int() makes of it
    let port = python::port(text, [rules::SPLIT_NETLOC_4, rules::SPLIT_NETLOC_5], run)?;
    // 6. A port below 0 and above 65535 is refused
    let is_refused = port.as_ref().is_some_and(|port| port.parse::<u16>().is_err());
    run.refuse_if(is_refused, Reason::PortOutOfRange, rules::SPLIT_NETLOC_6, text)?;
    Ok(port)
}

/// Spec: python-yarl#encode-url
fn host<'a>(host: &'a str, url: &Parsed<'_>, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. No host with http, https, ws, wss and ftp is refused
    if host.is_empty() {
        let needs_host = matches!(url.scheme.as_deref(), Some("http" | "https" | "ws" | "wss" | "ftp"));
        run.check(!needs_host, Reason::HostEmpty, rules::ENCODE_URL_1, host)?;
        return Ok(Cow::Borrowed(host));
    }
    let encoded = encode_host(host, run)?;
    // 5. A host with [ loses its ends, which are not always brackets
    if encoded.contains('[') {
        let inside = encoded.get(1..encoded.len() - 1).unwrap_or_default();
        return Ok(Cow::Owned(run.make_at(rules::ENCODE_URL_5, host, &encoded, inside).into()));
    }
    Ok(encoded)
}

/// Spec: python-yarl#encode-url
fn path<'a>(text: &'a str, has_authority: bool, has_scheme: bool, run: &mut Run<'_>) -> Cow<'a, str> {
    run.announce(Component::Path, text);
    let mut path = requote(text, &PATH, run);
    if has_authority {
        // 2. After an authority, dot-segments are removed, ...
        if let Some(removed) = remove_dot_segments(&path, run) {
            path = Cow::Owned(run.make_at(rules::ENCODE_URL_2, text, &path, removed));
        }
        // 3. ... and an empty path is /
        if path.is_empty() {
            path = Cow::Borrowed(run.make(rules::ENCODE_URL_3, text, "/"));
        }
    } else if !has_scheme {
        // 4. Without a scheme and authority, no colon makes a scheme
        let escaped = encode_colon(path.clone());
        if escaped != path {
            path = run.make_at(rules::ENCODE_URL_4, text, &path, escaped);
        }
    }
    path
}

/// Spec: python-yarl#normalize-path
fn remove_dot_segments(path: &str, run: &mut Run<'_>) -> Option<String> {
    path.contains('.').then_some(())?;
    let relative = path.strip_prefix('/').unwrap_or(path);
    // 1. A segment . is dropped
    // 2. A segment .. is dropped with the one before it
    let sections = [rules::NORMALIZE_PATH_1, rules::NORMALIZE_PATH_2];
    let mut output = run.drop_dots(relative.split('/'), sections, |_| Some(1));
    // 3. A slash replaces a dot-segment at the end
    if matches!(relative.rsplit('/').next(), Some("." | "..")) {
        run.step(rules::NORMALIZE_PATH_3, path, None);
        output.push("");
    }
    Some(String::from(&path[..path.len() - relative.len()]) + &output.join("/"))
}

/// Escapes the first colon of `path` if the text before it has the form of a scheme.
fn encode_colon(path: Cow<'_, str>) -> Cow<'_, str> {
    match split_loose_scheme(&path) {
        Some((before, after)) => Cow::Owned(format!("{before}%3A{after}")),
        None => path,
    }
}

/// Spec: python-yarl#encode-host
fn encode_host<'a>(host: &'a str, run: &mut Run<'_>) -> Result<Cow<'a, str>> {
    // 1. An IP address in its shortest form, perhaps with a zone
    if let Some(address) = ip_address(host) {
        return Ok(run.change(rules::ENCODE_HOST_1, host, address));
    }
    // 2. ASCII in lower case
    if host.is_ascii() {
        return Ok(run.change(rules::ENCODE_HOST_2, host, to_ascii_lower_case(host)));
    }
    // 3. Characters that are invisible are refused
    let is_ignorable =
        |c| c == '\u{1806}' || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c);
    run.step(rules::ENCODE_HOST_3, host, None);
    run.refuse(is_ignorable, host, Reason::HostForbidden, rules::ENCODE_HOST_3)?;
    // 4. Others by the rules of IDNA2008, after a mapping by UTS 46
    let encoded =
        remap(host, run).and_then(|mapped| idna_2008::encode_name(&mapped, host, IDNA_ENCODE, &IDNA, run));
    if let Ok(encoded) = encoded {
        return Ok(Cow::Owned(run.make(rules::ENCODE_HOST_4, host, encoded)));
    }
    // 5. What these refuse, by the rules of IDNA2003
    let encoded = encode_2003(host, run)?;
    Ok(Cow::Owned(run.make(rules::ENCODE_HOST_5, host, encoded)))
}

/// Spec: python-yarl#encode-host-1
fn ip_address(host: &str) -> Option<Cow<'_, str>> {
    (host.ends_with(python::is_digit) || host.contains(':')).then_some(())?;
    let percent = if host.contains("%25") { "%25" } else { "%" };
    let (address, zone) = host.split_at_checked(host.find(percent).unwrap_or(host.len()))?;
    if address.parse::<Ipv4Addr>().is_ok() {
        return Some(Cow::Borrowed(host));
    }
    // If the host has two percent signs, the first one begins a scope, which is a part of the address.
    let (shortest, scope) = python::ipv6_address(address)?;
    let scope = scope.map_or_else(String::new, |scope| format!("%{scope}"));
    Some(Cow::Owned(format!("[{}{scope}{zone}]", compressed(shortest))))
}

/// Spec: python-yarl#uts46-remap
fn remap(host: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. Map and normalize as UTS 46 says; disallowed: refused
    let mapped: String = Adapter::new().map_normalize(host.chars()).collect();
    run.change(rules::UTS46_REMAP_1, host, &mapped);
    let is_refused = mapped.contains(char::REPLACEMENT_CHARACTER);
    run.refuse_if(is_refused, Reason::HostIdna, rules::UTS46_REMAP_1, host)?;
    Ok(mapped)
}

/// Encodes `host` as Python's codec `idna` does: by IDNA2003, with the tables of Unicode 3.2.
///
/// Spec: python-yarl#idna-codec
fn encode_2003(host: &str, run: &mut Run<'_>) -> Result<String> {
    let (dotless, dot) = host.strip_suffix(DOTS).map_or((host, ""), |dotless| (dotless, "."));
    // 1. Divided at . and what looks like it
    run.step(rules::IDNA_CODEC_1, host, None);
    let mut encoded = String::with_capacity(host.len());
    for (at, label) in dotless.split(DOTS).enumerate() {
        encoded.extend((at > 0).then_some('.'));
        encoded.push_str(&to_ascii(label, run)?);
    }
    Ok(encoded + dot)
}

/// Spec: python-yarl#to-ascii
fn to_ascii(label: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. ASCII is kept; others are prepared
    let prepared = if label.is_ascii() { label.into() } else { nameprep(label, run)? };
    run.change(rules::TO_ASCII_1, label, &prepared);
    // 2. A label that is empty or has more than 63 is refused
    let check_length = |text: &str, run: &Run<'_>| match text.chars().count() {
        0 => Err(run.reject(Reason::HostEmptyLabel, rules::TO_ASCII_2, label)),
        1..=MOST_OF_LABEL => Ok(()),
        _ => Err(run.reject(Reason::HostLabelTooLong, rules::TO_ASCII_2, label)),
    };
    if prepared.is_ascii() {
        check_length(&prepared, run)?;
        return Ok(prepared);
    }
    // 3. What then begins with xn-- is refused
    run.refuse_if(prepared.starts_with(ACE_PREFIX), Reason::HostAceNotAscii, rules::TO_ASCII_3, label)?;
    // FAST: Punycode is at least as long as its label, and encoding takes quadratic time.
    check_length(&prepared, run)?;
    // 4. What is not ASCII then is encoded in Punycode
    let punycode =
        run.need(idna::punycode::encode_str(&prepared), Reason::HostPunycode, rules::TO_ASCII_4, label)?;
    let encoded = format!("{ACE_PREFIX}{punycode}");
    check_length(&encoded, run)?;
    Ok(run.make_at(rules::TO_ASCII_4, label, &prepared, encoded))
}

/// Spec: python-yarl#nameprep
fn nameprep(label: &str, run: &mut Run<'_>) -> Result<String> {
    // 1. Tables B.1 and B.2 of RFC 3454 map it
    let kept = label.chars().filter(|&c| !tables::commonly_mapped_to_nothing(c));
    // The table has no letters added after Unicode 3.2, but the codec also lowercases these.
    let mapped: String = kept.flat_map(lower).flat_map(tables::case_fold_for_nfkc).collect();
    run.change(rules::NAMEPREP_1, label, &mapped);
    // 2. NFKC, which leaves what Unicode 3.2 had not
    let normalized = run.change_at(rules::NAMEPREP_2, label, &mapped, nfkc(&mapped));
    // 3. Tables C.1.2, C.2.2 and C.3 to C.9 refuse characters
    run.step_at(rules::NAMEPREP_3, label, &normalized, None);
    run.refuse_if(normalized.contains(is_prohibited), Reason::HostProhibited, rules::NAMEPREP_3, label)?;
    // 4. A right-to-left label with others, or inside others: refused
    let is_bidi = normalized.contains(is_right_to_left);
    let is_mixed = normalized.contains(is_left_to_right)
        || !normalized.starts_with(is_right_to_left)
        || !normalized.ends_with(is_right_to_left);
    run.refuse_if(is_bidi && is_mixed, Reason::HostBidi, rules::NAMEPREP_4, label)?;
    run.step_at(rules::NAMEPREP_4, label, &normalized, None);
    Ok(normalized)
}

/// Normalizes `text` to NFKC. Characters added after Unicode 3.2 are not decomposed, but they are sorted and
/// composed as in current Unicode.
///
/// Spec: python-yarl#nameprep-2
fn nfkc(text: &str) -> String {
    let is_whole = |c| tables::unassigned_code_point(c) && !once(c).nfc().eq([c]);
    let mut normalized = String::with_capacity(text.len());
    for piece in text.split_inclusive(is_whole) {
        let parts = piece.strip_suffix(is_whole).unwrap_or(piece);
        let mut decomposed = String::with_capacity(parts.len());
        for c in parts.chars() {
            if tables::unassigned_code_point(c) {
                decomposed.push(c);
            } else {
                decomposed.extend(once(url_core::before_corrigendum_4(c)).nfkd());
            }
        }
        normalized.extend(decomposed.nfc());
        normalized.push_str(&piece[parts.len()..]);
    }
    normalized
}

/// Spec: python-yarl#nameprep-3
fn is_prohibited(c: char) -> bool {
    tables::non_ascii_space_character(c)
        || tables::non_ascii_control_character(c)
        || tables::private_use(c)
        || tables::non_character_code_point(c)
        || tables::inappropriate_for_plain_text(c)
        || tables::inappropriate_for_canonical_representation(c)
        || tables::change_display_properties_or_deprecated(c)
        || tables::tagging_character(c)
}

fn is_right_to_left(c: char) -> bool {
    // In Unicode 3.2, U+06DD was right-to-left, and U+070F was not.
    !tables::unassigned_code_point(c) && (tables::bidi_r_or_al(c) && c != '\u{70F}' || c == '\u{6DD}')
}

fn is_left_to_right(c: char) -> bool {
    let was_other = matches!(c, '\u{CBF}' | '\u{CC6}' | '\u{1734}' | '\u{2132}' | '\u{2800}'..='\u{28FF}' | '\u{302E}'..='\u{302F}');
    let is_other_today = "\u{17B4}\u{17B5}\u{1885}\u{1886}\u{1D6C1}\u{1D6DB}\u{1D6FB}\u{1D715}\
        \u{1D735}\u{1D74F}\u{1D76F}\u{1D789}\u{1D7A9}\u{1D7C3}"
        .contains(c);
    !tables::unassigned_code_point(c) && (tables::bidi_l(c) && !was_other || is_other_today)
}

/// Spec: python-yarl#quoter
fn requote<'a>(text: &'a str, quoting: &Quoting, run: &mut Run<'_>) -> Cow<'a, str> {
    if text.bytes().all(|byte| quoting.safe.contains(byte)) {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let octet = rest.strip_prefix('%').and_then(|rest| hex_octet(rest.as_bytes().get(..2)?));
        if let (Some(octet), Some((escape, after))) = (octet, rest.split_at_checked(3)) {
            rest = after;
            if quoting.safe.contains(octet) && !quoting.kept.contains(octet) {
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
            if quoting.is_form && others.contains(' ') {
                let with_plus = run.make_at(rules::QUOTER_5, others, &escaped, escaped.replace("%20", "+"));
                made.push_str(&with_plus);
            } else {
                made.push_str(&escaped);
            }
        }
    }
    if made == text { Cow::Borrowed(text) } else { Cow::Owned(made) }
}

/// Schemes whose URLs may have an authority, but against which yarl does not resolve references.
const WITH_AUTHORITY: [&str; 6] = ["telnet", "snews", "rsync", "nfs", "git", "git+ssh"];

/// The parts of a URL that yarl stores. A missing part is an empty string.
#[derive(Clone, Default)]
struct Kept<'a> {
    scheme: &'a str,
    /// The user-info and the host.
    authority: String,
    port: &'a str,
    path: Cow<'a, str>,
    query: &'a str,
    fragment: &'a str,
}

/// Spec: python-yarl#join
pub(crate) fn join([base_text, reference]: [&str; 2], seen: Seen<'_>, run: &mut Run<'_>) -> Result<String> {
    let (of_base, of_reference) = (seen.0?, seen.1?);
    let (base, mut url) = (read(base_text, &of_base), read(reference, &of_reference));
    // 1. Another scheme, or one without relative references: as it is
    let scheme = if url.scheme.is_empty() { base.scheme } else { url.scheme };
    if scheme != base.scheme || !(scheme.is_empty() || RELATIVE.contains(&scheme)) {
        run.step(rules::JOIN_1, reference, None);
        return Ok(write(url, run));
    }
    url.scheme = scheme;
    // 2. An authority leaves nothing of the base but the scheme
    if !url.authority.is_empty() || !url.port.is_empty() {
        run.step(rules::JOIN_2, reference, None);
        return write_again(url, reference, run);
    }
    (url.authority, url.port) = (base.authority, base.port);
    if url.path.is_empty() {
        // 3. No path: that of the base, and what is missing behind it
        url.path = run.make(rules::JOIN_3, reference, base.path);
        url.query = if url.query.is_empty() { base.query } else { url.query };
        url.fragment = if url.fragment.is_empty() { base.fragment } else { url.fragment };
        return write_again(url, reference, run);
    }
    if base.path.is_empty() && !url.path.starts_with('/') {
        // 4. A path without a slash gets one if the base has none
        run.step(rules::JOIN_4, reference, None);
        url.path = format!("/{}", url.path).into();
    } else if !url.path.starts_with('/') {
        let before = base.path.rfind('/').map_or("", |slash| base.path.split_at(slash + 1).0);
        // 5. Otherwise it follows the last slash, what is before decoded
        let unquote = |text| decode_characters(text, |octet| format!("%{octet:02X}"));
        let before = if before.len() == base.path.len() { before.into() } else { unquote(before) };
        let joined = format!("{before}{}", url.path);
        run.step_at(rules::JOIN_5, reference, &url.path, Some(&joined));
        url.path = joined.into();
    }
    if let Some(removed) = remove_dot_segments(&url.path, run) {
        url.path = removed.into();
    }
    write_again(url, reference, run)
}

/// Formats `url`, the result of a join. Parses the text after a colon in the host as a port, as yarl does.
///
/// Spec: python-yarl#str
fn write_again(mut url: Kept<'_>, reference: &str, run: &mut Run<'_>) -> Result<String> {
    let end = url.authority.rsplit_once('@').map_or(&*url.authority, |(_, end)| end);
    if let Some((_, port)) = end.split_once(':').filter(|_| !end.starts_with('[')) {
        // 4. A host of several colons that is no address has no port
        run.step_at(rules::STR_4, reference, port, None);
        let number = python::int(port).and_then(|number| number.parse::<u16>().ok());
        let is_one = number.is_some() && url.port.is_empty();
        let is_refused = !(is_one || port.is_empty() && url.port.is_empty());
        run.refuse_if(is_refused, Reason::PortNotNumber, rules::STR_4, reference)?;
        if is_one && port == python::default_port(url.scheme) {
            url.authority.truncate(url.authority.len() - port.len() - 1);
        }
    }
    Ok(write(url, run))
}

/// Returns the parts that yarl stores for `url`, the parsed form of `text`.
fn read<'a>(text: &str, url: &'a Parsed<'_>) -> Kept<'a> {
    let get = |part: &'a Option<Cow<'_, str>>| part.as_deref().unwrap_or_default();
    let (scheme, host) = (get(&url.scheme), get(&url.host));
    let is_address = python::ipv6_address(host.split('%').next().unwrap_or_default()).is_some();
    let host = if is_address { format!("[{host}]") } else { host.into() };
    let authority = authority_of(url, Some(&host), None).unwrap_or_default();
    // yarl stores an empty path after an authority, and sends a slash, which is the path of `url`.
    let given = text.replace(BLANKS, "");
    let after = given.split_once("//").map_or("/", |(_, after)| before_first(after, ['/', '?', '#']).1);
    let port = url.port.as_deref().filter(|port| python::default_port(scheme) != *port).unwrap_or_default();
    let is_empty = !(after.starts_with('/') || authority.is_empty() && port.is_empty());
    let path = Cow::Borrowed(if is_empty { "" } else { get(&url.path) });
    let (query, fragment) = (get(&url.query), get(&url.fragment));
    Kept { scheme, authority, port, path, query, fragment }
}

/// Spec: python-yarl#str
fn write<'a>(url: Kept<'a>, run: &mut Run<'_>) -> String {
    let Kept { scheme, mut authority, port, mut path, query, fragment } = url;
    // 1. The port of the scheme is not written
    if !port.is_empty() && port != python::default_port(scheme) {
        authority = format!("{authority}:{port}");
    } else {
        run.step_at(rules::STR_1, "", port, None);
    }
    let has_authority = !authority.is_empty();
    // 2. An empty path is / in front of a query and a fragment
    if path.is_empty() && has_authority && !(query.is_empty() && fragment.is_empty()) {
        path = Cow::Borrowed(run.make_at(rules::STR_2, "", "", "/"));
    }
    if scheme.is_empty() && !has_authority {
        path = encode_colon(path);
    }
    let is_known = RELATIVE.contains(&scheme) || WITH_AUTHORITY.contains(&scheme);
    let has_slashes = has_authority || is_known || path.starts_with("//");
    let is_relative = !path.is_empty() && !path.starts_with('/');
    let has_colon = !scheme.is_empty() || has_slashes && is_relative;
    let has_slashes = has_slashes && !(scheme.is_empty() && is_relative);
    if has_slashes {
        // 3. Two slashes follow most schemes, also without an authority
        run.step_at(rules::STR_3, "", &path, None);
        if is_relative {
            path = Cow::Owned(format!("/{path}"));
        }
    }
    let part = |part: &'a str, is_there: bool| is_there.then_some(Cow::Borrowed(part));
    let authority = has_slashes.then_some(Cow::Owned(authority));
    let [query, fragment] = [query, fragment].map(|text| part(text, !text.is_empty()));
    Parts { scheme: part(scheme, has_colon), authority, path, query, fragment }.write()
}

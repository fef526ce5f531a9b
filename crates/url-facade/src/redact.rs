//! Redaction: hides secrets in URLs, and in text that contains URLs, parameters or JSON.

use std::{borrow::Cow, ops::Range};

const HIDDEN: &str = "***";

/// Names whose values are secrets, in the form that [`normal`] returns.
const NAMES: &str = "2fa 2facode accesscode activationcode activationkey apisig appsecretproof auth \
    authenticationcode authorizationcode authreqid backupcode bearer cfchltk cfclearance cfduid cfid \
    cloudfrontkeypairid cloudfrontpolicy confirmationcode confirmationkey confirmcode connectsid cookie csrf \
    cvc cvv devicecode dpop googleaccessid hdnea hdntl hdnts idtokenhint keypairid logincode magic magiclink \
    mfa mfacode onetimecode oobcode otc otpcode pass passwordagain passwordconfirm passwordconfirmation \
    passwordrepeat passwort pincode pswd pwd recoverycode relaystate requesturi resetcode resetkey \
    resourcekey rlkey samlart samlrequest samlresponse securitycode sess session sessioncode sessionstate \
    setcookie sig signedrequest smscode sso tfacode tokenhash torrentpass twofactorcode usercode \
    verificationcode verificationkey wpnonce wresult xfunctionskey xsrf";

/// Names whose values are secrets in a query or a fragment. Elsewhere, these names have other meanings.
const PARAMETERS: &str = "appkey code hash hmac invitation invite invitecode key pin policy pw qak sid sign \
    ticket uid user userid username";

const ENDINGS: &str = "accesskey accesskeyid accountkey apikey assertion authcode authkey authorization \
    credential credentials encryptionkey jwt licensekey masterkey otp passcode passkey passphrase passwd \
    password privatekey secret secretkey sessid sessionid sessionkey sharedkey signature signingkey \
    storagekey subscriptionkey token verifier";

/// Names whose values are not secrets, although each name ends with one of `ENDINGS`.
const HARMLESS: &str = "continuationtoken nextpagetoken nexttoken pagetoken prevpagetoken synctoken";

/// The minimum number of digits of a secret number. A shorter number is usually a count.
const CODE: usize = 4;

/// Prefixes of access tokens. Some services accept such a token as a user name.
const TOKENS: &str = "ghp_ gho_ ghs_ ghu_ ghr_ github_pat_ glpat- gldt- xox sk_ sk- rk_ npm_ pypi- hf_ dckr_ \
    eyJ AKIA";

/// Secrets in paths. Each entry is a host, or a dot and the end of a host, followed by path segments. `?`
/// means any segment. `*` is the secret: the whole segment, or the rest of the segment after a prefix.
const PATHS: [&str; 17] = [
    "hooks.slack.com/services/?/?/*",
    "hooks.slack.com/workflows/?/?/?/*",
    "hooks.slack.com/triggers/?/?/*",
    "discord.com/api/webhooks/?/*",
    "discord.com/api/?/webhooks/?/*",
    ".discord.com/api/webhooks/?/*",
    "discordapp.com/api/webhooks/?/*",
    "api.telegram.org/bot*",
    "api.telegram.org/file/bot*",
    "hooks.zapier.com/hooks/catch/?/*",
    "maker.ifttt.com/trigger/?/with/key/*",
    "maker.ifttt.com/trigger/?/json/with/key/*",
    "outlook.office.com/webhook/?/IncomingWebhook/*",
    ".webhook.office.com/webhookb2/?/IncomingWebhook/*",
    "chat.googleapis.com/v1/spaces/?/messages/*",
    "calendar.google.com/calendar/ical/?/private-*",
    "open.feishu.cn/open-apis/bot/v2/hook/*",
];

/// The redaction rules: the secrets that [`Url::redacted_by`](crate::Url::redacted_by) and [`redact`] hide.
///
/// The default rules hide credentials and the values of known parameter names: names of OAuth, `OpenID`
/// Connect and SAML, of signed URLs, of sessions, one-time codes, passwords and keys. Names are compared
/// after decoding, ignoring ASCII case, `-`, `_`, spaces, and digits and brackets at the end of a name.
///
/// In doubt, a value is hidden. `code`, `key` and `user` are secrets in a query or a fragment, but not in
/// text such as `code=200`, or in JSON. A user name without a password is a secret, except `git`, `hg` and
/// `anonymous`. Names such as `id`, `state` and `page_token`, whose values are useless alone, are not
/// secrets.
///
/// # Examples
/// ```
/// use url_facade::redact::{Rules, redact};
/// let rules = Rules::default().add("ref").with_paths();
/// let redacted = redact("see https://ghp_x@a.test/?API-Key=b&ref=c.", &rules);
/// assert_eq!(redacted, "see https://***@a.test/?API-Key=***&ref=***.");
/// assert_eq!(redact("//api.telegram.org/bot123:abc/getMe", &rules), "//api.telegram.org/bot***/getMe");
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    names: Vec<String>,
    has_known: bool,
    paths: Vec<&'static str>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { has_known: true, ..Self::empty() }
    }
}

fn normal(name: impl Iterator<Item = char>) -> String {
    name.filter(|c| !matches!(c, '-' | '_' | '+' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|one| one == name)
}

impl Rules {
    /// Creates rules that hide only credentials in URLs.
    #[must_use]
    pub fn empty() -> Self {
        Self { names: Vec::new(), has_known: false, paths: Vec::new() }
    }

    /// Adds `name` to the parameter names whose values are secrets.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it is not a sum")]
    pub fn add(mut self, name: &str) -> Self {
        self.names.push(normal(name.chars()));
        self
    }

    /// Adds the rules for secrets in paths: webhooks of Slack and other services, tokens of Telegram bots.
    #[must_use]
    pub fn with_paths(mut self) -> Self {
        self.paths = PATHS.into();
        self
    }

    /// Returns true if values of `name` are secrets. If `is_parameter`, `name` is in a query or fragment.
    #[must_use]
    pub fn is_secret(&self, name: &str, is_parameter: bool) -> bool {
        if name.len() > 128 {
            return false;
        }
        let name = normal(name.chars());
        let is_known = |name: &str| {
            !name.is_empty()
                && (self.names.iter().any(|one| one == name)
                    || self.has_known
                        && (has(NAMES, name)
                            || is_parameter && has(PARAMETERS, name)
                            || ENDINGS.split(' ').any(|end| name.ends_with(end)) && !has(HARMLESS, name)))
        };
        // The stem of `new_password2` is `new_password`, and that of `token[0]` is `token`.
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']'));
        let part = stem.rsplit(['.', '[']).next().unwrap_or_default();
        // FAST: most names have one part.
        is_known(&name)
            || stem.len() < name.len() && is_known(stem)
            || part.len() < stem.len() && (is_known(&stem.replace('.', "")) || is_known(part))
    }

    pub(crate) fn redact_url(&self, url: &str) -> String {
        let secrets = if self.may_hide(url) { self.find(url, true) } else { Vec::new() };
        hide(url, secrets).into_owned()
    }

    fn may_hide(&self, text: &str) -> bool {
        text.bytes().any(|byte| matches!(byte, b'=' | b'@' | b'%' | b'"' | b'\''))
            || text.contains("\\u")
            || [": ", ":\t", "earer ", "asic ", "oken "].iter().any(|part| text.contains(part))
            || !self.paths.is_empty() && text.contains('/')
    }

    fn find(&self, text: &str, is_url: bool) -> Vec<Secret> {
        let (view, mut secrets) = (View::new(text), Vec::new());
        view.find_credentials(self, is_url, &mut secrets);
        view.find_values(self, is_url, &mut secrets);
        secrets
    }
}

fn hide(text: &str, mut secrets: Vec<Secret>) -> Cow<'_, str> {
    secrets.retain(|secret| !secret.span.is_empty());
    secrets.sort_unstable_by_key(|secret| secret.span.start);
    let (mut out, mut copied) = (String::new(), 0);
    for Secret { span, quote } in secrets {
        // Secrets that overlap or touch are hidden as one.
        if copied == 0 || span.start > copied {
            out.extend([&text[copied..span.start], &text[quote.clone()], HIDDEN, &text[quote]]);
        }
        copied = copied.max(span.end);
    }
    if copied == 0 { text.into() } else { (out + &text[copied..]).into() }
}

#[derive(Clone, Debug)]
struct Secret {
    span: Range<usize>,
    /// For a JSON number, the span of a quotation mark to copy before and after `***`. Otherwise empty.
    quote: Range<usize>,
}

impl Secret {
    /// Converts each offset with `place`, which maps offsets in a part of a text to offsets in the text.
    fn within(self, place: impl Fn(usize) -> usize) -> Self {
        let moved = |span: Range<usize>| place(span.start)..place(span.end);
        Self { span: moved(self.span), quote: moved(self.quote) }
    }
}

#[derive(Clone, Copy)]
struct Unit {
    char: char,
    start: usize,
    end: usize,
    /// The number of times that the character was percent-encoded.
    level: u8,
}

struct View {
    units: Vec<Unit>,
}

/// Decodes an escape of JSON or HTML at the start of `text`. Returns the character and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    match bytes {
        [b'\\', b'/', ..] => Some(('/', 2)),
        [b'\\', b'u', b'0', b'0', ..] => {
            let code = u8::from_str_radix(text.get(4..6).filter(|hex| !hex.starts_with('+'))?, 16).ok()?;
            Some((char::from(code), 6)).filter(|(char, _)| char.is_ascii())
        }
        [b'&', ..] => {
            let length =
                ["&amp;", "&AMP;", "&#38;", "&#x26;"].iter().find(|one| text.starts_with(**one))?.len();
            Some(('&', length))
        }
        _ => None,
    }
}

impl View {
    fn new(text: &str) -> Self {
        let mut units: Vec<Unit> = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let (char, length) = escape(&text[at..]).unwrap_or((c, c.len_utf8()));
            units.push(Unit { char, start: at, end: at + length, level: 0 });
            at += length;
            // Decode `%` and two digits. The result may be another `%`, followed by its digits.
            for _ in 0..3 {
                let Some([percent, high, low]) = units.last_chunk::<3>() else { break };
                let digits = high.char.to_digit(16).zip(low.char.to_digit(16));
                let Some((high_digit, low_digit)) =
                    digits.filter(|_| percent.char == '%' && percent.level < 3)
                else {
                    break;
                };
                let byte = high_digit * 16 + low_digit;
                // Bytes beyond ASCII are not delimiters, so any letter can represent them.
                let char = if byte < 0x80 { char::from_u32(byte) } else { None };
                let unit = Unit {
                    char: char.unwrap_or('é'),
                    start: percent.start,
                    end: low.end,
                    level: percent.level + 1,
                };
                units.truncate(units.len() - 3);
                units.push(unit);
            }
        }
        Self { units }
    }

    fn hide(&self, units: Range<usize>, quote: Range<usize>, secrets: &mut Vec<Secret>) {
        if let Some([first, .., last] | [first @ last]) = self.units.get(units) {
            secrets.push(Secret { span: first.start..last.end, quote });
        }
    }

    fn char(&self, at: usize) -> char {
        self.units.get(at).map_or('\0', |unit| unit.char)
    }

    fn text(&self, from: usize, to: usize) -> impl DoubleEndedIterator<Item = char> + Clone {
        self.units.get(from..to).unwrap_or_default().iter().map(|unit| unit.char)
    }

    fn find_credentials(&self, rules: &Rules, is_url: bool, secrets: &mut Vec<Secret>) {
        let units = &self.units;
        let is_slash = |at: usize| matches!(self.char(at), '/' | '\\');
        // Returns up to five characters before `at`, in lower case.
        let lower = |at: usize| -> String {
            self.text(at.saturating_sub(5), at).map(|c| c.to_ascii_lowercase()).collect()
        };
        // The positions of the next `@` and of the end of the word, which only increase.
        let (mut next_at, mut word_end, mut at) = (0, 0, 0);
        while at < units.len() {
            let is_web = self.char(at) == ':' && {
                let scheme = lower(at);
                ["http", "https", "ws", "wss", "ftp"].iter().any(|one| {
                    let before = scheme.strip_suffix(one);
                    before.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphabetic()))
                })
            };
            if !(is_web || is_slash(at) && is_slash(at + 1) && units[at].level == units[at + 1].level) {
                at += 1;
                continue;
            }
            let level = units[at].level;
            // A quotation mark before the scheme ends the URL; others may be part of a password.
            let is_of_scheme = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | ':');
            let opened = self.text(at.saturating_sub(32), at).rev().find(|c| !is_of_scheme(c));
            let closing = opened.filter(|c| is_quote(*c)).unwrap_or('/');
            let mut start = at + 1;
            while is_slash(start) && units[start].level <= level {
                start += 1;
            }
            // Only some schemes treat a backslash as a slash. Text without a scheme is treated like a URL of
            // such a scheme.
            let before = lower(at);
            let has_other_scheme = !is_web
                && self.text(at, at + 2).all(|c| c == '/')
                && before != "file:"
                && before
                    .strip_suffix(':')
                    .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_alphanumeric()));
            let is_end = |unit: &Unit| {
                let is_mark = matches!(unit.char, '/' | '?' | '#')
                    || unit.char == '\\' && !has_other_scheme
                    || !is_url && unit.char == closing;
                is_blank(unit) || is_mark && unit.level <= level
                    // In a URL inside the value of a parameter, an `&` outside that value ends the URL.
                    || level > 0 && unit.level < level && unit.char == '&'
            };
            let mut end = start + units[start..].iter().take_while(|unit| !is_end(unit)).count();
            at = end;
            let is_text =
                |unit: &Unit| !is_url && unit.level <= level && matches!(unit.char, '"' | '<' | '>');
            let text = start + units[start..end].iter().take_while(|unit| !is_text(unit)).count();
            let last_at = |units: &[Unit]| {
                let last = units.iter().rposition(|unit| unit.char == '@' && unit.level <= level);
                last.or_else(|| units.iter().rposition(|unit| unit.char == '@'))
            };
            let mut mark = last_at(&units[start..end]);
            if text < end && !mark.is_some_and(|mark| self.text(start, start + mark).any(|c| c == ':')) {
                mark = last_at(&units[start..text]);
                end = text;
            }
            let authority = &units[start..end];
            let port =
                authority.iter().position(|unit| unit.char == ':').map(|colon| &authority[colon + 1..]);
            let is_no_port = port
                .is_some_and(|port| !port.is_empty() && !port.iter().all(|unit| unit.char.is_ascii_digit()));
            if mark.is_none() && is_no_port && self.char(start) != '[' {
                // The authority is a password that contains a delimiter, or the text is not a URL.
                if word_end < end {
                    word_end = end + units[end..].iter().take_while(|unit| !is_blank(unit)).count();
                }
                if next_at < end {
                    next_at = end + units[end..].iter().take_while(|unit| unit.char != '@').count();
                }
                if next_at < word_end {
                    let rest = units[next_at..].iter().take_while(|unit| !is_end(unit)).count();
                    let last = last_at(&units[next_at..next_at + rest]).map_or(next_at, |at| next_at + at);
                    mark = Some(last - start);
                    end = last + 1;
                }
            }
            if let Some(mark) = mark {
                self.hide_credentials(start, start + mark, secrets);
            }
            // A colon at the end of the authority may end the scheme of another URL, as in
            // `http://https:/a.test`.
            at = end.max(at);
            if at > start && self.char(at - 1) == ':' {
                at -= 1;
            }
            if !rules.paths.is_empty() {
                let host = start + mark.map_or(0, |mark| mark + 1);
                self.find_path(rules, host, secrets);
            }
        }
    }

    /// Hides the password. Hides the user name if it looks like a token, or if the password is missing, empty
    /// or a placeholder. Shows `git`, `hg` and `anonymous` without a password.
    fn hide_credentials(&self, from: usize, to: usize, secrets: &mut Vec<Secret>) {
        let colon = self.text(from, to).position(|c| c == ':').map(|at| from + at);
        let user: String = self.text(from, colon.unwrap_or(to)).collect();
        let password: String = colon.map(|colon| self.text(colon + 1, to).collect()).unwrap_or_default();
        let is_placeholder = matches!(password.as_str(), "" | "x" | "X" | "x-oauth-basic" | "none" | "null");
        let is_token = TOKENS.split(' ').any(|start| user.len() > start.len() && user.starts_with(start))
            || user.len() >= 20
                && user.bytes().any(|c| c.is_ascii_digit())
                && user.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        let is_ordinary = colon.is_none() && matches!(user.as_str(), "git" | "hg" | "anonymous");
        if (is_placeholder || is_token) && !is_ordinary {
            self.hide(from..colon.unwrap_or(to), 0..0, secrets);
        }
        if let Some(colon) = colon {
            self.hide(colon + 1..to, 0..0, secrets);
        }
    }

    fn find_path(&self, rules: &Rules, from: usize, secrets: &mut Vec<Secret>) {
        // The hosts of all rules have fewer than 64 characters.
        let host = self.text(from, self.units.len().min(from + 64));
        let host = host.take_while(|c| !matches!(c, '/' | ':')).map(|c| c.to_ascii_lowercase());
        let host: String = host.collect();
        for rule in &rules.paths {
            let Some((name, path)) = rule.split_once('/') else { continue };
            if host != name && !(name.starts_with('.') && host.ends_with(name)) {
                continue;
            }
            let is_end =
                |unit: &Unit| is_blank(unit) || matches!(unit.char, '?' | '#' | '"' | '<' | '>' | '&');
            // Only the first 1024 characters of a path are examined.
            let end = from + self.units[from..].iter().take(1024).take_while(|unit| !is_end(unit)).count();
            let mut start = from;
            for part in path.split('/') {
                start += self.text(start, end).take_while(|c| *c != '/').count() + 1;
                let length = self.text(start, end).take_while(|c| *c != '/').count();
                let segment = self.text(start, start + length);
                if let Some(prefix) = part.strip_suffix('*') {
                    let secret = length - segment.clone().rev().take_while(|c| is_closing(*c)).count();
                    if segment.take(prefix.len()).eq(prefix.chars()) {
                        self.hide(start + prefix.len()..start + secret, 0..0, secrets);
                    }
                } else if part != "?" && !segment.eq(part.chars()) {
                    break;
                }
            }
        }
    }

    /// Finds the values of secret names: in a URL after `=`, and in text also after `:`.
    fn find_values(&self, rules: &Rules, is_url: bool, secrets: &mut Vec<Secret>) {
        let mut at = 0;
        // The earliest start of the next name. It only moves forward, which keeps the time linear.
        let mut floor = 0;
        while at < self.units.len() {
            let unit = self.units[at];
            let found = match unit.char {
                '=' => self.value(rules, floor, at, is_url).map(|(start, end)| (start, end, 0..0)),
                ':' if !is_url => self.member(rules, floor, at).or_else(|| self.header(rules, floor, at)),
                _ => None,
            };
            if matches!(unit.char, '=' | ':') {
                floor = at + 1;
            }
            at += 1;
            if let Some((start, end, quote)) = found {
                self.hide(start..end, quote, secrets);
                at = end.max(at);
                floor = at;
            }
        }
    }

    /// Returns the range of the value after the `=` at `at`, if the name before the `=` marks a secret.
    fn value(&self, rules: &Rules, floor: usize, at: usize, is_url: bool) -> Option<(usize, usize)> {
        let units = &self.units;
        let level = units[at].level;
        let name = floor
            + units[floor..at]
                .iter()
                .rposition(|unit| unit.level <= level && is_delimiter(unit.char))
                .map_or(0, |at| at + 1);
        let before = if name == 0 { '\0' } else { self.char(name - 1) };
        let is_parameter = matches!(before, '?' | '&' | '#' | ';');
        if is_url && !is_parameter {
            return None;
        }
        let start = at + 1;
        let is_mark = |unit: &Unit| {
            unit.level <= level && matches!(unit.char, '&' | '#')
                || before == ';' && matches!(unit.char, '?' | '/' | ';')
                || level > 0 && unit.level < level && matches!(unit.char, '&' | '#')
        };
        // FAST: most names are not secrets.
        if !self.is_secret(rules, name, at, true) {
            return None;
        }
        let is_certain = is_parameter || self.is_secret(rules, name, at, false);
        // After other delimiters, the quotation mark more likely closes a string than opens one.
        let is_opened = match before {
            '\0' | ',' | '(' | '{' | '[' => true,
            '"' | '\'' => self.char(start) == '\\' && (name < 2 || self.char(name - 2) != '\\'),
            _ => before.is_whitespace(),
        };
        if is_opened
            && is_certain
            && !is_url
            && let Some((from, to)) = self.quoted(start)
            && to < units.len()
        {
            return Some((from, to)).filter(|_| to > from);
        }
        let closing = self.closing_apostrophe(name);
        let mut end = start;
        while let Some(unit) = units.get(end) {
            // Uncertain values end before the next `=`, which keeps the time linear.
            let is_next = !is_certain && unit.char == '=' && !matches!(self.char(end + 1), '=' | '&');
            // An earlier call wrote `***` before this `@`, and has hidden these credentials already.
            let is_hidden = unit.char == '@' && self.text(start, end).eq(HIDDEN.chars());
            // Outside URLs, a secret may follow the name of an authentication scheme and a space.
            let is_inside = || !is_parameter && unit.char == ' ' && self.is_scheme(start, end);
            let ends = || !is_url && self.ends_value(end, is_parameter, level) && !is_inside();
            let closes = !is_url && Some(unit.char) == closing && !self.char(end + 1).is_alphanumeric();
            if is_next || is_hidden || is_mark(unit) || closes || ends() {
                break;
            }
            end += 1;
        }
        let is_joined = units.get(end).is_some_and(|unit| unit.char == '&' && unit.level == level);
        if !(is_certain || is_joined) {
            return None;
        }
        if !is_url {
            end = start + self.text(start, end).rev().skip_while(|c| is_closing(*c)).count();
        }
        Some((start, end)).filter(|_| end > start)
    }

    /// Returns the apostrophe that ends the string around the name at `name`, if an apostrophe begins it.
    fn closing_apostrophe(&self, name: usize) -> Option<char> {
        let from = name.saturating_sub(256);
        let quote = from + self.units[from..name].iter().rposition(|unit| is_quote(unit.char))?;
        let before = quote.checked_sub(1).map(|before| self.char(before));
        let is_opening = before.is_none_or(|c| c.is_whitespace() || "=([{,:".contains(c));
        (is_opening && self.char(quote) == '\'').then_some('\'')
    }

    /// Returns the range of the credentials in a header such as `Authorization: Bearer X` or `X-Api-Key: X`,
    /// with its `:` at `at`.
    fn header(&self, rules: &Rules, floor: usize, at: usize) -> Option<(usize, usize, Range<usize>)> {
        let (word, blank) =
            (|c: &char| c.is_ascii_alphanumeric() || *c == '-', |c: &char| " \t".contains(*c));
        let blanks = |from| self.text(from, self.units.len()).take_while(blank).count();
        let name_end = at - self.text(floor, at).rev().take_while(blank).count();
        let name = name_end - self.text(floor, name_end).rev().take_while(word).count();
        let first = at + 1 + blanks(at + 1);
        let end = first + self.text(first, self.units.len()).take(10).take_while(word).count();
        let second = end + blanks(end);
        let start = if end < second && self.is_scheme(first, end) {
            second
        } else if first > at + 1 && self.text(name, name_end).any(|c| c == '-') {
            first
        } else {
            return None;
        };
        // The parameters of `Authorization: Token token="X"` and of cookies are read as other parameters are.
        let name_is =
            |other: &str| self.text(name, name_end).map(|c| c.to_ascii_lowercase()).eq(other.chars());
        let is_parameter = self.text(start, start + 7).eq("token=\"".chars()) || name_is("set-cookie");
        if is_parameter || !self.is_secret(rules, name, name_end, false) {
            return None;
        }
        let start = start + usize::from(is_quote(self.char(start)));
        let is_end = |unit: &&Unit| is_blank(unit) || is_quote(unit.char) || matches!(unit.char, ',' | ';');
        let len = self.units.get(start..)?.iter().take_while(|unit| !is_end(unit)).count();
        Some((start, start + len, 0..0)).filter(|_| len > 0)
    }

    fn is_scheme(&self, from: usize, to: usize) -> bool {
        let name = || self.text(from, to).map(|c| c.to_ascii_lowercase());
        ["bearer", "basic", "token", "apikey", "geniekey", "negotiate", "splunk", "ssws"]
            .iter()
            .any(|scheme| name().eq(scheme.chars()))
    }

    fn is_secret(&self, rules: &Rules, from: usize, to: usize, is_parameter: bool) -> bool {
        if to - from > 128 {
            return false;
        }
        let name: String = self.text(from, to).collect();
        rules.is_secret(&name, is_parameter)
            || name.rfind(['?', '&', '#']).is_some_and(|mark| rules.is_secret(&name[mark + 1..], true))
    }

    fn ends_value(&self, at: usize, is_parameter: bool, level: u8) -> bool {
        let unit = &self.units[at];
        if is_blank(unit) || is_wide_mark(unit.char) {
            return true;
        }
        if unit.level > level {
            return false;
        }
        let next = self.char(at + 1);
        match unit.char {
            ',' | ';' if is_parameter => {
                let word = self.units[at + 1..]
                    .iter()
                    .take(64)
                    .take_while(|unit| unit.char.is_alphanumeric() || matches!(unit.char, '-' | '_'));
                let after = self.char(at + 1 + word.count());
                !next.is_alphanumeric() || matches!(after, '=' | ':')
            }
            ',' | ';' | '>' => true,
            '"' => !next.is_alphanumeric(),
            '<' => {
                let rest = self.units[at + 1..].iter().take(100).take_while(|unit| !is_blank(unit));
                !next.is_alphanumeric() || rest.clone().any(|unit| unit.char == '>')
            }
            _ => false,
        }
    }

    /// Returns the range of the value of the JSON member whose `:` is at `at`, if the name marks a secret and
    /// the value is a string or a long number. The name must start at or after `floor`. For a number, also
    /// returns the span of the quotation mark after the name.
    fn member(&self, rules: &Rules, floor: usize, at: usize) -> Option<(usize, usize, Range<usize>)> {
        let quote =
            (floor..at).rev().find(|&at| self.char(at) != ' ').filter(|&at| is_quote(self.char(at)))?;
        let end = quote - self.text(floor, quote).rev().take_while(|c| *c == '\\').count();
        let mark = self.char(quote);
        let name = floor + self.units.get(floor..end)?.iter().rposition(|unit| unit.char == mark)? + 1;
        if !self.is_secret(rules, name, end, false) {
            return None;
        }
        let start = at + 1 + self.text(at + 1, self.units.len()).take_while(|c| *c == ' ').count();
        let after = start + number_len(self.text(start, self.units.len()));
        let digits = self.text(start, after).filter(char::is_ascii_digit).count();
        if digits >= CODE && !self.char(after).is_alphanumeric() {
            return Some((start, after, self.units[end].start..self.units[quote].end));
        }
        let (from, to) = self.quoted(start).filter(|(from, to)| to > from)?;
        Some((from, to, 0..0))
    }

    /// Returns the range of the quoted text at `start`. The quotation marks may be escaped with backslashes.
    fn quoted(&self, start: usize) -> Option<(usize, usize)> {
        let backslashes = |at: usize| self.text(at, self.units.len()).take_while(|c| *c == '\\').count();
        let escapes = backslashes(start);
        let mark = self.char(start + escapes);
        // Only a few numbers of backslashes are permitted, which keeps the time linear.
        if !is_quote(mark) || !(escapes + 1).is_power_of_two() || escapes > 64 {
            return None;
        }
        let from = start + escapes + 1;
        let mut end = from;
        while end < self.units.len() {
            let run = backslashes(end);
            if self.char(end + run) == mark && run % (2 * (escapes + 1)) == escapes {
                return Some((from, end + run - escapes));
            }
            end += run + 1;
        }
        Some((from, self.units.len()))
    }
}

/// Returns the number of characters at the start of `text` that form a number of JSON. A full stop after the
/// number ends a sentence.
fn number_len(text: impl Iterator<Item = char>) -> usize {
    let number = text.take_while(|c| matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
    number.zip(1..).filter(|(c, _)| *c != '.').last().map_or(0, |(_, len)| len)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}

fn is_blank(unit: &Unit) -> bool {
    unit.level == 0 && (unit.char.is_whitespace() || unit.char.is_control())
}

/// Returns true for typographic and CJK punctuation, which may follow a URL without a space.
fn is_wide_mark(c: char) -> bool {
    matches!(c, '«' | '»' | '\u{2018}'..='\u{201F}' | '\u{2026}' | '\u{3000}'..='\u{3004}'
        | '\u{3008}'..='\u{3020}' | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE6B}' | '\u{FF01}'..='\u{FF0F}'
        | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF3D}' | '\u{FF5B}'..='\u{FF65}')
}

/// Returns true if a secret rarely ends with `c`, so that `c` more likely belongs to the surrounding text.
fn is_closing(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '\'' | '"' | '\\' | '`' | '>')
}

fn is_delimiter(c: char) -> bool {
    c.is_whitespace() || c.is_control() || is_wide_mark(c) || r#"?&#;,="'<>(){}/|\:`"#.contains(c)
}

/// Returns `text` with `***` in place of each secret that `rules` define. Valid JSON stays valid JSON.
///
/// In JSON, hides the values of members whose names mark secrets, even in lists, and the value `x` in
/// `"name":"token","value":"x"`. A secret number of four digits or more becomes the string `"***"`.
///
/// # Examples
/// ```
/// use url_facade::redact::{Rules, redact};
/// let log = r#"{"msg":"url=\"https://a.test/?token=abc\"","password":"x"}"#;
/// let redacted = r#"{"msg":"url=\"https://a.test/?token=***\"","password":"***"}"#;
/// assert_eq!(redact(log, &Rules::default()), redacted);
/// ```
#[must_use]
pub fn redact<'t>(text: &'t str, rules: &Rules) -> Cow<'t, str> {
    if !rules.may_hide(text) {
        return text.into();
    }
    let mut redacted = hide(text, secrets(text, rules));
    // After a secret is hidden, the text around `***` may be another URL.
    for _ in 0..4 {
        let Cow::Owned(once) = &redacted else { break };
        let Cow::Owned(again) = hide(once, secrets(once, rules)) else { break };
        if again == *once {
            break;
        }
        redacted = again.into();
    }
    redacted
}

fn secrets(text: &str, rules: &Rules) -> Vec<Secret> {
    let mut secrets = Vec::new();
    // JSON in a string of JSON needs twice as many backslashes, so there are few levels.
    let mut parts = vec![Part { text: text.into(), places: Vec::new() }];
    while let Some(part) = parts.pop() {
        let is_json = strings(&part.text).is_some();
        let mut start = 0;
        for line in part.text.split_inclusive(|c| c == '\n' && !is_json) {
            let found = match strings(line) {
                Some(strings) => in_json(line, &strings, rules, |string, at| {
                    let places = string.places.iter().map(|place| part.place(start + at + place));
                    parts.push(Part { places: places.collect(), ..string });
                }),
                None => rules.find(line, false),
            };
            secrets
                .extend(found.into_iter().map(|secret| secret.within(|offset| part.place(start + offset))));
            start += line.len();
        }
    }
    secrets
}

/// A text to search for secrets: the whole text, or the decoded content of a JSON string.
struct Part<'t> {
    text: Cow<'t, str>,
    /// For each byte of `text`, and for its end, the offset in the whole text. Empty if nothing was decoded.
    places: Vec<usize>,
}

impl<'t> Part<'t> {
    fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or(at)
    }

    fn decode(string: &'t str) -> Self {
        if !string.contains('\\') {
            return Self { text: string.into(), places: Vec::new() };
        }
        let (mut text, mut places, mut at) = (String::with_capacity(string.len()), Vec::new(), 0);
        while let Some(c) = string[at..].chars().next() {
            let (c, length) = match &string.as_bytes()[at..] {
                [b'\\', b'u', ..] => {
                    let code = string.get(at + 2..at + 6).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                    (code.and_then(char::from_u32).unwrap_or('\u{FFFD}'), 6)
                }
                [b'\\', byte, ..] => match byte {
                    b'n' => ('\n', 2),
                    b'r' => ('\r', 2),
                    b't' => ('\t', 2),
                    b'b' | b'f' => ('\u{c}', 2),
                    _ => (char::from(*byte), 2),
                },
                _ => (c, c.len_utf8()),
            };
            text.push(c);
            places.resize(text.len(), at);
            at += length;
        }
        places.push(at);
        Self { text: text.into(), places }
    }
}

/// Returns the spans of all strings in `text`, or `None` if `text` does not consist of JSON values.
fn strings(text: &str) -> Option<Vec<Range<usize>>> {
    if !text.trim_ascii_start().starts_with(['{', '[', '"', '}', ']', ',']) {
        return None;
    }
    let (bytes, mut strings, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte == b'"' {
            let start = at;
            loop {
                match bytes.get(at)? {
                    b'"' => break,
                    b'\\' => {
                        let is_hex = || {
                            bytes.get(at + 2..at + 6).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
                        };
                        match bytes.get(at + 1)? {
                            b'u' if is_hex() => at += 6,
                            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                            _ => return None,
                        }
                    }
                    0..0x20 => return None,
                    _ => at += 1,
                }
            }
            strings.push(start..at);
            at += 1;
        } else if !byte.is_ascii_alphanumeric() && !b"{}[],:+-. \t\r\n".contains(&byte) {
            return None;
        }
    }
    Some(strings)
}

/// Returns the secrets in the JSON `text`. Strings with escapes are not searched, but passed to `inner`.
fn in_json(
    text: &str,
    strings: &[Range<usize>],
    rules: &Rules,
    mut inner: impl FnMut(Part<'static>, usize),
) -> Vec<Secret> {
    let mut secrets = Vec::new();
    // `value` is the number of open lists if the current value is secret. `is_named` is true after
    // `"name":"token"`.
    let (mut value, mut is_named) = (None, false);
    for (index, at) in strings.iter().enumerate() {
        let string = Part::decode(&text[at.clone()]);
        let end = strings.get(index + 1).map_or(text.len(), |next| next.start - 1);
        let gap = &text[at.end + 1..end];
        if value.is_some() {
            secrets.push(Secret { span: at.clone(), quote: 0..0 });
        } else {
            let is_secret = rules.is_secret(&string.text, false);
            if !gap.trim_ascii_start().starts_with(':') {
                is_named = is_secret;
            } else if is_secret || is_named && string.text == "value" {
                value = Some(0);
            }
            if string.places.is_empty() {
                let found = rules.find(&string.text, false).into_iter();
                secrets.extend(found.map(|secret| secret.within(|offset| at.start + offset)));
            } else {
                inner(Part { text: string.text.into_owned().into(), places: string.places }, at.start);
            }
        }
        let mut from = 0;
        while let Some((depth, byte)) = value.zip(gap.as_bytes().get(from)) {
            let number = number_len(gap[from..].chars());
            if gap[from..from + number].bytes().filter(u8::is_ascii_digit).count() >= CODE {
                let start = at.end + 1 + from;
                secrets.push(Secret { span: start..start + number, quote: at.end..at.end + 1 });
            }
            value = match byte {
                b'[' => Some(depth + 1),
                b']' if depth > 1 => Some(depth - 1),
                b',' if depth > 0 => value,
                b',' | b']' | b'{' | b'}' => None,
                _ => value,
            };
            from += number.max(1);
        }
    }
    secrets
}

//! The rules of redaction, which find secrets in a URL and in URL-like parts of a text.

use std::{borrow::Cow, ops::Range};

/// The replacement for a secret.
const HIDDEN: &str = "***";

/// Names of parameters and JSON members whose values are secrets, normalized by [`normal`].
const NAMES: &str = "2fa 2facode accesscode activationcode apisig auth authenticationcode authorizationcode authreqid backupcode bearer cfduid cfid \
    confirmationcode connectsid cookie csrf cvc cvv devicecode dpop googleaccessid hdnea hdntl hdnts idtokenhint keypairid logincode \
    magic magiclink mfa mfacode onetimecode otc otpcode pass passwort pincode pswd pwd recoverycode relaystate requesturi samlart \
    samlrequest samlresponse securitycode sess session sessionstate setcookie sig smscode sso tfacode torrentpass twofactorcode \
    usercode verificationcode wpnonce wresult xfunctionskey xsrf";

/// Further names of secrets in the query or the fragment of a URL. Elsewhere these names have other meanings.
const PARAMETERS: &str =
    "appkey code hash hmac invitation invite key pin policy pw qak sid sign ticket uid user userid username";

/// Endings of names whose values are secrets.
const ENDINGS: &str = "accesskey accesskeyid accountkey apikey assertion authcode authkey authorization credential credentials encryptionkey jwt \
    licensekey masterkey otp passcode passkey passphrase passwd password privatekey secret secretkey sessid sessionid sessionkey \
    sharedkey signature signingkey storagekey subscriptionkey token verifier";

/// Names with one of these endings whose values are not secrets.
const HARMLESS: &str = "continuationtoken nextpagetoken nexttoken pagetoken prevpagetoken synctoken";

/// Prefixes of tokens, which some services accept as a user name.
const TOKENS: [&str; 18] = [
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "gldt-",
    "xox",
    "sk_",
    "sk-",
    "rk_",
    "npm_",
    "pypi-",
    "hf_",
    "dckr_",
    "eyJ",
    "AKIA",
];

/// Secrets in paths: a host, or the end of one, and segments. `?` matches any segment. `*` is the secret,
/// which may follow a prefix in its segment.
const PATHS: [&str; 13] = [
    "hooks.slack.com/services/?/?/*",
    "hooks.slack.com/workflows/?/?/?/*",
    "hooks.slack.com/triggers/?/?/*",
    "discord.com/api/webhooks/?/*",
    "discord.com/api/?/webhooks/?/*",
    "discordapp.com/api/webhooks/?/*",
    "api.telegram.org/bot*",
    "api.telegram.org/file/bot*",
    "hooks.zapier.com/hooks/catch/?/*",
    "maker.ifttt.com/trigger/?/with/key/*",
    "outlook.office.com/webhook/?/IncomingWebhook/*",
    ".webhook.office.com/webhookb2/?/IncomingWebhook/*",
    "chat.googleapis.com/v1/spaces/?/messages/*",
];

/// The rules that [`Url::redacted`](crate::Url::redacted) hides secrets by.
///
/// The default hides credentials, and the values of parameters with names that are known to contain secrets:
/// those of OAuth, `OpenID` Connect and SAML, of signed URLs, of sessions, one-time codes, passwords and
/// keys. Names are compared decoded, ignoring ASCII case, `-`, `_` and spaces.
///
/// # Examples
/// ```
/// use url_facade::Rules;
/// let rules = Rules::default().add("ref").with_paths();
/// assert_eq!(rules.redact("see https://ghp_x@a.test/?API-Key=b&ref=c."), "see https://***@a.test/?API-Key=***&ref=***.");
/// assert_eq!(rules.redact("https://api.telegram.org/bot123:abc/getMe"), "https://api.telegram.org/bot***/getMe");
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

/// Normalizes `name` for comparison.
fn normal(name: impl Iterator<Item = char>) -> String {
    name.filter(|c| !matches!(c, '-' | '_' | '+' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|one| one == name)
}

impl Rules {
    /// Creates rules that hide credentials only.
    #[must_use]
    pub fn empty() -> Self {
        Self { names: Vec::new(), has_known: false, paths: Vec::new() }
    }

    /// Adds the name of a parameter whose values are secrets.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it is not a sum")]
    pub fn add(mut self, name: &str) -> Self {
        self.names.push(normal(name.chars()));
        self
    }

    /// Adds the rules for paths with secrets: the webhooks of Slack, Discord, Zapier and others, and the
    /// tokens of Telegram's bots.
    #[must_use]
    pub fn with_paths(mut self) -> Self {
        self.paths = PATHS.into();
        self
    }

    /// Returns true if the values of `name`, which must be decoded, are secrets. `is_parameter` is true for a
    /// parameter of a URL.
    #[must_use]
    pub fn is_secret(&self, name: &str, is_parameter: bool) -> bool {
        let name = normal(name.chars());
        let is_known = |name: &str| {
            !name.is_empty()
                && (self.names.iter().any(|one| one == name)
                    || self.has_known
                        && (has(NAMES, name)
                            || is_parameter && has(PARAMETERS, name)
                            || ENDINGS.split(' ').any(|end| name.ends_with(end)) && !has(HARMLESS, name)))
        };
        let part = name.rsplit(['.', '[', ']']).find(|part| !part.is_empty()).unwrap_or_default();
        // FAST: most names have one part.
        is_known(&name) || part.len() < name.len() && (is_known(&name.replace('.', "")) || is_known(part))
    }

    /// Hides the secrets in `text`, which may contain URLs anywhere. Idempotent, in linear time.
    #[must_use]
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.may_hide(text) {
            return text.into();
        }
        let mut ranges = Vec::new();
        self.find(text, 0, false, &mut ranges);
        hide(text, ranges)
    }

    /// Hides the secrets in `url`, which must be a single URL.
    pub(crate) fn redact_url(&self, url: &str) -> String {
        let mut ranges = Vec::new();
        if self.may_hide(url) {
            View::new(url, 0, false).find(self, true, &mut ranges);
        }
        hide(url, ranges).into_owned()
    }

    /// Returns true if `text` contains any of the characters that delimit secrets.
    #[must_use]
    pub fn may_hide(&self, text: &str) -> bool {
        text.bytes().any(|byte| matches!(byte, b'=' | b'@' | b'%' | b'"' | b'\''))
            || text.contains("\\u")
            || !self.paths.is_empty() && text.contains('/')
    }

    /// Appends the places of secrets in `text` to `ranges`. `text` begins at byte `start` of a larger text.
    /// `is_json` is true if it is a JSON string.
    pub fn find(&self, text: &str, start: usize, is_json: bool, ranges: &mut Vec<Range<usize>>) {
        View::new(text, start, is_json).find(self, false, ranges);
    }
}

/// Replaces each of `ranges` in `text` by `***`.
#[must_use]
pub fn hide(text: &str, mut ranges: Vec<Range<usize>>) -> Cow<'_, str> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| (range.start, usize::MAX - range.end));
    let (mut out, mut copied) = (String::new(), 0);
    for range in ranges {
        // What goes over another, or follows it, is one with it.
        if copied == 0 || range.start > copied {
            out.extend([&text[copied..range.start], HIDDEN]);
        }
        copied = copied.max(range.end);
    }
    if copied == 0 { text.into() } else { (out + &text[copied..]).into() }
}

/// A decoded character.
#[derive(Clone, Copy)]
struct Unit {
    char: char,
    /// The place of the character, encoded, in the text.
    start: usize,
    end: usize,
    /// The number of percent-encodings that were decoded.
    level: u8,
}

/// A text with its escapes decoded.
struct View {
    units: Vec<Unit>,
}

/// Decodes a JSON or HTML escape at the start of `text`. Returns the character and the length of the escape.
fn escape(text: &str, is_json: bool) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    let hex = |text: &str| u32::from_str_radix(text, 16).ok();
    match bytes {
        [b'\\', b'u', ..] => {
            let code = hex(text.get(2..6)?)?;
            if is_json || code < 0x80 { Some((char::from_u32(code).unwrap_or('\u{FFFD}'), 6)) } else { None }
        }
        // Escaped twice.
        [b'\\', b'\\', b'u', ..] if is_json && hex(text.get(3..7)?).is_some_and(|code| code < 0x80) => {
            Some((char::from_u32(hex(text.get(3..7)?)?)?, 7))
        }
        [b'\\', b'\\', b'/', ..] if is_json => Some(('/', 3)),
        [b'\\', b'\\', b'n' | b'r' | b't', ..] if is_json => Some(('\n', 3)),
        [b'\\', b'/', ..] => Some(('/', 2)),
        [b'\\', byte, ..] if is_json => Some((
            match byte {
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                b'b' | b'f' => '\u{c}',
                _ => text[1..].chars().next()?,
            },
            1 + text[1..].chars().next()?.len_utf8(),
        )),
        [b'&', ..] => {
            let length =
                ["&amp;", "&AMP;", "&#38;", "&#x26;"].iter().find(|one| text.starts_with(**one))?.len();
            Some(('&', length))
        }
        _ => None,
    }
}

impl View {
    fn new(text: &str, start: usize, is_json: bool) -> Self {
        let mut units: Vec<Unit> = Vec::with_capacity(text.len());
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let (char, length) = escape(&text[at..], is_json).unwrap_or((c, c.len_utf8()));
            units.push(Unit { char, start: start + at, end: start + at + length, level: 0 });
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

    fn find(&self, rules: &Rules, is_url: bool, ranges: &mut Vec<Range<usize>>) {
        self.find_credentials(rules, is_url, ranges);
        self.find_values(rules, is_url, ranges);
    }

    fn hide(&self, from: usize, to: usize, ranges: &mut Vec<Range<usize>>) {
        if let Some(units) = self.units.get(from..to)
            && let (Some(first), Some(last)) = (units.first(), units.last())
        {
            ranges.push(first.start..last.end);
        }
    }

    fn char(&self, at: usize) -> char {
        self.units.get(at).map_or('\0', |unit| unit.char)
    }

    fn text(&self, from: usize, to: usize) -> impl DoubleEndedIterator<Item = char> + Clone {
        self.units.get(from..to).unwrap_or_default().iter().map(|unit| unit.char)
    }

    /// Finds credentials after `//` or after the scheme of a web address, and secrets in paths.
    fn find_credentials(&self, rules: &Rules, is_url: bool, ranges: &mut Vec<Range<usize>>) {
        let units = &self.units;
        let is_slash = |at: usize| matches!(self.char(at), '/' | '\\');
        // The next `@` and the end of the word. Both only move forward.
        let (mut next_at, mut word_end, mut at) = (0, 0, 0);
        while at < units.len() {
            let is_web = self.char(at) == ':' && {
                let scheme: String =
                    self.text(at.saturating_sub(5), at).map(|c| c.to_ascii_lowercase()).collect();
                ["http", "https", "ws", "wss", "ftp"].iter().any(|one| {
                    let before = scheme.strip_suffix(one);
                    before.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphanumeric()))
                })
            };
            if !(is_web || is_slash(at) && is_slash(at + 1)) {
                at += 1;
                continue;
            }
            let level = units[at].level;
            let at_scheme = at;
            let mut start = at + 1;
            while is_slash(start) {
                start += 1;
            }
            at = start;
            let is_end = |(at, unit): (usize, &Unit)| {
                let mark = matches!(unit.char, '/' | '\\' | '?' | '#')
                    || !is_url && matches!(unit.char, '<' | '>')
                    || !is_url && unit.char == '"' && !self.char(start + at + 1).is_alphanumeric();
                is_blank(unit) || mark && unit.level <= level
                    // In the value of a parameter, `&` ends the URL.
                    || level > 0 && unit.level < level && unit.char == '&'
            };
            let length = units[start..].iter().enumerate().take_while(|unit| !is_end(*unit)).count();
            let mut end = start + length;
            let authority = &units[start..end];
            let mut mark = authority.iter().rposition(|unit| unit.char == '@' && unit.level <= level);
            mark = mark.or_else(|| authority.iter().rposition(|unit| unit.char == '@'));
            let port =
                authority.iter().position(|unit| unit.char == ':').map(|colon| &authority[colon + 1..]);
            let is_no_port = port
                .is_some_and(|port| !port.is_empty() && !port.iter().all(|unit| unit.char.is_ascii_digit()));
            // A quotation mark belongs to the credentials, unless one precedes the URL.
            if matches!(self.char(end), '"' | '<' | '>') {
                let scheme = self.text(at_scheme.saturating_sub(32), at_scheme).rev();
                let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | ':');
                let before = scheme.clone().find(|c| !is_of_scheme(*c));
                let is_rest = |unit: &Unit| !is_blank(unit) && !matches!(unit.char, '/' | '\\' | '?' | '#');
                let rest = end + units[end..].iter().take_while(|unit| is_rest(unit)).count();
                let last = units[end..rest].iter().rposition(|unit| unit.char == '@');
                if let Some(last) = last.filter(|_| before != Some(self.char(end))) {
                    mark = Some(end + last - start);
                    end += last + 1;
                }
            }
            if mark.is_none() && is_no_port && self.char(start) != '[' {
                // Either a password with a delimiter in it, or not a URL.
                if word_end < end {
                    word_end = end + units[end..].iter().take_while(|unit| !is_blank(unit)).count();
                }
                if next_at < end {
                    next_at = end + units[end..].iter().take_while(|unit| unit.char != '@').count();
                }
                if next_at < word_end {
                    mark = Some(next_at - start);
                    end = next_at + 1;
                }
            }
            if let Some(mark) = mark {
                self.hide_credentials(start, start + mark, ranges);
            }
            at = end.max(at);
            if !rules.paths.is_empty() {
                let host = start + mark.map_or(0, |mark| mark + 1);
                self.find_path(rules, host, ranges);
            }
        }
    }

    /// Hides the password in `units[from..to]`. Hides the user name if it looks like a token or the password
    /// is a placeholder.
    fn hide_credentials(&self, from: usize, to: usize, ranges: &mut Vec<Range<usize>>) {
        let colon = self.text(from, to).position(|c| c == ':').map(|at| from + at);
        let user: String = self.text(from, colon.unwrap_or(to)).collect();
        let password: String = colon.map(|colon| self.text(colon + 1, to).collect()).unwrap_or_default();
        let is_placeholder = matches!(password.as_str(), "" | "x" | "X" | "x-oauth-basic" | "none" | "null");
        let is_token = TOKENS.iter().any(|prefix| user.starts_with(prefix) && user.len() > prefix.len())
            || user.len() >= 20
                && user.bytes().any(|c| c.is_ascii_digit())
                && user.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
        let is_ordinary = colon.is_none() && matches!(user.as_str(), "git" | "hg" | "anonymous");
        if (is_placeholder || is_token) && !is_ordinary {
            self.hide(from, colon.unwrap_or(to), ranges);
        }
        if let Some(colon) = colon {
            self.hide(colon + 1, to, ranges);
        }
    }

    /// Finds the secret that a rule defines in the path of the host at `from`.
    fn find_path(&self, rules: &Rules, from: usize, ranges: &mut Vec<Range<usize>>) {
        // The hosts of all rules are shorter.
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
            // Only this part of a path is examined.
            let end = from + self.units[from..].iter().take(1024).take_while(|unit| !is_end(unit)).count();
            let mut start = from;
            for part in path.split('/') {
                start += self.text(start, end).take_while(|c| *c != '/').count() + 1;
                let length = self.text(start, end).take_while(|c| *c != '/').count();
                let segment = self.text(start, start + length);
                if let Some(prefix) = part.strip_suffix('*') {
                    let secret = length - segment.clone().rev().take_while(|c| is_closing(*c)).count();
                    if segment.take(prefix.len()).eq(prefix.chars()) {
                        self.hide(start + prefix.len(), start + secret, ranges);
                    }
                } else if part != "?" && !segment.eq(part.chars()) {
                    break;
                }
            }
        }
    }

    /// Finds the values of secret names, after `=` or, in text, after `:`.
    fn find_values(&self, rules: &Rules, is_url: bool, ranges: &mut Vec<Range<usize>>) {
        let mut at = 0;
        // Names before this index are not searched again, so the time is linear.
        let mut floor = 0;
        while at < self.units.len() {
            let unit = self.units[at];
            let found = match unit.char {
                '=' => self.value(rules, floor, at, is_url),
                ':' if !is_url => self.member(rules, floor, at),
                _ => None,
            };
            if matches!(unit.char, '=' | ':') {
                floor = at + 1;
            }
            at += 1;
            if let Some((start, end)) = found {
                self.hide(start, end, ranges);
                at = end.max(at);
                floor = at;
            }
        }
    }

    /// Returns the value after the `=` at `at`, if it is a secret.
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
        let quote = self.char(start);
        if matches!(quote, '"' | '\'') && !is_url && self.is_secret(rules, name, at, is_parameter) {
            let end = units[start + 1..].iter().position(|unit| unit.char == quote);
            if let Some(length) = end.filter(|length| *length > 0) {
                return Some((start + 1, start + 1 + length));
            }
        }
        // FAST: most names are not secrets.
        if !self.is_secret(rules, name, at, true) {
            return None;
        }
        let is_certain = is_parameter || self.is_secret(rules, name, at, false);
        let mut end = start;
        while let Some(unit) = units.get(end) {
            // An uncertain value ends before the next `=` that is examined, so the time is linear.
            let is_next = !is_certain && unit.char == '=' && !matches!(self.char(end + 1), '=' | '&');
            // What was redacted with credentials behind it.
            let is_hidden = unit.char == '@' && self.text(start, end).eq(HIDDEN.chars());
            if is_next || is_hidden || is_mark(unit) || !is_url && self.ends_value(end, is_parameter, level) {
                break;
            }
            end += 1;
        }
        let is_hidden = self.text(start, start + HIDDEN.len()).eq(HIDDEN.chars());
        if is_hidden || !is_certain && self.char(end) != '&' {
            return None;
        }
        if !is_url {
            end = start + self.text(start, end).rev().skip_while(|c| is_closing(*c)).count();
        }
        Some((start, end)).filter(|_| end > start)
    }

    fn is_secret(&self, rules: &Rules, from: usize, to: usize, is_parameter: bool) -> bool {
        // Longer names are never secrets.
        if to - from > 128 {
            return false;
        }
        let name: String = self.text(from, to).collect();
        rules.is_secret(&name, is_parameter)
            || name.rfind(['?', '&', '#']).is_some_and(|mark| rules.is_secret(&name[mark + 1..], true))
    }

    /// Returns true if the value of a parameter in a text ends before `at`.
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

    /// Returns the value of a JSON member in a text, if it is a secret: the text in quotation marks after the
    /// `:` at `at`.
    fn member(&self, rules: &Rules, floor: usize, at: usize) -> Option<(usize, usize)> {
        let is_quote = |c: char| matches!(c, '"' | '\'');
        let quote =
            (floor..at).rev().find(|&at| self.char(at) != ' ').filter(|&at| is_quote(self.char(at)))?;
        let end = quote - self.text(floor, quote).rev().take_while(|c| *c == '\\').count();
        let mark = self.char(quote);
        let name = floor + self.units.get(floor..end)?.iter().rposition(|unit| unit.char == mark)? + 1;
        if !self.is_secret(rules, name, end, false) {
            return None;
        }
        let mut start = at + 1 + self.text(at + 1, self.units.len()).take_while(|c| *c == ' ').count();
        let backslashes = |at: usize| self.text(at, self.units.len()).take_while(|c| *c == '\\').count();
        // As many as there are before the quotation marks of JSON in strings of JSON.
        let escapes = backslashes(start);
        let mark = self.char(start + escapes);
        start += escapes + 1;
        let mut end = start;
        while is_quote(mark) && end < self.units.len() {
            let run = backslashes(end);
            if self.char(end + run) == mark && run % (2 * (escapes + 1)) == escapes {
                end += run - escapes;
                break;
            }
            end += run + 1;
        }
        let end = end.min(self.units.len());
        Some((start, end)).filter(|_| is_quote(mark) && end > start)
    }
}

/// Returns true if `unit` ends a word.
fn is_blank(unit: &Unit) -> bool {
    unit.level == 0 && (unit.char.is_whitespace() || unit.char.is_control())
}

/// Returns true for typographic and CJK punctuation, which may follow a URL without a space.
fn is_wide_mark(c: char) -> bool {
    matches!(c, '«' | '»' | '\u{2018}'..='\u{201F}' | '\u{2026}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{FE10}'..='\u{FE19}'
        | '\u{FE30}'..='\u{FE6B}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF3D}' | '\u{FF5B}'..='\u{FF65}')
}

/// Returns true if `c`, at the end of a secret, more likely belongs to the surrounding text.
fn is_closing(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '\'' | '"' | '\\' | '`' | '>')
}

/// Returns true if `c` cannot be part of the name of a parameter.
fn is_delimiter(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || is_wide_mark(c)
        || matches!(
            c,
            '?' | '&'
                | '#'
                | ';'
                | ','
                | '='
                | '"'
                | '\''
                | '<'
                | '>'
                | '('
                | ')'
                | '{'
                | '}'
                | '/'
                | '|'
                | '\\'
                | ':'
                | '`'
        )
}

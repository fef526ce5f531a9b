//! Templates, in which parts of a URL replace fields such as `{host}`; and conditions on fields (`--where`).

use std::{
    borrow::Cow,
    cmp::{Ordering, Reverse},
    str::FromStr,
};

use percent_encoding::percent_decode_str;
use serde_json::Value as Json;
use url_columns::{Call, Function, Values};
use url_facade::{Component, Encoding, Host, Origin, Profile, UrlRef, whatwg};
use url_pattern::UrlPattern;
use url_policies::Policy;

use crate::operation::Outcome;

#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// Each field of the template, with the text between it and the previous field.
    parts: Vec<(String, Field)>,
    rest: String,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    value: Value,
}

#[derive(Clone, Debug)]
pub(crate) struct Addition {
    pub(crate) name: String,
    pub(crate) field: Field,
}

#[derive(Clone, Debug)]
enum Value {
    Of(Make),
    Component(Component),
    Decoded(Component),
    /// The values of the query parameter with this name, decoded. The number is the maximum number of values.
    Parameter(String, usize),
    /// The segment of the path with this index. A negative index counts from the end: -1 is the last segment.
    Segment(isize),
    Policy(Box<Policy>),
    /// The group of this name in the pattern of `--pattern`.
    Group(String),
    /// A function on columns, with its constants and without the profile of the command.
    Call(Box<Call>, Vec<String>),
    Error,
}

/// The additions of one option `--add`.
#[derive(Clone, Debug)]
pub(crate) struct Additions(pub(crate) Vec<Addition>);

type Make = for<'r> fn(Row<'r>) -> Option<Cow<'r, str>>;

#[derive(Clone, Copy)]
pub(crate) struct Row<'r> {
    pub(crate) line: u64,
    pub(crate) input: &'r str,
    pub(crate) url: &'r Read<'r>,
    pub(crate) encoding: Encoding,
    pub(crate) pattern: Option<&'r UrlPattern>,
}

/// A URL, or the result of a profile that only parses.
pub(crate) enum Read<'i> {
    Url(UrlRef<'i>),
    Parsed(Box<Outcome>),
}

impl Read<'_> {
    pub(crate) fn url(&self) -> Option<&UrlRef<'_>> {
        if let Self::Url(url) = self { Some(url) } else { None }
    }

    fn get(&self, component: Component) -> Option<&str> {
        match self {
            Self::Url(url) => url.get(component),
            Self::Parsed(outcome) => {
                outcome.components().find(|(name, _)| *name == component.name()).map(|(_, text)| text)
            }
        }
    }
}

impl Template {
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.parts.iter().map(|(_, field)| field)
    }

    pub(crate) fn fill(&self, row: Row<'_>, out: &mut Vec<u8>) {
        for (text, field) in &self.parts {
            out.extend_from_slice(text.as_bytes());
            out.extend_from_slice(field.of(row).unwrap_or_default().as_bytes());
        }
        out.extend_from_slice(self.rest.as_bytes());
    }
}

impl Field {
    pub(crate) fn is_error(&self) -> bool {
        matches!(self.value, Value::Error)
    }

    pub(crate) fn is_group(&self) -> bool {
        matches!(self.value, Value::Group(_))
    }

    /// True if only a canonical URL has the field.
    pub(crate) fn needs_url(&self) -> bool {
        match self.value {
            Value::Of(_) => !["input", "line"].contains(&&*self.name),
            Value::Policy(_) | Value::Parameter(..) | Value::Group(_) => true,
            _ => false,
        }
    }

    pub(crate) fn of<'r>(&self, row: Row<'r>) -> Option<Cow<'r, str>> {
        let url = row.url;
        Some(match &self.value {
            Value::Of(make) => make(row)?,
            Value::Component(component) => Cow::Borrowed(url.get(*component)?),
            Value::Decoded(Component::Query) if row.encoding != Encoding::UTF_8 => {
                // In `{query:decoded}`, a plus sign stays a plus sign: it is not decoded to a space.
                let query = url.get(Component::Query)?.replace('+', "%2B");
                row.encoding.decode_query_value(&query).0.into_owned().into()
            }
            Value::Decoded(component) => percent_decode_str(url.get(*component)?).decode_utf8_lossy(),
            Value::Parameter(name, most) => {
                let pairs = url.url()?.query_pairs_from(row.encoding);
                let values = pairs.filter(|(known, _)| known == name).map(|(_, value)| value);
                values.take(*most).reduce(|all, value| all + " " + value)?
            }
            Value::Segment(index) => percent_decode_str(segment(url, *index)?).decode_utf8_lossy(),
            Value::Policy(policy) => policy.text(url.url()?),
            Value::Group(name) => Cow::Borrowed(row.pattern?.captures(url.url()?)?.get(name)?),
            Value::Call(call, _) => text_of(call, row.input.as_bytes())?.into(),
            Value::Error => return None,
        })
    }

    /// Returns the value of the field for the text `input`, which is not a URL for the reason `kind`.
    pub(crate) fn of_rejected<'k>(&self, input: Option<&[u8]>, kind: &'k str) -> Option<Cow<'k, str>> {
        match &self.value {
            Value::Error => Some(kind.into()),
            Value::Call(call, _) => Some(text_of(call, input?)?.into()),
            _ => None,
        }
    }

    /// True if the field is a function on columns, which reads the text of a row itself.
    pub(crate) fn is_call(&self) -> bool {
        matches!(self.value, Value::Call(..))
    }

    /// Sets the profile of a function that was written without one.
    pub(crate) fn set_profile(&mut self, profile: Profile) -> Result<(), String> {
        if let Value::Call(call, constants) = &mut self.value {
            let function = call.function();
            // The first argument is the URL. The base of `url_resolve` is a constant here.
            let count = function.arguments().len() - 1;
            if function.takes_profile() && constants.len() == count {
                constants.push(profile.name().to_owned());
                **call = make_call(function, constants)?;
            }
        }
        Ok(())
    }
}

/// Evaluates `call` on one row. A list or a struct is written as JSON.
fn text_of(call: &Call, row: &[u8]) -> Option<String> {
    let Ok(values) = call.evaluate([Some(row)]) else { return None };
    match json_of(&values) {
        Json::Null => None,
        Json::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}

fn json_of(values: &Values) -> Json {
    match values {
        Values::Text(column) => column.get(0).into(),
        Values::U16(column) => column.get(0).into(),
        Values::U32(column) => column.get(0).into(),
        Values::Flag(column) => column.get(0).into(),
        Values::List(column) => column.get(0).map(|list| list.map(Json::from).collect::<Vec<_>>()).into(),
        Values::Struct { fields, validity } if validity.first() == Some(&true) => {
            fields.iter().map(|(column, values)| (column.name().to_owned(), json_of(values))).collect()
        }
        _ => Json::Null,
    }
}

fn make_call(function: Function, constants: &[String]) -> Result<Call, String> {
    let constants: Vec<&str> = constants.iter().map(String::as_str).collect();
    let failed = |error: url_columns::CallError| error.to_string();
    match (function, constants.as_slice()) {
        (Function::Resolve, [base, profile @ ..]) => {
            Call::new(function, profile).and_then(|call| call.with_base(base))
        }
        (_, constants) => Call::new(function, constants),
    }
    .map_err(failed)
}

/// Parses a function on columns with its constants: `url_host(curl)`. The prefix `url_` may be omitted.
/// Returns `None` if `text` does not begin with the name of a function.
fn call(text: &str) -> Option<Result<Value, String>> {
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name, Some(rest.strip_suffix(')')?)),
        None => (text, None),
    };
    let prefixed = format!("url_{name}");
    let function: Function = name.parse().or_else(|_| prefixed.parse()).ok()?;
    // These functions have one argument, which may contain commas.
    let is_list = matches!(
        function,
        Function::Agree
            | Function::Matches
            | Function::PatternFirst
            | Function::Resolve
            | Function::WithoutParams
    );
    let constants = match arguments {
        None => Vec::new(),
        Some(list) if is_list => vec![list.to_owned()],
        Some(arguments) => arguments.split(',').map(|argument| argument.trim().to_owned()).collect(),
    };
    Some(make_call(function, &constants).map(|call| Value::Call(Box::new(call), constants)))
}

fn segment<'u>(url: &'u Read<'_>, index: isize) -> Option<&'u str> {
    let segments = || url.get(Component::Path)?.strip_prefix('/').map(|path| path.split('/'));
    match usize::try_from(index) {
        Ok(index) => segments()?.nth(index),
        Err(_) => segments()?.rev().nth(index.unsigned_abs() - 1),
    }
}

const BAD_ESCAPE: &str = "a backslash must be followed by t, n, {, } or another backslash";

impl FromStr for Template {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '\\', '}']) {
            literal.push_str(&rest[..at]);
            let (mark, after) = rest[at..].split_at(1);
            rest = match mark {
                "\\" => {
                    literal.push(match after.chars().next() {
                        Some('t') => '\t',
                        Some('n') => '\n',
                        Some(c @ ('\\' | '{' | '}')) => c,
                        _ => return Err(BAD_ESCAPE.into()),
                    });
                    &after[1..]
                }
                "{" => {
                    let why = "a `{` has no `}`: write `\\{` for the character";
                    let (name, after) = after.split_once('}').ok_or(why)?;
                    parts.push((std::mem::take(&mut literal), name.parse()?));
                    after
                }
                _ => return Err("a `}` has no `{`: write `\\}` for the character".into()),
            };
        }
        literal.push_str(rest);
        if parts.is_empty() {
            let (words, field) = match value(text) {
                Some(_) => (": did you mean", text),
                None => (", such as", "host"),
            };
            return Err(format!("a template has a field in braces{words} `{{{field}}}`"));
        }
        Ok(Self { parts, rest: literal })
    }
}

impl FromStr for Field {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let unknown = || {
            let components = Component::ALL.into_iter().map(Component::name);
            let functions = Function::ALL.iter().map(|function| function.name());
            let named = NAMED_FIELDS.into_iter().map(|(name, _)| name);
            let hint = did_you_mean(name, named.chain(components).chain(functions));
            format!("there is no field `{name}`:{hint} `urlspec help fields` lists them")
        };
        let value = value(name).map(Ok).or_else(|| call(name)).unwrap_or_else(|| Err(unknown()))?;
        Ok(Self { name: name.into(), value })
    }
}

impl FromStr for Additions {
    type Err = String;

    /// Parses additions that are separated by commas. A comma in parentheses belongs to a function.
    fn from_str(text: &str) -> Result<Self, String> {
        let (mut depth, mut start, mut all) = (0usize, 0, Vec::new());
        for (at, c) in text.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    all.push(text[start..at].parse()?);
                    start = at + 1;
                }
                _ => {}
            }
        }
        all.push(text[start..].parse()?);
        Ok(Self(all))
    }
}

impl FromStr for Addition {
    type Err = String;

    /// Parses an argument of `--add`: `NAME=FIELD`, or `FIELD`, which is then also the column's name.
    fn from_str(text: &str) -> Result<Self, String> {
        // An equals sign after a bracket belongs to the name of a query parameter, as in `query[a=b]`.
        let named = text.split_once('=').filter(|(name, _)| !name.contains(['[', '(']));
        let (name, field) = named.unwrap_or((text, text));
        let mut field: Field = field.parse()?;
        if field.name == "registrable_domain" {
            // In all database engines, `registrable_domain` is null for an address, so the column is empty.
            field.value = Value::Of(|row| row.url.url()?.registrable_domain().map(Cow::Borrowed));
        }
        Ok(Self { name: name.into(), field })
    }
}

/// Returns a question with the name in `known` that is most similar to `name`, or `""` if none is similar.
pub(crate) fn did_you_mean<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> String {
    // `jaro_winkler` prefers names that begin alike, as `nodejs` and `node-url-parse`.
    let likeness = known.map(|known| (strsim::jaro_winkler(name, known), Reverse(known.len()), known));
    let nearest = likeness.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let nearest = nearest.filter(|(likeness, ..)| *likeness > 0.7);
    nearest.map(|(.., nearest)| format!(" did you mean `{nearest}`?")).unwrap_or_default()
}

/// The fields with a fixed name that are not components of URLs.
const NAMED_FIELDS: [(&str, Make); 8] = [
    ("input", |row| Some(row.input.into())),
    ("line", |row| Some(row.line.to_string().into())),
    ("href", |row| Some(row.url.url()?.as_str().into())),
    // This field must equal `url_columns::Function::Origin`.
    ("origin", |row| Some(Some(row.url.url()?.origin()).filter(Origin::is_tuple)?.to_string().into())),
    ("host:unicode", |row| row.url.url()?.host_str().map(whatwg::domain_to_unicode)),
    ("public_suffix", |row| row.url.url()?.public_suffix().map(Cow::Borrowed)),
    ("registrable_domain", |row| {
        let url = row.url.url()?;
        let is_address = matches!(url.host(), Some(Host::Ipv4(_) | Host::Ipv6(_)));
        if is_address { url.host_str() } else { url.registrable_domain() }.map(Cow::Borrowed)
    }),
    ("port:default", |row| Some(row.url.url()?.port_or_known_default()?.to_string().into())),
];

fn value(name: &str) -> Option<Value> {
    let component = |name: &str| Component::ALL.into_iter().find(|component| component.name() == name);
    let own = if name == "canonical" { "href" } else { name };
    Some(if let Some((_, make)) = NAMED_FIELDS.into_iter().find(|(known, _)| *known == own) {
        Value::Of(make)
    } else if name == "error" {
        Value::Error
    } else if let Some(component) = component(name) {
        Value::Component(component)
    } else if let Some(decoded) = name.strip_suffix(":decoded") {
        let has_none = |part: &_| matches!(part, Component::Scheme | Component::Host | Component::Port);
        Value::Decoded(component(decoded).filter(|part| !has_none(part))?)
    } else if let Some(index) = name.strip_prefix("path[") {
        Value::Segment(index.strip_suffix(']')?.parse().ok()?)
    } else if let Some(group) = name.strip_prefix("pattern[") {
        Value::Group(group.strip_suffix(']')?.into())
    } else if let Some(parameter) = name.strip_prefix("query[") {
        match parameter.strip_suffix("]:all") {
            Some(parameter) => Value::Parameter(parameter.into(), usize::MAX),
            None => Value::Parameter(parameter.strip_suffix(']')?.into(), 1),
        }
    } else {
        Value::Policy(Box::new(name.parse().ok()?))
    })
}

#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) field: Field,
    test: Test,
    /// If true, the URL must fail the test. If false, it must pass the test. A URL without the field fails.
    is_negated: bool,
}

#[derive(Clone, Debug)]
enum Test {
    Is(String),
    /// The field matches this pattern, in which `*` matches any text.
    Matches(String),
    Compares(Ordering, u64),
}

impl Condition {
    pub(crate) fn meets(&self, row: Row<'_>) -> bool {
        let value = self.field.of(row);
        let is_met = |value: &str| match &self.test {
            Test::Is(text) => value == text,
            Test::Matches(pattern) => matches(pattern, value),
            Test::Compares(order, limit) => value.parse::<u64>().is_ok_and(|it| it.cmp(limit) == *order),
        };
        value.as_deref().is_some_and(is_met) != self.is_negated
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return text == pattern };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inside = text.strip_prefix(start).and_then(|text| text.strip_suffix(end));
    // If each piece matches as early as possible, the later pieces have the most text left.
    let cut = |text: Option<_>, piece: &str| Some(<str>::split_once(text?, piece)?.1);
    inside.is_some_and(|inside| {
        middle.split('*').filter(|piece| !piece.is_empty()).fold(Some(inside), cut).is_some()
    })
}

impl FromStr for Condition {
    type Err = String;

    /// Parses a condition: `FIELD OPERATOR VALUE`, `FIELD exists` or `FIELD missing`. In a field such as
    /// `query[a=b]`, the name in brackets may contain operators.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let is_end = |c: char| "=!~<>".contains(c) || c.is_whitespace();
        let start = text.find(|c| is_end(c) || c == '[').unwrap_or(text.len());
        let name_end = text[start..].find(']').filter(|_| text[start..].starts_with('[')).unwrap_or(0);
        let at = text[start + name_end..].find(is_end).map_or(text.len(), |at| start + name_end + at);
        let (name, rest) = text.split_at(at);
        let rest = rest.trim_start();
        let (is_negated, operator) = match rest.strip_prefix('!') {
            Some(operator) if operator.starts_with(['=', '~']) => (true, operator),
            _ => (rest == "missing", rest),
        };
        let value = |mark: char| value_of(operator.strip_prefix(mark)?.trim());
        let number = |mark: char, order| Some(Test::Compares(order, value(mark)?.parse().ok()?));
        let exists = matches!(rest, "exists" | "missing").then(|| "*".into());
        let test = exists.or_else(|| value('~')).map(Test::Matches);
        let test = test.or_else(|| value('=').map(Test::Is));
        let test = test.or_else(|| number('<', Ordering::Less)).or_else(|| number('>', Ordering::Greater));
        let field = name.parse::<Field>()?;
        let test = test.ok_or_else(|| {
            let found = if rest.is_empty() { Cow::Borrowed("nothing") } else { format!("`{rest}`").into() };
            format!(
                "at byte {at}: expected =, !=, ~ or !~ and a value, < or > and a whole number, `exists` or `missing` after the field, found {found}; \
                 a value is one word, or any text in quotation marks, and each --where has one condition"
            )
        })?;
        if field.is_error() {
            return Err("`error` is not a field of a URL: `check` and --errors list invalid URLs".into());
        }
        Ok(Self { field, test, is_negated })
    }
}

/// Parses `text` as the value of a condition: one word, or a text in quotation marks, which are removed.
fn value_of(text: &str) -> Option<String> {
    let quoted = |mark| text.strip_prefix(mark)?.strip_suffix(mark).filter(|inner| !inner.contains(mark));
    let is_word = !text.is_empty()
        && !text.starts_with(['=', '!', '~', '<', '>', '"', '\''])
        && !text.contains(char::is_whitespace)
        && !["&&", "||"].iter().any(|mark| text.contains(mark));
    quoted('"').or_else(|| quoted('\'')).or_else(|| Some(text).filter(|_| is_word)).map(Into::into)
}

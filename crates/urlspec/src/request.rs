//! Requests of `batch`, each of which is one JSON object; its strings need not be valid Unicode. This module
//! parses requests, carries them out, and defines the JSON of their answers.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
    ser::SerializeMap as _,
};
use serde_json::{Map, Value, value::RawValue};
use url_facade::{
    Encoding, Host, ParseError, ParseProfileError, Parser, Profile, Reason, Url, Violation, WebUrl,
    api::{self, ApiError, Attribute, Failure},
    connolly,
    trace::{NoTrace, Trace},
};
use url_find::{Finder, Finding, Kind, LinkEnd, LinkParts, Mode, Options, ParseModeError, minimally_escaped};
use url_pattern::{
    Captures, ComponentName, PatternError, UrlPattern, UrlPatternInit, UrlPatternInput, UrlPatternOptions,
};

use crate::{
    operation::{Operation, Outcome, check_of, check_url},
    published::href,
    shape::{Answer, ErrorShape, Known, Reply, SourceSpan, TruncatedShape, name_of, write_line},
};

#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) profile: Option<String>,
    pub(crate) op: Op,
    #[serde(borrow)]
    pub(crate) input: Option<LossyString<'a>>,
    #[serde(borrow)]
    pub(crate) base: Option<LossyString<'a>>,
    pub(crate) encoding: Option<String>,
    pub(crate) attr: Option<String>,
    #[serde(borrow)]
    pub(crate) value: Option<LossyString<'a>>,
    #[serde(borrow)]
    pub(crate) text: Option<LossyString<'a>>,
    pub(crate) mode: Option<String>,
    pub(crate) parts: Option<Parts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Op {
    Parse,
    Resolve,
    Canon,
    Valid,
    Absolute,
    Api,
    Set,
    Links,
    #[serde(rename = "link-format")]
    LinkFormat,
    Match,
}

/// The `id` of a JSON object that is not a valid request.
#[derive(Deserialize)]
struct Id<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// A JSON string that may contain lone surrogates as escapes.
pub(crate) struct LossyString<'a>(Cow<'a, [u8]>);

impl LossyString<'_> {
    /// Returns the string, with U+FFFD in place of each lone surrogate.
    pub(crate) fn decode(&self) -> Cow<'_, str> {
        url_facade::from_bytes(&self.0)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for LossyString<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // serde_json rejects lone surrogates in a string, but decodes each to three bytes of a byte string.
        deserializer.deserialize_bytes(TextVisitor)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = LossyString<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<LossyString<'de>, E> {
        Ok(LossyString(Cow::Borrowed(bytes)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<LossyString<'de>, E> {
        Ok(LossyString(Cow::Owned(bytes.into())))
    }
}

/// Parses `text` as a JSON object of type `T`. If this fails, returns the `id` of the object, if there is
/// one, and the reason. `what` is the name of `text` in the reason.
pub(crate) fn read_object<'a, T: Deserialize<'a>>(
    what: &str,
    text: &'a [u8],
) -> Result<T, (Option<&'a RawValue>, String)> {
    // Without this check, serde would also accept an array with the values of the fields.
    if text.trim_ascii_start().first() != Some(&b'{') {
        return Err((None, format!("the {what} is not a JSON object")));
    }
    serde_json::from_slice(text).map_err(|error| {
        let id = serde_json::from_slice(text).ok().and_then(|Id { id }| id);
        // `text` is a single line, so its line number is left out of the message.
        (id, error.to_string().replace(" at line 1 column ", " at column "))
    })
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct OpCall<'a> {
    pub(crate) parser: Parser<'static>,
    pub(crate) op: Op,
    pub(crate) input: &'a str,
    pub(crate) base: Option<&'a str>,
    pub(crate) attr: Option<&'a str>,
    pub(crate) value: Option<&'a str>,
}

#[derive(Debug)]
pub(crate) enum OpResult {
    Outcome(Result<Outcome, ParseError>),
    Known(Known, Option<ParseError>),
    /// The URL object, if one was created; and the reason if none was created or a setter refused the value.
    Object(Option<WebUrl>, Option<Failure>),
    Links(Vec<LinkShape>),
    Formatted(String),
    Matched(Box<MatchShape>),
    Refused(ErrorShape<'static>),
}

impl OpCall<'_> {
    /// Carries out the request, or returns the reason why this is impossible. If the op is `parse`, `resolve`
    /// or `canon`, reports the steps to `trace`.
    pub(crate) fn carry_out(self, trace: &mut impl Trace) -> Result<OpResult, ErrorShape<'static>> {
        let Self { parser, op, input, base, .. } = self;
        let profile = parser.profile();
        let operation = match op {
            Op::Parse => Operation::Parse,
            Op::Resolve => Operation::Resolve {
                base: base.ok_or_else(|| bad_request("the op \"resolve\" requires a base"))?,
            },
            Op::Canon => Operation::Canon { base },
            Op::Valid => return self.is_valid(),
            Op::Absolute if profile == Profile::Connolly => {
                return Ok(OpResult::Known(Known::Absolute(connolly::is_absolute(input)), None));
            }
            Op::Absolute => return Err(undefined_op(profile, "absolute", "connolly")),
            Op::Api => return Ok(self.object(None)),
            Op::Set => {
                let (Some(attribute), Some(value)) = (self.attr, self.value) else {
                    return Err(bad_request("the op \"set\" requires an attr and a value"));
                };
                let unknown = |error: api::UnknownAttribute| bad_request(error.to_string());
                return Ok(self.object(Some((attribute.parse().map_err(unknown)?, value))));
            }
            Op::Links | Op::LinkFormat | Op::Match => {
                return Err(bad_request("only `batch` supports this op"));
            }
        };
        Ok(OpResult::Outcome(operation.run_traced(parser, input, trace)))
    }

    /// Tests if the input is valid by the profile's rules for authors, and returns the result with the error,
    /// if there is one. Fails if the document of the profile does not define such rules.
    fn is_valid(self) -> Result<OpResult, ErrorShape<'static>> {
        let Self { parser, input, base, .. } = self;
        let profile = parser.profile();
        if profile == Profile::Connolly {
            return Ok(OpResult::Known(Known::Valid(connolly::is_valid(input, parser.encoding())), None));
        }
        let check = check_of(profile)
            .ok_or_else(|| undefined_op(profile, "valid", "whatwg, webspecs, rfc3986 or connolly"))?;
        let fault = check_url(check, profile, input, base).err();
        Ok(OpResult::Known(Known::Valid(fault.is_none()), fault))
    }

    fn object(self, set: Option<(Attribute, &str)>) -> OpResult {
        match WebUrl::new(self.parser.profile(), self.input, self.base) {
            Ok(mut url) => {
                let failure = set.and_then(|(attribute, value)| url.set(attribute, value).err());
                OpResult::Object(Some(url), failure)
            }
            Err(failure) => OpResult::Object(None, Some(failure)),
        }
    }
}

impl Serialize for OpResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Outcome(result) => Answer::from_result(result).serialize(serializer),
            Self::Known(known, fault) => {
                Answer::of(known).with_reason(fault.map(ErrorShape::of)).serialize(serializer)
            }
            Self::Object(url, failure) => {
                let mut answer = Answer::of(ObjectShape::of(url.as_ref(), failure.as_ref()));
                (answer.ok, answer.error) = (url.is_some(), failure.as_ref().map(error_of));
                answer.serialize(serializer)
            }
            Self::Links(links) => Answer::of(BTreeMap::from([("links", links)])).serialize(serializer),
            Self::Formatted(result) => Answer::of(BTreeMap::from([("result", result)])).serialize(serializer),
            Self::Matched(matched) => Answer::of(matched).serialize(serializer),
            Self::Refused(error) => Answer::failed(error.clone()).serialize(serializer),
        }
    }
}

pub(crate) fn profile(name: &str) -> Result<Profile, ErrorShape<'static>> {
    let unknown = |error: ParseProfileError| ErrorShape::of_request("unknown-profile", error.to_string());
    name.parse().map_err(unknown)
}

pub(crate) fn parser(
    parser: Parser<'static>,
    name: Option<&str>,
    label: Option<&str>,
) -> Result<Parser<'static>, ErrorShape<'static>> {
    let profile = name.map_or(Ok(parser.profile()), profile)?;
    let encoding = label.map_or(Ok(parser.encoding()), Encoding::for_label);
    let encoding = encoding.map_err(|error| ErrorShape::of_request("unknown-encoding", error.to_string()))?;
    Ok(Parser::new(profile).with_encoding(encoding))
}

pub(crate) fn bad_request(message: impl Into<Cow<'static, str>>) -> ErrorShape<'static> {
    ErrorShape::of_request("bad-request", message)
}

/// Returns the error for an op that the document of `profile` does not define. `what` is the property that
/// the op tests, such as "valid", and `others` lists the profiles that define the op.
fn undefined_op(profile: Profile, what: &str, others: &str) -> ErrorShape<'static> {
    bad_request(format!("the profile {profile} does not define what is {what}: choose {others}"))
}

#[derive(Debug, Serialize)]
struct ObjectShape<'a> {
    #[serde(flatten)]
    attributes: Option<Attributes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<Vec<ViolationShape>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<TruncatedShape>,
}

impl<'a> ObjectShape<'a> {
    fn of(url: Option<&'a WebUrl>, failure: Option<&Failure>) -> Self {
        // If there is a failure, it already contains the violations of the object.
        let own = url.filter(|_| failure.is_none()).into_iter();
        let shape = |&Violation { name, section, source, span }: &Violation| ViolationShape {
            name,
            section: section.id(),
            href: href(section),
            location: SourceSpan::new(source, span),
        };
        let found = failure.into_iter().flat_map(|failure| &failure.violations);
        let violations: Vec<_> = own.clone().flat_map(WebUrl::violations).chain(found).map(shape).collect();
        let left_out = failure.into_iter().flat_map(|failure| &failure.left_out);
        let left_out = own.flat_map(WebUrl::left_out).chain(left_out).map(TruncatedShape::of).collect();
        let violations = Some(violations).filter(|all| url.is_some() || !all.is_empty());
        Self { attributes: url.map(Attributes), violations, left_out }
    }
}

fn error_of(failure: &Failure) -> ErrorShape<'_> {
    match failure.error {
        ApiError::NotUrl(error) => ErrorShape::of(error),
        ApiError::NoApi(profile) if profile.is_consumer() => {
            let reason = Reason::NotInThisConsumer;
            ErrorShape::of_request(reason.name(), reason.sentence())
        }
        error => bad_request(error.to_string()),
    }
}

/// The attributes of a URL object under their names in JavaScript, the type of the host, and the pairs of the
/// query.
#[derive(Debug)]
struct Attributes<'a>(&'a WebUrl);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(object) = self;
        let mut map = serializer.serialize_map(None)?;
        for &attribute in Attribute::ALL {
            map.serialize_entry(attribute.name(), object.get(attribute))?;
        }
        let params = object.search_params();
        map.serialize_entry("origin", &object.origin().map(|origin| origin.to_string()))?;
        map.serialize_entry("searchParams", &params.serialize())?;
        map.serialize_entry("typedHost", &object.url().and_then(typed_host))?;
        map.serialize_entry("searchPairs", &params.iter().collect::<Vec<_>>())?;
        map.end()
    }
}

fn typed_host(url: &Url) -> Option<BTreeMap<&str, String>> {
    let (host, text) = (url.host()?, url.host_str()?);
    let value = if matches!(host, Host::Ipv6(_)) { text.trim_matches(['[', ']']) } else { text };
    Some([("kind", name_of(host)), ("value", value.to_owned())].into())
}

#[derive(Debug, Serialize)]
struct ViolationShape {
    name: &'static str,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(flatten)]
    location: SourceSpan,
}

pub(crate) struct Defaults {
    pub(crate) parser: Parser<'static>,
    pub(crate) base: Option<String>,
}

impl Defaults {
    pub(crate) fn answer(&self, line: &[u8], out: &mut Vec<u8>) {
        let refused = |(id, message): (Option<_>, String)| (id, OpResult::Refused(bad_request(message)));
        let (id, made) = match read_object::<Request<'_>>("line", line) {
            Ok(request) if request.op != Op::Match => {
                (request.id, self.carry_out(&request).unwrap_or_else(OpResult::Refused))
            }
            // The pattern and the input of the op `match` may be objects.
            other => match (read_object::<MatchRequest<'_>>("line", line), other) {
                (Ok(request), _) if request.op == Op::Match => {
                    (request.id, request.carry_out(self).unwrap_or_else(OpResult::Refused))
                }
                (_, Err(fault)) | (Err(fault), _) => refused(fault),
                (Ok(request), _) => (request.id, OpResult::Refused(bad_request("not a match"))),
            },
        };
        write_line(out, &Reply::new(id, made));
    }

    fn carry_out(&self, request: &Request<'_>) -> Result<OpResult, ErrorShape<'static>> {
        let parser = parser(self.parser, request.profile.as_deref(), request.encoding.as_deref())?;
        let own = || self.base.as_deref().map(Cow::Borrowed);
        let base = request.base.as_ref().map(LossyString::decode).or_else(own);
        match request.op {
            Op::Links => {
                let text = request.text.as_ref();
                let text = text.ok_or_else(|| bad_request("the op \"links\" requires a text"))?.decode();
                let mode = request.mode.as_deref().map_or(Ok(Mode::default()), str::parse);
                let mode = mode.map_err(|error: ParseModeError| bad_request(error.to_string()))?;
                let finder = Finder::new(Options::default().with_mode(mode).with_parser(parser));
                let links = finder.find(&text).map(|found| LinkShape::of(&found));
                return Ok(OpResult::Links(links.collect()));
            }
            Op::LinkFormat => {
                let result = match (&request.parts, &request.input) {
                    (Some(parts), None) => format_link(parts),
                    (None, Some(input)) => minimally_escaped(&input.decode()),
                    _ => return Err(bad_request("the op \"link-format\" requires parts or an input")),
                };
                return Ok(OpResult::Formatted(result));
            }
            _ => {}
        }
        let input = request.input.as_ref().ok_or_else(|| bad_request("missing field `input`"))?.decode();
        let value = request.value.as_ref().map(LossyString::decode);
        let (op, base, attr, value) =
            (request.op, base.as_deref(), request.attr.as_deref(), value.as_deref());
        OpCall { parser, op, input: &input, base, attr, value }.carry_out(&mut NoTrace)
    }
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parts {
    scheme: String,
    host: String,
    path: Vec<String>,
    query: Vec<(String, Option<String>)>,
    fragment: Option<String>,
    directives: Vec<String>,
}

impl Default for Parts {
    fn default() -> Self {
        let LinkParts { scheme, host, path, query, fragment, directives, .. } = LinkParts::default();
        Self { scheme, host, path, query, fragment, directives }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct LinkShape {
    pub(crate) span: [usize; 2],
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorShape<'static>>,
}

impl LinkShape {
    fn of(found: &Finding<'_>) -> Self {
        let url = found.url();
        Self {
            span: [found.span.start, found.span.end],
            kind: if found.kind == Kind::Email { "email" } else { "url" },
            href: url.as_ref().ok().map(ToString::to_string),
            error: url.err().map(ErrorShape::of),
        }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct EndShape {
    #[serde(flatten)]
    pub(crate) link: LinkShape,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<[usize; 2]>,
    pub(crate) reason: String,
    pub(crate) section: Option<&'static str>,
}

pub(crate) fn ends(finder: &Finder, text: &str) -> Vec<EndShape> {
    let end_of = |found: Finding<'_>| {
        let LinkEnd { undecided, reason, .. } = LinkEnd::of(text, &found);
        let undecided = Some([undecided.start, undecided.end]).filter(|[start, end]| start < end);
        EndShape {
            link: LinkShape::of(&found),
            undecided,
            reason: reason.to_string(),
            section: reason.section(),
        }
    };
    finder.find(text).map(end_of).collect()
}

/// Returns the URL that consists of these parts, with as few escapes as possible.
fn format_link(Parts { scheme, host, path, query, fragment, directives }: &Parts) -> String {
    let mut link = LinkParts::new(scheme, host);
    (link.path, link.query) = (path.clone(), query.clone());
    (link.fragment, link.directives) = (fragment.clone(), directives.clone());
    link.format()
}

/// A request of the op `match`: matches a URL, or components with names, with a URL pattern.
#[derive(Deserialize)]
pub(crate) struct MatchRequest<'a> {
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) op: Op,
    profile: Option<String>,
    #[serde(borrow)]
    pattern: Option<&'a RawValue>,
    #[serde(borrow)]
    base: Option<LossyString<'a>>,
    #[serde(default)]
    ignore_case: Option<bool>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
}

/// The components of a pattern or a URL, under their names in JavaScript.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "lowercase")]
struct InitShape<'a> {
    #[serde(borrow)]
    protocol: Option<LossyString<'a>>,
    username: Option<LossyString<'a>>,
    password: Option<LossyString<'a>>,
    hostname: Option<LossyString<'a>>,
    port: Option<LossyString<'a>>,
    pathname: Option<LossyString<'a>>,
    search: Option<LossyString<'a>>,
    hash: Option<LossyString<'a>>,
    #[serde(rename = "baseURL")]
    base_url: Option<LossyString<'a>>,
}

enum TextOrInit {
    Text(String),
    Init(UrlPatternInit),
}

impl TextOrInit {
    /// Reads a string or an object. A missing value is an object without components, as in JavaScript.
    fn read(value: Option<&RawValue>, key: &str) -> Result<Self, ErrorShape<'static>> {
        let fault = |error: serde_json::Error| bad_request(format!("{key}: {error}"));
        let text = value.map_or("{}", RawValue::get);
        if !text.starts_with('{') {
            let text: LossyString<'_> = serde_json::from_str(text).map_err(fault)?;
            return Ok(Self::Text(text.decode().into_owned()));
        }
        let shape: InitShape<'_> = serde_json::from_str(text).map_err(fault)?;
        let decode = |text: Option<LossyString<'_>>| text.map(|text| text.decode().into_owned());
        Ok(Self::Init(UrlPatternInit {
            protocol: decode(shape.protocol),
            username: decode(shape.username),
            password: decode(shape.password),
            hostname: decode(shape.hostname),
            port: decode(shape.port),
            pathname: decode(shape.pathname),
            search: decode(shape.search),
            hash: decode(shape.hash),
            base_url: decode(shape.base_url),
        }))
    }
}

impl MatchRequest<'_> {
    pub(crate) fn carry_out(&self, defaults: &Defaults) -> Result<OpResult, ErrorShape<'static>> {
        let profile = parser(defaults.parser, self.profile.as_deref(), None)?.profile();
        if profile != Profile::Whatwg {
            return Err(bad_request(format!(
                "the profile {profile} does not define patterns: choose whatwg"
            )));
        }
        let options = UrlPatternOptions { ignore_case: self.ignore_case.unwrap_or_default() };
        let base = self.base.as_ref().map(LossyString::decode);
        let pattern = match TextOrInit::read(self.pattern, "pattern")? {
            TextOrInit::Text(text) => {
                UrlPattern::parse_with(&text, base.as_deref().or(defaults.base.as_deref()), options)
            }
            TextOrInit::Init(_) if base.is_some() => {
                return Err(bad_request("the base of a pattern that is an object is its baseURL"));
            }
            TextOrInit::Init(init) => UrlPattern::from_init(&init, options),
        };
        let pattern = pattern.map_err(|error| bad_pattern(&error))?;
        let (text, init);
        let input = match TextOrInit::read(self.input, "input")? {
            TextOrInit::Text(given) => {
                text = given;
                UrlPatternInput::parse(&text, None)
            }
            TextOrInit::Init(given) => {
                init = given;
                UrlPatternInput::from_init(&init)
            }
        };
        let captures = input.as_ref().and_then(|input| pattern.exec(input));
        Ok(OpResult::Matched(Box::new(MatchShape::of(&pattern, captures.as_ref()))))
    }
}

pub(crate) fn bad_pattern(error: &PatternError) -> ErrorShape<'static> {
    ErrorShape::of_request(error.reason().name(), error.message()).at(error.section(), error.span())
}

/// The groups of a component. A group that did not take part is null.
pub(crate) type Groups = Map<String, Value>;

#[derive(Debug, Serialize)]
pub(crate) struct MatchShape {
    #[serde(rename = "match")]
    is_match: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Groups>,
    components: Groups,
    regexp: bool,
}

impl MatchShape {
    fn of(pattern: &UrlPattern, captures: Option<&Captures<'_, '_>>) -> Self {
        let all = |value: &dyn Fn(ComponentName) -> Value| {
            ComponentName::ALL.into_iter().map(|name| (name.name().to_owned(), value(name))).collect()
        };
        Self {
            is_match: captures.is_some(),
            groups: captures.map(|captures| all(&|name| groups(captures, name).into())),
            components: all(&|name| pattern.component(name).into()),
            regexp: pattern.has_regexp_groups(),
        }
    }
}

pub(crate) fn groups(captures: &Captures<'_, '_>, name: ComponentName) -> Groups {
    captures.groups(name).map(|(name, text)| (name.to_owned(), text.into())).collect()
}

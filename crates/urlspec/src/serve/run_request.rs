//! `POST /api/v1/run`: a request like those of `batch`, for several profiles and inputs at once.

use std::{borrow::Cow, time::Instant};

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use url_facade::{
    Candidate, Parser, Profile, Span, Url,
    trace::{NoTrace, Recorder, Trace},
};
use url_pattern::{ComponentName, UrlPattern};

use crate::{
    operation::{cannot_resolve, run_supported, unresolved},
    request::{self, LossyString, Op, OpCall, OpResult, bad_request, read_object},
    shape::{Answer, Detail, DifferenceShape, ErrorShape, Reply, TraceJson, to_line},
};

/// The maximum product of the numbers of profiles and inputs in a request. It permits one input under every
/// profile, including candidates, with a comparison of two profiles.
const RUNS: usize = 64;
const _: () = assert!(Profile::available().len() + Candidate::ALL.len() + 4 <= RUNS, "too few runs");

/// The approximate maximum size of all steps in a response, in bytes. All answers have equal shares.
const TRACES: usize = 1 << 20;

/// A request with the keys of `batch`. `profiles` and `inputs` may replace `profile` and `input`.
#[derive(Deserialize)]
struct RunRequest<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    profile: Option<String>,
    profiles: Option<Vec<String>>,
    op: Option<Op>,
    #[serde(borrow)]
    input: Option<LossyString<'a>>,
    #[serde(borrow)]
    inputs: Option<Vec<LossyString<'a>>>,
    #[serde(borrow)]
    base: Option<LossyString<'a>>,
    encoding: Option<String>,
    attr: Option<String>,
    #[serde(borrow)]
    value: Option<LossyString<'a>>,
    #[serde(default)]
    trace: bool,
    #[serde(default)]
    every: bool,
    diff: Option<[String; 2]>,
    #[serde(borrow)]
    pattern: Option<LossyString<'a>>,
}

#[derive(Debug)]
pub(super) enum Refusal {
    Bad(Vec<u8>),
    Late,
}

#[derive(Serialize)]
struct AllAnswers {
    /// The answers as JSON. Each is serialized immediately, so that the steps of only one are in memory.
    answers: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<DifferenceShape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<Answer<'static, MatchShape>>>,
}

/// The match of an input with a pattern: all components, or the first one that does not match.
#[derive(Serialize)]
struct MatchShape {
    #[serde(rename = "match")]
    is_match: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<String>,
    components: Vec<ComponentShape>,
}

#[derive(Serialize)]
struct ComponentShape {
    component: &'static str,
    pattern: String,
    text: String,
    groups: Vec<GroupShape>,
    /// The byte of the text at which it does not match.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The step that compares the component.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'static str>,
}

#[derive(Serialize)]
struct GroupShape {
    name: String,
    span: Option<[u32; 2]>,
}

impl MatchShape {
    fn of(pattern: &str, input: &str, base: Option<&str>) -> Result<Self, ErrorShape<'static>> {
        let pattern = UrlPattern::parse(pattern, base).map_err(|error| request::bad_pattern(&error))?;
        let base = base.map(Url::parse).transpose().map_err(ErrorShape::of)?;
        let url = Parser::default().with_base(base.as_ref()).parse(input).map_err(ErrorShape::of)?;
        let of = |name: ComponentName, text: &str| ComponentShape {
            component: name.name(),
            pattern: pattern.component(name).to_owned(),
            text: text.to_owned(),
            groups: Vec::new(),
            at: None,
            section: None,
        };
        let mismatch = pattern.explain(&url);
        let refused = mismatch.iter().map(|found| ComponentShape {
            at: found.at(),
            section: Some(found.section()),
            ..of(found.component(), found.input())
        });
        let captures = pattern.captures(&url);
        let matched = captures.iter().flat_map(|captures| ComponentName::ALL.map(|name| (captures, name)));
        let matched = matched.map(|(captures, name)| {
            let span = |span: Span| [span.start, span.end];
            let group =
                |(name, of): (&str, Option<Span>)| GroupShape { name: name.into(), span: of.map(span) };
            ComponentShape {
                groups: captures.spans(name).map(group).collect(),
                ..of(name, captures.input(name))
            }
        });
        Ok(Self {
            is_match: captures.is_some(),
            components: refused.chain(matched).collect(),
            mismatch: mismatch.as_ref().map(ToString::to_string),
        })
    }
}

#[derive(Serialize)]
struct RunAnswer<'a> {
    profile: &'static str,
    input: usize,
    op: Op,
    #[serde(flatten)]
    result: OpResult,
    #[serde(skip_serializing_if = "Option::is_none")]
    display: Option<String>,
    #[serde(flatten)]
    trace: Option<TraceJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps_left_out: Option<usize>,
}

/// Returns the response to the request in `body`, as JSON. `default` has the profile and the encoding that
/// apply if the request names none.
pub(super) fn answer(body: &[u8], default: Parser<'static>, deadline: Instant) -> Result<Vec<u8>, Refusal> {
    let bad = |id, error| Refusal::Bad(to_line(&Reply::new(id, OpResult::Refused(error))));
    let request: RunRequest<'_> =
        read_object("body", body).map_err(|(id, message)| bad(id, bad_request(message)))?;
    let answers = request.answers(default, deadline).map_err(|error| bad(request.id, error))?;
    Ok(to_line(&Reply::new(request.id, Answer::of(answers.ok_or(Refusal::Late)?))))
}

/// Carries out `call`. If `op` is `None`, runs all operations that the document of the profile defines.
/// Returns the op that was run, and its result.
fn carry_out(call: OpCall<'_>, op: Option<Op>, trace: &mut (impl Trace + Default)) -> (Op, OpResult) {
    if let Some(op) = op {
        return (op, call.carry_out(trace).unwrap_or_else(OpResult::Refused));
    }
    let (parse_only, result) = run_supported(call.parser, call.input, call.base, trace);
    (if parse_only { Op::Parse } else { Op::Canon }, OpResult::Outcome(result))
}

impl RunRequest<'_> {
    /// Returns the answers for all profiles and inputs, or `None` if `deadline` passes.
    fn answers(
        &self,
        default: Parser<'static>,
        deadline: Instant,
    ) -> Result<Option<AllAnswers>, ErrorShape<'static>> {
        let (profiles, inputs) = (self.profiles(default.profile())?, self.inputs()?);
        let encoding = request::parser(default, None, self.encoding.as_deref())?.encoding();
        let parser = |profile| Parser::new(profile).with_encoding(encoding);
        let diff = match &self.diff {
            Some([a, b]) => Some((parser(request::profile(a)?), parser(request::profile(b)?))),
            None => None,
        };
        let runs = profiles.len() + 2 * diff.iter().len() + self.pattern.iter().len();
        let runs = runs.saturating_mul(inputs.len());
        if runs > RUNS {
            let message = format!("{runs} profiles x inputs are more than {RUNS}");
            return Err(ErrorShape::of_request("too-many-runs", message));
        }
        let (base, value) =
            (self.base.as_ref().map(LossyString::decode), self.value.as_ref().map(LossyString::decode));
        let mut compared = diff.iter().flat_map(|(a, b)| [a.profile(), b.profile()]);
        if let Some(profile) = compared.find(|profile| base.is_some() && cannot_resolve(*profile)) {
            return Err(bad_request(unresolved(profile)));
        }
        let pattern = self.pattern.as_ref().map(LossyString::decode);
        let (mut answers, mut differences) = (Vec::with_capacity(runs), Vec::new());
        let mut matches = Vec::new();
        for (number, input) in inputs.iter().enumerate() {
            for &profile in &profiles {
                if Instant::now() > deadline {
                    return Ok(None);
                }
                let call = OpCall {
                    parser: parser(profile),
                    op: self.op.unwrap_or(Op::Canon),
                    input,
                    base: base.as_deref(),
                    attr: self.attr.as_deref(),
                    value: value.as_deref(),
                };
                answers.extend(self.answer(call, number, TRACES / runs));
            }
            let difference = |(a, b)| {
                DifferenceShape::of(&url_diff::diff(input, base.as_deref(), a, b), Detail::of(self.every))
            };
            differences.extend(diff.map(difference));
            let matched = |pattern: &Cow<'_, str>| match MatchShape::of(pattern, input, base.as_deref()) {
                Ok(shape) => Answer::of(shape),
                Err(error) => Answer { place: None, ok: false, result: None, error: Some(error) },
            };
            matches.extend(pattern.as_ref().map(matched));
        }
        let differences = diff.map(|_| differences);
        let matches = pattern.map(|_| matches);
        Ok(Some(AllAnswers { answers, differences, matches }))
    }

    /// Returns the answer for one profile and input. The steps in the answer use at most about `room` bytes.
    fn answer(&self, call: OpCall<'_>, input: usize, room: usize) -> Option<Box<RawValue>> {
        let mut recorder = Recorder::default();
        let (op, result) = if self.trace {
            carry_out(call, self.op, &mut recorder)
        } else {
            carry_out(call, self.op, &mut NoTrace)
        };
        let mut trace = self.trace.then(|| TraceJson::of(&recorder, Detail::of(self.every)));
        let steps_left_out = trace.as_mut().and_then(|trace| trace.cut(room));
        let display = match &result {
            OpResult::Outcome(Ok(outcome)) if op != Op::Parse => outcome.display(),
            _ => None,
        };
        let profile = call.parser.profile().name();
        let answer = RunAnswer { profile, input, op, result, display, trace, steps_left_out };
        // Serializing fails only if a map has a key that is not a string. No answer has such a key.
        to_raw_value(&answer).ok()
    }

    fn profiles(&self, default: Profile) -> Result<Vec<Profile>, ErrorShape<'static>> {
        match (&self.profile, &self.profiles) {
            (Some(_), Some(_)) => Err(bad_request("`profile` and `profiles` exclude each other")),
            (None, Some(names)) => names.iter().map(|name| request::profile(name)).collect(),
            (Some(name), None) => Ok(vec![request::profile(name)?]),
            (None, None) => Ok(vec![default]),
        }
    }

    fn inputs(&self) -> Result<Vec<Cow<'_, str>>, ErrorShape<'static>> {
        match (&self.input, &self.inputs) {
            (Some(input), None) => Ok(vec![input.decode()]),
            (None, Some(inputs)) => Ok(inputs.iter().map(LossyString::decode).collect()),
            _ => Err(bad_request("a request has either `input` or `inputs`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use url_facade::Parser;

    use super::{Refusal, answer};

    #[test]
    fn late_requests_are_not_answered() {
        let default = Parser::default();
        let request = br#"{"input":"http://a.test/"}"#;
        assert!(matches!(answer(request, default, Instant::now()), Err(Refusal::Late)));
        let in_time = Instant::now() + Duration::from_secs(3600);
        assert!(answer(request, default, in_time).is_ok());
    }
}

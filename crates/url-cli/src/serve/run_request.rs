//! `POST /api/v1/run`: one request of `batch`, for several profiles and inputs at once.

use std::{borrow::Cow, time::Instant};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use url_facade::{Parser, Profile};

use super::Defaults;
use crate::{
    asked::{self, Asked, Made, bad_request},
    operation::as_far_as_it_goes,
    request::{Op, Text, read_object},
    shape::{ErrorShape, ProfileShape, Reply, to_line},
};

/// How many runs one request may ask for: its profiles times its inputs.
const RUNS: usize = 20;

/// What a request asks: the keys of `batch`, and lists in place of two of them.
#[derive(Deserialize)]
struct RunRequest<'a> {
    /// Handed back as it was written.
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    profile: Option<String>,
    profiles: Option<Vec<String>>,
    /// Without one, as far as the document of a profile goes: `canon`, or else `parse`.
    op: Option<Op>,
    #[serde(borrow)]
    input: Option<Text<'a>>,
    #[serde(borrow)]
    inputs: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    base: Option<Text<'a>>,
    encoding: Option<String>,
    attr: Option<String>,
    #[serde(borrow)]
    value: Option<Text<'a>>,
}

/// Why a request is not carried out.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It asks for what there is not, and this says what is wrong, in JSON.
    Bad(Vec<u8>),
    /// Its time is over.
    Late,
}

/// All that came of a request: for each input, in order, the answer of each profile, in order.
#[derive(Serialize)]
struct Answers {
    ok: bool,
    answers: Vec<RunAnswer>,
}

/// What one profile makes of one input.
#[derive(Serialize)]
struct RunAnswer {
    profile: &'static str,
    /// The number of the input, from 0.
    input: usize,
    /// What was done.
    op: Op,
    #[serde(flatten)]
    made: Made,
}

/// The answers to the request that `body` holds, in JSON. Gives up at `deadline`.
pub(super) fn answer(body: &[u8], defaults: Defaults, deadline: Instant) -> Result<Vec<u8>, Refusal> {
    let bad = |id, error| Refusal::Bad(to_line(&Reply::new(id, Made::Refused(error))));
    let request: RunRequest<'_> =
        read_object("body", body).map_err(|(id, message)| bad(id, bad_request(message)))?;
    let answers = request.answers(defaults, deadline).map_err(|error| bad(request.id, error))?;
    let answers = answers.ok_or(Refusal::Late)?;
    Ok(to_line(&Reply::new(request.id, Answers { ok: true, answers })))
}

/// The profiles that can be asked for, in JSON.
pub(super) fn profiles() -> Vec<u8> {
    to_line(&ProfileShape::all())
}

/// Does as much as the document of the profile has, and says which op that was.
fn as_far_as_possible(asked: Asked<'_>) -> (Op, Made) {
    let parser = Parser::new(asked.profile).with_encoding(asked.encoding);
    let (parse_only, result) = as_far_as_it_goes(parser, asked.input, asked.base);
    (if parse_only { Op::Parse } else { Op::Canon }, Made::Outcome(result))
}

impl RunRequest<'_> {
    /// What comes of each run; nothing, once it is later than `deadline`.
    fn answers(
        &self,
        defaults: Defaults,
        deadline: Instant,
    ) -> Result<Option<Vec<RunAnswer>>, ErrorShape<'static>> {
        let (profiles, inputs) = (self.profiles(defaults)?, self.inputs()?);
        let runs = profiles.len().saturating_mul(inputs.len());
        if runs > RUNS {
            let message = format!("{runs} profiles x inputs are more than {RUNS}");
            return Err(ErrorShape::of_request("too-many-runs", message));
        }
        let encoding = self.encoding.as_deref().map(asked::encoding).transpose()?;
        let (base, value) = (self.base.as_ref().map(Text::decode), self.value.as_ref().map(Text::decode));
        let mut answers = Vec::with_capacity(runs);
        for (number, input) in inputs.iter().enumerate() {
            for &profile in &profiles {
                if Instant::now() > deadline {
                    return Ok(None);
                }
                let asked = Asked {
                    profile,
                    encoding: encoding.unwrap_or(defaults.encoding),
                    op: self.op.unwrap_or(Op::Canon),
                    input,
                    base: base.as_deref(),
                    attr: self.attr.as_deref(),
                    value: value.as_deref(),
                };
                let (op, made) = match self.op {
                    Some(op) => (op, asked.carry_out()),
                    None => as_far_as_possible(asked),
                };
                answers.push(RunAnswer { profile: profile.name(), input: number, op, made });
            }
        }
        Ok(Some(answers))
    }

    fn profiles(&self, defaults: Defaults) -> Result<Vec<Profile>, ErrorShape<'static>> {
        match (&self.profile, &self.profiles) {
            (Some(_), Some(_)) => Err(bad_request("`profile` and `profiles` exclude each other")),
            (None, Some(names)) => names.iter().map(|name| asked::profile(name)).collect(),
            (Some(name), None) => Ok(vec![asked::profile(name)?]),
            (None, None) => Ok(vec![defaults.profile]),
        }
    }

    fn inputs(&self) -> Result<Vec<Cow<'_, str>>, ErrorShape<'static>> {
        match (&self.input, &self.inputs) {
            (Some(input), None) => Ok(vec![input.decode()]),
            (None, Some(inputs)) => Ok(inputs.iter().map(Text::decode).collect()),
            _ => Err(bad_request("a request has either `input` or `inputs`")),
        }
    }
}

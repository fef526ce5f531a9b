//! `agree`: the URL to hand on where several profiles see the same one, or why they do not.

use std::borrow::Cow;

use url_diff::AgreeOptions;
use url_facade::Profile;

use super::given::line;
use crate::{
    args::{Agree, Options, text},
    inputs::Source,
    lines::{self, Job, Page, Verb},
    place::Place,
    shape::{AgreementShape, ErrorShape},
    verdict::{Failure, Verdict},
};

struct Guard {
    options: AgreeOptions,
    profiles: Vec<Profile>,
    base: Option<String>,
    json: bool,
}

pub(crate) fn run(options: &Options, asked: &Agree) -> Result<Verdict, Failure> {
    if asked.profiles.iter().all(|profile| asked.profiles.first() == Some(profile)) {
        return Err(Failure::Refused(
            "--profiles takes two or more different profiles, separated by commas".into(),
        ));
    }
    let strictness = if asked.stream.strict { AgreeOptions::strict() } else { AgreeOptions::new() };
    let job = Guard {
        options: asked.permit.iter().fold(strictness, |options, &hazard| options.permit(hazard)),
        profiles: asked.profiles.clone(),
        base: asked.stream.base.as_ref().map(text).map(Cow::into_owned),
        json: options.json,
    };
    lines::run_on(Source::of_stream(&asked.stream)?, options.json, &asked.stream, Verb("agreed"), &[], job)
}

impl Job for Guard {
    fn run(&self, number: u64, bytes: &[u8], page: &mut Page<'_>) {
        match self.options.agree(&line(bytes), self.base.as_deref(), &self.profiles) {
            Ok(agreement) if page.is_json() => {
                let place = page.shown(Place::from(number));
                page.write_json(&AgreementShape::of(&agreement, place));
            }
            Ok(agreement) => page.write(number, &agreement.href),
            Err(disagreement) => page.reject(number, ErrorShape::of_disagreement(&disagreement)),
        }
    }

    fn answers_with_errors(&self) -> bool {
        self.json
    }

    /// A blank text is refused, since nothing in it was checked; with a base, it is the base.
    fn takes_blank(&self) -> bool {
        true
    }

    fn fails_on_invalid(&self) -> bool {
        true
    }
}

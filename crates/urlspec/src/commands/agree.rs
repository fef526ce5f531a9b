//! `agree`: the URL to hand on where several profiles see the same one, or why they do not.

use url_diff::AgreeOptions;
use url_facade::Profile;

use crate::{
    args::{Agree, Options},
    lines::{self, Blank, Job, Page, Verb},
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
        base: asked.stream.base.clone(),
        json: options.json,
    };
    lines::run(options.json, &asked.stream, Verb("agreed"), job)
}

impl Job for Guard {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        match self.options.agree(input, self.base.as_deref(), &self.profiles) {
            Ok(agreement) if page.is_json() => {
                let place = page.shown(number);
                page.write_json(&AgreementShape::of(&agreement, place));
            }
            Ok(agreement) => page.write(number, &agreement.href),
            Err(disagreement) => page.reject(number, ErrorShape::of_disagreement(&disagreement)),
        }
    }

    fn answers_with_errors(&self) -> bool {
        self.json
    }

    fn blank(&self) -> Blank {
        if self.base.is_some() { Blank::Take } else { Blank::Refuse }
    }

    fn fails_on_invalid(&self) -> bool {
        true
    }
}

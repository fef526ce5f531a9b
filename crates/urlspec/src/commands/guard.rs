//! `guard`: the URLs that are safe to fetch, in the form to fetch.

use std::{fs, path::Path};

use url_guard::{Guard, Policy};

use crate::{
    args::{GuardOptions, Options},
    lines::{self, Job, Kind, Page},
    shape::{ErrorShape, PermittedShape},
    verdict::{Failure, Verdict},
};

struct Check {
    guard: Guard,
    base: Option<String>,
}

pub(crate) fn run(options: &Options, asked: &GuardOptions) -> Result<Verdict, Failure> {
    let guard = asked.policy.as_deref().map_or_else(|| Ok(Guard::default()), read_policy)?;
    let job = Check { guard, base: asked.stream.base.clone() };
    let kind = Kind { verb: "permitted", answers_with_errors: options.json, is_guard: true };
    lines::run(options.json, &asked.stream, kind, job)
}

/// The guard that the policy in `file` sets.
fn read_policy(file: &Path) -> Result<Guard, Failure> {
    let refuse = |what: &dyn std::fmt::Display| Failure::Refused(format!("{}: {what}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| refuse(&error))?;
    let policy: Policy = toml::from_str(&text).map_err(|error| refuse(&error))?;
    policy.build().map_err(|error| refuse(&error))
}

impl Job for Check {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        match self.guard.check(input, self.base.as_deref()) {
            Ok(permitted) if page.form.json => page.write_json(number, PermittedShape::of(&permitted)),
            Ok(permitted) => page.write(number, permitted.href()),
            Err(refusal) => page.reject(number, ErrorShape::of_refusal(&refusal)),
        }
    }
}

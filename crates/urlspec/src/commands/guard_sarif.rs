//! `guard --sarif`: the refusals as one report in SARIF 2.1.0.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;
use serde_sarif::sarif::{
    ArtifactLocation, Location, Message, PhysicalLocation, PropertyBag, Region, ReportingDescriptor,
    Result as Finding, ResultLevel, Run, SCHEMA_URL, Sarif, Tool, ToolComponent, Version,
};
use urlspec_outputs::{Opening, finish};

use super::guard::Check;
use crate::{
    args::GuardOptions,
    inputs::Input,
    permitted::refused,
    place::Place,
    shape::{ErrorShape, to_line},
    show::say,
    verdict::{Failure, Verdict},
};

/// How many refusals a report holds: readers take no more than 25,000.
const LIMIT: usize = 25_000;

pub(super) fn run(asked: &GuardOptions) -> Result<Verdict, Failure> {
    let (check, stream) = (Check::new(asked)?, &asked.stream);
    let mut input = Input::open(&stream.inputs)?;
    let only = input.sources.first().map(|source| source.name.clone()).unwrap_or_default();
    let mut opening = Opening::beside(input.take_identities());
    let mut out = opening.open(stream.out.as_deref())?;
    let (mut lines, mut count, mut findings) = (0_u64, 0, Vec::new());
    for block in input.into_blocks() {
        let block = block?;
        for (number, record) in block.records() {
            lines += 1;
            let (place, error) = match &record {
                Err(unread) => (Place::from(number), unread.error()),
                Ok(line) => {
                    let (place, url) = check.cut(number, line);
                    let Err(refusal) = check.check(url) else { continue };
                    (place, refused(&refusal))
                }
            };
            count += 1;
            if findings.len() < LIMIT {
                let file = place.file.as_deref().or(block.origin.name.as_deref()).unwrap_or(&only);
                findings.push((file.to_owned(), place, error));
            }
        }
    }
    out.write(&to_line(&sarif(&findings)))?;
    finish([out], stream.fsync)?;
    if count > LIMIT {
        say(&format!("the report has the first {LIMIT} of {count} refusals"));
    }
    Ok(Verdict::invalid_if(count > 0 || lines == 0))
}

/// The report.
fn sarif(findings: &[(String, Place, ErrorShape<'_>)]) -> Sarif {
    let rules: BTreeMap<_, _> = findings.iter().map(|(_, _, error)| (error.kind, error.cwe)).collect();
    let rules: Vec<_> = rules.into_iter().map(|(kind, cwe)| rule(kind, cwe)).collect();
    let driver = ToolComponent::builder()
        .name("urlspec guard")
        .version(env!("CARGO_PKG_VERSION"))
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .rules(rules)
        .build();
    let results: Vec<_> = findings.iter().map(finding).collect();
    let run = Run::builder().tool(Tool::from(driver)).results(results).build();
    Sarif::builder().schema(SCHEMA_URL).version(json!(Version::V2_1_0)).runs([run]).build()
}

/// The rule of a kind of refusals.
fn rule(kind: &str, cwe: Option<u16>) -> ReportingDescriptor {
    let tags = cwe.map(|cwe| format!("external/cwe/cwe-{cwe:03}")).into_iter().chain(["security".into()]);
    let properties = PropertyBag::builder().tags(tags.collect::<Vec<_>>()).build();
    ReportingDescriptor::builder().id(kind).properties(properties).build()
}

fn finding((file, place, error): &(String, Place, ErrorShape<'_>)) -> Finding {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut region = Region::builder().start_line(number(place.line)).build();
    // In bytes, where the line has characters beyond ASCII.
    region.start_column = place.column.map(number);
    let file = ArtifactLocation::builder().uri(uri_of(file)).build();
    let place = PhysicalLocation::builder().artifact_location(file).region(region).build();
    Finding::builder()
        .rule_id(error.kind)
        .level(ResultLevel::Error)
        .message(Message::from(&*error.message))
        .locations([Location::builder().physical_location(place).build()])
        .build()
}

/// What is not escaped in a reference to a file.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The name of a file as a reference.
fn uri_of(file: &str) -> String {
    // Windows has other slashes.
    utf8_percent_encode(&file.replace(std::path::MAIN_SEPARATOR, "/"), PATH).to_string()
}

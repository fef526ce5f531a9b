//! Answers requests as the server of `urlspec serve` does, without a server, for the site's playground.
//! Contains modules of `urlspec`, which are not a separate crate because no other program depends on them.

// The modules contain items that only other commands of `urlspec` use.
#![allow(dead_code, unused_imports)]

#[path = "../../../crates/urlspec/src/operation.rs"]
mod operation;
#[path = "../../../crates/urlspec/src/published.rs"]
mod published;
#[path = "../../../crates/urlspec/src/request.rs"]
mod request;
#[path = "../../../crates/urlspec/src/serve/run_request.rs"]
mod run_request;
#[path = "../../../crates/urlspec/src/shape.rs"]
mod shape;

use std::time::{Duration, Instant};

use run_request::Refusal;
use shape::{Answer, ErrorShape, ProfileShape};
use url_facade::Parser;

const TIME: Duration = Duration::from_secs(60);

/// Answers `POST /api/v1/run`, in one line.
pub fn answer(body: &[u8]) -> Vec<u8> {
    match run_request::answer(body, Parser::default(), Instant::now() + TIME) {
        Ok(line) | Err(Refusal::Bad(line)) => line,
        Err(Refusal::Late) => {
            let message = format!("the answer was not ready within {} s", TIME.as_secs());
            shape::to_line(&Answer::failed(ErrorShape::of_request("busy", message)))
        }
    }
}

/// Answers `GET /api/v1/profiles`, in one line.
pub fn profiles() -> Vec<u8> {
    shape::to_line(&ProfileShape::all())
}

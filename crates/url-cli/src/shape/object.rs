//! The JSON of a URL object: its attributes, what was found on the way, and why there is none.

use serde::{Serialize, Serializer};
use url_facade::{
    Violation,
    api::{ApiError, Failure, Fields},
};

use super::{ErrorShape, base_only, ends};

/// What became of a URL object.
#[derive(Debug, Serialize)]
pub(crate) struct ObjectAnswer<'a> {
    ok: bool,
    #[serde(flatten)]
    attributes: Option<Attributes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<Vec<ViolationShape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorShape<'a>>,
}

impl<'a> ObjectAnswer<'a> {
    /// That there is one.
    pub(crate) fn of(fields: &'a Fields) -> Self {
        Self {
            ok: true,
            attributes: Some(Attributes(fields)),
            violations: Some(shapes(&fields.violations)),
            error: None,
        }
    }

    /// That there is none.
    pub(crate) fn failed(failure: &'a Failure) -> Self {
        let violations = Some(shapes(&failure.violations)).filter(|violations| !violations.is_empty());
        Self { ok: false, attributes: None, violations, error: Some(error_of(failure)) }
    }

    /// That there is one as it was before, since the setter refused the value.
    pub(crate) fn unchanged(fields: &'a Fields, failure: &'a Failure) -> Self {
        Self {
            violations: Some(shapes(&failure.violations)),
            error: Some(error_of(failure)),
            ..Self::of(fields)
        }
    }
}

fn error_of(failure: &Failure) -> ErrorShape<'_> {
    match failure.error {
        ApiError::NotUrl(error) => ErrorShape::of(error.into()),
        error => ErrorShape::of_request("bad-request", error.to_string()),
    }
}

/// The attributes of a URL object that programs on the web take it apart with.
#[derive(Debug)]
struct Attributes<'a>(&'a Fields);

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Fields { href, protocol, username, password, hostname, port, pathname, search, hash, .. } =
            self.0;
        serializer.collect_map([
            ("href", href),
            ("protocol", protocol),
            ("username", username),
            ("password", password),
            ("hostname", hostname),
            ("port", port),
            ("pathname", pathname),
            ("search", search),
            ("hash", hash),
        ])
    }
}

/// A breach of the rules for authors.
#[derive(Debug, Serialize)]
struct ViolationShape {
    name: &'static str,
    section: &'static str,
    span: [u32; 2],
    /// `base` where the span counts in the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

fn shapes(violations: &[Violation]) -> Vec<ViolationShape> {
    let shape = |violation: &Violation| ViolationShape {
        name: violation.name,
        section: violation.section.id(),
        span: ends(violation.span),
        source: base_only(violation.source),
    };
    violations.iter().map(shape).collect()
}

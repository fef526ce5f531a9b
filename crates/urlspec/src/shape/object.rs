//! The JSON of a URL object: its attributes, its violations, and why there is none.

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use url_facade::{
    Host, LeftOut, Reason, Url, Violation, WebUrl,
    api::{ApiError, Attribute, Failure, SearchParams},
};

use super::{ErrorShape, LeftOutShape, base_only, ends};

/// The result of making or changing a URL object.
#[derive(Debug, Serialize)]
pub(crate) struct ObjectAnswer<'a> {
    ok: bool,
    #[serde(flatten)]
    attributes: Option<Attributes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<Vec<ViolationShape>>,
    /// The violations that occurred too often to keep each one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOutShape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorShape<'a>>,
}

impl<'a> ObjectAnswer<'a> {
    /// Success.
    pub(crate) fn of(url: &'a WebUrl) -> Self {
        Self {
            ok: true,
            attributes: Some(Attributes(url)),
            violations: Some(shapes(url.violations())),
            left_out: left_out(url.left_out()),
            error: None,
        }
    }

    /// Failure: there is no object.
    pub(crate) fn failed(failure: &'a Failure) -> Self {
        let violations = Some(shapes(&failure.violations)).filter(|violations| !violations.is_empty());
        let left_out = left_out(&failure.left_out);
        Self { ok: false, attributes: None, violations, left_out, error: Some(error_of(failure)) }
    }

    /// An unchanged object, since the setter refused the value.
    pub(crate) fn unchanged(url: &'a WebUrl, failure: &'a Failure) -> Self {
        Self {
            violations: Some(shapes(&failure.violations)),
            left_out: left_out(&failure.left_out),
            error: Some(error_of(failure)),
            ..Self::of(url)
        }
    }
}

fn error_of(failure: &Failure) -> ErrorShape<'_> {
    match failure.error {
        ApiError::NotUrl(error) => ErrorShape::of(error.into()),
        ApiError::NoApi(profile) if profile.is_consumer() => {
            let reason = Reason::NotInThisConsumer;
            ErrorShape::of_request(reason.name(), reason.sentence())
        }
        error => ErrorShape::of_request("bad-request", error.to_string()),
    }
}

/// The attributes of a URL object under their names on the web, and two of them in parts.
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
        map.serialize_entry("typedHost", &object.url().and_then(HostShape::of))?;
        map.serialize_entry("searchPairs", &Pairs(params))?;
        map.end()
    }
}

/// A host and its kind.
#[derive(Debug, Serialize)]
struct HostShape<'u> {
    kind: &'static str,
    value: &'u str,
}

impl<'u> HostShape<'u> {
    /// The host of `url`, as serialized.
    fn of(url: &'u Url) -> Option<Self> {
        let text = url.host_str()?;
        let (kind, value) = match url.host()? {
            Host::Domain(_) => ("domain", text),
            Host::Ipv4(_) => ("ipv4", text),
            Host::Ipv6(_) => ("ipv6", text.trim_matches(['[', ']'])),
            Host::Opaque(_) => ("opaque", text),
            Host::Empty => ("empty", text),
        };
        Some(Self { kind, value })
    }
}

/// The names and values of a query, each pair as an array.
struct Pairs(SearchParams);

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

/// A violation.
#[derive(Debug, Serialize)]
struct ViolationShape {
    name: &'static str,
    section: &'static str,
    span: [u32; 2],
    /// `base` where the span is in the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
}

fn left_out<'a>(left_out: impl IntoIterator<Item = &'a LeftOut>) -> Vec<LeftOutShape> {
    left_out.into_iter().map(LeftOutShape::of).collect()
}

fn shapes<'a>(violations: impl IntoIterator<Item = &'a Violation>) -> Vec<ViolationShape> {
    let shape = |violation: &Violation| ViolationShape {
        name: violation.name,
        section: violation.section.id(),
        span: ends(violation.span),
        source: base_only(violation.source),
    };
    violations.into_iter().map(shape).collect()
}

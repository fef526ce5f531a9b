//! The JSON of a URL object: its attributes, its violations, and why there is none.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::SerializeMap as _};
use url_facade::{
    Host, Reason, Truncated, Url, Violation, WebUrl,
    api::{ApiError, Attribute, Failure},
};

use super::{Answer, ErrorShape, Spot, TruncatedShape, name_of};

/// A URL object, if there is one.
#[derive(Debug, Serialize)]
pub(crate) struct ObjectShape<'a> {
    #[serde(flatten)]
    attributes: Option<Attributes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<Vec<ViolationShape>>,
    /// The violations that occurred too often to keep each one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<TruncatedShape>,
}

impl<'a> ObjectShape<'a> {
    fn of<'v>(
        url: Option<&'a WebUrl>,
        violations: impl IntoIterator<Item = &'v Violation>,
        left_out: impl IntoIterator<Item = &'v Truncated>,
    ) -> Self {
        let shape = |&Violation { name, section, source, span }: &Violation| ViolationShape {
            name,
            section: section.id(),
            spot: Spot::new(source, span),
        };
        let violations = violations.into_iter().map(shape).collect();
        let violations = Some(violations).filter(|all: &Vec<_>| url.is_some() || !all.is_empty());
        let left_out = left_out.into_iter().map(TruncatedShape::of).collect();
        Self { attributes: url.map(Attributes), violations, left_out }
    }
}

impl<'a> Answer<'a, ObjectShape<'a>> {
    /// What there is of an object. With `failure`, there is none, or it is unchanged, since the setter refused the value.
    pub(crate) fn of_object(url: Option<&'a WebUrl>, failure: Option<&'a Failure>) -> Self {
        let object = match failure {
            Some(failure) => ObjectShape::of(url, &failure.violations, &failure.left_out),
            None => ObjectShape::of(
                url,
                url.iter().flat_map(|url| url.violations()),
                url.iter().flat_map(|url| url.left_out()),
            ),
        };
        Self { ok: url.is_some(), error: failure.map(error_of), ..Self::of(object) }
    }
}

fn error_of(failure: &Failure) -> ErrorShape<'_> {
    match failure.error {
        ApiError::NotUrl(error) => ErrorShape::of(error),
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
        map.serialize_entry("typedHost", &object.url().and_then(typed_host))?;
        map.serialize_entry("searchPairs", &params.iter().collect::<Vec<_>>())?;
        map.end()
    }
}

/// The host of `url`, as serialized, and its kind.
fn typed_host(url: &Url) -> Option<BTreeMap<&str, String>> {
    let (host, text) = (url.host()?, url.host_str()?);
    let value = if matches!(host, Host::Ipv6(_)) { text.trim_matches(['[', ']']) } else { text };
    Some([("kind", name_of(host)), ("value", value.to_owned())].into())
}

/// A violation.
#[derive(Debug, Serialize)]
struct ViolationShape {
    name: &'static str,
    section: &'static str,
    #[serde(flatten)]
    spot: Spot,
}

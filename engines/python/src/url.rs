//! The Python class `Url`, and the Python functions that parse a URL.

use pyo3::{prelude::*, types::PyDict};
use url_facade::{Origin, ParseError, api::Attribute};

use crate::{
    refused,
    text::{Text, parser},
};

/// A URL: a canonical string of a profile, and the positions of its components. The object is immutable.
#[pyclass(module = "urlspec", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Url(pub(crate) url_facade::Url);

/// Parses `url`, an absolute URL, under `profile`.
#[pyfunction]
#[pyo3(signature = (url, *, profile = None))]
pub(crate) fn parse(py: Python<'_>, url: Text<'_>, profile: Option<&str>) -> PyResult<Url> {
    let url = url.as_str();
    parser(profile)?.parse(url).map(Url).map_err(|error| refused(py, error, url, None))
}

/// Returns true if `url` is an absolute URL under `profile`.
#[pyfunction]
#[pyo3(signature = (url, *, profile = None))]
pub(crate) fn can_parse(url: Text<'_>, profile: Option<&str>) -> PyResult<bool> {
    Ok(parser(profile)?.can_parse(url.as_str()))
}

/// The change of a component by `replace`. `Keep` means that the caller passed no value for the component.
pub(crate) enum Change<T> {
    Keep,
    To(T),
}

impl<'a, 'py, T: FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Change<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self::To).map_err(Into::into)
    }
}

impl<T> Change<T> {
    fn apply(
        &self,
        py: Python<'_>,
        set: impl FnOnce(&T) -> Result<(), ParseError>,
        text: impl FnOnce(&T) -> String,
    ) -> PyResult<()> {
        match self {
            Self::Keep => Ok(()),
            Self::To(value) => set(value).map_err(|error| refused(py, error, &text(value), None)),
        }
    }
}

/// Returns `origin` as text, or `None` if it is opaque, since an opaque origin equals no other.
pub(crate) fn tuple(origin: &Origin) -> Option<String> {
    origin.is_tuple().then(|| origin.to_string())
}

/// A port as an argument of `replace`: any integer, in decimal digits.
pub(crate) struct Port(String);

impl<'a, 'py> FromPyObject<'a, 'py> for Port {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = object.py().import("operator")?.call_method1("index", (object,))?;
        Ok(Self(number.str()?.extract()?))
    }
}

/// Sets the port of `url`. Refuses a number above 65535 under every profile, as the URL Standard requires.
/// Other specs have no limit.
fn set_port(url: &mut url_facade::Url, port: Option<&Port>) -> Result<(), ParseError> {
    let Some(Port(digits)) = port else { return url.set_port(None) };
    let Ok(number) = digits.parse() else {
        url.set_port(None)?;
        let set = url_facade::Url::parse("http://a/")?.set_attribute(Attribute::Port, digits);
        return set.map(|_| ()).map_err(|stopped| stopped.error);
    };
    url.set_port(Some(number))
}

#[expect(clippy::ref_option, reason = "what `Change` lends")]
fn optional<'t>(value: &'t Option<Text<'_>>) -> Option<&'t str> {
    value.as_ref().map(Text::as_str)
}

getters! { Url, self:
    /// The whole URL.
    href: &str = self.0.as_str();
    /// The scheme, without its colon.
    scheme: &str = self.0.scheme();
    /// The user name; empty if there is none.
    username: &str = self.0.username();
    /// The password.
    password: Option<&str> = self.0.password();
    /// The host; an IPv6 address has its brackets.
    host: Option<&str> = self.0.host_str();
    /// The port, if the URL has one.
    port: Option<u16> = self.0.port();
    /// The port, or the default port of the scheme.
    port_or_default: Option<u16> = self.0.port_or_known_default();
    /// The path.
    path: &str = self.0.path();
    /// The query, without its question mark.
    query: Option<&str> = self.0.query();
    /// The fragment, without its number sign.
    fragment: Option<&str> = self.0.fragment();
    /// The origin; `None` if it is opaque, since an opaque origin equals no other.
    origin: Option<String> = tuple(&self.0.origin());
    /// The registrable domain of the host, by the Public Suffix List.
    registrable_domain: Option<&str> = self.0.registrable_domain();
    /// The segments of the path; `None` if the path is opaque.
    path_segments: Option<Vec<&str>> = self.0.path_segments().map(Iterator::collect);
    /// The names and values of the query, decoded as a form.
    query_pairs: Vec<(String, String)> =
        self.0.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    /// The name of the profile that made the URL.
    profile: &'static str = self.0.profile().name();
}

#[pymethods]
impl Url {
    /// Resolves `reference` against this URL.
    fn resolve(&self, py: Python<'_>, reference: Text<'_>) -> PyResult<Self> {
        let (base, reference) = (self.0.as_str(), reference.as_str());
        self.0.resolve(reference).map(Self).map_err(|error| refused(py, error, reference, Some(base)))
    }

    /// Returns this URL with other components. `None` removes a component. Each value is accepted completely,
    /// or raises `UrlError`.
    #[pyo3(signature = (*, scheme = Change::Keep, host = Change::Keep, port = Change::Keep, username = Change::Keep, password = Change::Keep, path = Change::Keep, query = Change::Keep, fragment = Change::Keep))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn replace(
        &self,
        py: Python<'_>,
        scheme: Change<Text<'_>>,
        host: Change<Option<Text<'_>>>,
        port: Change<Option<Port>>,
        username: Change<Text<'_>>,
        password: Change<Option<Text<'_>>>,
        path: Change<Text<'_>>,
        query: Change<Option<Text<'_>>>,
        fragment: Change<Option<Text<'_>>>,
    ) -> PyResult<Self> {
        let text = |value: &Text<'_>| value.as_str().to_owned();
        let optional_text = |value: &Option<Text<'_>>| optional(value).unwrap_or_default().to_owned();
        let mut url = self.0.clone();
        // Set the scheme and the host first, because they determine the valid values of other components.
        scheme.apply(py, |value| url.set_scheme(value.as_str()), text)?;
        host.apply(py, |value| url.set_host(optional(value)), optional_text)?;
        let digits = |port: &Option<Port>| port.as_ref().map_or_else(String::new, |port| port.0.clone());
        port.apply(py, |port| set_port(&mut url, port.as_ref()), digits)?;
        username.apply(py, |value| url.set_username(value.as_str()), text)?;
        password.apply(py, |value| url.set_password(optional(value)), optional_text)?;
        path.apply(py, |value| url.set_path(value.as_str()), text)?;
        query.apply(py, |value| url.set_query(optional(value)), optional_text)?;
        fragment.apply(py, |value| url.set_fragment(optional(value)), optional_text)?;
        Ok(Self(url))
    }

    fn __str__(&self) -> &str {
        self.0.as_str()
    }

    /// Hides the password, so that logs do not contain it.
    fn __repr__(&self) -> String {
        format!("<Url {}>", self.0.redacted(&[]))
    }

    /// Supports pickling and copying: the new object parses the same string under the same profile.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        let keywords = PyDict::new(py);
        keywords.set_item("profile", self.0.profile().name())?;
        let parse = py.import("urlspec")?.getattr("parse")?;
        let parse = py.import("functools")?.getattr("partial")?.call((parse,), Some(&keywords))?;
        Ok((parse, (self.0.as_str(),)))
    }
}

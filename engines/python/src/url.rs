//! The Python classes `URL` and `Query`, and the Python functions that parse a URL.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use pyo3::{
    IntoPyObjectExt as _,
    exceptions::{PyKeyError, PyTypeError},
    prelude::*,
    types::{PyDict, PyMapping, PyString, PyType},
};
use url_facade::{
    Component, Origin, ParseError, Parser, Position, Source,
    api::{Attribute, QueryEditor},
    consumers::exposed_parts,
    whatwg,
};

use crate::{
    refused,
    text::{Text, named, parser, value_error},
};

/// A URL: a canonical string of a profile, and the positions of its components. The object is immutable.
#[pyclass(name = "URL", module = "urlspec", frozen, eq, ord, hash)]
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Url(pub(crate) url_facade::Url);

/// Parses `url`, an absolute URL, under `profile`.
#[pyfunction]
#[pyo3(signature = (url, *, profile = None))]
pub(crate) fn parse(py: Python<'_>, url: Text<'_>, profile: Option<&str>) -> PyResult<Url> {
    let url = url.as_str();
    parser(profile)?.parse(url).map(Url).map_err(|error| refused(py, error, url, None))
}

/// Returns true if `url` is an absolute URL under `profile`. If the profile is a simulated program, returns
/// true if the program accepts the text.
#[pyfunction]
#[pyo3(signature = (url, *, profile = None))]
pub(crate) fn can_parse(url: &Bound<'_, PyString>, profile: Option<&str>) -> PyResult<bool> {
    // FAST: the call itself takes longer than the check, so look up nothing that most calls do not need.
    if let (Ok(text), None) = (url.to_str(), profile) {
        return Ok(url_facade::Url::can_parse(text));
    }
    let (url, parser) = (url.extract::<Text<'_>>()?, parser(profile)?);
    if parser.profile().is_consumer() {
        return Ok(parser.parse_reference(url.as_str()).is_ok_and(|parsed| parsed.invalid().is_none()));
    }
    Ok(parser.can_parse(url.as_str()))
}

/// Returns the components of `url` under `profile`, which may be a simulated program. For a program, the
/// names are those of its parts, and `connects_to` is the host that its client connects to.
#[pyfunction]
#[pyo3(signature = (url, *, profile = None))]
pub(crate) fn components<'py>(
    py: Python<'py>,
    url: Text<'_>,
    profile: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let text = url.as_str();
    let reference = parser(profile)?.parse_reference(text);
    let reference = reference.and_then(|parsed| parsed.invalid().map_or(Ok(parsed), Err));
    let reference = reference.map_err(|error| refused(py, error, text, None))?;
    let parts = PyDict::new(py);
    if let Some(exposed) = exposed_parts(&reference) {
        exposed.into_iter().try_for_each(|(name, part)| parts.set_item(name, part))?;
        let host = url_guard::connects_to(&reference).filter(|_| reference.get(Component::Host).is_some());
        parts.set_item("connects_to", host.map(|host| host.to_string()))?;
        return Ok(parts);
    }
    for component in Component::ALL {
        if let Some(part) = reference.get(component) {
            parts.set_item(component.name(), part)?;
        }
    }
    Ok(parts)
}

/// The names and values of a query, decoded, in their order: a mapping that may have a name several times.
/// Methods that change the query return a new URL.
#[pyclass(module = "urlspec", frozen, eq, mapping)]
#[derive(PartialEq, Eq)]
pub(crate) struct Query(url_facade::Url);

/// Names and values: a mapping, whose values may be lists, or a list of pairs. Numbers become text.
struct Pairs(Vec<(String, String)>);

impl<'a, 'py> FromPyObject<'a, 'py> for Pairs {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let items = match object.cast::<PyMapping>() {
            Ok(mapping) => mapping.items()?.into_any(),
            Err(_) => object.to_owned(),
        };
        let mut pairs = Vec::new();
        for item in items.try_iter()? {
            let (name, value): (String, Bound<'_, PyAny>) = item?.extract()?;
            let is_one = value.is_instance_of::<PyString>() || value.try_iter().is_err();
            let values = if is_one { vec![value] } else { value.try_iter()?.collect::<PyResult<_>>()? };
            for value in values {
                if value.is_none() || value.is_instance_of::<pyo3::types::PyBool>() {
                    let message = format!("the value of {name:?} must be text or a number");
                    return Err(PyTypeError::new_err(message));
                }
                pairs.push((name.clone(), written(&value)?));
            }
        }
        Ok(Self(pairs))
    }
}

/// Returns a string as it is, and the text of another object, such as a number.
fn written(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = if value.is_instance_of::<PyString>() { value.clone() } else { value.str()?.into_any() };
    Ok(text.extract::<Text<'_>>()?.as_str().to_owned())
}

#[pymethods]
impl Query {
    fn __len__(&self) -> usize {
        self.0.query_pairs().count()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.0.query_pairs().any(|(known, _)| known == name)
    }

    /// Returns the first value of the parameter.
    fn __getitem__(&self, name: &str) -> PyResult<String> {
        self.get_all(name).into_iter().next().ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.keys().into_pyobject(py)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<Query {:?}>", self.items())
    }

    /// Returns the first value of the parameter, or `default`.
    #[pyo3(signature = (name, default = None))]
    fn get(&self, py: Python<'_>, name: &str, default: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
        let first = self.get_all(name).into_iter().next();
        let first = first.map(|value| value.into_py_any(py)).transpose()?;
        Ok(first.or(default))
    }

    /// Returns all values of the parameter.
    fn get_all(&self, name: &str) -> Vec<String> {
        self.items().into_iter().filter(|(known, _)| known == name).map(|(_, value)| value).collect()
    }

    /// Returns the different names, in their order.
    fn keys(&self) -> Vec<String> {
        let mut seen = std::collections::HashSet::new();
        let names = self.items().into_iter().map(|(name, _)| name);
        names.filter(|name| seen.insert(name.clone())).collect()
    }

    /// Returns all names and values, in their order.
    fn items(&self) -> Vec<(String, String)> {
        self.0.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }

    /// Returns the URL with one value of the parameter: the first is replaced, and others are removed.
    fn set(&self, py: Python<'_>, name: Text<'_>, value: Bound<'_, PyAny>) -> PyResult<Url> {
        let value = written(&value)?;
        self.edit(py, |query| _ = query.set(name.as_str(), &value))
    }

    /// Returns the URL with more parameters at the end of the query.
    fn add(&self, py: Python<'_>, pairs: Pairs) -> PyResult<Url> {
        self.edit(py, |query| _ = query.extend(pairs.0))
    }

    /// Returns the URL with these parameters instead of those of the same names.
    fn update(&self, py: Python<'_>, pairs: Pairs) -> PyResult<Url> {
        let is_new = |name: &str| pairs.0.iter().any(|(known, _)| known == name);
        self.edit(py, |query| _ = query.retain(|name, _| !is_new(name)).extend(&pairs.0))
    }

    /// Returns the URL without the parameters of these names.
    #[pyo3(signature = (*names))]
    fn remove(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Url> {
        self.edit(py, |query| _ = query.retain(|name, _| !names.iter().any(|known| known == name)))
    }
}

impl Query {
    fn edit(&self, py: Python<'_>, edit: impl FnOnce(&mut QueryEditor<'_>)) -> PyResult<Url> {
        let mut url = self.0.clone();
        url.edit_query(edit).map_err(|error| refused(py, error, "", None))?;
        Ok(Url(url))
    }
}

/// The components that `replace` changes. The scheme and the host are first, because they determine the valid
/// values of other components.
const COMPONENTS: [&str; 8] = ["scheme", "host", "port", "username", "password", "path", "query", "fragment"];

/// Returns `origin` as text, or `None` if it is opaque, since an opaque origin equals no other.
pub(crate) fn tuple(origin: &Origin) -> Option<String> {
    origin.is_tuple().then(|| origin.to_string())
}

/// A port as an argument: any integer, in decimal digits.
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

/// Returns the text of `object`, a string or a `URL`.
fn text_or_url<'a>(object: &'a Bound<'_, PyAny>) -> PyResult<Text<'a>> {
    match object.cast::<Url>() {
        Ok(url) => Ok(Text(url.get().0.as_str().to_owned().into())),
        Err(_) => object.extract(),
    }
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
    /// The names and values of the query, decoded: a mapping whose methods return changed URLs.
    params: Query = Query(self.0.clone());
    /// The last segment of the path; empty if the path ends with a slash or is opaque.
    name: &str = self.0.file_name().unwrap_or_default();
    /// The end of `name` from its last dot on; empty if there is none.
    suffix: String = self.0.extension().map(|end| format!(".{end}")).unwrap_or_default();
    /// The URL of the folder above; the URL itself if there is none.
    parent: Url = Url(self.0.parent().unwrap_or_else(|| self.0.clone()));
    /// The URL without its fragment.
    without_fragment: Url = Url({
        let mut url = self.0.clone();
        // Removing a fragment cannot fail where the profile has setters; others keep it.
        let _ = url.set_fragment(None);
        url
    });
    /// The host in Unicode, where the URL Standard permits that.
    host_unicode: Option<String> = self.0.host_str().map(whatwg::domain_to_unicode).map(Cow::into_owned);
    /// The public suffix of the host, such as `co.uk`.
    public_suffix: Option<&str> = self.0.public_suffix();
    /// The labels of the host before its registrable domain.
    subdomain: Option<&str> = {
        let before = self.0.host_str().zip(self.0.registrable_domain());
        let before = before.and_then(|(host, domain)| host.strip_suffix(domain));
        before.map(|labels| labels.strip_suffix('.').unwrap_or(labels))
    };
    /// The URL as UTS #58 shows it to people: in Unicode where that is safe.
    display: String = url_find::display(&self.0);
    /// The name of the profile that made the URL.
    profile: &'static str = self.0.profile().name();
}

#[pymethods]
impl Url {
    /// Parses `url`, which may be relative if there is a `base`.
    #[new]
    #[pyo3(signature = (url, *, base = None, profile = None))]
    fn new<'py>(
        py: Python<'py>,
        url: &Bound<'py, PyAny>,
        base: Option<&Bound<'py, PyAny>>,
        profile: Option<&str>,
    ) -> PyResult<Self> {
        let (url, base) = (text_or_url(url)?, base.map(text_or_url).transpose()?);
        let (url, base) = (url.as_str(), base.as_ref().map(Text::as_str));
        let of = |error| refused(py, error, url, base);
        let parser = parser(profile)?;
        let parsed = base.map(|base| parser.parse_reference(base)).transpose();
        let parsed = parsed.map_err(|error| of(error.with_span_source(Source::Base)))?;
        parser.with_base(parsed.as_ref()).parse(url).map(Self).map_err(of)
    }

    /// Returns the URL `https://host/`.
    #[staticmethod]
    fn from_host(py: Python<'_>, host: Text<'_>) -> PyResult<Self> {
        let mut url = url_facade::Url::parse("https://h/").map_err(|error| refused(py, error, "", None))?;
        let is_address = host.as_str().parse::<std::net::Ipv6Addr>().is_ok();
        let written = if is_address { format!("[{}]", host.as_str()) } else { host.as_str().to_owned() };
        url.set_host(Some(&written)).map_err(|error| refused(py, error, &written, None))?;
        Ok(Self(url))
    }

    /// Builds a URL from its components. Each of `segments` stays one segment.
    #[staticmethod]
    #[pyo3(signature = (*, scheme, host = None, port = None, username = None, password = None, segments = Vec::new(), params = None, fragment = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn build(
        scheme: String,
        host: Option<String>,
        port: Option<u16>,
        username: Option<String>,
        password: Option<String>,
        segments: Vec<String>,
        params: Option<Pairs>,
        fragment: Option<String>,
    ) -> PyResult<Self> {
        let mut builder = url_facade::UrlBuilder::new(scheme).segments(segments);
        builder = host.into_iter().fold(builder, url_facade::UrlBuilder::host);
        builder = port.into_iter().fold(builder, url_facade::UrlBuilder::port);
        builder = username.into_iter().fold(builder, url_facade::UrlBuilder::username);
        builder = password.into_iter().fold(builder, url_facade::UrlBuilder::password);
        builder = params.into_iter().fold(builder, |builder, Pairs(pairs)| builder.pairs(&pairs));
        builder = fragment.into_iter().fold(builder, url_facade::UrlBuilder::fragment);
        builder.build().map(Self).map_err(value_error)
    }

    /// Returns a component, percent-decoded. Bytes that are not UTF-8 become U+FFFD.
    fn decoded(&self, component: &str) -> PyResult<Option<String>> {
        let part = named("component", component, &Component::ALL, Component::name)?;
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        Ok(self.0.get(part).map(decoded))
    }

    /// Returns the URL with more segments at the end of its path, without query and fragment. Each is
    /// escaped, so that it stays one segment.
    #[pyo3(signature = (*segments))]
    fn joinpath(&self, py: Python<'_>, segments: Vec<String>) -> PyResult<Self> {
        let joined = self.0.join_segments(&segments);
        joined.map(Self).map_err(|error| refused(py, error, &segments.join("/"), None))
    }

    fn __truediv__(&self, py: Python<'_>, segment: Text<'_>) -> PyResult<Self> {
        self.joinpath(py, vec![segment.as_str().to_owned()])
    }

    fn with_scheme(&self, scheme: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_component("scheme", scheme)
    }

    fn with_host(&self, host: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_component("host", host)
    }

    fn with_port(&self, port: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_component("port", port)
    }

    /// Returns the URL with this user name, and with the password if one is given.
    #[pyo3(signature = (username, password = None))]
    fn with_user(&self, username: &Bound<'_, PyAny>, password: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        let password = password.unwrap_or_else(|| username.py().None().into_bound(username.py()));
        self.with_component("username", username)?.with_component("password", &password)
    }

    fn with_path(&self, path: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_component("path", path)
    }

    /// Returns the URL with another last segment, which is escaped, and without query and fragment.
    fn with_name(&self, py: Python<'_>, name: Text<'_>) -> PyResult<Self> {
        let failed = |error| refused(py, error, name.as_str(), None);
        let mut url = Parser::new(self.0.profile()).parse(&self.0[..Position::AfterPath]).map_err(failed)?;
        url.path_segments_mut().map_err(failed)?.pop().push(name.as_str()).map_err(failed)?;
        Ok(Self(url))
    }

    /// Returns the URL with another suffix of `name`, such as `.gz`, and without query and fragment.
    fn with_suffix(&self, py: Python<'_>, suffix: Text<'_>) -> PyResult<Self> {
        let name = self.0.file_name().unwrap_or_default();
        if name.is_empty() || !(suffix.as_str().is_empty() || suffix.as_str().starts_with('.')) {
            return Err(value_error(format!("{:?} is not a suffix of {name:?}", suffix.as_str())));
        }
        let old = self.0.extension().map_or(0, |end| end.len() + 1);
        let stem = percent_decode_str(&name[..name.len() - old]).decode_utf8_lossy().into_owned();
        self.with_name(py, Text((stem + suffix.as_str()).into()))
    }

    /// Returns the URL with this query: text, or names and values to encode.
    fn with_query(&self, query: &Bound<'_, PyAny>) -> PyResult<Self> {
        if query.is_none() || query.is_instance_of::<PyString>() {
            return self.with_component("query", query);
        }
        let Pairs(pairs) = query.extract()?;
        let set = |url: &mut url_facade::Url| {
            url.set_query(None)?;
            url.edit_query(|query| _ = query.extend(pairs)).map(|_| ())
        };
        self.with(query.py(), "", set)
    }

    fn with_fragment(&self, fragment: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.with_component("fragment", fragment)
    }

    /// Returns the relative reference from this URL to `target`; `None` if there is none.
    fn relative(&self, target: &Self) -> Option<String> {
        self.0.make_relative(&target.0)
    }

    /// Supports the formats `display`, for people, and `redacted`, without secrets, and those of strings.
    fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        let text = match spec {
            "" => self.0.to_string(),
            "display" => url_find::display(&self.0),
            "redacted" => self.0.redacted(&[]),
            _ => return PyString::new(py, self.0.as_str()).call_method1("__format__", (spec,)),
        };
        Ok(PyString::new(py, &text).into_any())
    }

    /// Lets pydantic read and write URLs as strings.
    #[classmethod]
    fn __get_pydantic_core_schema__<'py>(
        cls: &Bound<'py, PyType>,
        source: Bound<'py, PyAny>,
        handler: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("urlspec._pydantic")?.call_method1("schema_of_url", (cls, source, handler))
    }

    /// Resolves `reference` against this URL.
    fn resolve(&self, py: Python<'_>, reference: Text<'_>) -> PyResult<Self> {
        let (base, reference) = (self.0.as_str(), reference.as_str());
        self.0.resolve(reference).map(Self).map_err(|error| refused(py, error, reference, Some(base)))
    }

    /// Returns this URL with other components. `None` removes a component. Each value is accepted completely,
    /// or raises `UrlError`.
    #[pyo3(
        signature = (**changes),
        text_signature = "($self, *, scheme=..., host=..., port=..., username=..., password=..., path=..., query=..., fragment=...)"
    )]
    fn replace(&self, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut url = Self(self.0.clone());
        let Some(changes) = changes else { return Ok(url) };
        let mut unknown = changes.len();
        for name in COMPONENTS {
            if let Some(value) = changes.get_item(name)? {
                url = url.with_component(name, &value)?;
                unknown -= 1;
            }
        }
        if unknown > 0 {
            return Err(PyTypeError::new_err(format!("the components are {}", COMPONENTS.join(", "))));
        }
        Ok(url)
    }

    fn __str__(&self) -> &str {
        self.0.as_str()
    }

    /// Hides the password, so that logs do not contain it.
    fn __repr__(&self) -> String {
        format!("<URL {}>", self.0.redacted(&[]))
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

impl Url {
    /// Returns this URL with `value` as its component `name`; `None` removes it.
    fn with_component(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = value.py();
        if name == "port" {
            let port: Option<Port> = value.extract()?;
            let digits = port.as_ref().map_or("", |Port(digits)| digits);
            return self.with(py, digits, |url| set_port(url, port.as_ref()));
        }
        let is_required = matches!(name, "scheme" | "username" | "path");
        let text: Option<Text<'_>> = if is_required { Some(value.extract()?) } else { value.extract()? };
        let (value, whole) = (text.as_ref().map(Text::as_str), text.as_ref().map_or("", Text::as_str));
        self.with(py, whole, |url| match name {
            "scheme" => url.set_scheme(whole),
            "host" => url.set_host(value),
            "username" => url.set_username(whole),
            "password" => url.set_password(value),
            "path" => url.set_path(whole),
            "query" => url.set_query(value),
            _ => url.set_fragment(value),
        })
    }

    /// Returns this URL after `set`. If `set` fails, the error is about the text `value`.
    fn with(
        &self,
        py: Python<'_>,
        value: &str,
        set: impl FnOnce(&mut url_facade::Url) -> Result<(), ParseError>,
    ) -> PyResult<Self> {
        let mut url = self.0.clone();
        set(&mut url).map_err(|error| refused(py, error, value, None))?;
        Ok(Self(url))
    }
}

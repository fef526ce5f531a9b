//! The Python functions `agree` and `diff`, which compare the results of profiles.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};
use url_diff::Run;
use url_facade::{Component, Parser};
use url_guard::{AgreeOptions, Hazard};

use crate::{
    Disagreement,
    text::{Places, Text, given, named, profile},
    url::tuple,
};

/// The components that all profiles find in a URL, and the URL to pass to other programs.
#[pyclass(module = "urlspec", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Agreement {
    href: String,
    scheme: String,
    host: Option<String>,
    port: Option<u16>,
    path: String,
    origin: Option<String>,
}

#[pymethods]
impl Agreement {
    /// Omits `href`, since a URL may contain a password.
    fn __repr__(&self) -> String {
        let Self { scheme, host, port, path, .. } = self;
        let host = host.as_deref().unwrap_or("None");
        let port = port.map_or_else(|| "None".to_owned(), |port| port.to_string());
        format!("<Agreement scheme={scheme} host={host} port={port} path={path:?}>")
    }
}

/// Returns the URL that all `profiles` see in `url`. Raises `Disagreement` if they differ or reject it. With
/// `strict`, also raises it for a hazard, a risky way to write a URL, that is not in `permit`.
#[pyfunction]
#[pyo3(signature = (url, profiles, *, base = None, strict = false, permit = Vec::new()))]
pub(crate) fn agree(
    py: Python<'_>,
    url: Text<'_>,
    profiles: Vec<String>,
    base: Option<Text<'_>>,
    strict: bool,
    permit: Vec<String>,
) -> PyResult<Agreement> {
    let profiles = profiles.iter().map(|name| profile(name)).collect::<PyResult<Vec<_>>>()?;
    if !strict && !permit.is_empty() {
        return Err(PyValueError::new_err("permit requires strict=True: only then are hazards refused"));
    }
    let mut options = if strict { AgreeOptions::strict() } else { AgreeOptions::new() };
    for name in &permit {
        options = options.permit(named("hazard", name, &Hazard::ALL, Hazard::name)?);
    }
    let agreed = options.agree(url.as_str(), base.as_ref().map(Text::as_str), &profiles);
    let agreed = agreed.map_err(|disagreement| parted(py, &disagreement))?;
    Ok(Agreement {
        href: agreed.href,
        scheme: agreed.scheme,
        host: agreed.host.map(|host| host.to_string()),
        port: agreed.port,
        path: agreed.path,
        origin: tuple(&agreed.origin),
    })
}

fn parted(py: Python<'_>, disagreement: &url_guard::Disagreement) -> PyErr {
    let exception = Disagreement::new_err(disagreement.to_string());
    let value = exception.value(py);
    let attributes = parts(py, disagreement).and_then(|parts| {
        parts.iter().try_for_each(|(name, part)| value.setattr(name.cast::<PyString>()?, part))
    });
    attributes.err().unwrap_or(exception)
}

pub(crate) fn parts<'py>(py: Python<'py>, found: &url_guard::Disagreement) -> PyResult<Bound<'py, PyDict>> {
    let (mut profiles, mut sections, mut component, mut reason) = (Vec::new(), Vec::new(), None, None);
    match found {
        url_guard::Disagreement::Rejected { profile, error } => {
            profiles.push(profile.name());
            sections.push(error.section().id());
            reason = Some(error.reason().name());
        }
        url_guard::Disagreement::UnusablePort { profile } => profiles.push(profile.name()),
        url_guard::Disagreement::Diverged { a, b, component: differs, divergence }
        | url_guard::Disagreement::DivergedOnHref { a, b, component: differs, divergence, .. } => {
            profiles.extend([a.name(), b.name()]);
            component = differs.map(Component::name);
            sections.extend(divergence.iter().flat_map(|first| [first.a.section.id(), first.b.section.id()]));
        }
        url_guard::Disagreement::Hazardous { hazard, .. } => reason = Some(hazard.name()),
        _ => {}
    }
    let parts = PyDict::new(py);
    parts.set_item("profiles", PyTuple::new(py, profiles)?)?;
    parts.set_item("sections", PyTuple::new(py, sections)?)?;
    parts.set_item("component", component)?;
    parts.set_item("reason", reason)?;
    Ok(parts)
}

/// The first difference of two profiles on a URL.
#[pyclass(module = "urlspec", frozen, get_all, str = "{sentence}")]
pub(crate) struct Difference {
    component: Option<&'static str>,
    source: &'static str,
    span: (usize, usize),
    a: Py<Side>,
    b: Py<Side>,
    sentence: String,
}

/// The rule of one profile that causes a difference from another profile, and the effect of the rule.
#[pyclass(module = "urlspec", frozen, get_all, str = "{sentence}")]
pub(crate) struct Side {
    profile: &'static str,
    section: &'static str,
    sentence: String,
    url: Option<String>,
    reason: Option<&'static str>,
}

/// Returns the first difference of the profiles `a` and `b` on `url`; `None` if their results agree.
#[pyfunction]
#[pyo3(signature = (url, a, b, *, base = None))]
pub(crate) fn diff(
    py: Python<'_>,
    url: Text<'_>,
    a: &str,
    b: &str,
    base: Option<Text<'_>>,
) -> PyResult<Option<Difference>> {
    let (url, base) = (url.as_str(), base.as_ref().map(Text::as_str));
    let difference = url_diff::diff(url, base, Parser::new(profile(a)?), Parser::new(profile(b)?));
    let Some(divergence) = difference.divergence else { return Ok(None) };
    let side = |run: &Run, side: &url_diff::Side| {
        let (url, reason) = match &run.result {
            Ok(product) => (Some(product.as_str().to_owned()), None),
            Err(error) => (None, Some(error.reason().name())),
        };
        let section = side.section.id();
        Py::new(py, Side { profile: run.profile.name(), section, sentence: side.to_string(), url, reason })
    };
    let (source, text) = given(divergence.source, url, base);
    Ok(Some(Difference {
        component: divergence.component.map(Component::name),
        source,
        span: Places::new(text).span(divergence.span),
        a: side(&difference.a, &divergence.a)?,
        b: side(&difference.b, &divergence.b)?,
        sentence: divergence.to_string(),
    }))
}

#[pymethods]
impl Difference {
    fn __repr__(&self) -> String {
        format!("<Difference {}>", self.sentence)
    }
}

#[pymethods]
impl Side {
    fn __repr__(&self) -> String {
        format!("<Side {}: {}>", self.profile, self.sentence)
    }
}

//! The function `agree`: the components on which several profiles agree, or an exception.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};
use url_diff::{AgreeOptions, Hazard};
use url_facade::Component;

use crate::{
    error::Disagreement,
    text::{Text, profile},
    url::tuple,
};

/// The components that all profiles see in a URL, and the string to pass on.
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
    /// Omits `href`, which may contain a password.
    fn __repr__(&self) -> String {
        let Self { scheme, host, port, path, .. } = self;
        let host = host.as_deref().unwrap_or("None");
        let port = port.map_or_else(|| "None".to_owned(), |port| port.to_string());
        format!("<Agreement scheme={scheme} host={host} port={port} path={path:?}>")
    }
}

/// Returns the URL that all `profiles` see in `url`. Raises `Disagreement` if they differ or reject it; with
/// `strict`, also for every hazard except those named in `permit`.
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
        options = options.permit(hazard(name)?);
    }
    match options.agree(url.as_str(), base.as_ref().map(Text::as_str), &profiles) {
        Ok(agreed) => Ok(Agreement {
            href: agreed.href,
            scheme: agreed.scheme,
            host: agreed.host.map(|host| host.to_string()),
            port: agreed.port,
            path: agreed.path,
            origin: tuple(&agreed.origin),
        }),
        Err(disagreement) => Err(parted(py, &disagreement)),
    }
}

/// Returns the hazard with the name `name`.
pub(crate) fn hazard(name: &str) -> PyResult<Hazard> {
    Hazard::ALL.into_iter().find(|hazard| hazard.name() == name).ok_or_else(|| {
        let known = Hazard::ALL.map(Hazard::name).join(", ");
        PyValueError::new_err(format!("unknown hazard {name:?}; known: {known}"))
    })
}

/// Returns the exception for `disagreement`.
fn parted(py: Python<'_>, disagreement: &url_diff::Disagreement) -> PyErr {
    let exception = Disagreement::new_err(disagreement.to_string());
    let value = exception.value(py);
    let attributes = parts(py, disagreement).and_then(|parts| {
        parts.iter().try_for_each(|(name, part)| value.setattr(name.cast::<PyString>()?, part))
    });
    attributes.err().unwrap_or(exception)
}

/// Returns the details of `disagreement`, by name.
pub(crate) fn parts<'py>(
    py: Python<'py>,
    disagreement: &url_diff::Disagreement,
) -> PyResult<Bound<'py, PyDict>> {
    let (mut profiles, mut sections, mut component, mut reason) = (Vec::new(), Vec::new(), None, None);
    match disagreement {
        url_diff::Disagreement::Rejected { profile, error } => {
            profiles.push(profile.name());
            sections.push(error.section().id());
            reason = Some(error.reason().name());
        }
        url_diff::Disagreement::UnusablePort { profile } => profiles.push(profile.name()),
        url_diff::Disagreement::Diverged { a, b, component: differs, divergence }
        | url_diff::Disagreement::DivergedOnHref { a, b, component: differs, divergence, .. } => {
            profiles.extend([a.name(), b.name()]);
            component = differs.map(Component::name);
            sections.extend(
                divergence
                    .iter()
                    .flat_map(|divergence| [divergence.a.section.id(), divergence.b.section.id()]),
            );
        }
        url_diff::Disagreement::Hazardous { hazard, .. } => reason = Some(hazard.name()),
        _ => {}
    }
    let parts = PyDict::new(py);
    parts.set_item("profiles", PyTuple::new(py, profiles)?)?;
    parts.set_item("sections", PyTuple::new(py, sections)?)?;
    parts.set_item("component", component)?;
    parts.set_item("reason", reason)?;
    Ok(parts)
}

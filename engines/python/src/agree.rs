//! `agree`: what several profiles see alike, as an object; an exception if they do not.

use pyo3::{prelude::*, types::PyTuple};
use url_facade::Component;

use crate::{
    error::Disagreement,
    text::{Text, profile},
};

/// What all profiles see in a URL.
#[pyclass(module = "urlspec", frozen, get_all, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Agreement {
    scheme: String,
    host: Option<String>,
    port: Option<u16>,
    path: String,
}

#[pymethods]
impl Agreement {
    fn __repr__(&self) -> String {
        let Self { scheme, host, port, path } = self;
        let host = host.as_deref().unwrap_or("None");
        let port = port.map_or_else(|| "None".to_owned(), |port| port.to_string());
        format!("<Agreement scheme={scheme} host={host} port={port} path={path:?}>")
    }
}

/// The scheme, host, port and path that all `profiles` see in `url`. Raises `Disagreement` if they differ, or reject it.
#[pyfunction]
#[pyo3(signature = (url, profiles, *, base = None))]
pub(crate) fn agree(
    py: Python<'_>,
    url: Text<'_>,
    profiles: Vec<String>,
    base: Option<Text<'_>>,
) -> PyResult<Agreement> {
    let profiles = profiles.iter().map(|name| profile(name)).collect::<PyResult<Vec<_>>>()?;
    match url_diff::agree(url.as_str(), base.as_ref().map(Text::as_str), &profiles) {
        Ok(agreed) => Ok(Agreement {
            scheme: agreed.scheme,
            host: agreed.host.map(|host| host.to_string()),
            port: agreed.port,
            path: agreed.path,
        }),
        Err(disagreement) => Err(parted(py, &disagreement)),
    }
}

/// The exception for `disagreement`.
fn parted(py: Python<'_>, disagreement: &url_diff::Disagreement) -> PyErr {
    let (mut profiles, mut sections, mut component, mut reason) = (Vec::new(), Vec::new(), None, None);
    match disagreement {
        url_diff::Disagreement::Rejected { profile, error } => {
            profiles.push(profile.name());
            sections.push(error.section().id());
            reason = Some(error.reason().name());
        }
        url_diff::Disagreement::UnusablePort { profile } => profiles.push(profile.name()),
        url_diff::Disagreement::Parted { a, b, component: differs, parting } => {
            profiles.extend([a.name(), b.name()]);
            component = differs.map(Component::name);
            sections
                .extend(parting.iter().flat_map(|parting| [parting.a.section.id(), parting.b.section.id()]));
        }
        _ => {}
    }
    let exception = Disagreement::new_err(disagreement.to_string());
    let value = exception.value(py);
    let attributes = PyTuple::new(py, profiles)
        .and_then(|profiles| value.setattr("profiles", profiles))
        .and_then(|()| value.setattr("sections", PyTuple::new(py, sections)?))
        .and_then(|()| value.setattr("component", component))
        .and_then(|()| value.setattr("reason", reason));
    attributes.err().unwrap_or(exception)
}

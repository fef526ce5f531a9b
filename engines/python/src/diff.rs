//! The function `diff`: the difference of two profiles as Python objects.

use pyo3::prelude::*;
use url_diff::Run;
use url_facade::{Component, Parser};

use crate::{
    places::{Places, given},
    text::{Text, profile},
};

/// The first difference of two profiles on a URL.
#[pyclass(module = "urlspec", frozen, get_all)]
pub(crate) struct Difference {
    component: Option<&'static str>,
    source: &'static str,
    span: (usize, usize),
    a: Py<Side>,
    b: Py<Side>,
    sentence: String,
}

/// The rule by which one profile differs from another, and its effect.
#[pyclass(module = "urlspec", frozen, get_all)]
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
    let Some(divergence) = difference.divergence else {
        return Ok(None);
    };
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
    fn __str__(&self) -> &str {
        &self.sentence
    }

    fn __repr__(&self) -> String {
        format!("<Difference {}>", self.sentence)
    }
}

#[pymethods]
impl Side {
    fn __str__(&self) -> &str {
        &self.sentence
    }

    fn __repr__(&self) -> String {
        format!("<Side {}: {}>", self.profile, self.sentence)
    }
}

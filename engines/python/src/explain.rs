//! The Python function `explain`, which returns the steps of a specification as Python objects.

use pyo3::{prelude::*, types::PyDict};
use url_facade::{
    ParseError, Source,
    trace::{self, Recorded, Recorder},
};

use crate::{
    UrlError, refused,
    text::{Places, Text, parser},
    url::Url,
};

/// One step of a specification that ran on a URL, or one violation that a step found.
#[pyclass(module = "urlspec", frozen, get_all)]
#[derive(Default)]
pub(crate) struct Step {
    section: &'static str,
    title: &'static str,
    depth: usize,
    source: &'static str,
    span: (usize, usize),
    saw: Option<String>,
    made: Option<String>,
    holds: Option<bool>,
    omits: Option<&'static str>,
    reading: Option<&'static str>,
    violation: Option<&'static str>,
}

/// The steps of a specification that ran on a URL, and the result.
#[pyclass(module = "urlspec", frozen)]
pub(crate) struct Explanation {
    #[pyo3(get)]
    steps: Vec<Py<Step>>,
    #[pyo3(get)]
    left_out: u64,
    #[pyo3(get)]
    url: Option<Py<Url>>,
    #[pyo3(get)]
    error: Option<Py<UrlError>>,
    /// The text, the base, the profile and `every`, as `explain` received them.
    arguments: (String, Option<String>, Option<String>, bool),
}

/// Parses `url` under `profile`, and returns the steps. If `every` is false, omits steps that read no text.
#[pyfunction]
#[pyo3(signature = (url, *, base = None, profile = None, every = false))]
pub(crate) fn explain(
    py: Python<'_>,
    url: Text<'_>,
    base: Option<Text<'_>>,
    profile: Option<&str>,
    every: bool,
) -> PyResult<Explanation> {
    let (url, base) = (url.as_str(), base.as_ref().map(Text::as_str));
    let parser = parser(profile)?;
    let mut recorder = Recorder::default();
    let of_base = |error: ParseError| error.with_span_source(Source::Base);
    let parsed = base.map(|base| parser.parse_reference_traced(base, &mut trace::of_base(&mut recorder)));
    let parsed = parsed.transpose().map_err(of_base);
    let result = parsed.and_then(|base| parser.with_base(base.as_ref()).parse_traced(url, &mut recorder));

    let output = result.as_ref().map_or("", |url| url.as_str());
    let places = [url, base.unwrap_or_default(), output].map(Places::new);
    let included = |event: &Recorded| every || !matches!(event, Recorded::Visited(_) | Recorded::Decision(_));
    let events = recorder.events().zip(recorder.depths()).filter(|(event, _)| included(event));
    let steps = events.map(|(event, depth)| Py::new(py, Step::of(event, depth, &places)));
    let steps = steps.collect::<PyResult<_>>()?;
    let left_out = recorder.left_out().filter(|left| included(&left.first)).map(|left| left.times).sum();
    let (made, error) = match result {
        Ok(made) => (Some(Py::new(py, Url(made))?), None),
        Err(error) => {
            let error = refused(py, error, url, base).into_value(py).into_bound(py);
            (None, Some(error.into_any().cast_into::<UrlError>()?.unbind()))
        }
    };
    let arguments = (url.to_owned(), base.map(str::to_owned), profile.map(str::to_owned), every);
    Ok(Explanation { steps, left_out, url: made, error, arguments })
}

impl Step {
    fn of(event: &Recorded, depth: usize, [input, base, output]: &[Places<'_>; 3]) -> Self {
        let (source, places) = match event.span_source() {
            Source::Input => ("input", input),
            Source::Base => ("base", base),
            _ => ("output", output),
        };
        let mut step = Self {
            section: event.section().id(),
            title: event.section().title(),
            depth,
            source,
            span: places.span(event.span()),
            ..Self::default()
        };
        match event {
            Recorded::Step(kept) => {
                step.saw = Some(kept.input.clone());
                step.made.clone_from(&kept.output);
                step.reading = kept.reading;
            }
            Recorded::Decision(decision) => {
                step.saw = Some(decision.input.clone());
                step.holds = Some(decision.holds);
            }
            Recorded::Omitted(omitted) => step.omits = Some(omitted.component.name()),
            Recorded::Violation(violation) => step.violation = Some(violation.name),
            _ => {}
        }
        step
    }
}

#[pymethods]
impl Step {
    fn __repr__(&self) -> String {
        let Self { section, span: (start, end), .. } = self;
        let saw = self.saw.as_ref().map(|saw| format!(": {saw:?}")).unwrap_or_default();
        let made = self.made.as_ref().map(|made| format!(" -> {made:?}")).unwrap_or_default();
        format!("<Step {section} at {start}..{end}{saw}{made}>")
    }
}

#[pymethods]
impl Explanation {
    fn __repr__(&self) -> String {
        let result = if self.url.is_some() { "a URL" } else { "an error" };
        format!("<Explanation of {} steps: {result}>", self.steps.len())
    }

    /// Supports pickling and copying: the text is parsed again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        let (url, base, profile, every) = &self.arguments;
        let keywords = PyDict::new(py);
        keywords.set_item("base", base)?;
        keywords.set_item("profile", profile)?;
        keywords.set_item("every", every)?;
        let explain = py.import("urlspec")?.getattr("explain")?;
        Ok((py.import("functools")?.getattr("partial")?.call((explain,), Some(&keywords))?, (url,)))
    }

    /// Lists the steps that changed a text, one on each line.
    fn __str__(&self) -> String {
        let line = |step: &Step| {
            Some(format!("{}  {:?} -> {:?}\n", step.section, step.saw.as_ref()?, step.made.as_ref()?))
        };
        self.steps.iter().filter_map(|step| line(step.get())).collect()
    }
}

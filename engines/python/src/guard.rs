//! The Python classes `Guard` and `Permitted`, which check URLs before a program fetches them.

use std::net::IpAddr;

use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};
use url_facade::Profile;
use url_guard::{Disagreement, GuardBuilder, Hazard, HostRule, Refusal};

use crate::{
    Refused,
    compare::parts,
    text::{Places, Raw, characters, given, named, value_error},
    url::tuple,
};

/// Decides which URLs are safe to fetch; the default settings are safe.
#[pyclass(module = "urlspec", frozen)]
pub(crate) struct Guard {
    guard: url_guard::Guard,
    /// The keyword arguments that made the guard.
    settings: Py<PyDict>,
}

/// A URL that may be fetched: the result of `Guard.check` and `Guard.redirect`.
#[pyclass(module = "urlspec", frozen)]
pub(crate) struct Permitted(url_guard::Permitted, Py<Guard>);

/// Converts each item of the list of strings `value` with `make`.
fn list<T>(value: &Bound<'_, PyAny>, make: impl Fn(String) -> PyResult<T>) -> PyResult<Vec<T>> {
    value.extract::<Vec<String>>()?.into_iter().map(make).collect()
}

fn set(builder: GuardBuilder, name: &str, value: &Bound<'_, PyAny>) -> PyResult<GuardBuilder> {
    let is_text = value.is_instance_of::<PyString>();
    if !is_text && value.len().is_ok_and(|len| len == 0) {
        return Err(value_error(format!("{name} is an empty list: leave it out for the default")));
    }
    let host = |text: String| text.parse::<HostRule>().map_err(value_error);
    Ok(match name {
        "schemes" => builder.schemes(list(value, Ok)?),
        "allow_hosts" => builder.allow_hosts(list(value, host)?),
        "deny_hosts" => builder.deny_hosts(list(value, host)?),
        "ports" if is_text && value.eq("any")? => builder.any_port(),
        "ports" if is_text => {
            return Err(value_error(format!(
                "ports must be a list of numbers or 'any', not {}",
                value.repr()?
            )));
        }
        "ports" => builder.ports(value.extract::<Vec<u16>>().map_err(|error| {
            let is_too_large = error.is_instance_of::<PyOverflowError>(value.py());
            if is_too_large { value_error("ports: a port must be a number from 0 to 65535") } else { error }
        })?),
        "consumers" => builder.consumers(list(value, |name| consumer(&name))?),
        "permit" => {
            let hazards = list(value, |name| named("hazard", &name, &Hazard::ALL, Hazard::name))?;
            hazards.into_iter().fold(builder, GuardBuilder::permit)
        }
        "allow_paths" => builder.allow_paths(list(value, Ok)?),
        "deny_paths" => builder.deny_paths(list(value, Ok)?),
        "allow_patterns" => builder.allow_patterns(list(value, Ok)?),
        "deny_patterns" => builder.deny_patterns(list(value, Ok)?),
        "max_len" => builder.max_len(value.extract()?),
        "max_redirects" => builder.max_redirects(value.extract()?),
        "any_origin" if value.extract()? => builder.any_origin(),
        "allow_downgrade" if value.extract()? => builder.allow_downgrade(),
        "any_origin" | "allow_downgrade" => builder,
        _ => return Err(PyTypeError::new_err("there is no such setting")),
    })
}

fn consumer(name: &str) -> PyResult<Profile> {
    named("consumer", name, &Profile::consumers().collect::<Vec<_>>(), Profile::name)
}

#[pymethods]
impl Guard {
    /// Creates a guard with these settings. `None` leaves a setting out.
    #[new]
    #[pyo3(
        signature = (**settings),
        text_signature = "(*, schemes=None, allow_hosts=None, deny_hosts=None, ports=None, consumers=None, permit=None, any_origin=False, allow_paths=None, deny_paths=None, allow_patterns=None, deny_patterns=None, max_len=None, max_redirects=None, allow_downgrade=False)"
    )]
    fn new(py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let (mut builder, kept) = (url_guard::Guard::builder(), PyDict::new(py));
        for (name, value) in settings.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
            let name = name.extract()?;
            let named = |error: PyErr| {
                let message = format!("argument '{name}': {}", error.value(py));
                if error.is_instance_of::<PyTypeError>(py) { PyTypeError::new_err(message) } else { error }
            };
            builder = set(builder, name, &value).map_err(named)?;
            // A copy, because the caller may change its list.
            kept.set_item(name, py.import("copy")?.call_method1("copy", (&value,))?)?;
        }
        Ok(Self { guard: builder.build().map_err(value_error)?, settings: kept.unbind() })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let settings = self.settings.bind(py).iter();
        let settings = settings.map(|(name, value)| Ok(format!("{name}={}", value.repr()?)));
        Ok(format!("Guard({})", settings.collect::<PyResult<Vec<_>>>()?.join(", ")))
    }

    /// Supports pickling and copying: the new guard has the same settings.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let settings = slf.get().settings.bind(slf.py());
        let partial = slf.py().import("functools")?.getattr("partial")?;
        Ok((partial.call((slf.get_type(),), Some(settings))?, PyTuple::empty(slf.py())))
    }

    /// Checks `url`, which may be relative to `base`. Raises `Refused` if the guard does not permit the URL.
    #[pyo3(signature = (url, base = None))]
    fn check(slf: &Bound<'_, Self>, url: Raw<'_>, base: Option<Raw<'_>>) -> PyResult<Permitted> {
        let py = slf.py();
        let base = base.as_ref().map(|base| text(py, base)).transpose()?;
        let url = text(py, &url)?;
        let checked = slf.get().guard.check(url, base).map_err(|refusal| refused(py, &refusal, url, base))?;
        Ok(Permitted(checked, slf.clone().unbind()))
    }

    /// Checks the target of a redirect: `location` is the `Location` header in the response from `permitted`.
    /// Raises `Refused` if the guard does not permit the target.
    fn redirect(slf: &Bound<'_, Self>, permitted: &Permitted, location: Raw<'_>) -> PyResult<Permitted> {
        let (py, from) = (slf.py(), &permitted.0);
        let location = text(py, &location)?;
        let to = slf.get().guard.redirect(from, location);
        let to = to.map_err(|refusal| refused(py, &refusal, location, Some(from.href())))?;
        Ok(Permitted(to, slf.clone().unbind()))
    }
}

getters! { Permitted, self:
    /// The URL to fetch. Never fetch the text that was passed to the guard.
    href: &str = self.0.href();
    /// The host to connect to; an IPv6 address has its brackets.
    host: String = self.0.host().to_string();
    /// The port to connect to.
    port: u16 = self.0.port();
    /// The origin; `None` if it is opaque, since an opaque origin equals no other.
    origin: Option<String> = tuple(self.0.origin());
    /// True if the host is a name, whose addresses must be checked.
    needs_addresses: bool = self.0.needs_addresses();
}

#[pymethods]
impl Permitted {
    /// Checks the addresses of the host, and returns them as strings. Raises `Refused` if one is forbidden.
    fn check_addresses(&self, py: Python<'_>, addresses: Vec<Address>) -> PyResult<Vec<String>> {
        let addresses: Vec<_> = addresses.into_iter().map(|Address(address)| address).collect();
        let checked = self.0.check_addresses(&addresses);
        let checked = checked.map_err(|refusal| refused(py, &refusal, "", None))?;
        Ok(checked.iter().map(IpAddr::to_string).collect())
    }

    /// Supports pickling and copying: the guard checks `href` again, and counts redirects from it.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        Ok((self.1.bind(py).getattr("check")?, (self.0.href(),)))
    }

    /// Omits `href`, since a URL may contain a password.
    fn __repr__(&self) -> String {
        format!("<Permitted host={} port={}>", self.0.host(), self.0.port())
    }
}

/// An IP address as an argument: a string or an object of Python's `ipaddress`. The zone of an IPv6 address
/// is removed, because the check of an address does not use it.
struct Address(IpAddr);

impl<'a, 'py> FromPyObject<'a, 'py> for Address {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let text = object.str()?;
        let text = text.to_str()?;
        let address = text.split_once('%').map_or(text, |(address, _)| address).parse();
        address.map(Self).map_err(|_| PyValueError::new_err(format!("{text:?} is not an address")))
    }
}

fn text<'a>(py: Python<'_>, raw: &'a Raw<'_>) -> PyResult<&'a str> {
    str::from_utf8(&raw.bytes).map_err(|error| {
        let at = error.valid_up_to();
        let details = PyDict::new(py);
        let index = if raw.is_text { characters(&raw.bytes[..at]) } else { at };
        let set = details.set_item("at", index);
        set.map_or_else(|error| error, |()| raised(py, &Refusal::NotUtf8 { at }, &details))
    })
}

fn refused(py: Python<'_>, refusal: &Refusal, input: &str, base: Option<&str>) -> PyErr {
    let details = details(py, refusal, input, base);
    details.map_or_else(|error| error, |details| raised(py, refusal, &details))
}

fn raised(py: Python<'_>, refusal: &Refusal, details: &Bound<'_, PyDict>) -> PyErr {
    let exception = Refused::new_err(refusal.to_string());
    let value = exception.value(py);
    let attributes = value
        .setattr("code", refusal.code())
        .and_then(|()| value.setattr("cwe", refusal.cwe()))
        .and_then(|()| value.setattr("details", details));
    attributes.err().unwrap_or(exception)
}

fn details<'py>(
    py: Python<'py>,
    refusal: &Refusal,
    input: &str,
    base: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    if let Refusal::Disagreement(disagreement) = refusal {
        let details = parts(py, disagreement)?;
        let (source, span) = match &**disagreement {
            Disagreement::Hazardous { source, span, .. } => (*source, *span),
            Disagreement::Rejected { error, .. } => (error.span_source(), error.span()),
            Disagreement::Diverged { divergence: Some(first), .. } => (first.source, first.span),
            _ => return Ok(details),
        };
        let (name, text) = given(source, input, base);
        details.set_item("source", name)?;
        details.set_item("span", Places::new(text).span(span))?;
        return Ok(details);
    }
    let details = PyDict::new(py);
    match refusal {
        Refusal::TooLong { len, limit } => {
            details.set_item("len", len)?;
            details.set_item("limit", limit)?;
        }
        Refusal::Scheme { scheme } => details.set_item("scheme", scheme)?,
        Refusal::Host { host, .. } | Refusal::HostNotAllowed { host } => {
            details.set_item("host", host.to_string())?;
        }
        Refusal::Port { port } => details.set_item("port", port)?,
        Refusal::Origin { origin, base } => {
            details.set_item("origin", origin)?;
            details.set_item("base", base)?;
        }
        Refusal::Path { path } => details.set_item("path", path)?,
        Refusal::Address { address } => details.set_item("address", address.to_string())?,
        Refusal::TooManyRedirects { limit } => details.set_item("limit", limit)?,
        _ => {}
    }
    Ok(details)
}

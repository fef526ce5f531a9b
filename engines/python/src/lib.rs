//! The Python module `urlspec`: URLs as specifications read them, one at a time and by the column.
//!
//! It converts between Python objects and the Rust crates, and contains no URL logic. `urlspec.pyi` describes
//! it to Python programmers.

#![allow(clippy::needless_pass_by_value, reason = "Python's arguments are converted to values")]

#[macro_use]
mod getters;

mod agree;
mod column;
mod columns;
mod diff;
mod error;
mod explain;
mod guard;
mod imported;
mod places;
mod text;
mod url;

use pyo3::prelude::*;

/// URLs as specifications read them: parse, resolve, compare and explain, one at a time or by the column.
#[pymodule]
mod urlspec {
    use pyo3::{prelude::*, types::PyTuple};
    use url_columns::Function;
    use url_facade::Profile;

    #[pymodule_export]
    use crate::agree::{Agreement, agree};
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::columns::{
        url_agree, url_canon, url_canon_policy, url_diff_rule, url_error, url_host, url_origin, url_parse,
        url_path, url_port, url_query_param, url_registrable_domain, url_resolve, url_risk, url_surt,
        url_without_params,
    };
    #[pymodule_export]
    use crate::diff::{Difference, Side, diff};
    #[pymodule_export]
    use crate::error::{Disagreement, Refused, UrlError};
    #[pymodule_export]
    use crate::explain::{Explanation, Step, explain};
    #[pymodule_export]
    use crate::guard::{Guard, Permitted};
    #[pymodule_export]
    use crate::url::{Url, can_parse, parse};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let profiles = Profile::available().iter().map(|profile| profile.name());
        module.add("PROFILES", PyTuple::new(module.py(), profiles.collect::<Vec<_>>())?)?;
        let functions = Function::ALL.iter().map(|function| function.name());
        module.add("FUNCTIONS", PyTuple::new(module.py(), functions.collect::<Vec<_>>())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

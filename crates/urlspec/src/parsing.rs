//! How commands over many URLs parse each of them.

use url_columns::{DEFAULT_MAX_LEN, Input, RowError};
use url_facade::{NoTrace, Parser, Profile, Reference, UrlRef, fast};

use crate::{
    args::Options,
    condition::Condition,
    operation::{Fault, parse_base},
    shape::ErrorShape,
    template::Row,
    verdict::Failure,
};

/// How URLs are parsed.
#[derive(Clone)]
pub(crate) struct Parsing {
    parser: Parser<'static>,
    base: Option<Reference>,
    /// What a URL must meet to have a result.
    conditions: Vec<Condition>,
}

impl Parsing {
    /// As `options` say, against `base`.
    pub(crate) fn new(options: &Options, base: Option<&str>) -> Result<Self, Failure> {
        let parser = options.parser();
        let base = base.map(|base| parse_base(parser, base, &mut NoTrace)).transpose();
        let base = base.map_err(|fault| Failure::Refused(format!("the base: {}", fault.error)))?;
        Ok(Self { parser, base, conditions: Vec::new() })
    }

    /// The same, with conditions.
    pub(crate) fn with_conditions(self, conditions: &[Condition]) -> Self {
        Self { conditions: conditions.to_vec(), ..self }
    }

    /// Whether the URL of `row` meets all conditions.
    pub(crate) fn meets(&self, row: Row<'_>) -> bool {
        self.conditions.iter().all(|condition| condition.meets(row))
    }

    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, Fault> {
        self.parse_under(input, None)
    }

    pub(crate) fn profile(&self) -> Profile {
        self.parser.profile()
    }

    /// Whether `input` is known to be what [`parse`](Self::parse) would return.
    pub(crate) fn keeps(&self, input: &str) -> bool {
        self.conditions.is_empty()
            && fast::scan(&self.parser.with_base(self.base.as_ref()), input) == Some(true)
    }

    /// Parses `input` against `base`, if there is one.
    pub(crate) fn parse_under<'i>(
        &self,
        input: &'i str,
        base: Option<&Reference>,
    ) -> Result<UrlRef<'i>, Fault> {
        Ok(self.parser.with_base(base.or(self.base.as_ref())).parse_ref(input)?)
    }

    /// What a document declares as its base, resolved.
    pub(crate) fn reference(&self, base: &str) -> Option<Reference> {
        let url = self.parse(base).ok()?;
        self.parser.parse_reference(url.as_str()).ok()
    }

    /// Parses the URL of a row of a table, by the rules of every engine. Returns it as it was given too.
    pub(crate) fn parse_row<'i>(
        &self,
        row: impl Input<'i>,
    ) -> Result<(&'i str, UrlRef<'i>), ErrorShape<'static>> {
        let unusable = |error: RowError| ErrorShape::of_request(error.reason(), error.to_string());
        let input = row.text(DEFAULT_MAX_LEN).map_err(unusable)?;
        Ok((input, self.parse(input).map_err(ErrorShape::of)?))
    }
}

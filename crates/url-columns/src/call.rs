//! The type `Call`: a function with its constant arguments, and its evaluation on rows.

use std::{borrow::Cow, fmt, mem};

use url_facade::host::{HostRisk, NamePurpose, classify};
use url_facade::{Component, Origin, ParseError, ParseProfileError, Parser, Profile, Reference, Url, UrlRef};
#[cfg(feature = "patterns")]
use url_pattern::{PatternError, UrlPattern, UrlPatternSet};
#[cfg(feature = "policies")]
use url_policies::{Dialect, Policy, UnknownPolicy};

use crate::function::Function;
use crate::url_columns::{DEFAULT_MAX_LEN, Input, RowError, UrlColumns, is_url, port};
use crate::values::{Column, Full, ListColumn, TextColumn, Values};

/// The number of rows that are parsed before their columns are built. The rows fit into the processor's
/// cache.
const SLICE: usize = 8192;
const SAMPLE: usize = 1024;

trait Rows<'i>: Iterator<Item = Option<Self::Row>> {
    type Row: Input<'i>;
}

impl<'i, R: Input<'i>, I: Iterator<Item = Option<R>>> Rows<'i> for I {
    type Row = R;
}

type Filled = Result<(), Full>;

/// A function with its constant arguments. An engine creates a `Call` once, and evaluates it on columns.
///
/// # Examples
/// ```
/// use url_columns::{Call, Function, Values};
/// let call = Call::new(Function::QueryParam, &["q"])?;
/// let rows = [Some("https://a.test/?q=caf%C3%A9"), Some("https://a.test/"), Some("//"), None];
/// let Values::Text(texts) = call.evaluate(rows)? else { unreachable!() };
/// assert_eq!(texts.iter().collect::<Vec<_>>(), [Some("café"), None, None, None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Call {
    function: Function,
    constants: Constants,
    profile: Profile,
    base: Option<Url>,
    max_len: usize,
    columns: Vec<Column>,
}

/// The error if the results have more text than fits into a column ([`TextColumn::MAX_LEN`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incomplete {
    values: Box<Values>,
}

impl Call {
    /// Creates a call of `function` with `constants`: its constant arguments in the order of
    /// [`Function::arguments`], and after them, optionally, the name of a profile. For the base of
    /// `url_resolve`, use [`Call::with_base`].
    ///
    /// # Errors
    /// If the number of constants is wrong, or `function` does not accept one of them.
    pub fn new(function: Function, constants: &[&str]) -> Result<Self, CallError> {
        let takes_profile = function.takes_profile();
        let (own, profile) = match constants.split_last() {
            Some((last, own)) if takes_profile && own.len() == function.constants() => (own, profile(last)?),
            _ => (constants, Profile::default()),
        };
        let constants = Constants::of(function, own)?;
        check_profile(function, profile)?;
        let columns = Column::PARSE.to_vec();
        Ok(Self { function, constants, profile, base: None, max_len: DEFAULT_MAX_LEN, columns })
    }

    /// Sets the base against which `url_resolve` resolves every row.
    ///
    /// # Errors
    /// If `base` is not a URL under the profile, or if the function is not `url_resolve`.
    ///
    /// # Examples
    /// ```
    /// use url_columns::{Call, Function, Values};
    /// let call = Call::new(Function::Resolve, &[])?.with_base("https://a.test/b/")?;
    /// let Values::Text(texts) = call.evaluate([Some("../c")])? else { unreachable!() };
    /// assert_eq!(texts.get(0), Some("https://a.test/c"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_base(self, base: &str) -> Result<Self, CallError> {
        if self.function != Function::Resolve {
            return Err(CallError::Count { function: self.function, given: 1 });
        }
        let base = Parser::new(self.profile).parse(base).map_err(CallError::Base)?;
        Ok(Self { base: Some(base), ..self })
    }

    /// Sets the maximum length of a valid row, in bytes. The default is [`DEFAULT_MAX_LEN`].
    pub fn with_max_len(self, max_len: usize) -> Self {
        Self { max_len, ..self }
    }

    /// Sets the columns that `url_parse` returns. The default is [`Column::PARSE`].
    pub fn with_columns(self, columns: &[Column]) -> Self {
        Self { columns: columns.to_vec(), ..self }
    }

    /// Returns the function.
    pub fn function(&self) -> Function {
        self.function
    }

    /// Returns the result for zero rows, which shows the type of the result and its columns.
    pub fn empty(&self) -> Values {
        match self.function {
            Function::Parse => Values::of_columns(&self.columns),
            function => Values::new(function.result()),
        }
    }

    /// Evaluates the function on `rows`, and returns a column with the result for each row.
    ///
    /// # Errors
    /// If the results have more text than fits into a column. The error contains the results of the first
    /// rows; call this method again with the remaining rows.
    pub fn evaluate<'i, R: Input<'i>>(
        &self,
        rows: impl IntoIterator<Item = Option<R>>,
    ) -> Result<Values, Incomplete> {
        let mut values = self.empty();
        let mut rows = rows.into_iter();
        let filled = match &mut values {
            values if self.profile.is_consumer() => self.fill_by_consumer(rows, values),
            Values::List(out) => self.fill_lists(rows, out),
            Values::Text(out) => {
                let (len, _) = rows.size_hint();
                self.fill_text(rows.by_ref().take(SAMPLE), out).and_then(|()| {
                    out.reserve_alike(len.saturating_sub(SAMPLE));
                    // With `take`, the iterator has the same type as above, and is compiled once.
                    self.fill_text(rows.by_ref().take(usize::MAX), out)
                })
            }
            Values::U16(out) => self.each_url(rows, |url| {
                out.push(url.and_then(Url::port));
                Ok(())
            }),
            #[cfg(any(feature = "diff", feature = "patterns"))]
            Values::Flag(out) => match &self.constants {
                #[cfg(feature = "diff")]
                Constants::Profiles(profiles) => {
                    let agree = |text| url_guard::agree(text, None, profiles).is_ok();
                    rows.for_each(|row| out.push(row.map(|row| row.text(self.max_len).is_ok_and(agree))));
                    Ok(())
                }
                #[cfg(feature = "patterns")]
                Constants::Patterns(set, _) => self.each_url(rows, |url| {
                    out.push(url.map(|url| set.patterns().iter().any(|pattern| pattern.matches(url))));
                    Ok(())
                }),
                _ => Ok(()),
            },
            Values::Struct { .. } => self.fill_struct(rows, &mut values),
            // No function in this build returns a value of another kind.
            _ => Ok(()),
        };
        match filled {
            Ok(()) => Ok(values),
            Err(Full) => Err(Incomplete { values: Box::new(values) }),
        }
    }

    /// Resolves each of `rows` against the base in the same row of `bases`. A result is null if the reference
    /// or the base is null or invalid. Stops at the end of `rows` or `bases`.
    ///
    /// # Errors
    /// Fails as [`Call::evaluate`] does.
    pub fn resolve<'i, 'b, R: Input<'i>, B: Input<'b>>(
        &self,
        rows: impl IntoIterator<Item = Option<R>>,
        bases: impl IntoIterator<Item = Option<B>>,
    ) -> Result<Values, Incomplete> {
        let parser = Parser::new(self.profile);
        let mut out = TextColumn::default();
        // Adjacent rows often have the same base, so reuse the last one.
        let mut known: Option<(&str, Option<Url>)> = None;
        for (row, base) in rows.into_iter().zip(bases) {
            let base = base.and_then(|base| base.text(self.max_len).ok());
            if let Some(text) = base
                && known.as_ref().is_none_or(|(last, _)| *last != text)
            {
                known = Some((text, parser.parse(text).ok()));
            }
            let base = base.and(known.as_ref()).and_then(|(_, url)| url.as_ref());
            let pushed = match base {
                Some(base) => push_canonical(&parser.with_base(base), self.max_len, row, &mut out),
                None => out.push(None),
            };
            if pushed.is_err() {
                return Err(Incomplete { values: Box::new(Values::Text(out)) });
            }
        }
        Ok(Values::Text(out))
    }

    fn parser(&self) -> Parser<'_> {
        Parser::new(self.profile).with_base(self.base.as_ref())
    }

    #[inline]
    fn each_url<'i>(&self, rows: impl Rows<'i>, mut f: impl FnMut(Option<&UrlRef<'i>>) -> Filled) -> Filled {
        let parser = self.parser();
        for row in rows {
            let text = row.and_then(|row| row.text(self.max_len).ok());
            f(text.and_then(|text| parser.parse_ref(text).ok()).as_ref())?;
        }
        Ok(())
    }

    fn fill_component<'i>(&self, rows: impl Rows<'i>, component: Component, out: &mut TextColumn) -> Filled {
        let parser = self.parser();
        // FAST: writing each URL to the same buffer takes less time than building a `UrlRef`.
        let mut url = String::new();
        for row in rows {
            url.clear();
            let text = row.and_then(|row| row.text(self.max_len).ok());
            let components = text.and_then(|text| parser.append_into(text, &mut url).ok());
            let place = components.and_then(|components| components.get(component));
            out.push(place.map(|place| place.of(&url)))?;
        }
        Ok(())
    }

    fn fill_text<'i>(&self, mut rows: impl Rows<'i>, out: &mut TextColumn) -> Filled {
        if let Some(component) = self.function.column().and_then(Column::component) {
            return self.fill_component(rows, component, out);
        }
        match (self.function, &self.constants) {
            (Function::Canon | Function::Resolve, _) => {
                let parser = self.parser();
                rows.try_for_each(|row| push_canonical(&parser, self.max_len, row, out))
            }
            (Function::WithoutFragment, _) => self.each_url(rows, |url| {
                out.push(url.map(|url| url.as_str().split('#').next().unwrap_or_default()))
            }),
            #[cfg(feature = "display")]
            (Function::Display, _) => {
                self.each_url(rows, |url| out.push(url.map(url_find::display).as_deref()))
            }
            (Function::Origin, _) => self.each_url(rows, |url| {
                let origin = url.map(Url::origin).filter(Origin::is_tuple);
                out.push(origin.map(|origin| origin.to_string()).as_deref())
            }),
            (Function::Risk, _) => self.each_url(rows, |url| out.push(url.map(risk_of))),
            (Function::QueryParam, Constants::Name(name)) => self.each_url(rows, |url| {
                let value = url.and_then(|url| url.query_pairs().find(|(known, _)| known == name));
                out.push(value.map(|(_, value)| value).as_deref())
            }),
            (Function::WithoutParams, Constants::Names(names)) => self.each_url(rows, |url| match url {
                Some(url) if url.query().is_some() => out.push(without(url, names).as_deref()),
                url => out.push(url.map(Url::as_str)),
            }),
            #[cfg(feature = "psl")]
            (Function::RegistrableDomain, _) => {
                self.each_url(rows, |url| out.push(url.and_then(Url::registrable_domain)))
            }
            #[cfg(feature = "psl")]
            (Function::PublicSuffix, _) => {
                self.each_url(rows, |url| out.push(url.and_then(Url::public_suffix)))
            }
            #[cfg(feature = "psl")]
            (Function::Subdomain, _) => self.each_url(rows, |url| {
                let (host, domain) = (url.and_then(Url::host_str), url.and_then(Url::registrable_domain));
                let before = host.zip(domain).and_then(|(host, domain)| host.strip_suffix(domain));
                out.push(before.map(|labels| labels.strip_suffix('.').unwrap_or(labels)))
            }),
            #[cfg(feature = "policies")]
            (Function::Surt | Function::CanonPolicy, Constants::Policy(policy)) => {
                self.each_url(rows, |url| out.push(url.map(|url| policy.text(url)).as_deref()))
            }
            #[cfg(feature = "patterns")]
            (Function::PatternFirst, Constants::Patterns(set, texts)) => self.each_url(rows, |url| {
                let first = url.and_then(|url| texts.get(set.first(url)?));
                out.push(first.map(String::as_str))
            }),
            #[cfg(feature = "diff")]
            (Function::DiffRule, Constants::Profiles(profiles)) => {
                let &[a, b] = profiles.as_slice() else { return Ok(()) };
                rows.try_for_each(|row| {
                    let text = row.and_then(|row| row.text(self.max_len).ok());
                    let diff = |text| url_diff::diff(text, None, Parser::new(a), Parser::new(b)).divergence;
                    let rules = text.and_then(diff).map(|at| format!("{} / {}", at.a.section, at.b.section));
                    out.push(rules.as_deref())
                })
            }
            // `Constants::of` never returns another pair of a function and constants.
            _ => Ok(()),
        }
    }

    fn fill_lists<'i>(&self, rows: impl Rows<'i>, out: &mut ListColumn) -> Filled {
        match (self.function, &self.constants) {
            (Function::PathSegments, _) => {
                self.each_url(rows, |url| out.push(url.and_then(Url::path_segments)))
            }
            (Function::QueryValues, Constants::Name(name)) => self.each_url(rows, |url| {
                let pairs = url.map(|url| url.query_pairs().filter(|(known, _)| known == name));
                out.push(pairs.map(|pairs| pairs.map(|(_, value)| value)))
            }),
            _ => self.each_url(rows, |url| out.push(url.map(|url| url.query_pairs().map(|(name, _)| name)))),
        }
    }

    /// Fills `out` by a consumer, which splits the text of a row, and has no canonical URL.
    fn fill_by_consumer<'i>(&self, rows: impl Rows<'i>, out: &mut Values) -> Filled {
        let is_error = self.function == Function::Error;
        for row in rows {
            let is_null = row.is_none();
            let read = row.map(|row| {
                let reference = self.parser().parse_reference(row.text(self.max_len)?)?;
                reference.invalid().map_or(Ok(reference), |error| Err(RowError::from(error)))
            });
            let Values::Struct { fields, validity } = out else {
                let Some(column) = self.function.column() else { return Ok(()) };
                push_part(column, read.as_ref(), out)?;
                continue;
            };
            let added =
                fields.iter_mut().try_for_each(|(column, out)| push_part(*column, read.as_ref(), out));
            if let Err(full) = added {
                let len = validity.len();
                out.truncate(len);
                return Err(full);
            }
            validity.push(!(is_null || is_error && matches!(read, Some(Ok(_)))));
        }
        Ok(())
    }

    fn fill_struct<'i>(&self, rows: impl Rows<'i>, out: &mut Values) -> Filled {
        let is_error = self.function == Function::Error;
        let mut urls = UrlColumns::new(self.parser()).with_max_len(self.max_len);
        let mut nulls = Vec::new();
        let mut rows = rows.peekable();
        let mut is_first = true;
        while rows.peek().is_some() {
            urls.clear();
            nulls.clear();
            for row in rows.by_ref().take(SLICE) {
                if urls.push(row).is_err() {
                    // The slice has no space for this URL. Append the slice to the results, and begin a new
                    // one.
                    append_slice(&urls, &nulls, is_error, out)?;
                    urls.clear();
                    nulls.clear();
                    urls.push(row)?;
                }
                nulls.push(row.is_none());
            }
            append_slice(&urls, &nulls, is_error, out)?;
            if mem::take(&mut is_first) {
                out.reserve_alike(rows.size_hint().0);
            }
        }
        Ok(())
    }
}

/// Appends the rows of `urls` to the columns of `out`, or no row if a column has no space. `is_error` is true
/// for the function `url_error`, which returns null for a URL.
fn append_slice(urls: &UrlColumns<'_>, nulls: &[bool], is_error: bool, out: &mut Values) -> Filled {
    let len = out.len();
    let Values::Struct { fields, validity } = out else { return Ok(()) };
    let added = fields.iter_mut().try_for_each(|(column, field)| urls.append_column(*column, field));
    let rows = urls.components().iter().zip(nulls);
    validity.extend(rows.map(|(url, is_null)| !(*is_null || is_error && is_url(url))));
    if added.is_err() {
        out.truncate(len);
    }
    added
}

/// Appends the value of `column` in a row that a consumer read, which is null if `read` is `None`.
fn push_part(column: Column, read: Option<&Result<Reference, RowError>>, out: &mut Values) -> Filled {
    let part = read.and_then(|read| match (read, column) {
        (Err(error), Column::Reason) => Some(error.reason().into()),
        (Err(error), Column::Section) => error.section().map(Cow::Borrowed),
        #[cfg(feature = "consumers")]
        (Ok(reference), Column::Host) => connection(reference),
        (Ok(reference), _) => reference.get(column.component_or_port()?).map(Cow::Borrowed),
        _ => None,
    });
    match out {
        Values::Text(out) => out.push(part.as_deref()),
        Values::U16(out) => {
            out.push(part.and_then(|text| port(&text)));
            Ok(())
        }
        Values::U32(out) => {
            out.push(read.and_then(|read| read.as_ref().err()).and_then(RowError::offset));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Returns the host that the consumer's client connects to.
#[cfg(feature = "consumers")]
fn connection(reference: &Reference) -> Option<Cow<'_, str>> {
    reference.get(Component::Host)?;
    url_guard::connects_to(reference).map(|host| host.to_string().into())
}

#[inline]
fn push_canonical<'i>(
    parser: &Parser<'_>,
    max_len: usize,
    row: Option<impl Input<'i>>,
    out: &mut TextColumn,
) -> Result<(), Full> {
    let Some(Ok(text)) = row.map(|row| row.text(max_len)) else { return out.push(None) };
    let start = out.values.len();
    let is_url = parser.append_into(text, &mut out.values).is_ok();
    // A URL that does not even fit into an empty column is an error of its row.
    let is_url = is_url && out.values.len() - start <= TextColumn::MAX_LEN;
    let fits = out.values.len() <= TextColumn::MAX_LEN;
    if !is_url || !fits {
        out.values.truncate(start);
    }
    if is_url && !fits {
        return Err(Full);
    }
    out.end_row(is_url);
    Ok(())
}

fn without(url: &UrlRef<'_>, names: &[String]) -> Option<String> {
    let is_removed = |name: &str| {
        names.iter().any(|known| match known.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == known,
        })
    };
    let mut url = url.clone().into_owned();
    let edited = url.edit_query(|query| _ = query.retain(|name, _| !is_removed(name)));
    edited.is_ok().then(|| url.into_string())
}

fn risk_of(url: &UrlRef<'_>) -> &'static str {
    match url.host().map(|host| classify(&host)) {
        None | Some(HostRisk::NoHost) => "no-host",
        Some(HostRisk::Localhost) => "localhost",
        Some(HostRisk::UnknownUntilResolved) => "unknown-until-resolved",
        Some(HostRisk::Address(risk)) if risk.is_public() => "public",
        Some(HostRisk::Address(risk)) if risk.is_metadata_service() => "metadata-service",
        Some(HostRisk::Address(_)) => "not-public",
        Some(HostRisk::ListedName(name)) if name.purpose == NamePurpose::Metadata => "metadata-service",
        Some(HostRisk::ListedName(_)) => "listed-name",
        Some(HostRisk::SingleLabel) => "single-label",
        Some(HostRisk::ReadAsAddress(_)) => "read-as-address",
        Some(HostRisk::WildcardDns(_)) => "wildcard-dns",
        Some(_) => "unknown-opaque",
    }
}

impl Incomplete {
    /// Returns the results of the first rows, which fit into a column.
    pub fn into_values(self) -> Values {
        *self.values
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (the results of the first {} rows fit)", Full, self.values.len())
    }
}

impl std::error::Error for Incomplete {}

#[derive(Clone, Debug)]
enum Constants {
    None,
    Name(String),
    /// Names of parameters. A `*` at the end of a name stands for any text.
    Names(Vec<String>),
    #[cfg(feature = "policies")]
    Policy(Policy),
    #[cfg(feature = "diff")]
    Profiles(Vec<Profile>),
    /// The compiled patterns, and their texts.
    #[cfg(feature = "patterns")]
    Patterns(Box<UrlPatternSet>, Vec<String>),
}

/// The reason why a [`Call`] with the given constants cannot be created.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The number of constants differs from the number that the function requires.
    Count {
        /// The function.
        function: Function,
        /// The number of constants in the call.
        given: usize,
    },
    /// A constant is not the name of a profile in this build.
    Profile(ParseProfileError),
    /// The profile is a consumer without the function, or the function is `url_without_params` and the
    /// profile has no setters.
    NotInThisProfile {
        /// The function.
        function: Function,
        /// The profile.
        profile: Profile,
    },
    /// The call of `url_agree` has fewer than two different profiles, so that there is nothing to compare.
    #[cfg(feature = "diff")]
    TooFewProfiles(Function),
    /// A constant is not the name of a policy.
    #[cfg(feature = "policies")]
    Policy(UnknownPolicy),
    /// A constant is not a URL pattern.
    #[cfg(feature = "patterns")]
    Pattern {
        /// The constant, or the first of its patterns that is not valid.
        pattern: String,
        /// The reason, and the place in the pattern.
        error: PatternError,
    },
    /// The base is not a URL under the profile.
    Base(ParseError),
}

impl Constants {
    fn of(function: Function, constants: &[&str]) -> Result<Self, CallError> {
        Ok(match (function, constants) {
            (Function::QueryParam | Function::QueryValues, [name]) => Self::Name((*name).to_owned()),
            (Function::WithoutParams, [names]) => {
                Self::Names(names.split(',').map(|name| name.trim().to_owned()).collect())
            }
            #[cfg(feature = "policies")]
            (Function::Surt, []) => Self::Policy(Policy::Surt(Dialect::Wayback)),
            #[cfg(feature = "policies")]
            (Function::CanonPolicy, [policy]) => Self::Policy(policy.parse().map_err(CallError::Policy)?),
            #[cfg(feature = "patterns")]
            (Function::Matches, [pattern]) => patterns(vec![(*pattern).to_owned()])?,
            #[cfg(feature = "patterns")]
            (Function::PatternFirst, [all]) => {
                let texts: Vec<_> = all.split_whitespace().map(str::to_owned).collect();
                // No pattern at all is the error of an empty one.
                patterns(if texts.is_empty() { vec![String::new()] } else { texts })?
            }
            #[cfg(feature = "diff")]
            (Function::Agree, [profiles]) => {
                let profiles = profiles.split(',').map(|name| profile(name.trim()));
                let profiles = profiles.collect::<Result<Vec<_>, _>>()?;
                if profiles.iter().all(|profile| profiles.first() == Some(profile)) {
                    return Err(CallError::TooFewProfiles(function));
                }
                Self::Profiles(profiles)
            }
            #[cfg(feature = "diff")]
            (Function::DiffRule, [a, b]) => Self::Profiles(vec![profile(a)?, profile(b)?]),
            (_, []) if function.constants() == 0 => Self::None,
            _ => return Err(CallError::Count { function, given: constants.len() }),
        })
    }
}

#[cfg(feature = "patterns")]
fn patterns(texts: Vec<String>) -> Result<Constants, CallError> {
    let parse = |text: &String| {
        UrlPattern::parse(text, None).map_err(|error| CallError::Pattern { pattern: text.clone(), error })
    };
    Ok(Constants::Patterns(Box::new(texts.iter().map(parse).collect::<Result<_, _>>()?), texts))
}

fn profile(name: &str) -> Result<Profile, CallError> {
    name.parse().map_err(CallError::Profile)
}

fn check_profile(function: Function, profile: Profile) -> Result<(), CallError> {
    let refused = CallError::NotInThisProfile { function, profile };
    if profile.is_consumer() {
        return if function.has_consumers() { Ok(()) } else { Err(refused) };
    }
    // A profile without setters rejects every edit, so one edit of one URL shows if there are setters.
    let edits = || Parser::new(profile).parse("http://a.test/?b").map(|mut url| url.edit_query(|_| {}));
    let is_missing = function == Function::WithoutParams && !matches!(edits(), Ok(Ok(_)));
    if is_missing { Err(refused) } else { Ok(()) }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { function, given } => {
                let names: Vec<_> = function.arguments().iter().map(|argument| argument.name).collect();
                let profile = if function.takes_profile() { " [, profile]" } else { "" };
                write!(f, "{function}({}{profile}) was given {given} constants", names.join(", "))
            }
            Self::Profile(error) => error.fmt(f),
            Self::NotInThisProfile { function, profile } => {
                write!(f, "{function} is not in {profile}")?;
                if !profile.is_consumer() {
                    return Ok(());
                }
                let has = Function::ALL.iter().filter(|function| function.has_consumers());
                let has: Vec<_> = has.map(|function| function.name()).collect();
                write!(f, ", a program that only splits URLs: it has {}", has.join(", "))
            }
            #[cfg(feature = "diff")]
            Self::TooFewProfiles(function) => write!(f, "{function} compares two different profiles or more"),
            #[cfg(feature = "policies")]
            Self::Policy(error) => error.fmt(f),
            #[cfg(feature = "patterns")]
            Self::Pattern { pattern, error } => write!(f, "{pattern:?} is not a URL pattern: {error}"),
            Self::Base(error) => write!(f, "the base is not a URL: {error}"),
        }
    }
}

impl std::error::Error for CallError {}

//! `edit`: sets or removes components of URLs, and edits the path and the query. `build`: builds a URL from
//! its parts. `encode` and `decode`: escape a text for a part of a URL, or decode the escapes.

use std::{borrow::Cow, io::Write as _};

use url_facade::{Encoding, ParseError, Rules, TextPart, Url, UrlBuilder, redact::redact};
use url_policies::ParameterList;

use crate::{
    args::{Build, Edit, Options, RemovableComponent, Values, parameters},
    lines::{self, Job, Kind, Page},
    operation::Outcome,
    selection::Parsing,
    shape::{Answer, ErrorShape},
    show::{print_either, report_by, say, write_error},
    verdict::{Result, Verdict, refuse},
};

struct Changes {
    parsing: Parsing,
    edit: Edit,
    list: Option<ParameterList>,
    rules: Option<Rules>,
}

pub(crate) fn run(options: &Options, edit: Edit) -> Result<Verdict> {
    let list = edit.parameters.as_deref().map(parameters).transpose()?;
    let list = list.or_else(|| edit.strip_tracking.then(ParameterList::default));
    let rules = edit.redact.as_deref().map(redaction);
    let parsing = Parsing::new(options, &edit.stream)?;
    let stream = edit.stream.clone();
    lines::run(options, &stream, Kind::of("edited"), Changes { parsing, edit, list, rules })
}

impl Job for Changes {
    fn run(&self, number: u64, input: &str, page: &mut Page<'_>) {
        let url = self.parsing.parse(input).and_then(|url| match &self.edit.resolve {
            Some(reference) => self.parsing.parser.with_base(&url).parse(reference),
            None => Ok(url.into_owned()),
        });
        let Some(url) = page.parsed(number, input, url) else { return };
        match self.apply(url) {
            Ok(url) => {
                let text = match &self.rules {
                    Some(rules) => redacted(&url, input, rules),
                    None if self.edit.unicode => url_find::display(&url),
                    None if page.form.json => return page.write_json(number, Outcome::of_url(url)),
                    None => return page.write(number, url.as_str()),
                };
                page.write_text(number, &text);
            }
            // The span of the error is left out: it refers to the value of the option, not to the line.
            Err(error) => page.reject(number, ErrorShape::of_request("cannot-be-set", error)),
        }
    }
}

fn redacted(url: &Url, input: &str, rules: &Rules) -> String {
    // A value of the URL may be JSON, or text with other secrets.
    let redacted = redact(&url.redacted_by(rules), rules).into_owned();
    // An empty password is not a secret. The parser drops it, so only `input` shows if there was one.
    let credentials = input.split(['/', '\\', '?', '#']).find_map(|part| part.rsplit_once('@'));
    match credentials {
        Some((credentials, _)) if credentials.ends_with(':') => redacted.replacen("//***@", "//***:@", 1),
        _ => redacted,
    }
}

impl Changes {
    fn apply(&self, mut url: Url) -> Result<Url, String> {
        let of = |name: &'static str| move |error: ParseError| format!("cannot set the {name}: {error}");
        let Edit { scheme, host, port, user, password, path, query, fragment, .. } = &self.edit;
        scheme.iter().try_for_each(|scheme| url.set_scheme(scheme)).map_err(of("scheme"))?;
        host.iter().try_for_each(|host| url.set_host(Some(host))).map_err(of("host"))?;
        port.iter().try_for_each(|port| url.set_port(Some(*port))).map_err(of("port"))?;
        user.iter().try_for_each(|user| url.set_username(user)).map_err(of("user name"))?;
        password.iter().try_for_each(|password| url.set_password(Some(password))).map_err(of("password"))?;
        path.iter().try_for_each(|path| url.set_path(path)).map_err(of("path"))?;
        query.iter().try_for_each(|query| self.set_query(&mut url, query)).map_err(of("query"))?;
        fragment.iter().try_for_each(|fragment| url.set_fragment(Some(fragment))).map_err(of("fragment"))?;
        if !self.edit.append_path.is_empty() {
            let mut segments = url.path_segments_mut().map_err(of("path"))?;
            // The path `/a/` ends with an empty segment, which the first new segment replaces.
            segments.pop_if_empty();
            segments.extend(&self.edit.append_path).map_err(of("path"))?;
        }
        for component in &self.edit.clear {
            let (name, removed) = match component {
                RemovableComponent::User => ("user name", url.set_username("")),
                RemovableComponent::Password => ("password", url.set_password(None)),
                RemovableComponent::Port => ("port", url.set_port(None)),
                RemovableComponent::Path => ("path", url.set_path("")),
                RemovableComponent::Query => ("query", url.set_query(None)),
                RemovableComponent::Fragment => ("fragment", url.set_fragment(None)),
            };
            removed.map_err(of(name))?;
        }
        self.swap_separator(&mut url).map_err(of("query"))?;
        self.edit_query(&mut url).map_err(of("query"))?;
        self.swap_separator(&mut url).map_err(of("query"))?;
        Ok(url)
    }

    fn set_query(&self, url: &mut Url, query: &str) -> Result<(), ParseError> {
        let parser = self.parsing.parser;
        if query.is_ascii() || parser.encoding() == Encoding::UTF_8 {
            return url.set_query(Some(query));
        }
        let reference = ["?", &query.replace('#', "%23")].concat();
        let encoded = parser.with_base(&*url).parse(&reference)?;
        url.set_query(encoded.query())
    }

    /// Exchanges `&` and the separator of `--query-separator` in the query, so that functions that expect `&`
    /// as the separator can edit the query. A second call reverses the exchange.
    fn swap_separator(&self, url: &mut Url) -> Result<(), ParseError> {
        let Some(query) = url.query().filter(|_| self.edit.query_separator != '&') else { return Ok(()) };
        let swap = |c| match c {
            '&' => self.edit.query_separator,
            c if c == self.edit.query_separator => '&',
            c => c,
        };
        let swapped: String = query.chars().map(swap).collect();
        url.set_query(Some(&swapped))
    }

    fn edit_query(&self, url: &mut Url) -> Result<(), ParseError> {
        let Self { list, edit: Edit { remove_query, set_query, append_query, sort_query, .. }, .. } = self;
        let is_removed = |name: &str| {
            let matches = |pattern: &String| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == pattern,
            };
            remove_query.iter().any(matches) || list.as_ref().is_some_and(|list| list.get(name).is_some())
        };
        let removes = url.query().is_some() && (!remove_query.is_empty() || list.is_some());
        if removes || !set_query.is_empty() || !append_query.is_empty() {
            url.edit_query(|query| {
                query.set_encoding(self.parsing.parser.encoding());
                if removes {
                    query.retain(|name, _| !is_removed(name));
                }
                for (name, value) in set_query {
                    query.set(name, value);
                }
                for (name, value) in append_query {
                    query.append(name, value);
                }
            })?;
        }
        if *sort_query && let Some(query) = url.query() {
            let mut pairs: Vec<&str> = query.split('&').collect();
            pairs.sort_by_key(|pair| pair.split('=').next());
            let sorted = pairs.join("&");
            url.set_query(Some(&sorted))?;
        }
        Ok(())
    }
}

/// Returns the rules of `--redact=NAMES`. If NAMES replaces the built-in list, reports this on stderr.
pub(super) fn redaction(names: &str) -> Rules {
    let given = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    let is_all = given.clone().any(|name| !name.starts_with('+'));
    if is_all {
        say("--redact=NAMES hides only credentials and these names: +NAME adds to the known ones");
    }
    let rules = if is_all { Rules::empty() } else { Rules::default() };
    given.fold(rules, |rules, name| match name.strip_prefix('+') {
        Some("paths") => rules.with_paths(),
        added => rules.add(added.unwrap_or(name)),
    })
}

pub(crate) fn build(options: &Options, parts: Build) -> Result<Verdict> {
    let Build { scheme, user, password, host, port, segments, parameters, fragment } = parts;
    let builder = UrlBuilder::new(scheme).username(user).password(password).segments(segments);
    let builder = host.into_iter().fold(builder, UrlBuilder::host);
    let builder = port.into_iter().fold(builder, UrlBuilder::port);
    let builder = builder.encoding(options.encoding).pairs(parameters);
    let builder = fragment.into_iter().fold(builder, UrlBuilder::fragment);
    let built = builder.build().map(Outcome::of_url);
    let answer = match &built {
        Ok(url) => Answer::of(url),
        Err(error) => Answer::failed(ErrorShape::of_request("cannot-be-set", error.to_string())),
    };
    if let Some(error) = answer.error.as_ref().filter(|_| !options.json) {
        report_by(|out| write_error(out, error, None));
    } else {
        print_either(options, &answer, |out| {
            built.iter().try_for_each(|url| writeln!(out, "{}", url.product.as_str()))
        })?;
    }
    Ok(Verdict::invalid_if(built.is_err()))
}

/// Escapes or decodes a text for a part of a URL. Returns `None` if decoded bytes are not in the encoding.
type Convert = fn(TextPart, Encoding, &str) -> Option<Cow<'_, str>>;

struct Texts(TextPart, Encoding, Convert);

pub(crate) fn convert(
    options: &Options,
    values: &Values,
    verb: &'static str,
    convert: Convert,
) -> Result<Verdict> {
    if values.part != TextPart::QueryValue && options.encoding != Encoding::UTF_8 {
        return refuse("--encoding applies to queries: use it with --as query-value");
    }
    lines::run(options, &values.stream, Kind::of(verb), Texts(values.part, options.encoding, convert))
}

#[expect(clippy::unnecessary_wraps, reason = "as of `decode`")]
pub(crate) fn encode(part: TextPart, encoding: Encoding, text: &str) -> Option<Cow<'_, str>> {
    Some(if part == TextPart::QueryValue { encoding.encode_query_value(text) } else { part.encode(text) })
}

pub(crate) fn decode(part: TextPart, encoding: Encoding, text: &str) -> Option<Cow<'_, str>> {
    match part {
        TextPart::QueryValue => {
            Some(encoding.decode_query_value(text)).filter(|(_, is_valid)| *is_valid).map(|it| it.0)
        }
        part => part.decode(text),
    }
}

impl Job for Texts {
    fn is_of_urls(&self) -> bool {
        false
    }

    fn accepts_blank(&self) -> bool {
        true
    }

    fn run(&self, number: u64, text: &str, page: &mut Page<'_>) {
        let Self(part, encoding, convert) = *self;
        let Some(made) = convert(part, encoding, text) else {
            let message = format!("the decoded text is not {}", encoding.name());
            return page.reject(number, ErrorShape::of_request("not-utf-8", message));
        };
        page.write_text(number, &made);
    }
}

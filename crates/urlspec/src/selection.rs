//! Parses the URLs of commands on many URLs, and selects and sorts them (`--where`, `--not-in`, `--sort-by`).

use std::{
    borrow::Cow,
    hash::{BuildHasher as _, RandomState},
    net::Ipv6Addr,
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use hashbrown::HashSet;
use same_file::Handle;
use siphasher::sip128::SipHasher13;
use url_columns::{DEFAULT_MAX_LEN, RowError};
use url_facade::{
    Encoding, Origin, ParseError, Parser, Profile, Reference, Span, UrlRef, fast, trace::NoTrace,
    with_default_scheme,
};
use url_pattern::UrlPattern;
use url_policies::Policy;

use crate::{
    args::{Inputs, Options, Stream},
    inputs::Input,
    operation::{Operation, only_parses, resolves},
    pipeline,
    records::Block,
    shape::ErrorShape,
    show::say,
    template::{Condition, Field, Read, Row, Template},
    verdict::{Failure, Result, refuse},
};

pub(crate) struct Selection {
    pub(crate) parsing: Parsing,
    conditions: Vec<Condition>,
    policy: Option<Policy>,
    hasher: SipHasher13,
    /// The URLs of each file of `--only-in`, with true, and of each file of `--not-in`, with false.
    lists: Vec<(bool, Texts)>,
    pub(crate) key: Option<Template>,
}

impl Selection {
    /// Returns the selection that the options of `stream` describe, if any. `policy` is applied to URLs
    /// before they are looked up in lists. Adds the identities of the files with lists to `identities`.
    pub(crate) fn new(
        options: &Options,
        stream: &Stream,
        policy: Option<&Policy>,
        identities: &mut Vec<Handle>,
    ) -> Result<Option<Self>> {
        let choice = &stream.choice;
        if !choice.is_of_urls() {
            return Ok(None);
        }
        let parsing = Parsing::lenient(options, stream)?;
        parsing.permits(choice.conditions.iter().map(|condition| &condition.field))?;
        parsing.permits(choice.key().into_iter().flat_map(Template::fields))?;
        if !choice.not_in.is_empty() || !choice.only_in.is_empty() {
            Parsing::new(options, stream)?;
        }
        let mut selection = Self {
            parsing,
            conditions: choice.conditions.clone(),
            policy: policy.cloned(),
            hasher: hasher(),
            lists: Vec::new(),
            key: choice.key().cloned(),
        };
        let lists = choice.not_in.iter().map(|path| (false, path));
        let lists: Vec<_> = lists.chain(choice.only_in.iter().map(|path| (true, path))).collect();
        let from_stdin = lists.iter().filter(|(_, path)| *path == Path::new("-")).count();
        if from_stdin + usize::from(stream.inputs.has_stdin()) > 1 {
            return refuse("stdin can be read only once: name a file for the other list");
        }
        for (is_wanted, path) in lists {
            let list = selection.read(path, stream, identities)?;
            selection.lists.push((is_wanted, list));
        }
        Ok(Some(selection))
    }

    fn read(&self, path: &Path, stream: &Stream, identities: &mut Vec<Handle>) -> Result<Texts> {
        let files = vec![path.to_owned()];
        let mut input = Input::open(&Inputs { urls: Vec::new(), files, ..stream.inputs.clone() })?;
        identities.extend(input.take_identities());
        let (limit, mebibytes) = (stream.memory_bytes()?, stream.memory);
        let (parsing, policy, hasher) = (self.parsing.clone(), self.policy.clone(), self.hasher);
        let work = move |block: Block| {
            let (mut hashes, mut invalid) = (Vec::new(), 0);
            for (_, record) in block.records() {
                match record.as_deref().map(|record| (record.trim_ascii().is_empty(), parsing.parse(record)))
                {
                    Ok((true, _)) => {}
                    Ok((_, Ok(url))) => hashes.push(hash(hasher, policy.as_ref(), &url)),
                    _ => invalid += 1,
                }
            }
            (hashes, invalid)
        };
        let weigh = |(hashes, _): &(Vec<u128>, u64)| size_of_val(&**hashes);
        let take = move |(list, invalid): &mut (Texts, u64), (hashes, more): (Vec<u128>, u64)| {
            *invalid += more;
            if hashes.into_iter().all(|hash| list.add(hash) != Found::NoRoom) {
                return Ok(ControlFlow::Continue(()));
            }
            refuse(format!("a list needs more than {mebibytes} MiB: set --memory"))
        };
        let (state, outcome) = pipeline::run(input.into_blocks(), work, weigh, (Texts::new(limit), 0), take)?;
        outcome?;
        let (list, invalid) = state;
        if list.hashes.is_empty() || invalid > 0 {
            say(&format!("{}: URLs {}, invalid {invalid}", path.display(), list.hashes.len()));
        }
        Ok(list)
    }

    pub(crate) fn is_selected(&self, row: Row<'_>) -> bool {
        let is_listed = |list: &Texts| {
            row.url
                .url()
                .is_some_and(|url| list.hashes.contains(&hash(self.hasher, self.policy.as_ref(), url)))
        };
        self.conditions.iter().all(|condition| condition.meets(row))
            && self.lists.iter().all(|(is_wanted, list)| is_listed(list) == *is_wanted)
    }
}

fn hash(hasher: SipHasher13, policy: Option<&Policy>, url: &UrlRef<'_>) -> u128 {
    let made = policy.map(|policy| policy.text(url));
    hasher.hash(made.as_deref().unwrap_or(url.as_str()).as_bytes()).as_u128()
}

/// Returns a hasher with a random key. Texts with equal hashes count as equal: a hash has 128 bits, so the
/// probability that two of a billion texts have equal hashes is below 10⁻²⁰.
pub(crate) fn hasher() -> SipHasher13 {
    let random = RandomState::new();
    SipHasher13::new_with_keys(random.hash_one(0), random.hash_one(1))
}

pub(crate) struct Texts {
    hashes: HashSet<u128>,
    most: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Old,
    New,
    NoRoom,
}

impl Texts {
    /// Creates a set of texts that uses at most `limit` bytes, even while its hash table grows.
    pub(crate) fn new(limit: usize) -> Self {
        let entry = size_of::<u128>() + 1;
        // The size of a hash table is a power of two, and one eighth of the table stays free.
        let entries = (limit / entry * 2 / 3).max(16);
        let most = (entries.next_power_of_two() / 2) / 8 * 7;
        Self { hashes: HashSet::new(), most }
    }

    #[inline]
    pub(crate) fn add(&mut self, hash: u128) -> Found {
        let has_room = self.hashes.len() < self.most;
        if !has_room && !self.hashes.contains(&hash) {
            return Found::NoRoom;
        }
        if has_room && self.hashes.insert(hash) { Found::New } else { Found::Old }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DocumentContext<'b> {
    /// The base that the document declares. It replaces the base of the command.
    pub(crate) base: Option<&'b Reference>,
    /// The encoding of the document. It applies if the command has no `--encoding`.
    pub(crate) encoding: Option<Encoding>,
}

#[derive(Clone, Debug)]
pub(crate) struct Parsing {
    pub(crate) parser: Parser<'static>,
    base: Option<Reference>,
    default_scheme: Option<String>,
    has_encoding: bool,
    only_parses: bool,
    /// The pattern of `get --pattern`.
    pub(crate) pattern: Option<Arc<UrlPattern>>,
}

impl Parsing {
    /// Refuses a profile that only parses.
    pub(crate) fn new(options: &Options, stream: &Stream) -> Result<Self> {
        let parsing = Self::lenient(options, stream)?;
        if parsing.only_parses {
            let profile = options.profile;
            let resolve = if resolves(profile) { "`resolve`, " } else { "" };
            return refuse(format!(
                "{profile} has no canonical URLs: use it with `parse`, {resolve}`explain`, `get` or `find --raw`"
            ));
        }
        Ok(parsing)
    }

    /// Accepts every profile. If the profile only parses, [`read`](Self::read) returns the parsed components.
    pub(crate) fn lenient(options: &Options, stream: &Stream) -> Result<Self> {
        let parser = options.parser();
        let base = stream.base.as_deref().map(|base| parser.parse_reference(base)).transpose();
        let base = base.map_err(|error| Failure::Refused(format!("the base: {error}")))?;
        let has_encoding = options.encoding != Encoding::UTF_8;
        let only_parses = only_parses(options.profile);
        if base.is_some() && !resolves(options.profile) {
            return refuse(format!("{} does not resolve references: omit --base", options.profile));
        }
        let default_scheme = stream.default_scheme.clone();
        Ok(Self { parser, base, default_scheme, has_encoding, only_parses, pattern: None })
    }

    /// Refuses the first of `fields` that the profile does not have, because it only parses.
    pub(crate) fn permits<'f>(&self, mut fields: impl Iterator<Item = &'f Field>) -> Result<()> {
        let profile = self.parser.profile();
        match fields.find(|field| self.only_parses && field.needs_url()) {
            Some(Field { name, .. }) => {
                refuse(format!("{profile} has no canonical URLs, and no field `{name}`"))
            }
            None => Ok(()),
        }
    }

    /// Parses `input`, also if the profile only parses.
    pub(crate) fn read<'i>(
        &self,
        input: &'i str,
        context: DocumentContext<'_>,
    ) -> Result<Read<'i>, ParseError> {
        if !self.only_parses {
            return self.parse_in(input, context).map(Read::Url);
        }
        let completed = self.default_scheme.as_ref().map(|scheme| with_default_scheme(input, scheme));
        let input = completed.as_deref().unwrap_or(input);
        let base = context.base.or(self.base.as_ref()).map(Reference::as_str);
        let operation = base.map_or(Operation::Parse, |base| Operation::Resolve { base });
        let outcome = operation.run_traced(self.parser, input, &mut NoTrace)?;
        outcome.invalid().map_or_else(|| Ok(Read::Parsed(outcome.into())), Err)
    }

    pub(crate) fn parse<'i>(&self, input: &'i str) -> Result<UrlRef<'i>, ParseError> {
        self.parse_in(input, DocumentContext::default())
    }

    /// Returns the origin of the base of `--base`; `None` without a base, or if the origin is opaque.
    pub(crate) fn origin(&self) -> Option<String> {
        let url = Parser::new(Profile::Whatwg).parse(self.base.as_ref()?.as_str()).ok()?;
        Some(url.origin()).filter(Origin::is_tuple).map(|origin| origin.to_string())
    }

    /// True if [`parse`](Self::parse) would certainly return `input` unchanged.
    pub(crate) fn is_unchanged(&self, input: &str) -> bool {
        self.default_scheme.is_none()
            && fast::scan(&self.parser.with_base(self.base.as_ref()), input) == Some(true)
    }

    pub(crate) fn parse_in<'i>(
        &self,
        input: &'i str,
        context: DocumentContext<'_>,
    ) -> Result<UrlRef<'i>, ParseError> {
        let base = context.base.or(self.base.as_ref());
        let encoding = context.encoding.filter(|_| !self.has_encoding);
        let parser = encoding.map_or(self.parser, |encoding| self.parser.with_encoding(encoding));
        if let Some(scheme) = self.default_scheme.as_ref().filter(|_| base.is_none())
            && let Cow::Owned(completed) = with_default_scheme(input, scheme)
        {
            // The default scheme was added at the start, so positions are counted from the end.
            let place = |at: u32| (at as usize + input.len()).saturating_sub(completed.len());
            let moved = |error: ParseError| {
                let Span { start, end } = error.span();
                ParseError::new(error.reason(), error.section(), Span::new(place(start), place(end)))
            };
            return parser.parse(&completed).map(UrlRef::from).map_err(moved);
        }
        parser.with_base(base).parse_ref(input)
    }

    /// Parses the base that a document declares, and resolves it against the base of the command.
    pub(crate) fn reference(&self, base: &str) -> Option<Reference> {
        let url = self.parse(base).ok()?;
        self.parser.parse_reference(url.as_str()).ok()
    }

    pub(crate) fn row<'r>(&'r self, line: u64, input: &'r str, url: &'r Read<'r>) -> Row<'r> {
        Row { line, input, url, encoding: self.parser.encoding(), pattern: self.pattern.as_deref() }
    }

    /// Parses the URL in a row of a table by the rules of `url_columns`. Returns its text and the URL.
    pub(crate) fn parse_row<'i>(
        &self,
        row: impl url_columns::Input<'i>,
    ) -> Result<(&'i str, Read<'i>), ErrorShape<'static>> {
        let unusable = |error: RowError| ErrorShape::of_request(error.reason(), error.to_string());
        let input = row.text(DEFAULT_MAX_LEN).map_err(unusable)?;
        let url = self.read(input, DocumentContext::default());
        Ok((input, url.map_err(|error| ErrorShape::in_input(error, input).into_owned())?))
    }
}

/// Returns the host `text` as a URL contains it: an IPv6 address gets brackets. Returns `None` if `text` may
/// be a URL: it contains a character such as `/`, or a colon although it is not an IPv6 address.
pub(crate) fn bare_host(text: &str) -> Option<Cow<'_, str>> {
    let may_be_host = !text.contains(['/', '\\', '?', '#', '@']);
    if may_be_host && text.parse::<Ipv6Addr>().is_ok() {
        return Some(format!("[{text}]").into());
    }
    let is_address = text.starts_with('[') && text.ends_with(']');
    (may_be_host && (is_address || !text.contains(':'))).then(|| text.into())
}

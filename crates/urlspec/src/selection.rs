//! Which URLs have a result, and by what the results are sorted: `--where`, `--not-in`, `--only-in`, `--sort-by` and `--group-by`.

use std::{
    collections::HashSet,
    hash::{BuildHasher as _, RandomState},
    io::{self, Write as _},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
};

use same_file::Handle;
use url_facade::{Reference, UrlRef};
use url_policies::Policy;

use crate::{
    args::{Inputs, Options, Stream},
    condition::Condition,
    inputs::Input,
    parsing::Parsing,
    pipeline::{self, Made},
    records::{Block, Blocks},
    template::{Row, Template},
    verdict::Failure,
};

/// What a URL of a list takes.
const ENTRY: usize = 2 * size_of::<u128>();

/// Which URLs have a result.
#[derive(Debug)]
pub(crate) struct Selection {
    parsing: Parsing,
    conditions: Vec<Condition>,
    policy: Option<Policy>,
    hashers: Hashers,
    /// Whether a URL must be in the list, or must not be.
    lists: Vec<(bool, HashSet<u128>)>,
    pub(crate) key: Option<Template>,
}

/// Two hashes, with keys that nobody knows, tell texts apart.
type Hashers = Arc<[RandomState; 2]>;

impl Selection {
    /// As `stream` asks for, if it does; lists are compared by what `policy` makes of URLs. Their files are added to `identities`.
    pub(crate) fn new(
        options: &Options,
        stream: &Stream,
        policy: Option<&Policy>,
        identities: &mut Vec<Handle>,
    ) -> Result<Option<Self>, Failure> {
        let choice = &stream.choice;
        if !choice.is_of_urls() {
            return Ok(None);
        }
        let mut selection = Self {
            parsing: Parsing::new(options, stream.base.as_deref())?,
            conditions: choice.conditions.clone(),
            policy: policy.cloned(),
            hashers: Hashers::default(),
            lists: Vec::new(),
            key: choice.key().cloned(),
        };
        let lists = choice.not_in.iter().map(|path| (false, path));
        let lists: Vec<_> = lists.chain(choice.only_in.iter().map(|path| (true, path))).collect();
        let from_stdin = lists.iter().filter(|(_, path)| *path == Path::new("-")).count();
        if from_stdin + usize::from(stream.inputs.has_stdin()) > 1 {
            return Err(Failure::Refused("stdin is read once: name a file for the other list".into()));
        }
        for (is_wanted, path) in lists {
            let list = selection.read(path, stream, identities)?;
            selection.lists.push((is_wanted, list));
        }
        Ok(Some(selection))
    }

    /// The hashes of the URLs of a file.
    fn read(
        &self,
        path: &Path,
        stream: &Stream,
        identities: &mut Vec<Handle>,
    ) -> Result<HashSet<u128>, Failure> {
        let files = vec![path.to_owned()];
        let mut input = Input::open(&Inputs { urls: Vec::new(), files, ..stream.inputs.clone() })?;
        identities.extend(input.take_identities());
        let (limit, mebibytes) = (stream.memory_bytes()?, stream.memory);
        let (parsing, policy, hashers) = (self.parsing.clone(), self.policy.clone(), self.hashers.clone());
        let work = move |block: Block| {
            let mut found = Listed::default();
            for (_, record) in block.records() {
                match record.as_deref().map(|record| (record.trim_ascii().is_empty(), parsing.parse(record)))
                {
                    Ok((true, _)) => {}
                    Ok((_, Ok(url))) => found.hashes.push(hash(&hashers, policy.as_ref(), &url)),
                    _ => found.invalid += 1,
                }
            }
            found
        };
        let take = move |(list, invalid): &mut (HashSet<u128>, u64), found: Listed| {
            list.extend(found.hashes);
            *invalid += found.invalid;
            if list.len() * ENTRY <= limit {
                return Ok(ControlFlow::Continue(()));
            }
            Err(Failure::Refused(format!("a list needs more than {mebibytes} MiB: set --memory")))
        };
        let (state, outcome) = pipeline::run(Blocks::new(input), work, Default::default(), take)?;
        outcome?;
        let (list, invalid): (HashSet<_>, u64) = state;
        if list.is_empty() || invalid > 0 {
            // A closed stderr is no failure.
            let (name, known) = (path.display(), list.len());
            let _ = writeln!(io::stderr(), "{name}: URLs {known}, invalid {invalid}");
        }
        Ok(list)
    }

    /// The URL `text`, if it is one.
    pub(crate) fn parse<'t>(&self, text: &'t str, base: Option<&Reference>) -> Option<UrlRef<'t>> {
        self.parsing.parse_under(text, base).ok()
    }

    /// Whether the URL of `row` is to have a result.
    pub(crate) fn admits(&self, row: Row<'_>) -> bool {
        let is_listed =
            |list: &HashSet<u128>| list.contains(&hash(&self.hashers, self.policy.as_ref(), row.url));
        self.conditions.iter().all(|condition| condition.meets(row))
            && self.lists.iter().all(|(is_wanted, list)| is_listed(list) == *is_wanted)
    }
}

/// What was found in a block of a list.
#[derive(Default)]
struct Listed {
    hashes: Vec<u128>,
    invalid: u64,
}

impl Made for Listed {
    fn weight(&self) -> usize {
        self.hashes.len() * size_of::<u128>()
    }
}

/// What stands for `url` in a list.
fn hash(hashers: &Hashers, policy: Option<&Policy>, url: &UrlRef<'_>) -> u128 {
    let made = policy.map(|policy| policy.text(url));
    let text = made.as_deref().unwrap_or(url.as_str());
    let [high, low] = hashers.each_ref().map(|hasher| u128::from(hasher.hash_one(text)));
    high << 64 | low
}

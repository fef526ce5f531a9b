//! Selects and sorts results: `--where`, `--not-in`, `--only-in`, `--sort-by` and `--group-by`.

use std::{ops::ControlFlow, path::Path};

use same_file::Handle;
use siphasher::sip128::SipHasher13;
use url_facade::UrlRef;
use url_policies::Policy;

use crate::{
    args::{Inputs, Options, Stream},
    condition::Condition,
    inputs::Input,
    parsing::Parsing,
    pipeline,
    records::Block,
    show::say,
    template::{Row, Template},
    texts::{Found, Texts, hasher},
    verdict::Failure,
};

pub(crate) struct Selection {
    pub(crate) parsing: Parsing,
    conditions: Vec<Condition>,
    policy: Option<Policy>,
    hasher: SipHasher13,
    /// The lists of `--only-in`, each with true, and those of `--not-in`, each with false.
    lists: Vec<(bool, Texts)>,
    pub(crate) key: Option<Template>,
}

impl Selection {
    /// Returns the selection that the options of `stream` describe, if any. Before URLs are compared with
    /// lists, `policy` is applied. Adds the identities of the lists' files to `identities`.
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
            parsing: Parsing::new(options, stream)?,
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
            return Err(Failure::Refused(
                "stdin can be read only once: name a file for the other list".into(),
            ));
        }
        for (is_wanted, path) in lists {
            let list = selection.read(path, stream, identities)?;
            selection.lists.push((is_wanted, list));
        }
        Ok(Some(selection))
    }

    fn read(&self, path: &Path, stream: &Stream, identities: &mut Vec<Handle>) -> Result<Texts, Failure> {
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
            Err(Failure::Refused(format!("a list needs more than {mebibytes} MiB: set --memory")))
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
        let is_listed =
            |list: &Texts| list.hashes.contains(&hash(self.hasher, self.policy.as_ref(), row.url));
        self.conditions.iter().all(|condition| condition.meets(row))
            && self.lists.iter().all(|(is_wanted, list)| is_listed(list) == *is_wanted)
    }
}

fn hash(hasher: SipHasher13, policy: Option<&Policy>, url: &UrlRef<'_>) -> u128 {
    let made = policy.map(|policy| policy.text(url));
    hasher.hash(made.as_deref().unwrap_or(url.as_str()).as_bytes()).as_u128()
}

//! A tree of the texts that paths begin with.

use std::ops::Range;

use memchr::memchr;
use smallvec::SmallVec;

/// In a key: a segment of any text. Not a byte of UTF-8.
pub(crate) const SEGMENT: u8 = 0xFF;

/// The start of the paths that a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Start {
    pub(crate) key: Vec<u8>,
    /// True if paths end after the key.
    pub(crate) is_whole: bool,
    /// True if every path with this start matches.
    pub(crate) is_proof: bool,
}

/// Finds the starts of a path among many. The children of a node are adjacent, and sorted by their first
/// byte; the child that is a segment comes last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// The first byte of each node.
    firsts: Vec<u8>,
    texts: Vec<u8>,
    numbers: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Node {
    /// The text before the children, without the first byte of the node: a range of `texts`.
    text: Range<u32>,
    /// The patterns whose key ends here, and whose paths go on: a range of `numbers`. After them, the
    /// patterns whose paths end here, up to `ends`.
    open: Range<u32>,
    ends: u32,
    children: Range<u32>,
}

impl Tree {
    /// Creates a tree of patterns: each one's start and its number.
    pub(crate) fn new(mut starts: Vec<(Start, u32)>) -> Self {
        starts.sort_unstable();
        let mut tree = Self::default();
        let mut todo = vec![(0..starts.len(), 0, 0)];
        let mut at = 0;
        while let Some((range, depth, first)) = todo.get(at).cloned().filter(|(range, ..)| !range.is_empty())
        {
            at += 1;
            let group = &starts[range.clone()];
            let rest = |at: usize| &group[at].0.key[depth..];
            // The keys are sorted: if the first and the last one begin with a text, all do.
            let pairs = rest(0).iter().zip(rest(group.len() - 1));
            let common = pairs.take_while(|(a, b)| a == b && **a != SEGMENT).count();
            let end = depth + common;
            let here = group.partition_point(|(start, _)| start.key.len() == end);
            let open = group[..here].partition_point(|(start, _)| !start.is_whole);
            let narrow = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
            let (text, number) = (narrow(tree.texts.len()), narrow(tree.numbers.len()));
            tree.texts.extend_from_slice(&rest(0)[..common]);
            tree.numbers.extend(group[..here].iter().map(|(_, number)| number));
            tree.firsts.push(first);
            let child = narrow(todo.len());
            let mut from = range.start + here;
            for children in group[here..].chunk_by(|(a, _), (b, _)| a.key[end] == b.key[end]) {
                let first = children[0].0.key[end];
                todo.push((from..from + children.len(), end + 1, first));
                from += children.len();
            }
            tree.nodes.push(Node {
                text: text..narrow(tree.texts.len()),
                open: number..number + narrow(open),
                ends: number + narrow(here),
                children: child..narrow(todo.len()),
            });
        }
        tree
    }

    /// Appends the patterns that have a start of `path` to `found`.
    #[inline]
    pub(crate) fn find(&self, path: &[u8], found: &mut SmallVec<[u32; 32]>) {
        let mut others: SmallVec<[(usize, usize); 8]> = SmallVec::new();
        let (mut node, mut at) = (0, 0);
        loop {
            let next = self.nodes.get(node).and_then(|Node { text, open, ends, children }| {
                let (text, mut rest) = (&self.texts[text.start as usize..text.end as usize], path.get(at..)?);
                if !text.is_empty() {
                    rest = rest.strip_prefix(text)?;
                }
                let end = if rest.is_empty() { *ends } else { open.end };
                if open.start < end {
                    for number in &self.numbers[open.start as usize..end as usize] {
                        found.push(*number);
                    }
                }
                let (&first, start, at) = (rest.first()?, children.start as usize, path.len() - rest.len());
                let firsts = &self.firsts[start..children.end as usize];
                let child =
                    firsts.iter().position(|&byte| byte == first).map(|child| (start + child, at + 1));
                if firsts.last() != Some(&SEGMENT) || first == b'/' {
                    return child;
                }
                let segment = (start + firsts.len() - 1, at + memchr(b'/', rest).unwrap_or(rest.len()));
                if child.is_some() {
                    others.push(segment);
                }
                child.or(Some(segment))
            });
            match next.or_else(|| others.pop()) {
                Some(next) => (node, at) = next,
                None => return,
            }
        }
    }
}

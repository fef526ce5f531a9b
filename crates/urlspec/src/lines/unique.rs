//! Each text once, in the order in which they come first, in bounded memory.
//!
//! Texts are in a set while that has room. Later ones that are not among them go to temporary files, by their hashes, with
//! their numbers. At the end each of these files is treated alike, and what is left of them is merged by number.

use std::io;

use super::spill::{Merged, Numbered, Spill, spill_failed};
use crate::{
    texts::{Found, Texts},
    verdict::Failure,
};

/// How many files texts are distributed to.
const FILES: u8 = 32;

/// Tells which texts are new.
#[derive(Debug)]
pub(super) struct Unique {
    texts: Texts,
    limit: usize,
    /// How many texts came before, and how many of them were new for certain.
    count: u64,
    pub(super) new: u64,
    files: Vec<Spill>,
    /// How many bits of a hash have chosen the file that this reads.
    depth: u32,
}

impl Unique {
    /// Takes at most `limit` bytes for the texts.
    pub(super) fn new(limit: usize) -> Self {
        Self::at_depth(limit, 0)
    }

    fn at_depth(limit: usize, depth: u32) -> Self {
        Self { texts: Texts::new(limit), limit, count: 0, new: 0, files: Vec::new(), depth }
    }

    /// Whether `text` is new for certain, and is to be written now. A text that may be new waits for [`finish`](Self::finish).
    pub(super) fn is_new(&mut self, hash: u128, text: &[u8]) -> Result<bool, Failure> {
        self.count += 1;
        let is_new = self.add(self.count, hash, text).map_err(|error| spill_failed(&error))?;
        self.new += u64::from(is_new);
        Ok(is_new)
    }

    #[inline]
    fn add(&mut self, number: u64, hash: u128, text: &[u8]) -> io::Result<bool> {
        // After the first text that waits, all new ones do.
        let found = self.texts.add(hash);
        if found == Found::Old {
            return Ok(false);
        }
        if found == Found::New && self.files.is_empty() {
            return Ok(true);
        }
        if self.files.is_empty() {
            self.files = (0..FILES).map(|_| Spill::new()).collect::<io::Result<_>>()?;
        }
        // The lowest bits that chose no file yet.
        let [bits, ..] = hash.rotate_right(self.depth).to_le_bytes();
        self.files[usize::from(bits % FILES)].push(number, hash, &[], text)?;
        Ok(false)
    }

    /// Passes the texts that waited and are new to `write`, in order, at most so many. Returns how many were new, with those before.
    pub(super) fn finish(
        self,
        most: u64,
        write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        let mut new = self.new;
        let most = new.saturating_add(most);
        let mut merged = self.merge().map_err(|error| spill_failed(&error))?;
        while new < most
            && let Some(next) = merged.next().map_err(|error| spill_failed(&error))?
        {
            write(&next.text)?;
            new += 1;
        }
        Ok(new)
    }

    /// The texts that waited and are new.
    fn merge(self) -> io::Result<Merged> {
        let Self { texts, limit, files, depth, .. } = self;
        drop(texts);
        let mut merged = Merged::default();
        for file in files {
            let mut file = file.rewind()?;
            let mut next = Numbered::default();
            let mut unique = Self::at_depth(limit, depth + FILES.ilog2());
            let mut kept = Spill::new()?;
            while file.read(&mut next)? {
                if unique.add(next.number, next.hash, &next.text)? {
                    kept.push(next.number, next.hash, &[], &next.text)?;
                }
            }
            // All that waited comes after all that did not.
            let mut rest = unique.merge()?;
            while let Some(next) = rest.next()? {
                kept.push(next.number, next.hash, &[], &next.text)?;
            }
            merged.add(kept.rewind()?)?;
        }
        Ok(merged)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Unique;
    use crate::texts::Hasher;

    /// With room for about four thousand texts, so that files are split again.
    #[test]
    fn each_text_comes_once_and_in_order() {
        const LIMIT: usize = 160_000;
        let mut random = 1_u64;
        let mut texts = Vec::new();
        for _ in 0..300_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            texts.push(format!("https://a.test/{}\n", random >> 44 & 0x3_FFFF));
        }
        let mut known = HashSet::new();
        let expected: Vec<&String> = texts.iter().filter(|text| known.insert(*text)).collect();
        let hasher = Hasher::default();
        let mut unique = Unique::new(LIMIT);
        let mut written = Vec::new();
        for text in &texts {
            if unique.is_new(hasher.hash(text.as_bytes()), text.as_bytes()).unwrap() {
                written.push(text.clone());
            }
        }
        assert!(!unique.files.is_empty() && written.len() < expected.len() / 4);
        unique
            .finish(u64::MAX, &mut |text| {
                written.push(String::from_utf8(text.into()).unwrap());
                Ok(())
            })
            .unwrap();
        assert!(written.iter().eq(expected));
    }
}

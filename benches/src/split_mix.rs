//! Numbers that look random and are the same in every run: `SplitMix64`.

/// A generator of numbers, by its state.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    /// Returns a number below `end`.
    pub(crate) fn up_to(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap_or_default()
    }

    /// Returns a word of two to eleven letters.
    pub(crate) fn word(&mut self) -> String {
        self.word_of("abcdefghijklmnopqrstuvwxyz", 10)
    }

    /// Returns a word of two letters from `alphabet`, and fewer than `most` more.
    pub(crate) fn word_of(&mut self, alphabet: &str, most: usize) -> String {
        let letters: Vec<_> = alphabet.chars().collect();
        (0..2 + self.up_to(most)).map(|_| letters[self.up_to(letters.len())]).collect()
    }
}

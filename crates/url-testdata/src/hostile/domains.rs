//! Random domains with characters from all of Unicode. Most of their labels break a rule of UTS 46.

use idna::punycode;

use super::{Dice, LISTS};

impl Dice {
    /// Returns a domain of one to four valid or invalid labels, some of them in Punycode.
    pub fn domain(&mut self) -> String {
        let mut domain = self.label();
        for _ in 0..self.roll(4) {
            domain.push_str(self.pick(&[".", ".", ".", "。", "．"]));
            domain.push_str(&self.label());
        }
        domain
    }

    /// Returns a label of one to six pieces: as text, in Punycode, or in damaged Punycode.
    fn label(&mut self) -> String {
        let pieces = self.roll(6) + 1;
        let label: String = (0..pieces).map(|_| self.piece()).collect();
        if self.roll(2) == 0 {
            return label;
        }
        let encoded = punycode::encode_str(&label).unwrap_or_default();
        let label =
            format!("{}{encoded}", self.pick(&["xn--", "xn--", "Xn--", "x\u{AD}n--", "xn--xn--", "xn---"]));
        if self.roll(4) == 0 {
            self.mutate(&label).replace(['/', '?', '#', '\\', ':', '@', '<'], "")
        } else {
            label
        }
    }

    fn piece(&mut self) -> String {
        let code_point = match self.roll(8) {
            0 => self.roll(0x11_0000),
            1 => self.roll(0x1_0000),
            2..=4 => {
                let (first, last) = LISTS.stretches[self.roll(LISTS.stretches.len())];
                first as usize + self.roll((last - first) as usize + 1)
            }
            _ => return self.pick(&LISTS.labels).into(),
        };
        u32::try_from(code_point).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
    }
}

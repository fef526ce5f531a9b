//! Random domains with characters from all of Unicode. Most of their labels break a rule of UTS 46.

use idna::punycode;

use super::Dice;

/// Texts that UTS 46 treats specially: letters that combine, joiners with and without the context that they
/// require, marks, right-to-left characters, mapped and ignored characters, characters that are newer than
/// the tables of most libraries, and variants of `xn--`.
#[rustfmt::skip]
const PIECES: [&str; 69] = [
    "a", "b", "z", "-", "--", "xn--", "xn---", "XN--", "ｘｎ－－", "x\u{AD}n--", "xn-\u{2060}-", "1", "0x1", "_", "bcher-kva", "\u{AD}",
    "\u{2060}", "\u{FE0F}", "\u{200B}", "\u{34F}", "é", "ü", "É", "ß", "ẞ", "ς", "ö\u{328}", "o\u{328}\u{308}", "o\u{308}\u{328}",
    "e\u{301}", "=\u{338}", "≠", "\u{1100}\u{1161}\u{11A8}", "가", "\u{11A8}", "\u{200C}", "\u{200D}", "\u{94D}\u{200C}",
    "\u{94D}\u{200D}", "क", "\u{628}\u{200C}\u{628}", "\u{628}\u{64B}\u{200C}\u{64B}\u{628}", "\u{627}\u{200C}\u{628}", "\u{77D}\u{200C}\u{6B5}", "\u{300}",
    "\u{903}", "\u{20DD}", "א", "ب", "\u{661}", "\u{6F1}", "\u{600}", "日本", "ｱﾞ", "㌀", "\u{FDFA}", "\u{2F868}", "\u{61D}",
    "\u{870}", "\u{8CA}", "\u{1AC1}", "\u{1ACF}", "\u{1E6C0}", "\u{11DE0}", "\u{323B0}", "\u{1C89}", "\u{FFFD}", "\u{E0100}", "🏳",
];

/// Ranges of characters of one script or kind, by their first and last code points.
#[rustfmt::skip]
const STRETCHES: [(u32, u32); 20] = [
    (0xA0, 0x24F), (0x300, 0x36F), (0x370, 0x58F), (0x590, 0x6FF), (0x700, 0x8FF), (0x870, 0x8FF),
    (0x900, 0xDFF), (0xE00, 0x109F), (0x1100, 0x11FF), (0x1AB0, 0x1AFF), (0x1B00, 0x1FFF), (0x2000, 0x2BFF),
    (0x3000, 0x33FF), (0xA640, 0xABFF), (0xF900, 0xFFFF), (0x10800, 0x10FFF), (0x11000, 0x11FFF),
    (0x1D000, 0x1D7FF), (0x1E000, 0x1EFFF), (0x2EBF0, 0x33FFF),
];

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
                let (first, last) = STRETCHES[self.roll(STRETCHES.len())];
                first as usize + self.roll((last - first) as usize + 1)
            }
            _ => return self.pick(&PIECES).into(),
        };
        u32::try_from(code_point).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
    }
}

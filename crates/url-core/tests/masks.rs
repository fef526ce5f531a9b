//! Questions to many bytes at once, held to the same questions to one byte after another.

use url_core::{
    ByteSet,
    masks::{Ranges, ask},
    whatwg::{
        C0_CONTROL_PERCENT_ENCODE_SET, FORM_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET,
        PATH_PERCENT_ENCODE_SET, USERINFO_PERCENT_ENCODE_SET,
    },
};

/// Asserts that `set` as ranges has the bytes that `set` has.
macro_rules! assert_same {
    ($set:expr) => {{
        const SET: ByteSet = $set;
        const RANGES: Ranges<{ Ranges::count(&SET) }> = Ranges::new(&SET);
        for byte in 0..=255 {
            let [answer] = ask::<1, 1>(&[b'x', byte], 1, |bytes, _| [bytes.is_in(&RANGES)]);
            assert_eq!(answer == 1, SET.contains(byte), "{byte:#x} in {}", stringify!($set));
        }
    }};
}

#[test]
fn ranges_are_their_set() {
    assert_same!(ByteSet::of(b""));
    assert_same!(ByteSet::of(b"").complement());
    assert_same!(ByteSet::of(b"\0\x7F\x80\xFF"));
    assert_same!(ByteSet::of(b"a").and_range(0x70, 0x90).and_range(0xF0, 0xFF));
    assert_same!(ByteSet::of(b"/").complement());
    assert_same!(C0_CONTROL_PERCENT_ENCODE_SET);
    assert_same!(FRAGMENT_PERCENT_ENCODE_SET);
    assert_same!(PATH_PERCENT_ENCODE_SET);
    assert_same!(USERINFO_PERCENT_ENCODE_SET);
    assert_same!(FORM_PERCENT_ENCODE_SET.complement());
}

/// What [`ask`] must say: a bit for each byte from `from` on, at most `width`, that is `b` after `a`.
fn literal(bytes: &[u8], from: usize, width: usize) -> u64 {
    let asked = (from..bytes.len().min(from + width)).filter(|&at| bytes[at - 1..=at] == *b"ab");
    asked.fold(0, |answer, at| answer | 1 << (at - from))
}

#[test]
fn every_byte_has_its_bit_wherever_the_stretch_lies() {
    let mut found = 0;
    for len in 1..140 {
        let bytes: Vec<u8> = (0..len).map(|i| b"abbabaab"[(i * i / 3 + i) % 8]).collect();
        for from in 1..len + 3 {
            let question = |bytes: url_core::masks::Lanes, before: url_core::masks::Lanes| {
                [bytes.is(b'b').and(before.is(b'a'))]
            };
            let answers = [
                (16, ask::<1, 1>(&bytes, from, question)),
                (32, ask::<2, 1>(&bytes, from, question)),
                (48, ask::<3, 1>(&bytes, from, question)),
                (64, ask::<4, 1>(&bytes, from, question)),
            ];
            for (width, [answer]) in answers {
                assert_eq!(answer, literal(&bytes, from, width), "{width} of {len} from {from}");
                found += answer.count_ones();
            }
        }
    }
    assert!(found > 10_000, "only {found} bits were set");
}

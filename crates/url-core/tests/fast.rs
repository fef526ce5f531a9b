//! Compares the functions of `fast`, which test many bytes at once, with tests of one byte at a time.

use url_core::{
    ByteSet,
    fast::{Lanes, PaddedStr, Padding, Ranges, any_is_in},
    whatwg::{
        C0_CONTROL_PERCENT_ENCODE_SET, FORM_PERCENT_ENCODE_SET, FRAGMENT_PERCENT_ENCODE_SET,
        PATH_PERCENT_ENCODE_SET, USERINFO_PERCENT_ENCODE_SET,
    },
};

macro_rules! assert_same {
    ($set:expr) => {{
        const SET: ByteSet = $set;
        const RANGES: Ranges<{ Ranges::count(&SET) }> = Ranges::new(&SET);
        let mut bytes = [false; 256];
        // These characters contain every byte that a string can contain. Other bytes are never tested.
        for c in (0..0x800).chain((1..=0x10F).map(|n| n << 12)).filter_map(char::from_u32) {
            let text = format!("x{c}");
            let [result] = PaddedStr::new(&text, &mut Padding::default())
                .test::<1, 1>(1, |bytes, _| [bytes.is_in(&RANGES)]);
            for (i, byte) in text.bytes().skip(1).enumerate() {
                assert_eq!(result >> i & 1 == 1, SET.contains(byte), "{byte:#x} in {}", stringify!($set));
                bytes[byte as usize] = true;
            }
        }
        assert_eq!(bytes.into_iter().filter(|&passed| passed).count(), 128 + 64 + 30 + 16 + 5 - 1);
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
    assert_eq!(Ranges::count(&ByteSet::of(b"?#").and_range(b'a', b'z')), 3);
}

/// Returns the result that [`PaddedStr::test`] should give: a bit for each of at most `width` bytes from
/// `from` on, which is 1 if the byte is a `b` after an `a`.
fn literal(bytes: &[u8], from: usize, width: usize) -> u64 {
    let passed = (from..bytes.len().min(from + width)).filter(|&at| bytes[at - 1..=at] == *b"ab");
    passed.fold(0, |result, at| result | 1 << (at - from))
}

#[test]
fn every_byte_has_its_bit_wherever_the_stretch_lies() {
    let mut found = 0;
    for len in 1..140 {
        let text: String = (0..len).map(|i| ["a", "b"][(i * i / 3 + i) % 8 / 3 % 2]).collect();
        let (mut padding, bytes) = (Padding::default(), text.as_bytes());
        let text = PaddedStr::new(&text, &mut padding);
        for from in 1..len + 3 {
            let test = |bytes: Lanes, before: Lanes| [bytes.is(b'b').and(before.is(b'a'))];
            let results = [
                (16, text.test::<1, 1>(from, test)),
                (32, text.test::<2, 1>(from, test)),
                (48, text.test::<3, 1>(from, test)),
                (64, text.test::<4, 1>(from, test)),
            ];
            for (width, [result]) in results {
                assert_eq!(result, literal(bytes, from, width), "{width} of {len} from {from}");
                found += result.count_ones();
            }
        }
    }
    assert!(found > 10_000, "only {found} bits were set");
}

/// Tests strings of many lengths, with a byte of the set at every position, and without such a byte.
#[test]
fn any_byte_is_found_wherever_it_is() {
    const SET: ByteSet = ByteSet::of(b"#\0");
    const RANGES: Ranges<{ Ranges::count(&SET) }> = Ranges::new(&SET);
    for len in 0..70 {
        let text = "a".repeat(len);
        assert!(!any_is_in(&text, &RANGES), "{len}");
        for at in 0..len {
            let (before, after) = text.split_at(at);
            assert!(any_is_in(&format!("{before}#{}", &after[1..]), &RANGES), "{at} of {len}");
        }
    }
}

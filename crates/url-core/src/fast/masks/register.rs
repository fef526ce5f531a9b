//! Sixteen signed bytes that are compared in one step: a processor register, or an array.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use self::sse2::Register;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(super) use self::array::Register;

/// Defines the methods that combine two registers byte by byte. Each passes its operation to `with`.
macro_rules! operations {
    ($($name:ident: $of:expr,)*) => {$(
        #[inline]
        pub(in super::super) fn $name(self, other: Self) -> Self {
            self.with(other, $of)
        }
    )*};
}

/// FAST: instructions that every x86-64 processor has. A test compares each with the array's operation.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    use safe_arch::{
        add_i8_m128i, bitand_m128i, bitor_m128i, bitxor_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i,
        load_unaligned_m128i, m128i, move_mask_i8_m128i, set_splat_i8_m128i,
    };

    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Register(m128i);

    impl Register {
        #[inline]
        fn with(self, other: Self, of: impl Fn(m128i, m128i) -> m128i) -> Self {
            Self(of(self.0, other.0))
        }

        #[inline]
        pub(in super::super) fn load(bytes: &[u8; 16]) -> Self {
            Self(load_unaligned_m128i(bytes))
        }

        #[inline]
        pub(in super::super) fn splat(byte: i8) -> Self {
            Self(set_splat_i8_m128i(byte))
        }

        operations! {
            equal: cmp_eq_mask_i8_m128i,
            greater: cmp_gt_mask_i8_m128i,
            plus: add_i8_m128i,
            and: bitand_m128i,
            or: bitor_m128i,
            xor: bitxor_m128i,
        }

        /// Returns the sign bit of each byte; the first byte has the lowest bit.
        #[inline]
        pub(in super::super) fn signs(self) -> u16 {
            let [low, high, ..] = move_mask_i8_m128i(self.0).to_le_bytes();
            u16::from_le_bytes([low, high])
        }
    }
}

/// For other processors, the compiler chooses the instructions.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod array {
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Register([i8; 16]);

    impl Register {
        #[inline]
        fn with(self, other: Self, of: impl Fn(i8, i8) -> i8) -> Self {
            let mut result = self;
            result.0.iter_mut().zip(other.0).for_each(|(byte, other)| *byte = of(*byte, other));
            result
        }

        #[inline]
        pub(in super::super) fn load(bytes: &[u8; 16]) -> Self {
            Self(bytes.map(u8::cast_signed))
        }

        #[inline]
        pub(in super::super) fn splat(byte: i8) -> Self {
            Self([byte; 16])
        }

        operations! {
            equal: |byte, other| -i8::from(byte == other),
            greater: |byte, other| -i8::from(byte > other),
            plus: i8::wrapping_add,
            and: |byte, other| byte & other,
            or: |byte, other| byte | other,
            xor: |byte, other| byte ^ other,
        }

        /// Returns the sign bit of each byte; the first byte has the lowest bit.
        #[inline]
        pub(in super::super) fn signs(self) -> u16 {
            self.0.iter().rev().fold(0, |signs, byte| signs << 1 | u16::from(*byte < 0))
        }
    }
}

#[cfg(all(test, target_arch = "x86_64", target_feature = "sse2"))]
mod tests {
    use alloc::vec::Vec;

    use super::{array, sse2};

    /// For every byte value, the places of the register that have it.
    macro_rules! places {
        ($register:ident, $value:expr) => {
            (i8::MIN..=i8::MAX)
                .map(|byte| $value.equal($register::Register::splat(byte)).signs())
                .collect::<Vec<_>>()
        };
    }

    #[test]
    fn instructions_are_those_of_the_array() {
        // Every pair of bytes, sixteen at once.
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for (byte, others) in
            all.iter().flat_map(|byte| all.as_chunks().0.iter().map(move |others| (*byte, others)))
        {
            let bytes = [byte; 16];
            macro_rules! assert_same {
                ($($operation:ident),*) => {$(
                    let by_sse2 = sse2::Register::load(&bytes).$operation(sse2::Register::load(others));
                    let by_array = array::Register::load(&bytes).$operation(array::Register::load(others));
                    assert_eq!(by_sse2.signs(), by_array.signs(), "{} {byte} {others:?}", stringify!($operation));
                    assert_eq!(places!(sse2, by_sse2), places!(array, by_array), "{} {byte} {others:?}", stringify!($operation));
                )*};
            }
            assert_same!(equal, greater, plus, and, or, xor);
        }
    }
}

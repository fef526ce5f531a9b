//! What is left of Unicode in a build without the feature `idna`: modules of the names of those that have tables, for
//! ASCII. Whoever is given anything else asks `require_tables` first; nothing is guessed.

/// UTS 46 on ASCII.
pub(crate) mod uts46 {
    use alloc::borrow::Cow;

    use url_core::{Reason, to_ascii_lower_case};

    /// Unicode ToASCII on ASCII: see the module of this name for builds with tables.
    ///
    /// # Errors
    /// [`Reason::HostIdna`], and [`Reason::NoUnicodeTables`] for what is not ASCII and for Punycode, which is decoded to be
    /// checked.
    pub(crate) fn to_ascii(domain: &str, be_strict: bool) -> Result<Cow<'_, str>, Reason> {
        const PREFIX: &[u8] = b"xn--";
        let is_ace = |label: &str| {
            label.as_bytes().get(..PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(PREFIX))
        };
        if !domain.is_ascii() || domain.split('.').any(is_ace) {
            return Err(Reason::NoUnicodeTables);
        }
        if be_strict && (domain.len() > 253 || !domain.split('.').all(is_strict_label)) {
            return Err(Reason::HostIdna);
        }
        Ok(to_ascii_lower_case(domain))
    }

    /// Whether `label`, which is ASCII, passes `CheckHyphens`, `UseSTD3ASCIIRules` and `VerifyDnsLength`.
    fn is_strict_label(label: &str) -> bool {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.get(2..4) != Some("--")
    }

    /// Unicode ToUnicode, which cannot be done where there is Punycode: an error is recorded.
    pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
        (Cow::Borrowed(domain), to_ascii(domain, false).is_err())
    }
}

/// Punycode, which without tables would lead nowhere.
pub(crate) mod punycode {
    use alloc::string::String;

    pub(crate) fn encode_str(_: &str) -> Option<String> {
        None
    }

    pub(crate) fn decode_to_string(_: &str) -> Option<String> {
        None
    }
}

/// The normalization of ASCII, in which nothing changes.
pub(crate) mod nfkc {
    use alloc::string::String;

    pub(crate) fn latest(s: &str) -> String {
        s.into()
    }

    pub(crate) use latest as unicode_3_2;
    pub(crate) use latest as unicode_4_1;
}

/// Sequences that have no ASCII.
pub(crate) mod corrigendum_5 {
    use alloc::string::String;

    pub(crate) fn swap_corrigendum_5_sequences(s: &str) -> String {
        s.into()
    }
}

/// The direction of ASCII: of its letters, from left to right.
pub(crate) mod directions {
    use crate::Direction;

    pub(crate) fn latest(c: char) -> Direction {
        if c.is_ascii_alphabetic() { Direction::LeftToRight } else { Direction::Other }
    }

    pub(crate) use latest as unicode_3_2;
}

/// The tables of RFC 3454, as far as ASCII is in them: that is only in the one for case.
pub(crate) mod stringprep_tables {
    pub(crate) fn case_fold_for_nfkc(c: char) -> core::iter::Once<char> {
        core::iter::once(c.to_ascii_lowercase())
    }

    pub(crate) fn unassigned_code_point(_: char) -> bool {
        false
    }

    pub(crate) use unassigned_code_point as change_display_properties_or_deprecated;
    pub(crate) use unassigned_code_point as commonly_mapped_to_nothing;
    pub(crate) use unassigned_code_point as inappropriate_for_canonical_representation;
    pub(crate) use unassigned_code_point as inappropriate_for_plain_text;
    pub(crate) use unassigned_code_point as non_ascii_control_character;
    pub(crate) use unassigned_code_point as non_ascii_space_character;
    pub(crate) use unassigned_code_point as non_character_code_point;
    pub(crate) use unassigned_code_point as private_use;
    pub(crate) use unassigned_code_point as tagging_character;
}

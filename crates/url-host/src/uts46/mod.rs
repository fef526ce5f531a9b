//! UTS 46 with the settings that the specs use. [`processing`] implements the conversion to ASCII. The crate
//! `idna` does the strict conversion, and the conversion to Unicode unless a domain may be too long for it.

mod processing;
mod validity;

use alloc::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use idna_adapter::Adapter;
use url_core::Reason;

use validity::PREFIX;

/// The longest domain, in bytes, in which no label can be too long for the crate `idna`, which refuses to
/// encode more than 1,000 code points and to decode more than 2,000. Mapping produces at most six code points
/// per byte (U+FDFA: 18 from three).
const EXACT_UP_TO: usize = 1_000 / 6;

/// Applies Unicode ToASCII of UTS 46, nontransitional, with bidi and joiner checks; `be_strict` adds the
/// checks of hyphens, of the STD3 rules and of lengths.
pub(crate) fn to_ascii(domain: &str, be_strict: bool) -> Result<Cow<'_, str>, Reason> {
    if be_strict {
        // A label that is too long for the crate is too long for DNS.
        let (deny_list, hyphens) = (AsciiDenyList::STD3, Hyphens::Check);
        let strict = Uts46::new().to_ascii(domain.as_bytes(), deny_list, hyphens, DnsLength::Verify);
        return strict.map_err(|_| Reason::HostIdna);
    }
    let result = processing::to_ascii(&tables(), domain).ok_or(Reason::HostIdna)?;
    Ok(if result == domain { Cow::Borrowed(domain) } else { Cow::Owned(result) })
}

/// Applies Unicode ToUnicode of UTS 46. Returns the domain, and true if an error was recorded.
pub(crate) fn to_unicode(domain: &str) -> (Cow<'_, str>, bool) {
    if domain.len() > EXACT_UP_TO {
        let (result, recorded) = processing::process(&tables(), domain);
        return (Cow::Owned(result), recorded);
    }
    let mut breaks_criterion_4 = false;
    let (result, recorded) = Uts46::new().to_user_interface(
        domain.as_bytes(),
        AsciiDenyList::EMPTY,
        Hyphens::Allow,
        |label, _, _| {
            // The crate does not check criterion 4 on a processed label that is not ASCII.
            breaks_criterion_4 |= label.iter().copied().take(PREFIX.len()).eq(PREFIX.chars());
            true
        },
    );
    (result, recorded.is_err() || breaks_criterion_4)
}

/// Returns the tables of the crate `idna`. Each module that refers to them adds a copy to the program, so
/// only this function does, in the module that calls `Uts46::new`.
#[inline(never)]
fn tables() -> Adapter {
    Adapter::new()
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String};

    use super::{EXACT_UP_TO, to_ascii, to_unicode};

    #[test]
    fn no_byte_becomes_more_than_six_code_points() {
        let data = idna_adapter::Adapter::new();
        for c in '\0'..=char::MAX {
            let mapped = data.map_normalize(core::iter::once(c)).count();
            assert!(mapped * EXACT_UP_TO <= 1_000 * c.len_utf8(), "{c:?}: {mapped}");
        }
    }

    #[test]
    fn no_label_begins_with_the_prefix_once_it_is_processed() {
        for domain in
            ["xn--xn---epa", "xn--xn---epa.é", "xn--xn---epa\u{AD}", "xn--\u{2060}xn---epa", "é.XN--XN---EPA"]
        {
            assert_eq!(to_ascii(domain, false), Err(super::Reason::HostIdna), "{domain}");
            assert!(to_unicode(domain).1, "{domain}");
        }
        // These decode to "éxn--", "xn-é-" and "xn-é", which do not start with the prefix.
        for domain in ["xn--xn---9oa", "xn--xn---dpa", "xn--xn--dma"] {
            assert_eq!(to_ascii(domain, false).as_deref(), Ok(domain));
            assert!(!to_unicode(domain).1, "{domain}");
        }
    }

    #[test]
    fn labels_are_of_any_length() {
        for n in [999, 1_000, 1_001, 2_000, 2_001, 10_000] {
            for label in ["é".repeat(n), format!("{}é", "a".repeat(n)), "日本".repeat(n / 2)] {
                for domain in [format!("{label}.Test"), format!("xn--a.{label}"), format!("{label}-.\u{300}")]
                {
                    let (ascii, unicode) = (to_ascii(&domain, false), to_unicode(&domain));
                    let is_valid = domain.ends_with("Test");
                    assert_eq!((ascii.is_ok(), unicode.1), (is_valid, !is_valid));
                    if let Ok(ascii) = ascii {
                        assert_eq!(to_ascii(&ascii, false).as_deref(), Ok(&*ascii));
                        assert_eq!(to_unicode(&ascii), (domain.to_lowercase().into(), false));
                        assert_eq!(unicode, (domain.to_lowercase().into(), false));
                    }
                }
            }
        }
        assert_eq!(to_ascii(&"é".repeat(1_001), false).unwrap(), String::from("xn--9caa") + &"a".repeat(999));
    }
}

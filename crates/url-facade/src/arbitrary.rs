//! Generates random URLs for fuzzers and property tests from random bytes, with the crate `arbitrary`.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::{Host, Url, UrlBuilder};

const SCHEMES: [&str; 8] = ["https", "http", "wss", "ws", "ftp", "file", "git+ssh", "postgres"];
const OPAQUE_SCHEMES: [&str; 4] = ["mailto", "data", "urn", "javascript"];
const LETTERS: [char; 16] = ['a', 'b', 'c', 'd', 'e', 'i', 'n', 'o', 'r', 's', 't', 'z', '0', '9', '-', '_'];

/// Generates valid URLs of the URL Standard. Some lack components, contain escapes, or have an opaque path.
///
/// # Examples
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use url_facade::Url;
/// // In a fuzz target the bytes are given; in a property test they are any `Vec<u8>`.
/// let mut bytes = Unstructured::new(b"any bytes, from a fuzzer or from a property test, make a URL");
/// let url = Url::arbitrary(&mut bytes)?;
/// assert_eq!(Url::parse(url.as_str()).as_ref(), Ok(&url));
/// # Ok::<(), arbitrary::Error>(())
/// ```
impl<'a> Arbitrary<'a> for Url {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        if u.ratio(1, 8)? {
            let text = [u.choose(&OPAQUE_SCHEMES)?, ":", u.arbitrary::<&str>()?].concat();
            return Self::parse(&text).map_err(|_| Error::IncorrectFormat);
        }
        let scheme = *u.choose(&SCHEMES)?;
        let mut builder = UrlBuilder::new(scheme);
        let may_lack_host = matches!(scheme, "file" | "postgres");
        if !may_lack_host || u.arbitrary()? {
            builder = builder.host(host(u)?);
            if scheme != "file" {
                if u.arbitrary()? {
                    builder = builder.username(u.arbitrary::<&str>()?).password(u.arbitrary::<&str>()?);
                }
                if u.arbitrary()? {
                    builder = builder.port(u.arbitrary()?);
                }
            }
        }
        for segment in u.arbitrary_iter::<&str>()? {
            let segment = segment?;
            builder = builder.segment(if matches!(segment, "." | "..") { "..." } else { segment });
        }
        if u.arbitrary()? {
            builder = builder.pairs(u.arbitrary::<Vec<(&str, &str)>>()?);
        }
        if u.arbitrary()? {
            builder = builder.fragment(u.arbitrary::<&str>()?);
        }
        builder.build().map_err(|_| Error::IncorrectFormat)
    }
}

/// Generates a host that is valid under every scheme.
fn host(u: &mut Unstructured<'_>) -> Result<Host> {
    match u.int_in_range(0..=3)? {
        0 => Ok(Host::Ipv4(u.arbitrary()?)),
        1 => Ok(Host::Ipv6(u.arbitrary()?)),
        _ => {
            let len = u.int_in_range(0..=8)?;
            let name = (0..len).map(|_| u.choose(&LETTERS)).collect::<Result<String>>()?;
            // Avoids `xn--`, and hyphens at the ends of the label.
            Ok(Host::Domain(format!("a{name}e.test")))
        }
    }
}

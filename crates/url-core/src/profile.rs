//! The specs that can be run, as marker types (for the compiler) and as one enum (for a person's choice).

use core::{fmt, marker::PhantomData, str::FromStr};

use crate::whatwg::{Newest, ReviewDraft202602};

/// URL Parsing, Resolution, and Canonicalization: the unmarked steps and those marked THIS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manakai;

/// The same document, with the steps marked CHROME where it tells browsers apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManakaiChrome;

/// The same document, with the steps marked GECKO where it tells browsers apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManakaiGecko;

/// The same document, with the steps marked IE where it tells browsers apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ManakaiIe;

/// Web addresses in HTML 5: draft-connolly-href-00.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connolly;

/// RFC 3986, Uniform Resource Identifier (URI): Generic Syntax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc3986;

/// RFC 3987, Internationalized Resource Identifiers (IRIs): its grammar only, beside the one of [`Rfc3986`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rfc3987;

/// The URL Standard of WebSpecs of 2014, whose parser is a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Webspecs;

/// The URL Standard of the WHATWG, in the text `E`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whatwg<E = Newest>(PhantomData<E>);

/// The review draft of February 2026 of the same.
pub type Whatwg202602 = Whatwg<ReviewDraft202602>;

/// A spec as implemented, chosen at run time.
///
/// # Examples
/// ```
/// use url_core::Profile;
/// assert_eq!("manakai".parse(), Ok(Profile::Manakai));
/// let error = "netscape".parse::<Profile>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown profile \"netscape\"; known: whatwg, "));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// See [`Manakai`].
    Manakai,
    /// See [`ManakaiChrome`].
    ManakaiChrome,
    /// See [`ManakaiGecko`].
    ManakaiGecko,
    /// See [`ManakaiIe`].
    ManakaiIe,
    /// See [`crate::Barth2010`].
    Barth2010,
    /// See [`crate::Barth01`].
    Barth01,
    /// See [`Connolly`].
    Connolly,
    /// See [`Rfc3986`].
    Rfc3986,
    /// See [`Webspecs`].
    Webspecs,
    /// See [`Whatwg`].
    #[default]
    Whatwg,
    /// See [`Whatwg202602`].
    Whatwg202602,
}

impl Profile {
    /// Every profile, in the order in which programs list them: the default one first.
    pub const ALL: &[Self] = &[
        Self::Whatwg,
        Self::Whatwg202602,
        Self::Manakai,
        Self::ManakaiChrome,
        Self::ManakaiGecko,
        Self::ManakaiIe,
        Self::Barth2010,
        Self::Barth01,
        Self::Connolly,
        Self::Webspecs,
        Self::Rfc3986,
    ];

    /// Its name: lower case, with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manakai => "manakai",
            Self::ManakaiChrome => "manakai-chrome",
            Self::ManakaiGecko => "manakai-gecko",
            Self::ManakaiIe => "manakai-ie",
            Self::Barth2010 => "barth-2010",
            Self::Barth01 => "barth-01",
            Self::Connolly => "connolly",
            Self::Rfc3986 => "rfc3986",
            Self::Webspecs => "webspecs",
            Self::Whatwg => "whatwg",
            Self::Whatwg202602 => "whatwg-2026-02",
        }
    }

    /// The title of the document that it runs.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Manakai => "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for THIS",
            Self::ManakaiChrome => {
                "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for CHROME"
            }
            Self::ManakaiGecko => {
                "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for GECKO"
            }
            Self::ManakaiIe => "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for IE",
            Self::Barth2010 => "Adam Barth's text on parsing URLs, 2010 (parsing only)",
            Self::Barth01 => "Parsing URLs for Fun and Profit (draft-abarth-url-01, 2011)",
            Self::Connolly => "Web addresses in HTML 5 (draft-connolly-href-00, 2009)",
            Self::Rfc3986 => "Uniform Resource Identifier (URI): Generic Syntax (RFC 3986, 2005)",
            Self::Webspecs => "URL Standard (WebSpecs, 2014), the parser as a grammar",
            Self::Whatwg => "URL Standard (WHATWG, 2 July 2026)",
            Self::Whatwg202602 => "URL Standard (WHATWG, review draft of February 2026)",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        Self::ALL
            .iter()
            .copied()
            .find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownProfile(name.into()))
    }
}

/// No profile has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile(alloc::string::String);

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown profile {:?}; known:", self.0)?;
        for (i, profile) in Profile::ALL.iter().enumerate() {
            write!(f, "{} {profile}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownProfile {}

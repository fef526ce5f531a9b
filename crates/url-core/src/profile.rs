//! The specs that can be run, as marker types (for the compiler) and as one enum (for a person's choice).

use core::{fmt, str::FromStr};

/// URL Parsing, Resolution, and Canonicalization: the unmarked steps and those marked THIS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manakai;

/// The URL Standard of WebSpecs of 2014, whose parser is a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Webspecs;

/// The URL Standard of the WHATWG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whatwg;

/// A spec as implemented, chosen at run time.
///
/// # Examples
/// ```
/// use url_core::Profile;
/// assert_eq!("manakai".parse(), Ok(Profile::Manakai));
/// assert_eq!("netscape".parse::<Profile>().unwrap_err().to_string(),
///            "unknown profile \"netscape\"; known: manakai, webspecs, whatwg");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// See [`Manakai`].
    #[default]
    Manakai,
    /// See [`Webspecs`].
    Webspecs,
    /// See [`Whatwg`].
    Whatwg,
}

impl Profile {
    /// Every profile, in the order in which programs list them.
    pub const ALL: &[Self] = &[Self::Manakai, Self::Webspecs, Self::Whatwg];

    /// Its name: lower case, with hyphens.
    ///
    /// Spec: none (a name)
    pub const fn name(self) -> &'static str {
        match self {
            Self::Manakai => "manakai",
            Self::Webspecs => "webspecs",
            Self::Whatwg => "whatwg",
        }
    }

    /// The title of the document that it runs.
    ///
    /// Spec: none (a name)
    pub const fn title(self) -> &'static str {
        match self {
            Self::Manakai => "URL Parsing, Resolution, and Canonicalization (manakai, 2012), steps for THIS",
            Self::Webspecs => "URL Standard (WebSpecs, 2014), the parser as a grammar",
            Self::Whatwg => "URL Standard (WHATWG, 2 July 2026)",
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

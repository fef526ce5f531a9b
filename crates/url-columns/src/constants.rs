//! The constant arguments of a call, checked once.

use std::fmt;

use url_facade::{ParseError, ParseProfileError, Parser, Profile};
#[cfg(feature = "policies")]
use url_policies::{Dialect, Policy, UnknownPolicy};

use crate::Function;

/// The constants of a call, except the profile.
#[derive(Clone, Debug)]
pub(crate) enum Constants {
    /// None.
    None,
    /// The name of a parameter.
    Name(String),
    /// Names of parameters; a final `*` matches any rest.
    Names(Vec<String>),
    #[cfg(feature = "policies")]
    Policy(Policy),
    #[cfg(feature = "diff")]
    Profiles(Vec<Profile>),
}

/// The reason why a function cannot be called with these constants.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The number of constants is wrong.
    Count {
        /// The function.
        function: Function,
        /// The number of constants that were given.
        given: usize,
    },
    /// This build has no profile of this name.
    Profile(ParseProfileError),
    /// The profile cannot do this: it is a real program, or its document defines parsing only or has no
    /// setters.
    NotInThisProfile {
        /// The function.
        function: Function,
        /// The profile.
        profile: Profile,
    },
    /// Fewer than two different profiles were given, so that nothing would be compared.
    #[cfg(feature = "diff")]
    TooFewProfiles(Function),
    /// No policy has this name.
    #[cfg(feature = "policies")]
    Policy(UnknownPolicy),
    /// The base is not a URL.
    Base(ParseError),
}

impl Constants {
    /// Returns the constants of `function`, without the optional profile.
    pub(crate) fn of(function: Function, constants: &[&str]) -> Result<Self, CallError> {
        Ok(match (function, constants) {
            (Function::QueryParam, [name]) => Self::Name((*name).to_owned()),
            (Function::WithoutParams, [names]) => {
                Self::Names(names.split(',').map(|name| name.trim().to_owned()).collect())
            }
            #[cfg(feature = "policies")]
            (Function::Surt, []) => Self::Policy(Policy::Surt(Dialect::Wayback)),
            #[cfg(feature = "policies")]
            (Function::CanonPolicy, [policy]) => Self::Policy(policy.parse().map_err(CallError::Policy)?),
            #[cfg(feature = "diff")]
            (Function::Agree, [profiles]) => {
                let profiles: Result<Vec<_>, _> =
                    profiles.split(',').map(|name| profile(name.trim())).collect();
                let profiles = profiles?;
                if profiles.iter().all(|profile| profiles.first() == Some(profile)) {
                    return Err(CallError::TooFewProfiles(function));
                }
                Self::Profiles(profiles)
            }
            #[cfg(feature = "diff")]
            (Function::DiffRule, [a, b]) => Self::Profiles(vec![profile(a)?, profile(b)?]),
            (_, []) if function.constants() == 0 => Self::None,
            _ => return Err(CallError::Count { function, given: constants.len() }),
        })
    }
}

/// Returns the profile with the name `name`.
pub(crate) fn profile(name: &str) -> Result<Profile, CallError> {
    name.parse().map_err(CallError::Profile)
}

/// Checks that `function` runs under `profile`.
pub(crate) fn check_profile(function: Function, profile: Profile) -> Result<(), CallError> {
    let refused = CallError::NotInThisProfile { function, profile };
    if profile.is_consumer() {
        return Err(refused);
    }
    if function == Function::WithoutParams {
        // A document without setters refuses to edit any URL, this one included.
        let edited = Parser::new(profile).parse("http://a.test/?b").map(|mut url| url.edit_query(|_| {}));
        return if matches!(edited, Ok(Ok(_))) { Ok(()) } else { Err(refused) };
    }
    Ok(())
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { function, given } => {
                let names: Vec<_> = function.arguments().iter().map(|argument| argument.name).collect();
                let profile = if function.takes_profile() { " [, profile]" } else { "" };
                write!(f, "{function}({}{profile}) was given {given} constants", names.join(", "))
            }
            Self::Profile(error) => error.fmt(f),
            Self::NotInThisProfile { function, profile } => write!(f, "{function} is not in {profile}"),
            #[cfg(feature = "diff")]
            Self::TooFewProfiles(function) => write!(f, "{function} compares two different profiles or more"),
            #[cfg(feature = "policies")]
            Self::Policy(error) => error.fmt(f),
            Self::Base(error) => write!(f, "the base is not a URL: {error}"),
        }
    }
}

impl std::error::Error for CallError {}

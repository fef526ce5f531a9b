//! The names of the eight components.

use std::fmt;

macro_rules! names {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal, $step:literal;)*) => {
        /// A component of a pattern, and of the URLs that it is compared with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ComponentName { $($(#[$doc])+ $variant,)* }

        impl ComponentName {
            /// All components, in the order of a URL's pattern.
            pub const ALL: [Self; 8] = [$(Self::$variant),*];

            /// Returns the name of the component in the Standard: `pathname`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the id of the step of the Standard that compares the component.
            pub(crate) const fn step(self) -> &'static str {
                match self { $(Self::$variant => concat!("urlpattern#url-pattern-match-", $step),)* }
            }
        }
    };
}

names! {
    /// The scheme, without its colon.
    Protocol = "protocol", "14";
    /// The user name.
    Username = "username", "15";
    /// The password.
    Password = "password", "16";
    /// The host.
    Hostname = "hostname", "17";
    /// The port.
    Port = "port", "18";
    /// The path.
    Pathname = "pathname", "19";
    /// The query, without its question mark.
    Search = "search", "20";
    /// The fragment, without its number sign.
    Hash = "hash", "21";
}

impl fmt::Display for ComponentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

//! The functions on URLs that every engine offers, with their names, arguments and results.

use std::{fmt, str::FromStr};

use crate::{Column, Kind};

/// An argument of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argument {
    /// The name of the argument.
    pub name: &'static str,
    /// The kind of values that the argument accepts.
    pub kind: ArgumentKind,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentKind {
    /// A URL for each row.
    Column,
    /// A column with a URL for each row, or one URL for all rows.
    ColumnOrConstant,
    /// A text that is the same for all rows.
    Constant,
}

macro_rules! functions {
    ($(
        $(#[doc = $summary:literal])+
        $(#[cfg($cfg:meta)])?
        $variant:ident = $name:literal ($($argument:ident: $kind:ident),*) -> $result:expr;
    )*) => {
        /// A function on URLs, which every engine offers under the same name, with the same arguments and
        /// results.
        ///
        /// The first argument is a column of URLs. The last argument is the name of a profile. It is
        /// optional, and `whatwg` by default. Only `url_agree` and `url_diff_rule`, whose other arguments
        /// name profiles, do not have this last argument.
        ///
        /// If a row is null, its result is null. If the text of a row is not a URL, `url_parse` and
        /// `url_error` return the reason, and `url_agree` returns false. `url_diff_rule` compares the two
        /// profiles on such a text. All other functions return null.
        ///
        /// The profile may be a consumer, a simulated program, if [`Function::has_consumers`] returns true.
        ///
        /// # Examples
        /// ```
        /// use url_columns::{Function, Kind};
        /// let function: Function = "url_port".parse()?;
        /// assert_eq!((function, function.result()), (Function::Port, Kind::U16));
        /// # Ok::<(), url_columns::UnknownFunction>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Function {
            $($(#[doc = $summary])+ $(#[cfg($cfg)])? $variant,)*
        }

        impl Function {
            /// Every function in this build.
            pub const ALL: &[Self] = &[$($(#[cfg($cfg)])? Self::$variant,)*];

            /// Returns the name of the function.
            pub const fn name(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Self::$variant => $name,)* }
            }

            /// Returns one sentence that describes the result.
            pub const fn summary(self) -> &'static str {
                match self { $($(#[cfg($cfg)])? Self::$variant => concat!($($summary),+).trim_ascii(),)* }
            }

            /// Returns the arguments, without the optional profile.
            pub const fn arguments(self) -> &'static [Argument] {
                match self {
                    $($(#[cfg($cfg)])? Self::$variant => &[
                        $(Argument { name: stringify!($argument), kind: ArgumentKind::$kind },)*
                    ],)*
                }
            }

            /// Returns the type of the result.
            pub const fn result(self) -> Kind {
                match self { $($(#[cfg($cfg)])? Self::$variant => $result,)* }
            }
        }
    };
}

functions! {
    /// The components of the URL, or the reason why it is not one.
    Parse = "url_parse" (url: Column) -> Kind::Struct(Column::PARSE);
    /// The canonical URL.
    Canon = "url_canon" (url: Column) -> Kind::Text;
    /// The canonical URL without its fragment.
    WithoutFragment = "url_without_fragment" (url: Column) -> Kind::Text;
    /// The URL as UTS #58 shows it to people: in Unicode where that is safe.
    #[cfg(feature = "display")]
    Display = "url_display" (url: Column) -> Kind::Text;
    /// The scheme, without its colon.
    Scheme = "url_scheme" (url: Column) -> Kind::Text;
    /// The host, with the brackets of an IPv6 address. For a simulated program: the host that it connects to.
    Host = "url_host" (url: Column) -> Kind::Text;
    /// The port, if one is written that is not the default of the scheme.
    Port = "url_port" (url: Column) -> Kind::U16;
    /// The path.
    Path = "url_path" (url: Column) -> Kind::Text;
    /// The segments of the path, as they are written; null if the path is opaque.
    PathSegments = "url_path_segments" (url: Column) -> Kind::List;
    /// The query, without its question mark.
    Query = "url_query" (url: Column) -> Kind::Text;
    /// The fragment, without its number sign.
    Fragment = "url_fragment" (url: Column) -> Kind::Text;
    /// The names of the parameters of the query, decoded, in their order.
    QueryNames = "url_query_names" (url: Column) -> Kind::List;
    /// All values of a parameter of the query, decoded.
    QueryValues = "url_query_values" (url: Column, name: Constant) -> Kind::List;
    /// The first value of a parameter of the query, decoded.
    QueryParam = "url_query_param" (url: Column, name: Constant) -> Kind::Text;
    /// The canonical URL without the parameters of these names, separated by commas; a final `*` matches any
    /// rest.
    WithoutParams = "url_without_params" (url: Column, names: Constant) -> Kind::Text;
    /// The canonical URL that the text resolves to against a base.
    Resolve = "url_resolve" (url: Column, base: ColumnOrConstant) -> Kind::Text;
    /// The registrable domain of the host, by the Public Suffix List.
    #[cfg(feature = "psl")]
    RegistrableDomain = "url_registrable_domain" (url: Column) -> Kind::Text;
    /// The public suffix of the host, such as `co.uk`; null if the host is not a domain.
    #[cfg(feature = "psl")]
    PublicSuffix = "url_public_suffix" (url: Column) -> Kind::Text;
    /// The labels of the host before its registrable domain; null if there is no registrable domain.
    #[cfg(feature = "psl")]
    Subdomain = "url_subdomain" (url: Column) -> Kind::Text;
    // The URL Standard serializes every opaque origin as the text `null`. In a column, this text would put
    // all opaque origins into one group, although no two of them are equal.
    /// The origin; null if it is opaque, since an opaque origin equals no other.
    Origin = "url_origin" (url: Column) -> Kind::Text;
    /// The key of CDX files, which sorts URLs by domain.
    #[cfg(feature = "policies")]
    Surt = "url_surt" (url: Column) -> Kind::Text;
    /// The result of a policy on the URL: a URL or a key to compare.
    #[cfg(feature = "policies")]
    CanonPolicy = "url_canon_policy" (url: Column, policy: Constant) -> Kind::Text;
    /// The class of the host by the network it points to: `public`, `not-public`, `metadata-service`,
    /// `localhost`, `listed-name`, `single-label`, `read-as-address`, `wildcard-dns`,
    /// `unknown-until-resolved`, `unknown-opaque` or `no-host`.
    Risk = "url_risk" (url: Column) -> Kind::Text;
    /// True if the URL matches the URL pattern, such as `https://*.example.com/:id`.
    #[cfg(feature = "patterns")]
    Matches = "url_matches" (url: Column, pattern: Constant) -> Kind::Flag;
    /// The first pattern that the URL matches, of URL patterns separated by white space; null if there is
    /// none.
    #[cfg(feature = "patterns")]
    PatternFirst = "url_pattern_first" (url: Column, patterns: Constant) -> Kind::Text;
    /// True if all of these profiles, separated by commas, see the same URL.
    #[cfg(feature = "diff")]
    Agree = "url_agree" (url: Column, profiles: Constant) -> Kind::Flag;
    /// The rules by which the profiles `a` and `b` first differ, separated by ` / `; null if they agree.
    #[cfg(feature = "diff")]
    DiffRule = "url_diff_rule" (url: Column, a: Constant, b: Constant) -> Kind::Text;
    /// The reason why the text is not a URL; null if it is one.
    Error = "url_error" (url: Column) -> Kind::Struct(Column::ERROR);
}

impl Function {
    /// Returns true if the function has a profile as its optional last argument.
    pub const fn takes_profile(self) -> bool {
        match self {
            #[cfg(feature = "diff")]
            Self::Agree | Self::DiffRule => false,
            _ => true,
        }
    }

    /// Returns true if the profile may be a consumer, which has no canonical URLs: for `url_parse`,
    /// `url_error` and the functions that return one component. Returns false for all functions without the
    /// feature `consumers`.
    ///
    /// # Examples
    /// ```
    /// use url_columns::Function;
    /// # #[cfg(feature = "consumers")]
    /// assert!(Function::Host.has_consumers() && !Function::Canon.has_consumers());
    /// ```
    pub const fn has_consumers(self) -> bool {
        cfg!(feature = "consumers") && (matches!(self, Self::Parse | Self::Error) || self.column().is_some())
    }

    /// Returns the column of `url_parse` with the same results.
    pub(crate) const fn column(self) -> Option<Column> {
        match self {
            Self::Scheme => Some(Column::Scheme),
            Self::Host => Some(Column::Host),
            Self::Port => Some(Column::Port),
            Self::Path => Some(Column::Path),
            Self::Query => Some(Column::Query),
            Self::Fragment => Some(Column::Fragment),
            _ => None,
        }
    }

    /// Returns the number of constants that a call requires. Does not count the profile, which is optional,
    /// nor the base of `url_resolve`, which may be a column.
    pub(crate) fn constants(self) -> usize {
        self.arguments().iter().filter(|argument| argument.kind == ArgumentKind::Constant).count()
    }
}

/// The error for a text that is not the name of a [`Function`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFunction(String);

impl FromStr for Function {
    type Err = UnknownFunction;

    fn from_str(name: &str) -> Result<Self, UnknownFunction> {
        let found = Self::ALL.iter().find(|function| function.name() == name);
        found.copied().ok_or_else(|| UnknownFunction(name.into()))
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnknownFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Function::ALL.iter().map(|function| function.name()).collect();
        write!(f, "unknown function {:?}; known: {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownFunction {}

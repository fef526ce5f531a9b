//! The traits of types that are displayed, compared and hashed as their string.

/// Implements these traits for a type with the method `as_str`: `as_text!(impl[generics] Type)`.
macro_rules! as_text {
    (impl[$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        /// Allows a lookup with a `&str` in a map: the order and the hash are those of the string.
        impl<$($generics)*> std::borrow::Borrow<str> for $type {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl<$($generics)*> std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        /// Compares the strings only.
        impl<$($generics)*> PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl<$($generics)*> Eq for $type {}

        /// Compares the string with `other` without parsing: `https://a.test/` is not `https://a.test`.
        impl<$($generics)*> PartialEq<str> for $type {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl<$($generics)*> PartialEq<&str> for $type {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl<$($generics)*> PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<$($generics)*> Ord for $type {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl<$($generics)*> std::hash::Hash for $type {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }
    };
}

pub(crate) use as_text;

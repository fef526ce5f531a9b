//! Identifiers of the sections of the specs.

use core::{fmt, hash};

/// A section of a spec: an algorithm, a rule, or a single step. The constants for all specs are in
/// [`crate::sections`], which is generated from `docs/spec/*/sections.toml`.
///
/// # Examples
/// ```
/// use url_core::sections::manakai;
/// let section = manakai::CANONICALIZE_HOST_20_2_1;
/// assert_eq!((section.spec(), section.id()), ("manakai", "manakai#canonicalize-host-20.2.1"));
/// assert_eq!(section.algorithm(), "manakai#canonicalize-host");
/// assert_eq!(manakai::PREPROCESSING.algorithm(), "manakai#preprocessing");
/// ```
#[derive(Clone, Copy)]
pub struct Section(&'static Heading);

/// The id and the title of a [`Section`], with a hash of the id (FAST).
pub struct Heading {
    id: &'static str,
    title: &'static str,
    hash: u64,
}

impl Heading {
    /// Creates a heading: see [`declare_sections!`](crate::declare_sections!).
    pub const fn new(id: &'static str, title: &'static str) -> Self {
        let (mut hash, mut at) = (0xCBF2_9CE4_8422_2325, 0);
        while at < id.len() {
            // FNV-1a.
            hash = (hash ^ id.as_bytes()[at] as u64).wrapping_mul(0x100_0000_01B3);
            at += 1;
        }
        Self { id, title, hash }
    }
}

impl Section {
    /// Creates a section with a heading: see [`declare_sections!`](crate::declare_sections!).
    pub const fn new(heading: &'static Heading) -> Self {
        Self(heading)
    }

    /// Returns the id: the name of the spec, `#`, the anchor or heading of the section in lower case, and the
    /// number of the step, if the section is a step.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// Returns a short description of the section, in the words of this project.
    pub const fn title(self) -> &'static str {
        self.0.title
    }

    /// Returns the id of the algorithm that the section belongs to: the id without the number of the step.
    ///
    /// # Examples
    /// ```
    /// use url_core::sections::manakai;
    /// assert_eq!(manakai::CANONICALIZE_HOST_20_2_1.algorithm(), "manakai#canonicalize-host");
    /// assert_eq!(manakai::PREPROCESSING.algorithm(), "manakai#preprocessing");
    /// ```
    pub fn algorithm(self) -> &'static str {
        match self.id().rsplit_once('-') {
            Some((algorithm, step)) if step.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                algorithm
            }
            _ => self.id(),
        }
    }

    /// Returns the name of the spec: the part of the id before `#`.
    pub fn spec(self) -> &'static str {
        self.id().split_once('#').map_or("", |(spec, _)| spec)
    }
}

impl PartialEq for Section {
    fn eq(&self, other: &Self) -> bool {
        self.0.hash == other.0.hash && self.id() == other.id()
    }
}

impl Eq for Section {}

impl hash::Hash for Section {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl fmt::Debug for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Declares one constant for each row (a name, an id and a title), and the constant `ALL`, a list of all
/// sections in the order of the rows.
///
/// # Examples
/// ```
/// mod door {
///     url_core::declare_sections! {
///         KNOCK "door#knock" "Knock"
///         KNOCK_1 "door#knock-1" "Wait for an answer"
///     }
/// }
/// assert_eq!((door::ALL.len(), door::KNOCK_1.algorithm()), (2, "door#knock"));
/// ```
#[macro_export]
macro_rules! declare_sections {
    ($($name:ident $id:literal $title:literal)*) => {
        $(
            #[doc = concat!($title, ".")]
            pub const $name: $crate::Section = {
                const HEADING: &$crate::Heading = &$crate::Heading::new($id, $title);
                $crate::Section::new(HEADING)
            };
        )*
        /// All sections of this spec, in the order of the spec.
        pub const ALL: &[$crate::Section] = &[$($name),*];
    };
}

//! How the generated lists of sections are written.

/// A constant for each row of a name, an id and a title, and `ALL` of them in the order of the document.
macro_rules! sections {
    ($($name:ident $id:literal $title:literal)*) => {
        use crate::Section;
        $(
            #[doc = concat!($title, ".")]
            pub const $name: Section = Section::new(&[$id, $title]);
        )*
        /// All of them, in the order of the document.
        pub const ALL: &[Section] = &[$($name),*];
    };
}
pub(super) use sections;

/// `CALLERS`, a row for each algorithm: its id, and the ids of those that call it.
macro_rules! callers {
    ($($algorithm:literal [$($caller:literal),*])*) => {
        /// The algorithms of the document, each with those that call it.
        pub(super) const CALLERS: &[(&str, &[&str])] = &[$(($algorithm, &[$($caller),*])),*];
    };
}
pub(super) use callers;

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

//! The attributes of a class.

/// Defines the attributes of `$class`: the description, the name, the type, and the value, computed from
/// `$this`.
macro_rules! getters {
    ($class:ty, $this:tt: $(#[doc = $doc:literal] $name:ident: $of:ty = $value:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                #[doc = $doc]
                #[getter]
                fn $name(&$this) -> $of {
                    $value
                }
            )*
        }
    };
}

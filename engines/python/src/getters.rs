//! A macro that defines the attributes of a Python class.

/// Defines the attributes of `$class`: for each, the description, the name, the type, and an expression for
/// the value, in which `$this` is the object.
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

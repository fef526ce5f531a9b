//! URL objects as on the web, whose attributes can be set one by one.

use url_core::{Parsed, Section, Trace};

use crate::{
    attribute::{Attribute, Change},
    located_trace::LocatedTrace,
    origin::Origin,
    serialized::Serialized,
    spec::{Result, Spec},
};

/// The operations of specs with URL objects, in addition to those of [`Spec`]: setters and origins. See
/// [`Change`] for an example.
pub trait ApiSpec: Spec {
    /// Returns the base of a URL object that is constructed without a base, if the setter of `href` parses
    /// against the object's base.
    fn object_base(self) -> Option<&'static str> {
        None
    }

    /// Runs the setter of `attribute`, which is not [`Attribute::Href`], on `url`.
    ///
    /// # Errors
    /// Returns the reason why the setter stopped. It may have applied a part of the value before that.
    fn set<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        attribute: Attribute,
        value: &'a str,
        trace: &mut LocatedTrace<'_, T>,
    ) -> Result<()>;

    /// Runs the setter of `attribute` without a trace, in place on the string of `url`. Returns an error if
    /// the setter refuses the value, and `None` if the untraced setter does not handle the case.
    fn set_in_place<G>(
        self,
        _url: &mut Serialized<String, G>,
        _attribute: Attribute,
        _value: &str,
    ) -> Option<Result<Change>> {
        None
    }

    /// Returns the rule that sets the path, if every path keeps a segment unchanged when its delimiters,
    /// escapes and drive letters are percent-encoded (except dot-segments).
    fn segment_setter(self) -> Option<Section> {
        None
    }

    /// Returns the rule that sets `attribute`.
    fn setter(self, attribute: Attribute) -> Section;

    /// Returns true if, after the setter of `attribute` applied all of `value`, parsing the string of the URL
    /// is certain to return the same URL.
    fn parses_back(self, _attribute: Attribute, _value: &str) -> bool {
        false
    }

    /// Checks that the host of `url`, which has a host, may be removed.
    ///
    /// # Errors
    /// Returns an error if the setters of the spec do not remove the host.
    fn check_hostless(self, url: &Parsed<'_>) -> Result<()>;

    /// Returns the name under which a blob URL store knows the object of `url`, a `blob:` URL.
    fn blob_name(self, url: Serialized<&str>) -> &str;

    /// Returns the query to set for the serialized parameters `params`, or `None` for no query.
    fn query_of_params(self, params: &str) -> Option<&str>;

    /// Returns the origin of `url`.
    fn origin(self, url: Serialized<&str>) -> Origin;
}

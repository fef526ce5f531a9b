//! URL objects as on the web, with attributes that are set one by one.

use url_core::{Parsed, Section, Trace};

use crate::{
    attribute::{Attribute, Change},
    origin::Origin,
    serialized::Serialized,
    spec::{Result, Spec},
    watch::Watch,
};

/// What the specs with URL objects define beside [`Spec`]: setters and origins. Example: [`Change`].
pub trait ApiSpec: Spec {
    /// The base of a URL object that is constructed without one, if the setter of `href` parses against an object's base.
    fn object_base(self) -> Option<&'static str> {
        None
    }

    /// Runs the setter of `attribute`, which is not [`Attribute::Href`], on `url`.
    ///
    /// # Errors
    /// The reason why it stopped. It may have taken a part of the value before that.
    fn set<'a, T: Trace>(
        self,
        url: &mut Parsed<'a>,
        attribute: Attribute,
        value: &'a str,
        watch: &mut Watch<'_, T>,
    ) -> Result<()>;

    /// Runs the setter of `attribute` without a trace, on the string of `url`; may refuse the value. `None` means that the
    /// untraced setter does not handle the case.
    fn set_in_place<G>(
        self,
        _url: &mut Serialized<String, G>,
        _attribute: Attribute,
        _value: &str,
    ) -> Option<Result<Change>> {
        None
    }

    /// The rule that sets the path, if a segment whose delimiters, escapes and drive letters are percent-encoded stays
    /// unchanged in any path, unless it is a dot-segment.
    fn segment_setter(self) -> Option<Section> {
        None
    }

    /// The rule that sets `attribute`.
    fn setter(self, attribute: Attribute) -> Section;

    /// Whether parsing the string of a URL is certain to return the same URL once the setter of `attribute` has taken all of
    /// `value`.
    fn parses_back(self, _attribute: Attribute, _value: &str) -> bool {
        false
    }

    /// Refuses to remove the host of `url`, which has one.
    ///
    /// # Errors
    /// Where the setters of the spec keep it.
    fn check_hostless(self, url: &Parsed<'_>) -> Result<()>;

    /// The name of the object of `url`, a `blob:` URL, in a blob URL store.
    fn blob_name(self, url: Serialized<&str>) -> &str;

    /// The query for the serialized parameters `params`.
    fn query_of_params(self, params: &str) -> Option<&str>;

    /// The origin of `url`.
    fn origin(self, url: Serialized<&str>) -> Origin;
}

//! From two URLs to the reference that leads from one to the other.

use url_core::{Component, NoTrace};

use super::Url;
use crate::{Parser, parser::Base};

impl<S: AsRef<str>> Url<S> {
    /// A short reference of which [`Url::resolve`] makes `target`. It is the first that leads there of these: nothing or
    /// a fragment; a query; a path, relative or from the root, the shorter one first; a host; all of `target`, which leads
    /// there from everywhere. The result has been resolved, under the profile of this URL, to be sure.
    ///
    /// `None` where nothing leads to `target`: never under the URL Standard. Under other documents, not every URL comes
    /// out of their steps as it went in.
    ///
    /// Spec: none (the inverse of [`Url::resolve`])
    ///
    /// # Examples
    /// ```
    /// use url_facade::Url;
    /// let base = Url::parse("https://a.test/b/c?d")?;
    /// let to = |target| Ok::<_, url_facade::ParseError>(base.make_relative(&Url::parse(target)?));
    /// assert_eq!(to("https://a.test/b/e?f#g")?.as_deref(), Some("e?f#g"));
    /// assert_eq!(to("https://a.test/b/c?d#g")?.as_deref(), Some("#g"));
    /// assert_eq!(to("https://a.test/b/c")?.as_deref(), Some("c"));
    /// assert_eq!(to("https://a.test//e")?.as_deref(), Some("..//e"));
    /// assert_eq!(to("https://b.test/")?.as_deref(), Some("//b.test/"));
    /// assert_eq!(to("data:,x")?.as_deref(), Some("data:,x"));
    /// # Ok::<(), url_facade::ParseError>(())
    /// ```
    pub fn make_relative<R: AsRef<str>>(&self, target: &Url<R>) -> Option<String> {
        let mut buffer = String::new();
        let parser = Parser::new(self.profile());
        references(self.view(), target.view()).into_iter().find(|reference| {
            // What looks right may be wrong: a drive letter that is not left, a path that is empty.
            let made = parser.make(reference, Some(Base::from(self)), &mut buffer, &mut NoTrace);
            made.is_ok() && buffer == target.as_str()
        })
    }
}

/// The references that may lead from `base` to `target`, the shortest first.
///
/// Spec: none (the inverse of [`Url::resolve`])
fn references(base: Url<&str>, target: Url<&str>) -> Vec<String> {
    let mut references = Vec::with_capacity(6);
    let end_of = |component| target.components().get(component).map_or(0, |span| span.end as usize);
    let same = |component| base.get(component) == target.get(component);
    if same(Component::Scheme) {
        let after_path = target.href.get(end_of(Component::Path)..).unwrap_or_default();
        if AUTHORITY.into_iter().all(same) {
            if same(Component::Path) {
                if same(Component::Query) {
                    references
                        .push(target.fragment().map_or(String::new(), |fragment| format!("#{fragment}")));
                }
                if target.query().is_some() {
                    references.push(after_path.to_owned());
                }
            }
            if !base.has_opaque_path() && !target.has_opaque_path() {
                let relative = url_path::relative_path(base.path(), target.path()) + after_path;
                let rooted = url_path::rooted_path(target.path()).into_owned() + after_path;
                let is_rooted_shorter = rooted.len() < relative.len();
                references.extend(if is_rooted_shorter { [rooted, relative] } else { [relative, rooted] });
            }
        }
        if target.host_str().is_some() {
            let after_colon = end_of(Component::Scheme) + ":".len();
            references.push(target.href.get(after_colon..).unwrap_or_default().to_owned());
        }
    }
    references.push(target.href.to_owned());
    references
}

/// The components of an authority.
const AUTHORITY: [Component; 4] = [Component::User, Component::Password, Component::Host, Component::Port];

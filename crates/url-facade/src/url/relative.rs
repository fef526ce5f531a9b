//! Makes the relative reference from one URL to another.

use std::borrow::Cow;

use url_core::{Component, in_bounds};

use super::Url;
use crate::Parser;

impl<S: AsRef<str>> Url<S> {
    /// Makes a short relative reference that [`Url::resolve`] resolves to `target`. It is the first of these that does:
    /// nothing or a fragment; a query; a path, relative or from the root, the shorter one first; a host; the whole `target`.
    /// The result is verified by resolving it under the profile of this URL.
    ///
    /// `None` if no reference resolves to `target`. This never happens under the URL Standard. Under other documents, a
    /// canonical URL may change when it is parsed again.
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
        let parser = Parser::new(self.profile()).with_base(self);
        // A candidate may resolve to another URL: because of a drive letter that stays, or an empty path.
        let leads_there = |reference: &Cow<'_, str>| {
            parser.parse_into(reference, &mut buffer).is_ok_and(|made| made == target.view())
        };
        let (base, target) = (self.view(), target.view());
        let ways = WAYS.into_iter().filter_map(|way| way(base, target));
        ways.chain([target.href.into()]).find(leads_there).map(Cow::into_owned)
    }
}

/// A candidate for the reference from a base to a target.
type Way = for<'t> fn(Url<&str>, Url<&'t str>) -> Option<Cow<'t, str>>;

/// Every candidate except the whole target, the shortest first.
const WAYS: [Way; 5] = [by_fragment, by_query, by_shorter_path, by_longer_path, by_host];

/// The components that come before the path.
const BEFORE_PATH: [Component; 5] =
    [Component::Scheme, Component::User, Component::Password, Component::Host, Component::Port];

/// The rest of `url` after `component`, which is before the query.
fn after(url: Url<&str>, component: Component) -> &str {
    let end = url.components().get(component).map_or(0, |span| span.end as usize);
    in_bounds(url.href.get(end..))
}

/// The fragment, or nothing, if everything else is the same.
fn by_fragment<'t>(base: Url<&str>, target: Url<&'t str>) -> Option<Cow<'t, str>> {
    let len = target.fragment().map_or(0, |fragment| "#".len() + fragment.len());
    let fragment = in_bounds(target.href.get(target.href.len() - len..));
    base.eq_without_fragment(&target).then(|| fragment.into())
}

/// The query and the fragment, if everything before them is the same.
fn by_query<'t>(base: Url<&str>, target: Url<&'t str>) -> Option<Cow<'t, str>> {
    let is_same = |component| base.get(component) == target.get(component);
    let only_it =
        target.query().is_some() && is_same(Component::Path) && BEFORE_PATH.into_iter().all(is_same);
    only_it.then(|| after(target, Component::Path).into())
}

/// The shorter one of [`paths`].
fn by_shorter_path<'t>(base: Url<&str>, target: Url<&'t str>) -> Option<Cow<'t, str>> {
    paths(base, target).map(|[shorter, _]| shorter.into())
}

/// The longer one of [`paths`].
fn by_longer_path<'t>(base: Url<&str>, target: Url<&'t str>) -> Option<Cow<'t, str>> {
    paths(base, target).map(|[_, longer]| longer.into())
}

/// A relative path and one that begins with a slash, both with the query and the fragment, if everything before them is the
/// same; the shorter one first.
fn paths(base: Url<&str>, target: Url<&str>) -> Option<[String; 2]> {
    let is_same = |component| base.get(component) == target.get(component);
    if base.has_opaque_path() || target.has_opaque_path() || !BEFORE_PATH.into_iter().all(is_same) {
        return None;
    }
    let after_path = after(target, Component::Path);
    let relative = url_path::relative_path(base.path(), target.path()) + after_path;
    let rooted = url_path::rooted_path(target.path()).into_owned() + after_path;
    Some(if rooted.len() < relative.len() { [rooted, relative] } else { [relative, rooted] })
}

/// Everything except the scheme, if the scheme is the same and there is a host.
fn by_host<'t>(base: Url<&str>, target: Url<&'t str>) -> Option<Cow<'t, str>> {
    let is_same = base.scheme() == target.scheme() && target.host_str().is_some();
    is_same.then(|| after(target, Component::Scheme).strip_prefix(':').unwrap_or_default().into())
}

//! Blob URL stores, which both specs with `blob:` URLs ask: what a caller keeps for them.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, HashMap},
    hash::{BuildHasher, Hash},
};

/// A blob URL store: what a caller keeps for `blob:` URLs. A map from names is one.
///
/// # Examples
/// See [`crate::whatwg::parse_url`] and [`crate::webspecs::parse_url`].
pub trait BlobStore {
    /// What is kept.
    ///
    /// Spec: webspecs#urls-12, whatwg#concept-url-blob-entry
    type Object;

    /// A structured clone of the entry of the URL named `name`, or `None` where there is none. For the URL Standard the
    /// name is the URL without its fragment; for webspecs its scheme data.
    fn get(&self, name: &str) -> Option<Self::Object>;
}

impl<K: Borrow<str> + Eq + Hash, O: Clone, H: BuildHasher> BlobStore for HashMap<K, O, H> {
    type Object = O;

    fn get(&self, name: &str) -> Option<O> {
        self.get(name).cloned()
    }
}

impl<K: Borrow<str> + Ord, O: Clone> BlobStore for BTreeMap<K, O> {
    type Object = O;

    fn get(&self, name: &str) -> Option<O> {
        self.get(name).cloned()
    }
}

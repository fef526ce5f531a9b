//! What each layer does for a URL, alone: every one is given what the URL brings it in the profile `manakai`.

use std::{borrow::Cow, hint::black_box};

use url_core::{Component, Manakai, NoTrace, Parsed};
use url_facade::{Encoding, Parser, Profile};
use url_path::manakai::PathKind;

use crate::Run;

/// What a layer is given, for every URL that has it.
#[derive(Default)]
pub struct Inputs {
    urls: Vec<String>,
    after_schemes: Vec<String>,
    authorities: Vec<String>,
    schemes: Vec<String>,
    hosts: Vec<(String, String)>,
    paths: Vec<String>,
    queries: Vec<String>,
    canonical: Vec<Parsed<'static>>,
}

impl Inputs {
    /// Takes `urls` apart.
    pub fn new(urls: &[&str]) -> Self {
        let parser = Parser::new(Profile::Manakai);
        let mut inputs = Self::default();
        for &text in urls {
            inputs.urls.push(text.into());
            if let Ok((scheme, after_scheme)) = url_scheme::manakai::find_scheme(text, &mut NoTrace) {
                inputs.schemes.push(scheme.into());
                inputs.after_schemes.push(after_scheme.into());
                let found =
                    url_authority::manakai::find_authority_path_query_fragment(after_scheme, &mut NoTrace);
                inputs.authorities.extend(found.authority.map(Into::into));
            }
            let Ok(reference) = parser.parse_reference(text) else { continue };
            let part = |component| reference.get(component).map(String::from);
            let scheme = part(Component::Scheme).unwrap_or_default().to_ascii_lowercase();
            inputs.hosts.extend(part(Component::Host).map(|host| (host, scheme)));
            inputs.paths.extend(part(Component::Path));
            inputs.queries.extend(part(Component::Query));
            let Ok(url) = parser.parse(text) else { continue };
            let part = |component| url.get(component).map(|text| Cow::Owned(text.into()));
            inputs.canonical.push(Parsed::from_parts(part));
        }
        inputs
    }

    /// The layers in the order in which a URL meets them.
    pub fn layers(&self) -> Vec<Run<'_>> {
        let trace = || NoTrace;
        vec![
            Run::new("preprocess", &self.urls, move |url| {
                black_box(url_preprocess::manakai::preprocess(url, &mut trace())).len() > 1
            }),
            Run::new("find the scheme", &self.urls, move |url| {
                black_box(url_scheme::manakai::find_scheme(url, &mut trace())).is_ok()
            }),
            Run::new("find the authority, path, query, fragment", &self.after_schemes, move |s| {
                black_box(url_authority::manakai::find_authority_path_query_fragment(s, &mut trace()))
                    .path
                    .is_some()
            }),
            Run::new("split the authority", &self.authorities, move |authority| {
                black_box(url_authority::manakai::find_user_info_host_port(authority, &mut trace()))
                    .port
                    .is_none()
            }),
            Run::new("remove dot-segments", &self.paths, move |path| {
                black_box(url_path::manakai::remove_dot_segments(path, &mut trace())).len() > 1
            }),
            Run::new("canonicalize the scheme", &self.schemes, move |scheme| {
                black_box(url_scheme::manakai::canonicalize_scheme(scheme, &mut trace())).len() > 1
            }),
            Run::new("canonicalize the host", &self.hosts, move |(host, scheme)| {
                black_box(url_host::manakai::canonicalize_host(Manakai, host, scheme, &mut trace())).is_ok()
            }),
            Run::new("canonicalize the path", &self.paths, move |path| {
                black_box(url_path::manakai::canonicalize_path(path, PathKind::Hierarchical, &mut trace()))
                    .len()
                    > 1
            }),
            Run::new("canonicalize the query", &self.queries, move |query| {
                let encoding = Encoding::UTF_8;
                black_box(url_query::manakai::canonicalize_query(query, encoding, &mut trace())).len() > 1
            }),
            Run::new("serialize", &self.canonical, move |url| {
                black_box(url_serialize::manakai::serialize(url, &mut String::new(), &mut trace())).is_ok()
            }),
        ]
    }
}

#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod consumer;
mod curl;
mod go_net_url;
mod idna_2008;
mod java_net_uri;
mod java_net_url;
mod node_url_parse;
mod npm_fast_uri;
mod npm_uri_js;
mod npm_url_parse;
mod perl_uri;
mod php_parse_url;
mod prelude;
mod python;
mod python_httpx;
mod python_urllib3;
mod python_urlsplit;
mod python_yarl;
mod references;
mod ruby_uri;
mod run;
pub mod sections;
mod uri_pattern;

use std::borrow::Cow;

pub use consumer::{Consumer, UserInfo, write};

/// A URL as a consumer sees it.
pub type Parsed<'a> = url_core::ParsedUrl<Cow<'a, str>>;

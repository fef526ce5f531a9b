//! The rules of every consumer, as constants: `sections::<consumer>::<FUNCTION>_<ORDINALS>`.

pub mod curl;
pub mod go_net_url;
pub mod java_net_uri;
pub mod java_net_url;
pub mod node_url_parse;
pub mod npm_fast_uri;
pub mod npm_uri_js;
pub mod npm_url_parse;
pub mod perl_uri;
pub mod php_parse_url;
pub mod python_httpx;
pub mod python_urllib3;
pub mod python_urlsplit;
pub mod python_yarl;
pub mod ruby_uri;

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
mod python;
mod python_httpx;
mod python_urllib3;
mod python_urlsplit;
mod python_yarl;
mod references;
mod ruby_uri;
mod run;
pub mod sections;
mod text;
mod uri_pattern;

use std::borrow::Cow;

pub use consumer::{Consumer, UserInfo, write};

/// The components that a consumer finds in a URL.
pub type Parsed<'a> = url_core::ParsedUrl<Cow<'a, str>>;

mod prelude {
    pub(crate) use std::{
        borrow::Cow,
        net::{Ipv4Addr, Ipv6Addr},
    };

    pub(crate) use percent_encoding::percent_decode_str;
    pub(crate) use url_core::{
        ByteSet, Component, NoTrace, PCHAR, Reason, SUB_DELIMS, Section, Span, UNRESERVED,
        append_percent_encoded, decode_escapes, hex_octet, in_bounds, percent_encode, percent_encode_octets,
        punycode, to_ascii_lower_case, upper_case_escapes,
    };

    pub(crate) use crate::{
        Parsed,
        idna_2008::{ACE_PREFIX, DOTS, MOST_OF_LABEL},
        references::{Parts, Seen, authority_of, one_but_dots},
        run::{Rebuilt, Result, Run},
        text::{
            ANY, BLANKS, MOST_OF_PUNYCODE, before_first, compress, compressed, cut, decimal_value,
            decode_characters, decode_uri_component, divide, divide_last, in_brackets, ipv4_of,
            is_control_or_space, is_decimal, is_digits, is_hex, is_ip_future, is_ipv4, is_ipv6,
            is_line_separator, is_of_scheme, is_white_space, lower, number, remove_dot_segments,
            set_user_info, slice, split_loose_scheme, split_scheme, split_sign, to_lower_case,
            to_lower_case_in,
        },
        uri_pattern::{Groups, of_web, set_urn},
    };
}

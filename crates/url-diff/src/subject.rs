//! The subject of a rule that leaves its text unchanged. All rules that leave a host unchanged look alike in a trace; the
//! relevant one is the rule on the same subject as the other profile's rule.

use url_facade::{
    Component, Reason, Section,
    sections::{barth_01, connolly, manakai, rfc3986, webspecs, whatwg},
};

use crate::{alignment::decoded, difference::Outcome};

/// The subjects on which rules can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Where the scheme ends, and what holds without one.
    Scheme,
    /// Whether it is an address, and how an address is written.
    Address,
    /// How its escapes are handled.
    Escapes,
    /// Whether an address has its brackets.
    Brackets,
    /// Which characters it may contain.
    Characters,
    /// Whether a name may have other ASCII characters than letters, digits and hyphens.
    Ldh,
    /// How its labels are checked.
    Labels,
    /// Whether its letters become lower case.
    Case,
    /// Which ports there are, and how they are written.
    Port,
    /// Whether the base supplies what the string lacks.
    Base,
    /// Whose fragment it is.
    Fragment,
    /// Whether there is an authority.
    Authority,
    /// Whether a base is one that can.
    Serving,
}

/// The rules on each subject, in every spec that has one.
const RULES: &[(Subject, Section)] = &[
    (Subject::Address, whatwg::CONCEPT_HOST_PARSER_8),
    (Subject::Address, whatwg::CONCEPT_HOST_PARSER_1_2),
    (Subject::Address, whatwg::ENDS_IN_A_NUMBER_CHECKER),
    (Subject::Address, manakai::CANONICALIZE_HOST_25_4),
    (Subject::Address, manakai::CANONICALIZE_HOST_27),
    (Subject::Address, webspecs::IPV4ADDR_2),
    (Subject::Address, webspecs::HOST_2),
    (Subject::Address, webspecs::HOST_3),
    (Subject::Address, webspecs::HOST_7),
    (Subject::Address, barth_01::CANONICALIZING_A_HOST_1),
    (Subject::Address, rfc3986::HOST_7_1),
    (Subject::Address, rfc3986::HOST_8_1),
    (Subject::Escapes, whatwg::CONCEPT_HOST_PARSER_5),
    (Subject::Escapes, whatwg::CONCEPT_OPAQUE_HOST_PARSER_4),
    (Subject::Escapes, manakai::CANONICALIZE_HOST_6),
    (Subject::Escapes, webspecs::CONCEPT_HOST_PARSER_1),
    (Subject::Escapes, barth_01::HOST_ESCAPE_NORMALIZATION_2_1_1),
    (Subject::Escapes, webspecs::CLEANSE_2),
    (Subject::Escapes, webspecs::AUTHORITY_6_2),
    (Subject::Escapes, connolly::ABSOLUTE_URL_10),
    (Subject::Escapes, rfc3986::PERCENT_ENCODING_NORMALIZATION_1),
    (Subject::Characters, whatwg::CONCEPT_DOMAIN_TO_ASCII_8),
    (Subject::Characters, whatwg::CONCEPT_OPAQUE_HOST_PARSER_4),
    (Subject::Characters, manakai::CANONICALIZE_HOST_28_1),
    (Subject::Characters, manakai::CANONICALIZE_HOST_30_1),
    (Subject::Characters, webspecs::CONCEPT_HOST_PARSER_1),
    (Subject::Characters, barth_01::HOST_ESCAPE_NORMALIZATION_2_2_1),
    (Subject::Base, whatwg::FILE_STATE_4),
    (Subject::Base, whatwg::FILE_STATE_5),
    (Subject::Base, whatwg::FILE_SLASH_STATE_2_1),
    (Subject::Base, whatwg::SCHEME_STATE_2_6),
    (Subject::Base, whatwg::SCHEME_STATE_2_7),
    (Subject::Base, whatwg::SCHEME_STATE_2_8),
    (Subject::Base, whatwg::SCHEME_STATE_2_9),
    (Subject::Base, whatwg::NO_SCHEME_STATE_2),
    (Subject::Base, whatwg::NO_SCHEME_STATE_3),
    (Subject::Base, whatwg::NO_SCHEME_STATE_4),
    (Subject::Base, rfc3986::TRANSFORM_REFERENCES_1_3_1),
    (Subject::Base, rfc3986::TRANSFORM_REFERENCES_1_3_2_1),
    (Subject::Base, rfc3986::TRANSFORM_REFERENCES_1_3_2_2_1),
    (Subject::Base, rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2_1),
    (Subject::Base, rfc3986::TRANSFORM_REFERENCES_1_3_2_2_2_2),
    (Subject::Fragment, rfc3986::TRANSFORM_REFERENCES_1_4),
    (Subject::Base, manakai::RESOLUTION_6),
    (Subject::Base, manakai::RELATIVE_RESOLUTION_2),
    (Subject::Base, manakai::RELATIVE_RESOLUTION_3),
    (Subject::Base, manakai::RELATIVE_RESOLUTION_4),
    (Subject::Base, manakai::RELATIVE_RESOLUTION_5),
    (Subject::Base, manakai::RELATIVE_RESOLUTION_6),
    (Subject::Base, manakai::RESOLUTION_9_2),
    (Subject::Base, manakai::RESOLUTION_10_2),
    (Subject::Base, barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_3_1),
    (Subject::Base, barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_4_1),
    (Subject::Base, barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_5_1),
    (Subject::Base, barth_01::RESOLVING_A_STRING_RELATIVE_TO_A_BASE_URL_6),
    (Subject::Base, webspecs::FILE_URL_3_2_3),
    (Subject::Base, webspecs::RELATIVE_URL_2_1_4),
    (Subject::Base, webspecs::RELATIVE_URL_2_2_3),
    (Subject::Base, webspecs::RELATIVE_URL_2_3_5),
    (Subject::Base, webspecs::RELATIVE_URL_2_4_2),
    (Subject::Base, webspecs::RELATIVE_URL_2_4_5),
    (Subject::Escapes, manakai::CANONICALIZE_HOST_7),
    (Subject::Escapes, manakai::CANONICALIZATION_9_1),
    (Subject::Escapes, rfc3986::CASE_NORMALIZATION_1),
    (Subject::Escapes, barth_01::CANONICALIZING_A_PATH_4_4_1),
    (Subject::Characters, manakai::CANONICALIZE_HOST_28_2),
    (Subject::Characters, manakai::CANONICALIZE_HOST_28_3),
    (Subject::Characters, manakai::CANONICALIZE_HOST_28_4),
    (Subject::Characters, manakai::CANONICALIZE_HOST_30_2),
    (Subject::Characters, manakai::CANONICALIZE_HOST_30_3),
    (Subject::Characters, manakai::CANONICALIZE_HOST_30_4),
    (Subject::Characters, manakai::CANONICALIZATION_9_2),
    (Subject::Characters, manakai::CANONICALIZATION_10),
    (Subject::Characters, manakai::CANONICALIZATION_14),
    (Subject::Characters, manakai::CANONICALIZATION_15),
    (Subject::Characters, whatwg::PATH_STATE_2_3),
    (Subject::Characters, barth_01::HOST_ESCAPE_NORMALIZATION_2_4_1),
    (Subject::Characters, barth_01::CANONICALIZING_A_PATH_4_1),
    (Subject::Characters, barth_01::CANONICALIZING_A_PATH_4_1_1),
    (Subject::Characters, barth_01::CANONICALIZING_A_QUERY_2_1_1),
    (Subject::Characters, barth_01::CANONICALIZING_A_QUERY_2_2_1),
    (Subject::Characters, barth_01::CANONICALIZING_A_FRAGMENT_1_1_1),
    (Subject::Characters, connolly::ABSOLUTE_URL_14),
    (Subject::Characters, webspecs::CLEANSE_4),
    (Subject::Characters, rfc3986::USER_INFORMATION_1_1),
    (Subject::Ldh, whatwg::CONCEPT_DOMAIN_TO_ASCII_8),
    (Subject::Ldh, manakai::CANONICALIZE_HOST_28_1),
    (Subject::Ldh, manakai::CANONICALIZE_HOST_28_2),
    (Subject::Ldh, manakai::CANONICALIZE_HOST_28_3),
    (Subject::Ldh, manakai::CANONICALIZE_HOST_28_4),
    (Subject::Escapes, manakai::CANONICALIZE_HOST_30_4),
    (Subject::Ldh, webspecs::CONCEPT_HOST_PARSER_1),
    (Subject::Ldh, barth_01::CANONICALIZING_A_HOST_3),
    (Subject::Labels, manakai::CANONICALIZE_HOST_20),
    (Subject::Labels, manakai::CANONICALIZE_HOST_20_1_3),
    (Subject::Labels, connolly::ABSOLUTE_URL_12),
    (Subject::Labels, barth_01::CANONICALIZING_A_HOST_3),
    (Subject::Labels, webspecs::DOMAIN_TO_ASCII_1),
    (Subject::Labels, webspecs::HOST_8_1),
    (Subject::Labels, whatwg::CONCEPT_DOMAIN_TO_ASCII_5),
    (Subject::Labels, whatwg::CONCEPT_DOMAIN_TO_ASCII_6_1),
    (Subject::Case, manakai::NAMEPREP_3),
    (Subject::Case, rfc3986::CASE_NORMALIZATION_2),
    (Subject::Case, connolly::ABSOLUTE_URL_12),
    (Subject::Case, whatwg::CONCEPT_OPAQUE_HOST_PARSER_4),
    (Subject::Case, whatwg::CONCEPT_DOMAIN_TO_ASCII_5),
    (Subject::Case, barth_01::HOST_ESCAPE_NORMALIZATION_2_3_1),
    (Subject::Case, webspecs::DOMAIN_TO_ASCII_1),
    (Subject::Port, whatwg::PORT_STATE_2_1_3),
    (Subject::Port, manakai::CANONICALIZATION_7_2_4),
    (Subject::Port, barth_01::CANONICALIZING_A_URL_4_5),
    (Subject::Port, webspecs::PORT_1),
    (Subject::Port, rfc3986::PORT_1_1),
    (Subject::Base, manakai::RESOLUTION_9_1),
    (Subject::Scheme, manakai::PARSING_4),
    (Subject::Scheme, whatwg::SCHEME_START_STATE_2),
    (Subject::Scheme, whatwg::SCHEME_STATE_3),
    (Subject::Scheme, webspecs::FILE_URL_3_3_2),
    (Subject::Brackets, whatwg::CONCEPT_HOST_SERIALIZER_2),
    (Subject::Authority, whatwg::FILE_STATE_2),
    (Subject::Authority, rfc3986::SYNTAX_COMPONENTS_1_2),
    (Subject::Authority, rfc3986::RELATIVE_REFERENCE_1_2),
    (Subject::Serving, manakai::RELATIVE_RESOLUTION_1),
    (Subject::Serving, barth_01::RESOLVING_A_STRING_AS_A_RELATIVE_URL_2),
];

/// The same of consumers, by id: the facade may be without them.
const RULES_OF_CONSUMERS: &[(Subject, &str)] = &[
    (Subject::Scheme, "curl#is-absolute-url-2"),
    (Subject::Scheme, "curl#parseurl-4"),
    (Subject::Scheme, "go-net-url#get-scheme-3"),
    (Subject::Scheme, "node-url-parse#parse-3"),
    (Subject::Scheme, "npm-url-parse#extract-protocol-5"),
    (Subject::Scheme, "perl-uri#new-4"),
    (Subject::Scheme, "php-parse-url#parse-ex2-1.3"),
    (Subject::Scheme, "php-parse-url#parse-ex2-4"),
    (Subject::Scheme, "python-httpx#urlparse-3"),
    (Subject::Scheme, "python-urllib3#parse-url-2"),
    (Subject::Scheme, "python-urlsplit#urlsplit-3"),
    (Subject::Scheme, "python-yarl#split-url-3"),
    (Subject::Scheme, "ruby-uri#split-7"),
    (Subject::Authority, "go-net-url#before-fragment-6.1"),
    (Subject::Authority, "node-url-parse#parse-5.1"),
    (Subject::Brackets, "go-net-url#split-host-port-2"),
    (Subject::Brackets, "node-url-parse#parse-10"),
    (Subject::Brackets, "npm-uri-js#ipv6-1"),
    (Subject::Brackets, "perl-uri#server-3"),
    (Subject::Brackets, "python-httpx#encode-host-2"),
    (Subject::Brackets, "python-urlsplit#hostinfo-2"),
    (Subject::Base, "go-net-url#resolve-reference-1"),
    (Subject::Base, "go-net-url#resolve-reference-2"),
    (Subject::Base, "go-net-url#resolve-reference-4"),
    (Subject::Base, "java-net-uri#resolve-2"),
    (Subject::Base, "java-net-uri#resolve-3"),
    (Subject::Base, "java-net-uri#resolve-4"),
    (Subject::Base, "java-net-uri#resolve-5"),
    (Subject::Base, "java-net-uri#resolve-1"),
    (Subject::Base, "python-urlsplit#urljoin-1"),
    (Subject::Base, "python-urlsplit#urljoin-2"),
    (Subject::Base, "python-urlsplit#urljoin-3"),
    (Subject::Base, "python-urlsplit#urljoin-4"),
    (Subject::Base, "python-urlsplit#urljoin-5"),
    (Subject::Address, "node-url-parse#parse-13"),
    (Subject::Address, "node-url-parse#to-ascii-1.1"),
    (Subject::Base, "python-httpx#join-2"),
    (Subject::Base, "python-yarl#join-1"),
    (Subject::Base, "python-yarl#join-2"),
    (Subject::Base, "python-yarl#join-3"),
    (Subject::Base, "python-yarl#join-5"),
    (Subject::Base, "ruby-uri#merge-1"),
    (Subject::Base, "ruby-uri#merge-2"),
    (Subject::Base, "ruby-uri#merge-5"),
    (Subject::Base, "ruby-uri#merge-6"),
    (Subject::Address, "python-urlsplit#check-bracketed-host-1"),
    (Subject::Address, "curl#hostname-check-2.2"),
    (Subject::Address, "java-net-uri#server-2.1"),
    (Subject::Address, "curl#ipv4-normalize-1"),
    (Subject::Address, "python-urlsplit#ipv6-address-1"),
    (Subject::Address, "curl#hostname-check-2.6"),
    (Subject::Address, "curl#hostname-check-2.6.1"),
    (Subject::Address, "python-urllib3#normalize-host-3.1"),
    (Subject::Port, "curl#parse-port-6"),
    (Subject::Port, "java-net-url#authority-6"),
    (Subject::Port, "python-httpx#normalize-port-2"),
    (Subject::Port, "python-yarl#split-netloc-5"),
    (Subject::Characters, "python-yarl#quoter-4"),
    (Subject::Characters, "python-urllib3#encode-invalid-chars-3"),
    (Subject::Port, "php-parse-url#parse-ex2-8.3"),
    (Subject::Address, "go-net-url#parse-host-1"),
    (Subject::Address, "go-net-url#parse-host-1.3"),
    (Subject::Address, "java-net-url#authority-3"),
    (Subject::Address, "java-net-url#authority-3.1"),
    (Subject::Address, "python-urllib3#normalize-host-4"),
    (Subject::Escapes, "python-urllib3#normalize-host-6"),
    (Subject::Escapes, "python-urlsplit#hostname-2"),
    (Subject::Base, "go-net-url#resolve-reference-3"),
    (Subject::Base, "ruby-uri#merge-4"),
    (Subject::Characters, "curl#hostname-check-3"),
    (Subject::Case, "python-urllib3#normalize-host-2"),
    (Subject::Address, "python-httpx#encode-host-2"),
    (Subject::Address, "python-httpx#encode-host-3"),
    (Subject::Characters, "python-httpx#quote-1"),
    (Subject::Characters, "node-url-parse#auto-escape-1"),
];

/// The subjects of `section`.
fn subjects(section: Section) -> impl Iterator<Item = Subject> {
    let rules =
        RULES.iter().map(|&(subject, rule)| (subject, rule.id())).chain(RULES_OF_CONSUMERS.iter().copied());
    rules.filter(move |&(_, rule)| rule == section.id()).map(|(subject, _)| subject)
}

/// The subject of `section`, which caused `outcome`.
pub(crate) fn subject(section: Section, outcome: &Outcome) -> Option<Subject> {
    match outcome {
        Outcome::Rejected(Reason::HostIpLiteral) => Some(Subject::Address),
        Outcome::Rejected(reason) if reason.name().contains("ipv4") || reason.name().contains("ipv6") => {
            Some(Subject::Address)
        }
        Outcome::Rejected(Reason::HostNotLdh) => Some(Subject::Ldh),
        Outcome::Rejected(Reason::CharacterNotAllowed | Reason::HostForbidden) => Some(Subject::Characters),
        Outcome::Rejected(Reason::PercentNotEscape) => Some(Subject::Escapes),
        Outcome::Rejected(
            Reason::HostEmptyLabel
            | Reason::HostLabelTooLong
            | Reason::HostIdna
            | Reason::HostBidi
            | Reason::HostProhibited
            | Reason::HostEdgeHyphen,
        ) => Some(Subject::Labels),
        Outcome::Rejected(Reason::MissingScheme) => Some(Subject::Scheme),
        Outcome::Rejected(Reason::PortNotNumber | Reason::PortOutOfRange) => Some(Subject::Port),
        Outcome::Rejected(_) => None,
        Outcome::Changed { from, to } => {
            let of_name = || section.algorithm().contains("ipv").then_some(Subject::Address);
            subjects(section).next().or_else(of_name).or_else(|| of_change(from, to))
        }
        _ => subjects(section).next(),
    }
}

/// The subject of a rule that made `to` of `from`, by what these are.
pub(crate) fn of_change(from: &str, to: &str) -> Option<Subject> {
    let is_spelled = from != to && decoded(from) == decoded(to);
    if matches!(from, "[" | "]") && to.is_empty() {
        return Some(Subject::Brackets);
    }
    if from.contains("xn--") && !to.is_ascii() {
        return Some(Subject::Labels);
    }
    match (is_spelled, from.contains('%')) {
        (true, true) => Some(Subject::Escapes),
        (true, false) => Some(Subject::Characters),
        _ => (from != to && from.eq_ignore_ascii_case(to)).then_some(Subject::Case),
    }
}

/// What the names of algorithms, and those of the functions of programs, say about the component that they work on.
const NAMES: [(Component, &[&str]); 6] = [
    (Component::Scheme, &["scheme"]),
    (Component::Host, &["host", "domain", "nameprep", "ipv4", "ipv4addr", "ipv6", "ipv6addr", "number"]),
    (Component::Port, &["port"]),
    (Component::Path, &["path", "segments", "data"]),
    (Component::Query, &["query"]),
    (Component::Fragment, &["fragment"]),
];

/// Words of the names of functions that escape what they are given.
const SPELLING: [&str; 4] = ["encoding", "quote", "quoter", "chars"];

/// Words of names that say that it is about more than that.
const WIDE: [&str; 4] = ["authority", "file", "relative", "before"];

/// The component that `section` is about by the name of its algorithm, if that names only one.
pub(crate) fn named(section: Section) -> Option<Component> {
    let words = || section.algorithm().split(['#', '-']).skip(1);
    let is_in = |names: &[&str]| words().any(|word| names.contains(&word));
    // A state after the scheme is about what follows it, and so are its data.
    let is_named = |&&(component, names): &&(Component, &[&str])| {
        is_in(names) && (component != Component::Scheme || !is_in(&["state", "data"]))
    };
    let mut named = NAMES.iter().filter(is_named).map(|&(component, _)| component);
    named.next().filter(|_| !is_in(&WIDE) && named.next().is_none())
}

/// Whether `section` may be about `component`: it is not named after another one.
pub(crate) fn may_be_about(section: Section, component: Component) -> bool {
    named(section).is_none_or(|named| named == component)
}

/// Whether `section` only spells its text in another way: it reads no component.
pub(crate) fn spells(section: Section) -> bool {
    let is_named = || section.algorithm().split(['#', '-']).skip(1).any(|word| SPELLING.contains(&word));
    is_about(section, Subject::Characters) || is_about(section, Subject::Escapes) || is_named()
}

/// Whether `section` is about `subject`.
pub(crate) fn is_about(section: Section, subject: Subject) -> bool {
    subjects(section).any(|of_rule| of_rule == subject)
}

#[cfg(test)]
mod tests {
    use url_facade::consumers::sections::{
        curl, go_net_url, java_net_uri, java_net_url, node_url_parse, npm_uri_js, npm_url_parse, perl_uri,
        php_parse_url, python_httpx, python_urllib3, python_urlsplit, python_yarl, ruby_uri,
    };

    use super::RULES_OF_CONSUMERS;

    #[test]
    fn consumers_have_these_rules() {
        let programs = [
            curl::ALL,
            go_net_url::ALL,
            java_net_uri::ALL,
            java_net_url::ALL,
            node_url_parse::ALL,
            npm_uri_js::ALL,
            npm_url_parse::ALL,
            perl_uri::ALL,
            php_parse_url::ALL,
            python_httpx::ALL,
            python_urllib3::ALL,
            python_urlsplit::ALL,
            python_yarl::ALL,
            ruby_uri::ALL,
        ];
        let all = programs.concat();
        for (_, id) in RULES_OF_CONSUMERS {
            assert!(all.iter().any(|section| section.id() == *id), "{id}");
        }
    }
}

//! The parser of constructor strings, such as `https://*.example.com/:id`.
//!
//! Helpers, not in a spec: `component`.

use crate::{
    ComponentName, PatternError, UrlPatternInit,
    canonicalize::{SPECIAL_SCHEMES, canonicalize_a_protocol},
    component::Component,
    part::PatternOptions,
    tokenizer::{Token, TokenType, TokenizePolicy, tokenize},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Init,
    Protocol,
    Authority,
    Username,
    Password,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
    Done,
}

impl State {
    const fn component(self) -> Option<ComponentName> {
        match self {
            Self::Protocol => Some(ComponentName::Protocol),
            Self::Username => Some(ComponentName::Username),
            Self::Password => Some(ComponentName::Password),
            Self::Hostname => Some(ComponentName::Hostname),
            Self::Port => Some(ComponentName::Port),
            Self::Pathname => Some(ComponentName::Pathname),
            Self::Search => Some(ComponentName::Search),
            Self::Hash => Some(ComponentName::Hash),
            Self::Init | Self::Authority | Self::Done => None,
        }
    }
}

struct ConstructorStringParser<'i> {
    input: &'i str,
    token_list: Vec<Token<'i>>,
    result: UrlPatternInit,
    component_start: usize,
    token_index: usize,
    token_increment: usize,
    group_depth: usize,
    hostname_ipv6_bracket_depth: isize,
    protocol_matches_a_special_scheme: bool,
    state: State,
}

/// Spec: urlpattern#parse-a-constructor-string, urlpattern#parse-a-constructor-string-2.2.1.5..6, -2.2.2.2..3
/// Spec: urlpattern#parse-a-constructor-string-2.3.1..3, -2.4.1..2, -2.4.2.1..2
pub(crate) fn parse_a_constructor_string(input: &str) -> Result<UrlPatternInit, PatternError> {
    // 1. Make a parser of leniently made tokens.
    let mut parser = ConstructorStringParser {
        input,
        token_list: tokenize(input, TokenizePolicy::Lenient)?,
        result: UrlPatternInit::default(),
        component_start: 0,
        token_index: 0,
        token_increment: 1,
        group_depth: 0,
        hostname_ipv6_bracket_depth: 0,
        protocol_matches_a_special_scheme: false,
        state: State::Init,
    };
    // 2. While tokens are left to parse:
    while parser.token_index < parser.token_list.len() {
        // 2.1. Move on by one token, usually.
        parser.token_increment = 1;
        // 2.2. At the end:
        if parser.token().kind == TokenType::End {
            // 2.2.1. Without a protocol, the string is relative:
            if parser.state == State::Init {
                // 2.2.1.1. Start again.
                parser.rewind();
                // 2.2.1.2. It may begin with the fragment.
                if parser.is_a_hash_prefix() {
                    parser.change_state(State::Hash, 1);
                // 2.2.1.3. It may begin with the query:
                } else if parser.is_a_search_prefix() {
                    // 2.2.1.3.1. Go to the query.
                    parser.change_state(State::Search, 1);
                // 2.2.1.4. Otherwise it begins with the path:
                } else {
                    // 2.2.1.4.1. Go to the path.
                    parser.change_state(State::Pathname, 0);
                }
                parser.token_index += parser.token_increment;
                continue;
            }
            // 2.2.2. An authority that ends here has no user name:
            if parser.state == State::Authority {
                // 2.2.2.1. Parse it as a host.
                parser.rewind_and_set_state(State::Hostname);
                parser.token_index += parser.token_increment;
                continue;
            }
            // 2.2.3. End the last component.
            // 2.2.4. Stop.
            parser.change_state(State::Done, 0);
            break;
        }
        // 2.3. Braces open:
        if parser.is_a_group_open() {
            parser.group_depth += 1;
            parser.token_index += parser.token_increment;
            continue;
        }
        // 2.4. Inside braces:
        if parser.group_depth > 0 {
            if parser.is_a_group_close() {
                parser.group_depth -= 1;
            } else {
                parser.token_index += parser.token_increment;
                continue;
            }
        }
        // 2.5. Run the steps of the state.
        parser.run_state()?;
        // 2.6. Move to the next token.
        parser.token_index += parser.token_increment;
    }
    // 3. A host without a port has the default port.
    if parser.result.hostname.is_some() && parser.result.port.is_none() {
        parser.result.set(ComponentName::Port, "");
    }
    // 4. Return the patterns of the components.
    Ok(parser.result)
}

impl<'i> ConstructorStringParser<'i> {
    /// Spec: urlpattern#parse-a-constructor-string-2.5, -2.5.1.1, -2.5.1.1.1, -2.5.2.1, -2.5.2.1.1..6
    /// Spec: urlpattern#parse-a-constructor-string-2.5.2.1.4.1..2, -2.5.3.1..2, -2.5.4.1..2, -2.5.5.1
    /// Spec: urlpattern#parse-a-constructor-string-2.5.6.1..6, -2.5.7.1..3, -2.5.8.1..2, -2.5.9.1, -2.5.10.1
    /// Spec: urlpattern#parse-a-constructor-string-2.5.11.1
    fn run_state(&mut self) -> Result<(), PatternError> {
        match self.state {
            // 2.5.1. Before the protocol:
            State::Init => {
                if self.is_a_protocol_suffix() {
                    self.rewind_and_set_state(State::Protocol);
                }
            }
            // 2.5.2. In the protocol:
            State::Protocol => {
                if self.is_a_protocol_suffix() {
                    self.compute_protocol_matches_a_special_scheme_flag()?;
                    let (mut next_state, mut skip) = (State::Pathname, 1);
                    if self.next_is_authority_slashes() {
                        (next_state, skip) = (State::Authority, 3);
                    } else if self.protocol_matches_a_special_scheme {
                        next_state = State::Authority;
                    }
                    self.change_state(next_state, skip);
                }
            }
            // 2.5.3. In the authority:
            State::Authority => {
                if self.is_an_identity_terminator() {
                    self.rewind_and_set_state(State::Username);
                } else if self.is_a_pathname_start() || self.is_a_search_prefix() || self.is_a_hash_prefix() {
                    self.rewind_and_set_state(State::Hostname);
                }
            }
            // 2.5.4. In the user name:
            State::Username => {
                if self.is_a_password_prefix() {
                    self.change_state(State::Password, 1);
                } else if self.is_an_identity_terminator() {
                    self.change_state(State::Hostname, 1);
                }
            }
            // 2.5.5. In the password:
            State::Password => {
                if self.is_an_identity_terminator() {
                    self.change_state(State::Hostname, 1);
                }
            }
            // 2.5.6. In the host:
            State::Hostname => {
                if self.is_an_ipv6_open() {
                    self.hostname_ipv6_bracket_depth += 1;
                } else if self.is_an_ipv6_close() {
                    self.hostname_ipv6_bracket_depth -= 1;
                } else if self.is_a_port_prefix() && self.hostname_ipv6_bracket_depth == 0 {
                    self.change_state(State::Port, 1);
                } else if self.is_a_pathname_start() {
                    self.change_state(State::Pathname, 0);
                } else if self.is_a_search_prefix() {
                    self.change_state(State::Search, 1);
                } else if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            // 2.5.7. In the port:
            State::Port => {
                if self.is_a_pathname_start() {
                    self.change_state(State::Pathname, 0);
                } else if self.is_a_search_prefix() {
                    self.change_state(State::Search, 1);
                } else if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            // 2.5.8. In the path:
            State::Pathname => {
                if self.is_a_search_prefix() {
                    self.change_state(State::Search, 1);
                } else if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            // 2.5.9. In the query:
            State::Search => {
                if self.is_a_hash_prefix() {
                    self.change_state(State::Hash, 1);
                }
            }
            // 2.5.10. In the fragment:
            // 2.5.11. At the end of all:
            State::Hash | State::Done => {}
        }
        Ok(())
    }

    /// Spec: urlpattern#get-a-safe-token
    fn token(&self) -> Token<'i> {
        self.get_a_safe_token(self.token_index)
    }

    /// Spec: urlpattern#change-state, urlpattern#change-state-3..6
    fn change_state(&mut self, new_state: State, skip: usize) {
        // 1. Store the component that ends.
        if let Some(name) = self.state.component() {
            let value = self.make_a_component_string();
            self.result.set(name, value);
        }
        // 2. Components that are passed over are empty:
        if self.state != State::Init && new_state != State::Done {
            let state = self.state;
            let later = new_state >= State::Search;
            // 2.1. The host is.
            if matches!(state, State::Protocol | State::Authority | State::Username | State::Password)
                && new_state >= State::Port
                && self.result.hostname.is_none()
            {
                self.result.set(ComponentName::Hostname, "");
            }
            // 2.2. The path is:
            if state <= State::Port && later && self.result.pathname.is_none() {
                // 2.2.1. A slash under a special scheme.
                // 2.2.2. Otherwise nothing.
                let path = if self.protocol_matches_a_special_scheme { "/" } else { "" };
                self.result.set(ComponentName::Pathname, path);
            }
            // 2.3. The query is.
            if state <= State::Pathname && new_state == State::Hash && self.result.search.is_none() {
                self.result.set(ComponentName::Search, "");
            }
        }
        self.state = new_state;
        self.token_index += skip;
        self.component_start = self.token_index;
        self.token_increment = 0;
    }

    /// Spec: urlpattern#rewind-1..2
    fn rewind(&mut self) {
        self.token_index = self.component_start;
        self.token_increment = 0;
    }

    /// Spec: urlpattern#rewind-and-set-state-1..2
    fn rewind_and_set_state(&mut self, state: State) {
        self.rewind();
        self.state = state;
    }

    /// Spec: urlpattern#get-a-safe-token, urlpattern#get-a-safe-token-1..6
    fn get_a_safe_token(&self, index: usize) -> Token<'i> {
        let end = Token { kind: TokenType::End, index: self.input.len(), value: "" };
        self.token_list.get(index).copied().unwrap_or(end)
    }

    /// Spec: urlpattern#is-a-non-special-pattern-char-1..4
    fn is_a_non_special_pattern_char(&self, index: usize, value: &str) -> bool {
        let token = self.get_a_safe_token(index);
        token.value == value
            && matches!(token.kind, TokenType::Char | TokenType::EscapedChar | TokenType::InvalidChar)
    }

    /// Spec: urlpattern#is-a-protocol-suffix-1
    fn is_a_protocol_suffix(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, ":")
    }

    /// Spec: urlpattern#next-is-authority-slashes-1..3
    fn next_is_authority_slashes(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index + 1, "/")
            && self.is_a_non_special_pattern_char(self.token_index + 2, "/")
    }

    /// Spec: urlpattern#is-an-identity-terminator-1
    fn is_an_identity_terminator(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, "@")
    }

    /// Spec: urlpattern#is-a-password-prefix-1
    fn is_a_password_prefix(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, ":")
    }

    /// Spec: urlpattern#is-a-port-prefix-1
    fn is_a_port_prefix(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, ":")
    }

    /// Spec: urlpattern#is-a-pathname-start-1
    fn is_a_pathname_start(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, "/")
    }

    /// Spec: urlpattern#is-a-search-prefix-1..7
    fn is_a_search_prefix(&self) -> bool {
        if self.is_a_non_special_pattern_char(self.token_index, "?") {
            return true;
        }
        if self.token().value != "?" {
            return false;
        }
        let Some(previous_index) = self.token_index.checked_sub(1) else { return true };
        let previous_token = self.get_a_safe_token(previous_index);
        !matches!(
            previous_token.kind,
            TokenType::Name | TokenType::Regexp | TokenType::Close | TokenType::Asterisk
        )
    }

    /// Spec: urlpattern#is-a-hash-prefix-1
    fn is_a_hash_prefix(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, "#")
    }

    /// Spec: urlpattern#is-a-group-open-1..2
    fn is_a_group_open(&self) -> bool {
        self.token().kind == TokenType::Open
    }

    /// Spec: urlpattern#is-a-group-close-1..2
    fn is_a_group_close(&self) -> bool {
        self.token().kind == TokenType::Close
    }

    /// Spec: urlpattern#is-an-ipv6-open-1
    fn is_an_ipv6_open(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, "[")
    }

    /// Spec: urlpattern#is-an-ipv6-close-1
    fn is_an_ipv6_close(&self) -> bool {
        self.is_a_non_special_pattern_char(self.token_index, "]")
    }

    /// Spec: urlpattern#make-a-component-string-1..6
    fn make_a_component_string(&self) -> &'i str {
        let token = self.token();
        let component_start_token = self.get_a_safe_token(self.component_start);
        self.input.get(component_start_token.index..token.index).unwrap_or_default()
    }

    /// Spec: urlpattern#compute-protocol-matches-a-special-scheme-flag
    fn compute_protocol_matches_a_special_scheme_flag(&mut self) -> Result<(), PatternError> {
        // 1. Take the protocol.
        let protocol_string = self.make_a_component_string();
        // 2. Compile it.
        let protocol_component =
            Component::compile(protocol_string, canonicalize_a_protocol, PatternOptions::default())
                .map_err(|error| error.of(ComponentName::Protocol))?;
        // 3. Set the flag if a special scheme matches.
        if protocol_component_matches_a_special_scheme(&protocol_component) {
            self.protocol_matches_a_special_scheme = true;
        }
        Ok(())
    }
}

/// Spec: urlpattern#protocol-component-matches-a-special-scheme
pub(crate) fn protocol_component_matches_a_special_scheme(protocol_component: &Component) -> bool {
    // 1. Take the special schemes.
    // 2. For each scheme:
    // 2.1. Match it.
    // 2.2. Return true if it matches.
    // 3. Otherwise return false.
    SPECIAL_SCHEMES.iter().any(|(scheme, _)| protocol_component.matches(scheme))
}

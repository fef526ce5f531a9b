//! Tokens of pattern strings.
//!
//! Positions are in bytes, and those of the Standard are in code points.

use url_facade::Span;

use crate::{PatternError, PatternReason};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenType {
    Open,
    Close,
    Regexp,
    Name,
    Char,
    EscapedChar,
    OtherModifier,
    Asterisk,
    End,
    InvalidChar,
}

/// A token: its type, the index of its first byte, and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'i> {
    pub(crate) kind: TokenType,
    pub(crate) index: usize,
    pub(crate) value: &'i str,
}

/// The reaction of the tokenizer to an error: it fails, or emits an invalid character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenizePolicy {
    Strict,
    Lenient,
}

struct Tokenizer<'i> {
    input: &'i str,
    policy: TokenizePolicy,
    token_list: Vec<Token<'i>>,
    index: usize,
    next_index: usize,
    code_point: char,
}

/// Spec: urlpattern#tokenize, urlpattern#tokenize-4.2.1..2, -4.3.1..2, -4.5.1..2, -4.6.1..2
pub(crate) fn tokenize(input: &str, policy: TokenizePolicy) -> Result<Vec<Token<'_>>, PatternError> {
    // 1. Make a tokenizer.
    // 2. Its input is the input.
    // 3. Its policy is the policy.
    let token_list = Vec::with_capacity(input.len() + 1);
    let mut tokenizer = Tokenizer { input, policy, token_list, index: 0, next_index: 0, code_point: '\0' };
    // 4. While characters are left:
    while tokenizer.index < input.len() {
        // 4.1. Read the character at the index.
        tokenizer.seek_and_get_the_next_code_point(tokenizer.index);
        match tokenizer.code_point {
            // 4.2. An asterisk:
            '*' => tokenizer.add_with_default_position_and_length(TokenType::Asterisk),
            // 4.3. A plus sign or a question mark:
            '+' | '?' => tokenizer.add_with_default_position_and_length(TokenType::OtherModifier),
            // 4.4. A backslash:
            '\\' => {
                // 4.4.1. If it is the last character:
                if tokenizer.index == input.len() - 1 {
                    // 4.4.1.1. Report that it escapes nothing.
                    let (next, at) = (tokenizer.next_index, tokenizer.index);
                    tokenizer.process_a_tokenizing_error(PatternReason::TrailingBackslash, next, at)?;
                    // 4.4.1.2. Continue after the backslash.
                    continue;
                }
                // 4.4.2. The escaped character begins after the backslash.
                let escaped_index = tokenizer.next_index;
                // 4.4.3. Read the escaped character.
                tokenizer.get_the_next_code_point();
                // 4.4.4. Add it.
                // 4.4.5. Continue after the escaped character.
                tokenizer.add_with_default_length(
                    TokenType::EscapedChar,
                    tokenizer.next_index,
                    escaped_index,
                );
            }
            // 4.5. An opening brace:
            '{' => tokenizer.add_with_default_position_and_length(TokenType::Open),
            // 4.6. A closing brace:
            '}' => tokenizer.add_with_default_position_and_length(TokenType::Close),
            // 4.7. A colon:
            ':' => tokenizer.name()?,
            // 4.8. An opening parenthesis:
            '(' => tokenizer.regexp()?,
            // 4.9. Add any other character as it is.
            _ => tokenizer.add_with_default_position_and_length(TokenType::Char),
        }
    }
    // 5. Add the end.
    tokenizer.add_with_default_length(TokenType::End, tokenizer.index, tokenizer.index);
    // 6. Return the tokens.
    Ok(tokenizer.token_list)
}

impl Tokenizer<'_> {
    /// Adds the group name after a colon.
    ///
    /// Spec: urlpattern#tokenize-4.7
    fn name(&mut self) -> Result<(), PatternError> {
        // 4.7.1. The name position is after the colon.
        // 4.7.2. So is the start of the name.
        let name_start = self.next_index;
        let mut name_position = name_start;
        // 4.7.3. While characters are left in the name:
        while name_position < self.input.len() {
            // 4.7.3.1. Read the character at the name position.
            self.seek_and_get_the_next_code_point(name_position);
            // 4.7.3.2. The first one obeys another rule.
            let first_code_point = name_position == name_start;
            // 4.7.3.3. Test if it can be part of a name.
            // 4.7.3.4. Stop if it cannot.
            if !is_a_valid_name_code_point(self.code_point, first_code_point) {
                break;
            }
            // 4.7.3.5. Continue after it.
            name_position = self.next_index;
        }
        // 4.7.4. Without a name:
        if name_position <= name_start {
            // 4.7.4.1. Report the missing name.
            // 4.7.4.2. Continue after the error.
            return self.process_a_tokenizing_error(PatternReason::MissingName, name_start, self.index);
        }
        // 4.7.5. Add the name.
        // 4.7.6. Continue after the name.
        self.add_with_default_length(TokenType::Name, name_position, name_start);
        Ok(())
    }

    /// Adds the regular expression after an opening parenthesis.
    ///
    /// Spec: urlpattern#tokenize-4.8, -4.8.5.2.1..3, -4.8.5.3.1..3, -4.8.5.4.1.1..3, -4.8.5.4.3.1..3
    /// Spec: urlpattern#tokenize-4.8.5.4.5, -4.8.5.5.2.1..2, -4.8.5.6.2.1..3, -4.8.5.6.5.1..3, -4.8.7.1..2
    /// Spec: urlpattern#tokenize-4.8.9.1..2
    fn regexp(&mut self) -> Result<(), PatternError> {
        // 4.8.1. One parenthesis is open.
        let mut depth = 1;
        // 4.8.2. The position is after the parenthesis.
        // 4.8.3. So is the start of the expression.
        let regexp_start = self.next_index;
        let mut regexp_position = regexp_start;
        // 4.8.4. There is no error yet.
        let mut error = None;
        let last = self.input.len() - 1;
        // 4.8.5. While the expression has characters:
        while regexp_position < self.input.len() {
            // 4.8.5.1. Read the character at the position.
            self.seek_and_get_the_next_code_point(regexp_position);
            // 4.8.5.2. A character beyond ASCII:
            if !self.code_point.is_ascii() {
                error = Some(PatternReason::RegexpNotAscii);
                break;
            }
            // 4.8.5.3. A leading question mark:
            if regexp_position == regexp_start && self.code_point == '?' {
                error = Some(PatternReason::RegexpQuestionMark);
                break;
            }
            // 4.8.5.4. A backslash in the expression:
            if self.code_point == '\\' {
                // 4.8.5.4.1. If the backslash is the last character:
                if regexp_position == last {
                    error = Some(PatternReason::RegexpUnclosed);
                    break;
                }
                // 4.8.5.4.2. Read what it escapes.
                self.get_the_next_code_point();
                // 4.8.5.4.3. If it escapes a character beyond ASCII:
                if !self.code_point.is_ascii() {
                    error = Some(PatternReason::RegexpNotAscii);
                    break;
                }
                // 4.8.5.4.4. Move after the escape.
                regexp_position = self.next_index;
                continue;
            }
            // 4.8.5.5. A closing parenthesis:
            if self.code_point == ')' {
                // 4.8.5.5.1. Decrement the depth of parentheses.
                depth -= 1;
                // 4.8.5.5.2. If it is the outermost one:
                if depth == 0 {
                    regexp_position = self.next_index;
                    break;
                }
            // 4.8.5.6. An opening parenthesis in the expression:
            } else if self.code_point == '(' {
                // 4.8.5.6.1. Increment the depth of parentheses.
                depth += 1;
                // 4.8.5.6.2. If nothing follows it:
                if regexp_position == last {
                    error = Some(PatternReason::RegexpUnclosed);
                    break;
                }
                // 4.8.5.6.3. Remember the position after it.
                let temporary_position = self.next_index;
                // 4.8.5.6.4. Read the character after it.
                self.get_the_next_code_point();
                // 4.8.5.6.5. If it begins a capturing group:
                if self.code_point != '?' {
                    error = Some(PatternReason::RegexpCapturing);
                    break;
                }
                // 4.8.5.6.6. Return to the remembered position.
                self.next_index = temporary_position;
            }
            // 4.8.5.7. Continue with the next character of it.
            regexp_position = self.next_index;
        }
        // 4.8.6. After an error, continue behind the parenthesis.
        if let Some(reason) = error {
            return self.process_a_tokenizing_error(reason, regexp_start, self.index);
        }
        // 4.8.7. If a parenthesis is still open:
        if depth != 0 {
            return self.process_a_tokenizing_error(PatternReason::RegexpUnclosed, regexp_start, self.index);
        }
        // 4.8.8. The length is without the closing parenthesis.
        let regexp_length = regexp_position - regexp_start - 1;
        // 4.8.9. An empty expression:
        if regexp_length == 0 {
            return self.process_a_tokenizing_error(PatternReason::RegexpEmpty, regexp_start, self.index);
        }
        // 4.8.10. Add the expression.
        // 4.8.11. Continue after the expression.
        self.add_a_token(TokenType::Regexp, regexp_position, regexp_start, regexp_length);
        Ok(())
    }

    /// Spec: urlpattern#get-the-next-code-point-1..2
    fn get_the_next_code_point(&mut self) {
        if let Some(code_point) = self.input.get(self.next_index..).and_then(|rest| rest.chars().next()) {
            self.code_point = code_point;
            self.next_index += code_point.len_utf8();
        }
    }

    /// Spec: urlpattern#seek-and-get-the-next-code-point-1..2
    fn seek_and_get_the_next_code_point(&mut self, index: usize) {
        self.next_index = index;
        self.get_the_next_code_point();
    }

    /// Spec: urlpattern#add-a-token-1..6
    fn add_a_token(&mut self, kind: TokenType, next_position: usize, value_position: usize, length: usize) {
        let value = self.input.get(value_position..value_position + length).unwrap_or_default();
        self.token_list.push(Token { kind, index: self.index, value });
        self.index = next_position;
    }

    /// Spec: urlpattern#add-a-token-with-default-length-1..2
    fn add_with_default_length(&mut self, kind: TokenType, next_position: usize, value_position: usize) {
        self.add_a_token(kind, next_position, value_position, next_position - value_position);
    }

    /// Spec: urlpattern#add-a-token-with-default-position-and-length-1
    fn add_with_default_position_and_length(&mut self, kind: TokenType) {
        self.add_with_default_length(kind, self.next_index, self.index);
    }

    /// Fails, or adds an invalid character under the lenient policy.
    ///
    /// Spec: urlpattern#process-a-tokenizing-error-1..3
    fn process_a_tokenizing_error(
        &mut self,
        reason: PatternReason,
        next_position: usize,
        value_position: usize,
    ) -> Result<(), PatternError> {
        if self.policy == TokenizePolicy::Strict {
            return Err(PatternError::new(reason, Span::new(self.index, self.next_index)));
        }
        self.add_with_default_length(TokenType::InvalidChar, next_position, value_position);
        Ok(())
    }
}

/// Returns true if `code_point` can be part of a group's name, or begin it.
///
/// Spec: urlpattern#is-a-valid-name-code-point
pub(crate) fn is_a_valid_name_code_point(code_point: char, first: bool) -> bool {
    // `unicode-ident` has XID_Start and XID_Continue, which lack these characters of ID_Start and
    // ID_Continue.
    let of_both = "\u{37A}\u{309B}\u{309C}\u{FC5E}\u{FC5F}\u{FC60}\u{FC61}\u{FC62}\u{FC63}\u{FDFA}\u{FDFB}\
        \u{FE70}\u{FE72}\u{FE74}\u{FE76}\u{FE78}\u{FE7A}\u{FE7C}\u{FE7E}"
        .contains(code_point);
    let of_start = matches!(code_point, '\u{E33}' | '\u{EB3}' | '\u{FF9E}' | '\u{FF9F}');
    if of_both || matches!(code_point, '$' | '_') {
        true
    } else if first {
        // 1. The first one is in IdentifierStart.
        of_start || unicode_ident::is_xid_start(code_point)
    } else {
        // 2. The others are in IdentifierPart.
        matches!(code_point, '\u{200C}' | '\u{200D}') || unicode_ident::is_xid_continue(code_point)
    }
}

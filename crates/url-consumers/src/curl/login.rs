//! The login (user information) and the port of an authority.

use std::borrow::Cow;

use url_core::{Component, Reason, in_bounds};

use crate::{
    Parsed,
    run::{Result, Run},
    sections::curl as rules,
    text::{cut, is_control_or_space, is_digits},
};

/// The schemes whose logins may have options after a semicolon.
const WITH_OPTIONS: [&str; 6] = ["imap", "imaps", "pop3", "pop3s", "smtp", "smtps"];

/// Removes the login from `authority`, and returns the host and the port.
///
/// Spec: curl#parse-hostname-login
pub(super) fn parse_hostname_login<'a>(
    authority: &'a str,
    url: &mut Parsed<'a>,
    run: &mut Run<'_>,
) -> Result<&'a str> {
    // 1. The login ends at the first @
    let Some((login, host)) = authority.split_once('@') else { return Ok(authority) };
    run.cut(rules::PARSE_HOSTNAME_LOGIN_1, authority, login);
    // 2. imap, pop3 and smtp, with or without s, have options
    let has_options = url.scheme.as_deref().is_some_and(|scheme| WITH_OPTIONS.contains(&scheme));
    if has_options {
        run.step(rules::PARSE_HOSTNAME_LOGIN_2, login, None);
    }
    // 3. A control character or a space in it is refused
    run.refuse(is_control_or_space, login, Reason::CharacterNotAllowed, rules::PARSE_HOSTNAME_LOGIN_3)?;
    parse_login_details(login, has_options, url, run);
    Ok(host)
}

/// Spec: curl#parse-login-details
fn parse_login_details<'a>(login: &'a str, has_options: bool, url: &mut Parsed<'a>, run: &mut Run<'_>) {
    let colon = login.find(':');
    let semicolon = login.find(';').filter(|_| has_options);
    // Each part ends where the next one begins.
    let part_from = |start: usize, next: Option<usize>| {
        let end = next.filter(|&next| next > start).unwrap_or(login.len());
        in_bounds(login.get(start..end))
    };
    // 1. The first colon begins the password
    if let Some(colon) = colon {
        let password = part_from(colon + 1, semicolon.filter(|&semicolon| semicolon > colon));
        run.take(rules::PARSE_LOGIN_DETAILS_1, Component::Password, password, url);
    }
    // 2. The first semicolon begins the options, dropped here
    if let Some(semicolon) = semicolon {
        run.step(rules::PARSE_LOGIN_DETAILS_2, part_from(semicolon + 1, colon), None);
    }
    // 3. The rest is the user
    let (user, _) = cut(login, colon.unwrap_or(login.len()).min(semicolon.unwrap_or(login.len())));
    run.take(rules::PARSE_LOGIN_DETAILS_3, Component::User, user, url);
}

/// Removes the port from `text`, which is the host and the port, and returns the host.
///
/// Spec: curl#parse-port
pub(super) fn parse_port<'a>(text: &'a str, url: &mut Parsed<'a>, run: &mut Run<'_>) -> Result<&'a str> {
    let (host, port) = if text.starts_with('[') {
        // 1.1. Without ] the host is refused
        let end = run.demand(text.find(']'), Reason::HostIpLiteral, rules::PARSE_PORT_1_1, text)?;
        let (host, after) = cut(text, end + 1);
        // 1. After [ the first ] ends the host, and a colon follows
        run.cut(rules::PARSE_PORT_1, text, host);
        if after.is_empty() {
            return Ok(host);
        }
        // 1.2. What is not a colon after ] is refused
        let port =
            run.demand(after.strip_prefix(':'), Reason::PortNotNumber, rules::PARSE_PORT_1_2, after)?;
        (host, port)
    } else {
        // 2. Otherwise the first colon ends the host
        let Some(parts) = text.split_once(':') else { return Ok(text) };
        run.cut(rules::PARSE_PORT_2, text, parts.0);
        parts
    };
    // 3. An empty port is dropped; without a scheme, refused
    if port.is_empty() {
        run.refuse_if(url.scheme.is_none(), Reason::PortNotNumber, rules::PARSE_PORT_3, text)?;
        run.step(rules::PARSE_PORT_3, port, None);
        return Ok(host);
    }
    // 4. What is not a number of digits is refused
    run.refuse_if(!is_digits(port), Reason::PortNotNumber, rules::PARSE_PORT_4, port)?;
    // 5. A number above 65535 is refused
    // 6. The port, without leading zeros
    let number = run.port(port, [rules::PARSE_PORT_6, rules::PARSE_PORT_5])?;
    url.port = Some(Cow::Owned(number.into()));
    Ok(host)
}

//! The canonical user name and password. Implements manakai "Canonicalization" step 3.

use alloc::borrow::Cow;

use url_core::{
    ByteSet, Component, Report, Span, Trace, UNRESERVED, manakai::report_percent_encoding, percent_encode,
    sections::manakai,
};

/// The document's `0x2D (,)` is a mistake for `0x2C`.
pub(crate) const USER_INFO: ByteSet = UNRESERVED.and(b"!$%&'()*+,").complement();

/// Removes an empty password, and an empty user name without a password; percent-encodes the rest.
///
/// Places in the trace are byte offsets in `user:password`.
///
/// Spec: manakai#canonicalization
///
/// # Examples
/// ```
/// use url_core::NoTrace;
/// use url_authority::manakai::canonicalize_user_info;
/// assert_eq!(canonicalize_user_info(Some("a=b".into()), Some("".into()), &mut NoTrace), (Some("a%3Db".into()), None));
/// assert_eq!(canonicalize_user_info(Some("".into()), None, &mut NoTrace), (None, None));
/// ```
pub fn canonicalize_user_info<'a, T: Trace>(
    mut user: Option<Cow<'a, str>>,
    mut password: Option<Cow<'a, str>>,
    trace: &mut T,
) -> (Option<Cow<'a, str>>, Option<Cow<'a, str>>) {
    let user_span = Span::whole(user.as_deref().unwrap_or_default());
    // A base from another spec may have a password but no user.
    let password_start = user.as_ref().map_or(0, |_| user_span.end.saturating_add(1));
    let password_span = Span::whole(password.as_deref().unwrap_or_default()).after(password_start);
    // 3.1. If there is the password and it is the empty string, remove the password.
    if password.as_deref() == Some("") {
        trace.omit(manakai::CANONICALIZATION_3_1, Component::Password, password_span);
        password = None;
    }
    // 3.2. If the user is the empty string and there is no password, remove the user.
    if user.as_deref() == Some("") && password.is_none() {
        trace.omit(manakai::CANONICALIZATION_3_2, Component::User, user_span);
        user = None;
    }
    // 3.3. Percent-encode the user, with UTF-8 and the octets that are not in the list.
    let user = user.map(|user| {
        report_percent_encoding(user_span, trace);
        trace.rewrite(manakai::CANONICALIZATION_3_3, user_span, user, |part| percent_encode(part, &USER_INFO))
    });
    // 3.4. Percent-encode the password, if any, likewise.
    let password = password.map(|password| {
        report_percent_encoding(password_span, trace);
        trace.rewrite(manakai::CANONICALIZATION_3_4, password_span, password, |part| {
            percent_encode(part, &USER_INFO)
        })
    });
    (user, password)
}

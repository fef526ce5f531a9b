//! Dot-segments, and their escaped forms.

use std::borrow::Cow;

/// The forms of the segments `.` and `..`.
pub(crate) type Forms = [&'static [&'static str]; 2];

pub(crate) const PLAIN: Forms = [&["."], &[".."]];
pub(crate) const ESCAPED: Forms = [&[".", "%2e"], &["..", ".%2e", "%2e.", "%2e%2e"]];

/// `path`, which begins with a slash, without the segments `.` and `..` in any of their `forms`, and without those before `..`.
pub(crate) fn remove_dot_segments(path: &str, forms: Forms) -> Cow<'_, str> {
    let [is_one, is_two] =
        forms.map(|forms| move |segment: &str| forms.iter().any(|form| form.eq_ignore_ascii_case(segment)));
    if !path.split('/').any(|segment| is_one(segment) || is_two(segment)) {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len());
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        if is_two(segment) {
            out.truncate(out.rfind('/').unwrap_or_default());
        }
        if !is_one(segment) && !is_two(segment) {
            out.push('/');
            out.push_str(segment);
        } else if segments.peek().is_none() {
            out.push('/');
        }
    }
    Cow::Owned(out)
}

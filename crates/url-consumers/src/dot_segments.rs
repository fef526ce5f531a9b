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
    let is_dots = |segment: &str| is_one(segment) || is_two(segment);
    if !path.split('/').any(is_dots) {
        return Cow::Borrowed(path);
    }
    let mut kept = Vec::new();
    for segment in path.split('/').skip(1) {
        if is_two(segment) {
            kept.pop();
        } else if !is_one(segment) {
            kept.push(segment);
        }
    }
    if path.rsplit('/').next().is_some_and(is_dots) {
        kept.push("");
    }
    Cow::Owned(format!("/{}", kept.join("/")))
}

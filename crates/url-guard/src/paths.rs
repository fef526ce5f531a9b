//! Rules about paths.

use crate::hazard::decode;

/// The maximum number of times that servers and their proxies together decode a path.
const DECODINGS: usize = 3;

/// Names that servers reserve for administration, or do not serve.
const PROTECTED: &str = "admin administrator wp-admin phpmyadmin actuator server-status jmx-console web-console web-inf \
        meta-inf .git .svn .env .htaccess";

/// A rule for a path and all paths below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathRule(pub(crate) String);

impl PathRule {
    /// Returns true if `path` is the path of the rule or below it, both as written and as a lenient server
    /// reads it.
    pub(crate) fn allows(&self, path: &str) -> bool {
        written(path).starts_with(&written(&self.0)) && lenient(path).starts_with(&lenient(&self.0))
    }

    /// Returns true if `path` is the path of the rule or below it, in any case, as written or as a lenient
    /// server reads it.
    pub(crate) fn denies(&self, path: &str) -> bool {
        let is_below = |read: fn(&str) -> Vec<String>| {
            let [path, rule] = [path, &self.0].map(|path| read(path).join("/").to_lowercase() + "/");
            rule == "/" || path.starts_with(&rule)
        };
        is_below(written) || is_below(lenient)
    }
}

/// Returns true if an encoded slash in `path` hides a name of [`PROTECTED`].
pub(crate) fn hides_protected(path: &str) -> bool {
    let is_protected =
        |name: &String| PROTECTED.split(' ').any(|protected| name.eq_ignore_ascii_case(protected));
    path.contains('%') && path.split('/').any(|segment| lenient(segment).iter().skip(1).any(is_protected))
}

/// Returns true if the program curl expands `path` to several paths: `[1-3]`, `[a-c]` and `[1-9:2]` are
/// ranges, and `[id]` is not.
pub(crate) fn is_range(path: &str) -> bool {
    let of_digits: fn(&str) -> bool =
        |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let of_letter: fn(&str) -> bool = |text| matches!(text.as_bytes(), [byte] if byte.is_ascii_alphabetic());
    path.split('[').skip(1).filter_map(|rest| rest.split(']').next()?.split_once('-')).any(|(first, last)| {
        let (last, step) = last.split_once(':').unwrap_or((last, "1"));
        of_digits(step) && [of_digits, of_letter].iter().any(|is_end| is_end(first) && is_end(last))
    })
}

fn written(path: &str) -> Vec<String> {
    path.split('/').filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
}

/// Returns the segments of `path` as a lenient server reads it. Such a server decodes escapes, including
/// `%uXXXX`, and reads `\` as `/` and full-width characters as ASCII characters. It ignores parameters
/// (`;x`), text after an encoded delimiter or NUL, streams of NTFS (`::$DATA`), empty segments, and dots and
/// white space at the end of a name.
pub(crate) fn lenient(path: &str) -> Vec<String> {
    let mut path = path.to_owned();
    for _ in 0..DECODINGS {
        path = decode(&path).chars().map(ascii_of).collect();
    }
    let mut segments = Vec::new();
    for segment in path.split(['/', '\\']) {
        let name = segment.split([';', '?', '#', '\0']).next().unwrap_or_default();
        let stream = name.split_once(':').filter(|(_, stream)| stream.contains('$'));
        match stream.map_or(name, |(file, _)| file).trim_end() {
            ".." => _ = segments.pop(),
            name => segments.push(name.trim_end_matches(['.', ' ']).trim_end().to_owned()),
        }
    }
    segments.retain(|name| !name.is_empty());
    segments
}

/// If `c` is a full-width character, or similar to a slash or a dot, returns the ASCII character that lenient
/// servers read for `c`. Otherwise, returns `c`.
fn ascii_of(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{2044}' | '\u{2215}' => '/',
        '\u{2216}' => '\\',
        '\u{2024}' => '.',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::PathRule;

    #[test]
    fn a_rule_applies_to_every_spelling_of_a_path() {
        let rule = PathRule("/admin".into());
        let paths = "/admin|/admin/|/admin/x|/ADMIN|/%61dmin|/%2561dmin|/admin;x=1/y|/admin%3fx|/admin%20|/admin.|\
                /admin%c2%a0/x|//admin|/x/..;/admin|/admin/..;/x|/%41dmin|/%u0061dmin|/%25u0061dmin|\
                /%U0041%u0064min|/%uFF41dmin|/\u{FF41}\u{FF44}min/x|/%EF%BC%A1dmin|/x%u2215..%uFF0Fadmin|\
                /admin::$DATA|/admin::%24data|/admin:$i30:$INDEX_ALLOCATION/x|/admin%00.css|/admin. .";
        for path in paths.split('|') {
            assert!(rule.denies(path), "{path}");
        }
        for path in ["/", "/administrator", "/x/admin", "/adm", "/admin-x", "/.../x/admin", "/admin:x"] {
            assert!(!rule.denies(path), "{path}");
        }
        let rule = PathRule("/public/".into());
        assert!(rule.allows("/public") && rule.allows("/public/a%20b"));
        let paths = "/|/publicity|/Public|/%70ublic|/public/..;/admin|/public/%2e%2e%2fadmin|/public%2f..%2fadmin|\
                /public/%u002e%u002e/admin|/public/x%uFF0F..%2f..";
        for path in paths.split('|') {
            assert!(!rule.allows(path), "{path}");
        }
        assert!(PathRule("/".into()).allows("/x") && PathRule("/".into()).denies("/"));
    }
}

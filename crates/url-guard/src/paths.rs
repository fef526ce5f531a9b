//! Rules about paths.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// How often servers and what is before them decode a path together, at most.
const DECODINGS: usize = 3;

/// A path, and all that is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathRule(pub(crate) String);

impl PathRule {
    /// Whether `path` is this one or below it, both as it is written and as a lenient server reads it.
    pub(crate) fn allows(&self, path: &str) -> bool {
        self.readings(path).into_iter().all(|is_in| is_in)
    }

    /// Whether `path` is this one or below it, as it is written or as a lenient server reads it, without regard to ASCII case.
    pub(crate) fn denies(&self, path: &str) -> bool {
        Self(self.0.to_ascii_lowercase()).readings(&path.to_ascii_lowercase()).into_iter().any(|is_in| is_in)
    }

    /// Whether `path` is this one or below it: as it is written, and as a lenient server reads it.
    fn readings(&self, path: &str) -> [bool; 2] {
        let written = |path: &str| {
            path.split('/').filter(|segment| !segment.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        [written(path).starts_with(&written(&self.0)), lenient(path).starts_with(&lenient(&self.0))]
    }
}

/// The segments of `path` to a server that decodes it, takes `\` for `/`, and ignores parameters (`;x`), what is behind a delimiter that was
/// encoded, empty segments, and dots and white space at the end of a name.
fn lenient(path: &str) -> Vec<String> {
    let mut path = Cow::Borrowed(path);
    for _ in 0..DECODINGS {
        path = percent_decode_str(&path).decode_utf8_lossy().into_owned().into();
    }
    let mut segments = Vec::new();
    for segment in path.split(['/', '\\']) {
        match segment.split([';', '?', '#']).next().unwrap_or_default().trim_end() {
            ".." => _ = segments.pop(),
            name => segments.push(name.trim_end_matches('.').trim_end().to_owned()),
        }
    }
    segments.retain(|name| !name.is_empty());
    segments
}

#[cfg(test)]
mod tests {
    use super::PathRule;

    #[test]
    fn paths_that_servers_read_as_one() {
        let rule = PathRule("/admin".into());
        for path in [
            "/admin",
            "/admin/",
            "/admin/x",
            "/ADMIN",
            "/%61dmin",
            "/%2561dmin",
            "/admin;x=1/y",
            "/admin%3fx",
            "/admin%20",
            "/admin.",
            "/admin%c2%a0/x",
            "//admin",
            "/x/..;/admin",
            "/admin/..;/x",
        ] {
            assert!(rule.denies(path), "{path}");
        }
        for path in ["/", "/administrator", "/x/admin", "/adm", "/admin-x"] {
            assert!(!rule.denies(path), "{path}");
        }
        let rule = PathRule("/public/".into());
        assert!(rule.allows("/public") && rule.allows("/public/a%20b"));
        for path in [
            "/",
            "/publicity",
            "/Public",
            "/%70ublic",
            "/public/..;/admin",
            "/public/%2e%2e%2fadmin",
            "/public%2f..%2fadmin",
        ] {
            assert!(!rule.allows(path), "{path}");
        }
        assert!(PathRule("/".into()).allows("/x") && PathRule("/".into()).denies("/"));
    }
}

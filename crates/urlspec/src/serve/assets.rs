//! The files of the viewer's page. They are served as they are in `assets/`, and the page loads nothing else.

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! asset {
    ($file:literal, $kind:expr) => {
        (concat!("/", $file), $kind, include_str!(concat!("assets/", $file)))
    };
}

/// The path of each file, its content type, and its content.
pub(super) const ASSETS: [(&str, &str, &str); 19] = [
    ("/", "text/html; charset=utf-8", include_str!("assets/index.html")),
    asset!("icon.svg", "image/svg+xml"),
    asset!("style.css", STYLE),
    asset!("steps.css", STYLE),
    asset!("examples.json", "application/json"),
    asset!("app.js", SCRIPT),
    asset!("backend.js", SCRIPT),
    asset!("controls.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("escapes.js", SCRIPT),
    asset!("fields.js", SCRIPT),
    asset!("panel.js", SCRIPT),
    asset!("divergence.js", SCRIPT),
    asset!("permalink.js", SCRIPT),
    asset!("requests.js", SCRIPT),
    asset!("sections.js", SCRIPT),
    asset!("steps.js", SCRIPT),
    asset!("table.js", SCRIPT),
    asset!("vector.js", SCRIPT),
];

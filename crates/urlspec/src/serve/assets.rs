//! The files of the page, as in `assets/`: there is no build step, and the page loads nothing else.

/// One file.
pub(super) struct Asset {
    pub(super) path: &'static str,
    /// The content type.
    pub(super) kind: &'static str,
    pub(super) content: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The file `$file` of `assets/`, under its own name.
macro_rules! asset {
    ($file:literal, $kind:expr) => {
        Asset { path: concat!("/", $file), kind: $kind, content: include_str!(concat!("assets/", $file)) }
    };
}

pub(super) const ASSETS: [Asset; 19] = [
    Asset { path: "/", kind: "text/html; charset=utf-8", content: include_str!("assets/index.html") },
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
    asset!("parting.js", SCRIPT),
    asset!("permalink.js", SCRIPT),
    asset!("requests.js", SCRIPT),
    asset!("sections.js", SCRIPT),
    asset!("steps.js", SCRIPT),
    asset!("table.js", SCRIPT),
    asset!("vector.js", SCRIPT),
];

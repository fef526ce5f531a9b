//! The page of `diff --in FILE --html`: a single file that loads nothing, in light or dark colours as the
//! reader prefers. Text from the input is always escaped, so it never becomes markup.

use std::fmt::Write as _;

use super::changes::percent;
use crate::{
    shape::{ClusterShape, Counted, ExampleShape, ImpactShape, ReportShape},
    show::visible,
};

const STYLE: &str = "\
:root{color-scheme:light dark;--line:light-dark(#d8dce3,#3a404b);--dim:light-dark(#5a6270,#9aa3b2);\
--bar:light-dark(#2f6fd0,#6ea3f5);--back:light-dark(#fff,#14171c);--panel:light-dark(#f6f7f9,#1c2027)}\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;background:var(--back)}\
h1{font-size:1.5rem}code{font:.9em/1.4 ui-monospace,monospace;overflow-wrap:anywhere}\
.sum{color:var(--dim)}details{border:1px solid var(--line);border-radius:.5rem;margin:.6rem 0;background:var(--panel)}\
summary{padding:.6rem .9rem;cursor:pointer}ul{list-style:none;padding:0 1rem}ol{margin:.2rem 0 .8rem;padding:0 1rem 0 4.5rem}li{margin:.4rem 0}\
.count{display:inline-block;min-width:4.5rem;font-weight:600;font-variant-numeric:tabular-nums}\
.title,.say{color:var(--dim);display:block;font-size:.9rem}.say{overflow-wrap:anywhere}\
meter{display:block;width:100%;height:.5rem;margin-top:.3rem;accent-color:var(--bar)}";

pub(crate) fn page(name: &str, report: &ReportShape) -> String {
    let ReportShape { profiles, lines, differ, bad, impact, clusters } = report;
    let profiles = text(&profiles.join(", "));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Differences between {profiles}</title>\n<style>{STYLE}</style>\n\
         <h1>Differences between {profiles}</h1>\n<p class=\"sum\">{}: {lines} lines, of which {differ} differ",
        text(name)
    );
    if *bad > 0 {
        page.extend(["; ", &bad.to_string(), " could not be compared"]);
    }
    page += ".</p>\n";
    if let Some(impact) = impact {
        page += &of_impact(impact);
    }
    let most = clusters.first().map_or(1, |cluster| cluster.count);
    for cluster in clusters {
        page += &of_cluster(cluster, most);
    }
    page + "</html>\n"
}

fn of_cluster(cluster: &ClusterShape, most: u64) -> String {
    let ClusterShape { profiles: [a, b], sections: [one, other], titles, count, minimal, examples } = cluster;
    let [one, other, a, b, title, other_title] =
        [one, other, a, b, &titles[0], &titles[1]].map(|name| text(name));
    let mut part = format!(
        "<details><summary><span class=\"count\">{count}</span><code>{one}</code> / <code>{other}</code>\
         <span class=\"title\">{a}: {title}. {b}: {other_title}.</span>\
         <meter max=\"{most}\" value=\"{count}\">{count}</meter></summary>\n<ol>\n"
    );
    if let Some(minimal) = minimal.as_deref().map(text) {
        let _ = writeln!(part, "<li class=\"say\">The shortest: <code dir=\"ltr\">{minimal}</code></li>");
    }
    for ExampleShape { place, input, input_bytes, message } in examples {
        let more = input_bytes.map(|bytes| format!("… ({bytes} bytes)")).unwrap_or_default();
        let (input, sentence, line) = (text(input), text(message), place.line);
        let file = place.file.as_deref().map(|file| format!("<b>{}:</b> ", text(file))).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            part,
            "<li value=\"{line}\"><code dir=\"ltr\">{file}{input}{more}</code><span class=\"say\">{sentence}</span></li>"
        );
    }
    part + "</ol></details>\n"
}

fn of_impact(impact: &ImpactShape) -> String {
    let ImpactShape { interval, change, kinds, schemes, domains } = impact;
    let [low, high] = interval.map(percent);
    let change = change.as_ref().map(|[title, reference]| {
        let reference = text(reference);
        format!("<p>The change: {}. <a href=\"{reference}\">{reference}</a></p>\n", text(title))
    });
    let mut part = change.unwrap_or_default();
    let _ = writeln!(
        part,
        "<p class=\"sum\">With a confidence of 95 %, {low} to {high} of all URLs, if the lines are a random sample.</p>"
    );
    for (title, rows) in [("Changes", kinds), ("Schemes", schemes), ("Registrable domains", domains)] {
        let _ = write!(part, "<details open><summary>{title}</summary><ul>");
        for Counted { name, count } in rows {
            let name = text(name);
            let _ =
                write!(part, "<li><span class=\"count\">{count}</span><code dir=\"ltr\">{name}</code></li>");
        }
        part += "</ul></details>\n";
    }
    part
}

/// Escapes invisible characters in `text`, and characters with a meaning in HTML.
fn text(text: &str) -> String {
    html_escape::encode_quoted_attribute(&visible(text)).into_owned()
}

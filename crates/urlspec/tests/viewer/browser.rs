//! Tests of the viewer in a browser: the actions of users, and attacks.

use serde_json::{Value, json};

use crate::{
    server::Server,
    webdriver::{Browser, DOWN, END, ENTER, RIGHT, TAB},
};

fn opened(name: &str, fragment: &str) -> Option<(Server, Browser)> {
    let (server, browser) = (Server::start(), Browser::start(name)?);
    open(&browser, &server, fragment);
    Some((server, browser))
}

/// Opens the viewer with `fragment` in its address, and waits for the first results.
fn open(browser: &Browser, server: &Server, fragment: &str) {
    visit(browser, &server.url(&format!("/{fragment}")));
    browser.wait_for("document.querySelector('.results')");
}

/// Loads the page at `url`, even if only the fragment of the address has changed.
fn visit(browser: &Browser, url: &str) {
    browser.go("about:blank");
    browser.go(url);
}

/// Returns the characters of `keys`, which are separated by spaces. `TAB*2` is the key Tab, twice.
fn pressed(keys: &str) -> String {
    let characters = |key: &str| {
        let (name, times) =
            key.split_once('*').map_or((key, 1), |(name, times)| (name, times.parse().unwrap()));
        let known =
            [("DOWN", DOWN), ("END", END), ("ENTER", ENTER), ("RIGHT", RIGHT), ("SPACE", " "), ("TAB", TAB)];
        known.iter().find(|(known, _)| *known == name).map_or(name, |(_, key)| key).repeat(times)
    };
    keys.split(' ').map(characters).collect()
}

/// Performs the action or the check in a line of `scenarios.txt`.
fn perform(line: &str, server: &mut Server, browser: &Browser) {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "serve" => *server = Server::start_with(&rest.split_whitespace().collect::<Vec<_>>()),
        "open" => open(browser, server, rest),
        "visit" if rest.starts_with('(') => {
            visit(browser, browser.script(&format!("return {rest}")).as_str().unwrap());
        }
        "visit" => visit(browser, &server.url(rest)),
        "type" => {
            let (css, keys) = rest.split_once(' ').unwrap();
            browser.clear(css);
            browser.keys(css, keys);
        }
        "click" => browser.click(rest),
        "press" => browser.press(&pressed(rest)),
        "size" => {
            let (width, height) = rest.split_once(' ').unwrap();
            browser.resize(width.parse().unwrap(), height.parse().unwrap());
        }
        "do" => drop(browser.script(rest)),
        "wait" => browser.wait_for(rest),
        "is" => {
            let (expression, expected) = rest.rsplit_once(" => ").unwrap();
            let expected: Value = serde_json::from_str(expected).unwrap();
            assert_eq!(browser.script(&format!("return {expression}")), expected, "{line}");
        }
        "quiet" => assert_eq!(browser.complaints(), [""; 0]),
        _ => unreachable!("unknown action: {line}"),
    }
}

#[test]
fn scenarios_are_as_written() {
    let mut count = 0;
    for scenario in include_str!("scenarios.txt").split("\nscenario ").skip(1) {
        let (name, lines) = scenario.split_once('\n').unwrap();
        let (mut server, Some(browser)) = (Server::start(), Browser::start(name)) else { return };
        browser.lend_clipboard();
        for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            perform(line, &mut server, &browser);
        }
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn pasted_input_is_shown_as_text() {
    let Some((server, browser)) = opened("pasting", "#profiles=whatwg,rfc3986,connolly") else { return };
    let page = browser.requests();
    assert!(page.iter().any(|url| url.ends_with("/app.js")), "{page:?}");
    let attack =
        "http://\"><img src=x onerror=alert(1)>\u{202e}<script>alert(2)</script>&lt;b>/#javascript:alert(3)";
    // Pastes as a user does: at the caret, at once, with control characters and lone surrogates.
    let paste = "const field = document.querySelector(arguments[0]); field.focus(); field.select();
        document.execCommand('insertText', false, arguments[1].replace('HALF', '\\ud83d'))";
    for field in ["#input", "#base"] {
        browser.script_with(paste, &json!([field, format!("{attack}HALF\u{0}")]));
    }
    browser.wait_for("document.querySelector('#input').value.endsWith('\\\\u{d83d}\\\\u{0}')");
    browser.wait_for("shows('whatwg', 'URL', '\u{2715}')");
    // The path with the attack is shown in every column, in the steps, and in the address.
    browser.clear("#base");
    browser.script_with(paste, &json!(["#input", format!("http://a.test/{attack}HALF")]));
    browser.wait_for("shows('connolly', 'URL', 'img')");
    open(&browser, &server, browser.script("return location.hash").as_str().unwrap());
    browser.wait_for("shows('connolly', 'URL', 'img')");
    assert!(browser.text("#trace").contains("<img src=x onerror=alert(1)>"));
    assert_eq!(browser.script("return document.querySelectorAll('img, body script, b, iframe').length"), 0);
    assert!(!browser.is_alerted());

    // The page has loaded only files of this server, and has sent requests only to this server.
    let asked: Vec<String> = browser.requests().into_iter().filter(|url| url != "about:blank").collect();
    let known = "/ /icon.svg /style.css /steps.css /examples.json /api/v1/run /api/v1/profiles /api/v1/site";
    let known: Vec<_> = known.split(' ').collect();
    for url in page.iter().chain(&asked) {
        let path = url.strip_prefix(&server.url("")).map_or("", |path| path.split('#').next().unwrap());
        let is_module = path.split_once('.').is_some_and(|(_, kind)| kind == "js");
        assert!(is_module || known.contains(&path), "{url}");
    }
    assert!(asked.iter().any(|url| url.ends_with("/api/v1/run")), "{asked:?}");
    assert_eq!(browser.complaints(), [""; 0]);

    // Even if the page tried to insert markup, the browser would refuse the markup.
    let refused = "try { document.body.innerHTML = '<img src=x>'; return false } catch (error) { return error instanceof TypeError }";
    assert_eq!(browser.script(refused), true);
}

#[test]
fn controls_have_accessible_names() {
    let fragment = "#input=http%3A%2F%2Fa.test%2F%257E&pattern=http%3A%2F%2F*%2F%3Aid";
    let Some((_server, browser)) = opened("names", fragment) else { return };
    browser.wait_for("document.querySelectorAll('.steps').length === 2");
    let all = browser.roles_and_names();
    let named = "button textbox combobox checkbox listbox tab tabpanel region columnheader rowheader";
    for role in named.split(' ') {
        let names: Vec<_> = all.iter().filter(|(found, _)| found == role).map(|(_, name)| name).collect();
        assert!(!names.is_empty(), "there is no {role}");
        assert!(names.iter().all(|name| !name.is_empty()), "{role}: {names:?}");
    }
    assert!(all.iter().any(|(role, name)| role == "listbox" && name == "Steps of rfc3986"));
}

/// People review the appearance of the page; `docs/screenshots` contains the pictures of the last review.
/// This test only checks that nothing is wider than the window.
#[test]
fn screenshots_of_every_size_and_colour_scheme() {
    let server = Server::start();
    let Some(browser) = Browser::start("pictures") else { return };
    let take = |name: &str, (width, height), scheme: &str, fragment: &str, at: &str| {
        browser.resize(width, height);
        browser.prefer(scheme);
        open(&browser, &server, fragment);
        let scroll = "document.querySelector(arguments[0]).scrollIntoView({behavior: 'instant'})";
        browser.script_with(scroll, &json!([at]));
        browser.screenshot(name);
        let overflow = browser.script("return document.documentElement.scrollWidth - innerWidth");
        assert!(overflow.as_i64().unwrap() <= 0, "{name}: {overflow} pixels too wide");
    };
    let (desk, phone) = ((1280, 800), (360, 740));
    let eight = "#input=http%3A%2F%2Fuser%40good.exa%5Cu%7B9%7Dmple%3A080%2Fa%2F..%2F%257Eb%20c%3Fq%5Cu%7Bd800%7D\
        &profiles=whatwg,rfc3986,manakai,connolly,barth-2010,webspecs,curl,go-net-url&beside=manakai";
    for width in [360, 768, 1280, 1920] {
        for scheme in ["light", "dark"] {
            take(&format!("eight-{width}-{scheme}.png"), (width, 900), scheme, eight, "body");
        }
    }
    take("viewer-light.png", desk, "light", "", "body");
    take("viewer-dark.png", desk, "dark", "", "body");
    take("viewer-steps.png", desk, "light", "", "#trace");
    take("viewer-phone.png", phone, "light", "", "body");
    take("viewer-phone-results.png", phone, "dark", eight, "#results");
    take("viewer-phone-steps.png", phone, "dark", eight, "#trace");
}

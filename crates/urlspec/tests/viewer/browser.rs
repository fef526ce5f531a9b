//! Tests of the viewer in a browser: the actions of users, and attacks.

use serde_json::{Value, json};

use crate::{
    server::Server,
    webdriver::{Browser, DOWN, END, ENTER, RIGHT, TAB},
};

/// Returns a script for [`Browser::wait_for`]. The script returns true when the cell in the row `row` and the
/// column `profile` of the results contains `text`.
fn shows(profile: &str, row: &str, text: &str) -> String {
    let text = json!(text);
    format!(
        "[...document.querySelectorAll('.results tbody tr')].some(row => row.firstChild.textContent.startsWith('{row}') && \
         row.querySelector('[data-profile=\"{profile}\"]')?.textContent.includes({text}))"
    )
}

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

fn retype(browser: &Browser, css: &str, keys: &str) {
    browser.clear(css);
    browser.keys(css, keys);
}

fn mark(browser: &Browser) -> Value {
    browser.script("return document.querySelector('#strips mark')?.textContent ?? null")
}

#[test]
fn a_person_types_and_walks_through_the_steps() {
    let fragment = "#input=a&profiles=whatwg,rfc3986,connolly,manakai&beside=";
    let Some((_server, browser)) = opened("typing", fragment) else { return };
    // The key Tab would move to the next field, so the tab is typed as an escape.
    retype(&browser, "#input", "HTTP://EX\\u{9}AMPLE.com:080/a/../%7Eb c");
    browser.wait_for(&shows("whatwg", "URL", "http://example.com/%7Eb%20c"));
    browser.wait_for(&shows("rfc3986", "URL", "character-not-allowed"));
    browser.wait_for(&shows("manakai", "host", "example.com"));

    // One column is added, and another is moved to the front. Every row has a cell in each column.
    browser.click("input[value='barth-2010']");
    browser.wait_for(&shows("barth-2010", "host", "\\u{9}"));
    browser.click("[data-move='rfc3986:-1']");
    let columns =
        "return [...document.querySelectorAll('.results thead .profile')].map(head => head.textContent)";
    assert_eq!(browser.script(columns), json!(["rfc3986", "whatwg", "connolly", "manakai", "barth-2010"]));
    // Letters show differences without colours. If all cells of a row are equal, they have no letters.
    let letters = |row: &str| {
        let row = format!(
            "const row = [...document.querySelectorAll('.results tbody tr')].find(row => row.firstChild.textContent.startsWith('{row}'));
             return [...row.querySelectorAll('td')].map(cell => cell.querySelector('.letter')?.textContent ?? '')"
        );
        browser.script(&row)
    };
    assert_eq!(letters("scheme"), json!(["", "A", "", "A", "B"]));
    assert_eq!(letters("violations"), json!(["", "", "", "", ""]));

    // From here on, only the keyboard is used. The bytes that a step works on are marked in the input.
    browser.click("#tab-manakai");
    browser.wait_for("document.querySelector('[data-steps=manakai]')");
    browser.press(TAB);
    // Two controls precede the list: the selector of a second list, and the option to show every step.
    browser.press(&TAB.repeat(2));
    let current = "return document.querySelector('[aria-selected=true].step .step-section code').textContent";
    assert_eq!(browser.script("return document.activeElement.dataset.steps"), "manakai");
    assert_eq!(browser.script(current), "manakai#resolution-2");
    // Resolution begins with three steps (base, preprocessing), and so does the parsing that it calls.
    browser.press(&DOWN.repeat(7));
    assert_eq!(browser.script(current), "manakai#finding-the-scheme-1");
    assert_eq!(mark(&browser), "HTTP");
    browser.press(END);
    assert_eq!(browser.script(current), "manakai#serialization-10");
    // The span of a rebuilt text is the span of the text from which it was built.
    assert!(browser.text("#strips").contains("bytes "), "{}", browser.text("#strips"));
    let active = "const list = document.activeElement; return list.getAttribute('aria-activedescendant') === list.querySelector('[aria-selected=true]').id";
    assert_eq!(browser.script(active), true);

    // With a second list beside the first, the arrow keys move between the lists.
    browser.script("const beside = document.querySelector('#beside'); beside.value = 'whatwg'; beside.dispatchEvent(new Event('change'))");
    browser.wait_for("document.querySelectorAll('.steps').length === 2");
    browser.script("document.querySelector('[data-steps=manakai]').focus()");
    browser.press(RIGHT);
    assert_eq!(browser.script("return document.activeElement.dataset.steps"), "whatwg");

    // A click on a violation shows the step that found the violation.
    browser.script("document.querySelector('[data-profile=whatwg] .violation').click()");
    browser.wait_for("document.activeElement.dataset.steps === 'whatwg'");
    let is_violation =
        "return document.querySelector('[aria-selected=true].step').classList.contains('is-violation')";
    assert_eq!(browser.script(is_violation), true);
    assert_eq!(mark(&browser), "\\u{9}");
    browser.script("const beside = document.querySelector('#beside'); beside.value = 'manakai'; beside.dispatchEvent(new Event('change'))");

    // The first difference is shown and marked in both lists: only one of the profiles decodes `%7E`.
    retype(&browser, "#input", "http://a.test/%7Eb");
    browser.wait_for("document.querySelector('.divergence-line')?.textContent.includes('bytes 14..17')");
    let marked = "return [...document.querySelectorAll('.is-divergence .step-section code')].map(code => code.textContent)";
    assert_eq!(browser.script(marked), json!(["whatwg#path-state-2.3", "manakai#canonicalization-9.1"]));
    browser.click("#compare");
    assert_eq!(browser.script(current), "whatwg#path-state-2.3");
    browser.press(RIGHT);
    assert_eq!(browser.script(current), "manakai#canonicalization-9.1");
    assert_eq!(mark(&browser), "/%7Eb");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn steps_that_an_algorithm_called_are_folded_away() {
    let Some((_server, browser)) = opened("folds", "#input=http%3A%2F%2Fa.test%2F%257Eb&profiles=manakai")
    else {
        return;
    };
    browser.wait_for("document.querySelector('[data-steps=manakai] .has-inside')");
    let hidden = "document.querySelectorAll('[data-steps=manakai] > [hidden]').length";
    let number = || browser.script(&format!("return {hidden}")).as_u64().unwrap();
    assert_eq!(number(), 0);
    browser.click(".has-inside .fold");
    let folded = number();
    assert!(folded > 0);
    // The key `f` folds a step as a click does, and the arrow keys skip hidden steps.
    browser.script("document.querySelector('.has-inside').click(); document.querySelector('[data-steps=manakai]').focus()");
    browser.press("f");
    assert_eq!(number(), 0);
    browser.press("f");
    assert_eq!(number(), folded);
    browser.press(DOWN);
    assert_eq!(browser.script("return document.querySelector('[aria-selected=true].step').hidden"), false);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn sections_lead_to_their_pages() {
    let server = Server::start_with(&["--site", "https://docs.test/urlspec"]);
    let Some(browser) = Browser::start("sections") else { return };
    open(&browser, &server, "#input=http%3A%2F%2Fa.test%2F%257Eb&profiles=whatwg,manakai&beside=manakai");
    browser.wait_for("document.querySelectorAll('.is-divergence').length === 2");
    let first =
        "const link = document.querySelector('.divergence-side a'); return [link.textContent, link.href]";
    let target = "https://docs.test/urlspec/spec/whatwg.html#path-state-2.3";
    assert_eq!(browser.script(first), json!(["whatwg#path-state-2.3", target]));
    let home = "return document.querySelector('h1 a').href";
    assert_eq!(browser.script(home), "https://docs.test/urlspec/");
    let all = "return [...document.querySelectorAll('.step')].every(step => step.querySelector('.step-section a')?.href.endsWith( \
               step.querySelector('.step-section code').textContent.replace('#', '.html#')))";
    assert_eq!(browser.script(all), true);
    browser.script("window.open = (...given) => { window.opened = given[0] }");
    browser.script("document.querySelector('[data-steps=whatwg]').focus()");
    browser.press(ENTER);
    let current =
        "document.querySelector('[data-steps=whatwg] [aria-selected=true] a').href === window.opened";
    browser.wait_for(current);

    let server = Server::start();
    open(&browser, &server, "#input=http%3A%2F%2Fa.test%2F%257Eb&profiles=whatwg,curl&beside=curl");
    browser.wait_for("document.querySelectorAll('.step').length > 0");
    // Without a site, a section is a link to the published text of its document.
    let texts = "return [...document.querySelectorAll('[data-steps=whatwg] .step-section a')].every(link => link.host === 'url.spec.whatwg.org')";
    assert_eq!(browser.script(texts), true);
}

#[test]
fn every_step_is_shown_when_it_is_asked_for() {
    let fragment = "#input=http%3A%2F%2Fa.test%2F%257Eb&profiles=whatwg,manakai&beside=manakai&step=5";
    let Some((_server, browser)) = opened("every", fragment) else { return };
    browser.wait_for("document.querySelectorAll('.is-divergence').length === 2");
    let current = "return document.querySelector('[aria-selected=true].step .step-section code').textContent";
    let divergence = "return [...document.querySelectorAll('.is-divergence .step-section code')].map(code => code.textContent)";
    let count = "document.querySelector('[data-steps=whatwg]')?.children.length";
    let number = |count: &str| browser.script(&format!("return {count}")).as_u64().unwrap();
    let (step, parts, few) = (browser.script(current), browser.script(divergence), number(count));

    browser.script("document.querySelector('#tab-whatwg').focus()");
    browser.press(&TAB.repeat(2));
    assert_eq!(browser.script("return document.activeElement.id"), "every");
    browser.press(" ");
    browser.wait_for(&format!("{count} > {few}"));
    let many = number(count);
    assert_eq!((browser.script(current), browser.script(divergence)), (step.clone(), parts.clone()));
    browser.click("#compare");
    assert_eq!(browser.script(current), parts[0]);
    assert_eq!(mark(&browser), "%7Eb");
    // A step that works on no text shows its number, its fold, its title, its span and its section.
    let taken = "const step = [...document.querySelectorAll('.step')].find(step => step.textContent.includes('scheme-state-2.7'));
        return [...step.querySelectorAll('span')].map(part => part.className)";
    let parts_of_step = ["step-head", "step-number", "fold", "step-title", "step-place", "step-section"];
    assert_eq!(browser.script(taken), json!(parts_of_step));

    // The address contains the option `every`. After a click removes the option, the page is as before.
    let link = browser.script("return location.href");
    visit(&browser, link.as_str().unwrap());
    browser.wait_for(&format!("document.querySelector('#every').checked && {count} === {many}"));
    browser.click("#every");
    browser.wait_for(&format!("{count} === {few} && !location.hash.includes('every')"));
    assert_eq!(browser.script(current), parts[0]);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn errors_are_shown() {
    let server = Server::start();
    let Some(browser) = Browser::start("wrong") else { return };
    visit(&browser, &server.url("/#input=x&encoding=klingon"));
    browser.wait_for("!document.querySelector('#problem').hidden");
    assert!(browser.text("#problem").contains("klingon"), "{}", browser.text("#problem"));
    let fragment = "#input=http%3A%2F%2Fa.test%3A99999%2F&profiles=netscape,whatwg,whatwg&trace=__proto__\
        &step=999999&nonsense&%";
    open(&browser, &server, fragment);
    browser.wait_for(&shows("whatwg", "URL", "port-out-of-range"));
    assert_eq!(browser.script("return document.querySelectorAll('.results thead .profile').length"), 1);
}

#[test]
fn links_and_vectors_restore_the_page() {
    let server = Server::start();
    let Some(browser) = Browser::start("links") else { return };
    browser.lend_clipboard();
    open(&browser, &server, "");
    // The base and the input contain a lone surrogate. The input also contains a text like an escape.
    retype(&browser, "#base", "http://a.test/\\u{D800}/");
    retype(&browser, "#input", "b?\\u{5c}u{41}\\u{dfff}");
    browser.wait_for(&shows("whatwg", "URL", "http://a.test/%EF%BF%BD/b?\\u{41}%EF%BF%BD"));
    browser.click("#copy-link");
    browser.wait_for("document.querySelector('#said').textContent === 'Copied the link.'");
    let clipboard = "return navigator.clipboard.readText()";
    let link = browser.script(clipboard);
    assert_eq!(link, browser.script("return location.href"));
    browser.click("[data-vector=whatwg]");
    browser.wait_for("document.querySelector('#said').textContent.includes('vector of whatwg')");
    // `serde_json` rejects lone surrogates in strings, so the test compares the text of the vector.
    let vector = browser.script(clipboard);
    let vector: Vec<&str> =
        vector.as_str().unwrap().lines().map(|line| line.trim().trim_end_matches(',')).collect();
    let expected = [
        "{",
        r#""input": "b?\\u{41}\udfff""#,
        r#""base": "http://a.test/\ud800/""#,
        r#""href": "http://a.test/%EF%BF%BD/b?\\u{41}%EF%BF%BD""#,
        r#""protocol": "http:""#,
        r#""username": """#,
        r#""password": """#,
        r#""host": "a.test""#,
        r#""hostname": "a.test""#,
        r#""port": """#,
        r#""pathname": "/%EF%BF%BD/b""#,
        r#""search": "?\\u{41}%EF%BF%BD""#,
        r#""hash": """#,
        "}",
    ];
    assert_eq!(vector, expected);

    visit(&browser, link.as_str().unwrap());
    browser.wait_for(&shows("whatwg", "URL", "http://a.test/%EF%BF%BD/b?\\u{41}%EF%BF%BD"));
    assert_eq!(browser.script("return document.querySelector('#base').value"), "http://a.test/\\u{d800}/");
    assert_eq!(browser.script("return document.querySelector('#input').value"), "b?\\u{5c}u{41}\\u{dfff}");
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
    browser.wait_for(&shows("whatwg", "URL", "\u{2715}"));
    // The path with the attack is shown in every column, in the steps, and in the address.
    browser.clear("#base");
    browser.script_with(paste, &json!(["#input", format!("http://a.test/{attack}HALF")]));
    browser.wait_for(&shows("connolly", "URL", "img"));
    open(&browser, &server, browser.script("return location.hash").as_str().unwrap());
    browser.wait_for(&shows("connolly", "URL", "img"));
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

/// The field is reached with the keyboard, and the link of the page has the pattern.
#[test]
fn a_pattern_shows_what_matched_where() {
    let fragment = "#input=https://b.a.test/7&pattern=https://*.a.test/:id&profiles=whatwg";
    let Some((_server, browser)) = opened("pattern", fragment) else { return };
    browser
        .wait_for("document.querySelector('#matched tr[data-component=pathname] mark')?.textContent === '7'");
    assert_eq!(browser.text("#match-verdict"), "The URL matches.");
    let marks = "return [...document.querySelectorAll('#matched tr[data-component=hostname] mark')].map(mark => mark.title + mark.textContent)";
    assert_eq!(browser.script(marks), json!(["0b"]));
    browser.click("#base");
    browser.press(TAB);
    assert_eq!(browser.script("return document.activeElement.id"), "pattern");
    retype(&browser, "#pattern", "https://a.test/<b>/:c");
    browser.wait_for("document.querySelector('#match-verdict').textContent.includes('hostname: \"b.a.test\" does not match')");
    assert_eq!(browser.script("return document.querySelector('#matched mark').textContent"), "b");
    assert_eq!(browser.script("return location.hash.includes('&pattern=https')"), true);
    retype(&browser, "#pattern", "https://a.test/{");
    browser.wait_for("document.querySelector('#match-verdict').textContent.includes('at bytes')");
    // Clearing a field through the driver reports no input to the page.
    browser.script("const field = document.querySelector('#pattern'); field.value = ''; field.dispatchEvent(new InputEvent('input'))");
    browser.wait_for("document.querySelector('#match').hidden");
    assert_eq!(browser.complaints(), [""; 0]);
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

#[test]
fn the_menu_has_every_example() {
    let Some((_server, browser)) = opened("examples", "") else { return };
    browser.wait_for("document.querySelectorAll('#examples option').length > 70");
    let choose = "const menu = document.querySelector('#examples');
        menu.value = [...menu.options].find(option => option.value.includes('exa\\\\u{9}mple')).value;
        menu.dispatchEvent(new Event('change'))";
    browser.script(choose);
    browser.wait_for(&shows("whatwg", "host", "good.example"));
    assert_eq!(browser.script("return document.querySelector('#input').value"), "http://good.exa\\u{9}mple/");
}

/// The first screen shows the first difference and a result, on a phone and on a desktop. Without any click, the
/// lists show the steps at which the two profiles differ, side by side.
#[test]
fn the_first_screen_shows_the_first_difference() {
    let server = Server::start();
    let Some(browser) = Browser::start("first") else { return };
    for (width, height) in [(360, 740), (1280, 800)] {
        browser.resize(width, height);
        open(&browser, &server, "");
        browser.wait_for("document.querySelectorAll('.is-divergence').length === 2");
        let seen = "const box = (css) => document.querySelector(css).getBoundingClientRect();
            return [box('.divergence-line').bottom, box('.results .parts th').bottom].map(end => end <= innerHeight)";
        assert_eq!(browser.script(seen), json!([true, true]), "{width}");
        let parts = "return [...document.querySelectorAll('.is-divergence')].map(step => {
            const [box, frame] = [step, step.parentElement].map(element => element.getBoundingClientRect());
            return [box.top >= frame.top && box.bottom <= frame.bottom, Math.round(box.top - frame.top)];
        })";
        let parts = browser.script(parts);
        assert!(parts[0] == parts[1] && parts[0][0] == true, "{parts}");
    }
    let columns =
        "return [...document.querySelectorAll('.results thead .profile')].map(head => head.textContent)";
    assert_eq!(browser.script(columns), json!(["whatwg", "rfc3986", "curl", "python-urlsplit"]));
    // A step that sets a component to the text that it read changes nothing.
    let same = "return [...document.querySelectorAll('.made')].some(made => made.textContent === made.parentElement.firstChild.textContent)";
    assert_eq!(browser.script(same), false);

    // With "none", there is one list. Another input does not change the choice, and the address contains it.
    let choose = "const beside = document.querySelector('#beside'); beside.value = ''; beside.dispatchEvent(new Event('change'))";
    browser.script(choose);
    assert_eq!(browser.script("return document.querySelectorAll('.steps').length"), 1);
    let link = browser.script("return location.href");
    visit(&browser, link.as_str().unwrap());
    browser.wait_for(&shows("curl", "host", "good.example"));
    assert_eq!(browser.script("return document.querySelectorAll('.steps, .divergence-line').length"), 1);
}

#[test]
fn columns_are_chosen_with_the_keyboard() {
    let Some((_server, browser)) = opened("columns", "") else { return };
    let focused = "return document.activeElement.id || document.activeElement.value || document.activeElement.textContent";
    // The skip link, the input, the base, the pattern, the encoding, and the examples precede the button.
    browser.press(&TAB.repeat(7));
    assert_eq!(browser.script(focused), "choose");
    browser.press(ENTER);
    assert_eq!(browser.script(focused), "Specifications2 of 11");
    browser.press(&format!("{} ", TAB.repeat(2)));
    browser.wait_for(&shows("whatwg-2026-02", "host", "evil.example"));
    assert_eq!(browser.script(focused), "whatwg-2026-02");
    let groups = "return [...document.querySelectorAll('.group')].map(group => [group.querySelector('.group-title').textContent, group.open])";
    let expected = json!([["Specifications", true], ["Programs", false], ["Candidates", false]]);
    assert_eq!(browser.script(groups), expected);
    // Each profile has its title next to its box, and each checked profile has a column.
    let all = "document.querySelectorAll('#profiles input:not(:checked)').forEach(box => box.click())";
    browser.script(all);
    let boxes = browser.script("return document.querySelectorAll('.option .about:not(:empty)').length");
    assert!(boxes.as_u64() > Some(40), "{boxes}");
    browser.wait_for(&format!("document.querySelectorAll('.results thead .about').length === {boxes}"));
    let overflow = "return document.documentElement.scrollWidth - innerWidth";
    assert_eq!(browser.script(overflow), 0);
    let cell = "return document.querySelector('.results [data-profile=curl]').textContent";
    assert_eq!(browser.script(cell), "no URL string: the program does not canonicalize URLs");
    assert_eq!(browser.complaints(), [""; 0]);
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

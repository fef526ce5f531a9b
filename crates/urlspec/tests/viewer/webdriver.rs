//! A browser that tests control as a user would: headless Chromium, through chromedriver and the protocol
//! `WebDriver`.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use ureq::{Agent, Body, http::Response};

/// The number of times that a test asks the page for a state before it fails. On a busy machine, each answer
/// takes longer.
const QUESTIONS: usize = 3000;

/// `WebDriver` represents an element of a page as a JSON object with this key, whose value is an id.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Characters by which `WebDriver` represents special keys. This one is the down arrow key.
pub(crate) const DOWN: &str = "\u{e015}";
pub(crate) const END: &str = "\u{e010}";
pub(crate) const ENTER: &str = "\u{e007}";
pub(crate) const RIGHT: &str = "\u{e014}";
pub(crate) const TAB: &str = "\u{e004}";

/// Locked while a test uses a browser, because several browsers at once would slow each other down.
static TURN: Mutex<()> = Mutex::new(());

/// A browser with one window, which is closed when the test ends.
pub(crate) struct Browser {
    _turn: MutexGuard<'static, ()>,
    driver: Child,
    agent: Agent,
    session: String,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser with the empty profile `name`. Without a browser, records a skip and returns `None`.
    pub(crate) fn start(name: &str) -> Option<Self> {
        // The lock can still be used after another test panicked.
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let start_driver =
            || Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn().ok();
        let Some((binary, mut driver)) = chromium().and_then(|binary| Some((binary, start_driver()?))) else {
            url_testdata::record_skip("there is no chromium, or no chromedriver, on the path");
            return None;
        };
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            Some(line.split_once("started successfully on port ")?.1.trim_end_matches('.').to_owned())
        });
        // A thread discards the rest of the driver's output, so that the driver never waits for a reader.
        thread::spawn(move || lines.for_each(drop));

        let profile = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("browser-{name}"));
        let _ = fs::remove_dir_all(&profile);
        // Without reduced motion, a test might click in the wrong place during an animation.
        let args = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
            --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --force-prefers-reduced-motion";
        let folder = format!("--user-data-dir={}", profile.display());
        let args: Vec<&str> = args.split(' ').chain([&*folder]).collect();
        let capabilities = json!({"alwaysMatch": {
            "browserName": "chrome",
            "unhandledPromptBehavior": "ignore",
            "goog:chromeOptions": {"binary": binary, "args": args},
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"},
        }});
        let agent: Agent = Agent::config_builder().http_status_as_error(false).build().into();
        let session = format!("http://127.0.0.1:{}/session", port.unwrap());
        let mut browser = Self { _turn: turn, driver, agent, session, profile };
        let created = browser.post("", &json!({"capabilities": capabilities}));
        browser.session = format!("{}/{}", browser.session, created["sessionId"].as_str().unwrap());
        Some(browser)
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.agent.post(format!("{}{path}", self.session)).send_json(body).unwrap();
        value_of(answer, path)
    }

    fn get(&self, path: &str) -> Value {
        value_of(self.agent.get(format!("{}{path}", self.session)).call().unwrap(), path)
    }

    pub(crate) fn go(&self, url: &str) {
        self.post("/url", &json!({"url": url}));
    }

    /// Runs `script`, the body of a JavaScript function, in the page, and returns its result. The script can
    /// call the functions of `scenarios.js`.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.script_with(script, &json!([]))
    }

    pub(crate) fn script_with(&self, script: &str, arguments: &Value) -> Value {
        let script = [include_str!("scenarios.js"), script].concat();
        self.post("/execute/sync", &json!({"script": script, "args": arguments}))
    }

    pub(crate) fn wait_for(&self, expression: &str) {
        let script = format!("return Boolean({expression})");
        let is_met = |question| {
            if question > 0 {
                thread::sleep(Duration::from_millis(20));
            }
            self.script(&script) == json!(true)
        };
        let text = || self.script("return document.body.innerText");
        assert!((0..QUESTIONS).any(is_met), "in vain: {expression}\n{}", text());
    }

    fn element(&self, css: &str) -> String {
        let element = self.post("/element", &json!({"using": "css selector", "value": css}));
        format!("/element/{}", element[ELEMENT].as_str().unwrap())
    }

    /// Types `keys` into the element that `css` selects, as a user would type them.
    pub(crate) fn keys(&self, css: &str, keys: &str) {
        self.post(&format!("{}/value", self.element(css)), &json!({"text": keys}));
    }

    pub(crate) fn clear(&self, css: &str) {
        self.post(&format!("{}/clear", self.element(css)), &json!({}));
    }

    pub(crate) fn click(&self, css: &str) {
        self.post(&format!("{}/click", self.element(css)), &json!({}));
    }

    /// Types `keys` into the element that has the focus.
    pub(crate) fn press(&self, keys: &str) {
        let press = |key| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key}));
        let actions: Vec<Value> = keys.chars().flat_map(press).collect();
        self.post("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    pub(crate) fn text(&self, css: &str) -> String {
        self.get(&format!("{}/text", self.element(css))).as_str().unwrap().into()
    }

    pub(crate) fn resize(&self, width: u32, height: u32) {
        // A headless window cannot be as small as a phone, so the browser emulates the device.
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600});
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
    }

    pub(crate) fn prefer(&self, scheme: &str) {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.command("Emulation.setEmulatedMedia", &media);
    }

    /// Permits pages to read and write the clipboard without asking the user.
    pub(crate) fn lend_clipboard(&self) {
        let permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"];
        self.command("Browser.grantPermissions", &json!({"permissions": permissions}));
    }

    /// Runs a command of Chromium that the protocol `WebDriver` does not define.
    fn command(&self, name: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": name, "params": parameters}))
    }

    /// Returns the role and the name of each element of the page, as screen readers get them.
    pub(crate) fn roles_and_names(&self) -> Vec<(String, String)> {
        let tree = self.command("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != true);
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        nodes.map(|node| (text(&node["role"]), text(&node["name"]))).collect()
    }

    pub(crate) fn screenshot(&self, name: &str) {
        let picture = self.command("Page.captureScreenshot", &json!({"format": "png"}));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let picture = BASE64_STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
        fs::write(folder.join(name), picture).unwrap();
    }

    /// Returns the addresses that the page has requested since the last call.
    pub(crate) fn requests(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({"type": "performance"}));
        let messages = entries.as_array().unwrap().iter().map(|entry| {
            serde_json::from_str::<Value>(entry["message"].as_str().unwrap()).unwrap()["message"].take()
        });
        let requests = messages.filter(|message| message["method"] == "Network.requestWillBeSent");
        // The browser itself also loads pages when it starts: chrome:// and chrome-untrusted://.
        let of_pages = requests
            .filter(|message| !message["params"]["documentURL"].as_str().unwrap().starts_with("chrome"));
        of_pages.map(|message| message["params"]["request"]["url"].as_str().unwrap().into()).collect()
    }

    /// Returns the messages that the browser has logged since the last call.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({"type": "browser"}));
        entries.as_array().unwrap().iter().map(|entry| entry["message"].as_str().unwrap().into()).collect()
    }

    pub(crate) fn is_alerted(&self) -> bool {
        let url = format!("{}/alert/text", self.session);
        self.agent.get(url).call().unwrap().status() == 200
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Even after a failed test, this ends the browser, then the driver, and then removes their files.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

fn value_of(mut answer: Response<Body>, path: &str) -> Value {
    let mut answer: Value = answer.body_mut().with_config().limit(64 << 20).read_json().unwrap();
    assert!(answer["value"]["error"].is_null(), "{path}: {}", answer["value"]["message"]);
    answer["value"].take()
}

fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = || std::env::split_paths(&path);
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.iter().flat_map(|name| folders().map(move |folder| folder.join(name))).find(|file| file.exists())
}

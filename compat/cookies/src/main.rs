//! Stores a cookie for each of many URLs, and looks up those for each of as many; prints the microseconds that a URL took.

use std::time::Instant;

use cookie_store::CookieStore;
use url::Url;

/// How many URLs, and how often.
const URLS: usize = 2000;
const ROUNDS: u32 = 40;

fn main() {
    let urls: Vec<_> = (0..URLS)
        .map(|at| format!("https://www{}.site{}.example/path/{at}/page.html?id={at}&lang=de", at % 7, at % 100))
        .collect();
    let mut best = f64::INFINITY;
    let mut found = 0;
    for _ in 0..ROUNDS {
        let mut store = CookieStore::default();
        let start = Instant::now();
        for text in &urls {
            let url = Url::parse(text).expect("a URL");
            store.parse("a=b; Path=/path", &url).expect("a cookie");
            found += store.get_request_values(&url.join("../other").expect("a URL")).count();
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{:.2} ({found} cookies found)", best * 1e6 / URLS as f64);
}

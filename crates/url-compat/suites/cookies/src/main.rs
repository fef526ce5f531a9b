//! Measures the time to parse a URL, to resolve a reference against it, and to store a cookie for the result.
//! Prints the microseconds per cookie.

use std::time::Instant;

use cookie_store::CookieStore;
use url::Url;

const URLS: usize = 2000;
const ROUNDS: u32 = 200;

fn main() {
    let urls: Vec<_> = (0..URLS)
        .map(|at| format!("https://www{}.site{}.example/path/{at}/page.html?id={at}&lang=de", at % 7, at % 100))
        .collect();
    let mut best = f64::INFINITY;
    let mut stored = 0;
    for _ in 0..ROUNDS {
        let mut store = CookieStore::default();
        let start = Instant::now();
        for text in &urls {
            let url = Url::parse(text).expect("a URL");
            store.parse("a=b", &url.join("../other?x").expect("a URL")).expect("a cookie");
        }
        best = best.min(start.elapsed().as_secs_f64());
        stored += store.iter_any().count();
    }
    println!("{:.2} ({stored} cookies stored)", best * 1e6 / URLS as f64);
}

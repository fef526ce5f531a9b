//! Measures the processor time of functions on columns, and that of `Url::parse` in a loop. Prints a table,
//! which `engines/python/bench.py` reads. An array is dropped only after the next array is built. Otherwise,
//! the allocator may return its memory to the system, which takes longer than the measured work.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark stops where it cannot measure")]
#![allow(clippy::cast_precision_loss, reason = "times are not exact")]

use std::{hint::black_box, path::Path};

use arrow_array::{StringArray, StringViewArray};
use rustix::time::{ClockId, clock_gettime};
use url_arrow::{evaluate, parse_batch};
use url_columns::{Call, Column, Function, UrlColumns};
use url_facade::{Parser, Url};

/// The number of measured rounds. In each round, every measured function processes the same rows.
const ROUNDS: usize = 15;

type Contender<'a> = (&'static str, Option<f64>, Box<dyn FnMut() + 'a>);

fn main() {
    let corpora = std::env::var("URLSPEC_CORPORA").unwrap_or_else(|_| "../../../shared/corpora".into());
    let text = std::fs::read_to_string(Path::new(&corpora).join("kasztp.txt"))
        .expect("kasztp.txt in URLSPEC_CORPORA");
    let urls: Vec<&str> = text.lines().collect();
    let (strings, views) = (StringArray::from(urls.clone()), StringViewArray::from(urls.clone()));
    let call = |function| Call::new(function, &[]).unwrap();
    let (canon, host) = (call(Function::Canon), call(Function::Host));
    let ten: Vec<_> = Column::PARSE.iter().copied().filter(|column| *column != Column::Username).collect();
    let ten = call(Function::Parse).with_columns(&ten);
    let mut columns = UrlColumns::new(Parser::default());
    let mut contenders: Vec<Contender<'_>> = vec![
        ("Url::parse in a loop", None, each(&urls, |url| drop(black_box(Url::parse(url))))),
        ("allocate and copy", None, each(&urls, |url| drop(black_box(url.to_owned())))),
        (
            "UrlColumns, slices of 8192 rows",
            Some(0.85),
            Box::new(|| {
                for slice in urls.chunks(8192) {
                    columns.clear();
                    columns.extend(slice.iter().map(|url| Some(*url))).unwrap();
                    black_box(&columns);
                }
            }),
        ),
        ("Arrow canon", Some(1.2), held(|| evaluate(&canon, &strings))),
        ("Arrow host", Some(1.2), held(|| evaluate(&host, &strings))),
        ("Arrow host of views", None, held(|| evaluate(&host, &views))),
        ("Arrow, ten columns", Some(3.0), held(|| parse_batch(&ten, &strings))),
    ];
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..=ROUNDS {
        for (times, (_, _, run)) in times.iter_mut().zip(&mut contenders) {
            let start = processor_time();
            run();
            // The first round only fills caches, and is not measured.
            if round > 0 {
                times.push((processor_time() - start) * 1e9 / urls.len() as f64);
            }
        }
    }
    let ratio = |one: usize, other: usize| {
        median(times[one].iter().zip(&times[other]).map(|(one, other)| one / other).collect())
    };
    println!(
        "{} URLs of kasztp.txt; least ns per URL; the ratio to `Url::parse` in a loop, which must be at most",
        urls.len()
    );
    for (index, (name, limit, _)) in contenders.iter().enumerate() {
        let limit = limit.map(|limit| format!("{limit:.2}")).unwrap_or_default();
        let least = times[index].iter().copied().fold(f64::INFINITY, f64::min);
        println!("{name:<32} {least:>6.1} {:>6.2} {limit:>6}", ratio(index, 0));
    }
    println!("UrlColumns is {:.2} of allocating and copying (at most 2.0)", ratio(2, 1));
}

fn each<'a>(urls: &'a [&str], work: impl Fn(&str) + 'a) -> Box<dyn FnMut() + 'a> {
    Box::new(move || urls.iter().for_each(|url| work(url)))
}

/// Returns a function that calls `make`, and then drops the result of the previous call of `make`.
fn held<'a, T: 'a>(mut make: impl FnMut() -> T + 'a) -> Box<dyn FnMut() + 'a> {
    let mut held = None;
    Box::new(move || drop(held.replace(black_box(make()))))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the processor time of this thread, in seconds.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

//! What a URL of a file costs on a column, in nanoseconds of processor time: `per_url FILE ROUNDS`. Prints JSON.
//! `engines/python/bench.py` compares with it.

use std::{env, error::Error, fs, hint::black_box};

use arrow_array::StringArray;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, json};
use url_columns::{Call, Function};
use url_facade::Url;

#[expect(clippy::cast_precision_loss, reason = "files of URLs are not that long")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let rounds: usize = arguments.next().ok_or("how many rounds?")?.parse()?;
    let text = fs::read_to_string(file)?;
    let lines: Vec<&str> = text.lines().collect();
    let urls = StringArray::from(lines.clone());
    let (canon, host) = (Call::new(Function::Canon, &[])?, Call::new(Function::Host, &[])?);

    let mut costs = [f64::INFINITY; 3];
    for _ in 0..rounds {
        let found = [
            cost(|| lines.iter().for_each(|line| drop(black_box(Url::parse(line))))),
            cost(|| drop(black_box(url_arrow::evaluate(&canon, &urls)))),
            cost(|| drop(black_box(url_arrow::evaluate(&host, &urls)))),
        ];
        for (least, found) in costs.iter_mut().zip(found) {
            *least = least.min(found / lines.len() as f64);
        }
    }
    let names = ["Url::parse", "url_canon", "url_host"];
    let costs = names.into_iter().zip(costs).map(|(name, cost)| (name.to_owned(), json!(cost)));
    println!("{}", serde_json::Value::Object(costs.collect::<Map<_, _>>()));
    Ok(())
}

/// The processor time that `work` takes, in nanoseconds.
fn cost(work: impl FnOnce()) -> f64 {
    let before = processor_time();
    work();
    processor_time() - before
}

/// The processor time of this thread until now, in nanoseconds.
#[expect(clippy::cast_precision_loss, reason = "a time of days is exact enough")]
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

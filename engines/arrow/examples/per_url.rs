//! What a URL of a file costs on a column, in nanoseconds of processor time: `per_url FILE ROUNDS`. Prints JSON. Linux only.
//! `engines/python/bench.py` compares with it.

use std::{env, error::Error, fs, hint::black_box};

use arrow_array::StringArray;
use serde_json::{Map, json};
use url_columns::{Call, Function};
use url_facade::Url;

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
            cost(|| lines.iter().for_each(|line| drop(black_box(Url::parse(line)))))?,
            cost(|| drop(black_box(url_arrow::evaluate(&canon, &urls))))?,
            cost(|| drop(black_box(url_arrow::evaluate(&host, &urls))))?,
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
fn cost(work: impl FnOnce()) -> Result<f64, Box<dyn Error>> {
    let before = processor_time()?;
    work();
    Ok(processor_time()? - before)
}

/// The processor time of this thread until now.
fn processor_time() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(stat.split_whitespace().next().ok_or("no time")?.parse()?)
}

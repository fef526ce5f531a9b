//! Every profile and every peer on the corpora.

use benches::{contenders, corpora};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn corpora(criterion: &mut Criterion) {
    let corpora = corpora::load().unwrap_or_else(|error| {
        eprintln!("{error:#}");
        Vec::new()
    });
    for corpus in &corpora {
        let urls = corpus.urls();
        let mut group = criterion.benchmark_group(&corpus.name);
        group.throughput(Throughput::Elements(urls.len() as u64)).sample_size(20);
        for run in contenders::profiles(&urls).iter().chain(&contenders::peers(&urls)) {
            group.bench_function(&run.name, |bencher| bencher.iter(&run.go));
        }
        group.finish();
    }
}

criterion_group!(benches, corpora);
criterion_main!(benches);

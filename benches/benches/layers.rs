//! Every layer alone on what the corpora bring it.

use benches::{corpora, layers::Inputs};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn layers(criterion: &mut Criterion) {
    let corpora = corpora::load().unwrap_or_else(|error| {
        eprintln!("{error:#}");
        Vec::new()
    });
    for corpus in &corpora {
        let urls = corpus.urls();
        let inputs = Inputs::new(&urls);
        let mut group = criterion.benchmark_group(format!("layers on {}", corpus.name));
        group.throughput(Throughput::Elements(urls.len() as u64)).sample_size(20);
        for run in &inputs.layers() {
            group.bench_function(&run.name, |bencher| bencher.iter(&run.go));
        }
        group.finish();
    }
}

criterion_group!(benches, layers);
criterion_main!(benches);

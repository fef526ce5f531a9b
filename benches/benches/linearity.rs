//! Every profile on hostile input of growing length: the throughput must not fall.

use benches::{contenders::accepts, hostile::SHAPES};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use url_facade::Profile;

fn linearity(criterion: &mut Criterion) {
    for &profile in Profile::ALL {
        let mut group = criterion.benchmark_group(format!("linearity of {profile}"));
        for shape in SHAPES {
            for len in [1 << 10, 1 << 15, 1 << 20] {
                let url = shape.url(len);
                group.throughput(Throughput::Bytes(url.len() as u64)).sample_size(10);
                group.bench_function(BenchmarkId::new(shape.name, len), |bencher| {
                    bencher.iter(|| accepts(profile, &url));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, linearity);
criterion_main!(benches);

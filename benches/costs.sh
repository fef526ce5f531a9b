#!/usr/bin/env bash
# Prints the third table of docs/comparison.md: the costs of building a program that parses one URL with each library. Each
# build starts with an empty target folder.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

# Prints the processor seconds of the build, the number of crates, and the size of the program. The arguments are the
# library, where cargo finds it, and the second argument of its `parse`.
costs() {
    mkdir -p "$work/$1/src"
    cd "$work/$1"
    cp "$root/Cargo.lock" .
    printf '%s\n' '[package]' 'name = "parse"' 'edition = "2024"' '[workspace]' '[profile.release]' 'strip = true' \
        '[dependencies]' "$1 = { $2 }" > Cargo.toml
    echo "fn main() {
        match ${1//-/_}::Url::parse(&std::env::args().nth(1).unwrap_or_default()$3) {
            Ok(url) => println!(\"{url}\"),
            Err(error) => println!(\"{error}\"),
        }
    }" > src/main.rs
    cargo fetch --quiet
    { time cargo build --quiet --release 2>&3; } 3>&2 2> seconds
    crates=$(cargo tree --edges normal,build --prefix none --no-dedupe | sort -u | wc -l)
    awk -v crates="$((crates - 1))" -v bytes="$(stat -c %s target/release/parse)" \
        '{ printf "%.0f %d %d", $1 + $2, crates, bytes / 1000 }' seconds
}

read -r -a ours <<< "$(costs url-facade "path = \"$root/crates/url-facade\"" '')"
read -r -a url <<< "$(costs url 'version = "2"' '')"
read -r -a ada <<< "$(costs ada-url 'version = "4"' ', None')"
rows=('processor seconds to build' 'crates to build' 'size, stripped, in kB')
printf '%s\n' '| a program that parses one URL | `whatwg` | `url` | `ada-url` |' '|---|---:|---:|---:|'
for row in 0 1 2; do
    echo "| ${rows[row]} | ${ours[row]} | ${url[row]} | ${ada[row]} |"
done

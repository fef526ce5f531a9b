#!/usr/bin/env bash
# Measures the jobs of docs/cookbook.md on a million URLs, none of which is canonical. Prints the least user and system time of
# several runs, in seconds, and its ratio to the time of `canon`, which runs in between; for sorting, to that of `sort`. Needs
# 1 GB in the folder TMPDIR.
#
#     bash benches/jobs.sh [PROGRAM [RUNS]]
set -euo pipefail
program=$(realpath "${1:-target/release/urlspec}") runs=${2:-5}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"

# Prints the time of a command, and drops its output.
took() {
    local TIMEFORMAT="%U %S"
    { time "$@" >/dev/null 2>&1; } 2>&1 || true
}

# against NAME PEER ARGUMENT...: prints the row of a job. PEER is a function.
against() {
    local name=$1 peer=$2
    shift 2
    for _ in $(seq "$runs"); do echo "$(took "$peer") $(took "$program" "$@")"; done | awk -v name="$name" -v peer="$peer" '
        NR == 1 || $1 + $2 < theirs { theirs = $1 + $2 }
        NR == 1 || $3 + $4 < ours { ours = $3 + $4 }
        END { printf "| %s | %.2f | %.2f times `%s` |\n", name, ours, ours / theirs, peer }'
}

canon() { "$program" canon --in list.txt; }
# Sorts by the host, as the job does.
sort() { command sort -t/ -k3,3 list.txt; }
job() { against "$1" canon "${@:2}"; }

for escape in %41 ''; do
    seq 1000000 | awk -v e="$escape" '{
        path = sprintf("/a%d/../b%d/./c%s?x=%d", $1 % 77, $1 % 900, e, $1)
        url = sprintf("HTTPS://Host%d.Example.COM%s", $1 % 5000, path)
        print url > "list.txt"
        if ($1 % 2) print url > "other.txt"
        print "<p><a href=\"" url "\">x</a></p>" > "list.html"
        print "{\"id\":" $1 ",\"url\":\"" url "\"}" > "list.jsonl"
        print (($1 == 1) ? "id,url\n" : "") $1 "," url > "list.csv"
        print "192.0.2.7 - - [24/Nov/2026:10:00:01 +0000] \"GET " path " HTTP/1.1\" 200 512 \"" url "\" \"-\"" > "list.log"
    }'
    echo
    echo "| a million lines, ${escape:-no escapes} | s | |"
    echo "|---|---:|---:|"
    job '`canon`' canon --in list.txt
    job '`get {host}`' get '{host}' --in list.txt
    job '`get --count`' get '{registrable_domain}' --count --in list.txt
    job '`get --csv`' get '{scheme}{host}{path:decoded}{query[q]}' --csv --in list.txt
    job '`get --json`' get '{origin}{query[id]}' --json --in list.txt
    job '`canon --policy dedupe --unique`' canon --policy dedupe --unique --in list.txt
    job '`canon --policy dedupe --json`' canon --policy dedupe --json --in list.txt
    job '`canon --policy surt`' canon --policy surt --in list.txt
    job '`canon --policy safe-browsing`' canon --policy safe-browsing --in list.txt
    job '`edit`' edit --strip-tracking --scheme https --in list.txt
    job '`edit --redact`' edit --redact --in list.txt
    job '`check`' check --in list.txt
    job '`risk`' risk --in list.txt
    job '`guard`' guard --in list.txt
    job '`columns` of CSV' columns --in list.csv --column url --add host,canonical,error
    job '`columns` of JSON Lines' columns --jsonl --in list.jsonl --column url --add host,reason=error
    job '`canon --where`' canon --where 'host ~ *.example.*' --where 'query[utm_source] missing' --in list.txt
    job '`canon --group-by`' canon --group-by '{registrable_domain}' --in list.txt
    job '`canon --sample`' canon --sample 1000 --in list.txt
    job '`canon --not-in`, a join' canon --in list.txt --not-in other.txt
    job '`canon --policy dedupe --not-in`, a join' canon --policy dedupe --in list.txt --not-in other.txt
    job '`find` in text' find --format text --in list.txt
    job '`find` in JSON Lines' find --in list.jsonl
    job '`find` in HTML' find --in list.html
    job '`find` in an access log, two URLs a line' find --format access-log --base https://a.example --in list.log
    job '`find --redact` of the list' find --redact --in list.txt
    job '`find --redact` of the log' find --redact --in list.log
    against '`canon --sort-by {host}`' sort canon --sort-by '{host}' --in list.txt
    # The two profiles differ on a line with an escape: here on one of 100.
    sed -i '1~100!s/%41//' list.txt
    job '`diff` of two profiles' diff --profiles whatwg,rfc3986 --in list.txt
done

//! The guard on inputs of real advisories and attacks, and on everyday URLs (`suites/guard`).

use url_guard::Guard;
use url_testdata::{read_json_lines, shared_suites};

#[test]
fn advisories_are_refused_and_everyday_urls_permitted() {
    let Some(suites) = shared_suites("guard") else { return };
    let guard = Guard::default();
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in read_json_lines(&suites.join("advisories.jsonl")).unwrap() {
        let text = |key: &str| case.get(key).and_then(|value| value.as_str());
        let (input, base) = (text("input").unwrap(), text("base"));
        let checked = guard.check(input, base);
        let said = checked.as_ref().map_or_else(|refusal| format!("refuse: {refusal}"), |permitted| format!("accept {}", permitted.href()));
        count += 1;
        if checked.is_ok() != (text("expect") == Some("accept")) {
            wrong.push(format!("{input:?} against {base:?} ({}): {said}", text("about").unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
#[test]
fn corpus() {
    let guard = Guard::default();
    let text = std::fs::read_to_string("/work/shared/corpora/kasztp.txt").unwrap();
    let mut kinds = std::collections::BTreeMap::<String, (usize, String)>::new();
    let (mut n, mut ok) = (0, 0);
    for line in text.lines() {
        if url_facade::Url::parse(line).is_err() { continue; }
        n += 1;
        match guard.check(line, None) {
            Ok(_) => ok += 1,
            Err(refusal) => { let e = kinds.entry(format!("{} {}", refusal.code(), if refusal.code()=="hazard" {refusal.to_string().split(',').next().unwrap().to_owned()} else {String::new()})).or_default(); e.0 += 1; if e.0 < 6 { e.1 += &format!("{line} -- {refusal}\n"); } }
        }
    }
    for (k, (c, ex)) in kinds { println!("{c} {k}\n{ex}"); }
    panic!("{ok} of {n}");
}

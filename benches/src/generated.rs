//! Generated input, which is the same in every run: references of twenty kinds, hosts in fifteen scripts,
//! values for setters, and queries.

use url_facade::api::Attribute;

use crate::split_mix::SplitMix64;

/// The bases of [`references`].
const BASES: [&str; 4] = [
    "https://www.example.com/articles/2026/index.html?page=2",
    "http://user@shop.test:8080/a/b/",
    "file:///usr/share/doc/package/readme.html",
    "https://example.org/",
];

/// Returns pairs of an absolute base and a relative reference. The references are of twenty kinds.
pub(crate) fn references(count: usize) -> Vec<(&'static str, String)> {
    let mut dice = SplitMix64(0xBA5E);
    (0..count).map(|i| (BASES[dice.up_to(BASES.len())], reference(i % 20, &mut dice))).collect()
}

fn reference(kind: usize, dice: &mut SplitMix64) -> String {
    let (a, b) = (dice.word(), dice.word());
    match kind {
        0 => a,
        1 => format!("./{a}"),
        2 => format!("../{a}"),
        3 => format!("../../{a}/{b}"),
        4 => format!("/{a}/{b}"),
        5 => format!("?{a}={b}"),
        6 => format!("#{a}"),
        7 => String::new(),
        8 => format!("//{a}.test/{b}"),
        9 => format!("{a}/{b}/index.html"),
        10 => format!("{a}.html?{b}=1"),
        11 => format!("{a}.html#{b}"),
        12 => format!("/{a}/{b}.css?v=3#top"),
        13 => ".".into(),
        14 => "..".into(),
        15 => format!("{a} {b}/é"),
        16 => format!("\\{a}\\{b}"),
        17 => format!("%2e%2e/{a}/./{b}"),
        18 => format!("https://{a}.test/{b}"),
        _ => format!("https:{a}/{b}"),
    }
}

/// Letters that domains may contain, script by script. A label in a right-to-left script may be followed by
/// an ASCII label.
const SCRIPTS: [&str; 15] = [
    "abcdeéèüöäñçåøÉÜ",
    "αβγδεζηθικλμνξοπρστυφχψωΑΒΓ",
    "абвгдежзийклмнопрстуфхцчшщАБВ",
    "աբգդեզէըթժիլխծկհձղճմյնշ",
    "אבגדהוזחטיכלמנסעפצקרשת",
    "بتثجحخدذرزسشصضطظعغفقكلمنه",
    "कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह",
    "কখগঘচছজঝটঠডঢণতথদধনপফবভমযরলশষসহ",
    "கஙசஞடணதநனபமயரலவழளறஸஹ",
    "กขคงจฉชซญดตถทธนบปผพฟภมยรลวสหอ",
    "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
    "가나다라마바사아자차카타파하한국어",
    "あいうえおかきくけこさしすせそたちつてと",
    "アイウエオカキクケコサシスセソタチツテト",
    "中文网络域名测试日本国語漢字台灣香港",
];

/// Returns URLs with hosts in fifteen scripts.
pub(crate) fn idn_urls(count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0x1D4A);
    let url = |i: usize| {
        let script = SCRIPTS[i % SCRIPTS.len()];
        let (label, path) = (dice.word_of(script, 7), dice.word());
        match dice.up_to(3) {
            0 => format!("https://{label}.test/{path}"),
            1 => format!("https://www.{label}.com/{path}"),
            _ => format!("http://{}.{label}.org/", dice.word_of(script, 5)),
        }
    };
    (0..count).map(url).collect()
}

/// Returns URLs for the benchmarks of setters.
pub(crate) fn urls_to_set(count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0x5E7);
    let url = |_| {
        let (host, path, rest) = (dice.word(), dice.word(), dice.word());
        match dice.up_to(4) {
            0 => format!("https://{host}.test/"),
            1 => format!("https://{host}.test/{path}/{rest}.html?{rest}={path}#{host}"),
            2 => format!("http://{rest}@{host}.test:8080/{path}?{rest}"),
            _ => format!("https://www.{host}.example/{path}/{rest}"),
        }
    };
    (0..count).map(url).collect()
}

/// Returns values for the setter of `attribute`. Most need no escaping, and some do; some differ in length
/// from the old value, and some remove the component.
pub(crate) fn values(attribute: Attribute, count: usize) -> Vec<String> {
    let mut dice = SplitMix64(attribute as u64);
    let value = |_| {
        let (a, b) = (dice.word(), dice.word());
        let kind = dice.up_to(8);
        match attribute {
            Attribute::Href => format!("https://{a}.test/{b}?{a}#{b}"),
            Attribute::Protocol => ["http", "https", "https:", "ws", "HTTP", "wss:", "ftp", "1"][kind].into(),
            Attribute::Username | Attribute::Password => match kind {
                0 => String::new(),
                1 => format!("{a}@{b}"),
                _ => a,
            },
            Attribute::Host => match kind {
                0 => format!("{a}.test:8080"),
                1 => "127.0.0.1:81".into(),
                _ => format!("{a}.test"),
            },
            Attribute::Hostname => match kind {
                0 => "[::1]".into(),
                1 => format!("WWW.{a}.test"),
                _ => format!("{a}.{b}.test"),
            },
            Attribute::Port => ["", "80", "443", "8080", "81", "3000", "65535", "9000"][kind].into(),
            Attribute::Pathname => match kind {
                0 => String::new(),
                1 => format!("/{a} {b}"),
                2 => format!("/{a}/../{b}"),
                _ => format!("/{a}/{b}.html"),
            },
            Attribute::Search => match kind {
                0 => String::new(),
                1 => format!("?{a}= {b}'"),
                2 => format!("{a}={b}"),
                _ => format!("?{a}={b}&{b}={a}"),
            },
            Attribute::Hash => match kind {
                0 => String::new(),
                1 => format!("#{a} {b}"),
                2 => b,
                _ => format!("#{a}"),
            },
        }
    };
    (0..count).map(value).collect()
}

/// Returns the queries of `urls`, without their question marks.
pub(crate) fn queries(urls: &[String]) -> Vec<String> {
    let query = |url: &String| Some(url.split('#').next()?.split_once('?')?.1.to_owned());
    urls.iter().filter_map(query).collect()
}

/// Returns `count` queries of up to nine pairs. Most of them are plain; some have escapes, for one byte or
/// several.
pub(crate) fn queries_of_pairs(count: usize) -> Vec<String> {
    let mut dice = SplitMix64(0xF0A);
    let mut query = || {
        let pairs: Vec<_> =
            (0..=dice.up_to(8)).map(|_| format!("{}={}", dice.word(), value_of_pair(&mut dice))).collect();
        pairs.join("&")
    };
    (0..count).map(|_| query()).collect()
}

fn value_of_pair(dice: &mut SplitMix64) -> String {
    match dice.up_to(8) {
        0 => String::new(),
        1 => format!("{}+{}", dice.word(), dice.word()),
        2 => format!("https%3A%2F%2F{}.test%2F{}", dice.word(), dice.word()),
        3 => format!("{}%20%D0%BF%D1%80%D0%B8", dice.word()),
        4 => dice.up_to(100_000).to_string(),
        _ => dice.word(),
    }
}

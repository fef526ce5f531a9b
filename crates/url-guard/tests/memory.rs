//! Tests that the peak memory of each operation is a bounded multiple of its input, for the worst inputs.

#![expect(clippy::unwrap_used, reason = "tests")]

use allocation_counter::measure;
use url_diff::divergences;
use url_facade::{
    Encoding, IriRef, Parser, Profile, Url, WebUrl,
    api::Attribute,
    connolly,
    trace::Recorder,
    webspecs,
    whatwg::{Rendering, check_valid_url_string, domain_to_unicode, render_url},
};
use url_guard::agree;
use url_testdata::hostile::{SHAPES, Shape};

/// The maximum number of bytes that an operation uses, including its result, for each byte of its input.
const LIMIT: u64 = 24;

/// The same as [`LIMIT`], for traced parsing, for `WebUrl`, and for profiles other than the URL Standard.
/// These operations store lists of segments, labels or names. An item uses up to 24 bytes, even for a short
/// text, and a list that grows is copied, so that it exists twice for a moment.
const LIMIT_OF_LISTS: u64 = 80;

/// The same as [`LIMIT`], for the profile `perl-uri`, and for `divergences`, which uses this profile. The
/// profile escapes a byte as three bytes, and stores a 4-byte offset for each byte of the result.
const LIMIT_OF_PERL: u64 = 96;

/// The maximum number of bytes that an operation may allocate in total, for each byte of its input. It is far
/// more than any operation needs, and far less than quadratic copying would take.
const WRITTEN: u64 = 2000;

/// The lengths in bytes of the two inputs whose memory each measurement compares.
const LENGTHS: [usize; 2] = [1 << 13, 1 << 14];

/// The maximum number of bytes to which UTS 46 maps one byte of `shape`. The worst code point is U+FDFA,
/// whose 3 bytes become 33.
fn mapped(shape: &Shape) -> u64 {
    if shape.0 == "http://{\u{FDFA}}/" { 11 } else { 1 }
}

type Operation = Box<dyn Fn(&str)>;

fn limit(name: &str) -> u64 {
    let standard = [Profile::Whatwg, Profile::Whatwg202602].iter().any(|of| name.ends_with(of.name()));
    let others = Profile::available().iter().any(|of| name.ends_with(of.name())) && !standard;
    if name.ends_with("perl-uri") || name == "divergences" {
        LIMIT_OF_PERL
    } else if others
        || name == "agree"
        || name == "search_params"
        || ["parse_traced", "WebUrl"].iter().any(|kind| name.starts_with(kind))
    {
        LIMIT_OF_LISTS
    } else {
        LIMIT
    }
}

#[derive(Default)]
struct Operations(Vec<(String, u64, Operation)>);

impl Operations {
    fn add(&mut self, name: impl Into<String>, operation: impl Fn(&str) + 'static) {
        let name = name.into();
        self.0.push((name.clone(), limit(&name), Box::new(operation)));
    }

    fn all() -> Self {
        let mut all = Self::default();
        for &profile in Profile::available() {
            let parser = Parser::new(profile);
            all.add(format!("parse {profile}"), move |input| drop(parser.parse(input)));
            all.add(format!("parse_reference {profile}"), move |input| drop(parser.parse_reference(input)));
            all.add(format!("parse_traced {profile}"), move |input| {
                drop(parser.parse_traced(input, &mut Recorder::default()));
            });
            all.add(format!("parse against it {profile}"), move |input| {
                let base = parser.parse_reference(input).unwrap();
                drop(parser.with_base(&base).parse("x/../y?z"));
            });
        }
        all.add("parse_ref", |input| drop(Url::parse_ref(input)));
        all.add("can_parse", |input| _ = Url::can_parse(input));
        all.add("divergences", |input| {
            let others: Vec<_> = Profile::available().iter().copied().map(Parser::new).collect();
            _ = divergences(input, None, others[0], &others[1..]).count();
        });
        all.add("agree", |input| drop(agree(input, None, Profile::available())));
        for profile in [Profile::Whatwg, Profile::Webspecs] {
            all.add(format!("WebUrl {profile}"), move |input| drop(WebUrl::new(profile, input, None)));
            for &attribute in Attribute::ALL {
                all.add(format!("set {} {profile}", attribute.name()), move |value| {
                    let mut url = Parser::new(profile).parse("foo://a.test/").unwrap();
                    _ = url.set_attribute(attribute, value);
                });
            }
        }
        let domain = |input: &str| input.trim_start_matches("http://").trim_end_matches('/').to_owned();
        all.add("domain_to_unicode", move |input| drop(domain_to_unicode(&domain(input)).into_owned()));
        all.add("webspecs domain_to_unicode", move |input| drop(webspecs::domain_to_unicode(&domain(input))));
        all.add("webspecs domain_to_ascii", move |input| drop(webspecs::domain_to_ascii(&domain(input))));
        all.add("check_valid_url_string", |input| _ = check_valid_url_string(input, None));
        all.add("IriRef::parse", |input| _ = IriRef::parse(input));
        all.add("connolly::is_valid", |input| _ = connolly::is_valid(input, Encoding::UTF_8));
        all.add("render_url", |input| {
            drop(Url::parse(input).map(|url| render_url(&url, Rendering::default())));
        });
        all.add("search_params", |input| {
            drop(WebUrl::new(Profile::Whatwg, input, None).map(|object| object.search_params().serialize()));
        });
        let url = || Url::parse("http://a.test/").unwrap();
        all.add("make_relative", move |input| drop(Url::parse(input).map(|to| url().make_relative(&to))));
        all.add("push", move |input| _ = url().path_segments_mut().unwrap().push(input).is_ok());
        all.add("set_path", move |input| _ = url().set_path(input));
        all.add("set_host", move |input| _ = url().set_host(Some(input)));
        all.add("set_query", move |input| _ = url().set_query(Some(input)));
        all.add("edit_query", move |input| {
            _ = url().edit_query(|query| _ = query.set(input, "b").append("c", input));
        });
        all
    }
}

/// Returns the difference in peak memory between the two inputs, and the difference in allocated bytes
/// divided by the difference in length.
fn growth(inputs: &[String; 2], operation: &dyn Fn(&str)) -> [u64; 2] {
    let [first, second] = inputs.each_ref().map(|input| measure(|| operation(input)));
    let longer = (inputs[1].len() - inputs[0].len()) as u64;
    [
        second.bytes_max.saturating_sub(first.bytes_max),
        second.bytes_total.saturating_sub(first.bytes_total) / longer,
    ]
}

#[test]
fn memory_is_a_bounded_multiple_of_the_input() {
    let mut over = Vec::new();
    for shape in SHAPES {
        let inputs = LENGTHS.map(|len| shape.of_len(len));
        let longer = (inputs[1].len() - inputs[0].len()) as u64;
        for (name, limit, operation) in Operations::all().0 {
            let [held, written] = growth(&inputs, &operation);
            if held > limit * mapped(shape) * longer || written > WRITTEN {
                over.push(format!("{name}, {shape:?}: {} times its input, {written} in all", held / longer));
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}

#[test]
fn growth_measures_peak_and_total_memory() {
    let inputs = LENGTHS.map(|len| "a".repeat(len));
    let longer = (LENGTHS[1] - LENGTHS[0]) as u64;
    assert_eq!(growth(&inputs, &|input| drop(input.repeat(30))), [30 * longer, 30]);
    assert_eq!(growth(&inputs, &|_| drop("a".repeat(1 << 20))), [0, 0]);
    // Copying the rest at every hundredth byte holds only one copy at a time.
    let copies = |input: &str| (0..input.len()).step_by(100).for_each(|at| drop(input[at..].to_owned()));
    let [held, written] = growth(&inputs, &copies);
    assert!(held == longer && written > WRITTEN / 20, "{written}");
}

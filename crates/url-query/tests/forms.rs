//! What holds of every form: the quick readers and writers are equal to the literal ones, what is written is read as it
//! was, and an editor leaves the other pairs alone.

use proptest::{prelude::*, test_runner::RngSeed};
use url_query::{
    Encoding,
    webspecs::form_urlencoded::{self, FormOptions},
    whatwg::{QueryEditor, SearchParams, parse_form, serialize_form},
};

/// What forms are made of, and what their parsers stumble over.
const TOKENS: &[&str] = &[
    "a",
    "b",
    "~",
    "ab",
    "&",
    "&",
    "=",
    "=",
    "+",
    "%",
    "%4",
    "%61",
    "%26",
    "%3D",
    "%2B",
    "%25",
    "%00",
    "%c3%a9",
    "%C3",
    "%A9",
    "%F0%9F%98%80",
    "%F0%9F",
    "%ED%A0%80",
    "%FF",
    "%EF%BB%BF",
    "%zz",
    "é",
    "😀",
    "\u{FEFF}",
    "\u{FFFD}",
    " ",
    "#",
    "?",
    "'",
    "\0",
    "*-._",
];

/// A string of up to `most` tokens.
fn strings(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..=most).prop_map(|tokens| tokens.concat())
}

/// One of `names` is likely to be in a query of [`strings`].
fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec!["a", "b", "", "é", " ", "\u{FFFD}"]).prop_map(String::from),
        strings(3)
    ]
}

fn owned<N: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (N, V)>) -> Vec<(String, String)> {
    pairs.into_iter().map(|(name, value)| (name.as_ref().into(), value.as_ref().into())).collect()
}

/// The pieces of `query`, but for the pairs named `name`.
fn others<'q>(query: &'q str, name: &str) -> Vec<&'q str> {
    let has_name = |piece: &str| parse_form(piece).any(|pair| pair.0 == name);
    query.split('&').filter(|piece| !has_name(piece)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 8192,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(0xF0_12_03),
        ..ProptestConfig::default()
    })]

    #[test]
    fn all_readers_agree(input in strings(16)) {
        let literal = form_urlencoded::parse(input.as_bytes(), FormOptions::default()).unwrap();
        prop_assert_eq!(&owned(parse_form(&input)), &literal);
        let list = SearchParams::from_query(&input);
        prop_assert_eq!(&owned(&list), &literal);
        prop_assert_eq!((list.len(), list.is_empty()), (literal.len(), literal.is_empty()));
        prop_assert_eq!(list, literal.iter().map(|(name, value)| (name, value)).collect());
    }

    #[test]
    fn all_writers_agree_and_are_read_again(pairs in prop::collection::vec((strings(4), strings(4)), 0..6)) {
        let list: SearchParams = pairs.iter().map(|(name, value)| (name, value)).collect();
        let literal = serialize_form(&list, Encoding::UTF_8);
        prop_assert_eq!(&list.serialize(), &literal);
        prop_assert_eq!(&form_urlencoded::serialize(&list, Encoding::UTF_8), &literal);
        prop_assert!(literal.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"*-._+%&=".contains(&byte)));
        prop_assert_eq!(SearchParams::from_query(&literal), list);
    }

    #[test]
    fn a_list_is_a_list(input in strings(16), name in names(), value in strings(3), new in strings(3)) {
        let mut list = SearchParams::from_query(&input);
        let mut model = owned(&list);
        list.append(&name, &value);
        model.push((name.clone(), value.clone()));
        list.set(&name, &new);
        let first = model.iter().position(|pair| pair.0 == name).unwrap();
        model[first].1.clone_from(&new);
        let mut index = 0..;
        model.retain(|pair| index.next() <= Some(first) || pair.0 != name);
        prop_assert_eq!(&owned(&list), &model);
        prop_assert_eq!(list.get_all(&name).collect::<Vec<_>>(), [&new]);
        list.sort();
        model.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
        prop_assert_eq!(&owned(&list), &model);
        list.retain(|other, _| other != name);
        model.retain(|pair| pair.0 != name);
        prop_assert_eq!(&owned(&list), &model);
        prop_assert_eq!(list, model.into_iter().collect());
    }

    #[test]
    fn an_editor_deletes_and_leaves_the_others(query in strings(16), name in names()) {
        let mut editor = QueryEditor::new(&query);
        editor.delete(&name);
        prop_assert_eq!(editor.get(&name), None);
        // Of nothing, and of one empty piece, the query is the same.
        prop_assert_eq!(editor.as_str(), others(&query, &name).join("&"));
        let mut list = SearchParams::from_query(&query);
        list.retain(|other, _| other != name);
        prop_assert_eq!(owned(editor.pairs()), owned(&list));
    }

    #[test]
    fn an_editor_deletes_a_pair(query in strings(16), name in names(), value in names()) {
        let mut editor = QueryEditor::new(&query);
        editor.delete_pair(&name, &value);
        prop_assert_eq!(others(editor.as_str(), &name).concat(), others(&query, &name).concat());
        let mut list = SearchParams::from_query(&query);
        list.retain(|other, of_other| other != name || of_other != value);
        prop_assert_eq!(owned(editor.pairs()), owned(&list));
    }

    #[test]
    fn an_editor_appends_and_leaves_the_others(query in strings(16), name in names(), value in strings(3)) {
        let mut editor = QueryEditor::new(&query);
        editor.append(&name, &value);
        prop_assert!(editor.as_str().starts_with(&query));
        let mut list = SearchParams::from_query(&query);
        list.append(&name, &value);
        prop_assert_eq!(owned(editor.pairs()), owned(&list));
    }

    #[test]
    fn an_editor_appends_names_and_sorts(query in strings(16), name in names()) {
        let mut editor = QueryEditor::new(&query);
        editor.append_name(&name);
        prop_assert!(editor.as_str().starts_with(&query));
        let mut list = SearchParams::from_query(&query);
        list.append(&name, "");
        prop_assert_eq!(owned(editor.pairs()), owned(&list));
        let pieces = |query: &str| {
            let mut pieces: Vec<_> = query.split('&').filter(|piece| !piece.is_empty()).map(String::from).collect();
            pieces.sort();
            pieces
        };
        let before = pieces(editor.as_str());
        editor.sort();
        list.sort();
        prop_assert_eq!(owned(editor.pairs()), owned(&list));
        prop_assert_eq!(pieces(editor.as_str()), before);
        let once = editor.as_str().to_owned();
        prop_assert_eq!(editor.sort().as_str(), once);
    }

    #[test]
    fn an_editor_sets_and_leaves_the_others(query in strings(16), name in names(), value in strings(3)) {
        let had = parse_form(&query).position(|pair| pair.0 == name);
        let mut editor = QueryEditor::new(&query);
        editor.set(&name, &value);
        prop_assert_eq!(editor.get(&name), Some(value.as_str().into()));
        let mut list = SearchParams::from_query(&query);
        if let Some(first) = had {
            prop_assert_eq!(others(editor.as_str(), &name), others(&query, &name));
            prop_assert!(first < list.len());
            list.set(&name, &value);
        } else {
            prop_assert!(editor.as_str().starts_with(&query));
            list.append(&name, &value);
        }
        prop_assert_eq!(owned(editor.pairs()), owned(&list));
        // What is as it shall be is not written again.
        let once = editor.as_str().to_owned();
        prop_assert_eq!(editor.set(&name, &value).as_str(), once);
    }
}

/// Nothing takes more than linear time or memory: a megabyte of each is done at once.
#[test]
fn long_forms_are_read_written_and_edited() {
    for piece in ["&", "=", "+", "%", "%FF", "%C3%A9", "a&", "a=&", "a=%41&", "\u{10FFFF}"] {
        let input = piece.repeat((1 << 20) / piece.len());
        let mut list = SearchParams::from_query(&input);
        assert_eq!(owned(parse_form(&input)), owned(&list));
        assert_eq!(SearchParams::from_query(&list.serialize()), list);
        list.sort();
        list.set("a", "x");
        list.retain(|name, _| name != "a");
        let mut editor = QueryEditor::new(&input);
        editor.set("a", "1").append("b", "2").delete("a");
        assert_eq!(editor.pairs().next_back().unwrap(), ("b".into(), "2".into()));
        editor.sort();
        assert_eq!(editor.get("b"), Some("2".into()));
    }
}

/// An editor that has nothing to do copies nothing.
#[test]
fn an_untouched_query_is_borrowed() {
    let mut editor = QueryEditor::new("a=%20&b=~");
    editor.set("a", " ").delete("c").delete_pair("b", "").retain(|_, _| true);
    assert!(matches!(editor.into_query(), std::borrow::Cow::Borrowed("a=%20&b=~")));
}

/// Spec: whatwg#concept-urlencoded-parser
#[test]
fn pairs_are_the_same_from_either_end() {
    for form in ["a=1&b=2&&c", "&a&", "", "=", "a=%31&a=+"] {
        let mut pairs: Vec<_> = parse_form(form).rev().collect();
        pairs.reverse();
        assert_eq!(pairs, parse_form(form).collect::<Vec<_>>(), "{form}");
        let mut both = parse_form(form);
        let met = [both.next(), both.next_back()].into_iter().flatten().count();
        assert_eq!(met + both.count(), pairs.len(), "{form}");
    }
}

//! Properties of forms: the fast parsers and serializers agree with those that run each step of the Standard,
//! serialized pairs parse to the same pairs, and a [`QueryEditor`] does not change pairs that are not named.

use url_query::{
    Encoding,
    webspecs::form_urlencoded::{self, FormOptions},
    whatwg::{QueryEditor, SearchParams, parse_form, serialize_form},
};
use url_testdata::hostile::Dice;

fn any_form(dice: &mut Dice, most: usize) -> String {
    #[rustfmt::skip]
    const TOKENS: [&str; 36] = [
        "a", "b", "~", "ab", "&", "&", "=", "=", "+", "%", "%4", "%61", "%26", "%3D", "%2B", "%25", "%00", "%c3%a9", "%C3", "%A9",
        "%F0%9F%98%80", "%F0%9F", "%ED%A0%80", "%FF", "%EF%BB%BF", "%zz", "é", "😀", "\u{FEFF}", "\u{FFFD}", " ", "#", "?", "'", "\0", "*-._",
    ];
    (0..dice.roll(most + 1)).map(|_| dice.pick(&TOKENS)).collect()
}

fn any_name(dice: &mut Dice) -> String {
    if dice.roll(2) == 0 {
        dice.pick(&["a", "b", "", "é", " ", "\u{FFFD}"]).into()
    } else {
        any_form(dice, 3)
    }
}

fn owned<N: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (N, V)>) -> Vec<(String, String)> {
    pairs.into_iter().map(|(name, value)| (name.as_ref().into(), value.as_ref().into())).collect()
}

fn others<'q>(query: &'q str, name: &str) -> Vec<&'q str> {
    let has_name = |piece: &str| parse_form(piece).any(|pair| pair.0 == name);
    query.split('&').filter(|piece| !has_name(piece)).collect()
}

/// Spec: webspecs#urlencoded-1..3
#[test]
fn all_readers_and_writers_agree() {
    let mut dice = Dice::new(1);
    let all: String = (0..0x100).filter_map(char::from_u32).collect();
    for _ in 0..16_000 {
        let input = any_form(&mut dice, 16);
        let literal = form_urlencoded::parse(input.as_bytes(), FormOptions::default()).unwrap();
        assert_eq!(owned(parse_form(&input)), literal, "{input:?}");
        let list = SearchParams::from_query(&input);
        assert_eq!(owned(&list), literal, "{input:?}");
        assert_eq!((list.len(), list.is_empty()), (literal.len(), literal.is_empty()));
        assert_eq!(list, literal.iter().map(|(name, value)| (name, value)).collect());

        let mut pairs: Vec<_> =
            (0..dice.roll(6)).map(|_| (any_form(&mut dice, 4), any_form(&mut dice, 4))).collect();
        pairs.push((String::new(), all.clone()));
        let list: SearchParams = pairs.iter().map(|(name, value)| (name, value)).collect();
        let literal = serialize_form(&list, Encoding::UTF_8);
        assert_eq!(list.serialize(), literal);
        assert_eq!(form_urlencoded::serialize(&list, Encoding::UTF_8), literal);
        assert!(literal.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"*-._+%&=".contains(&byte)));
        assert_eq!(SearchParams::from_query(&literal), list);
        assert_eq!(form_urlencoded::parse(literal.as_bytes(), FormOptions::default()).unwrap(), owned(&list));
    }
}

#[test]
fn an_editor_keeps_the_other_pieces() {
    let mut dice = Dice::new(3);
    for turn in 0..48_000 {
        let query = any_form(&mut dice, 16);
        let (name, value) = (any_name(&mut dice), any_name(&mut dice));
        let (mut editor, mut list) = (QueryEditor::new(&query), SearchParams::from_query(&query));
        match turn % 6 {
            0 => {
                editor.delete(&name);
                list.delete(&name);
                assert_eq!(editor.get(&name), None);
                assert_eq!(editor.as_str(), others(&query, &name).join("&"));
            }
            1 => {
                editor.delete_pair(&name, &value);
                list.delete_pair(&name, &value);
                assert_eq!(others(editor.as_str(), &name).concat(), others(&query, &name).concat());
            }
            2 => {
                editor.append(&name, &value);
                list.append(&name, &value);
                assert!(editor.as_str().starts_with(&query));
            }
            3 => {
                editor.append_name(&name);
                list.append(&name, "");
                assert!(editor.as_str().starts_with(&query));
            }
            4 => {
                let pieces = |query: &str| {
                    let mut pieces: Vec<_> =
                        query.split('&').filter(|piece| !piece.is_empty()).map(String::from).collect();
                    pieces.sort();
                    pieces
                };
                editor.sort();
                list.sort();
                assert_eq!(pieces(editor.as_str()), pieces(&query));
                let once = editor.as_str().to_owned();
                assert_eq!(editor.sort().as_str(), once);
            }
            _ => {
                editor.set(&name, &value);
                assert_eq!(editor.get(&name), Some(value.as_str().into()));
                if parse_form(&query).any(|pair| pair.0 == name) {
                    assert_eq!(others(editor.as_str(), &name), others(&query, &name));
                    list.set(&name, &value);
                } else {
                    assert!(editor.as_str().starts_with(&query));
                    list.append(&name, &value);
                }
                let once = editor.as_str().to_owned();
                assert_eq!(editor.set(&name, &value).as_str(), once);
            }
        }
        assert_eq!(owned(editor.pairs()), owned(&list), "{turn}: {query:?}, {name:?}, {value:?}");
    }
}

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

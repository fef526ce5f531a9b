//! `batch`: the interface for scripts.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use insta::assert_snapshot;

use crate::run::{run, shown_with};

#[test]
fn operations() {
    let requests = r#"{"id":1,"profile":"manakai","op":"parse","input":"HTTP://u:p@a.test:80/x?#f","base":null,"encoding":null}
{"id":3,"profile":"manakai","op":"canon","input":"HTTP://u:@a.test:80/%7e?é","base":null,"encoding":"utf-8"}
{"id":4,"op":"canon","input":"?あ","base":"http://a.test","encoding":"shift_jis"}
{"id":7,"op":"canon","input":"x"}
{"id":9,"op":"canon","input":"x","base":"http://a.test:99999/"}"#;
    assert_snapshot!(shown_with("batch --profile manakai", requests), @r#"
    {"id":1,"ok":true,"scheme":"HTTP","user":"u","password":"p","host":"a.test","port":"80","path":"/x","query":"","fragment":"f"}
    {"id":3,"ok":true,"href":"http://u@a.test/~?%C3%A9","scheme":"http","user":"u","host":"a.test","path":"/~","query":"%C3%A9"}
    {"id":4,"ok":true,"href":"http://a.test/?%82%A0","scheme":"http","host":"a.test","path":"/","query":"%82%A0"}
    {"id":7,"ok":false,"error":{"kind":"missing-scheme","message":"there is no scheme: give a base URL, or put one such as `https:` in front","section":"manakai#finding-the-scheme-2","span":[0,1]}}
    {"id":9,"ok":false,"error":{"kind":"port-out-of-range","message":"the port is greater than 65535: write a smaller one","section":"manakai#canonicalization-7.2.4","span":[14,19],"source":"base"}}
    "#);
}

#[test]
fn ids_come_back_as_they_were_written() {
    let requests = r#"{"id":null,"op":"parse","input":"ab:"}
{"op":"parse","input":"ab:"}
{"id":{"b":[1e999, 0.10,"\ud800\u0041"],"a":{}},"op":"parse","input":"ab:"}
{"id":12345678901234567890123,"op":"nonsense"}"#;
    assert_snapshot!(shown_with("batch", requests), @r#"
    {"id":null,"ok":true,"scheme":"ab","path":""}
    {"id":null,"ok":true,"scheme":"ab","path":""}
    {"id":{"b":[1e999, 0.10,"\ud800\u0041"],"a":{}},"ok":true,"scheme":"ab","path":""}
    {"id":12345678901234567890123,"ok":false,"error":{"kind":"bad-request","message":"unknown variant `nonsense`, expected one of `parse`, `resolve`, `canon`, `valid`, `absolute`, `api`, `set`, `links`, `link-format` at column 45","section":null,"span":null}}
    "#);
}

#[test]
fn surrogates() {
    // A lone surrogate is not a character. A pair is one character, and so is a pair of escapes.
    let requests = r#"{"id":1,"op":"canon","input":"http://a.test/\ud83d|\ude00|\ude00\ud83d|\ud83d\ude00"}
{"id":2,"op":"canon","input":"x","base":"http://a.test/\ud800/"}"#;
    assert_snapshot!(shown_with("batch", requests), @r#"
    {"id":1,"ok":true,"href":"http://a.test/%EF%BF%BD|%EF%BF%BD|%EF%BF%BD%EF%BF%BD|%F0%9F%98%80","scheme":"http","host":"a.test","path":"/%EF%BF%BD|%EF%BF%BD|%EF%BF%BD%EF%BF%BD|%F0%9F%98%80"}
    {"id":2,"ok":true,"href":"http://a.test/%EF%BF%BD/x","scheme":"http","host":"a.test","path":"/%EF%BF%BD/x"}
    "#);
}

#[test]
fn what_is_no_request_is_answered_in_its_place() {
    let requests = b"nonsense\n\n[1,\"manakai\",\"parse\",\"x\"]\n{\"id\":1}\n{\"id\":2,\"op\":\"get\",\"input\":\"x\"}\n\
        {\"id\":3,\"op\":\"parse\",\"input\":7}\n{\"id\":4,\"op\":\"parse\",\"input\":[104]}\n\
        {\"id\":5,\"op\":\"resolve\",\"input\":\"x\"}\n{\"id\":6,\"profile\":\"netscape!\",\"op\":\"pa\n\
        {\"id\":7,\"op\":\"parse\",\"input\":\"ab:\xff\"}\r\n{\"id\":8,\"op\":\"canon\",\"encoding\":\"klingon\",\"input\":\"ab:\"}\n\
        {\"id\":9,\"op\":\"canon\",\"input\":\"ab:";
    assert_snapshot!(shown_with("batch", requests), @r#"
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"the line is not a JSON object","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"the line is not a JSON object","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"the line is not a JSON object","section":null,"span":null}}
    {"id":1,"ok":false,"error":{"kind":"bad-request","message":"missing field `op` at column 8","section":null,"span":null}}
    {"id":2,"ok":false,"error":{"kind":"bad-request","message":"unknown variant `get`, expected one of `parse`, `resolve`, `canon`, `valid`, `absolute`, `api`, `set`, `links`, `link-format` at column 18","section":null,"span":null}}
    {"id":3,"ok":false,"error":{"kind":"bad-request","message":"invalid type: integer `7`, expected a string at column 30","section":null,"span":null}}
    {"id":4,"ok":false,"error":{"kind":"bad-request","message":"invalid type: sequence, expected a string at column 30","section":null,"span":null}}
    {"id":5,"ok":false,"error":{"kind":"bad-request","message":"the op \"resolve\" requires a base","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"EOF while parsing a string at column 38","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"not-utf-8","message":"byte 34 of the line is not UTF-8","section":null,"span":null}}
    {"id":8,"ok":false,"error":{"kind":"unknown-encoding","message":"unknown encoding label \"klingon\"","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"EOF while parsing a string at column 33","section":null,"span":null}}
    "#);
}

#[test]
fn web_addresses() {
    let requests = r#"{"id":1,"op":"parse","input":"http://u:p@h:81/x?#f"}
{"id":4,"op":"valid","input":"?é"}
{"id":5,"op":"valid","input":"?é","encoding":"koi8-r"}
{"id":6,"op":"absolute","input":"http://h"}
{"id":8,"op":"valid","input":"x","profile":"rfc3986"}
{"id":10,"op":"valid","input":"x","profile":"manakai"}
{"id":9,"op":"absolute","input":"x","profile":"manakai"}"#;
    assert_snapshot!(shown_with("batch --profile connolly", requests), @r#"
    {"id":1,"ok":true,"scheme":"http","host":"h","port":"81","hostport":"h:81","path":"/x","query":"","fragment":"f","host-specific":"/x?#f"}
    {"id":4,"ok":true,"valid":true}
    {"id":5,"ok":true,"valid":false}
    {"id":6,"ok":true,"absolute":true}
    {"id":8,"ok":true,"valid":false,"error":{"kind":"missing-scheme","message":"there is no scheme: give a base URL, or put one such as `https:` in front","section":"rfc3986#relative-reference-2","span":[0,1]}}
    {"id":10,"ok":false,"error":{"kind":"bad-request","message":"the profile manakai does not define what is valid: choose whatwg, webspecs, rfc3986 or connolly","section":null,"span":null}}
    {"id":9,"ok":false,"error":{"kind":"bad-request","message":"the profile manakai does not define what is absolute: choose connolly","section":null,"span":null}}
    "#);
}

#[test]
fn url_objects() {
    let requests = r#"{"id":1,"op":"api","input":" \\x","base":"http:\\\\u:p@a.test:81/y?q"}
{"id":3,"op":"api","input":"\\x","base":"http:\\\\a.test:x/"}
{"id":4,"op":"set","input":"http:\\\\a.test/","attr":"search","value":"a b"}
{"id":6,"op":"set","input":"http:\\\\a.test/","attr":"href","value":"http://b.test:x/"}
{"id":9,"op":"set","input":"http://a.test/","attr":"path","value":"y"}
{"id":10,"op":"set","input":"http://a.test/","value":"y"}
{"id":11,"op":"set","input":"http://a.test/","attr":"hash"}
{"id":12,"op":"set","input":"http://a.test/","attr":"hash","value":"y","profile":"connolly"}
{"id":13,"op":"api","input":"http://a.test/","profile":"manakai"}"#;
    assert_snapshot!(shown_with("batch --profile webspecs", requests), @r##"
    {"id":1,"ok":true,"href":"http://a.test/x","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/x","search":"","hash":"","origin":"http://a.test:80","searchParams":"","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[],"violations":[{"name":"backslash-before-authority","section":"webspecs#relative-url-2.1.1","span":[5,7],"source":"base"},{"name":"leading-or-trailing-whitespace","section":"webspecs#concept-basic-url-parser-1.2.1","span":[0,1]},{"name":"backslash-in-path","section":"webspecs#path-1","span":[1,2]}]}
    {"id":3,"ok":false,"violations":[{"name":"backslash-before-authority","section":"webspecs#relative-url-2.1.1","span":[5,7],"source":"base"},{"name":"port-not-number","section":"webspecs#port-2","span":[14,15],"source":"base"}],"error":{"kind":"port-not-number","message":"the port contains a character that is not an ASCII digit: write digits only, or remove the colon","section":"webspecs#port-2","span":[14,15],"source":"base"}}
    {"id":4,"ok":true,"href":"http://a.test/?a%20b","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"?a%20b","hash":"","origin":"http://a.test:80","searchParams":"a+b=","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[["a b",""]],"violations":[]}
    {"id":6,"ok":true,"href":"http://a.test/","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"","hash":"","origin":"http://a.test:80","searchParams":"","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[],"violations":[{"name":"port-not-number","section":"webspecs#port-2","span":[14,15]}],"error":{"kind":"port-not-number","message":"the port contains a character that is not an ASCII digit: write digits only, or remove the colon","section":"webspecs#port-2","span":[14,15]}}
    {"id":9,"ok":false,"error":{"kind":"bad-request","message":"unknown attribute \"path\"","section":null,"span":null}}
    {"id":10,"ok":false,"error":{"kind":"bad-request","message":"the op \"set\" requires an attr and a value","section":null,"span":null}}
    {"id":11,"ok":false,"error":{"kind":"bad-request","message":"the op \"set\" requires an attr and a value","section":null,"span":null}}
    {"id":12,"ok":false,"error":{"kind":"bad-request","message":"the profile connolly has no URL objects: choose another","section":null,"span":null}}
    {"id":13,"ok":false,"error":{"kind":"bad-request","message":"the profile manakai has no URL objects: choose another","section":null,"span":null}}
    "##);
}

/// The attributes of the URL Standard's objects, their typed hosts, and their pairs of names and values.
#[test]
fn url_objects_of_the_url_standard() {
    let requests = r#"{"id":1,"op":"api","input":"../d?q=a%20b&q=%C3%A9+&&=#f","base":"https://U:p@B\u00fccher.test:8443/a/b/c"}
{"id":2,"op":"api","input":"http://0x7f.1/"}
{"id":3,"op":"api","input":"wss://[1::0:0.0.0.2]:443"}
{"id":4,"op":"api","input":"foo://A%41/"}
{"id":5,"op":"api","input":"file:///C|/x"}
{"id":7,"op":"api","input":"mailto:a@b.test"}
{"id":8,"op":"api","input":"http://a.test:x/"}"#;
    assert_snapshot!(shown_with("batch --profile whatwg", requests), @r##"
    {"id":1,"ok":true,"href":"https://U:p@xn--bcher-kva.test:8443/a/d?q=a%20b&q=%C3%A9+&&=#f","protocol":"https:","username":"U","password":"p","host":"xn--bcher-kva.test:8443","hostname":"xn--bcher-kva.test","port":"8443","pathname":"/a/d","search":"?q=a%20b&q=%C3%A9+&&=","hash":"#f","origin":"https://xn--bcher-kva.test:8443","searchParams":"q=a+b&q=%C3%A9+&=","typedHost":{"kind":"domain","value":"xn--bcher-kva.test"},"searchPairs":[["q","a b"],["q","é "],["",""]],"violations":[{"name":"invalid-credentials","section":"whatwg#authority-state-1.1","span":[11,12],"source":"base"}]}
    {"id":2,"ok":true,"href":"http://127.0.0.1/","protocol":"http:","username":"","password":"","host":"127.0.0.1","hostname":"127.0.0.1","port":"","pathname":"/","search":"","hash":"","origin":"http://127.0.0.1","searchParams":"","typedHost":{"kind":"ipv4","value":"127.0.0.1"},"searchPairs":[],"violations":[{"name":"IPv4-too-few-parts","section":"whatwg#concept-ipv4-parser-3","span":[7,13]},{"name":"IPv4-non-decimal-part","section":"whatwg#concept-ipv4-parser-6.3","span":[7,11]}]}
    {"id":3,"ok":true,"href":"wss://[1::2]/","protocol":"wss:","username":"","password":"","host":"[1::2]","hostname":"[1::2]","port":"","pathname":"/","search":"","hash":"","origin":"wss://[1::2]","searchParams":"","typedHost":{"kind":"ipv6","value":"1::2"},"searchPairs":[],"violations":[]}
    {"id":4,"ok":true,"href":"foo://A%41/","protocol":"foo:","username":"","password":"","host":"A%41","hostname":"A%41","port":"","pathname":"/","search":"","hash":"","origin":"null","searchParams":"","typedHost":{"kind":"opaque","value":"A%41"},"searchPairs":[],"violations":[]}
    {"id":5,"ok":true,"href":"file:///C:/x","protocol":"file:","username":"","password":"","host":"","hostname":"","port":"","pathname":"/C:/x","search":"","hash":"","origin":"null","searchParams":"","typedHost":{"kind":"empty","value":""},"searchPairs":[],"violations":[{"name":"invalid-URL-unit","section":"whatwg#path-state-2.1","span":[9,10]}]}
    {"id":7,"ok":true,"href":"mailto:a@b.test","protocol":"mailto:","username":"","password":"","host":"","hostname":"","port":"","pathname":"a@b.test","search":"","hash":"","origin":"null","searchParams":"","typedHost":null,"searchPairs":[],"violations":[]}
    {"id":8,"ok":false,"violations":[{"name":"port-invalid","section":"whatwg#port-state-3","span":[14,15]}],"error":{"kind":"port-not-number","message":"the port contains a character that is not an ASCII digit: write digits only, or remove the colon","section":"whatwg#port-state-3","span":[14,15]}}
    "##);
}

#[test]
fn unknown_profiles() {
    let answer = run("batch", r#"{"id":1,"profile":"netscape","op":"parse","input":"x"}"#).out;
    assert!(
        answer.starts_with(
            r#"{"id":1,"ok":false,"error":{"kind":"unknown-profile","message":"unknown profile "#
        )
    );
    assert!(answer.ends_with("\"section\":null,\"span\":null}}\n"));
}

#[test]
fn the_command_line_gives_defaults() {
    let requests = r#"{"id":1,"op":"canon","input":"?あ"}
{"id":2,"op":"canon","input":"?あ","encoding":"utf-8","base":"http://b.test"}"#;
    let args = "batch --base http://a.test --encoding euc-jp --profile manakai";
    assert_snapshot!(shown_with(args, requests), @r#"
    {"id":1,"ok":true,"href":"http://a.test/?%A4%A2","scheme":"http","host":"a.test","path":"/","query":"%A4%A2"}
    {"id":2,"ok":true,"href":"http://b.test/?%E3%81%82","scheme":"http","host":"b.test","path":"/","query":"%E3%81%82"}
    "#);
}

#[test]
fn each_request_is_answered_when_it_comes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_urlspec"))
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut requests, mut answers) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for id in 0..3 {
        writeln!(requests, "{{\"id\":{id},\"op\":\"parse\",\"input\":\"ab:\"}}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, format!("{{\"id\":{id},\"ok\":true,\"scheme\":\"ab\",\"path\":\"\"}}\n"));
    }
    drop(requests);
    assert!(child.wait().unwrap().success());
}

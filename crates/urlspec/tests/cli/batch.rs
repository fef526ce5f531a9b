//! `batch`: the interface that others script.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use insta::assert_snapshot;

use crate::run::{run, shown_with, stdout};

#[test]
fn operations() {
    let requests = r#"{"id":1,"profile":"manakai","op":"parse","input":"HTTP://u:p@a.test:80/x?#f","base":null,"encoding":null}
{"id":2,"profile":"manakai","op":"resolve","input":"../x","base":"HTTP://a.test/b/c?q","encoding":null}
{"id":3,"profile":"manakai","op":"canon","input":"HTTP://u:@a.test:80/%7e?é","base":null,"encoding":"utf-8"}
{"id":4,"op":"canon","input":"?あ","base":"http://a.test","encoding":"shift_jis"}
{"id":5,"op":"parse","input":"../x"}
{"id":6,"op":"resolve","input":"x","base":"mailto:y"}
{"id":7,"op":"canon","input":"x"}
{"id":8,"op":"canon","input":"http://a.test:99999/"}
{"id":9,"op":"canon","input":"x","base":"http://a.test:99999/"}
{"id":10,"op":"canon","input":"x","base":"y"}"#;
    assert_snapshot!(shown_with(&["batch", "--profile", "manakai"], requests), @r#"
    {"id":1,"ok":true,"scheme":"HTTP","user":"u","password":"p","host":"a.test","port":"80","path":"/x","query":"","fragment":"f"}
    {"id":2,"ok":true,"href":"HTTP://a.test/x","scheme":"HTTP","host":"a.test","path":"/x"}
    {"id":3,"ok":true,"href":"http://u@a.test/~?%C3%A9","scheme":"http","user":"u","host":"a.test","path":"/~","query":"%C3%A9"}
    {"id":4,"ok":true,"href":"http://a.test/?%82%A0","scheme":"http","host":"a.test","path":"/","query":"%82%A0"}
    {"id":5,"ok":true,"invalid":true,"path":"../x"}
    {"id":6,"ok":true,"invalid":true}
    {"id":7,"ok":false,"error":{"kind":"missing-scheme","message":"there is no scheme: give a base URL, or put one such as `https:` in front","section":"manakai#finding-the-scheme-2","span":[0,1]}}
    {"id":8,"ok":false,"error":{"kind":"port-out-of-range","message":"the port is greater than 65535: write a smaller one","section":"manakai#canonicalization-7.2.4","span":[14,19]}}
    {"id":9,"ok":false,"error":{"kind":"port-out-of-range","message":"the port is greater than 65535: write a smaller one","section":"manakai#canonicalization-7.2.4","span":[14,19],"source":"base"}}
    {"id":10,"ok":false,"error":{"kind":"invalid-base","message":"the base URL is itself invalid, so nothing can be resolved against it: correct it first","section":"manakai#resolution-4","span":[0,1],"source":"base"}}
    "#);
}

#[test]
fn ids_come_back_as_they_were_written() {
    let requests = r#"{"id":null,"op":"parse","input":"ab:"}
{"op":"parse","input":"ab:"}
{"id":{"b":[1e999, 0.10,"\ud800\u0041"],"a":{}},"op":"parse","input":"ab:"}
{"id":12345678901234567890123,"op":"nonsense"}"#;
    assert_snapshot!(shown_with(&["batch"], requests), @r#"
    {"id":null,"ok":true,"scheme":"ab","path":""}
    {"id":null,"ok":true,"scheme":"ab","path":""}
    {"id":{"b":[1e999, 0.10,"\ud800\u0041"],"a":{}},"ok":true,"scheme":"ab","path":""}
    {"id":12345678901234567890123,"ok":false,"error":{"kind":"bad-request","message":"unknown variant `nonsense`, expected one of `parse`, `resolve`, `canon`, `valid`, `absolute`, `api`, `set` at column 45","section":null,"span":null}}
    "#);
}

#[test]
fn surrogates() {
    // Without its other half, a surrogate is no character; with it, and written with escapes, the two are one.
    let requests = r#"{"id":1,"op":"canon","input":"http://a.test/\ud83d|\ude00|\ude00\ud83d|\ud83d\ude00"}
{"id":2,"op":"canon","input":"x","base":"http://a.test/\ud800/"}"#;
    assert_snapshot!(shown_with(&["batch"], requests), @r#"
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
    assert_snapshot!(shown_with(&["batch"], requests), @r#"
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"the line is not a JSON object","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"the line is not a JSON object","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"the line is not a JSON object","section":null,"span":null}}
    {"id":1,"ok":false,"error":{"kind":"bad-request","message":"missing field `op` at column 8","section":null,"span":null}}
    {"id":2,"ok":false,"error":{"kind":"bad-request","message":"unknown variant `get`, expected one of `parse`, `resolve`, `canon`, `valid`, `absolute`, `api`, `set` at column 18","section":null,"span":null}}
    {"id":3,"ok":false,"error":{"kind":"bad-request","message":"invalid type: integer `7`, expected a string at column 30","section":null,"span":null}}
    {"id":4,"ok":false,"error":{"kind":"bad-request","message":"invalid type: sequence, expected a string at column 30","section":null,"span":null}}
    {"id":5,"ok":false,"error":{"kind":"bad-request","message":"the op \"resolve\" takes a base","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"EOF while parsing a string at column 38","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"not-utf-8","message":"byte 34 of the line is not UTF-8","section":null,"span":null}}
    {"id":8,"ok":false,"error":{"kind":"unknown-encoding","message":"unknown encoding label \"klingon\"","section":null,"span":null}}
    {"id":null,"ok":false,"error":{"kind":"bad-request","message":"EOF while parsing a string at column 33","section":null,"span":null}}
    "#);
}

#[test]
fn web_addresses() {
    let requests = r#"{"id":1,"op":"parse","input":"http://u:p@h:81/x?#f"}
{"id":2,"op":"parse","input":"http:80"}
{"id":3,"op":"parse","input":"http://a[b/"}
{"id":4,"op":"valid","input":"?é"}
{"id":5,"op":"valid","input":"?é","encoding":"koi8-r"}
{"id":6,"op":"absolute","input":"http://h"}
{"id":7,"op":"absolute","input":"//h"}
{"id":8,"op":"valid","input":"x","profile":"rfc3986"}
{"id":9,"op":"absolute","input":"x","profile":"manakai"}
{"id":10,"op":"resolve","input":"x","base":"http://u@h:81/y"}"#;
    assert_snapshot!(shown_with(&["batch", "--profile", "connolly"], requests), @r#"
    {"id":1,"ok":true,"scheme":"http","host":"h","port":"81","hostport":"h:81","path":"/x","query":"","fragment":"f","host-specific":"/x?#f"}
    {"id":2,"ok":true,"scheme":"http","path":"80","host-specific":"http:80"}
    {"id":3,"ok":true,"invalid":true}
    {"id":4,"ok":true,"valid":true}
    {"id":5,"ok":true,"valid":false}
    {"id":6,"ok":true,"absolute":true}
    {"id":7,"ok":true,"absolute":false}
    {"id":8,"ok":false,"error":{"kind":"bad-request","message":"the profile rfc3986 does not say what is valid: take whatwg, webspecs or connolly","section":null,"span":null}}
    {"id":9,"ok":false,"error":{"kind":"bad-request","message":"the profile manakai does not say what is absolute: take connolly","section":null,"span":null}}
    {"id":10,"ok":true,"href":"http://u@h:81/x","scheme":"http","user":"u","host":"h","port":"81","path":"/x"}
    "#);
}

#[test]
fn url_objects() {
    let requests = r#"{"id":1,"op":"api","input":" \\x","base":"http:\\\\u:p@a.test:81/y?q"}
{"id":2,"op":"api","input":"http://a.test:x/"}
{"id":3,"op":"api","input":"\\x","base":"http:\\\\a.test:x/"}
{"id":4,"op":"set","input":"http:\\\\a.test/","attr":"search","value":"a b"}
{"id":5,"op":"set","input":"http:\\\\a.test/","attr":"href","value":"http://b.test\\"}
{"id":6,"op":"set","input":"http:\\\\a.test/","attr":"href","value":"http://b.test:x/"}
{"id":7,"op":"set","input":"x","attr":"hash","value":"y"}
{"id":8,"op":"set","input":"x","base":"http://a.test/","attr":"hash","value":"\ud800"}
{"id":9,"op":"set","input":"http://a.test/","attr":"path","value":"y"}
{"id":10,"op":"set","input":"http://a.test/","value":"y"}
{"id":11,"op":"set","input":"http://a.test/","attr":"hash"}
{"id":12,"op":"set","input":"http://a.test/","attr":"hash","value":"y","profile":"connolly"}
{"id":13,"op":"api","input":"http://a.test/","profile":"manakai"}"#;
    assert_snapshot!(shown_with(&["batch", "--profile", "webspecs"], requests), @r##"
    {"id":1,"ok":true,"href":"http://a.test/x","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/x","search":"","hash":"","origin":"http://a.test:80","searchParams":"","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[],"violations":[{"name":"backslash-before-authority","section":"webspecs#relative-url-2.1.1","span":[5,7],"source":"base"},{"name":"leading-or-trailing-whitespace","section":"webspecs#concept-basic-url-parser-1.2.1","span":[0,1]},{"name":"backslash-in-path","section":"webspecs#path-1","span":[1,2]}]}
    {"id":2,"ok":false,"violations":[{"name":"port-not-number","section":"webspecs#port-2","span":[14,15]}],"error":{"kind":"port-not-number","message":"the port holds something that is not an ASCII digit: write digits only, or remove the colon","section":"webspecs#port-2","span":[14,15]}}
    {"id":3,"ok":false,"violations":[{"name":"backslash-before-authority","section":"webspecs#relative-url-2.1.1","span":[5,7],"source":"base"},{"name":"port-not-number","section":"webspecs#port-2","span":[14,15],"source":"base"}],"error":{"kind":"port-not-number","message":"the port holds something that is not an ASCII digit: write digits only, or remove the colon","section":"webspecs#port-2","span":[14,15],"source":"base"}}
    {"id":4,"ok":true,"href":"http://a.test/?a%20b","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"?a%20b","hash":"","origin":"http://a.test:80","searchParams":"a+b=","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[["a b",""]],"violations":[]}
    {"id":5,"ok":true,"href":"http://b.test/","protocol":"http:","username":"","password":"","host":"b.test","hostname":"b.test","port":"","pathname":"/","search":"","hash":"","origin":"http://b.test:80","searchParams":"","typedHost":{"kind":"domain","value":"b.test"},"searchPairs":[],"violations":[{"name":"backslash-in-path","section":"webspecs#path-1","span":[13,14]}]}
    {"id":6,"ok":true,"href":"http://a.test/","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"","hash":"","origin":"http://a.test:80","searchParams":"","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[],"violations":[{"name":"port-not-number","section":"webspecs#port-2","span":[14,15]}],"error":{"kind":"port-not-number","message":"the port holds something that is not an ASCII digit: write digits only, or remove the colon","section":"webspecs#port-2","span":[14,15]}}
    {"id":7,"ok":false,"violations":[{"name":"opaque-base","section":"webspecs#relative-url-2.4.2","span":[0,1]}],"error":{"kind":"opaque-base","message":"the base URL is not hierarchical: give an absolute URL, or another base","section":"webspecs#relative-url-2.4.2","span":[0,1]}}
    {"id":8,"ok":true,"href":"http://a.test/x#%EF%BF%BD","protocol":"http:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/x","search":"","hash":"#%EF%BF%BD","origin":"http://a.test:80","searchParams":"","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[],"violations":[]}
    {"id":9,"ok":false,"error":{"kind":"bad-request","message":"unknown attribute \"path\"","section":null,"span":null}}
    {"id":10,"ok":false,"error":{"kind":"bad-request","message":"the op \"set\" takes an attr and a value","section":null,"span":null}}
    {"id":11,"ok":false,"error":{"kind":"bad-request","message":"the op \"set\" takes an attr and a value","section":null,"span":null}}
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
{"id":6,"op":"api","input":"blob:https://a.test:80/x"}
{"id":7,"op":"api","input":"mailto:a@b.test"}
{"id":8,"op":"api","input":"http://a.test:x/"}
{"id":9,"op":"set","input":"https://a.test/?~=1","attr":"host","value":"[::1]:81"}
{"id":10,"op":"set","input":"https://a.test/?~=1","attr":"port","value":"99999"}
{"id":11,"op":"set","input":"https://a.test/?~=1","attr":"search","value":"a=+&b"}
{"id":12,"op":"set","input":"https://a.test/","attr":"href","value":"x"}
{"id":13,"op":"api","input":"http://[::ffff:1.2.3.4]/"}"#;
    assert_snapshot!(shown_with(&["batch", "--profile", "whatwg"], requests), @r##"
    {"id":1,"ok":true,"href":"https://U:p@xn--bcher-kva.test:8443/a/d?q=a%20b&q=%C3%A9+&&=#f","protocol":"https:","username":"U","password":"p","host":"xn--bcher-kva.test:8443","hostname":"xn--bcher-kva.test","port":"8443","pathname":"/a/d","search":"?q=a%20b&q=%C3%A9+&&=","hash":"#f","origin":"https://xn--bcher-kva.test:8443","searchParams":"q=a+b&q=%C3%A9+&=","typedHost":{"kind":"domain","value":"xn--bcher-kva.test"},"searchPairs":[["q","a b"],["q","é "],["",""]],"violations":[{"name":"invalid-credentials","section":"whatwg#authority-state-1.1","span":[11,12],"source":"base"}]}
    {"id":2,"ok":true,"href":"http://127.0.0.1/","protocol":"http:","username":"","password":"","host":"127.0.0.1","hostname":"127.0.0.1","port":"","pathname":"/","search":"","hash":"","origin":"http://127.0.0.1","searchParams":"","typedHost":{"kind":"ipv4","value":"127.0.0.1"},"searchPairs":[],"violations":[{"name":"IPv4-too-few-parts","section":"whatwg#concept-ipv4-parser-3","span":[7,13]},{"name":"IPv4-non-decimal-part","section":"whatwg#concept-ipv4-parser-6.3","span":[7,11]}]}
    {"id":3,"ok":true,"href":"wss://[1::2]/","protocol":"wss:","username":"","password":"","host":"[1::2]","hostname":"[1::2]","port":"","pathname":"/","search":"","hash":"","origin":"wss://[1::2]","searchParams":"","typedHost":{"kind":"ipv6","value":"1::2"},"searchPairs":[],"violations":[]}
    {"id":4,"ok":true,"href":"foo://A%41/","protocol":"foo:","username":"","password":"","host":"A%41","hostname":"A%41","port":"","pathname":"/","search":"","hash":"","origin":"null","searchParams":"","typedHost":{"kind":"opaque","value":"A%41"},"searchPairs":[],"violations":[]}
    {"id":5,"ok":true,"href":"file:///C:/x","protocol":"file:","username":"","password":"","host":"","hostname":"","port":"","pathname":"/C:/x","search":"","hash":"","origin":"null","searchParams":"","typedHost":{"kind":"empty","value":""},"searchPairs":[],"violations":[{"name":"invalid-URL-unit","section":"whatwg#path-state-2.1","span":[9,10]}]}
    {"id":6,"ok":true,"href":"blob:https://a.test:80/x","protocol":"blob:","username":"","password":"","host":"","hostname":"","port":"","pathname":"https://a.test:80/x","search":"","hash":"","origin":"https://a.test:80","searchParams":"","typedHost":null,"searchPairs":[],"violations":[]}
    {"id":7,"ok":true,"href":"mailto:a@b.test","protocol":"mailto:","username":"","password":"","host":"","hostname":"","port":"","pathname":"a@b.test","search":"","hash":"","origin":"null","searchParams":"","typedHost":null,"searchPairs":[],"violations":[]}
    {"id":8,"ok":false,"violations":[{"name":"port-invalid","section":"whatwg#port-state-3","span":[14,15]}],"error":{"kind":"port-not-number","message":"the port holds something that is not an ASCII digit: write digits only, or remove the colon","section":"whatwg#port-state-3","span":[14,15]}}
    {"id":9,"ok":true,"href":"https://[::1]:81/?~=1","protocol":"https:","username":"","password":"","host":"[::1]:81","hostname":"[::1]","port":"81","pathname":"/","search":"?~=1","hash":"","origin":"https://[::1]:81","searchParams":"%7E=1","typedHost":{"kind":"ipv6","value":"::1"},"searchPairs":[["~","1"]],"violations":[]}
    {"id":10,"ok":true,"href":"https://a.test/?~=1","protocol":"https:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"?~=1","hash":"","origin":"https://a.test","searchParams":"%7E=1","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[["~","1"]],"violations":[{"name":"port-out-of-range","section":"whatwg#port-state-2.1.2","span":[0,5]}]}
    {"id":11,"ok":true,"href":"https://a.test/?a=+&b","protocol":"https:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"?a=+&b","hash":"","origin":"https://a.test","searchParams":"a=+&b=","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[["a"," "],["b",""]],"violations":[]}
    {"id":12,"ok":true,"href":"https://a.test/","protocol":"https:","username":"","password":"","host":"a.test","hostname":"a.test","port":"","pathname":"/","search":"","hash":"","origin":"https://a.test","searchParams":"","typedHost":{"kind":"domain","value":"a.test"},"searchPairs":[],"violations":[{"name":"missing-scheme-non-relative-URL","section":"whatwg#no-scheme-state-1","span":[0,1]}],"error":{"kind":"missing-scheme","message":"there is no scheme: give a base URL, or put one such as `https:` in front","section":"whatwg#no-scheme-state-1","span":[0,1]}}
    {"id":13,"ok":true,"href":"http://[::ffff:102:304]/","protocol":"http:","username":"","password":"","host":"[::ffff:102:304]","hostname":"[::ffff:102:304]","port":"","pathname":"/","search":"","hash":"","origin":"http://[::ffff:102:304]","searchParams":"","typedHost":{"kind":"ipv6","value":"::ffff:102:304"},"searchPairs":[],"violations":[]}
    "##);
}

#[test]
fn unknown_profiles() {
    let answer = stdout(&run(&["batch"], r#"{"id":1,"profile":"netscape","op":"parse","input":"x"}"#));
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
    let args = ["batch", "--base", "http://a.test", "--encoding", "euc-jp", "--profile", "manakai"];
    assert_snapshot!(shown_with(&args, requests), @r#"
    {"id":1,"ok":true,"href":"http://a.test/?%A4%A2","scheme":"http","host":"a.test","path":"/","query":"%A4%A2"}
    {"id":2,"ok":true,"href":"http://b.test/?%E3%81%82","scheme":"http","host":"b.test","path":"/","query":"%E3%81%82"}
    "#);
}

#[test]
fn a_long_input_is_answered_line_by_line_in_order() {
    let line = |i: usize| format!("{{\"id\":{i},\"op\":\"canon\",\"input\":\"http://a.test/{i}\"}}\n");
    let requests: String = (0..50_000).map(line).collect();
    let answers = stdout(&run(&["batch"], requests));
    assert_eq!(answers.lines().count(), 50_000);
    for (i, answer) in answers.lines().enumerate() {
        assert!(
            answer.starts_with(&format!("{{\"id\":{i},\"ok\":true,\"href\":\"http://a.test/{i}\",")),
            "{answer}"
        );
    }
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

//! The grammar of the WebSpecs URL Standard, with its slips corrected as in the functions: it includes the conditions
//! of the prose, ends the user info at the last `@`, and spells out the text forms of IPv6 addresses.

use super::{
    Condition::{EndOfHost, SchemeIsNotRelative, SchemeIsNotThatOfBase},
    Node::{self, Choice, Except, OneOf, Optional, Sequence, Text, TextInAnyCase, Times, Where, ZeroOrMore},
    Rule,
};
use crate::ByteSet;

const LETTER: Node = OneOf("[a-zA-Z]", &ByteSet::of(&[]).and_range(b'a', b'z').and_range(b'A', b'Z'));
const DIGIT: Node = OneOf("[0-9]", &ByteSet::of(&[]).and_range(b'0', b'9'));
const OCTAL_DIGIT: Node = OneOf("[0-7]", &ByteSet::of(&[]).and_range(b'0', b'7'));
const HEX_DIGIT: Node =
    OneOf("[0-9a-fA-F]", &ByteSet::of(&[]).and_range(b'0', b'9').and_range(b'a', b'f').and_range(b'A', b'F'));
const SLASH: Node = Choice(&[Text("/"), Text("\\")]);
const NAME: Node = ZeroOrMore(&Except("[/\\?#]", &ByteSet::of(b"/\\?#")));
const SLASH_AND_PATH: Node = Optional(&Sequence(&[SLASH, Node::Rule("path")]));
const H16: Node = Node::Rule("h16");
const GROUP: Node = Sequence(&[H16, Text(":")]);
const LS32: Node = Node::Rule("ls32");
const BYTE: Node = Node::Rule("decimal-byte");

/// Every rule, first those that the document names.
///
/// Spec: webspecs#parsing-rules
pub const RULES: &[Rule] = &[
    Rule {
        name: "url",
        body: Sequence(&[
            Choice(&[Node::Rule("file-url"), Node::Rule("non-relative-url"), Node::Rule("relative-url")]),
            Optional(&Sequence(&[Text("?"), Node::Rule("query")])),
            Optional(&Sequence(&[Text("#"), Node::Rule("fragment")])),
        ]),
    },
    Rule {
        name: "file-url",
        body: Choice(&[
            Sequence(&[
                TextInAnyCase("file"),
                Text(":"),
                LETTER,
                Choice(&[Text(":"), Text("|")]),
                Optional(&SLASH),
                Node::Rule("path"),
            ]),
            Sequence(&[ZeroOrMore(&Text("/")), LETTER, Text("|"), Optional(&Text("/")), Node::Rule("path")]),
            Sequence(&[
                TextInAnyCase("file"),
                Text(":"),
                Optional(&Sequence(&[Text("/"), Text("/"), Node::Rule("host")])),
                ZeroOrMore(&Text("/")),
                Node::Rule("path"),
            ]),
        ]),
    },
    Rule {
        name: "non-relative-url",
        body: Sequence(&[
            Where(SchemeIsNotRelative),
            Node::Rule("scheme"),
            Text(":"),
            Node::Rule("scheme-data"),
        ]),
    },
    Rule {
        name: "relative-url",
        body: Choice(&[
            Sequence(&[
                Optional(&Sequence(&[Node::Rule("non-file-relative-scheme"), Text(":")])),
                SLASH,
                SLASH,
                Node::Rule("authority"),
                SLASH_AND_PATH,
            ]),
            Sequence(&[
                Where(SchemeIsNotThatOfBase),
                Node::Rule("non-file-relative-scheme"),
                Text(":"),
                Optional(&SLASH),
                Node::Rule("authority"),
                SLASH_AND_PATH,
            ]),
            Sequence(&[Node::Rule("non-file-relative-scheme"), Text(":"), Node::Rule("path")]),
            Node::Rule("path"),
        ]),
    },
    Rule {
        name: "non-file-relative-scheme",
        body: Choice(&[
            TextInAnyCase("ftp"),
            TextInAnyCase("gopher"),
            TextInAnyCase("https"),
            TextInAnyCase("http"),
            TextInAnyCase("wss"),
            TextInAnyCase("ws"),
        ]),
    },
    Rule {
        name: "scheme",
        body: Sequence(&[
            LETTER,
            ZeroOrMore(&OneOf(
                "[-a-zA-Z+.]",
                &ByteSet::of(b"-+.").and_range(b'a', b'z').and_range(b'A', b'Z'),
            )),
        ]),
    },
    Rule {
        name: "authority",
        body: Sequence(&[
            Optional(&Sequence(&[
                Node::Rule("user"),
                Optional(&Sequence(&[Text(":"), Node::Rule("password")])),
                ZeroOrMore(&Sequence(&[Text("@"), ZeroOrMore(&Except("[/\\?#@]", &ByteSet::of(b"/\\?#@")))])),
                Text("@"),
            ])),
            Node::Rule("host"),
            Optional(&Sequence(&[Text(":"), Node::Rule("port")])),
        ]),
    },
    Rule { name: "user", body: ZeroOrMore(&Except("[/\\?#@:]", &ByteSet::of(b"/\\?#@:"))) },
    Rule { name: "password", body: ZeroOrMore(&Except("[/\\?#@]", &ByteSet::of(b"/\\?#@"))) },
    Rule {
        name: "host",
        body: Choice(&[
            Sequence(&[Node::Rule("ipv6addr"), Where(EndOfHost)]),
            Sequence(&[Node::Rule("ipv4addr"), Where(EndOfHost)]),
            ZeroOrMore(&Except("[:/\\?#]", &ByteSet::of(b":/\\?#"))),
        ]),
    },
    Rule {
        name: "ipv6addr",
        body: Sequence(&[
            Text("["),
            Choice(&[
                Sequence(&[Times(&GROUP, 6, 6), LS32]),
                Sequence(&[Text("::"), Times(&GROUP, 5, 5), LS32]),
                Sequence(&[Optional(&H16), Text("::"), Times(&GROUP, 4, 4), LS32]),
                Sequence(&[
                    Optional(&Sequence(&[Times(&GROUP, 0, 1), H16])),
                    Text("::"),
                    Times(&GROUP, 3, 3),
                    LS32,
                ]),
                Sequence(&[
                    Optional(&Sequence(&[Times(&GROUP, 0, 2), H16])),
                    Text("::"),
                    Times(&GROUP, 2, 2),
                    LS32,
                ]),
                Sequence(&[Optional(&Sequence(&[Times(&GROUP, 0, 3), H16])), Text("::"), GROUP, LS32]),
                Sequence(&[Optional(&Sequence(&[Times(&GROUP, 0, 4), H16])), Text("::"), LS32]),
                Sequence(&[Optional(&Sequence(&[Times(&GROUP, 0, 5), H16])), Text("::"), H16]),
                Sequence(&[Optional(&Sequence(&[Times(&GROUP, 0, 6), H16])), Text("::")]),
            ]),
            Text("]"),
        ]),
    },
    Rule {
        name: "ipv4addr",
        body: Sequence(&[Node::Rule("number"), Times(&Sequence(&[Text("."), Node::Rule("number")]), 0, 3)]),
    },
    Rule { name: "port", body: NAME },
    Rule { name: "path", body: Sequence(&[NAME, ZeroOrMore(&Sequence(&[SLASH, NAME]))]) },
    Rule { name: "scheme-data", body: ZeroOrMore(&Except("[?#]", &ByteSet::of(b"?#"))) },
    Rule { name: "query", body: ZeroOrMore(&Except("[#]", &ByteSet::of(b"#"))) },
    Rule { name: "fragment", body: ZeroOrMore(&Except("[]", &ByteSet::of(b""))) },
    Rule {
        name: "number",
        body: Choice(&[
            Sequence(&[TextInAnyCase("0x"), HEX_DIGIT, ZeroOrMore(&HEX_DIGIT)]),
            Sequence(&[Text("0"), OCTAL_DIGIT, ZeroOrMore(&OCTAL_DIGIT)]),
            Sequence(&[DIGIT, ZeroOrMore(&DIGIT)]),
        ]),
    },
    Rule { name: "h16", body: Times(&HEX_DIGIT, 1, 4) },
    Rule {
        name: "ls32",
        body: Choice(&[
            Sequence(&[H16, Text(":"), H16]),
            Sequence(&[BYTE, Text("."), BYTE, Text("."), BYTE, Text("."), BYTE]),
        ]),
    },
    Rule {
        name: "decimal-byte",
        body: Choice(&[
            Sequence(&[Text("25"), OneOf("[0-5]", &ByteSet::of(b"012345"))]),
            Sequence(&[Text("2"), OneOf("[0-4]", &ByteSet::of(b"01234")), DIGIT]),
            Sequence(&[OneOf("[01]", &ByteSet::of(b"01")), DIGIT, DIGIT]),
            Sequence(&[DIGIT, DIGIT]),
            DIGIT,
        ]),
    },
];

//! Each format on a small text of its own: what counts, its place, and its words.

use super::{
    Format,
    markup::{Token, tokens},
};
use crate::spec::outline::Outline;

/// The sections that `format` finds in `text`, one line each: what follows `#` in the id, and the words.
fn outline(format: Format, text: &str) -> Vec<String> {
    let mut outline = Outline::new("demo");
    format.read(text, &mut outline);
    let line = |id: &str, text: &str| format!("{}: {text}", id.trim_start_matches("demo#"));
    outline.into_sections().iter().map(|section| line(&section.id, &section.text)).collect()
}

#[test]
fn plain_steps_nest_and_need_no_blank_line() {
    let text = "\
Copying is
allowed.

== Finding a door ==

Look for
a door.

If there is none:
  -> Knock.
       
  -> If nobody
     comes:
       -> Leave.

  -> Go in.

Close it.

=== The key ===

It is brass.
";
    let expected = [
        "front-matter: Copying is allowed.",
        "finding-a-door: Finding a door",
        "finding-a-door-1: Look for a door.",
        "finding-a-door-2: If there is none:",
        "finding-a-door-2.1: -> Knock.",
        "finding-a-door-2.2: -> If nobody comes:",
        "finding-a-door-2.2.1: -> Leave.",
        "finding-a-door-2.3: -> Go in.",
        "finding-a-door-3: Close it.",
        "the-key: The key",
        "the-key-1: It is brass.",
    ];
    assert_eq!(outline(Format::Plain, text), expected);
}

#[test]
fn rfc_xml_lists_nest_and_otherwise_counts() {
    let text = r#"<?xml version="1.0"?><!DOCTYPE rfc SYSTEM "x.dtd">
<rfc><front><title abbrev="T">The
  Door</title><abstract><t>About doors.</t></abstract></front><middle>
<section title="Opening It"><t>For each door:
  <list><t>If it is open:<list><t>-> Go in.</t></list>
    Otherwise, if it has a <spanx>bell</spanx>:<list><t>-> Ring.</t></list>
    Otherwise:<list><t>-> Knock.</t></list></t></list> and so on.</t>
  <t>Note: There may be none.</t>
  <figure><artwork>key = "a" / "b"</artwork></figure>
  <section title="Inside" anchor="in"><t>Sit down.</t></section></section>
<section title="Closing" anchor="close"><t>To close, take these steps:
  <list style="numbers"><t>Pull &lt;it&gt;. Note: these pull: <list style="symbols"><t>hands</t></list></t>
    <t>Turn<list style="hanging"><t hangText="a key:">once,</t></list> to the left.</t></list></t>
  <t>That is all.</t></section>
</middle><back><section title="Thanks"><t>To all.</t></section>
<references><reference><front><title>Doors</title></front></reference></references></back></rfc>"#;
    let expected = [
        "the-door: The Door About doors.",
        "opening-it: Opening It Note: There may be none.",
        "opening-it-1: For each door: and so on.",
        "opening-it-1.1: If it is open:",
        "opening-it-1.1.1: -> Go in.",
        "opening-it-1.2: Otherwise, if it has a bell:",
        "opening-it-1.2.1: -> Ring.",
        "opening-it-1.3: Otherwise:",
        "opening-it-1.3.1: -> Knock.",
        "opening-it-2: key = \"a\" / \"b\"",
        "in: Inside",
        "in-1: Sit down.",
        "close: Closing To close, take these steps:",
        "close-1: Pull <it>. Note: these pull: hands",
        "close-2: Turn to the left.",
        "close-2.1: a key: once,",
        "close-3: That is all.",
        "thanks: Thanks To all.",
        "references: Doors",
    ];
    assert_eq!(outline(Format::RfcXml, text), expected);
}

#[test]
fn bikeshed_steps_belong_to_their_anchor() {
    let text = r#"<pre class="metadata">
Title: Doors
</pre>
<h2 id=doors>Doors</h2>
<p>A <dfn id=concept-door title='door'>door</dfn> is a hole.
<p class="note">Often in a wall.
<p>It has one of:
<ul>
<li><p>a bell
<li>a <a>knocker</a>
</ul>
<!-- or none -->
<p>Its colours:
<table><tr><td>red<td>green</table>
<p>The <dfn id=concept-opener>opener</dfn> runs these steps:
<div class="note no-backref">
<p>It needs a hand.
<p>Or two.
</div>
<ol>
<li>
<p>If it is shut:
<ol>
<li><p>Push.</p></li>
</ol>
or pull
<li>Go in.
</ol>
Rules {#rules}
---
Doors have rules
that bind.
They are few:
* knock, and
wait
* ask.
Note: be kind.
<h4 id=rule-bell>bell(input)</h4>
returns: Sound
<pre class=railroad>
T: ding
</pre>
<em>It is loud.</em>
<ol>
<li><div class=example><code>ding</code></div>
<ol><li>Ring.</ol>
</ol>
<p class=XXX>Which one?
<h4 id=rule-knob>knob(input)</h4>
returns: Nothing
<pre class=railroad>
T: turn
</pre>
Turn it
once.
Let go.
"#;
    let expected = [
        "front-matter: Title: Doors",
        "doors: Doors Often in a wall.",
        "doors-1: A door is a hole.",
        "doors-2: It has one of:",
        "doors-2.1: a bell",
        "doors-2.2: a knocker",
        "doors-3: Its colours: redgreen",
        "concept-opener: The opener runs these steps: It needs a hand. Or two.",
        "concept-opener-1: If it is shut: or pull",
        "concept-opener-1.1: Push.",
        "concept-opener-2: Go in.",
        "rules: Rules Note: be kind.",
        "rules-1: Doors have rules that bind.",
        "rules-2: They are few:",
        "rules-2.1: * knock, and wait",
        "rules-2.2: * ask.",
        "bell: bell(input) returns: Sound T: ding It is loud. Which one?",
        "bell-1: ding",
        "bell-1.1: Ring.",
        "knob: knob(input) returns: Nothing T: turn",
        "knob-1: Turn it once.",
        "knob-2: Let go.",
    ];
    assert_eq!(outline(Format::Bikeshed, text), expected);
}

#[test]
fn markdown_definitions_are_headings() {
    let text = "\
# Remarks
1. Not a step.

# The rest of the document, as steps

## 1. bell(input), loud
1. Ring
   twice.
   [S] Or once.
2. Wait:
   - long
## 2. doors
They open.
They close,
slowly.
- fragment: what is left.
- cleanse(text): (a) wash; (b) dry.
  [R] only washes.
- Setters (all of them):
  - push: hard
";
    let expected = [
        "bell: bell(input), loud",
        "bell-1: 1. Ring twice.",
        "bell-1.1: [S] Or once.",
        "bell-2: 2. Wait:",
        "bell-2.1: - long",
        "doors: doors",
        "doors-1: They open.",
        "doors-2: They close, slowly.",
        "fragment: fragment",
        "fragment-1: what is left.",
        "cleanse: cleanse(text)",
        "cleanse-1: (a) wash;",
        "cleanse-2: (b) dry.",
        "cleanse-2.1: [R] only washes.",
        "api-setters: Setters (all of them)",
        "api-setters-1: - push: hard",
    ];
    assert_eq!(outline(Format::Markdown, text), expected);
}

#[test]
fn rfc_text_joins_pages_and_leaves_remarks_whole() {
    let text = "\
Door Working Group                                     A. Writer

1.  Introduction

   Doors are old.

   They are good.

3.1.  Opening

   A door that is shut must be opened by
   hand, which



Writer                      Standards Track                     [Page 1]
\u{C}
RFC 1                            Doors                      January 2005


   takes time.

      door = \"open\" / \"shut\"



Writer                      Standards Track                     [Page 2]
\u{C}
RFC 1                            Doors                      January 2005


   Do this:

   1.  Knock.

       Note: Not too hard.

   2.  If nobody comes:

       A.  Leave; otherwise,

       B.  go in.

   Doors may be locked.

Index

   D
      Door  1
";
    let expected = [
        "front-matter: Door Working Group A. Writer",
        "introduction: 1. Introduction Doors are old. They are good.",
        "opening: 3.1. Opening Do this: Note: Not too hard.",
        "opening-1: A door that is shut must be opened by hand, which takes time.",
        "opening-1.1: door = \"open\" / \"shut\"",
        "opening-2: 1. Knock.",
        "opening-3: 2. If nobody comes:",
        "opening-3.1: A. Leave; otherwise,",
        "opening-3.2: B. go in.",
        "opening-4: Doors may be locked.",
        "index: Index D Door 1",
    ];
    assert_eq!(outline(Format::RfcText, text), expected);
}

#[test]
fn markup_is_split_at_tags_alone() {
    let text = "a < b &amp;&lt;&#65;&nbsp;<p id=x class='y z>' hidden>c<!-- <d> --></p><br/>";
    let found = tokens(text);
    let Some(Token::Open(p)) = found.get(1) else { panic!("{found:?}") };
    assert_eq!((p.name, p.attribute("id").as_deref()), ("p", Some("x")));
    assert_eq!((p.attribute("class").as_deref(), p.attribute("hidden")), (Some("y z>"), None));
    assert!(p.has_class("y") && !p.has_class("z"));
    assert_eq!(found[0], Token::Text("a < b &<A&nbsp;".into()));
    assert_eq!(found[2..4], [Token::Text("c".into()), Token::Close("p")]);
    assert!(matches!(found[4], Token::Open(br) if br.name == "br"));
    assert_eq!(found[5..], [Token::Close("br")]);
}

#[test]
fn standard_algorithms_and_cases_have_their_terms_anchors() {
    let text = r#"
<h2 id="doors-(and-gates)">Doors</h2>
<p>Doors are many.
<p>A <dfn>front door</dfn> is one. <p class=note>Mostly.
<ul class=brief><li><dfn id=knob for=door>knob</dfn>: round. <li>A mat.</ul>
<table><tr><td><dfn>Door-shut</dfn><td>It is shut.</table>
<div algorithm>
<p>To <dfn export for=door lt="open|opening">open it</dfn>, run these:
<ol>
 <li><p>If one is true:
  <ul class=brief><li>there is a knob <li>or a key</ul>
  <p>then:
  <ol><li>Turn. <li>Pull. <p class=note>Or push.</ol>
  <p>Wait.
 <li>
  <p>Go by what is there:
  <dl class=switch>
   <dt><dfn id=closed-state>closed state</dfn>
   <dt><dfn>locked state</dfn>
   <dd><ol><li>Knock.</ol>
   <dt><dfn for="a door's case">ajar</dfn>
   <dd><ol><li>Enter.</ol>
  </dl>
 <li><p>Return.
</ol>
</div>
<div algorithm="bell setter"><p>Its steps are: <ol><li>Ring.</ol></div>
<div algorithm><p>The <dfn method for=Door><code>slam(<var>how</var>)</code></dfn> steps, by
weather:
<dl class=switch><dt>Wind <dd><ol><li>Bang.</ol> <dt>Rain <dt>Hail <dd>Nothing.</dl></div>
<div class=note><p>No <dfn>term</dfn> of ours.</div>
"#;
    let expected = [
        "front-matter: ",
        "doors-and-gates: Doors Doors are many.",
        "front-door: A front door is one. Mostly.",
        "knob: knob: round. A mat.",
        "door-shut: Door-shut It is shut.",
        "door-open: To open it, run these:",
        "door-open-1: If one is true: there is a knob or a key then: Wait.",
        "door-open-1.1: Turn.",
        "door-open-1.2: Pull. Or push.",
        "door-open-2: Go by what is there:",
        "closed-state: closed state locked state",
        "closed-state-1: Knock.",
        "a-doors-case-ajar: ajar",
        "a-doors-case-ajar-1: Enter.",
        "door-open-3: Return.",
        "bell-setter: Its steps are:",
        "bell-setter-1: Ring.",
        "dom-door-slam: The slam(how) steps, by weather:",
        "dom-door-slam-1: Wind",
        "dom-door-slam-1.1: Bang.",
        "dom-door-slam-2: Rain Hail Nothing.",
        "term: No term of ours.",
    ];
    assert_eq!(outline(Format::Standard, text), expected);
}

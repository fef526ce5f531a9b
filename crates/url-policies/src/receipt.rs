//! The changes that a policy made.

use std::ops::Range;

use smallvec::SmallVec;
use url_facade::Span;

use crate::rule::{Effect, Rule};

/// The changes that the rules of a policy made, in the order in which the rules were applied.
///
/// # Examples
/// ```
/// use url_facade::Url;
/// use url_policies::{Policy, Rule};
/// let url = Url::parse("http://a.test/%7e#b")?;
/// let applied = Policy::dedupe().apply(&url);
/// let [first, second] = applied.receipt().passes() else { unreachable!() };
/// assert_eq!((first.rule(), second.rule()), (Rule::PercentEncoding, Rule::Fragment));
/// assert_eq!((first.edits()[0].span().to_string(), first.edits()[0].text()), ("14..17".into(), "~"));
/// assert_eq!(applied.receipt().replay(url.as_str()), applied.as_str());
/// # Ok::<(), url_facade::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipt {
    passes: SmallVec<[Pass; 1]>,
}

/// One rule's changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    rule: Rule,
    edits: SmallVec<[Edit; 1]>,
}

/// One change: a range of bytes, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    span: Span,
    text: String,
}

impl Receipt {
    /// Returns the rules that changed something. A rule that is applied to several components may be listed
    /// more than once.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Returns true if nothing was changed.
    pub fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// Returns the most severe effect of the rules that changed something; [`Effect::Same`] if none did.
    pub fn effect(&self) -> Effect {
        self.passes.iter().map(|pass| pass.rule.effect()).max().unwrap_or(Effect::Same)
    }

    /// Applies the changes to `text`, which must be the URL that the policy was applied to. Skips changes
    /// whose span is not within the text.
    pub fn replay(&self, text: &str) -> String {
        self.passes.iter().fold(text.into(), |text: String, pass| pass.replay(&text))
    }

    /// Records the edits that `rule` made.
    pub(crate) fn push(&mut self, rule: Rule, edits: SmallVec<[Edit; 1]>) {
        self.passes.push(Pass { rule, edits });
    }
}

impl Pass {
    /// Returns the rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the changes in the order of their spans, which do not overlap. The spans refer to the text
    /// after all earlier passes.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    fn replay(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        splice(text, self.edits.iter().map(|edit| (edit.span.into(), &*edit.text)), &mut out);
        out
    }
}

/// Appends `text` with these changes made; a change that does not fit it is skipped.
pub(crate) fn splice<'e>(text: &str, edits: impl Iterator<Item = (Range<usize>, &'e str)>, out: &mut String) {
    let mut done = 0;
    for (range, new) in edits {
        let Some(kept) = text.get(done..range.start) else { continue };
        out.push_str(kept);
        out.push_str(new);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
}

impl Edit {
    /// Returns the change of `span` to `text`.
    pub(crate) fn new(span: Span, text: String) -> Self {
        Self { span, text }
    }

    /// Returns the bytes that were changed.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the replacement; empty if the bytes were removed.
    pub fn text(&self) -> &str {
        &self.text
    }
}

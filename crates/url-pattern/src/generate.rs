//! The order of components, and texts that match them. The Standard has neither yet; Chromium has both.

use std::cmp::Ordering;

use crate::{
    ComponentName, UrlPattern,
    component::Component,
    part::{Modifier, Part, PartType},
};

impl UrlPattern {
    /// Compares a component of two patterns: the one that matches fewer texts is greater. Fixed text is
    /// greater than a regular expression, a named group and a wildcard, in this order. Names are not
    /// compared.
    ///
    /// # Examples
    /// ```
    /// use std::cmp::Ordering;
    /// use url_pattern::{ComponentName, UrlPattern};
    /// let [one, other] = ["https://a.test/b/", "https://a.test/b/:id"].map(|text| UrlPattern::parse(text, None));
    /// assert_eq!(one?.compare_component(ComponentName::Pathname, &other?), Ordering::Greater);
    /// # Ok::<(), url_pattern::PatternError>(())
    /// ```
    pub fn compare_component(&self, name: ComponentName, other: &Self) -> Ordering {
        let [mut one, mut other] = [self, other].map(|pattern| pattern.shared(name).part_list.iter());
        let empty = Part::default();
        loop {
            let (one, other) = match (one.next(), other.next()) {
                (None, None) => return Ordering::Equal,
                (one, other) => (one.unwrap_or(&empty), other.unwrap_or(&empty)),
            };
            let key = |part: &'_ Part| (part.kind, part.modifier);
            let text = |part: &'_ Part| [part.prefix.clone(), part.value.clone(), part.suffix.clone()];
            let order = key(one).cmp(&key(other)).then_with(|| text(one).cmp(&text(other)));
            if order != Ordering::Equal {
                return order;
            }
        }
    }

    /// Returns a text that the component matches, with the given texts for its named groups. `None` if a
    /// group is missing, if its text cannot be one of the group, or if the component has wildcards, regular
    /// expressions or modifiers.
    ///
    /// # Examples
    /// ```
    /// use url_pattern::{ComponentName, UrlPattern};
    /// let pattern = UrlPattern::parse("https://a.test/books/:id", None)?;
    /// let generate = |id| pattern.generate(ComponentName::Pathname, |name| (name == "id").then_some(id));
    /// assert_eq!((generate("ä"), generate("a/b")), (Some("/books/%C3%A4".into()), None));
    /// # Ok::<(), url_pattern::PatternError>(())
    /// ```
    pub fn generate<'g>(
        &self,
        name: ComponentName,
        groups: impl Fn(&str) -> Option<&'g str>,
    ) -> Option<String> {
        let component: &Component = self.shared(name);
        let mut result = String::new();
        for part in &component.part_list {
            let is_plain = part.modifier == Modifier::None;
            match part.kind {
                PartType::FixedText if is_plain => result.push_str(&part.value),
                PartType::SegmentWildcard
                    if is_plain && !part.name.starts_with(|c: char| c.is_ascii_digit()) =>
                {
                    let text = (component.encoder)(groups(&part.name)?).ok()?;
                    if text.is_empty()
                        || component.options.delimiter.is_some_and(|end| text.as_bytes().contains(&end))
                    {
                        return None;
                    }
                    result.extend([&*part.prefix, &text, &part.suffix]);
                }
                _ => return None,
            }
        }
        Some(result)
    }
}

//! Documents among the sources: their records are what is found in them.

use std::{mem, path::Path};

use url_facade::Reference;

use super::{End, Input, Source};
use crate::{
    extract::{self, DocumentBase, MakeBase},
    format::Format,
    verdict::Failure,
};

impl Input {
    /// Reads those sources that are documents as records of what is found in them. `option` and `formats` are those of
    /// [`formats`](Self::formats), and `make_base` makes a base of what a document declares.
    pub(crate) fn read_documents(
        &mut self,
        option: Option<Format>,
        formats: &[Format],
        make_base: impl Fn(&str) -> Option<Reference> + Clone + Send + 'static,
    ) -> Result<(), Failure> {
        let formats = self.formats(option, formats)?;
        let sources = mem::take(&mut self.sources).into_iter().zip(formats);
        self.sources = sources
            .map(|(source, format)| match format {
                Format::Text | Format::List | Format::Jsonl | Format::AccessLog => {
                    Source { format: Some(format), ..source }
                }
                _ => source.into_document(format, Box::new(make_base.clone())),
            })
            .collect();
        Ok(())
    }
}

impl Source {
    fn into_document(self, format: Format, make_base: MakeBase) -> Self {
        let (end, budget, base) = (self.end, self.budget.clone(), DocumentBase::default());
        let folder = Path::new(&self.name).parent().unwrap_or(Path::new("")).to_owned();
        let open = move |name: &str| Some(Self::open(&folder.join(name), end, &budget).ok()?.reader);
        let reader = extract::records(self.reader, format, base.clone(), make_base, Box::new(open));
        // How many bytes the records take is not known.
        Self { reader, size: None, end: End::Byte(0), document: Some(base), ..self }
    }
}

//! Documents among the sources.

use std::{io, mem, path::Path};

use url_facade::Reference;

use super::{Input, Source};
use crate::{
    extract::{Document, MakeBase},
    format::Format,
    verdict::Failure,
};

impl Input {
    /// Reads those sources that are documents as what is found in them. `option` and `formats` are those of
    /// [`formats`](Self::formats), and `make_base` makes a base of what a document declares.
    pub(crate) fn read_documents(
        &mut self,
        option: Option<Format>,
        formats: &[Format],
        make_base: impl Fn(&str) -> Option<Reference> + Clone + Send + 'static,
    ) -> Result<(), Failure> {
        let formats = self.formats(option, formats)?;
        let sources = mem::take(&mut self.sources).into_iter().zip(formats);
        let read = |(source, format): (Source, _)| source.read_as(format, Box::new(make_base.clone()));
        self.sources = sources.map(read).collect();
        Ok(())
    }
}

impl Source {
    fn read_as(self, format: Format, make_base: MakeBase) -> Self {
        let (end, budget) = (self.end, self.budget.clone());
        let folder = Path::new(&self.name).parent().unwrap_or(Path::new("")).to_owned();
        let open = move |name: &str| Some(Self::open(&folder.join(name), end, &budget).ok()?.reader);
        match Document::new(self.reader, format, make_base, Box::new(open)) {
            // How many bytes what is found takes is not known.
            Ok(document) => {
                Self { reader: Box::new(io::empty()), size: None, document: Some(document), ..self }
            }
            Err(reader) => Self { reader, format: Some(format), ..self },
        }
    }
}

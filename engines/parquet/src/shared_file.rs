//! A file that threads read from at the same time, each at its own offset.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom},
    sync::{Arc, Mutex, PoisonError},
};

use parquet::{
    errors::Result,
    file::reader::{ChunkReader, Length},
};

/// An open file. Every read gives its offset: the implementation for [`File`] shares one offset among its
/// readers.
#[derive(Clone, Debug)]
pub(crate) struct SharedFile {
    file: Arc<Mutex<File>>,
    len: u64,
}

/// An offset in a file at which reads continue.
#[derive(Debug)]
pub(crate) struct FileCursor {
    file: SharedFile,
    at: u64,
}

impl SharedFile {
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self { file: Arc::new(Mutex::new(file)), len })
    }

    fn read_at(&self, at: u64, read: impl FnOnce(&mut File) -> io::Result<usize>) -> io::Result<usize> {
        // Seek on each use.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        read(&mut file)
    }
}

impl Read for FileCursor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(self.at, |file| file.read(buffer))?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Length for SharedFile {
    fn len(&self) -> u64 {
        self.len
    }
}

impl ChunkReader for SharedFile {
    type T = BufReader<FileCursor>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(FileCursor { file: self.clone(), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<bytes::Bytes> {
        // A damaged file may request any length.
        let limit = self.len.saturating_sub(start);
        let mut bytes = Vec::with_capacity(usize::try_from(limit).map_or(length, |limit| limit.min(length)));
        let count = self.read_at(start, |file| file.take(length as u64).read_to_end(&mut bytes))?;
        if count < length {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        Ok(bytes.into())
    }
}

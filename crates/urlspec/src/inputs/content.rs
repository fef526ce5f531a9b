//! The content of files: decompressed where their first bytes say so, and without a byte order mark.

use std::{
    io::{self, BufReader, Chain, Cursor, ErrorKind, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// What an input is, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Source: RFC 1952, section 2.3.1.
    Gzip,
    /// Source: RFC 8878, section 3.1.1.
    Zstd,
    /// UTF-8 with a byte order mark.
    Utf8,
    Utf16,
}

/// The first bytes of each kind.
const MAGIC: [(&[u8], Kind); 5] = [
    (&[0x1F, 0x8B], Kind::Gzip),
    (&[0x28, 0xB5, 0x2F, 0xFD], Kind::Zstd),
    (b"\xEF\xBB\xBF", Kind::Utf8),
    (&[0xFF, 0xFE], Kind::Utf16),
    (&[0xFE, 0xFF], Kind::Utf16),
];

/// The first byte of frames that hold no content. Source: RFC 8878, section 3.1.2.
const SKIPPABLE: std::ops::RangeInclusive<u8> = 0x50..=0x5F;

/// The largest window of a Zstandard frame that is read, in bytes: the memory that it takes. A decoder should support 8 MiB
/// (RFC 8878, section 3.1.1.1.2); `zstd` writes up to 32 MiB without `--long`, but at its last two levels.
const WINDOW_LIMIT: u64 = 32 << 20;

/// How many bytes are read at once.
const BUFFER: usize = 64 << 10;

/// An input whose first bytes were read already.
type Begun = Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// How many bytes the inputs of a run may still hold, after decompression.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limit: u64,
    left: Arc<AtomicU64>,
}

impl Budget {
    /// For `limit` bytes, if there is a limit.
    pub(crate) fn new(limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        Self { limit, left: Arc::new(AtomicU64::new(limit)) }
    }

    /// Counts `len` bytes.
    fn take(&self, len: usize) -> io::Result<()> {
        let left = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(len as u64));
        let error = || format!("there are more than the {} bytes of --max-bytes", self.limit);
        left.map(drop).map_err(|_| io::Error::new(ErrorKind::QuotaExceeded, error()))
    }
}

/// An input, which may be compressed.
pub(super) struct Content {
    reader: Box<dyn Read + Send>,
    /// Whether it is compressed, once its first bytes were read.
    is_compressed: Option<bool>,
    budget: Budget,
    /// Whether NUL ends its records.
    has_nul: bool,
}

impl Content {
    pub(super) fn new(reader: Box<dyn Read + Send>, has_nul: bool, budget: &Budget) -> Self {
        Self { reader, is_compressed: None, budget: budget.clone(), has_nul }
    }

    /// Whether the input is compressed. Waits for the first bytes, and for more only if these may begin one of the kinds.
    pub(super) fn is_compressed(&mut self) -> io::Result<bool> {
        if let Some(is_compressed) = self.is_compressed {
            return Ok(is_compressed);
        }
        // Behind a failure there is nothing.
        let reader = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        let (kind, reader) = begin(reader, self.has_nul)?;
        let is_compressed = matches!(kind, Some(Kind::Gzip | Kind::Zstd));
        let buffered = |reader| BufReader::with_capacity(BUFFER, reader);
        let (kind, reader) = match kind {
            Some(Kind::Gzip) => begin(Box::new(MultiGzDecoder::new(buffered(reader))), self.has_nul)?,
            Some(Kind::Zstd) => begin(Box::new(Frames::Between(buffered(reader))), self.has_nul)?,
            _ => (kind, reader),
        };
        let why = match kind {
            Some(Kind::Gzip | Kind::Zstd) => "it was compressed twice: decompress it once before",
            Some(Kind::Utf16) => "it is UTF-16: convert it, as `iconv -f UTF-16 -t UTF-8` does",
            Some(Kind::Utf8) | None => {
                (self.reader, self.is_compressed) = (Box::new(reader), Some(is_compressed));
                return Ok(is_compressed);
            }
        };
        Err(io::Error::other(why))
    }
}

impl Read for Content {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_compressed()?;
        let len = read(&mut self.reader, buffer)?;
        self.budget.take(len)?;
        Ok(len)
    }
}

/// Reads once, and again where that is interrupted.
fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// What `reader` begins with, and all of it but a byte order mark.
fn begin(mut reader: Box<dyn Read + Send>, has_nul: bool) -> io::Result<(Option<Kind>, Begun)> {
    let mut start = Vec::new();
    let mut chunk = [0; 4096];
    let kind = loop {
        match read(&mut reader, &mut chunk)? {
            0 => break None,
            len => start.extend_from_slice(&chunk[..len]),
        }
        if let Some(&(_, kind)) = MAGIC.iter().find(|(magic, _)| start.starts_with(magic)) {
            break Some(kind);
        }
        if !MAGIC.iter().any(|(magic, _)| magic.starts_with(&start)) {
            // Without a byte order mark, ASCII shows it.
            let is_utf16 = matches!(*start, [0, 1..=0x7F, 0, 1..=0x7F, ..] | [1..=0x7F, 0, 1..=0x7F, 0, ..]);
            break (is_utf16 && !has_nul).then_some(Kind::Utf16);
        }
    };
    if kind == Some(Kind::Utf8) {
        start.drain(..3);
    }
    Ok((kind, Cursor::new(start).chain(reader)))
}

/// The content of consecutive Zstandard frames.
enum Frames {
    Between(BufReader<Begun>),
    Inside(Box<StreamingDecoder<BufReader<Begun>, ruzstd::decoding::FrameDecoder>>),
    Over,
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use std::io::BufRead as _;
        loop {
            *self = match std::mem::replace(self, Self::Over) {
                Self::Over => return Ok(0),
                Self::Between(mut reader) => match *reader.fill_buf()? {
                    [] => return Ok(0),
                    [first, ..] if SKIPPABLE.contains(&first) => {
                        let mut head = [0; 8];
                        reader.read_exact(&mut head)?;
                        let [.., a, b, c, d] = head;
                        let len = u64::from(u32::from_le_bytes([a, b, c, d]));
                        io::copy(&mut (&mut reader).take(len), &mut io::sink())?;
                        Self::Between(reader)
                    }
                    _ => {
                        let decoder = StreamingDecoder::new_with_max_window_size(reader, WINDOW_LIMIT);
                        Self::Inside(Box::new(decoder.map_err(io::Error::other)?))
                    }
                },
                Self::Inside(mut decoder) => {
                    let len = decoder.read(buffer)?;
                    if len > 0 || buffer.is_empty() {
                        *self = Self::Inside(decoder);
                        return Ok(len);
                    }
                    Self::Between(decoder.into_inner())
                }
            };
        }
    }
}

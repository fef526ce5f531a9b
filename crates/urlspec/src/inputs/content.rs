//! The content of inputs: decompressed if the first bytes show compression, and without a byte order mark.

use std::{
    io::{self, BufRead as _, BufReader, Chain, Cursor, ErrorKind, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Source: RFC 1952, section 2.3.1.
    Gzip,
    /// Source: RFC 8878, sections 3.1.1 and 3.1.2: `pzstd` writes a skippable frame first.
    Zstd,
    /// UTF-8 with a byte order mark.
    Utf8,
    /// An input that cannot be read, with the reason and a remedy.
    RecordError(&'static str),
}

const UTF16: Kind = Kind::RecordError("it is UTF-16: convert it, as `iconv -f UTF-16 -t UTF-8` does");
const XZ: Kind = Kind::RecordError("it is compressed with xz: decompress it, as `xz -dc` does");
const BZIP2: Kind = Kind::RecordError("it is compressed with bzip2: decompress it, as `bzip2 -dc` does");
const ZIP: Kind = Kind::RecordError("it is a zip archive: unpack it, as `unzip -p` does");

/// The first bytes of each kind: a mask for the bytes of the input, and the masked values.
const MAGIC: [(&[u8; 10], &[u8], Kind); 11] = [
    (&ALL, &[0x1F, 0x8B], Kind::Gzip),
    (&ALL, &[0x28, 0xB5, 0x2F, 0xFD], Kind::Zstd),
    (&[0xF0, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0], &[0x50, 0x2A, 0x4D, 0x18], Kind::Zstd),
    (&ALL, b"\xEF\xBB\xBF", Kind::Utf8),
    (&ALL, &[0xFF, 0xFE], UTF16),
    (&ALL, &[0xFE, 0xFF], UTF16),
    (&ALL, b"\xFD7zXZ\0", XZ),
    // The fourth byte is the level of compression, a digit.
    (&[0xFF, 0xFF, 0xFF, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], b"BZh01AY&SY", BZIP2),
    (&ALL, b"PK\x03\x04", ZIP),
    (&ALL, b"PK\x05\x06", ZIP),
    (&ALL, b"PK\x07\x08", ZIP),
];

const ALL: [u8; 10] = [0xFF; 10];

/// The largest window of a Zstandard frame that is accepted, in bytes, since decoding needs as much memory. A
/// decoder should support 8 MiB (RFC 8878, section 3.1.1.1.2). Without `--long`, `zstd` uses up to 32 MiB,
/// except at its two highest levels.
const WINDOW_LIMIT: u64 = 32 << 20;

const BUFFER: usize = 64 << 10;

/// A reader that first returns the bytes that were already read to determine the kind.
type PeekedReader = Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// The number of bytes that the inputs of a run may still contain after decompression. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limit: u64,
    left: Arc<AtomicU64>,
}

impl Budget {
    pub(crate) fn new(limit: Option<u64>) -> Self {
        let limit = limit.unwrap_or(u64::MAX);
        Self { limit, left: Arc::new(AtomicU64::new(limit)) }
    }

    fn take(&self, len: usize) -> io::Result<()> {
        let left = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(len as u64));
        let error = || format!("the inputs contain more than the {} bytes of --max-bytes", self.limit);
        left.map(drop).map_err(|_| io::Error::new(ErrorKind::QuotaExceeded, error()))
    }
}

pub(super) struct Content {
    reader: Box<dyn Read + Send>,
    /// True if the content is compressed; `None` until the first bytes are read.
    is_compressed: Option<bool>,
    budget: Budget,
    /// True if records end with NUL. Such text may look like UTF-16.
    has_nul: bool,
}

impl Content {
    pub(super) fn new(reader: Box<dyn Read + Send>, has_nul: bool, budget: &Budget) -> Self {
        Self { reader, is_compressed: None, budget: budget.clone(), has_nul }
    }

    /// Returns true if the input is compressed. Waits for its first bytes, and for more bytes only while the
    /// ones that came could be the start of a known kind.
    pub(super) fn is_compressed(&mut self) -> io::Result<bool> {
        if let Some(is_compressed) = self.is_compressed {
            return Ok(is_compressed);
        }
        // If this fails, the reader stays empty.
        let reader = std::mem::replace(&mut self.reader, Box::new(io::empty()));
        let (kind, reader) = begin(reader, self.has_nul)?;
        let is_compressed = matches!(kind, Some(Kind::Gzip | Kind::Zstd));
        let buffered = |reader| BufReader::with_capacity(BUFFER, reader);
        let (kind, reader) = match kind {
            Some(Kind::Gzip) => begin(Box::new(MultiGzDecoder::new(buffered(reader))), self.has_nul)?,
            Some(Kind::Zstd) => begin(Box::new(Frames::new(buffered(reader))), self.has_nul)?,
            _ => (kind, reader),
        };
        let why = match kind {
            Some(Kind::Gzip | Kind::Zstd) => "it was compressed twice: decompress it once first",
            Some(Kind::RecordError(why)) => why,
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

/// Reads once. A read that a signal interrupts is repeated.
fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Returns the kind of `reader` by its first bytes, and its whole content without a byte order mark.
fn begin(mut reader: Box<dyn Read + Send>, has_nul: bool) -> io::Result<(Option<Kind>, PeekedReader)> {
    let mut start = Vec::new();
    let mut chunk = [0; 4096];
    let kind = loop {
        match read(&mut reader, &mut chunk)? {
            0 => break None,
            len => start.extend_from_slice(&chunk[..len]),
        }
        let agrees = |(bits, magic, _): &&(&[u8; 10], &[u8], Kind)| {
            start.iter().zip(*bits).zip(*magic).all(|((byte, bits), wanted)| byte & bits == *wanted)
        };
        let mut possible = MAGIC.iter().filter(agrees).peekable();
        let is_undecided = possible.peek().is_some();
        if let Some(&(.., kind)) = possible.find(|(_, magic, _)| start.len() >= magic.len()) {
            break Some(kind);
        }
        if !is_undecided {
            // In UTF-16 without a byte order mark, every other byte of ASCII text is NUL.
            let is_utf16 = matches!(*start, [0, 1..=0x7F, 0, 1..=0x7F, ..] | [1..=0x7F, 0, 1..=0x7F, 0, ..]);
            break (is_utf16 && !has_nul).then_some(UTF16);
        }
    };
    if kind == Some(Kind::Utf8) {
        start.drain(..3);
    }
    Ok((kind, Cursor::new(start).chain(reader)))
}

/// The content of consecutive Zstandard frames. Skippable frames have no content.
struct Frames {
    reader: BufReader<PeekedReader>,
    decoder: Box<FrameDecoder>,
    /// True between the header and the end of a frame.
    is_inside: bool,
}

impl Frames {
    fn new(reader: BufReader<PeekedReader>) -> Self {
        let mut decoder = Box::new(FrameDecoder::new());
        decoder.set_max_window_size(WINDOW_LIMIT);
        Self { reader, decoder, is_inside: false }
    }
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use FrameDecoderError::ReadFrameHeaderError as BadHeader;
        let Self { reader, decoder, is_inside } = self;
        loop {
            if !*is_inside {
                if reader.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                match decoder.init(&mut *reader) {
                    Ok(()) => *is_inside = true,
                    Err(BadHeader(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                        let len = u64::from(length);
                        if io::copy(&mut reader.take(len), &mut io::sink())? < len {
                            return Err(ErrorKind::UnexpectedEof.into());
                        }
                        continue;
                    }
                    Err(error) => return Err(io::Error::other(error)),
                }
            }
            while decoder.can_collect() == 0 && !decoder.is_finished() {
                let block = BlockDecodingStrategy::UptoBlocks(1);
                decoder.decode_blocks(&mut *reader, block).map_err(io::Error::other)?;
            }
            let len = decoder.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            let checksum = decoder.get_checksum_from_data();
            if checksum.is_some() && checksum != decoder.get_calculated_checksum() {
                return Err(io::Error::other(
                    "the checksum of a Zstandard frame differs from that of its content",
                ));
            }
            *is_inside = false;
        }
    }
}

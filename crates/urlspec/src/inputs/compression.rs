//! Compressed inputs, recognized by how they begin, and read as what they hold.

use std::io::{self, BufReader, Chain, Cursor, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// How a gzip member begins. Source: RFC 1952, section 2.3.1.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// How a Zstandard frame begins. Source: RFC 8878, section 3.1.1.
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The first byte of frames that hold no content. Source: RFC 8878, section 3.1.2.
const SKIPPABLE: std::ops::RangeInclusive<u8> = 0x50..=0x5F;

/// The largest window of a Zstandard frame that is read, in bytes: what the program `zstd` reads without options.
const WINDOW_LIMIT: u64 = 128 << 20;

/// How many bytes are read at once.
const BUFFER: usize = 64 << 10;

/// An input whose first bytes were read already.
type Begun<R> = Chain<Cursor<Vec<u8>>, R>;

/// An input, which may be compressed.
pub(super) enum Content<R> {
    /// Nothing has been read.
    Unread(R),
    /// What it holds.
    Read(Box<dyn Read + Send>),
    /// Reading failed.
    Failed,
}

impl<R: Read + Send + 'static> Content<R> {
    /// Finds out whether the input is compressed. Waits for the first byte, and for more only if that may begin compressed content.
    pub(super) fn begin(&mut self) -> io::Result<bool> {
        if matches!(self, Self::Read(_)) {
            return Ok(false);
        }
        let Self::Unread(mut reader) = std::mem::replace(self, Self::Failed) else { return Ok(false) };
        let mut start = Vec::new();
        for magic in [&GZIP[..], &ZSTD] {
            while start.len() < magic.len() && magic.starts_with(&start) {
                if (&mut reader).take(1).read_to_end(&mut start)? == 0 {
                    break;
                }
            }
        }
        let (is_gzip, is_zstd) = (start == GZIP, start == ZSTD);
        let begun = Cursor::new(start).chain(reader);
        *self = Self::Read(if is_gzip {
            Box::new(MultiGzDecoder::new(BufReader::with_capacity(BUFFER, begun)))
        } else if is_zstd {
            Box::new(Frames::Between(BufReader::with_capacity(BUFFER, begun)))
        } else {
            Box::new(begun)
        });
        Ok(is_gzip || is_zstd)
    }
}

impl<R: Read + Send + 'static> Read for Content<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.begin()?;
        match self {
            Self::Read(reader) => reader.read(buffer),
            Self::Unread(_) | Self::Failed => Ok(0),
        }
    }
}

/// The content of consecutive Zstandard frames.
enum Frames<R: Read> {
    Between(BufReader<Begun<R>>),
    Inside(Box<StreamingDecoder<BufReader<Begun<R>>, ruzstd::decoding::FrameDecoder>>),
    Over,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use std::io::BufRead as _;
        loop {
            *self = match std::mem::replace(self, Self::Over) {
                Self::Over => return Ok(0),
                Self::Between(mut reader) => {
                    let Some(&first) = reader.fill_buf()?.first() else { return Ok(0) };
                    if SKIPPABLE.contains(&first) {
                        let mut head = [0; 8];
                        reader.read_exact(&mut head)?;
                        let [.., a, b, c, d] = head;
                        let len = u64::from(u32::from_le_bytes([a, b, c, d]));
                        io::copy(&mut (&mut reader).take(len), &mut io::sink())?;
                        *self = Self::Between(reader);
                        continue;
                    }
                    let decoder = StreamingDecoder::new_with_max_window_size(reader, WINDOW_LIMIT);
                    Self::Inside(Box::new(decoder.map_err(io::Error::other)?))
                }
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

//! Blocks through all cores, in order: one thread reads, the cores work, and the caller writes; or one thread does it all.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use crate::{
    records::{Block, Blocks},
    verdict::Failure,
};

/// How many blocks may be under way for each core: enough that none waits for the next.
const IN_FLIGHT: usize = 4;

/// What was made of a block, as soon as it is.
type Promise<T> = io::Result<Receiver<T>>;

/// Reads `reader` to its end, makes a `T` of each block, and hands them to `write` in the order of the input.
///
/// Holds a bounded number of blocks. Stops at the first failure; what was read before it has then been written.
pub(crate) fn run<T: Send + 'static>(
    name: &str,
    reader: impl Read + Send + 'static,
    end: u8,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    mut write: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = rayon::current_num_threads();
    if threads == 1 {
        // One thread is all that the machine has, or all that was asked for.
        for block in Blocks::new(reader, end) {
            write(work(block.map_err(Failure::reading(name))?))?;
        }
        return Ok(());
    }
    let (sender, promises) = sync_channel(IN_FLIGHT * threads);
    // Not joined: when nobody reads the output, this may be waiting for input that never comes.
    thread::spawn(move || read(Blocks::new(reader, end), &Arc::new(work), &sender));
    for promise in promises {
        let made = promise.map_err(Failure::reading(name))?.recv();
        write(made.map_err(|_| Failure::Refused("a block of lines was lost".into()))?)?;
    }
    Ok(())
}

/// Sends every block to the cores, and a promise of what they will make of it to `sender`.
fn read<T: Send + 'static>(
    blocks: Blocks<impl Read>,
    work: &Arc<impl Fn(Block) -> T + Send + Sync + 'static>,
    sender: &SyncSender<Promise<T>>,
) {
    for block in blocks {
        let promise = block.map(|block| {
            let (made, promise) = sync_channel(1);
            let work = Arc::clone(work);
            rayon::spawn_fifo(move || {
                // Fails only when the writer has given up.
                let _ = made.send(work(block));
            });
            promise
        });
        let is_over = promise.is_err();
        if sender.send(promise).is_err() || is_over {
            return;
        }
    }
}

//! Processes blocks on all cores, in order: one thread reads, the cores work, and the caller writes; or one thread does it all.
//! The blocks in progress are bounded in number and in bytes.

use std::{
    env,
    error::Error as _,
    fmt::Display,
    io::{self, Read, Write as _},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use rayon::ThreadPoolBuilder;

use crate::{
    records::{Block, Blocks},
    verdict::Failure,
};

/// How many blocks may be in progress per core: enough that no core waits for the next one. The bound in bytes is that of as
/// many ordinary blocks: while it is reached, nothing is read.
const IN_FLIGHT: usize = 4;

/// How many threads may be started per core.
const THREADS_PER_CORE: usize = 4;

/// The result of a block, when it is ready.
type Promise<T> = io::Result<Receiver<(T, Load)>>;

/// The result of a block, which waits to be written.
pub(crate) trait Made: Send + 'static {
    /// How many bytes it holds.
    fn weight(&self) -> usize;
}

impl Made for Vec<u8> {
    fn weight(&self) -> usize {
        self.len()
    }
}

/// Counts the bytes that are in progress.
#[derive(Default)]
struct Scale {
    weight: Mutex<usize>,
    lighter: Condvar,
}

/// One block, or its result, counted until it is dropped.
struct Load {
    scale: Arc<Scale>,
    weight: usize,
}

impl Scale {
    fn weight(&self) -> MutexGuard<'_, usize> {
        // A number is never half written.
        self.weight.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until fewer than `limit` bytes are in progress.
    fn wait_for_room(&self, limit: usize) {
        let mut weight = self.weight();
        while *weight >= limit {
            weight = self.lighter.wait(weight).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Load {
    fn new(scale: &Arc<Scale>, weight: usize) -> Self {
        *scale.weight() += weight;
        Self { scale: Arc::clone(scale), weight }
    }

    /// Weighs `weight` instead.
    fn becomes(&mut self, weight: usize) {
        let mut sum = self.scale.weight();
        *sum = *sum - self.weight + weight;
        self.weight = weight;
        self.scale.lighter.notify_one();
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.becomes(0);
    }
}

/// Makes a `T` of each of the `blocks` of the input `name`, and passes them to `write` in the order of the input.
///
/// Holds a bounded number of blocks, and of bytes: at most one block more than the bound, and the results. Stops at the first
/// failure; everything that was read before it has then been written.
pub(crate) fn run<T: Made>(
    name: &str,
    blocks: Blocks<impl Read + Send + 'static>,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    mut write: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = start_threads()?;
    if threads == 1 {
        // The machine has one core, or the caller asked for one thread.
        for block in blocks {
            write(work(block.map_err(Failure::reading(name))?))?;
        }
        return Ok(());
    }
    let (sender, promises) = sync_channel(IN_FLIGHT * threads);
    let limit = IN_FLIGHT * threads * blocks.read_size();
    // Not joined: when nobody reads the output, this may be waiting for input that never comes.
    let read = move || read(blocks, limit, &Arc::new(work), &sender);
    thread::Builder::new().name("reader".into()).spawn(read).map_err(no_thread)?;
    for promise in promises {
        let made = promise.map_err(Failure::reading(name))?.recv();
        let (made, _load) = made.map_err(|_| Failure::Refused("a block of lines was lost".into()))?;
        write(made)?;
    }
    Ok(())
}

/// Starts the worker threads, and returns their number: one per core, or as many as `RAYON_NUM_THREADS` asks for. More than
/// [`THREADS_PER_CORE`] would only cost memory.
fn start_threads() -> Result<usize, Failure> {
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let most = cores.saturating_mul(THREADS_PER_CORE);
    let asked = env::var("RAYON_NUM_THREADS").ok().and_then(|asked| asked.parse::<usize>().ok());
    let mut pool = ThreadPoolBuilder::new();
    if let Some(asked) = asked.filter(|&asked| asked > most) {
        pool = pool.num_threads(most);
        // A closed stderr is no failure.
        let _ = writeln!(
            io::stderr(),
            "warning: RAYON_NUM_THREADS asks for {asked} threads on {cores} cores: {most} are started"
        );
    }
    match pool.build_global() {
        Err(error) if error.source().is_some() => Err(no_thread(error)),
        // They may have been started before.
        _ => Ok(rayon::current_num_threads()),
    }
}

fn no_thread(error: impl Display) -> Failure {
    Failure::Refused(format!("cannot start a thread: {error}"))
}

/// Sends every block to the cores, and a promise of its result to `sender`; reads on while fewer than `limit` bytes are in
/// progress.
fn read<T: Made>(
    mut blocks: Blocks<impl Read>,
    limit: usize,
    work: &Arc<impl Fn(Block) -> T + Send + Sync + 'static>,
    sender: &SyncSender<Promise<T>>,
) {
    let scale = Arc::new(Scale::default());
    loop {
        scale.wait_for_room(limit);
        let Some(block) = blocks.next() else { return };
        let promise = block.map(|block| {
            let mut load = Load::new(&scale, block.weight());
            let (made, promise) = sync_channel(1);
            let work = Arc::clone(work);
            rayon::spawn_fifo(move || {
                let done = work(block);
                load.becomes(done.weight());
                // Fails only when the writer has stopped.
                let _ = made.send((done, load));
            });
            promise
        });
        let is_over = promise.is_err();
        if sender.send(promise).is_err() || is_over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Read},
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering::SeqCst},
        },
        thread,
        time::Duration,
    };

    use super::{IN_FLIGHT, Load, Scale, run};
    use crate::records::{Block, Blocks, End, READ_SIZE};

    /// `LINES` lines of `LINE` bytes; records how many bytes were read, and how many were in progress at most.
    struct Lines {
        read: Arc<AtomicUsize>,
        written: Arc<AtomicUsize>,
        most: Arc<AtomicUsize>,
    }

    const LINE: usize = 3 * READ_SIZE;
    const LINES: usize = 8;

    impl Read for Lines {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.read.load(SeqCst);
            self.most.fetch_max(read - self.written.load(SeqCst), SeqCst);
            let len = buffer.len().min(LINES * LINE - read).min(LINE - read % LINE);
            buffer[..len].fill(b'x');
            if len > 0 && (read + len).is_multiple_of(LINE) {
                buffer[len - 1] = b'\n';
            }
            self.read.fetch_add(len, SeqCst);
            Ok(len)
        }
    }

    /// Long lines are larger than ordinary blocks: fewer of them are in progress.
    #[test]
    fn what_is_in_progress_is_bounded_in_bytes() {
        let [read, written, most] = [0; 3].map(|_| Arc::new(AtomicUsize::new(0)));
        let lines = Lines { read: Arc::clone(&read), written: Arc::clone(&written), most: Arc::clone(&most) };
        let write = |made: Vec<u8>| {
            // Nothing is written until the reader stands still, at its end or where it should.
            let mut seen = usize::MAX;
            while written.load(SeqCst) == 0 && seen != read.load(SeqCst) {
                seen = read.load(SeqCst);
                thread::sleep(Duration::from_millis(500));
            }
            written.fetch_add(made.len(), SeqCst);
            Ok(())
        };
        let blocks = Blocks::new(lines, End::Byte(b'\n'), READ_SIZE);
        let work = |block: Block| vec![0; block.weight()];
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        assert!(threads.install(|| run("lines", blocks, work, write).is_ok()));
        assert_eq!(written.load(SeqCst), LINES * LINE);
        let most = most.load(SeqCst);
        assert!(most < 2 * IN_FLIGHT * READ_SIZE + LINE, "{most}");
    }

    #[test]
    fn a_load_counts_until_it_is_dropped() {
        let scale = Arc::new(Scale::default());
        let (mut one, other) = (Load::new(&scale, 3), Load::new(&scale, 4));
        assert_eq!(*scale.weight(), 7);
        one.becomes(30);
        assert_eq!(*scale.weight(), 34);
        drop(one);
        assert_eq!(*scale.weight(), 4);
        // Neither waits.
        scale.wait_for_room(5);
        drop(other);
        scale.wait_for_room(1);
        assert_eq!(*scale.weight(), 0);
    }
}

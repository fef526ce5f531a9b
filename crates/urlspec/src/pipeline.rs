//! Blocks through all cores, in order: one thread reads, the cores work, and the caller writes; or one thread does it all.
//! What is under way is bounded by its number and by its weight in bytes.

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
    records::{Block, Blocks, READ_SIZE},
    verdict::Failure,
};

/// How many blocks may be under way for each core: enough that none waits for the next. Also how much: while what is under
/// way weighs as much as so many ordinary blocks, nothing is read.
const IN_FLIGHT: usize = 4;

/// How many threads may be asked for.
const THREADS_PER_CORE: usize = 4;

/// What was made of a block, as soon as it is.
type Promise<T> = io::Result<Receiver<(T, Load)>>;

/// What is made of a block, and waits to be written.
pub(crate) trait Made: Send + 'static {
    /// How many bytes it holds.
    fn weight(&self) -> usize;
}

impl Made for Vec<u8> {
    fn weight(&self) -> usize {
        self.len()
    }
}

/// Weighs what is under way.
#[derive(Default)]
struct Scale {
    weight: Mutex<usize>,
    lighter: Condvar,
}

/// One block, or what was made of it, on the scale until it is dropped.
struct Load {
    scale: Arc<Scale>,
    weight: usize,
}

impl Scale {
    fn weight(&self) -> MutexGuard<'_, usize> {
        // A number is never half written.
        self.weight.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until less than `limit` is under way.
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

/// Reads `reader` to its end, makes a `T` of each block, and hands them to `write` in the order of the input.
///
/// Holds a bounded number of blocks, and of bytes: one block more than the bound at most, and what is made of them. Stops
/// at the first failure; what was read before it has then been written.
pub(crate) fn run<T: Made>(
    name: &str,
    reader: impl Read + Send + 'static,
    end: u8,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    mut write: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = start_threads()?;
    if threads == 1 {
        // One thread is all that the machine has, or all that was asked for.
        for block in Blocks::new(reader, end) {
            write(work(block.map_err(Failure::reading(name))?))?;
        }
        return Ok(());
    }
    let (sender, promises) = sync_channel(IN_FLIGHT * threads);
    let limit = IN_FLIGHT * threads * READ_SIZE;
    // Not joined: when nobody reads the output, this may be waiting for input that never comes.
    let read = move || read(Blocks::new(reader, end), limit, &Arc::new(work), &sender);
    thread::Builder::new().name("reader".into()).spawn(read).map_err(no_thread)?;
    for promise in promises {
        let made = promise.map_err(Failure::reading(name))?.recv();
        let (made, _load) = made.map_err(|_| Failure::Refused("a block of lines was lost".into()))?;
        write(made)?;
    }
    Ok(())
}

/// Starts the threads that work, and says how many there are: one a core, or as many as `RAYON_NUM_THREADS` asks for. Past
/// [`THREADS_PER_CORE`], more would only cost memory.
fn start_threads() -> Result<usize, Failure> {
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let most = cores.saturating_mul(THREADS_PER_CORE);
    let asked = env::var("RAYON_NUM_THREADS").ok().and_then(|asked| asked.parse::<usize>().ok());
    let mut pool = ThreadPoolBuilder::new();
    if let Some(asked) = asked.filter(|&asked| asked > most) {
        pool = pool.num_threads(most);
        // Where stderr is closed, nobody asks for it.
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

/// Sends every block to the cores, and a promise of what they will make of it to `sender`; reads on while less than `limit`
/// bytes are under way.
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
                // Fails only when the writer has given up.
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

    use super::{IN_FLIGHT, Load, READ_SIZE, Scale, run};
    use crate::records::Block;

    /// `LINES` lines of `LINE` bytes; tells how much has been read of them, and what of it was under way at the most.
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

    /// Long lines are heavier than ordinary blocks: fewer of them are under way.
    #[test]
    fn what_is_under_way_is_bounded_by_its_weight() {
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
        let work = |block: Block| vec![0; block.weight()];
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        assert!(threads.install(|| run("lines", lines, b'\n', work, write).is_ok()));
        assert_eq!(written.load(SeqCst), LINES * LINE);
        let most = most.load(SeqCst);
        assert!(most < 2 * IN_FLIGHT * READ_SIZE + LINE, "{most}");
    }

    #[test]
    fn a_load_weighs_what_was_made_until_it_is_dropped() {
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

//! Processes blocks on all cores, in order: each core reads a block, works on it and writes the result, so that these stay in its
//! cache. The blocks in progress are bounded in number and in bytes.

use std::{
    collections::BTreeMap,
    env,
    error::Error as _,
    io::{self, Write as _},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Sender, channel},
    },
    thread,
};

use rayon::ThreadPoolBuilder;

use crate::{
    records::{Block, Blocks, READ_SIZE},
    verdict::Failure,
};

/// How many blocks may be in progress per core: enough that no core waits while an earlier block takes longer. The bound in bytes is
/// that of as many ordinary blocks: while it is reached, nothing is read.
const IN_FLIGHT: usize = 4;

/// How many threads may be started per core.
const THREADS_PER_CORE: usize = 4;

/// A block or its result, the failure to read it, or the end.
type Next<T> = Option<Result<(T, Load), Failure>>;

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
    /// Waits until fewer than `limit` bytes are in progress.
    fn wait_for_room(&self, limit: usize) {
        let mut weight = lock(&self.weight);
        while *weight >= limit {
            weight = self.lighter.wait(weight).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Load {
    /// For what holds `bytes` bytes.
    fn new(scale: &Arc<Scale>, bytes: usize) -> Self {
        let weight = weight_of(bytes);
        *lock(&scale.weight) += weight;
        Self { scale: Arc::clone(scale), weight }
    }

    /// Weighs what holds `bytes` bytes instead.
    fn becomes(&mut self, bytes: usize) {
        self.set(weight_of(bytes));
    }

    fn set(&mut self, weight: usize) {
        let mut sum = lock(&self.scale.weight);
        *sum = *sum - self.weight + weight;
        self.weight = weight;
        self.scale.lighter.notify_one();
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// What counts for a block of `bytes` bytes, or its result: a small one has the memory of one that is not.
fn weight_of(bytes: usize) -> usize {
    bytes.max(READ_SIZE)
}

/// Locks `mutex`. What is behind one is whole wherever a panic leaves it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a `T` of each of the `blocks`, and passes them to `write` in the order of the input, with the `state`
/// of the output. Returns this, and the first failure, at which it stops; everything that was read before it has then been written.
///
/// Holds a bounded number of blocks, and of bytes: at most one block more than the bound, and the results.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn run<T: Made, S: Send + 'static>(
    blocks: Blocks,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    state: S,
    write: impl FnMut(&mut S, T) -> Result<(), Failure> + Send + 'static,
) -> Result<(S, Result<(), Failure>), Failure> {
    let threads = start_threads()?;
    let (over, outcome) = channel();
    let input = Reading {
        limit: IN_FLIGHT * threads * READ_SIZE,
        blocks: Some(blocks),
        count: 0,
        scale: Arc::default(),
    };
    let output = Writing { count: 0, waiting: BTreeMap::new(), write, state: Some(state), over };
    let (input, output) = (Mutex::new(input), Mutex::new(output));
    // Not joined: when nobody reads the output, one may be waiting for input that never comes.
    rayon::spawn_broadcast(move |_| {
        loop {
            // In a statement of its own, so that it is not locked any longer.
            let (number, block) = lock(&input).next();
            let make = |(block, mut load): (Block, Load)| {
                let made = work(block);
                load.becomes(made.weight());
                (made, load)
            };
            let made = block.map(|block| block.map(make));
            let is_last = made.is_none();
            if !lock(&output).take(number, made) || is_last {
                return;
            }
        }
    });
    outcome.recv().map_err(|_| Failure::Refused("a block of lines was lost".into()))
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
        Err(error) if error.source().is_some() => {
            Err(Failure::Refused(format!("cannot start a thread: {error}")))
        }
        // They may have been started before.
        _ => Ok(rayon::current_num_threads()),
    }
}

/// What is left of the input.
struct Reading {
    /// `None` behind the end, or a failure.
    blocks: Option<Blocks>,
    /// How many were read.
    count: u64,
    scale: Arc<Scale>,
    /// How many bytes may be in progress before nothing is read.
    limit: usize,
}

impl Reading {
    /// The next block, or a failure, with its number, which follows that of the one before; `None` after the last.
    fn next(&mut self) -> (u64, Next<Block>) {
        let number = self.count;
        let Some(blocks) = &mut self.blocks else { return (number, None) };
        self.scale.wait_for_room(self.limit);
        let next = blocks.next();
        self.count += u64::from(next.is_some());
        if !matches!(next, Some(Ok(_))) {
            self.blocks = None;
        }
        let weighed = |block: Block| {
            let load = Load::new(&self.scale, block.weight());
            (block, load)
        };
        (number, next.map(|block| block.map(weighed)))
    }
}

/// Where the results go.
struct Writing<T, S, Write> {
    /// How many were written.
    count: u64,
    /// Those whose turn has not come, by number; `None` is the end.
    waiting: BTreeMap<u64, Next<T>>,
    write: Write,
    /// `None` when nothing more is to be written.
    state: Option<S>,
    /// Takes the state, when it is over.
    over: Sender<(S, Result<(), Failure>)>,
}

impl<T, S, Write: FnMut(&mut S, T) -> Result<(), Failure>> Writing<T, S, Write> {
    /// Writes all whose turn has come, now that the one with this `number` is there. Returns whether more is wanted.
    fn take(&mut self, number: u64, made: Next<T>) -> bool {
        self.waiting.insert(number, made);
        while let (Some(state), Some(next)) = (&mut self.state, self.waiting.remove(&self.count)) {
            self.count += 1;
            let outcome = match next {
                Some(Ok((made, _load))) => (self.write)(state, made).err().map(Err),
                Some(Err(failure)) => Some(Err(failure)),
                None => Some(Ok(())),
            };
            if let Some(outcome) = outcome
                && let Some(state) = self.state.take()
            {
                // Nobody waits for more than one message.
                let _ = self.over.send((state, outcome));
            }
        }
        self.state.is_some()
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

    use super::{IN_FLIGHT, Load, Scale, lock, run};
    use crate::{
        inputs::{End, Input},
        records::{Block, Blocks, READ_SIZE},
    };

    /// `LINES` lines of `LINE` bytes; records how many bytes were read, and how many were in progress at most.
    struct Lines {
        read: Arc<AtomicUsize>,
        written: Arc<AtomicUsize>,
        most: Arc<AtomicUsize>,
    }

    const LINE: usize = 3 * READ_SIZE;
    const LINES: usize = 12;

    /// One of them waits for the outcome, the others work.
    const THREADS: usize = 3;

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
        let (seen_read, seen_written) = (Arc::clone(&read), Arc::clone(&written));
        let write = move |(): &mut (), made: Vec<u8>| {
            let (read, written) = (&seen_read, &seen_written);
            // Nothing is written until the reader stands still, at its end or where it should.
            let mut seen = usize::MAX;
            while written.load(SeqCst) == 0 && seen != read.load(SeqCst) {
                seen = read.load(SeqCst);
                thread::sleep(Duration::from_millis(500));
            }
            written.fetch_add(made.len(), SeqCst);
            Ok(())
        };
        let blocks = Blocks::new(Input::of_reader(lines, End::Byte(b'\n')));
        let work = |block: Block| vec![0; block.weight()];
        let threads = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap();
        assert!(threads.install(|| run(blocks, work, (), write).is_ok_and(|((), outcome)| outcome.is_ok())));
        assert_eq!(written.load(SeqCst), LINES * LINE);
        let most = most.load(SeqCst);
        assert!(most < THREADS * IN_FLIGHT * READ_SIZE + LINE, "{most}");
    }

    /// Many small blocks are read while the first is in work, but no more than as many ordinary ones.
    #[test]
    fn what_is_in_progress_is_bounded_in_number() {
        struct Small(Arc<AtomicUsize>);
        impl Read for Small {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer[0] = b'\n';
                Ok(usize::from(self.0.fetch_add(1, SeqCst) < 10_000))
            }
        }
        let read = Arc::new(AtomicUsize::new(0));
        let (is_first, seen, reads) = (AtomicUsize::new(1), Arc::new(AtomicUsize::new(0)), Arc::clone(&read));
        let most = Arc::clone(&seen);
        let work = move |block: Block| {
            if is_first.swap(0, SeqCst) == 1 {
                // Until the other thread stands still.
                while most.swap(reads.load(SeqCst), SeqCst) != reads.load(SeqCst) {
                    thread::sleep(Duration::from_millis(500));
                }
            }
            vec![0; block.weight()]
        };
        let blocks = Blocks::new(Input::of_reader(Small(read), End::Byte(b'\n')));
        let threads = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap();
        assert!(threads.install(|| run(blocks, work, (), |(), _| Ok(())).is_ok()));
        let seen = seen.load(SeqCst);
        assert!((3..=THREADS * IN_FLIGHT + 1).contains(&seen), "{seen}");
    }

    #[test]
    fn a_load_counts_until_it_is_dropped() {
        let scale = Arc::new(Scale::default());
        let (mut one, other) = (Load::new(&scale, 3), Load::new(&scale, READ_SIZE + 4));
        assert_eq!(*lock(&scale.weight), 2 * READ_SIZE + 4, "a small one counts as an ordinary one");
        one.becomes(READ_SIZE + 30);
        assert_eq!(*lock(&scale.weight), 2 * READ_SIZE + 34);
        drop(one);
        assert_eq!(*lock(&scale.weight), READ_SIZE + 4);
        // Neither waits.
        scale.wait_for_room(READ_SIZE + 5);
        drop(other);
        scale.wait_for_room(1);
        assert_eq!(*lock(&scale.weight), 0);
    }
}

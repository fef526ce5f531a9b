//! Processes blocks of input on all cores, and writes their results in order. Each thread reads a block,
//! works on it and writes the result, so that the data stays in the cache of its core.

use std::{
    collections::BTreeMap,
    env,
    error::Error as _,
    ops::ControlFlow,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Sender, channel},
    },
    thread,
};

use rayon::ThreadPoolBuilder;

use crate::{
    records::{Block, Blocks, READ_SIZE},
    show::say,
    verdict::{Failure, Result, refuse},
};

/// The maximum number of blocks of `READ_SIZE` bytes in progress per core. With fewer blocks, cores would
/// wait for a slow block. A block of several times this size counts as several blocks.
const IN_FLIGHT: usize = 4;
const THREADS_PER_CORE: usize = 4;

/// The next block or result, a failure to read the block, or `None` at the end of the input.
type Next<T> = Option<Result<T>>;

/// The number of bytes in blocks in progress. Threads wait before reading while the number is too large.
#[derive(Default)]
struct ByteBudget {
    used: Mutex<usize>,
    freed: Condvar,
}

impl ByteBudget {
    fn wait_for_room(&self, limit: usize) {
        drop(self.freed.wait_while(lock(&self.used), |used| *used >= limit));
    }

    fn replace(&self, old: usize, new: usize) {
        let mut used = lock(&self.used);
        *used = *used + new - old;
        self.freed.notify_one();
    }
}

/// Returns the weight of a block with `bytes` bytes, or of a result with `bytes` bytes. The weight is at
/// least `READ_SIZE`, because even a small block occupies a buffer of that size.
fn weight_of(bytes: usize) -> usize {
    bytes.max(READ_SIZE)
}

/// Locks `mutex`, even if a thread panicked while it had the lock: the value is always complete.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Applies `work` to each of the `blocks` on all cores. Passes each result to `write`, in the order of the
/// input, with the `state` of the output. `weigh` returns the size of a result in bytes. Processing stops at
/// a failure, or when `write` returns `Break`. Returns the final state, and the first failure if there is
/// one. Fails if no thread can start.
///
/// Blocks in progress exceed the limit [`IN_FLIGHT`] by at most one block. Results may exceed it by more.
pub(crate) fn run<T: Send + 'static, S: Send + 'static>(
    blocks: Blocks,
    work: impl Fn(Block) -> T + Send + Sync + 'static,
    weigh: fn(&T) -> usize,
    state: S,
    write: impl FnMut(&mut S, T) -> Result<ControlFlow<()>> + Send + 'static,
) -> Result<(S, Result<()>)> {
    let threads = start_threads()?;
    let (over, outcome) = channel();
    let limit = IN_FLIGHT * threads * READ_SIZE;
    let input = Mutex::new(Reading { blocks: Some(blocks), count: 0, limit });
    let output = Mutex::new(Writing { count: 0, waiting: BTreeMap::new(), write, state: Some(state), over });
    let budget = ByteBudget::default();
    // The threads are not joined: after the output is closed, a thread may still wait for input.
    rayon::spawn_broadcast(move |_| {
        loop {
            // A separate statement releases the lock of `input` before the work begins.
            let (number, block) = lock(&input).next(&budget);
            let make = |block: Block| {
                let weight = weight_of(block.weight());
                let result = work(block);
                let result = (weight_of(weigh(&result)), result);
                budget.replace(weight, result.0);
                result
            };
            let result = block.map(|block| block.map(make));
            let is_last = result.is_none();
            if !lock(&output).take(number, result, &budget) || is_last {
                return;
            }
        }
    });
    outcome.recv().map_err(|_| Failure::Refused("a block of lines was lost".into()))
}

/// Starts the worker threads, and returns their number: `RAYON_NUM_THREADS`, or else one per core. The
/// maximum is [`THREADS_PER_CORE`] per core, since more threads only use more memory.
fn start_threads() -> Result<usize> {
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let most = cores.saturating_mul(THREADS_PER_CORE);
    let asked = env::var("RAYON_NUM_THREADS").ok().and_then(|asked| asked.parse::<usize>().ok());
    let mut pool = ThreadPoolBuilder::new();
    if let Some(asked) = asked.filter(|&asked| asked > most) {
        pool = pool.num_threads(most);
        say(&format!(
            "warning: RAYON_NUM_THREADS asks for {asked} threads on {cores} cores: {most} are started"
        ));
    }
    match pool.build_global() {
        Err(error) if error.source().is_some() => refuse(format!("cannot start a thread: {error}")),
        // If the threads were started before, the function returns their number.
        _ => Ok(rayon::current_num_threads()),
    }
}

struct Reading {
    /// The remaining blocks. `None` after the last block, or after a failure.
    blocks: Option<Blocks>,
    count: u64,
    limit: usize,
}

impl Reading {
    /// Returns the number of the next block, counted from 0, and one of three values: the block, the failure
    /// to read the block, or `None` at the end of the input.
    fn next(&mut self, budget: &ByteBudget) -> (u64, Next<Block>) {
        let number = self.count;
        let Some(blocks) = &mut self.blocks else { return (number, None) };
        budget.wait_for_room(self.limit);
        let next = blocks.next();
        self.count += u64::from(next.is_some());
        match &next {
            Some(Ok(block)) => budget.replace(0, weight_of(block.weight())),
            _ => self.blocks = None,
        }
        (number, next)
    }
}

struct Writing<T, S, Write> {
    count: u64,
    /// The results that wait for an earlier result. The key is the number of the result. The value is its
    /// weight and the result, or `None` for the end of the input.
    waiting: BTreeMap<u64, Next<(usize, T)>>,
    write: Write,
    /// The state of the output; `None` after the last result was written.
    state: Option<S>,
    over: Sender<(S, Result<()>)>,
}

impl<T, S, Write: FnMut(&mut S, T) -> Result<ControlFlow<()>>> Writing<T, S, Write> {
    /// Receives the result `number`. If all earlier results are written, writes this result, and then the
    /// waiting results that follow it. Returns true if more results are wanted.
    fn take(&mut self, number: u64, result: Next<(usize, T)>, budget: &ByteBudget) -> bool {
        self.waiting.insert(number, result);
        while let (Some(state), Some(next)) = (&mut self.state, self.waiting.remove(&self.count)) {
            self.count += 1;
            let written = next.map_or(Ok(ControlFlow::Break(())), |result| {
                let (weight, result) = result?;
                let written = (self.write)(state, result);
                budget.replace(weight, 0);
                written
            });
            if matches!(written, Ok(ControlFlow::Continue(()))) {
                continue;
            }
            let outcome = written.map(drop);
            // Sending fails only if the receiver is gone; the outcome is then not needed.
            let _ = self.state.take().map(|state| self.over.send((state, outcome)));
        }
        self.state.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Cursor,
        ops::ControlFlow,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering::SeqCst},
        },
        thread,
        time::Duration,
    };

    use super::{IN_FLIGHT, run};
    use crate::{
        inputs::{End, Input},
        records::{Block, READ_SIZE},
    };

    /// The number of threads of the test: one waits for the outcome, and the others process blocks.
    const THREADS: usize = 3;

    /// Blocks in progress are limited: a small block counts as `READ_SIZE` bytes, a large one by its bytes.
    #[test]
    fn progress_is_bounded() {
        for line in [1, 3 * READ_SIZE] {
            let read = Arc::new(AtomicUsize::new(0));
            let (is_first, seen, reads) = (AtomicUsize::new(1), Arc::new(AtomicUsize::new(0)), read.clone());
            let most = Arc::clone(&seen);
            let work = move |block: Block| {
                if is_first.swap(0, SeqCst) == 1 {
                    // Waits until the other thread stops reading.
                    while most.swap(reads.load(SeqCst), SeqCst) != reads.load(SeqCst) {
                        thread::sleep(Duration::from_millis(500));
                    }
                }
                vec![0; block.weight()]
            };
            let (text, count) = ("x".repeat(line - 1) + "\n", Arc::clone(&read));
            // Each block has one line.
            let blocks = (0..100).flat_map(move |_| {
                count.fetch_add(1, SeqCst);
                Input::of_reader(Cursor::new(text.clone()), End::Byte(b'\n')).into_blocks()
            });
            let threads = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().unwrap();
            let write = |(): &mut _, _| Ok(ControlFlow::Continue(()));
            assert!(threads.install(|| run(Box::new(blocks), work, Vec::len, (), write)).is_ok());
            assert_eq!(read.load(SeqCst), 100, "all of it is read");
            let in_progress = seen.load(SeqCst) * line.max(READ_SIZE);
            let limit = THREADS * IN_FLIGHT * READ_SIZE;
            let expected = limit / 2..=limit + line.max(READ_SIZE);
            assert!(expected.contains(&in_progress), "{line}: {in_progress}");
        }
    }
}

//! Incomplete files, which are removed however the program ends. Files that SIGKILL or a loss of power leaves
//! are removed by a later run with the same target (`left.rs`).

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{Builder, TempPath};

use super::left;

/// Attempts to create a file that no other program locks. A run that removes files left by others locks each
/// for a moment.
const ATTEMPTS: usize = 16;

/// All incomplete files.
struct All {
    paths: Vec<TempPath>,
    /// True if the signals that end the program first remove the files.
    is_watched: bool,
}

static ALL: Mutex<All> = Mutex::new(All { paths: Vec::new(), is_watched: false });

fn all() -> MutexGuard<'static, All> {
    // Each change is a single call, so a poisoned list is still valid.
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl All {
    /// Removes `path` from the list, so that the caller keeps or drops it.
    fn take(&mut self, path: &Path) -> Option<TempPath> {
        let index = self.paths.iter().position(|known| **known == *path)?;
        Some(self.paths.swap_remove(index))
    }
}

/// An incomplete file, which is locked, and removed on drop.
pub(super) struct Unfinished {
    pub(super) file: File,
    path: PathBuf,
}

impl Unfinished {
    /// Creates a file next to `target`, with the default permissions of new files if `is_public`, else for
    /// its owner only.
    pub(super) fn create(target: &Path, is_public: bool) -> io::Result<Self> {
        let mut all = all();
        if !all.is_watched {
            watch()?;
            all.is_watched = true;
        }
        let prefix = left::prefix(target);
        let mut builder = Builder::new();
        builder.prefix(&prefix).rand_bytes(left::RANDOM);
        if is_public {
            make_public(&mut builder);
        }
        for _ in 0..ATTEMPTS {
            let (file, path) = builder.tempfile_in(left::folder(target))?.into_parts();
            if left::lock(&file, &path)? {
                let unfinished = Self { file, path: path.to_path_buf() };
                all.paths.push(path);
                return Ok(unfinished);
            }
            // The program that has locked the file removes it.
            let _ = path.keep();
        }
        Err(io::Error::other("another program locks every new file in its folder"))
    }
}

/// Gives the files of `builder` the default permissions of new files; the default of `builder` is for their
/// owner only.
#[cfg(unix)]
fn make_public(builder: &mut Builder<'_, '_>) {
    use std::{fs::Permissions, os::unix::fs::PermissionsExt as _};
    builder.permissions(Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn make_public(_: &mut Builder<'_, '_>) {}

impl Drop for Unfinished {
    fn drop(&mut self) {
        drop(all().take(&self.path));
    }
}

/// Renames each file to its path, in order, until one fails; the error contains the name of that one. No
/// signal is handled in between.
pub(super) fn rename_all<N>(
    renames: impl Iterator<Item = (N, Unfinished, PathBuf)>,
) -> Result<(), (N, io::Error)> {
    let renames: Vec<_> = renames.collect();
    let mut all = all();
    let mut result = Ok(());
    let mut left = Vec::new();
    for (name, unfinished, target) in renames {
        if result.is_ok()
            && let Some(path) = all.take(&unfinished.path)
        {
            result = path.persist(target).map_err(|error| (name, error.error));
        }
        left.push(unfinished);
    }
    // Dropping the other files takes the mutex again.
    drop(all);
    result
}

/// Makes the signals that end a program remove the files first.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // With SIGXFSZ handled, a file that exceeds its size limit is a failed write, like a full disk.
    flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let ignored = ignored_signals();
    let is_not_ignored = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(is_not_ignored))?;
    let remove = move || {
        for signal in signals.forever() {
            let mut all = all();
            all.paths.clear();
            // Ends the program while the mutex prevents creating and renaming.
            let _ = emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(remove)?;
    Ok(())
}

#[cfg(not(unix))]
fn watch() -> io::Result<()> {
    Ok(())
}

/// Returns the signals that were ignored when the program started (`nohup`), one bit each from SIGHUP on.
/// Returns SIGHUP if they are unknown.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(1)
}

//! Incomplete files, which are removed when the program ends for any reason. After SIGKILL or a loss of
//! power, a later run with the same target removes them (`left.rs`).

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{Builder, TempPath};

use super::left;

/// The maximum number of attempts to create a file that no other run has locked. A run that looks for
/// leftover files locks each of them for a moment.
const ATTEMPTS: usize = 16;

struct All {
    paths: Vec<TempPath>,
    /// True if signal handlers that remove the files are installed.
    is_watched: bool,
}

static ALL: Mutex<All> = Mutex::new(All { paths: Vec::new(), is_watched: false });

fn all() -> MutexGuard<'static, All> {
    // The list is valid even after a panic, since each change is a single call.
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl All {
    fn take(&mut self, path: &Path) -> Option<TempPath> {
        let index = self.paths.iter().position(|known| **known == *path)?;
        Some(self.paths.swap_remove(index))
    }
}

/// An incomplete file. It is locked, and deleted when it is dropped.
pub(super) struct Unfinished {
    pub(super) file: File,
    path: PathBuf,
}

impl Unfinished {
    /// Creates a file next to `target`. If `is_public`, it has the default permissions of new files;
    /// otherwise only its owner may use it.
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
            // The other run has taken the file for a leftover, so it deletes the file.
            let _ = path.keep();
        }
        Err(io::Error::other("another program locks every new file in its folder"))
    }
}

/// Makes `builder` create files with the default permissions of new files. By default, it creates files that
/// only their owner may use.
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

/// Renames each file to its path, in order, and stops at the first failure. The error contains the name of
/// the file that failed. No signal is handled meanwhile.
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
    // Dropping the remaining files locks the mutex again, so it is released first.
    drop(all);
    result
}

#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // If SIGXFSZ is handled, a file that exceeds its size limit is only a failed write, as on a full disk.
    flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let ignored = ignored_signals();
    let is_not_ignored = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(is_not_ignored))?;
    let remove = move || {
        for signal in signals.forever() {
            let mut all = all();
            all.paths.clear();
            // The program ends while the mutex is locked, so that no file is created or renamed meanwhile.
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
/// If the signals cannot be determined, returns only SIGHUP.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(1)
}

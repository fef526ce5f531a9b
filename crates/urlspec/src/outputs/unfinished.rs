//! Files that are not whole yet, and are removed however the program ends, but for SIGKILL and a loss of power.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{Builder, TempPath};

/// What their names begin with, so that whoever finds one knows what it is.
const PREFIX: &str = ".urlspec-unfinished-";

/// All of them.
struct All {
    paths: Vec<TempPath>,
    /// Whether signals that end the program remove them first.
    is_watched: bool,
}

static ALL: Mutex<All> = Mutex::new(All { paths: Vec::new(), is_watched: false });

fn all() -> MutexGuard<'static, All> {
    // Each change of it is one call.
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl All {
    /// Takes the file `path` out, to keep it or to drop it.
    fn take(&mut self, path: &Path) -> Option<TempPath> {
        let index = self.paths.iter().position(|known| **known == *path)?;
        Some(self.paths.swap_remove(index))
    }
}

/// A file that is not whole yet. Dropped, it is removed.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file in `folder`; with the rights that new files have, or for its owner only.
    pub(super) fn create(folder: &Path, is_public: bool) -> io::Result<(File, Self)> {
        let mut all = all();
        if !all.is_watched {
            watch()?;
            all.is_watched = true;
        }
        let mut builder = Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        if is_public {
            use std::{fs::Permissions, os::unix::fs::PermissionsExt as _};
            builder.permissions(Permissions::from_mode(0o666));
        }
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        let unfinished = Self(path.to_path_buf());
        all.paths.push(path);
        Ok((file, unfinished))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        drop(all().take(&self.0));
    }
}

/// Renames each to the path beside it, in order, until one fails, which is told with the first of its three. No signal
/// comes between.
pub(super) fn rename_all<N>(
    renames: impl Iterator<Item = (N, Unfinished, PathBuf)>,
) -> Result<(), (N, io::Error)> {
    let renames: Vec<_> = renames.collect();
    let mut all = all();
    let mut result = Ok(());
    let mut left = Vec::new();
    for (name, unfinished, target) in renames {
        if result.is_ok()
            && let Some(path) = all.take(&unfinished.0)
        {
            result = path.persist(target).map_err(|error| (name, error.error));
        }
        left.push(unfinished);
    }
    // What is dropped after this asks for it.
    drop(all);
    result
}

/// Sees to it that the signals which end a program remove the files first.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // A file that gets larger than its user may make it is then a failure to write, like a full disk.
    flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let ignored = ignored_signals();
    let is_heeded = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(is_heeded))?;
    let remove = move || {
        for signal in signals.forever() {
            let mut all = all();
            all.paths.clear();
            // Ends the program, while nothing can be made or renamed.
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

/// The signals that were ignored when the program began (`nohup`), one bit each from SIGHUP on. Where the system does not
/// say, that may be SIGHUP.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(1)
}

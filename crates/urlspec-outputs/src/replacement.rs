//! A regular file that is written under a temporary name. When it is complete, it is renamed to its target.
//!
//! When the program ends, it removes its incomplete files. After SIGKILL or a loss of power, a file remains.
//! The next program with the same target removes it if it is not locked: running programs lock their files.
//! On systems other than Unix, and on file systems without locks, the file is not removed.

#[cfg(unix)]
use std::{fs::TryLockError, os::unix::fs::MetadataExt as _};
use std::{
    fs::{self, File, Metadata},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

#[cfg(unix)]
use rustix::fs::{Mode, OFlags, open};
use tempfile::{Builder, TempPath};

pub(super) struct Replacement {
    unfinished: Unfinished,
    target: PathBuf,
}

impl Replacement {
    /// Creates a file in the folder of `target`, with the permissions of `existing`, the existing file at
    /// `target`, if there is one. Removes incomplete files for `target` that killed programs left.
    pub(super) fn new(target: PathBuf, existing: Option<&File>) -> io::Result<Self> {
        let unfinished = Unfinished::create(&target, existing.is_none()).map_err(|error| {
            let what =
                "no file can be created in its folder, and it must not be replaced by an incomplete one";
            if existing.is_some() { io::Error::new(error.kind(), format!("{what} ({error})")) } else { error }
        })?;
        let new = unfinished.file.metadata()?;
        if let Some(existing) = existing {
            let existing = existing.metadata()?;
            keep_rights(&unfinished.file, &new, &existing, &fs::metadata(folder(&target))?)?;
        }
        // A program may be killed before it changes the owner of its file, so both owners are permitted.
        remove(&target, &[new, unfinished.file.metadata()?]);
        Ok(Self { unfinished, target })
    }

    pub(super) fn file(&self) -> &File {
        &self.unfinished.file
    }
}

/// Gives `file` the mode of the file `existing`, and its owner and group if the system permits. If the group
/// of `existing` cannot be kept, the new group only gets the permissions that everyone has.
#[cfg(unix)]
fn keep_rights(file: &File, new: &Metadata, existing: &Metadata, folder: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{PermissionsExt as _, fchown};
    const STICKY: u32 = 0o1000;
    // In a folder with the sticky bit, users may not replace the files of other users.
    if folder.mode() & STICKY != 0 && ![0, existing.uid(), folder.uid()].contains(&new.uid()) {
        let what = "another user owns it, in a folder where only owners may replace their files";
        return Err(io::Error::other(what));
    }
    let owner = (existing.uid() != new.uid()).then(|| existing.uid());
    let group = (existing.gid() != new.gid()).then(|| existing.gid());
    let kept = fchown(file, owner, group).or_else(|_| fchown(file, None, group));
    let mode = existing.mode() & 0o777;
    let mode = if kept.is_ok() { mode } else { mode & !0o070 | (mode & 0o007) << 3 };
    if mode == new.mode() & 0o777 {
        // A file system without modes refuses to set a mode, so the mode is set only if it differs.
        return Ok(());
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_rights(_: &File, _: &Metadata, _: &Metadata, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Renames all files to their targets. The string of a pair is the name of the file in errors. With `fsync`,
/// writes the files to disk before they are renamed, and their folders after that. If one file cannot be
/// renamed, the files before it are replaced, and the files after it are not.
pub(super) fn put(replacements: &[(String, Replacement)], fsync: bool) -> Result<(), (String, io::Error)> {
    let mut folders = Vec::new();
    if fsync {
        for (name, replacement) in replacements {
            replacement.file().sync_all().map_err(|error| (name.clone(), error))?;
            folders.push((name.clone(), folder(&replacement.target).to_owned()));
        }
    }
    // The lock delays signals. Dropping a file needs the lock too, so the files are dropped later.
    let mut all = all();
    replacements.iter().try_for_each(|(name, Replacement { unfinished, target })| {
        let renamed = all.take(&unfinished.path).map_or(Ok(()), |path| path.persist(target));
        renamed.map_err(|error| (name.clone(), error.error))
    })?;
    drop(all);
    #[cfg(unix)]
    for (name, folder) in folders {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| (name, error))?;
    }
    Ok(())
}

/// The maximum number of attempts to create and lock a file. An attempt fails if another program, which looks
/// for leftover files, has locked the new file.
const ATTEMPTS: usize = 16;

/// The incomplete files of this process.
struct All {
    paths: Vec<TempPath>,
    is_watched: bool,
}

static ALL: Mutex<All> = Mutex::new(All { paths: Vec::new(), is_watched: false });

fn all() -> MutexGuard<'static, All> {
    // The list is valid even after a panic in another thread, because each change is a single call.
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl All {
    fn take(&mut self, path: &Path) -> Option<TempPath> {
        let index = self.paths.iter().position(|known| **known == *path)?;
        Some(self.paths.swap_remove(index))
    }
}

/// An incomplete file, which is locked. The file is deleted when this value is dropped.
struct Unfinished {
    file: File,
    path: PathBuf,
}

impl Unfinished {
    /// Creates an incomplete file next to `target`. If `is_public`, the file has the default permissions of
    /// new files. If not, only its owner may use it.
    fn create(target: &Path, is_public: bool) -> io::Result<Self> {
        let mut all = all();
        if !all.is_watched {
            watch()?;
            all.is_watched = true;
        }
        let prefix = prefix(target);
        let mut builder = Builder::new();
        builder.prefix(&prefix).rand_bytes(RANDOM);
        if is_public {
            make_public(&mut builder);
        }
        for _ in 0..ATTEMPTS {
            let (file, path) = builder.tempfile_in(folder(target))?.into_parts();
            if lock(&file, &path)? {
                let unfinished = Self { file, path: path.to_path_buf() };
                all.paths.push(path);
                return Ok(unfinished);
            }
            // Another program has locked the file as a leftover file, and deletes it.
            let _ = path.keep();
        }
        Err(io::Error::other("another program locks every new file in its folder"))
    }
}

/// Gives new files of `builder` the default permissions. Without this, only the owner may use the files.
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

#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // With a handler for SIGXFSZ, writing more than the size limit of a file fails, as on a full disk.
    flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let ignored = ignored_signals();
    let is_not_ignored = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(is_not_ignored))?;
    let remove = move || {
        for signal in signals.forever() {
            let mut all = all();
            all.paths.clear();
            // The program ends while the lock is held, so that no other thread creates or renames a file.
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

/// Returns the signals that were ignored when the program started (by `nohup`, for example), as a bit mask.
/// Bit 0 is signal 1, SIGHUP. If the system does not report the signals, the mask contains only SIGHUP.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(1)
}

const RANDOM: usize = 6;

/// Returns the prefix of the names of incomplete files for `target`, which shows their purpose to users. Uses
/// at most 24 characters of the name of `target`, because some file systems limit names to 143 bytes.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".urlspec-unfinished-{name:.24}-")
}

fn folder(target: &Path) -> &Path {
    target.parent().unwrap_or(Path::new("/"))
}

/// Locks the new file `file` at `path`, so that no other program removes it as a leftover file. Returns false
/// if another program has already locked or removed the file.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_at(path, &file.metadata()?),
        Err(TryLockError::WouldBlock) => Ok(false),
        // If this program cannot lock the file, other programs cannot lock it either, and do not remove it.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
fn lock(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Removes the incomplete files for `target` that are not locked, and that belong to the owner of one of the
/// files `owners`. Ignores files that cannot be removed.
#[cfg(unix)]
fn remove(target: &Path, owners: &[Metadata]) {
    let prefix = prefix(target);
    let Ok(entries) = fs::read_dir(folder(target)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(&prefix));
        let is_random =
            |random: &str| random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric());
        if random.is_some_and(is_random) {
            let _ = remove_one(&entry.path(), owners);
        }
    }
}

#[cfg(not(unix))]
fn remove(_: &Path, _: &[Metadata]) {}

#[cfg(unix)]
fn remove_one(path: &Path, owners: &[Metadata]) -> io::Result<()> {
    let is_ours = |found: &Metadata| found.is_file() && owners.iter().any(|owner| owner.uid() == found.uid());
    // Only regular files are opened, because opening a device can have an effect.
    if !is_ours(&fs::symlink_metadata(path)?) {
        return Ok(());
    }
    // Some network file systems lock a file only if it is open for writing.
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(open(path, flags, Mode::empty())?);
    let found = file.metadata()?;
    if is_ours(&found) && file.try_lock().is_ok() && is_at(path, &found)? {
        fs::remove_file(path)?;
    }
    Ok(())
}

#[cfg(unix)]
fn is_at(path: &Path, metadata: &Metadata) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (metadata.dev(), metadata.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

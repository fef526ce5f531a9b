//! Incomplete files of earlier runs that were killed. Each run locks its own file, so a file that is not
//! locked belongs to a run that has ended.
//!
//! The name of such a file contains the name of its target and random characters. A run removes only files of
//! earlier runs with the same target. Without locks (on some file systems, and on systems other than Unix),
//! nothing is removed.

#[cfg(unix)]
use std::{
    fs::{self, TryLockError},
    os::unix::fs::MetadataExt as _,
};
use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

#[cfg(unix)]
use rustix::fs::{Mode, OFlags, open};

/// The prefix of the names. It tells users what the file is.
const PREFIX: &str = ".urlspec-unfinished-";

/// The number of characters of the target's name to use. File systems limit the length of names; the lowest
/// limit in use is 143 bytes.
const NAMED: usize = 24;

pub(super) const RANDOM: usize = 6;

/// Returns the prefix of incomplete files for `target`. Targets with long names may have the same prefix.
pub(super) fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().take(NAMED).collect();
    format!("{PREFIX}{name}-")
}

pub(super) fn folder(target: &Path) -> &Path {
    target.parent().unwrap_or(Path::new("/"))
}

/// Locks the new file `file` until it is closed, so that other runs do not remove it. Returns `false` if
/// another run removed or locked it before, as a leftover.
#[cfg(unix)]
pub(super) fn lock(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_at(path, &file.metadata()?),
        Err(TryLockError::WouldBlock) => Ok(false),
        // If this file cannot be locked, other runs cannot lock it either, so they do not remove it.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
pub(super) fn lock(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Removes incomplete files for `target` that no process has locked. Their owner must also own one of
/// `owners`. Files that cannot be removed are ignored.
#[cfg(unix)]
pub(super) fn remove(target: &Path, owners: &[Metadata]) {
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
pub(super) fn remove(_: &Path, _: &[Metadata]) {}

#[cfg(unix)]
fn remove_one(path: &Path, owners: &[Metadata]) -> io::Result<()> {
    let is_ours = |found: &Metadata| found.is_file() && owners.iter().any(|owner| owner.uid() == found.uid());
    // Only regular files are opened, since opening a device can have an effect.
    if !is_ours(&fs::symlink_metadata(path)?) {
        return Ok(());
    }
    // Network file systems lock a file only if it is open for writing.
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

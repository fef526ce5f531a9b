//! A regular file that is written under a temporary name, and renamed to its target when it is complete.

use std::{
    fs::{self, File, Metadata},
    io,
    path::PathBuf,
};

use super::{
    left::{self, folder},
    unfinished::{Unfinished, rename_all},
};

pub(super) struct Replacement {
    unfinished: Unfinished,
    target: PathBuf,
}

impl Replacement {
    /// Creates a file next to `target`, with the permissions of `stood`, the existing file, if there is one.
    /// Removes files that killed runs with the same target left.
    pub(super) fn new(target: PathBuf, stood: Option<&File>) -> io::Result<Self> {
        let unfinished = Unfinished::create(&target, stood.is_none()).map_err(|error| {
            let what =
                "no file can be created in its folder, and it must not be replaced by an incomplete one";
            if stood.is_some() { io::Error::new(error.kind(), format!("{what} ({error})")) } else { error }
        })?;
        let new = unfinished.file.metadata()?;
        if let Some(stood) = stood {
            let stood = stood.metadata()?;
            if is_held(&new, &stood, &fs::metadata(folder(&target))?) {
                let what = "another user owns it, in a folder where only owners may replace their files";
                return Err(io::Error::other(what));
            }
            keep_rights(&unfinished.file, &new, &stood)?;
        }
        // Files of both owners are removed: a killed run may have changed the owner of its file, or not yet.
        left::remove(&target, &[new, unfinished.file.metadata()?]);
        Ok(Self { unfinished, target })
    }

    pub(super) fn file(&self) -> &File {
        &self.unfinished.file
    }
}

/// True if the sticky bit of the folder prevents the owner of `new` from renaming it to `stood`.
#[cfg(unix)]
fn is_held(new: &Metadata, stood: &Metadata, folder: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    const STICKY: u32 = 0o1000;
    folder.mode() & STICKY != 0 && ![0, stood.uid(), folder.uid()].contains(&new.uid())
}

/// Gives `file` the mode of the existing file `stood`, and its group and owner if the system permits. If the
/// group cannot be kept, the new group gets the permissions of others: those of the old group were not meant
/// for it.
#[cfg(unix)]
fn keep_rights(file: &File, new: &Metadata, stood: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let owner = (stood.uid() != new.uid()).then(|| stood.uid());
    let group = (stood.gid() != new.gid()).then(|| stood.gid());
    let kept = fchown(file, owner, group).or_else(|_| fchown(file, None, group));
    let mode = stood.mode() & 0o777;
    let mode = if kept.is_ok() { mode } else { mode & !0o070 | (mode & 0o007) << 3 };
    if mode == new.mode() & 0o777 {
        // A file system without modes refuses to set one, which is not an error.
        return Ok(());
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn is_held(_: &Metadata, _: &Metadata, _: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn keep_rights(_: &File, _: &Metadata, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Moves all files to their targets; each has a name for errors. With `fsync`, waits for the disk before and
/// after. If a move fails, the files before it have been moved, and the others are unchanged.
pub(super) fn put(replacements: Vec<(String, Replacement)>, fsync: bool) -> Result<(), (String, io::Error)> {
    let mut folders = Vec::new();
    if fsync {
        for (name, replacement) in &replacements {
            replacement.file().sync_all().map_err(|error| (name.clone(), error))?;
            folders.push((name.clone(), folder(&replacement.target).to_owned()));
        }
    }
    rename_all(
        replacements.into_iter().map(|(name, Replacement { unfinished, target })| (name, unfinished, target)),
    )?;
    #[cfg(unix)]
    for (name, folder) in folders {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| (name, error))?;
    }
    Ok(())
}

//! A regular file that is written beside its target, and renamed when it is complete.

use std::{
    fs::{self, File, Metadata},
    io,
    path::PathBuf,
};

use super::{
    left::{self, folder},
    unfinished::{Unfinished, rename_all},
};

/// A file under a temporary name, which will replace the target.
pub(super) struct Replacement {
    unfinished: Unfinished,
    target: PathBuf,
}

impl Replacement {
    /// Creates a file beside `target`, with the permissions of the file that `stood` there, if any. Removes those that runs with the
    /// same target left when they were killed.
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
        // Those of a run that could give its file away have the owner that this one has now.
        left::remove(&target, &[new, unfinished.file.metadata()?]);
        Ok(Self { unfinished, target })
    }

    pub(super) fn file(&self) -> &File {
        &self.unfinished.file
    }
}

/// Whether the folder prevents the owner of `new` from renaming it to the file that `stood` there.
#[cfg(unix)]
fn is_held(new: &Metadata, stood: &Metadata, folder: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    const STICKY: u32 = 0o1000;
    folder.mode() & STICKY != 0 && ![0, stood.uid(), folder.uid()].contains(&new.uid())
}

/// Gives `file` the mode of the file that `stood` there, and its group and owner where the system permits. If the group has to
/// differ, it gets the permissions of others, since those of the old group were not meant for it.
#[cfg(unix)]
fn keep_rights(file: &File, new: &Metadata, stood: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let owner = (stood.uid() != new.uid()).then(|| stood.uid());
    let group = (stood.gid() != new.gid()).then(|| stood.gid());
    let kept = fchown(file, owner, group).or_else(|_| fchown(file, None, group));
    let mode = stood.mode() & 0o777;
    let mode = if kept.is_ok() { mode } else { mode & !0o070 | (mode & 0o007) << 3 };
    if mode == new.mode() & 0o777 {
        // File systems without modes refuse to set one.
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

/// Moves all into place, each with its name; with `fsync`, waits for the disk before and after. On failure, those before the
/// one that failed have been moved, and the others stay as they were.
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
    // Other systems have no way to wait for a folder.
    #[cfg(unix)]
    for (name, folder) in folders {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| (name, error))?;
    }
    Ok(())
}

//! A mirror of a site: where each page is kept, and how its links read there.

use std::path::{Path, PathBuf};

use url::{Host, Url};

/// The file below `folder` for the page at `url`.
fn file_of(folder: &Path, url: &Url) -> Option<PathBuf> {
    let mut file = match url.host()? {
        Host::Domain(name) => folder.join(name),
        Host::Ipv4(address) => folder.join(address.to_string()),
        Host::Ipv6(address) => folder.join(address.to_string().replace(':', "_")),
    };
    file.extend(url.path_segments()?.filter(|segment| !segment.is_empty()));
    if url.path().ends_with('/') {
        file.push("index.html");
    }
    Some(file)
}

/// A page moved to another folder of the site.
fn moved(url: &Url, folder: &[&str]) -> Result<Url, ()> {
    let mut moved = url.clone();
    let name = url.path_segments().and_then(|mut segments| segments.next_back().map(String::from));
    moved.path_segments_mut()?.clear().extend(folder).extend(name);
    Ok(moved)
}

#[cfg(unix)]
#[test]
fn pages_are_kept_and_linked() {
    let page = Url::parse("https://site.test/a/b/page.html?x#y").unwrap();
    let style = Url::parse("https://site.test/css/x.css").unwrap();
    assert_eq!(page.make_relative(&style).as_deref(), Some("../../css/x.css"));
    assert_eq!(page.make_relative(&Url::parse("https://other.test/").unwrap()), None);
    assert_eq!(moved(&page, &["c", "d e"]).unwrap().as_str(), "https://site.test/c/d%20e/page.html?x#y");
    assert_eq!(moved(&Url::parse("data:x").unwrap(), &[]), Err(()));

    let root = Url::from_directory_path("/mirror").unwrap();
    let file = file_of(&root.to_file_path().unwrap(), &page).unwrap();
    assert_eq!(file, Path::new("/mirror/site.test/a/b/page.html"));
    let kept = Url::from_file_path(&file).unwrap();
    assert_eq!(kept.as_str(), "file:///mirror/site.test/a/b/page.html");
    assert_eq!(root.make_relative(&kept).as_deref(), Some("site.test/a/b/page.html"));
    let numbered = Url::parse("http://[::1]/").unwrap();
    assert_eq!(file_of(Path::new("/m"), &numbered).unwrap(), Path::new("/m/__1/index.html"));
    assert_eq!(Url::from_file_path("page.html"), Err(()));
}

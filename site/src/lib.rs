//! Runs the examples on the project's pages as tests. They are in this package because a published package
//! contains only files of its own folder.
#![cfg(doctest)]

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../docs/guide.md")]
struct Guide;

#[doc = include_str!("../../docs/security.md")]
struct Security;

#[doc = include_str!("../../docs/from-url.md")]
struct FromUrl;

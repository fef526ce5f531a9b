//! Tests the examples on the pages of the project. The examples are in this package because a published
//! package can only contain files of its own folder.
#![cfg(doctest)]

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../docs/guide.md")]
struct Guide;

#[doc = include_str!("../../docs/security.md")]
struct Security;

#[doc = include_str!("../../docs/from-url.md")]
struct FromUrl;

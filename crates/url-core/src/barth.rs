//! The parsing sections that Adam Barth's two documents share, each under one name. draft-abarth-url-01 took them
//! over from the 2010 text and moved two of them. This module decides nothing; layers use it to name the steps that
//! they take.

use crate::{Section, sections::barth_01, sections::barth_2010};

/// The 2010 text.
///
/// Its parser is that of [`Barth01`]; it specifies nothing but parsing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barth2010;

/// draft-abarth-url-01, Parsing URLs for Fun and Profit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barth01;

/// The section of each parsing step in one of Adam Barth's documents.
///
/// A name in `_ALONE` is the step under "does not contain": the remaining string is the whole component. A name in
/// `_STOP` is the "abort these steps" that follows the step of the preceding name.
#[expect(missing_docs, reason = "each name is its doc")]
pub trait BarthDocument: Copy {
    const CONSUME_CONTROL_CHARACTERS: Section;
    const FIND_SCHEME: Section;
    const INVALID_WITHOUT_SCHEME: Section;
    const INVALID_WITHOUT_SCHEME_STOP: Section;
    const STOP_WITHOUT_SCHEME: Section;
    const SCHEME: Section;
    const CONSUME_COLON_OF_SCHEME: Section;
    const AFTER_SCHEME: Section;
    const DRIVE_SCHEME: Section;
    const DRIVE: Section;
    const FILE: Section;
    const MAILTO: Section;
    const HIERARCHICAL: Section;
    const FIND_AUTHORITY_PATH_QUERY_FRAGMENT: Section;
    const FIND_USER_INFO_HOST_PORT: Section;
    const FIND_USER_NAME_PASSWORD: Section;
    const HIERARCHICAL_STOP: Section;
    const OPAQUE_PATH: Section;
    const CONSUME_SLASHES: Section;
    const AUTHORITY_ALONE: Section;
    const AUTHORITY_ALONE_STOP: Section;
    const AUTHORITY: Section;
    const PATH_ALONE: Section;
    const PATH_ALONE_STOP: Section;
    const PATH: Section;
    const CONSUME_QUESTION_MARK: Section;
    const QUERY_ALONE: Section;
    const QUERY_ALONE_STOP: Section;
    const QUERY: Section;
    const CONSUME_NUMBER_SIGN: Section;
    const FRAGMENT: Section;
    const USER_INFO: Section;
    const CONSUME_AT_SIGN: Section;
    const HOST_ALONE: Section;
    const HOST_ALONE_STOP: Section;
    const HOST_IN_BRACKETS: Section;
    const HOST_IN_BRACKETS_STOP: Section;
    const HOST: Section;
    const CONSUME_COLON_OF_PORT: Section;
    const PORT: Section;
    const USER_ALONE: Section;
    const USER_ALONE_STOP: Section;
    const USER: Section;
    const CONSUME_COLON_OF_PASSWORD: Section;
    const PASSWORD: Section;
}

/// Implements [`BarthDocument`] with the sections of one document. Sections that moved are listed; all others have
/// the same name in both documents.
macro_rules! document {
    ($marker:ty, $sections:ident, {$($name:ident = $section:ident,)*}) => {
        impl BarthDocument for $marker {
            $(const $name: Section = $sections::$section;)*
            const CONSUME_SLASHES: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_1;
            const AUTHORITY_ALONE: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_2_1;
            const AUTHORITY_ALONE_STOP: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_2_2;
            const AUTHORITY: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_3;
            const PATH_ALONE: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_4_1;
            const PATH_ALONE_STOP: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_4_2;
            const PATH: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_5;
            const CONSUME_QUESTION_MARK: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_1;
            const QUERY_ALONE: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_2_1;
            const QUERY_ALONE_STOP: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_2_2;
            const QUERY: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_3;
            const CONSUME_NUMBER_SIGN: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_7;
            const FRAGMENT: Section = $sections::FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_8;
            const USER_ALONE: Section = $sections::FIND_THE_USER_NAME_AND_PASSWORD_1_1;
            const USER_ALONE_STOP: Section = $sections::FIND_THE_USER_NAME_AND_PASSWORD_1_2;
            const USER: Section = $sections::FIND_THE_USER_NAME_AND_PASSWORD_2;
            const CONSUME_COLON_OF_PASSWORD: Section = $sections::FIND_THE_USER_NAME_AND_PASSWORD_3;
            const PASSWORD: Section = $sections::FIND_THE_USER_NAME_AND_PASSWORD_4;
        }
    };
}

document!(Barth2010, barth_2010, {
    CONSUME_CONTROL_CHARACTERS = FINDING_THE_SCHEME_1,
    FIND_SCHEME = PARSING_A_URL_1,
    INVALID_WITHOUT_SCHEME = FINDING_THE_SCHEME_2_1,
    INVALID_WITHOUT_SCHEME_STOP = FINDING_THE_SCHEME_2_2,
    STOP_WITHOUT_SCHEME = PARSING_A_URL_2_1,
    SCHEME = FINDING_THE_SCHEME_3,
    CONSUME_COLON_OF_SCHEME = FINDING_THE_SCHEME_4,
    AFTER_SCHEME = FINDING_THE_SCHEME_5,
    DRIVE_SCHEME = PARSING_A_URL_3,
    DRIVE = PARSING_A_URL_3_1,
    FILE = PARSING_A_URL_4_1,
    MAILTO = PARSING_A_URL_5_1,
    HIERARCHICAL = PARSING_A_URL_6,
    FIND_AUTHORITY_PATH_QUERY_FRAGMENT = PARSING_A_URL_6_1,
    FIND_USER_INFO_HOST_PORT = PARSING_A_URL_6_2,
    FIND_USER_NAME_PASSWORD = PARSING_A_URL_6_3,
    HIERARCHICAL_STOP = PARSING_A_URL_6_4,
    OPAQUE_PATH = PARSING_A_URL_7,
    USER_INFO = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_1_1,
    CONSUME_AT_SIGN = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_1_2,
    HOST_ALONE = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_2_1,
    HOST_ALONE_STOP = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_2_2,
    HOST_IN_BRACKETS = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_3_1,
    HOST_IN_BRACKETS_STOP = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_3_2,
    HOST = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_4,
    CONSUME_COLON_OF_PORT = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_5,
    PORT = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_6,
});

document!(Barth01, barth_01, {
    CONSUME_CONTROL_CHARACTERS = PARSING_A_URL_1,
    FIND_SCHEME = PARSING_A_URL_2,
    INVALID_WITHOUT_SCHEME = FINDING_THE_SCHEME_1_1,
    INVALID_WITHOUT_SCHEME_STOP = FINDING_THE_SCHEME_1_2,
    STOP_WITHOUT_SCHEME = PARSING_A_URL_3_1,
    SCHEME = FINDING_THE_SCHEME_2,
    CONSUME_COLON_OF_SCHEME = FINDING_THE_SCHEME_3,
    AFTER_SCHEME = FINDING_THE_SCHEME_4,
    DRIVE_SCHEME = PARSING_A_URL_4,
    DRIVE = PARSING_A_URL_4_1,
    FILE = PARSING_A_URL_5_1,
    MAILTO = PARSING_A_URL_6_1,
    HIERARCHICAL = PARSING_A_URL_7,
    FIND_AUTHORITY_PATH_QUERY_FRAGMENT = PARSING_A_URL_7_1,
    FIND_USER_INFO_HOST_PORT = PARSING_A_URL_7_2,
    FIND_USER_NAME_PASSWORD = PARSING_A_URL_7_3,
    HIERARCHICAL_STOP = PARSING_A_URL_7_4,
    OPAQUE_PATH = PARSING_A_URL_8,
    USER_INFO = FINDING_THE_USER_INFO_HOST_AND_PORT_1_1,
    CONSUME_AT_SIGN = FINDING_THE_USER_INFO_HOST_AND_PORT_1_2,
    HOST_ALONE = FINDING_THE_USER_INFO_HOST_AND_PORT_2_1,
    HOST_ALONE_STOP = FINDING_THE_USER_INFO_HOST_AND_PORT_2_2,
    HOST_IN_BRACKETS = FINDING_THE_USER_INFO_HOST_AND_PORT_3_1,
    HOST_IN_BRACKETS_STOP = FINDING_THE_USER_INFO_HOST_AND_PORT_3_2,
    HOST = FINDING_THE_USER_INFO_HOST_AND_PORT_4,
    CONSUME_COLON_OF_PORT = FINDING_THE_USER_INFO_HOST_AND_PORT_5,
    PORT = FINDING_THE_USER_INFO_HOST_AND_PORT_6,
});

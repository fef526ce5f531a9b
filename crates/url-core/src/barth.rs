//! Names for the parsing steps of Adam Barth's two documents, the text of 2010 and draft-abarth-url-01. Both
//! define the same parser, but number its steps differently.

use crate::{Section, sections::barth_01, sections::barth_2010};

/// Adam Barth's text of 2010, which specifies only the parsing of URLs.
///
/// Its parser takes the same steps as the parser of [`Barth01`], except that some steps have other numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barth2010;

/// Adam Barth's draft-abarth-url-01, "Parsing URLs for Fun and Profit".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barth01;

/// Declares [`BarthDocument`] and implements the trait for both documents. Each row has a name, the id of the
/// section in the 2010 text, and the id in draft-abarth-url-01 if the ids differ.
macro_rules! documents {
    ($($name:ident = $in_2010:ident $(| $in_draft:ident)?;)*) => {
        /// One of Adam Barth's two documents. Each constant is the section of one parsing step in that
        /// document.
        ///
        /// The steps whose names end in `_ALONE` apply if the rest of the string lacks the delimiter that
        /// would end the component: then the component is all of the rest. The steps whose names end in
        /// `_STOP` are the instruction "abort these steps" after the step with the same name without `_STOP`.
        #[expect(missing_docs, reason = "each name is its doc")]
        pub trait BarthDocument: Copy {
            $(const $name: Section;)*
        }

        impl BarthDocument for Barth2010 {
            $(const $name: Section = barth_2010::$in_2010;)*
        }

        impl BarthDocument for Barth01 {
            $(const $name: Section = documents!(@draft $in_2010 $($in_draft)?);)*
        }
    };
    (@draft $in_both:ident) => { barth_01::$in_both };
    (@draft $in_2010:ident $in_draft:ident) => { barth_01::$in_draft };
}

documents! {
    CONSUME_CONTROL_CHARACTERS = FINDING_THE_SCHEME_1 | PARSING_A_URL_1;
    FIND_SCHEME = PARSING_A_URL_1 | PARSING_A_URL_2;
    INVALID_WITHOUT_SCHEME = FINDING_THE_SCHEME_2_1 | FINDING_THE_SCHEME_1_1;
    INVALID_WITHOUT_SCHEME_STOP = FINDING_THE_SCHEME_2_2 | FINDING_THE_SCHEME_1_2;
    STOP_WITHOUT_SCHEME = PARSING_A_URL_2_1 | PARSING_A_URL_3_1;
    SCHEME = FINDING_THE_SCHEME_3 | FINDING_THE_SCHEME_2;
    CONSUME_COLON_OF_SCHEME = FINDING_THE_SCHEME_4 | FINDING_THE_SCHEME_3;
    AFTER_SCHEME = FINDING_THE_SCHEME_5 | FINDING_THE_SCHEME_4;
    DRIVE_SCHEME = PARSING_A_URL_3 | PARSING_A_URL_4;
    DRIVE = PARSING_A_URL_3_1 | PARSING_A_URL_4_1;
    FILE = PARSING_A_URL_4_1 | PARSING_A_URL_5_1;
    MAILTO = PARSING_A_URL_5_1 | PARSING_A_URL_6_1;
    HIERARCHICAL = PARSING_A_URL_6 | PARSING_A_URL_7;
    FIND_AUTHORITY_PATH_QUERY_FRAGMENT = PARSING_A_URL_6_1 | PARSING_A_URL_7_1;
    FIND_USER_INFO_HOST_PORT = PARSING_A_URL_6_2 | PARSING_A_URL_7_2;
    FIND_USER_NAME_PASSWORD = PARSING_A_URL_6_3 | PARSING_A_URL_7_3;
    HIERARCHICAL_STOP = PARSING_A_URL_6_4 | PARSING_A_URL_7_4;
    OPAQUE_PATH = PARSING_A_URL_7 | PARSING_A_URL_8;
    CONSUME_SLASHES = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_1;
    AUTHORITY_ALONE = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_2_1;
    AUTHORITY_ALONE_STOP = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_2_2;
    AUTHORITY = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_3;
    PATH_ALONE = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_4_1;
    PATH_ALONE_STOP = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_4_2;
    PATH = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_5;
    CONSUME_QUESTION_MARK = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_1;
    QUERY_ALONE = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_2_1;
    QUERY_ALONE_STOP = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_2_2;
    QUERY = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_6_3;
    CONSUME_NUMBER_SIGN = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_7;
    FRAGMENT = FINDING_THE_AUTHORITY_PATH_QUERY_AND_FRAGMENT_8;
    USER_INFO = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_1_1 | FINDING_THE_USER_INFO_HOST_AND_PORT_1_1;
    CONSUME_AT_SIGN = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_1_2 | FINDING_THE_USER_INFO_HOST_AND_PORT_1_2;
    HOST_ALONE = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_2_1 | FINDING_THE_USER_INFO_HOST_AND_PORT_2_1;
    HOST_ALONE_STOP = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_2_2 | FINDING_THE_USER_INFO_HOST_AND_PORT_2_2;
    HOST_IN_BRACKETS = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_3_1 | FINDING_THE_USER_INFO_HOST_AND_PORT_3_1;
    HOST_IN_BRACKETS_STOP = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_3_2 | FINDING_THE_USER_INFO_HOST_AND_PORT_3_2;
    HOST = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_4 | FINDING_THE_USER_INFO_HOST_AND_PORT_4;
    CONSUME_COLON_OF_PORT = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_5 | FINDING_THE_USER_INFO_HOST_AND_PORT_5;
    PORT = FINDING_THE_USER_INFORMATION_HOST_AND_PORT_6 | FINDING_THE_USER_INFO_HOST_AND_PORT_6;
    USER_ALONE = FIND_THE_USER_NAME_AND_PASSWORD_1_1;
    USER_ALONE_STOP = FIND_THE_USER_NAME_AND_PASSWORD_1_2;
    USER = FIND_THE_USER_NAME_AND_PASSWORD_2;
    CONSUME_COLON_OF_PASSWORD = FIND_THE_USER_NAME_AND_PASSWORD_3;
    PASSWORD = FIND_THE_USER_NAME_AND_PASSWORD_4;
}

//! Serializing IPv6 addresses. Implements whatwg "IPv6 serializer" and "find the IPv6 address compressed
//! piece index".

use core::net::Ipv6Addr;

use url_core::{Output, Report, Span, Trace, sections::whatwg};

/// Spec: whatwg#concept-ipv6-serializer
pub(crate) fn write_ipv6<O: Output, T: Trace>(address: Ipv6Addr, output: &mut O, trace: &mut T) {
    let place = Span::default();
    // 1. Let output be the empty string.
    // NOTE: or the string that it is appended to.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_1, place);
    let address = address.segments();
    // 2. Let compress be the compressed piece index.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_2, place);
    let compress = find_compressed_piece_index(address, trace);
    // 3. Let ignore0 be false.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_3, place);
    let mut ignore0 = false;
    // 4. For each pieceIndex of address's pieces:
    for (piece_index, piece) in address.into_iter().enumerate() {
        // 4.1. ignore0 is true and the piece is 0: continue.
        if ignore0 && piece == 0 {
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_1, place);
            continue;
        }
        // 4.2. Otherwise, set ignore0 to false.
        if ignore0 {
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_2, place);
            ignore0 = false;
        }
        // 4.3. If compress is pieceIndex, then:
        if compress == Some(piece_index) {
            // 4.3.1. Let separator be "::" at the start, else ":".
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_3_1, place);
            let separator = if piece_index == 0 { "::" } else { ":" };
            // 4.3.2. Append separator to output.
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_3_2, place);
            output.push_str(separator);
            // 4.3.3. Set ignore0 to true and continue.
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_3_3, place);
            ignore0 = true;
            continue;
        }
        // 4.4. Append the piece as the shortest lowercase hexadecimal number.
        trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_4, place);
        let digits = (u16::BITS - piece.leading_zeros()).div_ceil(4).max(1);
        for digit in (0..digits).rev() {
            output.push(char::from_digit(u32::from(piece >> (4 * digit)) & 0xF, 16).unwrap_or_default());
        }
        // 4.5. If pieceIndex is not 7, append ":".
        if piece_index != 7 {
            trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_4_5, place);
            output.push(':');
        }
    }
    // 5. Return output.
    trace.visited(whatwg::CONCEPT_IPV6_SERIALIZER_5, place);
}

/// Spec: whatwg#find-the-ipv6-address-compressed-piece-index
fn find_compressed_piece_index<T: Trace>(address: [u16; 8], trace: &mut T) -> Option<usize> {
    let place = Span::default();
    // 1. Let longestIndex be null.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_1, place);
    let mut longest_index = None;
    // 2. Let longestSize be 1.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_2, place);
    let mut longest_size = 1;
    // 3. Let foundIndex be null.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_3, place);
    let mut found_index = None;
    // 4. Let foundSize be 0.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_4, place);
    let mut found_size = 0;
    // 5. For each pieceIndex of address's pieces:
    for (piece_index, piece) in address.into_iter().enumerate() {
        // 5.1. If the piece is not 0:
        if piece != 0 {
            // 5.1.1. A longer run than the longest: it is that now.
            if found_size > longest_size {
                trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_1_1, place);
                longest_index = found_index;
                longest_size = found_size;
            }
            // 5.1.2. Set foundIndex to null.
            trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_1_2, place);
            found_index = None;
            // 5.1.3. Set foundSize to 0.
            trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_1_3, place);
            found_size = 0;
        // 5.2. Otherwise:
        } else {
            // 5.2.1. If foundIndex is null, set it to pieceIndex.
            if found_index.is_none() {
                trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_2_1, place);
                found_index = Some(piece_index);
            }
            // 5.2.2. Increment foundSize by 1.
            trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_5_2_2, place);
            found_size += 1;
        }
    }
    // 6. A longer run at the end: return foundIndex.
    if found_size > longest_size {
        trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_6, place);
        return found_index;
    }
    // 7. Return longestIndex.
    trace.visited(whatwg::FIND_THE_IPV6_ADDRESS_COMPRESSED_PIECE_INDEX_7, place);
    longest_index
}

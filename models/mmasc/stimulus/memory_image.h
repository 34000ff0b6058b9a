// SPDX-License-Identifier: Apache-2.0
// Vectors as a memory image for Verilog's $readmemh: one word a vector.
//
//     word   [ d ] [ random ] ... [ c ] [ b ] [ a ]      the operands in their table's order
//     a      [ a[k-1] ... a[1] a[0] ]                    element 0 in the least significant bits
#pragma once

#include <string>

#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Bits of one word: every operand at its format's storage width.
int word_bits(const OperandLayout& layout, bool has_d, bool has_flags = false);

// Comment lines that give the number of words, their width and each operand's slice; then a line of
// ceil(word_bits / 4) hex digits for each vector.
std::string memory_image_header(const VectorFile& file, std::uint64_t words);
std::string memory_image_word(const VectorFile& file, const Case& row);

}  // namespace mmasc

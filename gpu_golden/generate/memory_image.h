// SPDX-License-Identifier: Apache-2.0
// Vectors as a memory image for Verilog's $readmemh: one word a vector.
//
//     word   [ d ] [ sb ] [ sa ] [ c ] [ b ] [ a ]       most significant on the left
//     a      [ a[k-1] ... a[1] a[0] ]                     element 0 in the least significant bits
#pragma once

#include <string>

#include "vectors/vector_file.h"

namespace mmasc {

// Bits of one word: every operand at its format's storage width.
int word_bits(const VectorFormats& formats, bool has_d);

// Comment lines that give the width and each operand's slice, then ceil(word_bits / 4) hex digits a
// line.
std::string to_memory_image(const VectorFile& file);

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
// The header of a .npy file: a Python dict literal with three keys.
//
//     {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
#pragma once

#include <string>
#include <string_view>

#include "mmasc/matrix_files/array.h"

namespace mmasc {

struct NpyDict {
  std::string descr;
  bool fortran_order = false;
  ArrayShape shape;
};

// Throws InputError that counts columns from the dict's first byte.
NpyDict parse_npy_dict(std::string_view text);

}  // namespace mmasc

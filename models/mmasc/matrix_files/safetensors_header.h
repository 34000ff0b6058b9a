// SPDX-License-Identifier: Apache-2.0
// The JSON header of a .safetensors file:
//
//     {"__metadata__": {"key": "text"}, "name": {"dtype": "F32", "shape": [3, 4], "data_offsets":
//     [0, 48]}}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/matrix_files/array.h"

namespace mmasc {

struct Tensor {
  std::string name, dtype;
  ArrayShape shape;
  std::uint64_t begin = 0, end = 0;  // of its bytes, from the header's end
};

// In the header's order. Nothing is kept but the tensors, whatever the text. Throws InputError.
std::vector<Tensor> parse_safetensors_header(std::string_view json);

}  // namespace mmasc

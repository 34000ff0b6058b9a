// SPDX-License-Identifier: Apache-2.0
// Operands of several layers of a network: files or tensors whose names are alike but for one part,
// which a * stands for: "activations/*.npy", "model.safetensors:layers.*.weight".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/inputs/input_row.h"

namespace mmasc {

// Whether any operand is of a layer.
bool has_layers(const InputRow& row);

// The parts that make a file or a tensor of every operand that has a *, sorted. Files are looked
// for in row.folder. Throws InputError where an operand has more than one *, where it stands in the
// name of a folder or of a file of tensors, or where there is no layer; EnvironmentError.
std::vector<std::string> layers_of(const InputRow& row);

// The operands of one layer.
InputRow of_layer(InputRow row, std::string_view layer);

}  // namespace mmasc

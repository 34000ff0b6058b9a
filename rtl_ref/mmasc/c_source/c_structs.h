// SPDX-License-Identifier: Apache-2.0
// Structs of C that hold a payload, field by field as traces name them, and the operands of a step
// or of an instruction.
#pragma once

#include <string>
#include <vector>

#include "mmasc/c_source/c_helpers.h"
#include "mmasc/c_source/c_words.h"
#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc {

// An array of elements, all of one width, or an element alone.
struct COperand {
  std::string name;
  int count = 0;  // 0: no array
  int bits = 0;   // of the widest element
  std::string what;
};

std::string struct_of_operands(const std::string& name, const std::vector<COperand>& operands);
std::string struct_of_fields(const std::string& name, const std::vector<SymbolicField>& fields,
                             CHelpers& helpers);

// The fields in a struct that `pointer` points to.
std::vector<CPlace> places_of(const std::string& pointer, const std::vector<SymbolicField>& fields);

}  // namespace mmasc

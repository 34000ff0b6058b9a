// SPDX-License-Identifier: Apache-2.0
// The checks of what a C caller hands in. Each throws InputError that names the argument.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mmasc.h"
#include "mmasc/arith/matrix.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/progress.h"
#include "mmasc/unit/rounding.h"

namespace mmasc::capi {

template <class T>
T& given(T* argument, std::string_view name) {
  if (argument == nullptr) throw InputError(std::string(name) + " is null");
  return *argument;
}

// The structure, its size that of this ABI version.
template <class Args>
const Args& given_args(const Args* args, std::string_view name) {
  const std::size_t size = given(args, name).struct_size;
  if (size != sizeof(Args))
    throw InputError(std::string(name) + ".struct_size is " + std::to_string(size) + ", not " +
                     std::to_string(sizeof(Args)));
  return *args;
}

std::span<const std::uint64_t> elements(const mmasc_bits& bits, std::string_view name);
std::span<std::uint64_t> elements(const mmasc_mutable_bits& bits, std::string_view name);

// The inputs of `operands`, an array of mmasc.h, each as `take` gives it.
template <class T, class Element, class Take>
PerInput<T> inputs(const Element (&operands)[MMASC_INPUTS], Take take) {
  static_assert(MMASC_INPUTS == kInputCount);
  PerInput<T> taken;
  for (const OperandRow& row : kInputs)
    taken[row.operand] = take(operands[index_of(row.operand)], row.name);
  return taken;
}
// Returns views of the operands that are given.
PerInput<std::optional<MatrixView>> matrices(const mmasc_matrix (&operands)[MMASC_INPUTS]);

MatrixView view(const mmasc_matrix& matrix);
std::optional<MatrixView> view(const mmasc_matrix* matrix);  // none where null
MutableMatrix view(const mmasc_mutable_matrix& matrix);

const Format& format_named(std::string_view argument, const char* name);
Rounding rounding_named(std::string_view argument, const char* name);

// Throws Stopped where the caller's function says so; empty where it is null.
Progress progress_of(mmasc_progress progress, void* context);

// A copy that mmasc_text_free() frees.
char* copy_text(std::string_view text);

}  // namespace mmasc::capi

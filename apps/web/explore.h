// SPDX-License-Identifier: Apache-2.0
// The answers to the explorer's page: JSON in, JSON out.
#pragma once

#include <string>
#include <string_view>

namespace mmasc {

// The operands that may be typed, and the catalogue:
//   {"operands": [{name, label, is_optional}, ...], "units": [{id, formats, mnemonic, evidence},
//   ...]}
std::string units_document();

// One unit and one dot product. The request, all texts but `set`, all but `unit` or `toml`
// optional:
//   unit, or toml and row    an id or any unique part of one; a file's text and the row in it
//   set                      FIELD=VALUE, as --set takes them
//   a, b, ...                operands, as `mmasc eval` takes them; without one, what `unit` says
//   seed                     of stochastic roundings
// The answer has, as far as it goes:
//   unit       what `mmasc show --json` says of the row, its TOML, its fields (field_list.h),
//              its operands by name, each with what stands for it where nothing is typed
//   eval       what `mmasc eval --trace --json` prints
//   waterfall  mmasc/presentation/waterfall.h
//   command    the command that gives the same
//   notes      what the command says on standard error
//   error      one line, and what cannot be had is left out
std::string explore(std::string_view request);

}  // namespace mmasc

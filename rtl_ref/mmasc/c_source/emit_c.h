// SPDX-License-Identifier: Apache-2.0
// A unit as a file of C99 with its header, for C-to-RTL equivalence tools, emulators and firmware.
#pragma once

#include <span>
#include <string>

#include "mmasc/unit/unit.h"
#include "mmasc/vectors/case.h"

namespace mmasc {

struct CSource {
  std::string header, source;
};

struct CSourceRequest {
  std::string name;    // begins the name of every function, struct and macro: check_c_name()
  std::string header;  // the header's file name, as the source includes it
  std::string mark;    // the first line of both, a sentence
  std::string unit;    // as the user typed it
  std::span<const Case> vectors;  // of the self test, with d and flags
};

// "FP8_SELF_TEST" of "fp8": with it defined, the source is a program that tests itself.
std::string self_test_macro(const std::string& name);

// Throws RowError where the unit has no plan or has stages of its own.
CSource emit_c(const Unit& unit, const CSourceRequest& request);

}  // namespace mmasc

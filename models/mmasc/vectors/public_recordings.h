// SPDX-License-Identifier: Apache-2.0
// Recordings in the layout of "Accurate Models of NVIDIA Tensor Cores" (F. A. Khattak and M.
// Mikaitis, ACM TACO), made ready for programs by an index.csv. docs/vectors.md describes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// A format under its published name, which folders and files are called by.
struct PublishedFormat {
  std::string_view name;
  const Format* format = nullptr;
};

// A row of index.csv.
struct PublicRecording {
  enum class C {
    used,
    rounded_to_f16,  // c is published in float32; the instruction got it rounded to nearest even
    not_used,        // the instruction computed d = ab
  };
  std::string index;  // path of the index.csv
  int line = 0;
  std::string gpu;
  PublishedFormat format;  // of a and b
  PublishedFormat d;
  std::string instruction;
  int k_recorded = 0;  // the other elements of the instruction are +0
  C c = C::used;
};

// Throws InputError `index.csv:line: what; mend`.
std::vector<PublicRecording> read_public_index(const std::string& path);

// `unit` is the recording's instruction, which says how long k is. Every element is taken back to
// its format exactly; one that is not a number of it is an InputError with its file and line.
// A case's line is that of the published files.
VectorFile import_recording(const PublicRecording& recording, const Unit& unit);

}  // namespace mmasc

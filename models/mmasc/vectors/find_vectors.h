// SPDX-License-Identifier: Apache-2.0
// Which vectors the paths of a command line mean.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/vectors/public_recordings.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// A .vec file, or one row of an index of published recordings.
struct VectorSource {
  std::string path;
  std::optional<PublicRecording> recording;
};

// Each path is a file (index.csv, or else a vector file whatever its name) or a folder, which is
// searched to any depth for *.vec and index.csv, in the order of their paths. A file
// named twice and a copy of a vector file are left out. Throws InputError for a path that is not
// there and for a folder without vectors.
std::vector<VectorSource> find_vectors(std::span<const std::string> paths);

using UnitLookup = std::function<const Unit&(std::string_view id)>;

// With d, or without where the file has none. Evidence is the file's own claim, `recorded` for
// published recordings. `unit_of` is asked for the instructions of these alone.
VectorFile load_stimulus(const VectorSource& source, const UnitLookup& unit_of);
// Throws InputError where there is no d.
VectorFile load_vectors(const VectorSource& source, const UnitLookup& unit_of);

}  // namespace mmasc

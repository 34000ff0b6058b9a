// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>

#include "mmasc/unit/formats.h"
#include "mmasc/vectors/bundled.h"
#include "mmasc/vectors/vector_file.h"
#include "seeds.h"

namespace mmasc::fuzz {
namespace {

constexpr std::size_t kCases = 2;

std::vector<std::string> bundled_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(bundled_vectors_dir()))
    if (entry.path().extension() == ".vec") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The shortest there is, so that more of the mutations meet the header.
std::string short_text(const Format& format, bool is_scaled, bool has_flags = false) {
  VectorFile file;
  file.instruction = file.provenance = "x";
  for (const OperandRow& operand : kOperands)
    if (operand.lacks.empty() || (is_scaled && operand.scales))
      file.layout.format[operand.operand] = &format;
  file.layout.k = 2;
  file.layout.scale_block = is_scaled ? 1 : 0;
  file.has_flags = has_flags;
  file.cases.emplace_back(file.layout);
  return to_text(file);
}

}  // namespace

// One bundled file for each kind of operands and NaNs.
std::vector<std::string> vector_seeds() {
  std::vector<std::string> seeds;
  for (const Format& format : shipped_formats()) {
    for (const bool is_scaled : {false, true}) seeds.push_back(short_text(format, is_scaled));
  }
  seeds.push_back(short_text(shipped_formats().front(), false, true));
  FormatRow own;
  own.name = "own";
  own.exponent_bits = 3;
  own.fraction_bits = 4;
  seeds.push_back(short_text(*define_format(own), false));
  std::set<std::string> kinds;
  for (const auto& path : bundled_paths()) {
    VectorFile file = read_vectors(path);
    const bool named = !file.cases.front().name.empty();
    std::string kind = to_text(file.layout) + (file.nan == NanMatch::any ? " any" : " exact");
    if (named) kind += " named";
    file.cases.resize(std::min(kCases, file.cases.size()));
    std::string text = to_text(file);
    if (text.size() <= kLongestSeed && kinds.insert(kind).second) seeds.push_back(std::move(text));
  }
  return seeds;
}

}  // namespace mmasc::fuzz

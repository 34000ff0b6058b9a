// SPDX-License-Identifier: Apache-2.0
// Vector files (.vec): recorded or computed dot-product-adds of one instruction, as raw bits.
// docs/vectors.md defines the text. The reader takes exactly what the writer writes, so a file
// that was read is written back byte for byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/unit.h"
#include "mmasc/vectors/case.h"

namespace mmasc {

enum class NanMatch { exact, any };  // any: only NaN-ness of d is known

// A line of the header. The values of the keys that mmasc knows are members of VectorFile; the
// rest are kept here.
struct HeaderLine {
  std::string key;
  std::string value{};
  int line = 0;
};

// Who made the device that recordings are of: "NVIDIA".
inline constexpr std::string_view kMakerKey = "maker";

struct VectorFile {
  std::string name;  // names the file in errors
  std::string instruction;
  OperandLayout layout;
  std::string provenance;
  // A file that does not say it was recorded is never taken for a recording.
  EvidenceKind evidence = EvidenceKind::derived;
  NanMatch nan = NanMatch::exact;
  bool has_d = true;       // without: stimulus, d to be found out
  bool has_flags = false;  // behind d
  std::vector<HeaderLine> header = {{"instruction"}, {"formats"}, {"provenance"}, {"evidence"},
                                    {"nan"},         {"vectors"}, {"columns"}};
  std::vector<Case> cases;

  const HeaderLine* find(std::string_view key) const;  // null where the header has no such line
  bool is_own() const { return provenance.starts_with("mmasc "); }  // d is a model's of mmasc
};

// Throws InputError `name:line[:column]: what; mend`.
VectorFile parse_vectors(std::string_view text, const std::string& name);
// Reads what the line `formats` says: "a=f16 b=f16 c=f32 d=f32 k=4". `name` names it in errors.
OperandLayout parse_layout(std::string_view text, const std::string& name);
VectorFile read_vectors(const std::string& path);  // EnvironmentError where it cannot be read

std::string to_text(const VectorFile& file);
// The same text in pieces, for files that memory need not hold: what stands before so many cases,
// and each case.
std::string header_text(const VectorFile& file, std::uint64_t cases);
std::string case_text(const VectorFile& file, const Case& row);
void write_vectors(const VectorFile& file, const std::string& path);

// Throws InputError where the file's operands are not those of the unit.
void check_header(const VectorFile& file, const Unit& unit);

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/journal.h"

#include <filesystem>

#include "mmasc/unit/error.h"
#include "mmasc/vectors/line_reader.h"

namespace mmasc::identify {

Journal::Journal(const std::string& path, const Unit& unit) : path_(path) {
  file_.name = path;
  file_.instruction = unit.instruction.id;
  file_.layout = layout_of(unit);
  file_.provenance = "answers that mmasc identify was given";
  file_.header = {{"instruction"}, {"formats"}, {"provenance"}, {"nan"}, {"columns"}};
  const bool is_there =
      std::filesystem::is_regular_file(path) && std::filesystem::file_size(path) > 0;
  if (is_there) {
    std::string there = read_text(path);
    there.resize(there.rfind('\n') + 1);
    const VectorFile before = parse_vectors(there, path);
    check_header(before, unit);
    known_ = before.cases;
    std::filesystem::resize_file(path, there.size());
  }
  out_.open(path, std::ios::binary | std::ios::app);
  if (!is_there) out_ << header_text(file_, 0) << std::flush;
  if (!out_) throw EnvironmentError(path + ": cannot be written");
}

void Journal::add(const Case& row) {
  out_ << case_text(file_, row) << std::flush;
  if (!out_) throw EnvironmentError(path_ + ": cannot be written; is the disk full?");
}

}  // namespace mmasc::identify

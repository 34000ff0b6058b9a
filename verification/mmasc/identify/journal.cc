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
  std::string text = header_text(file_, 0);
  if (std::filesystem::is_regular_file(path) && std::filesystem::file_size(path) > 0) {
    std::string there = read_text(path);
    there.resize(there.rfind('\n') + 1);
    const VectorFile before = parse_vectors(there, path);
    check_header(before, unit);
    known_ = before.cases;
    text = std::move(there);
  }
  out_.open(path, std::ios::binary);
  out_ << text << std::flush;
  if (!out_) throw EnvironmentError(path + ": cannot be written");
}

void Journal::add(const Case& row) {
  out_ << case_text(file_, row) << std::flush;
  if (!out_) throw EnvironmentError(path_ + ": cannot be written; is the disk full?");
}

}  // namespace mmasc::identify

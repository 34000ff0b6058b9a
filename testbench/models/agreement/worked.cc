// SPDX-License-Identifier: Apache-2.0
#include "agreement/worked.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "agreement/unit_lines.h"

namespace mmasc {
namespace {

constexpr std::string_view kEnd = ".cases";

// Header lines by their keys, in the order in which they first stood.
class Header {
 public:
  bool has(const std::string& line) { return like(line) != lines_.end(); }
  void set(const std::string& line) {
    if (const auto at = like(line); at != lines_.end())
      *at = line;
    else
      lines_.push_back(line);
  }
  std::string text() const {
    std::string text;
    for (const std::string& line : lines_) text += line + '\n';
    return text;
  }

 private:
  // The line of the same key.
  std::vector<std::string>::iterator like(const std::string& line) {
    const auto key_of = [](const std::string& text) { return text.substr(0, text.find(':')); };
    return std::ranges::find(lines_, key_of(line), key_of);
  }

  std::vector<std::string> lines_;
};

}  // namespace

std::vector<Worked> worked_cases(std::string_view file) {
  const std::string name = "worked/" + std::string(file) + std::string(kEnd);
  std::vector<Worked> all;
  Header top, header;
  std::string unit, cases;
  const auto end_unit = [&] {
    if (unit.empty()) return;
    if (cases.empty()) throw std::runtime_error(name + ": " + unit + " has no case");
    VectorFile vectors = parse_vectors(header.text() + cases, name + ", " + unit);
    all.push_back({unit_of_line(unit), std::move(vectors)});
    check_header(all.back().vectors, all.back().unit);
    cases.clear();
  };
  std::istringstream text(text_in_agreement(name));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("# unit: ")) {
      end_unit();
      if (unit.empty()) top = header;
      header = top;
      unit = line.substr(line.find(' ', 2) + 1);
      header.set("# unit: " + unit);
    } else if (line.starts_with("# case: ") || !line.starts_with('#')) {
      cases += line + '\n';
    } else {
      if (unit.empty() && header.has(line)) throw std::runtime_error(name + ": twice: " + line);
      header.set(line);
    }
  }
  end_unit();
  if (all.empty()) throw std::runtime_error(name + ": no line \"# unit: \"");
  return all;
}

std::vector<std::string> worked_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_in_agreement("worked")))
    if (entry.path().extension() == kEnd) names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace mmasc

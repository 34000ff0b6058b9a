// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/rtl_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "mmasc/rtl/checker_file.h"
#include "mmasc/unit/error.h"

namespace mmasc::proof {
namespace {

constexpr std::string_view kRegisters = "mmasc_elastic.sv";

std::string without_comments(const std::string& text) {
  std::string rest;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view here = std::string_view(text).substr(i, 2);
    if (here == "//") {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (here == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
      rest += ' ';
    } else {
      rest += text[i];
    }
  }
  return rest;
}

// Without what stands there for a word of mmasc's own alone, which no proof defines.
std::string without_onlookers(const std::string& text, const std::string& file) {
  static const std::regex branch(R"(^\s*`(ifdef|ifndef|elsif|else|endif)\b\s*(\w*))");
  std::istringstream lines(text);
  std::string rest;
  int depth = 0;
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_search(line, found, branch)) {
      if (depth == 0) rest += line + "\n";
      continue;
    }
    const std::string what = found[1], word = found[2];
    if (what == "endif") {
      depth = std::max(0, depth - 1);
    } else if (what == "ifdef" && (depth > 0 || word.starts_with("MMASC_"))) {
      ++depth;
    } else if (what == "ifndef" && depth > 0) {
      ++depth;
    } else if (depth == 0 || (depth == 1 && !(what == "elsif" && word.starts_with("MMASC_")))) {
      throw InputError(fmt::format(
          "{}: text that depends on a macro, `{} {}; a proof is of one text", file, what, word));
    }
  }
  return rest;
}

bool is_own_checker(const RtlFile& file) {
  return std::ranges::any_of(checker_sources(), [&](const RtlFile& own) {
    return own.name == file.name && own.text == file.text;
  });
}

std::set<std::string> matches(const std::string& text, const std::regex& what, std::size_t group) {
  std::set<std::string> found;
  for (std::sregex_iterator each(text.begin(), text.end(), what), end; each != end; ++each)
    found.insert((*each)[static_cast<std::ptrdiff_t>(group)]);
  return found;
}

// The files that the top needs, by the names of modules that stand in each.
std::vector<const RtlFile*> files_of_top(const Rtl& rtl) {
  static const std::regex module(R"(\bmodule\s+(\w+))"), word(R"(\w+)");
  std::map<std::string, const RtlFile*> of_module;
  for (const RtlFile& file : rtl.files)
    for (const std::string& name : matches(without_comments(file.text), module, 1))
      of_module[name] = &file;
  std::vector<const RtlFile*> needed;
  std::vector<std::string> waiting{rtl.top};
  while (!waiting.empty()) {
    const auto found = of_module.find(waiting.back());
    waiting.pop_back();
    if (found == of_module.end() || std::ranges::count(needed, found->second) > 0) continue;
    needed.push_back(found->second);
    const std::string text = without_comments(found->second->text);
    for (const std::string& name : matches(text, word, 0)) waiting.push_back(name);
  }
  return needed;
}

std::vector<std::string> register_counts(const RtlFile& file) {
  static const std::regex count(R"(\.REGISTERS\s*\(([^)]*)\))");
  const std::string text = without_comments(file.text);
  std::vector<std::string> counts;
  for (std::sregex_iterator each(text.begin(), text.end(), count), end; each != end; ++each)
    counts.push_back((*each)[1]);
  return counts;
}

}  // namespace

void check_text(const Rtl& rtl) {
  static const std::regex refused(
      R"(\b(defparam|bind|force|release|alias)\b|`include|\$readmem\w*|'[sS]?[bBoOdDhH]\s*[0-9a-fA-F_]*[xXzZ]|'[xXzZ]\b)");
  static const std::regex registers(R"(\bmodule\s+\w*mmasc_elastic\w*)");
  for (const RtlFile& file : rtl.files) {
    if (is_own_checker(file)) continue;
    const std::string text = without_onlookers(without_comments(file.text), file.name);
    std::smatch found;
    if (std::regex_search(text, found, refused) ||
        (file.name != kRegisters && std::regex_search(text, found, registers)))
      throw InputError(
          fmt::format("{}: \"{}\" is nothing that a proof can show; write it otherwise", file.name,
                      found.str()));
  }
}

std::string file_of_other_registers(const Rtl& rtl, const Rtl& emitted) {
  for (const RtlFile* const each : files_of_top(rtl)) {
    const RtlFile& file = *each;
    const auto own = std::ranges::find(emitted.files, file.name, &RtlFile::name);
    const bool is_own = own != emitted.files.end();
    if (file.name == kRegisters ? !is_own || own->text != file.text
                                : register_counts(file) !=
                                      (is_own ? register_counts(*own) : std::vector<std::string>{}))
      return file.name;
  }
  return {};
}

}  // namespace mmasc::proof

// SPDX-License-Identifier: Apache-2.0
// Stages of a module by themselves.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "mmasc/rtl/module_text.h"

namespace mmasc {
namespace {

bool is_of_a_word(unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }

// Calls other(text) for what stands between words, word(text) for each word.
template <typename Word, typename Other>
void split_words(const std::string& text, Word&& word, Other&& other) {
  for (auto at = text.begin(); at != text.end();) {
    const auto word_end = std::find_if_not(at, text.end(), is_of_a_word);
    if (word_end != at) word(std::string(at, word_end));
    at = std::find_if(word_end, text.end(), is_of_a_word);
    if (at != word_end) other(std::string(word_end, at));
  }
}

// Names by the order in which they are first met: P0, P1, ...
class FreshNames {
 public:
  explicit FreshNames(std::string_view prefix) : prefix_(prefix) {}
  // Calls declare(name) where it is new.
  template <typename Declare>
  const std::string& of(const std::string& old, Declare&& declare) {
    const auto [at, is_new] = names_.try_emplace(old, fmt::format("{}{}", prefix_, names_.size()));
    if (is_new) declare(at->second);
    return at->second;
  }

 private:
  std::string_view prefix_;
  std::map<std::string, std::string> names_;
};

}  // namespace

std::string ModuleText::alone(const Instance& instance) const {
  std::map<std::string_view, const Descriptor*> known;
  for (const auto& [name, descriptor] : descriptors_) known[name] = &descriptor;
  FreshNames names("P");
  std::string declarations, text;
  split_words(
      instance.bare_text(),
      [&](const std::string& word) {
        const auto found = known.find(word);
        if (found == known.end() || text.ends_with('.'))  // ".C_FORMAT(C_FORMAT)"
          text += word;
        else
          text += names.of(word, [&](const std::string& name) {
            declarations += found->second->declaration(name);
          });
      },
      [&](const std::string& other) { text += other; });
  return fmt::format("module {} #(\n    parameter ID_BITS = 8\n);\n{}{}endmodule\n", kLoneTop,
                     declarations, text);
}

// A port for each wire that others drive, and for each that others read.
std::string ModuleText::together(const Segment& stages) const {
  std::set<std::string> driven, read_elsewhere{"ready_o", "valid_o", "id_o", "d_o", "flags_o"};
  const auto is_within = [&](int stage) { return stage >= stages.first && stage <= stages.last; };
  const auto for_each_wire = [&](int stage, auto&& work) {
    for (const Instance& instance : stages_[static_cast<std::size_t>(stage)])
      for (const Instance::Port& port : instance.ports())
        split_words(
            port.value,
            [&](const std::string& word) {
              if (widths_.contains(word)) work(word, port.is_output());
            },
            [](const std::string&) {});
  };
  for (int stage = 0; stage < static_cast<int>(stages_.size()); ++stage)
    for_each_wire(stage, [&](const std::string& wire, bool is_output) {
      if (is_within(stage) && is_output) driven.insert(wire);
      if (!is_within(stage) && !is_output) read_elsewhere.insert(wire);
    });

  std::map<std::string_view, const Descriptor*> known;
  for (const auto& [name, descriptor] : descriptors_) known[name] = &descriptor;
  FreshNames parameters("P"), wires("w"), instances("u_");
  std::vector<std::string> ports;
  std::string declarations, text;
  const auto declare_wire = [&](const std::string& old, const std::string& name) {
    if (!driven.contains(old))
      ports.push_back(fmt::format("    input  logic {}{}", range_of(old), name));
    else if (read_elsewhere.contains(old))
      ports.push_back(fmt::format("    output logic {}{}", range_of(old), name));
    else
      declarations += fmt::format("  wire {}{};\n", range_of(old), name);
  };
  for (int stage = stages.first; stage <= stages.last; ++stage)
    for (const Instance& instance : stages_[static_cast<std::size_t>(stage)])
      split_words(
          instance.text_as(instances.of(instance.name(), [](const std::string&) {})),
          [&](const std::string& word) {
            const auto parameter = known.find(word);
            if (text.ends_with('.'))
              text += word;
            else if (parameter != known.end())
              text += parameters.of(word, [&](const std::string& name) {
                declarations += parameter->second->declaration(name);
              });
            else if (widths_.contains(word))
              text += wires.of(word, [&](const std::string& name) { declare_wire(word, name); });
            else
              text += word;
          },
          [&](const std::string& other) { text += other; });
  return fmt::format(
      "module mmasc_segment #(\n    parameter ID_BITS = 8\n) (\n{}\n);\n{}{}endmodule\n"
      "module {};\n  mmasc_segment u_segment ();\nendmodule\n",
      fmt::join(ports, ",\n"), declarations, text, kLoneTop);
}

RtlSegment ModuleText::lone(const Segment& stages) const {
  const std::vector<Instance>& first = stages_[static_cast<std::size_t>(stages.first)];
  RtlSegment segment{stages, {}};
  if (stages.size() > 1)
    segment.modules.push_back({first.front().name(), together(stages)});
  else
    for (const Instance& instance : first)
      segment.modules.push_back({instance.name(), alone(instance)});
  return segment;
}

}  // namespace mmasc

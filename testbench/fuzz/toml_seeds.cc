// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string_view>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/embedded.h"
#include "random/random_unit.h"
#include "seeds.h"

namespace mmasc::fuzz {
namespace {

constexpr int kRandomUnits = 100;

// A text from one [header] to the next.
struct Section {
  std::string_view header, text;
};

std::vector<Section> sections_of(std::string_view text) {
  std::vector<Section> sections;
  for (auto at = text.find("\n["); at != text.npos;) {
    const auto next = text.find("\n[", at + 1);
    const auto section = text.substr(at + 1, next == text.npos ? next : next - at);
    sections.push_back({section.substr(0, section.find(']')), section});
    at = next;
  }
  return sections;
}

// An instruction as it is written, with `each` and all, behind the datapath it names.
void add_sections(std::string_view text, std::vector<std::string>& seeds) {
  const auto sections = sections_of(text);
  for (const auto& datapath : sections)
    for (const auto& instruction : sections) {
      constexpr std::string_view kKind = "[datapath.";
      if (!datapath.header.starts_with(kKind) || instruction.header.starts_with(kKind)) continue;
      if (instruction.text.find(datapath.header.substr(kKind.size())) != std::string_view::npos)
        seeds.push_back(std::string(datapath.text) + std::string(instruction.text));
    }
}

// No shipped row has a text with marks that TOML escapes.
Unit with_quotes() {
  return catalog().units().front().with("instruction.note", R"('a "quoted" note')");
}

}  // namespace

std::vector<std::string> toml_seeds() {
  std::vector<std::string> seeds;
  for (const auto& file : catalog_files()) add_sections(file.text, seeds);
  std::set<std::string> datapaths;
  for (const auto& unit : catalog().units())
    if (datapaths.insert(unit.datapath.name).second) seeds.push_back(to_toml(unit));
  seeds.push_back(to_toml(with_quotes()));
  for (int seed = 1; seed <= kRandomUnits; ++seed)
    seeds.push_back(to_toml(random_unit(static_cast<std::uint64_t>(seed))));
  std::erase_if(seeds, [](const auto& seed) { return seed.size() > kLongestSeed; });
  return seeds;
}

}  // namespace mmasc::fuzz

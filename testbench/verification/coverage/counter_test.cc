// SPDX-License-Identifier: Apache-2.0
// Every kind of counter counts a vector and leaves out another that differs little, or the same
// vector on a datapath of which one field is changed.
#include "mmasc/coverage/counter.h"

#include <fstream>
#include <sstream>

#include "arith/operands.h"
#include "coverage/support.h"

namespace mmasc {
namespace {

struct Example {
  std::string point;
  Unit unit;
  Vector counted, left_out;
};

// An element as counted.txt writes it.
std::uint64_t element(std::string text) {
  const std::uint64_t sign = text[0] == '-' ? 0x8000 : 0;
  if (sign != 0) text.erase(0, 1);
  if (text == "inf") return sign | 0x7c00;
  if (text == "nan") return sign | 0x7e00;
  if (text == "1") return sign | 0x3c00;
  if (!text.starts_with("2^")) return sign | std::stoull(text, nullptr, 16);
  const int exponent = std::stoi(text.substr(2));
  return sign |
         (exponent < -14 ? 1U << (exponent + 24) : static_cast<unsigned>(exponent + 15) << 10);
}

Vector vector_of(const std::string& text) {
  Vector vector;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (const auto equals = word.find('='); equals == std::string::npos) {
      vector.pairs.push_back(element(word));
    } else {
      const std::string name = word.substr(0, equals);
      (name == "c"    ? vector.c
       : name == "sa" ? vector.sa
                      : vector.sb) = element(word.substr(equals + 1));
    }
  return vector;
}

const std::vector<Example>& examples() {
  static const std::vector<Example> all = [] {
    std::vector<Example> read;
    std::ifstream file(MMASC_COVERAGE "/counted.txt");
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#')) continue;
      std::vector<std::string> parts;
      for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 2) {
        to = line.find("; ", from);
        parts.push_back(line.substr(from, to - from));
      }
      read.push_back({parts.at(0), unit_of_line("rows.toml:my/" + parts.at(1)),
                      vector_of(parts.at(2)), vector_of(parts.at(3))});
    }
    return read;
  }();
  return all;
}

TEST(Counter, CountsAndLeavesOut) {
  for (const Example& example : examples()) {
    EXPECT_TRUE(met(example.unit, example.counted).contains(example.point)) << example.point;
    EXPECT_FALSE(met(example.unit, example.left_out).contains(example.point)) << example.point;
  }
  EXPECT_GT(examples().size(), 90u);
}

// The kind of a point: its name without the sum, the number, the sign and whose rounding it is.
std::string kind_of(std::string name) {
  if (name.starts_with("late_c.")) name = name.substr(7);
  for (const char* end : {" <= ", " = ", " of ", " +", " -"})
    if (const auto at = name.find(end); at != std::string::npos)
      name = end == std::string(" of ") && name.ends_with(" and c") ? name.substr(0, at) + " with c"
                                                                    : name.substr(0, at);
  for (const char* cut : {"preround.", "round.", "alignment_rounding."})
    if (const auto at = name.find(cut); at != std::string::npos) return name.substr(at);
  const std::string first = name.substr(0, name.find('.'));
  if (first.starts_with("lane[")) return "lane.a" + name.substr(name.rfind('.'));
  if (first == "c" || first == "b") return "a" + name.substr(1);
  if (first == "a" || first == "products" || first == "chain" || first.starts_with("scale_"))
    return name;
  return name.substr(name.rfind('.') + 1);
}

TEST(Counter, EveryKindOfTheCatalogueHasAnExample) {
  std::set<std::string> shown;
  for (const Example& example : examples()) shown.insert(kind_of(example.point));
  std::set<std::string> missing;
  for (std::size_t i = 0; i < catalog().units().size(); i += 7)
    for (const CoverPoint& point : cover_points_of(Sequence(catalog().units()[i])).list) {
      std::string kind = kind_of(point.name);
      if (shown.contains(kind)) continue;
      if (kind.starts_with("products.")) kind = kind.substr(kind.rfind('.') + 1);  // rounded
      if (!shown.contains(kind)) missing.insert(kind + " of " + point.name);
    }
  EXPECT_TRUE(missing.empty()) << *missing.begin();
}

TEST(Counter, GivesTheReferencesResult) {
  const Sequence sequence(small_unit("my/two"));
  const CoverPoints points = cover_points_of(sequence);
  Counter counter(sequence, points);
  const Case x = case_of({0x3c00, 0x3c00}, {0x3c00, 0x1000}, 0x3c00);
  counter.meet(view(x));
  EXPECT_EQ(counter.d(), evaluate(sequence, view(x)));
}

}  // namespace
}  // namespace mmasc

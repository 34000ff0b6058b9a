// SPDX-License-Identifier: Apache-2.0
// The page of a unit: complete for every row, and of the row at its end; disclose.txt shows some.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

#include "mmasc/disclosure/disclosure.h"
#include "mmasc/disclosure/fields.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/fields.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

constexpr std::string_view kSections[] = {
    "What it computes", "Parameters",  "Reduction", "Roundings",
    "Special values",   "Pseudo-code", "Evidence",  "The row",
};

const PageBlock* block_below(const Page& page, std::string_view heading, PageBlock::Kind kind) {
  auto at = std::ranges::find_if(page.blocks, [&](const PageBlock& block) {
    return block.kind == PageBlock::Kind::heading && block.text == heading;
  });
  at = std::find_if(at, page.blocks.end(),
                    [&](const PageBlock& block) { return block.kind == kind; });
  return at == page.blocks.end() ? nullptr : &*at;
}

// A row read from a page has this of the row that the page is of.
void expect_same_arithmetic(const Unit& read, const Unit& unit) {
  Datapath datapath = unit.datapath;
  datapath.name = read.datapath.name;
  datapath.undecided.clear();
  EXPECT_EQ(read.datapath, datapath) << unit.instruction.id;
  Instruction instruction = unit.instruction;
  instruction.id = read.instruction.id;
  instruction.datapath = read.instruction.datapath;
  instruction.structure = read.instruction.structure;
  instruction.note = read.instruction.note;
  instruction.evidence.clear();
  EXPECT_EQ(read.instruction, instruction) << unit.instruction.id;
}

TEST(Page, IsCompleteForEveryRow) {
  for (const Unit& unit : catalog().units()) {
    const Page page = make_disclosure(unit, {unit.instruction.id, "mmasc"}, 0);
    std::vector<std::string_view> sections;
    for (const PageBlock& block : page.blocks)
      if (block.kind == PageBlock::Kind::heading) sections.push_back(block.text);
    EXPECT_TRUE(std::ranges::equal(sections, kSections)) << unit.instruction.id;
    for (const PageBlock& block : page.blocks)
      for (const auto& cells : block.rows)
        EXPECT_EQ(cells.size(), block.rows.front().size()) << unit.instruction.id;
    const PageBlock* const row = block_below(page, "The row", PageBlock::Kind::code);
    ASSERT_NE(row, nullptr);
    Formats formats;
    const std::vector<Unit> read = catalog().read(row->text, "page.toml", formats);
    ASSERT_EQ(read.size(), 1u) << unit.instruction.id;
    expect_same_arithmetic(read.front(), unit);
  }
}

// Whoever adds a field to the language says here what it means.
template <class Row>
void expect_meanings(std::string_view prefix, std::set<std::string_view> left_out) {
  for (const std::string_view key : keys_of<Row>())
    if (!left_out.contains(key)) {
      EXPECT_NE(field_meaning(fmt::format("{}{}", prefix, key)), "") << prefix << key;
    }
}

TEST(Page, SaysWhatEveryFieldMeans) {
  expect_meanings<Datapath>("", {"flush", "product", "sum", "result", "undecided"});
  expect_meanings<FlushRow>("flush.", {});
  expect_meanings<ProductRow>("product.", {});
  expect_meanings<SumRow>("dot.", {"name", "terms"});
  expect_meanings<TermRow>("dot.terms[1].", {"from"});
  expect_meanings<ExponentGrid>("dot.exponent_grid.", {});
  expect_meanings<ExponentGrid>("product.exponent_grid.", {});
  expect_meanings<Accumulator>("dot.accumulator.", {});
  expect_meanings<Cut>("dot.cut.", {});
  expect_meanings<ResultRow>("result.", {});
  expect_meanings<Prerounding>("result.prerounding.", {});
  expect_meanings<ScaleRow>("instruction.scale.", {});
  expect_meanings<SparsityRow>("instruction.sparsity.", {});
  expect_meanings<OrderRow>("instruction.order.", {});
  expect_meanings<LateC>("instruction.late_c.", {});
}

TEST(Page, ListsEveryParameterWithItsMeaning) {
  std::size_t fields = 0;
  const auto check = [&](const Unit& unit) {
    for (const auto& [path, value] : field_values(unit)) {
      EXPECT_NE(field_meaning(path), "") << path;
      EXPECT_NE(value, "") << path;
      ++fields;
    }
  };
  for (const Unit& unit : catalog().units()) check(unit);
  for (std::uint64_t seed = 0; seed < 50; ++seed) check(random_unit(seed));
  EXPECT_GT(fields, 10000u);
}

// Words by single blanks, without the marks at their ends.
std::vector<std::string> words_of(const std::string& text) {
  constexpr std::string_view kMarks = ".,;:()`";
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) {
    while (!word.empty() && kMarks.find(word.back()) != kMarks.npos) word.pop_back();
    while (!word.empty() && kMarks.find(word.front()) != kMarks.npos) word.erase(0, 1);
    words.push_back(word);
  }
  return words;
}

// "0 to 0", "1 products", "the the"
std::string nonsense_in(const std::string& text) {
  static const std::set<std::string> kSeveral{"products", "steps", "elements", "bits", "parts"};
  const std::vector<std::string> words = words_of(text);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& next = words[i + 1];
    const std::string after = i + 2 < words.size() ? words[i + 2] : "";
    const bool is_word = words[i].size() > 1 && std::isalpha(words[i].front()) != 0;
    if ((is_word && words[i] == next) || (next == "to" && words[i] == after) ||
        (words[i] == "1" && (kSeveral.contains(next) || kSeveral.contains(after))))
      return fmt::format("{} {} {}", words[i], next, after);
  }
  return words.empty() ? "no word" : "";
}

TEST(Page, HasNoNonsense) {
  EXPECT_EQ(nonsense_in("products 0 to 0"), "0 to 0");
  EXPECT_EQ(nonsense_in("of 1 products"), "1 products ");
  EXPECT_EQ(nonsense_in("of the the"), "the the ");
  std::set<std::string> told;
  for (const Unit& unit : catalog().units())
    for (const PageBlock& block : make_disclosure(unit, {unit.instruction.id, "mmasc"}, 0).blocks) {
      if (block.kind == PageBlock::Kind::code) continue;
      std::vector<std::string> texts;
      if (block.kind == PageBlock::Kind::paragraph) texts.push_back(block.text);
      if (block.kind == PageBlock::Kind::steps || block.kind == PageBlock::Kind::bullets)
        for (const auto& cells : block.rows) texts.push_back(cells.front());
      for (const std::string& text : texts)
        if (told.insert(text).second) {
          EXPECT_EQ(nonsense_in(text), "") << unit.instruction.id << ": " << text;
        }
    }
  EXPECT_GT(told.size(), 100u);
}

TEST(Page, IsTheSameInBothForms) {
  const Unit& unit = catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  Page page = make_disclosure(unit, {unit.instruction.id, "mmasc"}, 0);
  page.paragraph("a < b & `c < d` | e");
  const std::string html = to_html(page), markdown = to_markdown(page);
  EXPECT_NE(html.find("<p>a &lt; b &amp; <code>c &lt; d</code> | e</p>"), std::string::npos);
  EXPECT_NE(markdown.find("\na < b & `c < d` | e\n"), std::string::npos);
  for (const std::string_view heading : kSections) {
    EXPECT_NE(html.find(fmt::format("<h2>{}</h2>", heading)), std::string::npos);
    EXPECT_NE(markdown.find(fmt::format("\n## {}\n", heading)), std::string::npos);
  }
  EXPECT_EQ(html.find("http"), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
}

}  // namespace
}  // namespace mmasc

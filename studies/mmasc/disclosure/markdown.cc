// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/disclosure/page.h"

namespace mmasc {
namespace {

std::string cell_text(std::string_view words) {
  std::string safe;
  for (const char letter : words) safe += letter == '|' ? "\\|" : std::string(1, letter);
  return safe;
}

std::string table_row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += fmt::format(" {} |", cell_text(cell));
  return text + "\n";
}

std::string block_text(const PageBlock& block) {
  using Kind = PageBlock::Kind;
  std::string text;
  switch (block.kind) {
    case Kind::heading:
      return fmt::format("## {}\n", block.text);
    case Kind::paragraph:
      return block.text + "\n";
    case Kind::code:
      return fmt::format("```{}\n{}{}```\n", block.language, block.text,
                         block.text.ends_with('\n') ? "" : "\n");
    case Kind::steps:
      for (std::size_t i = 0; i < block.rows.size(); ++i)
        text += fmt::format("{}. {}\n", i + 1, block.rows[i].front());
      return text;
    case Kind::bullets:
      for (const auto& item : block.rows) text += fmt::format("- {}\n", item.front());
      return text;
    case Kind::table:
      text = table_row(block.rows.front()) + "|";
      for (std::size_t i = 0; i < block.rows.front().size(); ++i) text += "---|";
      text += '\n';
      for (std::size_t i = 1; i < block.rows.size(); ++i) text += table_row(block.rows[i]);
      return text;
  }
  return text;
}

}  // namespace

std::string to_markdown(const Page& page) {
  std::string text = fmt::format("# {}\n", page.title);
  for (const PageBlock& block : page.blocks) text += "\n" + block_text(block);
  return text;
}

}  // namespace mmasc

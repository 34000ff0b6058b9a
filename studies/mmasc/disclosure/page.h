// SPDX-License-Identifier: Apache-2.0
// A page of text in blocks, and the two forms in which it is written. In words `this` is code.
#pragma once

#include <string>
#include <vector>

namespace mmasc {

struct PageBlock {
  enum class Kind { heading, paragraph, steps, bullets, table, code };
  Kind kind = Kind::paragraph;
  std::string text{};                            // of a heading, a paragraph or code
  std::vector<std::vector<std::string>> rows{};  // of a table, its head first; of items, one cell
  std::string language{};                        // of code
};

struct Page {
  std::string title;
  std::vector<PageBlock> blocks;

  void heading(std::string text) { blocks.push_back({PageBlock::Kind::heading, std::move(text)}); }
  void paragraph(std::string text) {
    blocks.push_back({PageBlock::Kind::paragraph, std::move(text)});
  }
  void code(std::string text, std::string language) {
    blocks.push_back({PageBlock::Kind::code, std::move(text), {}, std::move(language)});
  }
  // Its rows are added to what is returned.
  std::vector<std::vector<std::string>>& table(std::vector<std::string> head) {
    blocks.push_back({PageBlock::Kind::table, {}, {std::move(head)}});
    return blocks.back().rows;
  }
  void items(PageBlock::Kind kind, const std::vector<std::string>& all) {
    blocks.push_back({kind});
    for (const std::string& item : all) blocks.back().rows.push_back({item});
  }
};

std::string to_markdown(const Page& page);
std::string to_html(const Page& page);  // needs no network

}  // namespace mmasc

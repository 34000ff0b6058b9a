// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <span>

#include "mmasc/disclosure/page.h"
#include "mmasc/text/svg.h"
#include "mmasc/unit/embedded.h"

namespace mmasc {

std::span<const EmbeddedFile> disclosure_files();

namespace {

// Escaped, with `this` as code.
std::string words_html(std::string_view words) {
  std::string html;
  bool in_code = false;
  while (true) {
    const auto tick = words.find('`');
    html += xml_escaped(words.substr(0, tick));
    if (tick == std::string_view::npos) break;
    html += in_code ? "</code>" : "<code>";
    in_code = !in_code;
    words.remove_prefix(tick + 1);
  }
  return html + (in_code ? "</code>" : "");
}

std::string items_html(const PageBlock& block, std::string_view tag) {
  std::string html = fmt::format("<{}>\n", tag);
  for (const auto& item : block.rows)
    html += fmt::format("<li>{}</li>\n", words_html(item.front()));
  return html + fmt::format("</{}>\n", tag);
}

std::string table_html(const PageBlock& block) {
  std::string html = "<table class=\"facts\">\n";
  for (const auto& row : block.rows) {
    const char* const tag = &row == &block.rows.front() ? "th" : "td";
    html += "<tr>";
    for (const std::string& cell : row)
      html += fmt::format("<{0}>{1}</{0}>", tag, words_html(cell));
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string block_html(const PageBlock& block) {
  using Kind = PageBlock::Kind;
  switch (block.kind) {
    case Kind::heading:
      return fmt::format("<h2>{}</h2>\n", words_html(block.text));
    case Kind::paragraph:
      return fmt::format("<p>{}</p>\n", words_html(block.text));
    case Kind::code:
      return fmt::format("<pre>{}</pre>\n", xml_escaped(block.text));
    case Kind::steps:
      return items_html(block, "ol");
    case Kind::bullets:
      return items_html(block, "ul");
    case Kind::table:
      return table_html(block);
  }
  return {};
}

}  // namespace

std::string to_html(const Page& page) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      xml_escaped(page.title), disclosure_files().front().text);
  for (const PageBlock& block : page.blocks) html += block_html(block);
  return html + "</body>\n</html>\n";
}

}  // namespace mmasc

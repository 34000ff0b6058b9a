// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/toml_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "mmasc/unit/value.h"

namespace mmasc {
namespace {

// Walks over the text once. Where it is no TOML the parser stops at that place, so what this makes
// of the rest does not matter.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {
    if (text.starts_with("\xef\xbb\xbf")) at_ = 3;  // the byte order mark of UTF-8
  }

  void run() {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (letter == '"' || letter == '\'') {
        check_quote();
        skip_string(letter);
      } else if (letter == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        take(letter);
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
    throw ValueError(static_cast<int>(1 + std::count(text_.begin(), end, '\n')), "", reason);
  }

  // The parser (toml++ 3.3) takes it for granted that keys and values begin with one of these.
  static bool is_of_toml(char letter) {
    constexpr std::string_view kMarks = "_-+.:=,[]{} \t\r\n";
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || kMarks.find(letter) != std::string_view::npos;
  }

  // The parser takes it for granted too that a table's name begins as a key does.
  void check_header() const {
    const auto behind = [&](std::size_t at) {
      return std::min(text_.find_first_not_of(" \t", at + 1), text_.size());
    };
    std::size_t at = behind(at_);
    if (at < text_.size() && text_[at] == '[') at = behind(at);
    if (at < text_.size() && std::string_view("+.:=,[{}#\r\n").find(text_[at]) != text_.npos)
      refuse("a table without a name; write [name]");
  }

  void take(char letter) {
    if (!is_of_toml(letter))
      refuse(
          "a character that may only stand in quotes or behind #; write \"...\" around the text");
    switch (letter) {
      case '.':
        if (++dots_ > kMaxTomlDots)
          refuse(fmt::format("a key of more than {} parts; write shorter keys", kMaxTomlDots + 1));
        break;
      case '[':
      case '{':
        open(letter);
        break;
      case ']':
      case '}':
        close(letter);
        break;
      case '=':
        levels_.back().in_value = true;
        break;
      case ',':
        levels_.back().in_value = levels_.back().bracket == '[';
        break;
      case '\n':
        if (levels_.size() == 1) levels_.back().in_value = false;
        break;
      default:
        break;
    }
    if (std::string_view("\n=,[]{}").find(letter) != std::string_view::npos) dots_ = 0;
    ++at_;
  }

  void open(char bracket) {
    const bool is_header = bracket == '[' && levels_.size() == 1 && !levels_.back().in_value;
    if (is_header) check_header();
    if (levels_.size() > kMaxTomlDepth)
      refuse(fmt::format("brackets more than {} deep; nest less", kMaxTomlDepth));
    levels_.push_back({bracket, bracket == '[' && !is_header});
  }

  void close(char bracket) {
    if (bracket == '}' && levels_.back().bracket == '[') refuse("a } that closes no {; write ]");
    if (levels_.size() > 1) levels_.pop_back();
  }

  // The parser looks for the end of a value with characters in it that strings alone may have.
  void check_quote() const {
    const char before = at_ > 0 ? text_[at_ - 1] : '\n';
    const bool is_in_word = is_of_toml(before) && std::string_view("=,[]{} \t\r\n.").find(before) ==
                                                      std::string_view::npos;
    if (is_in_word || (before == '.' && levels_.back().in_value))
      refuse("a quote inside a word; write \"...\" around all of it");
  }

  // A string ends at its mark: one quote, or three, to which up to two of the string's may be
  // joined.
  void skip_string(char quote) {
    const bool multiline = text_.substr(at_, 3) == std::string(3, quote);
    const std::string_view mark = text_.substr(at_, multiline ? 3 : 1);
    at_ += mark.size();
    while (at_ < text_.size() && text_.substr(at_, mark.size()) != mark) {
      if (text_[at_] == '\n' && !multiline) return;
      at_ += text_[at_] == '\\' && quote == '"' ? 2 : 1;
    }
    at_ += mark.size();
    for (int i = 0; i < 2 && multiline && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  struct Level {
    char bracket;   // that opened it
    bool in_value;  // not in a key
  };
  int dots_ = 0;
  std::vector<Level> levels_{{'\0', false}};
};

void check_lines(std::string_view text) {
  for (int line = 1; !text.empty(); ++line) {
    const auto end = std::min(text.find('\n'), text.size());
    if (end > kMaxTomlLine)
      throw ValueError(line, "",
                       fmt::format("a line of more than {} characters; break it", kMaxTomlLine));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

void check_toml_limits(std::string_view text) {
  if (text.size() > kMaxTomlText)
    throw ValueError(1, "",
                     fmt::format("a text of more than {} MiB; split it", kMaxTomlText >> 20));
  check_lines(text);
  Scanner(text).run();
}

}  // namespace mmasc

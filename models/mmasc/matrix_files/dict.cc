// SPDX-License-Identifier: Apache-2.0
#include "mmasc/matrix_files/dict.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

class DictParser {
 public:
  explicit DictParser(std::string_view text) : text_(text) {}

  NpyDict parse() {
    NpyDict dict;
    std::set<std::string> keys;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted_text();
      if (!keys.insert(key).second) throw error(fmt::format("'{}' for the second time", key));
      expect(':');
      if (key == "descr")
        dict.descr = descr();
      else if (key == "fortran_order")
        dict.fortran_order = boolean();
      else if (key == "shape")
        dict.shape = shape();
      else
        throw error(fmt::format("unknown key '{}'", key));
      if (!take(',') && peek() != '}') throw error("',' or '}' expected");
    }
    skip_space();
    if (at_ != text_.size()) throw error("something behind the dict");
    for (const char* key : {"descr", "fortran_order", "shape"})
      if (!keys.contains(key)) throw error(fmt::format("no key '{}'", key));
    return dict;
  }

 private:
  InputError error(std::string_view what) const {
    return InputError(
        fmt::format("column {}: {}; save the array again with np.save", at_ + 1, what));
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  // The next character that is no space; NUL at the end.
  char peek() {
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char wanted) {
    if (peek() != wanted || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) throw error(fmt::format("'{}' expected", wanted));
  }

  std::string quoted_text() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') throw error("a quoted text expected");
    const auto end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) throw error("a quote without its end");
    const std::string_view text = text_.substr(at_ + 1, end - at_ - 1);
    if (text.find('\\') != std::string_view::npos) throw error("a backslash in a quoted text");
    if (text.size() > kLongestText)
      throw error(fmt::format("a quoted text of {} bytes", text.size()));
    at_ = end + 1;
    return std::string(text);
  }

  std::string descr() {
    if (peek() == '[') throw error("a structured array; save one of its fields");
    return quoted_text();
  }

  bool boolean() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view name = value ? "True" : "False";
      if (!text_.substr(at_).starts_with(name)) continue;
      at_ += name.size();
      return value;
    }
    throw error("True or False expected");
  }

  ArrayShape shape() {
    ArrayShape shape;
    expect('(');
    while (!take(')')) {
      shape.push_back(size());
      if (!take(',') && peek() != ')') throw error("',' or ')' expected");
    }
    return shape;
  }

  std::int64_t size() {
    std::int64_t size = 0;
    skip_space();
    const auto rest = text_.substr(at_);
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    if (read.ec == std::errc::result_out_of_range) throw error("a size beyond 2^63");
    if (read.ec != std::errc() || rest.front() == '-') throw error("a size expected");
    at_ += static_cast<std::size_t>(read.ptr - rest.data());
    return size;
  }

  static constexpr std::size_t kLongestText = 100;  // errors quote it

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

NpyDict parse_npy_dict(std::string_view text) { return DictParser(text).parse(); }

}  // namespace mmasc

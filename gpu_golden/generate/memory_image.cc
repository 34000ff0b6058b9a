// SPDX-License-Identifier: Apache-2.0
#include "generate/memory_image.h"

#include <fmt/format.h>

#include <span>

#include "vectors/vector_layout.h"

namespace mmasc {
namespace {

using vector_layout::for_each_column;

std::span<const std::uint64_t> elements_of(const std::vector<std::uint64_t>& elements) {
  return elements;
}
std::span<const std::uint64_t> elements_of(const std::uint64_t& element) { return {&element, 1}; }

// A word of any width, filled from its least significant bit.
class Word {
 public:
  explicit Word(int bits) : digits_(static_cast<std::size_t>((bits + 3) / 4), 0) {}

  void append(std::uint64_t value, int bits) {
    for (int i = 0; i < bits; ++i, ++filled_)
      if ((value >> i & 1) != 0)
        digits_[static_cast<std::size_t>(filled_ / 4)] |= 1u << (filled_ % 4);
  }

  std::string hex() const {
    std::string text;
    for (auto digit = digits_.rbegin(); digit != digits_.rend(); ++digit)
      text += "0123456789abcdef"[*digit];
    return text;
  }

 private:
  std::vector<unsigned> digits_;  // least significant first
  int filled_ = 0;
};

}  // namespace

int word_bits(const VectorFormats& formats, bool has_d) {
  int bits = 0;
  Case none;
  for_each_column(none, formats, has_d,
                  [&](std::string_view, const auto&, const Format& format, int count) {
                    bits += count * format.storage_bits();
                  });
  return bits;
}

std::string to_memory_image(const VectorFile& file) {
  const int bits = word_bits(file.formats, file.has_d);
  std::string text = fmt::format("// {}: {} word{} of {} bits\n", file.instruction,
                                 file.cases.size(), file.cases.size() == 1 ? "" : "s", bits);
  int low = 0;
  Case none;
  for_each_column(none, file.formats, file.has_d,
                  [&](std::string_view name, const auto&, const Format& format, int count) {
                    const int width = count * format.storage_bits();
                    text += fmt::format("// [{}:{}] {}: {} {}\n", low + width - 1, low, name, count,
                                        format.name);
                    low += width;
                  });
  text += fmt::format("// {}\n", file.provenance);
  for (const Case& row : file.cases) {
    Word word(bits);
    for_each_column(row, file.formats, file.has_d,
                    [&](std::string_view, const auto& column, const Format& format, int) {
                      for (const std::uint64_t element : elements_of(column))
                        word.append(element, format.storage_bits());
                    });
    text += word.hex() + "\n";
  }
  return text;
}

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
#include "compare/shrink.h"

#include <algorithm>
#include <utility>

#include "arith/sequence_plan.h"

namespace mmasc::compare {
namespace {

using Elements = std::vector<std::uint64_t>;

class Shrinker {
 public:
  Shrinker(const VectorFormats& formats, Case row, const Shows& shows)
      : formats_(formats),
        block_(formats.scale ? static_cast<std::size_t>(formats.scale->block) : 1),
        row_(std::move(row)),
        shows_(shows) {}

  Case shrink() && {
    do {
      changed_ = false;
      leave_out();
      for (auto elements : {&Case::sa, &Case::sb}) set_to_one(elements);
      for (auto elements : {&Case::a, &Case::b}) zero(elements);
      try_instead([](Case& row) { row.c = 0; });
      for (auto elements : {&Case::a, &Case::b}) clear_bits(elements);
      clear_bits_of_c();
    } while (changed_);
    return std::move(row_);
  }

 private:
  // Keeps the change where the row still shows what it showed.
  template <class Change>
  bool try_instead(Change change) {
    Case smaller = row_;
    change(smaller);
    const auto whole = [](const Case& r) { return std::tie(r.a, r.b, r.c, r.sa, r.sb); };
    if (whole(smaller) == whole(row_) || !shows_(smaller)) return false;
    row_ = std::move(smaller);
    return changed_ = true;
  }

  static void erase(Elements& elements, std::size_t first, std::size_t count) {
    const auto at = [&](std::size_t i) {
      return elements.begin() + static_cast<std::ptrdiff_t>(std::min(i, elements.size()));
    };
    elements.erase(at(first), at(first + count));
  }

  // Halves, quarters, ... of all blocks, then single ones.
  void leave_out() {
    const auto blocks = [&] { return (row_.a.size() + block_ - 1) / block_; };
    for (std::size_t size = std::max<std::size_t>(blocks() / 2, 1); size > 0; size /= 2)
      for (std::size_t end = blocks(); end > 0; end -= std::min(size, end)) {
        const std::size_t first = end - std::min(size, end);
        try_instead([&](Case& row) {
          for (Elements* elements : {&row.a, &row.b})
            erase(*elements, first * block_, (end - first) * block_);
          for (Elements* scales : {&row.sa, &row.sb}) erase(*scales, first, end - first);
        });
      }
  }

  void set_to_one(Elements Case::*scales) {
    for (std::size_t i = 0; i < (row_.*scales).size(); ++i)
      try_instead([&](Case& row) { (row.*scales)[i] = one(*formats_.scale->format); });
  }

  void zero(Elements Case::*elements) {
    for (std::size_t i = 0; i < (row_.*elements).size(); ++i)
      try_instead([&](Case& row) { (row.*elements)[i] = 0; });
  }

  void clear_bits(Elements Case::*elements) {
    for (std::size_t i = 0; i < (row_.*elements).size(); ++i)
      for (int bit = 0; bit < 64; ++bit)
        try_instead([&](Case& row) { (row.*elements)[i] &= ~(std::uint64_t{1} << bit); });
  }

  void clear_bits_of_c() {
    for (int bit = 0; bit < 64; ++bit)
      try_instead([&](Case& row) { row.c &= ~(std::uint64_t{1} << bit); });
  }

  const VectorFormats& formats_;
  std::size_t block_;
  Case row_;
  const Shows& shows_;
  bool changed_ = false;
};

}  // namespace

Case shrink(const VectorFormats& formats, Case row, const Shows& shows) {
  return Shrinker(formats, std::move(row), shows).shrink();
}

}  // namespace mmasc::compare

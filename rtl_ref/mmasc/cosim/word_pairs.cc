// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cosim/word_pairs.h"

#include <cassert>

namespace mmasc {
namespace {

constexpr int kWord = 64;

// The last word from which the bits of `place` from `done` on can be read.
struct WordOf {
  WordOf(const BitPlace& place, int done) {
    const int byte = std::min((place.low + done) / 8, place.bytes - kWord / 8);
    at = static_cast<const unsigned char*>(place.base) + byte;
    shift = place.low + done - 8 * byte;
  }
  const unsigned char* at;
  int shift;
};

}  // namespace

void WordPairs::add(const BitPlace& x, const BitPlace& y) {
  assert(x.width == y.width && x.bytes >= kWord / 8 && y.bytes >= kWord / 8);
  for (int done = 0; done < x.width;) {
    const WordOf of_x(x, done), of_y(y, done);
    const int count = std::min(x.width - done, kWord - std::max(of_x.shift, of_y.shift));
    pairs_.push_back({of_x.at, of_y.at, ~std::uint64_t{0} >> (kWord - count),
                      static_cast<std::uint32_t>(of_x.shift),
                      static_cast<std::uint32_t>(of_y.shift)});
    done += count;
  }
}

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/random_word.h"

namespace mmasc {

int random_words(const Plan& plan) {
  constexpr int kBits = 32;
  int bits = 0;
  for (const int drawn : plan.random_bits) bits += drawn;
  return (bits + kBits - 1) / kBits;
}

StageCost estimated_random_word() {
  StageCost word;
  word.flip_flops = 32;
  word.area = 11080;
  word.register_share = 1 - 3432.0 / 11080;
  word.delay = 559.88;
  return word;
}

}  // namespace mmasc

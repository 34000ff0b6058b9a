// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/random_word.h"

namespace mmasc {

int random_words(const Plan& plan) {
  int bits = 0;
  for (const int drawn : plan.random_bits) bits += drawn;
  return (bits + kRandomWordBits - 1) / kRandomWordBits;
}

StageCost estimated_random_word() {
  StageCost word;
  word.flip_flops = kRandomWordBits;
  word.area = 11080;
  word.register_share = 1 - 3432.0 / 11080;
  word.delay = 559.88;
  return word;
}

}  // namespace mmasc

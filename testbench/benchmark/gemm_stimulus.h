// SPDX-License-Identifier: Apache-2.0
// GEMMs for benchmarks: row-major operands of one of three kinds. A sparse A keeps as many elements
// as its unit does.
#pragma once

#include <cstdint>

#include "near_one.h"
#include "random/gemm_operands.h"

namespace mmasc {

enum class Inputs {
  clean,        // numbers whose exponents lie close together
  half_zeros,   // every other element, at random, is zero
  random_bits,  // all exponents, subnormals, infinities and NaN
};

// Products of elements that are stored.
inline double stored_products(const Unit& unit, std::int64_t m, std::int64_t n, std::int64_t k) {
  const auto& sparsity = unit.instruction.sparsity;
  const double share = sparsity ? static_cast<double>(sparsity->keep) / sparsity->of : 1;
  return static_cast<double>(m * n * k) * share;
}

class GemmStimulus {
 public:
  GemmStimulus(const Unit& unit, std::int64_t m, std::int64_t n, std::int64_t k, Inputs inputs)
      : in_(unit, {m, n, k}, 1,
            [inputs](Random& random, const Format& format) {
              return element(random, format, inputs);
            }),
        d_(unit.d(), m, n, "D"),
        problem_(in_.problem(), d_.matrix()) {}
  GemmStimulus(const GemmStimulus&) = delete;
  GemmStimulus& operator=(const GemmStimulus&) = delete;

  const GemmProblem& problem() const { return problem_; }

 private:
  static std::uint64_t element(Random& random, const Format& format, Inputs inputs) {
    if (inputs == Inputs::random_bits) return random.next() & format.storage_mask();
    if (inputs == Inputs::half_zeros && format.has_subnormals && random.chance(50)) return 0;
    return near_one(random, format, 2);
  }

  GemmMatrices in_;
  OwnedMatrix d_;
  GemmProblem problem_;
};

}  // namespace mmasc

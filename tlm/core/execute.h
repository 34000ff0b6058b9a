// SPDX-License-Identifier: Apache-2.0
// What a job computes, on bytes as they were loaded: the bits of one GEMM over all of K.
//
// D of an instruction is C of the next one, through rounding and late additions, as GemmProblem
// chains them (arith/gemm.h). So a tile's D, kept in D's format between k tiles, is all that goes
// from one stage to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/engine.h"
#include "tlm/core/transfer.h"

namespace mmasc::tlm {

class Executor {
 public:
  // Of the job's unit. Padding in stage buffers has the value `padding`; no result depends on it.
  // Job and engine must live as long.
  Executor(const Job& job, const Engine& engine, std::byte padding = {});

  // Takes the bytes of all loads_of(job, stage), one behind the other; the stages of an output tile
  // in their order, output tiles in any.
  void run_stage(std::int64_t stage, std::span<const std::byte> loaded);

  // The bytes of store_of() of the output tile whose last stage ran last.
  std::span<const std::byte> d() const { return d_; }

 private:
  MatrixView unpacked(const Transfer& transfer, std::span<const std::byte> loaded);

  const Job& job_;
  const Engine& engine_;
  std::byte padding_;
  std::vector<std::byte> buffer_, d_;
  std::vector<std::byte> elements_[kOperands];
};

}  // namespace mmasc::tlm

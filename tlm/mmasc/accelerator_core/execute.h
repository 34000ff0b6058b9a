// SPDX-License-Identifier: Apache-2.0
// The bits that a job computes, on bytes as they were loaded: one GEMM over all of K.
//
// D of an instruction is C of the next one, through rounding and late additions, as GemmProblem
// chains them (mmasc/arith/gemm.h). So it does not matter how many k tiles the engine gets at once:
// they are gathered until there is work for it, and a tile's D is kept in D's format in between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/accelerator_core/transfer.h"
#include "mmasc/arith/engine.h"

namespace mmasc::tlm {

class Executor {
 public:
  // The engine is of the job's unit. Padding in stage buffers has the value `padding`; no result
  // depends on it. Job and engine must live as long.
  Executor(const Job& job, const Engine& engine, std::byte padding = {});

  // Takes the bytes of all loads_of(job, stage), one behind the other; the stages of an output tile
  // in their order, output tiles in any.
  void run_stage(std::int64_t stage, std::span<const std::byte> loaded);

  // The bytes of store_of() of the output tile whose last stage ran last.
  std::span<const std::byte> d() const { return d_; }

 private:
  // Where an operand's k tiles lie among those that are gathered, in elements.
  struct Place {
    std::int64_t pitch = 0, step = 0, size = 0;  // from line to line, from k tile to k tile; of all
    bool runs_along_k = false;
  };
  Place place_of(const Transfer& transfer) const;
  void gather(const Transfer& transfer, std::span<const std::byte> loaded);
  MatrixView gathered(const Transfer& transfer);
  void run_gathered(std::span<const Transfer> transfers, std::int64_t stage);

  const Job& job_;
  const Engine& engine_;
  std::byte padding_;
  std::int64_t most_gathered_ = 1, gathered_ = 0;  // k tiles
  std::vector<std::byte> buffer_, d_;
  PerOperand<std::vector<std::byte>> elements_;
};

}  // namespace mmasc::tlm

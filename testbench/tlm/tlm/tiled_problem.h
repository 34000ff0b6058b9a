// SPDX-License-Identifier: Apache-2.0
// A GEMM in a memory of bytes, written and read by the rules of the docs alone, bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <vector>

#include "mmasc/accelerator_core/execute.h"
#include "mmasc/arith/engine.h"
#include "mmasc/arith/owned_matrix.h"
#include "mmasc/unit/catalog.h"

namespace mmasc::tlm {

inline constexpr std::uint64_t kMemoryBase = 0x4000'0000;

struct MemoryBytes {
  std::vector<std::byte> bytes;

  std::byte& at(std::uint64_t address) { return bytes.at(address - kMemoryBase); }
  void set_bits(std::uint64_t address, std::uint64_t bit, int width, std::uint64_t value) {
    for (int i = 0; i < width; ++i, ++bit) {
      std::byte& byte = at(address + bit / 8);
      const auto mask = static_cast<std::byte>(1 << bit % 8);
      byte = (value >> i & 1) != 0 ? byte | mask : byte & ~mask;
    }
  }
  std::uint64_t bits(std::uint64_t address, std::uint64_t bit, int width) {
    std::uint64_t value = 0;
    for (int i = 0; i < width; ++i, ++bit)
      value |= (std::to_integer<std::uint64_t>(at(address + bit / 8)) >> bit % 8 & 1) << i;
    return value;
  }
};

// Where element `i` of line `line` lies, in bits from the operand's address on.
inline std::uint64_t place_of(const OperandFields& fields, const Format& format, std::int64_t line,
                              std::int64_t i) {
  const auto l = static_cast<std::uint64_t>(line), e = static_cast<std::uint64_t>(i);
  const auto width = static_cast<std::uint64_t>(format.storage_bits());
  switch (fields.layout) {
    case 0:
      return 8 * (l * fields.stride + e * static_cast<std::uint64_t>(element_bytes(format)));
    case 5:
      return 8 * (l * fields.stride + e);
    case 6:
      return 8 * (l / 128 * fields.stride + e / 4 * 512 + l % 32 * 16 + l / 32 % 4 * 4 + e % 4);
    default:
      return 8 * l * fields.stride + e * width;
  }
}

struct Sizes {
  std::uint32_t m = 1, n = 1, k = 1, tile_k = 1, stages = 2;
};

inline std::uint32_t catalogue_number(std::string_view id) {
  const Unit& unit = catalog().find(id);
  return static_cast<std::uint32_t>(&unit - catalog().units().data());
}

// The instruction of a kind, of formats by their numbers.
inline std::uint32_t tcgen05(std::uint64_t kind, std::uint64_t a, std::uint64_t b, std::uint64_t d,
                             int m, int n, std::uint64_t a_major = 0, std::uint64_t b_major = 0,
                             std::uint64_t scale_format = 0) {
  InstructionFields fields;
  fields.a_format = a;
  fields.b_format = b;
  fields.d_format = d;
  fields.a_major = a_major;
  fields.b_major = b_major;
  fields.scale_format = scale_format;
  fields.m_sixteenths = static_cast<std::uint64_t>(m / 16);
  fields.n_eighths = static_cast<std::uint64_t>(n / 8);
  return encode_instruction(kKinds[kind], fields);
}

// A valid descriptor, its operands one behind the other from kMemoryBase on, each line followed by
// a gap. Layouts and orders of A and B are the caller's; scales lie in blocks, C and D in rows.
inline Descriptor descriptor_of(std::uint64_t kind, std::uint32_t instruction, const Sizes& sizes,
                                std::array<std::uint64_t, 2> layouts = {0, 0},
                                std::array<std::uint64_t, 2> majors = {0, 0}, bool use_c = false) {
  Descriptor x;
  x.kind = kind;
  x.instruction = instruction;
  x.use_c = use_c;
  x.m_tiles = sizes.m;
  x.n_tiles = sizes.n;
  x.k_tiles = sizes.k;
  x.tile_k = sizes.tile_k;
  x.stages = sizes.stages;
  x.group = 1;
  ChosenUnit chosen;
  EXPECT_EQ(choose_unit(catalogue_units(), kKinds[kind], instruction, 1, chosen), ErrorCode::none);
  const Instruction& row = chosen.unit->instruction;
  const std::uint64_t m = sizes.m * static_cast<std::uint64_t>(chosen.m);
  const std::uint64_t n = sizes.n * static_cast<std::uint64_t>(chosen.n);
  const std::uint64_t k =
      std::uint64_t{sizes.k} * sizes.tile_k * static_cast<std::uint64_t>(row.shape.k);
  std::uint64_t next = kMemoryBase;
  const auto put = [&](Operand name, const Format& format, std::uint64_t layout,
                       std::uint64_t major, std::uint64_t lines, std::uint64_t inner) {
    OperandFields& fields = x[name];
    fields.layout = layout;
    fields.major = major;
    fields.address = next;
    const auto width = static_cast<std::uint64_t>(format.storage_bits());
    std::uint64_t line = 0;
    if (layout == 6) {
      line = (inner + 3) / 4 * 512;
      lines = (lines + 127) / 128;
    } else {
      line = layout == 5   ? inner
             : layout == 0 ? inner * static_cast<std::uint64_t>(element_bytes(format))
                           : (inner * width + 7) / 8;
    }
    fields.stride = (line + 32 + 31) / 32 * 32;
    next += lines * fields.stride;
  };
  using enum Operand;
  const bool a_turned = majors[0] == 1, b_turned = majors[1] == 1;
  const std::uint64_t instructions = std::uint64_t{sizes.k} * sizes.tile_k;
  const std::uint64_t depth = instructions * static_cast<std::uint64_t>(chosen.unit->products());
  put(a, *row.a, layouts[0], majors[0], a_turned ? depth : m, a_turned ? m : depth);
  put(b, *row.b, layouts[1], majors[1], b_turned ? k : n, b_turned ? n : k);
  if (row.scale) {
    const std::uint64_t scales = k / static_cast<std::uint64_t>(row.scale->block);
    put(sa, *row.scale->format, 6, 0, m, scales);
    put(sb, *row.scale->format, 6, 0, n, scales);
  }
  if (row.sparsity)
    put(metadata, metadata_format(*row.sparsity), 1, 0, m,
        instructions * static_cast<std::uint64_t>(chosen.unit->metadata()));
  if (use_c) put(c, *row.c, 0, 0, m, n);
  put(d, chosen.unit->d(), 0, 0, m, n);
  return x;
}

inline Job job_of(const Descriptor& descriptor) {
  const auto result = validate(descriptor, catalogue_units());
  if (const Fault* fault = std::get_if<Fault>(&result)) {
    ADD_FAILURE() << row_of(fault->code).name << " of operand " << fault->operand;
    throw std::runtime_error("no job");
  }
  return std::get<Job>(result);
}

// Operands of random bits, in memory and as matrices.
class TiledProblem {
 public:
  TiledProblem(const Descriptor& descriptor, std::uint64_t seed, std::byte poison)
      : descriptor_(descriptor), job_(job_of(descriptor)), random_(seed) {
    std::uint64_t end = kMemoryBase;
    for (const OperandRow& row : kOperands)
      if (const auto& operand = job_[row.operand])
        end = std::max(end, operand->placed.address + operand->placed.extent());
    memory_.bytes.assign(end - kMemoryBase + 64, poison);
    for (std::size_t slot = 0; slot < kSlots.size(); ++slot) {
      const Operand name = operand_in(slot, *job_.unit);
      if (!job_[name]) continue;
      const bool is_read = name != Operand::d || descriptor.accumulate != 0;
      // Where it accumulates C is D, which is written as D.
      if (name == Operand::c && descriptor.accumulate != 0) continue;
      matrices_[name].emplace(make(name, is_read));
    }
  }

  const Job& job() const { return job_; }
  MemoryBytes& memory() { return memory_; }

  // By stages, as an accelerator does.
  void run(const Engine& engine, std::byte padding) {
    Executor executor(job_, engine, padding);
    for (std::int64_t stage = 0; stage < job_.stages(); ++stage) {
      std::vector<std::byte> loaded;
      for (const Transfer& transfer : loads_of(job_, stage))
        for (const Burst& burst : bursts_of(job_, transfer))
          for (std::uint64_t i = 0; i < burst.bytes; ++i)
            loaded.push_back(memory_.at(burst.address + i));
      executor.run_stage(stage, loaded);
      if ((stage + 1) % job_.k_tiles != 0) continue;
      std::size_t from = 0;
      for (const Burst& burst : bursts_of(job_, store_of(job_, stage / job_.k_tiles)))
        for (std::uint64_t i = 0; i < burst.bytes; ++i)
          memory_.at(burst.address + i) = executor.d()[from++];
      ASSERT_EQ(from, executor.d().size());
    }
  }

  // All of K at once.
  OwnedMatrix expected(const Engine& engine) {
    using enum Operand;
    OwnedMatrix result(job_.unit->d(), rows(d), columns(d), "D");
    GemmProblem problem;
    problem[a] = view(a);
    problem[b] = view(b);
    if (job_.unit->instruction.scale) problem[sa] = view(sa);
    if (job_.unit->instruction.sparsity) problem.metadata() = view(metadata);
    if (job_[sb]) problem[sb] = view(sb);
    if (descriptor_.use_c != 0) problem.c() = view(c);
    if (descriptor_.accumulate != 0) problem.c() = view(d);
    problem.d = result.matrix();
    engine.gemm(problem);
    return result;
  }

  std::uint64_t d_at(std::int64_t row, std::int64_t column) {
    return read(Operand::d, row, column);
  }

 private:
  std::int64_t rows(Operand name) const {
    const auto& x = *job_[name];
    return x.is_transposed ? x.placed.inner : x.placed.lines;
  }
  std::int64_t columns(Operand name) const {
    const auto& x = *job_[name];
    return x.is_transposed ? x.placed.lines : x.placed.inner;
  }
  MatrixView view(Operand name) const { return matrices_[name]->matrix(); }

  // Row and column of the matrix as line and element, by what `major` means.
  std::uint64_t place(Operand name, std::int64_t row, std::int64_t column) const {
    const bool is_b = name == Operand::b || name == Operand::sb;
    const bool row_is_line = (descriptor_[name].major == 0) != is_b;
    return place_of(descriptor_[name], job_[name]->placed.format, row_is_line ? row : column,
                    row_is_line ? column : row);
  }
  std::uint64_t read(Operand name, std::int64_t row, std::int64_t column) {
    return memory_.bits(descriptor_[name].address, place(name, row, column),
                        job_[name]->placed.format.storage_bits());
  }

  OwnedMatrix make(Operand name, bool is_read) {
    const Format& format = job_[name]->placed.format;
    OwnedMatrix matrix(format, rows(name), columns(name), "operand");
    if (!is_read) return matrix;
    for (std::int64_t row = 0; row < rows(name); ++row)
      for (std::int64_t column = 0; column < columns(name); ++column) {
        const std::uint64_t bits = element(format);
        store_element(matrix.matrix(), row, column, bits);
        memory_.set_bits(descriptor_[name].address, place(name, row, column), format.storage_bits(),
                         bits);
      }
    return matrix;
  }

  // Around 1, so that few sums overflow; now and then any bits at all.
  std::uint64_t element(const Format& format) {
    const std::uint64_t any = random_() & format.storage_mask();
    if (format.exponent_bits < 4 || random_() % 4096 == 0) return any;
    const std::uint64_t exponent = static_cast<std::uint64_t>(format.bias) - 2 + random_() % 5;
    const std::uint64_t field = (std::uint64_t{1} << format.exponent_bits) - 1;
    return (any & ~(field << format.exponent_low())) | (exponent & field) << format.exponent_low();
  }

  Descriptor descriptor_;
  Job job_;
  std::mt19937_64 random_;
  MemoryBytes memory_;
  PerOperand<std::optional<OwnedMatrix>> matrices_;
};

}  // namespace mmasc::tlm

// SPDX-License-Identifier: Apache-2.0
// A GPU whose every d is a hash of its row of A, its column of B, all their scales and its c; or
// what a test says.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mmasc/arith/reference.h"
#include "mmasc/capture/device.h"
#include "mmasc/capture/host_comparer.h"
#include "mmasc/vectors/case_operands.h"
#include "random/any_operands.h"

namespace mmasc::testing {

inline constexpr const char* kWgmma = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t element) {
  return (hash ^ element) * 0x100000001b3 + (hash >> 29);
}

// The d that the fake GPU gives for a vector.
inline std::uint64_t fake_d(const Unit& unit, const Case& row, bool accumulate = true) {
  std::uint64_t hash = 1;
  for (const OperandRow& input : kInputs)
    if (input.operand != Operand::c)
      for (const std::uint64_t element : row[input.operand]) hash = mix(hash, element);
  return mix(hash, accumulate ? row.c() : 0) & unit.d().storage_mask();
}

// d of a row of A, a column of B, their scales and c.
using DotOf = std::function<std::uint64_t(const Case& row, bool accumulate)>;

class FakeGpu : public Device {
 public:
  FakeGpu(const Unit& unit, std::string chip)
      : FakeGpu(std::move(chip), [&unit](const Case& row, bool accumulate) {
          return fake_d(unit, row, accumulate);
        }) {}
  FakeGpu(std::string chip, DotOf dot)
      : dot_(std::move(dot)),
        info_{.name = "Fake GPU",
              .maker = {},
              .chip = std::move(chip),
              .state = "driver 1.2, no runtime"} {}

  const DeviceInfo& info() const override { return info_; }
  bool has_kernel(const Instruction&) const override { return has_kernel_; }
  std::string missing(const Instruction&) const override { return missing_; }
  bool can_run(const Unit&, const Case& row) const override { return !runs_ || runs_(row); }

  void run(const Unit&, const TileMaps& maps, const TileImages& images, bool accumulate,
           std::span<std::uint32_t> d) override {
    const auto words = [](const auto& all, const OperandMap& map, int tile) {
      const auto size = static_cast<std::size_t>(map.words());
      return std::span(all).subspan(static_cast<std::size_t>(tile) * size, size);
    };
    // Each operand's elements of the dot product at a place of D.
    const auto elements_of = [&](const OperandRow& input, int tile, const Coordinate& place) {
      const OperandMap& map = maps[input.operand];
      const bool along_row = input.along == Along::row, along_column = input.along == Along::column;
      const int count = along_row ? map.columns() : along_column ? map.rows() : 1;
      std::vector<std::uint64_t> elements;
      for (int i = 0; i < count; ++i) {
        Coordinate at = input.along == Along::whole ? Coordinate() : place;
        if (along_row) at.column = i;
        if (along_column) at.row = i;
        elements.push_back(map.get(words(images[input.operand], map, tile), at));
      }
      return elements;
    };
    const OperandMap& of_d = maps.d();
    for (int tile = 0; tile < images.tiles; ++tile)
      for (int block = 0; block < of_d.blocks(); ++block)
        for (int r = 0; r < of_d.rows(); ++r)
          for (int s = 0; s < of_d.columns(); ++s) {
            Case row;
            for (const OperandRow& input : kInputs)
              if (maps.has(input.operand))
                row[input.operand] = elements_of(input, tile, {r, s, block});
            std::uint64_t element = dot_(row, accumulate);
            if (faulty_row_ == r) element ^= 1;
            of_d.set(words(d, of_d, tile), {r, s, block}, element);
          }
  }

  std::optional<Cycles> cycles(const Instruction& instruction) override {
    return cycles_of_ ? cycles_of_(instruction) : std::nullopt;
  }

  std::unique_ptr<Comparer> comparer(const Comparison& comparison, int tiles) override {
    tiles_at_once_ = tiles;
    return std::make_unique<HostComparer>(comparison, *this);
  }
  int tiles_at_once() const { return tiles_at_once_; }

  void without_kernel() { has_kernel_ = false; }
  void without_extension(std::string name) { missing_ = std::move(name); }
  void run_only(std::function<bool(const Case&)> runs) { runs_ = std::move(runs); }
  void emulate() { info_.perhaps_emulated = true; }
  void take(std::function<std::optional<Cycles>(const Instruction&)> cycles) {
    cycles_of_ = std::move(cycles);
  }
  void fault_in(int row) { faulty_row_ = row; }

 private:
  DotOf dot_;
  std::function<bool(const Case&)> runs_;
  DeviceInfo info_;
  std::function<std::optional<Cycles>(const Instruction&)> cycles_of_;
  bool has_kernel_ = true;
  std::string missing_;
  int faulty_row_ = -1;
  int tiles_at_once_ = 0;
};

// The operands that the instruction takes: without `accumulate` it leaves c out.
inline DotOperands taken(const Case& row, bool accumulate) {
  DotOperands in = operands_of(row);
  if (!accumulate) in[Operand::c] = {};
  return in;
}

// Random bits; what they mean does not matter here.
inline std::vector<Case> random_cases(const Unit& unit, int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) cases.push_back(any_operands(layout_of(unit), random));
  return cases;
}

inline VectorFile stimulus_of(const Unit& unit, int count) {
  VectorFile file;
  file.name = "stimulus.vec";
  file.instruction = unit.instruction.id;
  file.layout = layout_of(unit);
  file.provenance = "random bits";
  file.cases = random_cases(unit, count, 1);
  return file;
}

// d of a unit's reference.
inline DotOf reference(const Unit& unit) {
  return [sequence = Sequence(unit)](const Case& row, bool accumulate) {
    return evaluate(sequence, taken(row, accumulate));
  };
}

}  // namespace mmasc::testing

// SPDX-License-Identifier: Apache-2.0
// A unit as C, written, compiled and called as a user would, to be compared with the reference.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/c_source/emit_c.h"
#include "mmasc/stimulus/generator.h"
#include "random/operation_batch.h"

namespace mmasc {

inline const std::string kStrict = "cc -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror ";
inline const std::string kSanitized =
    kStrict + "-g -fsanitize=undefined,address -fno-sanitize-recover=all ";

inline CSource source_of(const Unit& unit, std::span<const Case> vectors = {}) {
  return emit_c(unit, {"unit", "unit.h", "Written by a test", unit.instruction.id, vectors});
}

// A folder of its own, with the unit's C in it.
class EmittedFolder {
 public:
  explicit EmittedFolder(const CSource& source) {
    std::string name = ::testing::TempDir() + "mmasc_c_XXXXXX";
    path_ = ::mkdtemp(name.data());
    write("unit.h", source.header);
    write("unit.c", source.source);
  }
  ~EmittedFolder() { std::filesystem::remove_all(path_); }
  EmittedFolder(const EmittedFolder&) = delete;
  EmittedFolder& operator=(const EmittedFolder&) = delete;

  std::string path(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  // The exit status of a command in the folder.
  int run(const std::string& command) const {
    const int status = std::system(("cd " + path_ + " && " + command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  }

 private:
  std::string path_;
};

// Operands as arrays of 64-bit words, copied into the struct that the header declares.
inline std::string bridge_text(const Unit& unit) {
  const OperandLayout layout = layout_of(unit);
  std::string text =
      "#include \"unit.h\"\n"
      "void bridge(const uint64_t *const *in, uint64_t n, uint64_t *d, uint64_t *flags) {\n"
      "  struct unit_dot_operands x;\n  struct unit_result y;\n  uint64_t k;\n  int i;\n"
      "  for (k = 0; k < n; ++k) {\n";
  for (const OperandRow& row : kInputs) {
    const std::string count = std::to_string(layout[row.operand].count), name(row.name);
    const std::string from = "in[" + std::to_string(index_of(row.operand)) + "]";
    if (count == "0") continue;
    text += row.operand == Operand::c ? "    x.c = " + from + "[k];\n"
                                      : "    for (i = 0; i < " + count + "; ++i) x." + name +
                                            "[i] = " + from + "[k * " + count + " + i];\n";
  }
  text += "    unit_dot(&x, &y);\n    d[k] = y.d;\n";
  text += raises_flags(unit) ? "    flags[k] = y.flags;\n" : "    flags[k] = 0;\n";
  return text + "  }\n}\n";
}

// The compiled function, called from here. A step into undefined behaviour traps.
inline const std::string kTraps = " -fsanitize=undefined -fsanitize-undefined-trap-on-error";
class EmittedUnit {
 public:
  explicit EmittedUnit(const Unit& unit, const std::string& options) : folder_(source_of(unit)) {
    folder_.write("bridge.c", bridge_text(unit));
    const std::string built =
        kStrict + options + " -fPIC -c unit.c && cc -O1 -fPIC -shared unit.o bridge.c -o unit.so";
    EXPECT_EQ(folder_.run(built), 0) << unit.instruction.id;
    library_ = ::dlopen(folder_.path("unit.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ != nullptr) bridge_ = reinterpret_cast<Bridge>(::dlsym(library_, "bridge"));
  }
  ~EmittedUnit() {
    if (library_ != nullptr) ::dlclose(library_);
  }
  EmittedUnit(const EmittedUnit&) = delete;
  EmittedUnit& operator=(const EmittedUnit&) = delete;

  bool is_there() const { return bridge_ != nullptr; }
  void dot(const DotBatch& batch) const {
    std::vector<const std::uint64_t*> in;
    for (const OperandRow& row : kInputs) in.push_back(batch[row.operand].data());
    bridge_(in.data(), batch.size(), batch.d.data(), batch.flags.data());
  }

 private:
  using Bridge = void (*)(const std::uint64_t* const*, std::uint64_t, std::uint64_t*,
                          std::uint64_t*);
  EmittedFolder folder_;
  void* library_ = nullptr;
  Bridge bridge_ = nullptr;
};

struct Compared {
  bool equal = false;  // all, and there were some
  std::chrono::duration<double> reference_time{}, emitted_time{};
};

// Compares d, and flags where there are some, of all operations.
inline Compared compare(const EmittedUnit& emitted, const Engine& reference,
                        const OperationBatch& operations) {
  const std::size_t count = operations.operations().size();
  std::vector<std::uint64_t> expected(count), d(count), expected_flags(count), flags(count);
  DotBatch batch = operations.batch(expected);
  if (raises_flags(reference.unit())) batch.flags = expected_flags;
  Compared compared;
  const auto begun = std::chrono::steady_clock::now();
  reference.dot(batch);
  const auto between = std::chrono::steady_clock::now();
  batch = operations.batch(d);
  batch.flags = flags;
  emitted.dot(batch);
  compared.reference_time = between - begun;
  compared.emitted_time = std::chrono::steady_clock::now() - between;
  for (std::size_t i = 0; i < count; ++i) {
    if (d[i] == expected[i] && flags[i] == expected_flags[i]) continue;
    ADD_FAILURE() << std::hex << d[i] << ", not " << expected[i] << "; flags " << flags[i]
                  << ", not " << expected_flags[i] << '\n'
                  << operations.describe(i);
    return compared;
  }
  compared.equal = count > 0;
  return compared;
}

// `count` vectors: of each class of the generator's, and of random operands.
inline OperationBatch drawn(const Unit& unit, int count, std::uint64_t seed) {
  OperationBatch operations(unit);
  const Generator generator(unit, seed);
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::uint64_t>(i);
    const std::size_t turn = static_cast<std::size_t>(i) % (kDefaultClasses.size() + 1);
    operations.add(turn == kDefaultClasses.size() ? random_operands(unit, seed * 1'000'000 + at)
                                                  : generator.make(kDefaultClasses[turn], at));
  }
  return operations;
}

// `count` vectors, each operand of which is that of one of these, by chance.
inline OperationBatch crossed(const Unit& unit, const std::vector<Case>& cases, int count,
                              std::uint64_t seed) {
  OperationBatch operations(unit);
  std::mt19937_64 random(seed);
  for (int i = 0; i < count; ++i) {
    Case row;
    for (const OperandRow& input : kInputs)
      row[input.operand] = cases[random() % cases.size()][input.operand];
    operations.add(row);
  }
  return operations;
}

inline std::vector<Case> answered(const Unit& unit, const OperationBatch& operations) {
  std::vector<Case> cases = operations.operations();
  const auto reference = make_reference_engine(unit);
  if (raises_flags(unit)) {
    const auto results = operations.run_with_flags(*reference);
    for (std::size_t i = 0; i < cases.size(); ++i)
      cases[i].d() = results[i].d, cases[i].flags = results[i].flags;
  } else {
    const auto d = operations.run(*reference);
    for (std::size_t i = 0; i < cases.size(); ++i) cases[i].d() = d[i];
  }
  return cases;
}

// Units of every kind.
inline std::vector<std::string> kinds_of_units() {
  return {
      "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",
      "hopper/mma.m16n8k16.f32.f16.f16.f32",
      "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16",  // widened, ordered, a late c
      "hopper/mma.m8n8k4.f64.f64.f64.f64",      // words of 163 bits
      "hopper/mma.m16n8k32.s32.s8.s8.s32",
      "volta/mma.m8n8k4.f32.f16.f16.f32",
      "cdna2/v_mfma_f32_32x32x8f16",  // pairs that round; flushed
      "cdna3/v_mfma_f32_16x16x16_f16",
      "cdna1/v_mfma_f32_32x32x4bf16",  // exact
      "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
  };
}

}  // namespace mmasc

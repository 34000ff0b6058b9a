// SPDX-License-Identifier: Apache-2.0
// The options of `mmasc gen`, and the writer of its vectors. The bench verification hooks in to
// keep those vectors that reach cover points.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mmasc/command/engines.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/where.h"
#include "mmasc/unit/unit_argument.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

inline constexpr std::uint64_t kMaxGenerated = 10'000'000;
struct GenOptions {
  UnitArgument unit;
  std::string vector_class = "all";
  std::uint64_t count = 64;  // of each class
  std::uint64_t seed = 1;
  std::string format = "vec";
  EngineArgument engine{"reference"};  // that gives d
  bool without_d = false;
  std::string output;  // empty: standard output
  bool until_covered = false;
  bool crosses = false;
  std::uint64_t tries = 20'000;  // aimed at each cover point that the classes leave
  std::string coverage;          // a file for the counts; empty: none
  std::vector<std::string> where;
};

// Throws InputError that names the classes there are.
std::vector<VectorClass> classes_named(const std::string& name);

struct WrittenLayout;

// Gives vectors their d and writes them, to a file that appears when all is there.
class VectorWriter {
 public:
  VectorWriter(const Unit& unit, const GenOptions& options);

  void begin(std::uint64_t count);
  void write(std::span<Case> cases);
  // With another file that appears only together with these vectors, where there is one.
  void commit(AtomicFile* other = nullptr);

 private:
  void put(const std::string& text);

  const WrittenLayout& layout_;
  std::unique_ptr<Engine> engine_;
  VectorFile file_;  // without its vectors
  std::optional<AtomicFile> output_;
  bool holds_back_ = false;  // from standard output, until all vectors are there
  std::string held_back_;
};

// Writes vectors that reach cover points; returns the exit code.
using WriteCovering = int (*)(const Generator& generator, const Where& where,
                              const GenOptions& options, VectorWriter& writer);
// As the program has it; null: it has none.
WriteCovering write_covering();
// Gives each program one that its file is linked into.
class RegisteredCovering {
 public:
  explicit RegisteredCovering(WriteCovering write);
};

}  // namespace mmasc

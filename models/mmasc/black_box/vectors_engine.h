// SPDX-License-Identifier: Apache-2.0
// A vector file as an engine: of its operands it gives the d that stands there, and of others none.
#pragma once

#include <memory>
#include <string_view>

#include "mmasc/arith/engine.h"
#include "mmasc/vectors/answers.h"

namespace mmasc {

class VectorsEngine : public Engine {
 public:
  // Throws InputError where the file is none, has no d or other operands than the unit, or has two
  // d of the same operands.
  VectorsEngine(const Unit& unit, std::string_view path);

  std::string_view name() const override { return "vec"; }
  const Unit& unit() const override { return unit_; }
  bool gives_flags() const override { return file_.has_flags; }
  // Throws Unanswered, which names the operands, where the file has them not.
  void dot(const DotBatch& batch) const override;

  // Null where it has no such operands.
  const Case* find(const Case& row) const { return answers_.find(row); }
  const VectorFile& file() const { return file_; }

 private:
  const Unit unit_;
  const VectorFile file_;
  Answers answers_;
};

std::unique_ptr<Engine> make_vectors_engine(const Unit& unit, std::string_view path);

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
#include "mmasc/black_box/program_engine.h"

#include <fmt/format.h>

#include <mutex>
#include <string>

#include "mmasc/black_box/answering_program.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace {

constexpr std::size_t kCasesAtOnce = 4096;

class ProgramEngine : public Engine {
 public:
  ProgramEngine(const Unit& unit, std::string_view command, std::chrono::seconds patience)
      : unit_(unit), program_(std::string(command), patience) {
    asked_.instruction = unit.instruction.id;
    asked_.layout = layout_of(unit);
    asked_.provenance = "operands of mmasc";
    asked_.has_d = false;
    asked_.header = {{"instruction"}, {"formats"}, {"provenance"}, {"nan"}, {"columns"}};
    text_ = header_text(asked_, 0);
  }

  std::string_view name() const override { return "exec"; }
  const Unit& unit() const override { return unit_; }

  void dot(const DotBatch& batch) const override {
    const std::lock_guard lock(mutex_);
    for (std::size_t first = 0; first < batch.size(); first += kCasesAtOnce)
      ask(batch, first, std::min(kCasesAtOnce, batch.size() - first));
  }

 private:
  void ask(const DotBatch& batch, std::size_t first, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) text_ += line_of(batch, first + i);
    text_ += "\n";
    const std::vector<std::string> answers = program_.ask(text_, count);
    text_.clear();
    for (std::size_t i = 0; i < count; ++i) batch.d[first + i] = read(answers[i], batch, first + i);
  }

  std::string line_of(const DotBatch& batch, std::size_t number) const {
    return case_text(asked_, case_of(batch, asked_.layout, number));
  }

  std::uint64_t read(const std::string& answer, const DotBatch& batch, std::size_t number) const {
    try {
      return parse_elements(answer, unit_.d(), 1, "d").front();
    } catch (const InputError& error) {
      std::string asked = line_of(batch, number);
      asked.pop_back();
      throw InputError(fmt::format("{}: the answer \"{}\" to \"{}\": {}", program_.command(),
                                   answer, asked, error.what()));
    }
  }

  const Unit unit_;
  VectorFile asked_;
  mutable std::mutex mutex_;
  mutable AnsweringProgram program_;
  mutable std::string text_;  // to be sent
};

}  // namespace

std::unique_ptr<Engine> make_program_engine(const Unit& unit, std::string_view command,
                                            std::chrono::seconds patience) {
  return std::make_unique<ProgramEngine>(unit, command, patience);
}

}  // namespace mmasc

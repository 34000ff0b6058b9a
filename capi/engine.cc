// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/engine.h"

#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/engines.h"
#include "mmasc/unit/status_flags.h"

using namespace mmasc::capi;

namespace {

std::unique_ptr<mmasc::Engine> make(const mmasc::Unit& unit, std::string_view name,
                                    const mmasc_engine_options* options) {
  if (options == nullptr) return mmasc::make_engine(name, unit);
  given_args(options, "options");
  const mmasc::BatchOptions batch{.target = options->target == nullptr ? "" : options->target,
                                  .threads = options->threads};
  if (name == "batch") return mmasc::make_batch_engine(unit, batch);
  if (batch.threads != 0 || !batch.target.empty())
    throw mmasc::InputError("options are those of \"batch\"; this engine takes none");
  return mmasc::make_engine(name, unit);
}

// The operands and d, checked against the unit.
mmasc::DotBatch batch_of(const mmasc::Engine& engine, const mmasc_dot_args* args) {
  given_args(args, "args");
  using Elements = std::span<const std::uint64_t>;
  const auto take = [](const mmasc_bits& bits, std::string_view name) -> Elements {
    return elements(bits, name);
  };
  const mmasc::DotBatch batch(inputs<Elements>(args->operands, take), elements(args->d, "d"));
  mmasc::check(engine.unit(), batch);
  return batch;
}

constexpr bool is_bit_of(mmasc_flag flag, mmasc::StatusFlag of) {
  return static_cast<std::uint64_t>(flag) == mmasc::flag_bit(of);
}
static_assert(is_bit_of(MMASC_INEXACT, mmasc::StatusFlag::inexact) &&
              is_bit_of(MMASC_UNDERFLOW, mmasc::StatusFlag::underflow) &&
              is_bit_of(MMASC_OVERFLOW, mmasc::StatusFlag::overflow) &&
              is_bit_of(MMASC_DIVIDE_BY_ZERO, mmasc::StatusFlag::divide_by_zero) &&
              is_bit_of(MMASC_INVALID, mmasc::StatusFlag::invalid));

}  // namespace

extern "C" {

mmasc_status mmasc_engine_create(const mmasc_unit* unit, const char* name,
                                 const mmasc_engine_options* options, mmasc_engine** out) {
  return guarded([&] {
    given(out, "out");
    auto engine = make(given(unit, "unit").unit, &given(name, "name"), options);
    *out = new mmasc_engine{std::move(engine)};
  });
}

void mmasc_engine_free(mmasc_engine* engine) { delete engine; }

const char* mmasc_engine_target(size_t index) {
  const char* target = nullptr;
  guarded([&] {
    static const std::vector<std::string> targets = mmasc::batch_targets();
    if (index < targets.size()) target = targets[index].c_str();
  });
  return target;
}

mmasc_status mmasc_dot(const mmasc_engine* engine, const mmasc_dot_args* args) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    evaluator.dot(batch_of(evaluator, args));
  });
}

mmasc_status mmasc_dot_with_flags(const mmasc_engine* engine, const mmasc_dot_args* args,
                                  const mmasc_mutable_bits* flags) {
  return guarded([&] {
    const auto& evaluator = *given(engine, "engine").engine;
    mmasc::DotBatch batch = batch_of(evaluator, args);
    batch.flags = elements(given(flags, "flags"), "flags");
    if (!evaluator.gives_flags())
      throw mmasc::InputError("flags are asked for, and the unit raises none (result.flags)");
    if (batch.flags.size() != batch.d.size())
      throw mmasc::InputError("flags has " + std::to_string(batch.flags.size()) +
                              " elements, and d " + std::to_string(batch.d.size()));
    if (batch.size() != 0) evaluator.dot(batch);
  });
}

}  // extern "C"

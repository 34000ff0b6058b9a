// SPDX-License-Identifier: Apache-2.0
#include "mmasc/batch/engine.h"

#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/engines.h"

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
    given_args(args, "args");
    using Elements = std::span<const std::uint64_t>;
    const auto take = [](const mmasc_bits& bits, std::string_view name) -> Elements {
      return elements(bits, name);
    };
    const mmasc::DotBatch batch(inputs<Elements>(args->operands, take), elements(args->d, "d"));
    mmasc::check(evaluator.unit(), batch);
    evaluator.dot(batch);
  });
}

}  // extern "C"

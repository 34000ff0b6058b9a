// SPDX-License-Identifier: Apache-2.0
#include "batch/engine.h"

#include "capi/arguments.h"
#include "capi/failure.h"
#include "capi/handles.h"
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

void run_dots(const mmasc_engine* engine, const mmasc_dot_args* args, const mmasc_bits& random,
              const mmasc_bits& metadata) {
  const auto& evaluator = *given(engine, "engine").engine;
  given_args(args, "args");
  const mmasc::DotBatch batch{.a = elements(args->a, "a"),
                              .b = elements(args->b, "b"),
                              .c = elements(args->c, "c"),
                              .sa = elements(args->sa, "sa"),
                              .sb = elements(args->sb, "sb"),
                              .d = elements(args->d, "d"),
                              .random = elements(random, "random"),
                              .metadata = elements(metadata, "metadata")};
  mmasc::check(evaluator.unit(), batch);
  evaluator.dot(batch);
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
  return guarded([&] { run_dots(engine, args, {}, {}); });
}

mmasc_status mmasc_dot_random(const mmasc_engine* engine, const mmasc_dot_args* args,
                              mmasc_bits random) {
  return guarded([&] { run_dots(engine, args, random, {}); });
}

mmasc_status mmasc_dot_sparse(const mmasc_engine* engine, const mmasc_dot_args* args,
                              mmasc_bits metadata, mmasc_bits random) {
  return guarded([&] { run_dots(engine, args, random, metadata); });
}

}  // extern "C"

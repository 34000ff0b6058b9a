// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

#include <algorithm>
#include <bit>
#include <filesystem>
#include <tuple>

#include "mmasc/arith/field_fit.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/stage_name.h"

namespace mmasc {
namespace {

// One fused step. Calls watch(stage, payload) with what leaves each stage.
template <NumberSystem N, class Watch>
Result run_stages(const Plan& plan, const Stages<N>& stages, const Operands& in, Watch&& watch) {
  std::tuple<Operands, Terms<N>, Addends<N>, Result> payloads;
  std::get<Operands>(payloads) = in;
  for (const StagePlan& stage : plan.stages)
    with_logic<N>(stage, [&]<class In, class Out>(StageLogic<N, In, Out> logic) {
      const Out out = checked<N>(logic, stages, plan, stage, std::get<In>(payloads));
      watch(stage, out);
      std::get<Out>(payloads) = out;
    });
  return std::get<Result>(payloads);
}

// The lowest `width` bits of an integer.
template <class Integer>
std::string hex_of(const Integer& value, int width) {
  static_assert(std::endian::native == std::endian::little);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  std::string digits;
  for (int low = 0; low < width; low += 4) {
    const int kept = std::min(4, width - low);
    digits.insert(digits.begin(),
                  "0123456789abcdef"[bytes[low / 8] >> low % 8 & ((1 << kept) - 1)]);
  }
  return "0x" + digits;
}

[[noreturn]] void refuse(const std::string& path, std::string_view reason) {
  throw InputError(fmt::format("stages: {}: {}", path, reason));
}

}  // namespace

void refuse_sizes(const StagePlan& stage) {
  throw InputError(
      fmt::format("stages: {} gives more or fewer elements than the plan has; change values alone",
                  stage_name(stage)));
}

void refuse_field(const StagePlan& stage, const FieldName& field, int width) {
  throw InputError(
      fmt::format("stages: {} gives {} that does not fit the {} bits that the plan has for it",
                  stage_name(stage), std::string(field), width));
}

void refuse_failure(const StagePlan& stage, const char* what) {
  throw InputError(fmt::format("stages: {} failed: {}", stage_name(stage), what));
}

Result evaluate(const Plan& plan, const StageSet& stages, const Operands& in) {
  return with_numbers(plan, [&]<class N>(N) {
    return run_stages<N>(plan, stages.on<N>(), in, [](const StagePlan&, const auto&) {});
  });
}

std::vector<FieldOfStep> fields_of_step(const Plan& plan, const StageSet* stages,
                                        const Operands& in) {
  std::vector<FieldOfStep> fields;
  with_numbers(plan, [&]<class N>(N) {
    run_stages<N>(plan, stages != nullptr ? stages->on<N>() : shipped_stages<N>(), in,
                  [&](const StagePlan& stage, const auto& out) {
                    visit_fields<N>(
                        plan, stage, out, [&](const FieldName& name, int width, const auto& value) {
                          fields.push_back({stage_name(stage), name, hex_of(value, width)});
                        });
                  });
  });
  return fields;
}

#ifdef __EMSCRIPTEN__
std::shared_ptr<const StageSet> load_stages(const std::string& path) {
  refuse(path, "a page cannot load a shared library");
}
#else
std::shared_ptr<const StageSet> load_stages(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    refuse(path, "no such file; name a shared library that has MMASC_STAGES");
  // With a slash: else it is looked for where the system's libraries are.
  const std::string file = std::filesystem::absolute(path).string();
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw EnvironmentError(fmt::format("stages: {} cannot be loaded: {}", path, ::dlerror()));
  const auto* own = static_cast<const OwnStages*>(::dlsym(library, "mmasc_own_stages"));
  if (own == nullptr) refuse(path, "has no MMASC_STAGES; add it at the end of a source");
  if (std::string_view(own->version()) != library_version() || own->plan_bytes != sizeof(Plan))
    refuse(path, fmt::format("was built for another mmasc, {}, and this is {}; build it again",
                             own->version(), library_version()));
  return {&own->stages(), [](const StageSet*) {}};
}
#endif

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verify/verify.h"

#include <map>

#include "arguments.h"
#include "failure.h"
#include "handles.h"
#include "mmasc/engines.h"

using namespace mmasc::capi;

struct mmasc_verification {
  mmasc_tally total;
  std::vector<std::pair<std::string, mmasc_tally>> rows;  // those with vectors
  std::vector<std::string> replays;
};

namespace {

mmasc_tally to_c(const mmasc::Tally& tally) {
  return {.recorded = tally.recorded,
          .stated = tally.stated + tally.implied,
          .derived = tally.derived,
          .own = tally.own,
          .mismatches = tally.mismatches};
}

std::vector<mmasc::NamedUnit> own_units(const mmasc_verify_args& args) {
  std::vector<mmasc::NamedUnit> own;
  for (std::size_t i = 0; i < args.unit_count; ++i) {
    const mmasc_unit& unit = given((&given(args.units, "units"))[i], "a unit of units");
    own.push_back({unit.argument, unit.unit});
  }
  return own;
}

}  // namespace

extern "C" {

mmasc_status mmasc_verify(const mmasc_verify_args* args, mmasc_verification** out) {
  return guarded([&] {
    given_args(args, "args");
    given(out, "out");
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < args->path_count; ++i)
      paths.emplace_back(&given((&given(args->paths, "paths"))[i], "a path of paths"));
    const std::string engine = args->engine == nullptr ? "batch" : args->engine;
    mmasc::Verification verification({mmasc::find_engine(mmasc::kEngines, engine)},
                                     own_units(*args));
    verification.run(mmasc::find_vectors(paths),
                     progress_of(args->progress, args->progress_context));

    auto result = std::make_unique<mmasc_verification>();
    result->total = to_c(verification.total());
    for (const mmasc::VerifiedUnit& one : verification.units())
      if (one.tally.vectors() > 0) result->rows.emplace_back(one.title, to_c(one.tally));
    result->replays = verification.replays();
    *out = result.release();
  });
}

void mmasc_verification_free(mmasc_verification* verification) { delete verification; }

mmasc_status mmasc_verification_total(const mmasc_verification* verification, mmasc_tally* out) {
  return guarded([&] { given(out, "out") = given(verification, "verification").total; });
}

const char* mmasc_verification_row(const mmasc_verification* verification, size_t index,
                                   mmasc_tally* out) {
  if (verification == nullptr || index >= verification->rows.size()) return nullptr;
  const auto& [id, tally] = verification->rows[index];
  if (out != nullptr) *out = tally;
  return id.c_str();
}

const char* mmasc_verification_replay(const mmasc_verification* verification, size_t index) {
  if (verification == nullptr || index >= verification->replays.size()) return nullptr;
  return verification->replays[index].c_str();
}

}  // extern "C"

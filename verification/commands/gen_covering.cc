// SPDX-License-Identifier: Apache-2.0
// mmasc gen --until-covered.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "coverage_text.h"
#include "mmasc/command/command.h"
#include "mmasc/command/gen_writer.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/tell.h"
#include "mmasc/coverage/cover.h"
#include "mmasc/coverage/ucis.h"
#include "mmasc/presentation/describe.h"

namespace mmasc {
namespace {

Covered draw_until_covered(const Generator& generator, const Where& where,
                           const GenOptions& options) {
  ProgressLine progress;
  CoverLimits limits;
  limits.classes = classes_named(options.vector_class);
  limits.count = options.count;
  limits.tries = options.tries;
  limits.crosses = options.crosses;
  if (!where.empty()) limits.where = &where;
  return cover(generator, limits, [&](std::uint64_t drawn) {
    progress.step(fmt::format("{} vectors drawn for the cover points", drawn));
  });
}

// How cover points may still be met.
std::string mend_unmet(std::size_t unmet, const GenOptions& options) {
  const std::uint64_t more =
      std::min(kMaxGenerated, std::max(10 * options.tries, GenOptions().tries));
  return fmt::format("not met: {} with --tries {}{}; {}--seed {} aims other vectors",
                     counted(static_cast<long long>(unmet), "cover point"), options.tries,
                     options.where.empty() ? "" : ", which --where may leave no way to",
                     more > options.tries ? fmt::format("--tries {} aims more, ", more) : "",
                     options.seed + 1);
}

// Both files, or none.
int write_those_covering(const Generator& generator, const Where& where, const GenOptions& options,
                         VectorWriter& writer) {
  Covered covered = draw_until_covered(generator, where, options);
  std::optional<AtomicFile> counts;
  if (!options.coverage.empty()) {
    counts.emplace(options.coverage);
    counts->write(is_ucis_name(options.coverage) ? to_ucis(covered.coverage, now())
                                                 : covered.coverage.to_json());
  }
  writer.begin(covered.cases.size());
  writer.write(covered.cases);
  writer.commit(counts ? &*counts : nullptr);
  fmt::print(options.output.empty() ? stderr : stdout, "{}", to_text(covered.coverage));
  const std::size_t unmet = covered.coverage.unreached().size();
  if (unmet > 0) tell(mend_unmet(unmet, options));
  return unmet == 0 ? kGood : kMismatch;
}
const RegisteredCovering kCovering(write_those_covering);

}  // namespace
}  // namespace mmasc

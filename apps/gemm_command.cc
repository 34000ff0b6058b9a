// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <limits>

#include "commands.h"
#include "engines.h"
#include "interrupt.h"
#include "json.h"
#include "matrix_files/npy.h"
#include "spec/error.h"
#include "tell.h"
#include "vectors/atomic_file.h"

namespace mmasc {
namespace {

GemmOptions gemm_options(const GemmCommandOptions& options) {
  GemmOptions gemm;
  const Rounding rounding = rounding_named("--promote-rounding", options.promote_rounding);
  if (options.promote == 0) return gemm;
  if (options.promote > std::numeric_limits<int>::max())
    throw InputError(
        fmt::format("--promote: {} instructions; give a smaller number", options.promote));
  gemm.promotion = {static_cast<int>(options.promote), rounding};
  return gemm;
}

// In pieces: AtomicFile keeps what it is given until it writes.
void write_npy(AtomicFile& file, const Format& format, const ResultMatrix& d) {
  constexpr std::size_t kPiece = 1 << 20;
  file.write(npy_header(format, d.matrix().rows, d.matrix().columns));
  const auto bytes = d.bytes();
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    stop_if_interrupted();
    const auto piece = bytes.subspan(at, std::min(kPiece, bytes.size() - at));
    file.write({reinterpret_cast<const char*>(piece.data()), piece.size()});
  }
  file.flush();
  stop_if_interrupted();
  file.commit();
}

Json summary(const GemmCommandOptions& options, const Unit& unit, const Matrices& in,
             const Format& format) {
  Json json = json_document("gemm");
  json["unit"] = unit.instruction.id;
  json["set"] = options.unit.changes;
  json["engine"] = options.engine;
  json["m"] = in.m();
  json["n"] = in.n();
  json["k"] = in.k();
  json["promote"] = options.promote;
  json["d"] = format.name;
  json["output"] = options.output;
  return json;
}

}  // namespace

int multiply_matrices(const GemmCommandOptions& options) {
  check_engine(options.engine);
  const Unit unit = find_unit(options.unit);
  const GemmOptions how = gemm_options(options);
  const auto engine = make_engine(options.engine, unit);
  const Matrices in = read_matrices(unit, how, options.matrices);
  const Format& format = d_format(unit, how);
  ResultMatrix d(format, in.m(), in.n());
  const GemmProblem problem = in.problem(d.matrix());
  check(unit, problem, how);
  AtomicFile file(options.output);  // a folder that takes no file is told before the work
  run_gemm(*engine, problem, how);
  write_npy(file, format, d);
  if (options.json)
    print_json(summary(options, unit, in, format));
  else
    tell(fmt::format("D is {} x {} {}, K = {}: {}", in.m(), in.n(), format.name, in.k(),
                     options.output));
  return kGood;
}

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
// coverage, check, audit, probe, evidence.
#include "command_rows.h"

namespace mmasc {
namespace {

CommandRow coverage_command() {
  return make_command(
      "coverage", "which corners of a unit's plan vectors meet",
      kUnitHelp +
          "VECTORS are files or folders; those of other units in a folder are left out.\n"
          "Example: mmasc coverage hopper/wgmma.m64nNk32.f32.e4m3.e4m3 my_vectors/ -o mine.json\n"
          "         mmasc coverage --merge mine.json theirs.json -o ours.json",
      measure_coverage, [](CoverageOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, "the unit");
        rows.add("VECTORS", &x.paths, "files or folders");
        rows.add_changes(x.unit.changes);
        rows.add("--merge", &x.merged, "add these counts of the same unit", "FILE.json");
        rows.add("-o,--output", &x.output, "write the counts, as JSON", "FILE.json");
        rows.add_json(x.json);
      });
}

CommandRow check_command() {
  return make_command(
      "check", "someone else's outputs, and which changed field explains them",
      kUnitHelp +
          "OUTPUTS.vec has their d. Where it differs from the unit's, every single field is moved\n"
          "(numbers by up to 8) until all of it is explained.\n"
          "Example: mmasc check hopper/wgmma.m64nNk32.f32.e4m3.e4m3 dut.vec",
      check_outputs, [](CheckOptions& x, OptionRows& rows) {
        rows.add_unit(x.unit);
        rows.add("OUTPUTS", &x.outputs, "a vector file").is_required = true;
        rows.add_json(x.json);
      });
}

CommandRow audit_command() {
  return make_command(
      "audit", "whether vectors would tell a wrong field of a unit",
      kUnitHelp +
          "Each field is moved to its neighbours. A vector refutes the change, or a search\n"
          "finds one that does, or an argument shows that none can.\n"
          "Example: mmasc audit hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --vectors my_vectors/",
      audit_vectors, [](AuditOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, "the unit");
        rows.add_changes(x.unit.changes);
        rows.add("--all", &x.all, "every row of the catalogue");
        rows.add("--vectors", &x.paths, "files or folders", "PATH");
        rows.add_count("--count", x.count,
                       "vectors of each class that a search draws, 0 to 1000000 (300)");
        rows.add("-o,--output", &x.output, "write what it finds into this folder", "FOLDER");
        rows.add("--report", &x.report, "write the table as Markdown", "FILE");
      });
}

CommandRow probe_command() {
  return make_command(
      "probe", "a unit's features as seen from outside",
      kUnitHelp +
          "Each feature comes with operands that show it. --all compares those of every row\n"
          "with what its fields say. --recorded runs the cases of vector files again, the\n"
          "probes of Fasi et al. on an RTX 4060 among the bundled ones; with a UNIT, on that.\n"
          "Example: mmasc probe ada/mma.m16n8k8.f32.f16.f16.f32\n"
          "         mmasc probe --recorded gpu_golden/bundled/rtx4060",
      probe_units, [](ProbeOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, "the unit");
        rows.add("--set", &x.unit.changes, "change a field of the row", "FIELD=VALUE");
        rows.add("--all", &x.all, "every row of the catalogue");
        rows.add("--recorded", &x.recorded, "vector files or folders", "PATH");
        rows.add_engine(x.engine, "reference (default), batch, pipeline or rtl");
      });
}

CommandRow evidence_command() {
  return make_command("evidence", "what each row was checked on, as Markdown",
                      "PATHS are vectors as verify takes them.\n"
                      "Example: mmasc evidence gpu_golden/bundled recordings/ -o evidence.md",
                      write_evidence, [](EvidenceOptions& x, OptionRows& rows) {
                        rows.add("PATHS", &x.paths, "files or folders").is_required = true;
                        rows.add("-o,--output", &x.output, "a file, not standard output", "FILE");
                      });
}

}  // namespace

std::vector<CommandRow> evidence_commands() {
  return {coverage_command(), check_command(), audit_command(), probe_command(),
          evidence_command()};
}

}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
// The commands: what each is told, and the function that does it. A command returns its exit code,
// prints data on standard output, and throws InputError or EnvironmentError before it has printed.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"
#include "matrices.h"

namespace mmasc {

// The exit codes, of the commands and of what main() catches.
inline constexpr int kGood = 0, kMismatch = 1, kBadInput = 2, kBadEnvironment = 3,
                     kInterrupted = 130;

struct ListOptions {
  std::string filter;  // a part of the id or mnemonic
  bool json = false;
};
int list_units(const ListOptions& options);

struct ShowOptions {
  UnitArgument unit;
  bool toml = false, json = false;
};
int show_unit(const ShowOptions& options);

struct EvalOptions {
  UnitArgument unit;
  OperandArguments operands;
  std::string engine = "reference";
  bool trace = false, json = false;
};
int evaluate_operands(const EvalOptions& options);

struct GemmCommandOptions {
  UnitArgument unit;
  MatrixArguments matrices;
  std::string engine = "batch";
  std::uint64_t promote = 0;  // instructions between promotions; 0: none
  std::string promote_rounding = "nearest_even";
  std::string output;
  bool json = false;
};
int multiply_matrices(const GemmCommandOptions& options);

struct CompareOptions {
  std::vector<std::string> units;
  std::vector<std::string> changes;  // of the last unit, which stands for one more
  MatrixArguments operands;          // files, or elements as typed
  bool json = false;
};
int compare_units(const CompareOptions& options);

struct EmitOptions {
  UnitArgument unit;
  std::vector<std::string> also;  // further units, which a select port chooses
  std::string output;             // a new folder
  std::string top;                // the module; empty: of the unit's id
};
int emit_unit(const EmitOptions& options);

struct CosimOptions {
  UnitArgument unit;
  std::uint64_t cycles = 10'000;
  std::uint64_t stall = 30;  // percent of the cycles
  std::uint64_t seed = 1;
  std::string rtl;  // a folder of emit-rtl; empty: as emitted now
  std::string vcd = "mmasc_cosim.vcd";
};
// kMismatch where model and RTL part.
int cosimulate_unit(const CosimOptions& options);

struct DecodeOptions {
  std::string format;
  std::vector<std::string> elements;
  bool json = false;
};
int decode_elements(const DecodeOptions& options);

struct ConvertOptions {
  std::string from, to;
  std::vector<std::string> values;
  std::string rounding = "nearest_even";
  bool saturate = false, json = false;
};
int convert_values(const ConvertOptions& options);

struct VerifyOptions {
  std::vector<std::string> paths;
  std::string engine = "reference";
  bool all_rows = false, json = false;
};
int verify_paths(const VerifyOptions& options);

struct RunOptions {
  std::string engine;  // empty: every engine that is built in
};
int run_everything(const RunOptions& options);

struct TraceOptions {
  UnitArgument unit;
  OperandArguments operands;
  std::string vectors;  // a file, instead of operands
  std::string output;   // of the VCD; empty: none
};
int trace_unit(const TraceOptions& options);

inline constexpr std::uint64_t kMaxGenerated = 10'000'000;
struct GenOptions {
  UnitArgument unit;
  std::string vector_class = "all";
  std::uint64_t count = 64;  // of each class
  std::uint64_t seed = 1;
  std::string format = "vec";
  std::string engine = "reference";  // that gives d
  bool without_d = false;
  std::string output;  // empty: standard output
  bool until_covered = false;
  std::uint64_t tries = 20'000;  // aimed at each corner that the classes leave
  std::string coverage;          // a file for the counts; empty: none
};
int generate_vectors(const GenOptions& options);

struct CoverageOptions {
  UnitArgument unit;                // may be empty where counts are merged alone
  std::vector<std::string> paths;   // of vectors
  std::vector<std::string> merged;  // files of counts
  std::string output;               // of the counts together; empty: none
  bool json = false;
};
int measure_coverage(const CoverageOptions& options);

struct CheckOptions {
  UnitArgument unit;
  std::string outputs;  // a vector file
  bool json = false;
};
int check_outputs(const CheckOptions& options);

struct AuditOptions {
  UnitArgument unit;
  bool all = false;                // every row of the catalogue
  std::vector<std::string> paths;  // of vectors
  std::uint64_t count = 300;       // vectors of each class that a search draws
  std::string output;              // a folder for what it finds; empty: none
  std::string report;              // a Markdown file; empty: none
};
int audit_vectors(const AuditOptions& options);

struct ProbeOptions {
  UnitArgument unit;
  std::string engine = "reference";
  bool all = false;  // every row of the catalogue, its probed features against its fields
  std::vector<std::string> recorded;  // files or folders of probes that were run elsewhere
};

// One unit: its features with the operands that show each. All: a table of the differences.
// Recorded: a table of each file's cases, d as it stands there and as its instruction, or the unit
// if one is given, has it. kMismatch where a feature is not what the row says, or a d differs.
int probe_units(const ProbeOptions& options);

struct EvidenceOptions {
  std::vector<std::string> paths;  // of vectors
  std::string output;              // empty: standard output
};
int write_evidence(const EvidenceOptions& options);

std::string version_name();  // "mmasc 0.1.0"
std::string version_text();

}  // namespace mmasc

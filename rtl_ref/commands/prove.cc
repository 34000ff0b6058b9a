// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/command/solver_seconds.h"
#include "mmasc/command/tell.h"
#include "mmasc/command/vector_header.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/replay.h"
#include "prove_all.h"

#ifdef MMASC_HAS_RTL
#include "mmasc/proof/prove_instructions.h"
#include "mmasc/rtl/rtl_folder.h"
#endif

namespace mmasc {
namespace {

struct ProveOptions {
  UnitArgument unit, against;      // without a name: RTL
  std::vector<std::string> order;  // options' names, as typed
  std::string rtl;                 // a folder of emit-rtl; empty: as emitted now
  bool all = false;                // every row of the catalogue
  std::string csv;                 // a line for each of them
  std::uint64_t seconds = 60;
  std::string save;  // a vector file; empty: none
  bool json = false;
};

#ifdef MMASC_HAS_RTL

using proof::Outcome, proof::Theorem, proof::UnitProof;

std::string text_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::proved:
      return "proved";
    case Outcome::refuted:
      return "refuted";
    case Outcome::open:
      break;
  }
  return "open";
}

// One of the two plans of an instruction.
struct Proof {
  std::string what;  // "", "the late C: "
  UnitProof of;
};

// Of an instruction's plans, with operands of the whole of it that show what is not so.
struct Proofs {
  std::vector<Proof> of;
  std::optional<proof::InstructionExample> example;

  bool shows(const Sequence& sequence, const Proof& one) const {
    return example && (example->step < sequence.steps()) == one.what.empty();
  }
};

Case case_of(const Sequence& sequence, const proof::InstructionExample& example) {
  Case row;
  for (const OperandRow& input : kInputs) row[input.operand] = example.operands[input.operand];
  row.d() = evaluate(sequence, operands_of(row));
  return row;
}

Json json_of(const Theorem& theorem) {
  Json json{{"stage", theorem.stage},
            {"claim", theorem.claim},
            {"outcome", text_of(theorem.outcome)},
            {"seconds", theorem.seconds}};
  if (!theorem.at.empty()) json["at"] = theorem.at;
  if (theorem.example)
    json["example"] = {{"entering", theorem.example->entering},
                       {"field", theorem.example->field},
                       {"model", theorem.example->model},
                       {"other", theorem.example->other}};
  return json;
}

Json json_of(const Proof& proof) {
  Json json{{"what", proof.what.empty() ? "step" : "late_c"},
            {"outcome", text_of(proof.of.outcome)},
            {"whole", proof.of.is_whole},
            {"seconds", proof.of.seconds},
            {"theorems", Json::array()}};
  for (const Theorem& theorem : proof.of.theorems) json["theorems"].push_back(json_of(theorem));
  for (const auto& [name, operand, bits] : proof.of.operands)
    json["operands"][name] = fmt::format("{:x}", bits);
  return json;
}

// "in step 2 of 4, where d of the step before is 80000000": where the example shows it.
std::string place_text(const Sequence& sequence, const proof::InstructionExample& example) {
  if (sequence.steps() + sequence.program().additions() == 1) return "";
  const std::string at = example.step == sequence.steps()
                             ? "in the addition of c"
                             : fmt::format("in step {} of {}", example.step + 1, sequence.steps());
  return example.step == 0 ? at
                           : fmt::format("{}, where d of the step before is {}", at,
                                         to_hex(example.chained, sequence.unit().d()));
}

Json json_of(const Sequence& sequence, const proof::InstructionExample& example) {
  Json json;
  const Case row = case_of(sequence, example);
  add_operands(json, layout_of(sequence.unit()), row);
  json["d"] = to_hex(row.d(), sequence.unit().d());
  json["step"] = example.step;
  if (example.step > 0) json["d_of_the_step_before"] = to_hex(example.chained, sequence.unit().d());
  return json;
}

std::string table_of(const std::vector<Theorem>& theorems) {
  using enum Table::Align;
  Table table({left, left, left, right});
  table.add({"stage", "claim", "outcome", "seconds"});
  for (const Theorem& theorem : theorems)
    table.add({theorem.stage, theorem.claim,
               text_of(theorem.outcome) + (theorem.at.empty() ? "" : " at " + theorem.at),
               fmt::format("{:.1f}", theorem.seconds)});
  return table.text();
}

std::string example_text(const Theorem& theorem, std::string_view other) {
  std::string text =
      fmt::format("{} hands on {}: the model {}, {} {}, where it takes\n", theorem.stage,
                  theorem.example->field, theorem.example->model, other, theorem.example->other);
  for (const auto& [name, bits] : theorem.example->entering)
    text += fmt::format("  {:<24} {}\n", name, bits);
  return text;
}

// The text says what is proved, or where it is not, and what shows that: `is_replayed` says that
// operands of the whole instruction do.
std::string text_of(const ProveOptions& options, const Proof& proof, bool is_replayed) {
  const UnitProof& of = proof.of;
  std::string text = table_of(of.theorems);
  if (of.theorems.empty()) text.clear();
  text += fmt::format("{}{}{} in {:.1f} s", proof.what, text_of(of.outcome),
                      of.outcome != Outcome::proved ? ""
                      : of.is_whole                 ? " as a whole"
                                                    : " by its stages",
                      of.seconds);
  text += of.preparing > 0 ? fmt::format(", {:.1f} of them Yosys's\n", of.preparing) : "\n";
  const auto shown = std::ranges::find_if(
      of.theorems, [](const Theorem& theorem) { return theorem.example.has_value(); });
  if (shown != of.theorems.end())
    text +=
        example_text(*shown, options.against.name.empty() ? "the RTL" : as_typed(options.against));
  if (!of.operands.empty() && (!is_replayed || of.outcome == Outcome::open)) {
    text += "operands of a step:";
    for (const auto& [name, operand, bits] : of.operands)
      text += fmt::format(" {}={:x}", name, bits);
    text += of.outcome == Outcome::open
                ? "\nthe steps differ for these; no operands of the instruction were found that "
                  "bring them about\n"
                : "\n";
  } else if (of.outcome == Outcome::refuted && !is_replayed) {
    text += "no operands were found that make a stage take this; the stage differs all the same\n";
  }
  return text;
}

std::string replay_text(const ProveOptions& options, const Sequence& sequence,
                        const proof::InstructionExample& example) {
  const std::string place = place_text(sequence, example);
  return (place.empty() ? "" : "shown " + place + "\n") +
         fmt::format("replay: mmasc eval {} {} --trace\n", as_typed(options.unit),
                     operand_flags(layout_of(sequence.unit()), case_of(sequence, example)));
}

// `decided` has each theorem as it is decided, which an interruption leaves.
Proofs prove(const ProveOptions& options, const Sequence& sequence, std::vector<Theorem>& decided) {
  ProgressLine progress;
  proof::ProofOptions how{
      .limits = {.seconds = options.seconds}, .tell = [&](const Theorem& theorem) {
        decided.push_back(theorem);
        progress.step(
            fmt::format("{} {}: {}", theorem.stage, theorem.claim, text_of(theorem.outcome)));
      }};
  Proofs proofs;
  if (!options.against.name.empty()) {
    const Sequence other(find_unit(options.against));
    auto [step, late_c, example] = proof::ProvedInstruction(sequence, how).prove_same_as(other);
    proofs.of.push_back({"", std::move(step)});
    if (late_c) proofs.of.push_back({"the late C: ", std::move(*late_c)});
    proofs.example = std::move(example);
    return proofs;
  }
  std::optional<RtlFolder> folder;
  if (!options.rtl.empty()) folder = read_rtl_folder(options.rtl);
  const std::string top = folder ? folder->top : "unit";
  const auto add = [&](const std::string& what, const Plan& plan, const std::string& module,
                       const proof::StepKind& kind) {
    Rtl rtl = emit_rtl(plan, module);
    if (folder) rtl.files = folder->files;
    proofs.of.push_back({what, prove_rtl(plan, rtl, how, kind)});
    const UnitProof& of = proofs.of.back().of;
    if (of.are_elements && !proofs.example)
      proofs.example = proof::example_with(sequence, of.operands, kind.is_addition, how);
  };
  const SequencePlan& program = sequence.program();
  add("", program.step, top, {.is_only = program.steps == 1, .of = &program});
  if (program.late_c)
    add("the late C: ", *program.late_c, late_c_top(top),
        {.is_only = true, .of = &program, .is_addition = true});
  return proofs;
}

void save(const ProveOptions& options, const Sequence& sequence, const Proofs& proofs) {
  if (options.save.empty()) return;
  if (!proofs.example) return tell("--save: there are no operands of an instruction to save");
  VectorFile file = vector_file_of(sequence.unit(), options.unit, "mmasc prove");
  file.cases.push_back(case_of(sequence, *proofs.example));
  write_vectors(file, options.save);
}

// Each --set changes the unit before it; where none is before it, UNIT.
ProveOptions with_changes_apart(ProveOptions options) {
  const std::vector<std::string> all = std::exchange(options.unit.changes, {});
  UnitArgument* unit = &options.unit;
  auto change = all.begin();
  for (const std::string& option : options.order) {
    if (option == "--set") unit->changes.push_back(*change++);
    if (option == "UNIT") unit = &options.unit;
    if (option == "--against") unit = &options.against;
  }
  return options;
}

int prove_unit(const ProveOptions& typed) {
  const ProveOptions options = with_changes_apart(typed);
  check_solver_seconds("--seconds", options.seconds, 1);
  if (options.all != options.unit.name.empty())
    throw InputError("give a UNIT or --all, one of the two");
  if (options.all) {
    if (!options.rtl.empty() || !options.against.name.empty() || !options.save.empty() ||
        options.json || !options.unit.changes.empty())
      throw InputError("--all goes with --csv and --seconds alone");
    return prove_all(options.seconds, options.csv);
  }
  if (!options.rtl.empty() && !options.against.name.empty())
    throw InputError("--rtl is for the unit's own RTL; give it without --against");
  const Unit unit = find_unit(options.unit);
  if (unit.has_own_stages())
    throw InputError("stages of one's own are no part of what can be proved");
  const Sequence sequence(unit);
  std::vector<Theorem> decided;
  Proofs proofs;
  try {
    proofs = prove(options, sequence, decided);
    stop_if_interrupted();
  } catch (...) {
    if (!decided.empty() && !options.json) fmt::print("{}", table_of(decided));
    throw;
  }
  if (options.json) {
    Json document = json_document("prove");
    document["unit"] = unit.instruction.id;
    document["typed"] = as_typed(options.unit);
    if (!options.against.name.empty()) document["against"] = as_typed(options.against);
    for (const Proof& proof : proofs.of) document["proofs"].push_back(json_of(proof));
    if (proofs.example) document["example"] = json_of(sequence, *proofs.example);
    print_json(document);
  } else {
    for (const Proof& proof : proofs.of)
      fmt::print("{}", text_of(options, proof, proofs.shows(sequence, proof)));
    if (proofs.example) fmt::print("{}", replay_text(options, sequence, *proofs.example));
  }
  save(options, sequence, proofs);
  const bool is_proved = std::ranges::all_of(
      proofs.of, [](const Proof& proof) { return proof.of.outcome == Outcome::proved; });
  return is_proved ? kGood : kMismatch;
}
#else
int prove_unit(const ProveOptions&) {
  throw EnvironmentError("this mmasc was built without RTL; configure with MMASC_RTL=ON");
}
#endif

CommandRow prove_command() {
  return make_command(
      "prove", "prove a unit's RTL, or another unit, equal to its model",
      kUnitHelp +
          "Every stage of the RTL is a theorem: for all that may enter it, it hands on the bits\n"
          "that the model's stage function hands on, which is run on symbolic values. Bounds that\n"
          "a stage takes for granted are proved of the stage before it. With --against, d of two\n"
          "units for all operands. What is not proved is named, and exits with 1: refuted, with\n"
          "what enters the stage and, where they are found, operands, of two units always; or\n"
          "open, where the time was not enough. Yosys and Berkeley's abc do it (docs/prove.md).\n"
          "Example: mmasc prove volta/mma.m8n8k4.f32.f16.f16.f32\n"
          "         mmasc prove ada/mma.m16n8k8.f32.f16.f16.f32 --rtl my_rtl\n"
          "         mmasc prove x86/vdpbf16ps --set odd.rounding=to_odd --against x86/vdpbf16ps",
      prove_unit, [](ProveOptions& x, OptionRows& rows) {
        rows.add("UNIT", &x.unit.name, kUnitLine);
        rows.add_changes(x.unit.changes);
        rows.add("--all", &x.all, "prove the RTL of every row of the catalogue");
        rows.add("--csv", &x.csv, "write a line for each row into a file", "FILE.csv").needs =
            "--all";
        rows.add("--against", &x.against.name,
                 "a further unit, whose d is to be proved equal; --set behind it changes it",
                 "UNIT");
        rows.order = &x.order;
        rows.add("--rtl", &x.rtl, "the RTL of the unit in a folder of emit-rtl, changed or not",
                 "DIR");
        rows.add_count("--seconds", x.seconds,
                       "CPU time for each call of the solver (default: 60)");
        rows.add("--save", &x.save, "write operands that refute it, with the model's d",
                 "FILE.vec");
        rows.add_json(x.json);
      });
}
const RegisteredCommand kProveCommand(prove_command);

}  // namespace
}  // namespace mmasc

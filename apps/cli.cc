// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <memory>
#include <string>

#include "commands.h"
#include "generate/vector_class.h"
#include "spec/error.h"
#include "spec/suggest.h"

namespace mmasc {
namespace {

using Command = std::function<int()>;

constexpr const char* kUnitHelp =
    "UNIT is an id (mmasc list), any unique part of one, FILE.toml or FILE.toml:ROW.\n";
constexpr const char* kOperandHelp =
    "Operands are one hex string of all elements, element 0 leftmost, or a list by commas or "
    "spaces:\n"
    "0x.. is raw bits, everything else a value (1.5, -2e-3, 0x1.8p3, inf, nan) that the format "
    "must\n"
    "hold exactly. The missing end of a list is +0, and so is a missing --c.\n";

constexpr const char* kMatrixHelp =
    "A file is .npy (raw bits as uint8, 16, 32 or 64; float16, 32, 64) or .safetensors, which\n"
    "FILE:TENSOR names a tensor of. Elements are in the unit's format unless --quantize is given.\n"
    "Elements of less than 8 bits are a byte each, or, where --shape-a or --shape-b says so, "
    "packed\n"
    "in rows, element 0 in the lowest bits, each row padded to a byte.\n";

class CommandLine {
 public:
  CommandLine() {
    app_.name("mmasc");
    app_.description("Bit-exact models of GPU matrix units: d = c + sum a_k*b_k.");
    app_.footer(
        "Exit codes: 0 good, 1 mismatch, 2 bad input, 3 environment or internal error,\n"
        "130 interrupted.\n"
        "Start with: mmasc list, mmasc run");
    app_.require_subcommand(1);
    app_.set_version_flag("--version", version_text);
    add_list();
    add_show();
    add_eval();
    add_gemm();
    add_compare();
    add_decode();
    add_convert();
    add_verify();
    add_run();
    add_trace();
    add_gen();
    add_coverage();
    add_check();
    add_audit();
    add_probe();
    add_evidence();
  }

  Command parse(int argc, const char* const* argv) {
    if (argc > 1) check_command(argv[1]);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return print(app_.help());
    } catch (const CLI::CallForAllHelp&) {
      return print(app_.help("", CLI::AppFormatMode::All));
    } catch (const CLI::CallForVersion& version) {
      return print(std::string(version.what()) + "\n");
    } catch (const CLI::ParseError& error) {
      throw InputError(
          fmt::format("{}; see mmasc {}--help", one_line(error.what()), chosen_name()));
    }
    return chosen_;
  }

 private:
  static Command print(std::string text) {
    return [text = std::move(text)] {
      fmt::print("{}", text);
      return kGood;
    };
  }

  void check_command(std::string_view name) const {
    if (name.starts_with('-')) {
      if (app_.get_option_no_throw(std::string(name)) == nullptr)
        throw InputError(fmt::format("unknown flag {}; see mmasc --help", name));
      return;
    }
    Names names;
    for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(command->get_name());
    if (std::ranges::find(names, name) == names.end())
      throw InputError(fmt::format("unknown command \"{}\"; {}", name, mend_name(name, names)));
  }

  static std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  std::string chosen_name() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? "" : parsed.front()->get_name() + " ";
  }

  // A subcommand with its own options, and the function that takes them.
  template <class Options>
  std::pair<CLI::App*, std::shared_ptr<Options>> add(const char* name, const char* description,
                                                     int (*command)(const Options&),
                                                     const std::string& footer) {
    auto options = std::make_shared<Options>();
    CLI::App* const sub = app_.add_subcommand(name, description);
    sub->footer(footer);
    sub->callback(
        [this, options, command] { chosen_ = [options, command] { return command(*options); }; });
    return {sub, options};
  }

  static void add_unit(CLI::App* sub, UnitArgument& unit) {
    sub->add_option("UNIT", unit.name, "the unit")->required();
    add_changes(sub, unit);
  }

  // One a flag: what follows may be the name of a file.
  static void add_changes(CLI::App* sub, UnitArgument& unit) {
    sub->add_option("--set", unit.changes, "change a field of the row, as dot.fraction_bits=17")
        ->type_name("FIELD=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
  }

  template <class Operands>
  static void add_operands(CLI::App* sub, Operands& operands, bool required) {
    const auto option = [&](const char* flag, std::string& text, const char* description) {
      return sub->add_option(flag, text, description)->type_name("ELEMENTS");
    };
    option("--a", operands.a, "the k elements of a")->required(required);
    option("--b", operands.b, "the k elements of b")->required(required);
    option("--c", operands.c, "c");
    option("--sa", operands.sa, "the block scales of a");
    option("--sb", operands.sb, "the block scales of b");
  }

  static void add_matrices(CLI::App* sub, MatrixArguments& matrices) {
    sub->add_option("--shape-a", matrices.shape_a, "rows and columns of packed A, as 128x64")
        ->type_name("MxK");
    sub->add_option("--shape-b", matrices.shape_b, "of packed B")->type_name("KxN");
    sub->add_flag("--transpose-a", matrices.transpose_a,
                  "A's file (and that of its scales) has the transpose");
    sub->add_flag("--transpose-b", matrices.transpose_b, "B's has");
    auto* const quantize = sub->add_flag("--quantize", matrices.quantize,
                                         "round elements of another format to the unit's");
    sub->add_option("--quantize-rounding", matrices.quantize_rounding,
                    "nearest_even (default), toward_zero, down, ...")
        ->type_name("ROUNDING")
        ->needs(quantize);
    sub->add_flag("--saturate", matrices.saturate, "beyond the greatest number is that number")
        ->needs(quantize);
  }

  static void add_engine(CLI::App* sub, std::string& engine, const char* description) {
    const auto named = [](const std::string& name) {
      return name.empty() ? std::string("is empty; give batch, reference or pipeline")
                          : std::string();
    };
    sub->add_option("--engine", engine, description)->type_name("ENGINE")->check(named, "");
  }

  // CLI11 takes -1 and what does not fit as the greatest number.
  static void add_count(CLI::App* sub, const char* name, std::uint64_t& count,
                        const char* description) {
    constexpr std::size_t kDigits = std::numeric_limits<std::uint64_t>::digits10;
    const auto whole = [](const std::string& text) {
      const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
      return digits && text.size() <= kDigits
                 ? std::string()
                 : text + " is no whole number of at most " + std::to_string(kDigits) + " digits";
    };
    sub->add_option(name, count, description)->type_name("N")->check(whole, "");
  }

  static void add_json(CLI::App* sub, bool& json) { sub->add_flag("--json", json, "print JSON"); }

  void add_list() {
    const auto [sub, options] =
        add("list", "the units there are", list_units, "Example: mmasc list hopper/wgmma");
    sub->add_option("FILTER", options->filter, "a part of the id, mnemonic or datapath");
    add_json(sub, options->json);
  }

  void add_show() {
    const auto [sub, options] =
        add("show", "a unit's sums, widths, stages and evidence", show_unit,
            std::string(kUnitHelp) +
                "Example: mmasc show hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --toml > my.toml");
    add_unit(sub, options->unit);
    auto* const toml = sub->add_flag("--toml", options->toml, "print the row, to edit");
    add_json(sub, options->json);
    toml->excludes("--json");
  }

  void add_eval() {
    const auto [sub, options] = add(
        "eval", "one dot-product-add: d", evaluate_operands,
        std::string(kUnitHelp) + kOperandHelp +
            "Example: mmasc eval hopper/wgmma.m64nNk16.f32.f16.f16 --a -8192,-.5,-.25,-.125 --b "
            "1024,1,1,1 --c 8388608.0 --trace");
    add_unit(sub, options->unit);
    add_operands(sub, options->operands, true);
    add_engine(sub, options->engine, "reference (default), batch or pipeline");
    sub->add_flag("--trace", options->trace, "print what every stage keeps and drops");
    add_json(sub, options->json);
  }

  void add_gemm() {
    const auto [sub, options] =
        add("gemm", "D = C + A * B of any size, from and to files", multiply_matrices,
            std::string(kUnitHelp) + kMatrixHelp +
                "Example: mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy "
                "model.safetensors:w -o d.npy\n"
                "         mmasc gemm hopper/wgmma.m64nNk32.f32.e4m3.e4m3 a.npy b.npy --quantize "
                "--promote 4 -o d.npy");
    MatrixArguments& matrices = options->matrices;
    add_unit(sub, options->unit);
    sub->add_option("A", matrices.a, "M x K")->required();
    sub->add_option("B", matrices.b, "K x N")->required();
    sub->add_option("C", matrices.c, "M x N; +0 without");
    sub->add_option("-o,--output", options->output, "D")->type_name("FILE.npy")->required();
    sub->add_option("--sa", matrices.sa, "the block scales of A, M x K / block")->type_name("FILE");
    sub->add_option("--sb", matrices.sb, "of B, K / block x N")->type_name("FILE");
    add_matrices(sub, matrices);
    add_count(sub, "--promote", options->promote,
              "add partial sums of N instructions outside the unit, in f32 (0: none); C and D are "
              "f32");
    sub->add_option("--promote-rounding", options->promote_rounding, "of that addition")
        ->type_name("ROUNDING")
        ->needs("--promote");
    add_engine(sub, options->engine, "batch (default), reference or pipeline");
    add_json(sub, options->json);
  }

  void add_compare() {
    const auto [sub, options] = add(
        "compare", "the same inputs through several units: where and why they part", compare_units,
        std::string(kUnitHelp) + kOperandHelp +
            "Or each is a .npy or .safetensors file as gemm takes it; then all elements of D\n"
            "are compared. Exit code 1 where units differ.\n"
            "Example: mmasc compare ada/mma.m16n8k16.f32.f16.f16.f32 "
            "hopper/wgmma.m64nNk16.f32.f16.f16 --a -8192,-.5,-.25,-.125 --b 1024,1,1,1 --c "
            "8388608.0\n"
            "         mmasc compare hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --set "
            "dot.fraction_bits=17 --a a.npy --b b.npy");
    sub->add_option("UNITS", options->units, "the units")->required();
    sub->add_option("--set", options->changes,
                    "compare with the last unit, a field of its row changed, too")
        ->type_name("FIELD=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
    add_operands(sub, options->operands, true);
    add_matrices(sub, options->operands);
    add_json(sub, options->json);
  }

  void add_decode() {
    const auto [sub, options] = add("decode", "the values of stored elements", decode_elements,
                                    "Example: mmasc decode e4m3 7e 0x01");
    sub->add_option("FORMAT", options->format, "the elements' format")->required();
    sub->add_option("BITS", options->elements, "elements in hex")->required();
    add_json(sub, options->json);
  }

  void add_convert() {
    const auto [sub, options] = add(
        "convert", "numbers of one format as another: convert FROM TO VALUES...", convert_values,
        "A value is 0x.. raw bits, or a number that FROM holds exactly.\n"
        "Example: mmasc convert f32 e4m3 0.3125 -1000.0 --saturate");
    sub->add_option("FROM", options->from, "the values' format")->required();
    sub->add_option("TO", options->to, "the format to round to")->required();
    sub->add_option("--rounding", options->rounding,
                    "nearest_even (default), toward_zero, down, ...")
        ->type_name("ROUNDING");
    sub->add_flag("--saturate", options->saturate, "overflow gives the greatest number");
    add_json(sub, options->json);
    // Values may be negative, which would read as options; so they are what is left over.
    sub->allow_extras();
    sub->callback([this, sub = sub, options = options] {
      options->values = sub->remaining();
      for (const std::string& value : options->values)
        if (value.starts_with("--")) throw CLI::ExtrasError({value});
      if (options->values.empty()) throw CLI::RequiredError("VALUES");
      chosen_ = [options] { return convert_values(*options); };
    });
  }

  void add_verify() {
    const auto [sub, options] =
        add("verify", "vector files against a model, bit for bit", verify_paths,
            "PATHS are .vec files, index.csv of published recordings, or folders of them.\n"
            "Example: mmasc verify my_vectors/ --engine pipeline");
    sub->add_option("PATHS", options->paths, "files or folders")->required();
    add_engine(sub, options->engine, "reference (default), batch or pipeline");
    sub->add_flag("--all-rows", options->all_rows, "also list the rows without vectors");
    add_json(sub, options->json);
  }

  void add_run() {
    const auto [sub, options] =
        add("run", "verify everything that comes with mmasc, on every engine", run_everything,
            "Runs the bundled vectors, and those of the folder $MMASC_GOLDEN where that is set.\n"
            "Example: mmasc run");
    add_engine(sub, options->engine, "only this one: batch, pipeline or reference");
  }

  void add_trace() {
    const auto [sub, options] =
        add("trace", "the SystemC pipeline's stages cycle by cycle", trace_unit,
            std::string(kUnitHelp) + kOperandHelp +
                "Example: mmasc trace ada/mma.m16n8k8.f32.f16.f16.f32 --a 1.0 --b 2.0 -o one.vcd");
    add_unit(sub, options->unit);
    sub->add_option("VECTORS", options->vectors, "a vector file, instead of operands");
    add_operands(sub, options->operands, false);
    sub->add_option("-o,--output", options->output, "write a VCD")->type_name("FILE.vcd");
  }

  void add_gen() {
    const auto [sub, options] = add(
        "gen", "vectors of a unit, drawn by class", generate_vectors,
        std::string(kUnitHelp) + class_help() +
            "Example: mmasc gen hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --class edge --count 1000 "
            "-o edge.vec\n"
            "         mmasc gen hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --until-covered -o all.vec");
    add_unit(sub, options->unit);
    sub->add_option("--class", options->vector_class, "which; all by default")->type_name("CLASS");
    add_count(sub, "--count", options->count, "vectors of each class, 1 to 10000000 (64)");
    add_count(sub, "--seed", options->seed, "another seed, other vectors (1)");
    sub->add_option("--format", options->format,
                    "vec (default), hex (one word a line, for $readmemh) or jsonl")
        ->type_name("FORMAT");
    add_engine(sub, options->engine, "that gives d: reference (default), batch or pipeline");
    sub->add_flag("--no-d", options->without_d, "stimulus alone")->excludes("--engine");
    auto* const covered = sub->add_flag(
        "--until-covered", options->until_covered,
        "keep the vectors that meet a corner of the plan first, then aim at the corners left; 1 "
        "where one is not met");
    add_count(sub, "--tries", options->tries, "vectors aimed at each corner (20000)");
    sub->get_option("--tries")->needs(covered);
    sub->add_option("--coverage", options->coverage, "write the counts, as JSON")
        ->type_name("FILE.json")
        ->needs(covered);
    sub->add_option("-o,--output", options->output, "a file, not standard output")
        ->type_name("FILE");
  }

  void add_coverage() {
    const auto [sub, options] = add(
        "coverage", "which corners of a unit's plan vectors meet", measure_coverage,
        std::string(kUnitHelp) +
            "VECTORS are files or folders; those of other units in a folder are left out.\n"
            "Example: mmasc coverage hopper/wgmma.m64nNk32.f32.e4m3.e4m3 my_vectors/ -o mine.json\n"
            "         mmasc coverage --merge mine.json theirs.json -o ours.json");
    sub->add_option("UNIT", options->unit.name, "the unit");
    sub->add_option("VECTORS", options->paths, "files or folders");
    add_changes(sub, options->unit);
    sub->add_option("--merge", options->merged, "add these counts of the same unit")
        ->type_name("FILE.json");
    sub->add_option("-o,--output", options->output, "write the counts, as JSON")
        ->type_name("FILE.json");
    add_json(sub, options->json);
  }

  void add_check() {
    const auto [sub, options] =
        add("check", "someone else's outputs, and which changed field explains them", check_outputs,
            std::string(kUnitHelp) +
                "OUTPUTS.vec has their d. Where it differs from the unit's, every single field is "
                "moved\n"
                "(numbers by up to 8) until all of it is explained.\n"
                "Example: mmasc check hopper/wgmma.m64nNk32.f32.e4m3.e4m3 dut.vec");
    add_unit(sub, options->unit);
    sub->add_option("OUTPUTS", options->outputs, "a vector file")->required();
    add_json(sub, options->json);
  }

  void add_audit() {
    const auto [sub, options] =
        add("audit", "whether vectors would tell a wrong field of a unit", audit_vectors,
            std::string(kUnitHelp) +
                "Each field is moved to its neighbours. A vector refutes the change, or a search\n"
                "finds one that does, or an argument shows that none can.\n"
                "Example: mmasc audit hopper/wgmma.m64nNk32.f32.e4m3.e4m3 --vectors my_vectors/");
    sub->add_option("UNIT", options->unit.name, "the unit");
    add_changes(sub, options->unit);
    sub->add_flag("--all", options->all, "every row of the catalogue");
    sub->add_option("--vectors", options->paths, "files or folders")->type_name("PATH");
    add_count(sub, "--count", options->count,
              "vectors of each class that a search draws, 0 to 1000000 (300)");
    sub->add_option("-o,--output", options->output, "write what it finds into this folder")
        ->type_name("FOLDER");
    sub->add_option("--report", options->report, "write the table as Markdown")->type_name("FILE");
  }

  void add_probe() {
    const auto [sub, options] = add(
        "probe", "a unit's features as seen from outside", probe_units,
        std::string(kUnitHelp) +
            "Each feature comes with operands that show it. --all compares those of every row\n"
            "with what its fields say. --recorded runs the cases of vector files again, the\n"
            "probes of Fasi et al. on an RTX 4060 among the bundled ones; with a UNIT, on that.\n"
            "Example: mmasc probe ada/mma.m16n8k8.f32.f16.f16.f32\n"
            "         mmasc probe --recorded gpu_golden/bundled/rtx4060");
    sub->add_option("UNIT", options->unit.name, "the unit");
    sub->add_option("--set", options->unit.changes, "change a field of the row")
        ->type_name("FIELD=VALUE");
    sub->add_flag("--all", options->all, "every row of the catalogue");
    sub->add_option("--recorded", options->recorded, "vector files or folders")->type_name("PATH");
    add_engine(sub, options->engine, "reference (default), batch or pipeline");
  }

  void add_evidence() {
    const auto [sub, options] =
        add("evidence", "what each row was checked on, as Markdown", write_evidence,
            "PATHS are vectors as verify takes them.\n"
            "Example: mmasc evidence gpu_golden/bundled recordings/ -o evidence.md");
    sub->add_option("PATHS", options->paths, "files or folders")->required();
    sub->add_option("-o,--output", options->output, "a file, not standard output")
        ->type_name("FILE");
  }

  static std::string class_help() {
    std::string text = "CLASS is one of\n";
    for (const VectorClassInfo& info : kVectorClasses)
      text += fmt::format("  {:<7} {}\n", info.name, info.draws);
    return text + "  all     every one of them\n";
  }

  CLI::App app_;
  Command chosen_;
};

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  return CommandLine().parse(argc, argv);
}

}  // namespace mmasc

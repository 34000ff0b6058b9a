// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "mmasc/arith/same_bits.h"
#include "mmasc/command/command.h"
#include "mmasc/command/interrupt.h"
#include "mmasc/command/progress.h"
#include "mmasc/files/atomic_file.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/names.h"
#include "mmasc/vectors/find_vectors.h"
#include "mmasc/vectors/unit_line.h"

namespace mmasc {
namespace {

struct EvidenceOptions {
  std::vector<std::string> paths;  // of vectors
  std::string output;              // empty: standard output
  bool rows = false;               // a line an instruction, not a datapath
};

// Results that few vectors have.
struct SpecialResults {
  std::size_t nan = 0, infinity = 0, minus_zero = 0, subnormal = 0;

  void take(const Format& format, std::uint64_t bits) {
    if (format.is_integer()) return;
    const auto number = number_of(format, bits);
    const auto field = bits >> format.exponent_low() & ((1u << format.exponent_bits) - 1);
    nan += number.nan ? 1 : 0;
    infinity += number.infinite && !number.nan ? 1 : 0;
    minus_zero += number.zero && number.negative ? 1 : 0;
    subnormal += field == 0 && !number.zero && format.has_subnormals ? 1 : 0;
  }
  SpecialResults& operator+=(const SpecialResults& more) {
    nan += more.nan;
    infinity += more.infinity;
    minus_zero += more.minus_zero;
    subnormal += more.subnormal;
    return *this;
  }
  // "3 NaN, 12 subnormal", or "none".
  std::string text() const {
    std::string text;
    for (const auto& [count, name] :
         {std::pair(nan, "NaN"), std::pair(infinity, "infinite"), std::pair(minus_zero, "-0"),
          std::pair(subnormal, "subnormal")})
      if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
    return text.empty() ? "none" : text;
  }
};

struct Checked {  // on vectors
  std::size_t recorded = 0, implied = 0, other = 0, mismatches = 0;
  SpecialResults special;         // of those recorded and implied
  std::set<std::size_t> sources;  // of the recordings, by number
  Checked& operator+=(const Checked& more) {
    recorded += more.recorded;
    implied += more.implied;
    other += more.other;
    mismatches += more.mismatches;
    special += more.special;
    sources.insert(more.sources.begin(), more.sources.end());
    return *this;
  }
};

// Instructions that share a line of the table.
struct Group {
  std::string name;
  std::size_t rows = 0;
  std::map<EvidenceKind, std::size_t> claims;  // rows by the strongest
  Checked checked;
};

class Collector {
 public:
  void take(const VectorFile& file) {
    const Unit& unit = catalog().find(file.instruction);
    if (!unit_argument_of(file).changes.empty())
      throw InputError(place_of(file, "unit") +
                       ": these vectors are of a changed unit; leave the file out");
    check_header(file, unit);
    const Sequence sequence(unit);
    Checked& row = rows_[file.instruction];
    const bool recorded = file.evidence == EvidenceKind::recorded;
    const bool implied = file.evidence == EvidenceKind::implied;
    (recorded ? row.recorded : implied ? row.implied : row.other) += file.cases.size();
    if (recorded || implied) row.sources.insert(number_of(file.provenance));
    for (const Case& one : file.cases) {
      if (recorded || implied) row.special.take(unit.d(), one.d());
      row.mismatches += same_bits(unit.d(), evaluate(sequence, operands_of(one)), one.d(),
                                  file.nan == NanMatch::any)
                            ? 0
                            : 1;
    }
  }

  std::size_t mismatches() const {
    std::size_t sum = 0;
    for (const auto& [id, row] : rows_) sum += row.mismatches;
    return sum;
  }

  std::string markdown(bool by_rows) const {
    std::string text = fmt::format(
        "# Evidence\n\n"
        "What each {0} was checked on, by `mmasc evidence gpu_golden/bundled`; not edited by hand."
        "{1}\n"
        "*Claim* is the evidence that the rows name "
        "([datapath.md](datapath.md#kinds-of-evidence)). *Recorded* vectors come from silicon, "
        "*implied* ones follow from what silicon printed, *other* ones are computed or stated. "
        "The models give the bits of all of them, unless a line has mismatches.\n\n"
        "| {0} | rows | claim | recorded | of them special | source | other |\n"
        "|---|---|---|---|---|---|---|\n",
        by_rows ? "instruction" : "datapath",
        by_rows ? "" : " `--rows` has a line for each instruction.");
    Lists others;
    for (const Group& group : groups(by_rows))
      if (by_rows || !group.checked.sources.empty())
        text += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} |\n", group.name, group.rows,
                            claims_text(group), recorded_text(group), special_text(group),
                            sources_text(group), other_text(group));
      else
        put_under(others, claims_text(group),
                  fmt::format("`{}` ({}, {})", group.name, group.rows, other_text(group)));
    const auto on_silicon =
        std::ranges::count_if(rows_, [](const auto& row) { return row.second.recorded > 0; });
    text += fmt::format("\n{} of {} rows are checked on recordings from silicon.\n", on_silicon,
                        catalog().units().size());
    if (!others.empty())
      text +=
          "\n## Not recorded\n"
          "Datapaths without a recording, with the numbers of their rows and vectors.\n\n"
          "| claim | datapaths |\n|---|---|\n" +
          lines_of(others);
    text += "\n## Recordings\n";
    for (std::size_t i = 0; i < sources_.size(); ++i)
      text += fmt::format("{}. {}\n", i + 1, sources_[i]);
    return text + stated() + undecided();
  }

 private:
  // Lists of names, each with what these share, in the order in which they come.
  using Lists = std::vector<std::pair<std::string, std::vector<std::string>>>;

  static void put_under(Lists& lists, const std::string& shared, const std::string& name) {
    auto found = std::ranges::find(lists, shared, [](const auto& one) { return one.first; });
    if (found == lists.end()) found = lists.insert(lists.end(), {shared, {}});
    if (std::ranges::count(found->second, name) == 0) found->second.push_back(name);
  }
  static std::string lines_of(const Lists& lists) {
    std::string text;
    for (const auto& [shared, names] : lists)
      text += fmt::format("| {} | {} |\n", shared, fmt::join(names, ", "));
    return text;
  }

  std::vector<Group> groups(bool by_rows) const {
    std::vector<Group> groups;
    std::map<std::string, std::size_t> places;
    for (const Unit& unit : catalog().units()) {
      const std::string& name = by_rows ? unit.instruction.id : unit.datapath.name;
      const auto [place, is_new] = places.emplace(name, groups.size());
      if (is_new) groups.push_back({name, 0, {}, {}});
      Group& group = groups[place->second];
      ++group.rows;
      ++group.claims[strongest(unit.instruction)];
      if (const auto found = rows_.find(unit.instruction.id); found != rows_.end())
        group.checked += found->second;
    }
    return groups;
  }

  // A line for each thing that a source of stated rows says of them, with their datapaths.
  static std::string stated() {
    Lists lines;
    for (const Unit& unit : catalog().units())
      for (const Evidence& evidence : unit.instruction.evidence)
        if (evidence.kind == EvidenceKind::stated && !evidence.what.empty())
          put_under(lines, fmt::format("{} | {}", evidence.source, evidence.what),
                    fmt::format("`{}`", unit.datapath.name));
    return "\n## Stated\n"
           "Which part or version of its source a stated row follows.\n\n"
           "| source | which | datapaths |\n|---|---|---|\n" +
           lines_of(lines);
  }

  // A line for each question, with its datapaths and the number of their rows that it concerns.
  static std::string undecided() {
    std::vector<std::string> questions;
    std::map<std::string, std::vector<std::pair<std::string, std::size_t>>> rows;
    for (const Unit& unit : catalog().units())
      for (const Undecided& question : unit.undecided()) {
        const std::string line =
            fmt::format("{}{} | {}", question.what,
                        question.is_expressed() ? "" : " (no field expresses it)", question.source);
        auto& datapaths = rows[line];
        if (datapaths.empty()) questions.push_back(line);
        auto found = std::ranges::find(datapaths, unit.datapath.name,
                                       [](const auto& one) { return one.first; });
        if (found == datapaths.end()) found = datapaths.emplace(found, unit.datapath.name, 0);
        ++found->second;
      }
    std::string text =
        "\n## Undecided\n"
        "No recording settles these [questions](datapath.md#what-is-undecided), and a source "
        "gives another answer than the row. `mmasc show UNIT` prints the fields that express it, "
        "`mmasc compare UNIT --readings` its results.\n\n"
        "| question | another answer by | datapaths, with their rows |\n|---|---|---|\n";
    for (const std::string& line : questions) {
      std::vector<std::string> names;
      for (const auto& [name, count] : rows[line])
        names.push_back(fmt::format("`{}` ({})", name, count));
      text += fmt::format("| {} | {} |\n", line, fmt::join(names, ", "));
    }
    return text;
  }

  std::size_t number_of(const std::string& provenance) {
    const auto found = std::ranges::find(sources_, provenance);
    if (found == sources_.end()) sources_.push_back(provenance);
    return static_cast<std::size_t>(std::ranges::find(sources_, provenance) - sources_.begin());
  }

  static EvidenceKind strongest(const Instruction& row) {
    return std::ranges::min(row.evidence, {}, &Evidence::kind).kind;  // declared in order
  }

  // "recorded", or of several kinds "2 recorded, 4 stated".
  static std::string claims_text(const Group& group) {
    std::string text;
    for (const auto& [kind, rows] : group.claims)
      text +=
          fmt::format("{}{}{}", text.empty() ? "" : ", ",
                      group.claims.size() == 1 ? "" : fmt::format("{} ", rows), enum_name(kind));
    return text;
  }

  static std::string special_text(const Group& group) {
    return group.checked.sources.empty() ? "" : group.checked.special.text();
  }

  static std::string sources_text(const Group& group) {
    std::string text;
    for (const std::size_t number : group.checked.sources)
      text += fmt::format("{}[{}]", text.empty() ? "" : " ", number + 1);
    return text;
  }

  // "500", or "500, 8000 implied".
  static std::string recorded_text(const Group& group) {
    const Checked& checked = group.checked;
    return checked.implied == 0 ? std::to_string(checked.recorded)
                                : fmt::format("{}, {} implied", checked.recorded, checked.implied);
  }

  // "95", or "95; 2 mismatches of all".
  static std::string other_text(const Group& group) {
    const Checked& checked = group.checked;
    return checked.mismatches == 0
               ? std::to_string(checked.other)
               : fmt::format("{}; {} mismatches of all", checked.other, checked.mismatches);
  }

  std::map<std::string, Checked> rows_;
  std::vector<std::string> sources_;
};

int write_evidence(const EvidenceOptions& options) {
  Collector collector;
  ProgressLine progress;
  for (const VectorSource& source : find_vectors(options.paths)) {
    progress.step(source.path);
    collector.take(load_vectors(
        source, [](std::string_view id) -> const Unit& { return catalog().find(id); }));
  }
  const std::string text = collector.markdown(options.rows);
  if (options.output.empty())
    fmt::print("{}", text);
  else
    write_file(options.output, text);
  return collector.mismatches() == 0 ? kGood : kMismatch;
}

CommandRow evidence_command() {
  return make_command("evidence", "write what each row was checked on, as Markdown",
                      "PATHS are vectors as verify takes them.\n"
                      "Example: mmasc evidence gpu_golden/bundled recordings/ -o evidence.md",
                      write_evidence, [](EvidenceOptions& x, OptionRows& rows) {
                        rows.add("PATHS", &x.paths, "vector files or folders").is_required = true;
                        rows.add("--rows", &x.rows,
                                 "write a line for each instruction (default: for each datapath)");
                        rows.add("-o,--output", &x.output,
                                 "where the Markdown goes (default: standard output)", "FILE.md");
                      });
}
const RegisteredCommand kEvidenceCommand(evidence_command);

}  // namespace
}  // namespace mmasc

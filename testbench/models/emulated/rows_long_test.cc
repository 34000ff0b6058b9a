// SPDX-License-Identifier: Apache-2.0
// Rows of processors against programs written by others, a million vectors of each.
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>

#include "emulated/oracle.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/unit_argument.h"
#include "mmasc/vectors/case_operands.h"
#include "mmasc/vectors/replay.h"

namespace mmasc {
namespace {

constexpr Oracle kSve{
    .name = "QEMU",
    .guest = "sve.c",
    .compiler = "aarch64-linux-gnu-gcc -static -march=armv8.6-a+sve+f32mm+f64mm",
    .runner = "qemu-aarch64 -cpu max",
    .probe =
        "command -v qemu-aarch64 && echo 'int main(void) { return 0; }' | "
        "aarch64-linux-gnu-gcc -static -x c - -o /dev/null",
    .mend = "apt-get install qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
};

constexpr Oracle kSme{
    .name = kSve.name,
    .guest = "sme.c",
    .compiler = kSve.compiler,
    .runner = kSve.runner,
    .probe = kSve.probe,
    .mend = kSve.mend,
};

// As numbers, because assemblers know the instructions of SME2.1 since later ones.
constexpr Oracle kLaterSme{
    .name = kSve.name,
    .guest = "sme.c",
    .compiler = kSve.compiler,
    .runner = kSve.runner,
    .probe =
        "qemu-aarch64 --version | grep -E 'version (1[1-9]|[2-9][0-9])' && "
        "echo 'int main(void) { return 0; }' | "
        "aarch64-linux-gnu-gcc -static -x c - -o /dev/null",
    .mend = "QEMU 11 or a later one, and gcc-aarch64-linux-gnu libc6-dev-arm64-cross, are needed",
};

constexpr Oracle kPower{
    .name = "QEMU",
    .guest = "power.c",
    .compiler = "powerpc64le-linux-gnu-gcc -static -mcpu=power10",
    .runner = "qemu-ppc64le -cpu power10",
    .probe =
        "command -v qemu-ppc64le && echo 'int main(void) { return 0; }' | "
        "powerpc64le-linux-gnu-gcc -static -x c - -o /dev/null",
    .mend = "apt-get install qemu-user gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross",
};

// Spike's SoftFloat includes a config.h that its build writes; nothing here needs what is in it.
constexpr Oracle kSpike{
    .name = "Spike",
    .guest = "spike.cc",
    .compiler =
        ": >config.h && s=$MMASC_SPIKE/softfloat && "
        "g++ -std=c++17 -w -I. -I$s -I$MMASC_SPIKE/riscv $s/f32_add.c $s/s_*MagsF32.c "
        "$s/s_*ackToF32.c $s/s_propagateNaNF32UI.c $s/s_*Jam32.c "
        "$s/s_countLeadingZeros*.c $s/softfloat_*.c",
    .runner = "",
    .probe = "test -f \"$MMASC_SPIKE/riscv/zvbdot.h\"",
    .mend = "MMASC_SPIKE names no checkout of riscv-software-src/riscv-isa-sim at e3dc14a or later",
};

struct Emulated {
  const Oracle& oracle;
  const char *row, *instruction;
};

void PrintTo(const Emulated& one, std::ostream* out) { *out << one.row; }

constexpr Emulated kRows[] = {
    {kSve, "arm/bfdot", "bfdot z0.s, z1.h, z2.h"},
    {kSve, "arm/bfmmla", "bfmmla z0.s, z1.h, z2.h"},
    {kSve, "arm/fmmla.f32.f32.f32", "fmmla z0.s, z1.s, z2.s"},
    {kSve, "arm/fmmla.f64.f64.f64", "fmmla z0.d, z1.d, z2.d"},
    {kSve, "arm/bfmlalb", "bfmlalb z0.s, z1.h, z2.h"},
    {kSve, "arm/bfmlalt", "bfmlalt z0.s, z1.h, z2.h"},
    {kSve, "arm/sdot", "sdot z0.s, z1.b, z2.b"},
    {kSve, "arm/udot", "udot z0.s, z1.b, z2.b"},
    {kSve, "arm/usdot", "usdot z0.s, z1.b, z2.b"},
    {kSve, "arm/smmla", "smmla z0.s, z1.b, z2.b"},
    {kSve, "arm/ummla", "ummla z0.s, z1.b, z2.b"},
    {kSve, "arm/usmmla", "usmmla z0.s, z1.b, z2.b"},
    {kSme, "arm/bfmopa", "bfmopa za0.s, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/fmopa.f32.f16.f16", "fmopa za0.s, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/fmopa.f32.f32.f32", "fmopa za0.s, p0/m, p0/m, z1.s, z2.s"},
    {kSme, "arm/fmopa.f64.f64.f64", "fmopa za0.d, p0/m, p0/m, z1.d, z2.d"},
    {kSme, "arm/smopa", "smopa za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/umopa", "umopa za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/usmopa", "usmopa za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/sumopa", "sumopa za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/bfmops", "bfmops za0.s, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/fmops.f32.f16.f16", "fmops za0.s, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/fmops.f32.f32.f32", "fmops za0.s, p0/m, p0/m, z1.s, z2.s"},
    {kSme, "arm/fmops.f64.f64.f64", "fmops za0.d, p0/m, p0/m, z1.d, z2.d"},
    {kSme, "arm/smops", "smops za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/umops", "umops za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/usmops", "usmops za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/sumops", "sumops za0.s, p0/m, p0/m, z1.b, z2.b"},
    {kSme, "arm/smopa.s64.s16", "smopa za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/umopa.s64.u16", "umopa za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/usmopa.s64.u16", "usmopa za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/sumopa.s64.s16", "sumopa za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/smops.s64.s16", "smops za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/umops.s64.u16", "umops za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/usmops.s64.u16", "usmops za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kSme, "arm/sumops.s64.s16", "sumops za0.d, p0/m, p0/m, z1.h, z2.h"},
    {kLaterSme, "arm/fmopa.f16.f16.f16", ".inst 0x81820028"},
    {kLaterSme, "arm/fmops.f16.f16.f16", ".inst 0x81820038"},
    {kLaterSme, "arm/bfmopa.bf16.bf16.bf16", ".inst 0x81a20028"},
    {kLaterSme, "arm/bfmops.bf16.bf16.bf16", ".inst 0x81a20038"},
    {kPower, "power/xvbf16ger2pp", "xvbf16ger2pp 0, 34, 36"},
    {kPower, "power/xvf16ger2pp", "xvf16ger2pp 0, 34, 36"},
    {kPower, "power/xvf32gerpp", "xvf32gerpp 0, 34, 36"},
    {kPower, "power/xvf64gerpp", "xvf64gerpp 0, 34, 36"},
    {kPower, "power/xvbf16ger2pn", "xvbf16ger2pn 0, 34, 36"},
    {kPower, "power/xvbf16ger2np", "xvbf16ger2np 0, 34, 36"},
    {kPower, "power/xvbf16ger2nn", "xvbf16ger2nn 0, 34, 36"},
    {kPower, "power/xvf16ger2pn", "xvf16ger2pn 0, 34, 36"},
    {kPower, "power/xvf16ger2np", "xvf16ger2np 0, 34, 36"},
    {kPower, "power/xvf16ger2nn", "xvf16ger2nn 0, 34, 36"},
    {kPower, "power/xvf32gerpn", "xvf32gerpn 0, 34, 36"},
    {kPower, "power/xvf32gernp", "xvf32gernp 0, 34, 36"},
    {kPower, "power/xvf32gernn", "xvf32gernn 0, 34, 36"},
    {kPower, "power/xvf64gerpn", "xvf64gerpn 0, 34, 36"},
    {kPower, "power/xvf64gernp", "xvf64gernp 0, 34, 36"},
    {kPower, "power/xvf64gernn", "xvf64gernn 0, 34, 36"},
    {kPower, "power/xvi4ger8pp", "xvi4ger8pp 0, 34, 36"},
    {kPower, "power/xvi8ger4pp", "xvi8ger4pp 0, 34, 36"},
    {kPower, "power/xvi8ger4spp", "xvi8ger4spp 0, 34, 36"},
    {kPower, "power/xvi16ger2pp", "xvi16ger2pp 0, 34, 36"},
    {kPower, "power/xvi16ger2spp", "xvi16ger2spp 0, 34, 36"},
    {kSpike, "riscv/vfwbdota.n8.bf16.bf16", "zvfwbdot16bf_dot_acc"},
    {kSpike, "riscv/vfwbdota.n16.bf16.bf16", "zvfwbdot16bf_dot_acc"},
    {kSpike, "riscv/vfwbdota.n32.bf16.bf16", "zvfwbdot16bf_dot_acc"},
    {kSpike, "riscv/vfqwbdota.n4.e4m3.e4m3", "zvfqbdot8f_dot_acc<ofp8_e4m3, ofp8_e4m3>"},
    {kSpike, "riscv/vfqwbdota.n4.e4m3.e5m2", "zvfqbdot8f_dot_acc<ofp8_e4m3, ofp8_e5m2>"},
    {kSpike, "riscv/vfqwbdota.n4.e5m2.e4m3", "zvfqbdot8f_dot_acc<ofp8_e5m2, ofp8_e4m3>"},
    {kSpike, "riscv/vfqwbdota.n4.e5m2.e5m2", "zvfqbdot8f_dot_acc<ofp8_e5m2, ofp8_e5m2>"},
    {kSpike, "riscv/vfqwbdota.n16.e4m3.e4m3", "zvfqbdot8f_dot_acc<ofp8_e4m3, ofp8_e4m3>"},
    {kSpike, "riscv/vfqwbdota.n16.e4m3.e5m2", "zvfqbdot8f_dot_acc<ofp8_e4m3, ofp8_e5m2>"},
    {kSpike, "riscv/vfqwbdota.n16.e5m2.e4m3", "zvfqbdot8f_dot_acc<ofp8_e5m2, ofp8_e4m3>"},
    {kSpike, "riscv/vfqwbdota.n16.e5m2.e5m2", "zvfqbdot8f_dot_acc<ofp8_e5m2, ofp8_e5m2>"},
    {kSpike, "riscv/vfqwbdota.n32.e4m3.e4m3", "zvfqbdot8f_dot_acc<ofp8_e4m3, ofp8_e4m3>"},
    {kSpike, "riscv/vfqwbdota.n32.e4m3.e5m2", "zvfqbdot8f_dot_acc<ofp8_e4m3, ofp8_e5m2>"},
    {kSpike, "riscv/vfqwbdota.n32.e5m2.e4m3", "zvfqbdot8f_dot_acc<ofp8_e5m2, ofp8_e4m3>"},
    {kSpike, "riscv/vfqwbdota.n32.e5m2.e5m2", "zvfqbdot8f_dot_acc<ofp8_e5m2, ofp8_e5m2>"},
};

// The answers that the oracle gives to a row's open questions, as --set takes them.
std::vector<std::string> answers_of(const Oracle& oracle, const Unit& row) {
  std::vector<std::string> all;
  for (const Undecided& question : row.undecided())
    if (question.source.starts_with(oracle.name))
      all.insert(all.end(), question.set.begin(), question.set.end());
  return all;
}

class EmulatedRow : public ::testing::TestWithParam<Emulated> {
 protected:
  void SetUp() override {
    const Oracle& oracle = GetParam().oracle;
    if (!is_there(oracle)) GTEST_SKIP() << "no oracle of " << oracle.guest << ": " << oracle.mend;
  }

  // How many vectors of a class the program gives otherwise. The first of them is shown.
  int mismatches(const OracleProgram& program, VectorClass vector_class) {
    std::vector<Case> cases;
    for (std::uint64_t i = 0; i < kVectorsOfAClass; ++i)
      cases.push_back(generator_.make(vector_class, i));
    const std::vector<std::uint64_t> d = program.run(cases);
    EXPECT_EQ(d.size(), cases.size());
    int count = 0;
    for (std::size_t i = 0; i < d.size(); ++i)
      if (differs(cases[i], d[i]) && ++count == 1) show(cases[i], d[i]);
    return count;
  }

  // A million of all classes that are drawn where none is named.
  static constexpr std::uint64_t kVectorsOfAClass = 1'000'000 / kDefaultClasses.size() + 1;

  const Unit row_ = catalog().find(GetParam().row);
  const std::vector<std::string> answers_ = answers_of(GetParam().oracle, row_);
  const Unit unit_ = with_changes(row_, answers_);

 private:
  std::uint64_t evaluated(const Case& row) const {
    return evaluate(generator_.sequence(), operands_of(row));
  }
  bool differs(const Case& row, std::uint64_t d) const {
    return !same_bits(unit_.d(), evaluated(row), d, !unit_.datapath.result.nan);
  }
  void show(const Case& row, std::uint64_t d) const {
    std::string command =
        fmt::format("mmasc eval {} {}", row_.instruction.id, operand_flags(layout_of(unit_), row));
    for (const std::string& answer : answers_) command += " --set " + answer;
    ADD_FAILURE() << fmt::format("{}\n  the oracle gives {}, the reference {}", command,
                                 to_hex(d, unit_.d()), to_hex(evaluated(row), unit_.d()));
  }

  const Generator generator_{unit_, 1};
};

TEST_P(EmulatedRow, GivesTheSame) {
  const OracleProgram program(GetParam().oracle, GetParam().instruction, layout_of(unit_));
  for (const VectorClass one : kDefaultClasses)
    EXPECT_EQ(mismatches(program, one), 0) << info_of(one).name;
}

INSTANTIATE_TEST_SUITE_P(Rows, EmulatedRow, ::testing::ValuesIn(kRows), [](const auto& tested) {
  std::string name = tested.param.row;
  for (char& letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return name;
});

}  // namespace
}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
// mmasc prove: what it says of two units, and what it refuses.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kProveVolta = "prove volta/mma.m8n8k4.f32.f16.f16.f32 ";
constexpr const char* kAgainstVolta = " --against volta/mma.m8n8k4.f32.f16.f16.f32";

class Prove : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // A unit of two steps, and what follows of its instruction.
  std::string unit_file(const std::string& name, const std::string& more) const {
    std::ofstream(path(name)) << "[datapath.\"one.lane\"]\nlanes = 1\n"
                                 "sum = [{ name = \"dot\", terms = [\"products\", \"c\"], "
                                 "fraction_bits = 20, zero_exponent = -133 }]\n"
                                 "result = { format = \"f32\" }\n"
                                 "[instruction.\"two/steps\"]\nshape = { m = 1, n = 1, k = 2 }\n"
                                 "datapath = \"one.lane\"\n"
                              << more;
    return path(name);
  }
};

// What a file says is decided is believed as long as the units are those of the claim.
TEST_F(Prove, GoesOnWithWhatAFileSaysIsDecided) {
  const std::string csv = path("proofs.csv");
  const std::string command = "audit x86/vpdpbusd --count 0 --prove 5 --proofs " + csv;
  const auto text = [&] {
    std::ifstream file(csv);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  ASSERT_EQ(run(command).code, 1);  // for what is unexplained without a search
  const std::string first = text();
  EXPECT_EQ(run(command).out.find("REFUTED"), std::string::npos);
  EXPECT_EQ(text(), first);

  const std::size_t at =
      first.find(",proved,", first.find("dot.alignment_rounding = nearest_even"));
  ASSERT_NE(at, std::string::npos);
  const std::string claim = first.substr(at, first.find('\n', at) - at);
  // Mutants that compute the same have the same claim.
  const auto with = [&](const std::string& told) {
    std::string lines = first;
    for (std::size_t i = 0; (i = lines.find(claim, i)) != std::string::npos; i += told.size())
      lines.replace(i, claim.size(), told);
    std::ofstream(csv) << lines << "of/another,\"audit = 1\",\"it was\",open,0123\n";
    return run(command);
  };
  const std::string hash = claim.substr(std::string(",proved,").size());
  EXPECT_NE(with(",REFUTED," + hash).out.find("REFUTED"), std::string::npos);
  EXPECT_NE(text().find(",REFUTED," + hash), std::string::npos);
  EXPECT_NE(text().find("\nof/another,\"audit = 1\",\"it was\",open,0123\n"), std::string::npos);
  // Of other units, of another prover, or open: it is asked again.
  EXPECT_EQ(with(",REFUTED,0123456789012345678901234567890123456789").out.find("REFUTED"),
            std::string::npos);
  EXPECT_NE(text().find(claim), std::string::npos);
  const std::string of_another_prover = ",REFUTED,0" + hash.substr(hash.find('-'));
  EXPECT_EQ(with(of_another_prover).out.find("REFUTED"), std::string::npos);
  EXPECT_NE(text().find(claim), std::string::npos);
  EXPECT_EQ(with(",open," + hash).out.find("REFUTED"), std::string::npos);
  EXPECT_NE(text().find(claim), std::string::npos);

  std::ofstream(csv).close();
  EXPECT_EQ(run(command).out.find("REFUTED"), std::string::npos);
  EXPECT_EQ(text(), first);
  std::ofstream(csv) << "a,b\n1,2\n";
  expect_failure(command, 2, "is no file of arguments");
  EXPECT_EQ(text(), "a,b\n1,2\n");
  for (const char* const cut_off :
       {"x86/vpdpbusd", "x86/vpdpbusd,\"lanes = 8 instead of 4, sequence\",\"the plan i",
        "x86/vpdpbusd,\"lanes = 8, sequence\",\"the plan is, it says",
        "x86/vpdpbusd,\"lanes = 8, sequence\",\"the plan is the same\",prov", "\",proved,"}) {
    const std::string cut =
        "instruction,mutant,argument,proof,claim\n" + std::string(cut_off) + "\n";
    std::ofstream(csv) << cut;
    expect_failure(command, 2, "proofs.csv:2: is no line of instruction,mutant");
    EXPECT_EQ(text(), cut);
  }
}

// Of these arguments some are proved in a second, some not in minutes.
TEST_F(Prove, AnInterruptKeepsWhatIsDecided) {
  const std::string csv = path("proofs.csv");
  const Started started = start({"audit", "ada/mma.m16n8k32.f16.e4m3.e5m2.f16", "--count", "0",
                                 "--prove", "600", "--proofs", csv});
  const auto text = [&] {
    std::ifstream file(csv);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  for (int tries = 0; tries < 12000 && text().find(",proved,") == std::string::npos; ++tries)
    usleep(10000);
  kill(started.pid, SIGINT);
  const Ran ran = started.wait();
  EXPECT_EQ(ran.code, 130);
  EXPECT_EQ(ran.err, "mmasc: interrupted\n");
  EXPECT_NE(text().find(",proved,"), std::string::npos);
  EXPECT_NE(text().find(",not drawn,"), std::string::npos);
}

// An operand that no element of the instruction is widened to refutes nothing, nor does a c that
// its first step cannot have.
TEST_F(Prove, TakesTheOperandsThatAnInstructionHas) {
  const auto unit = [&](const std::string& name, const std::string& more) {
    std::ofstream(path(name)) << "[datapath.\"one.lane\"]\nlanes = 1\n"
                                 "sum = [{ name = \"dot\", terms = [\"products\", \"c\"], "
                                 "fraction_bits = 20 }]\nresult = { format = \"f32\" }\n"
                                 "[instruction.\"one/step\"]\nshape = { m = 1, n = 1, k = 1 }\n"
                                 "datapath = \"one.lane\"\n"
                              << more;
    return path(name);
  };
  const std::string widened =
      unit("w.toml", "formats = { a = \"e5m2\", b = \"e5m2\", c = \"f32\" }\nwiden = \"f32\"\n");
  const std::string late = unit("l.toml",
                                "formats = { a = \"e5m2\", b = \"e5m2\", c = \"f32\" }\n"
                                "late_c = { rounding = \"nearest_even\" }\n");
  const auto against_itself = [&](const std::string& set, const std::string& file) {
    return run("prove " + file + " --set " + set + " --against " + file);
  };
  EXPECT_EQ(against_itself("product.infinity_at=32", widened).code, 0);
  EXPECT_EQ(against_itself("zero_sign=ieee", late).code, 0);
  const Ran refuted = against_itself("product.infinity_at=31", widened);
  EXPECT_EQ(refuted.code, 1) << refuted.out;
  EXPECT_NE(refuted.out.find("replay: mmasc eval "), std::string::npos) << refuted.out;
}

// Each --set changes the unit before it.
TEST_F(Prove, TheUnitAgainstWhichItProvesHasChangesOfItsOwn) {
  const std::string file =
      unit_file("two.toml", "formats = { a = \"e5m2\", b = \"e5m2\", c = \"f32\" }\n");
  const std::string set = " --set product.infinity_at=31 ";
  EXPECT_EQ(run("prove " + file + " --against " + file + set).code, 1);
  EXPECT_EQ(run("prove " + file + set + "--against " + file + set).code, 0);
  EXPECT_EQ(run("prove --against " + file + set + file).code, 1);
  const Ran changed = run("prove --against " + file + " " + file + set);
  EXPECT_NE(changed.out.find("eval " + file + set + "--a "), std::string::npos) << changed.out;
  const Ran json = run("prove --json " + file + " --against " + file + set);
  EXPECT_NE(json.out.find("\"against\": \"" + file + " --set product.infinity_at=31\""),
            std::string::npos)
      << json.out;
}

// The least bit of c is 2^-24, and 24 bits are kept: alignment to 2^0 loses none of any sum.
TEST_F(Prove, RaisesLargestExponentsAsFarAsNoBitIsLost) {
  std::ofstream(path("two.toml")) << "[datapath.\"two.lanes\"]\nlanes = 2\n"
                                     "sum = [{ name = \"dot\", terms = [\"products\", \"c\"], "
                                     "fraction_bits = 24 }]\nresult = { format = \"f16\" }\n"
                                     "[instruction.\"two/lanes\"]\n"
                                     "shape = { m = 1, n = 1, k = 2 }\n"
                                     "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f16\" }\n"
                                     "datapath = \"two.lanes\"\n";
  const auto with_floor = [&](const std::string& floor) {
    return run("prove " + path("two.toml") + " --set dot.exponent_floor=" + floor + " --against " +
               path("two.toml") + " --seconds 2");
  };
  const Ran refuted = with_floor("1");
  EXPECT_EQ(refuted.code, 1) << refuted.out;
  EXPECT_NE(refuted.out.find("replay: mmasc eval "), std::string::npos) << refuted.out;
  // A solver that answers nothing about large claims leaves d open, and what is raised decides.
  const std::string tools = std::getenv("PATH"), solver = path("yosys-abc");
  std::ofstream(solver)
      << "#!/bin/sh\n[ $(head -n 1 claim.aig | cut -d ' ' -f 6) -gt 5500 ] && exit\n"
         "PATH='" +
             tools + "' exec yosys-abc \"$@\"\n";
  std::filesystem::permissions(solver, std::filesystem::perms::owner_all);
  ::setenv("PATH", (path("") + ":" + tools).c_str(), 1);
  const Ran proved = with_floor("0"), open = with_floor("1");
  ::setenv("PATH", tools.c_str(), 1);
  EXPECT_EQ(proved.code, 0) << proved.out;
  EXPECT_NE(proved.out.find("proved by its stages"), std::string::npos) << proved.out;
  EXPECT_EQ(open.code, 1) << open.out;
  EXPECT_EQ(open.out.find("proved by its stages"), std::string::npos) << open.out;
  EXPECT_EQ(open.out.find("replay: "), std::string::npos) << open.out;
}

// A second sum is aligned to the first one's exponent, where that leads, or to that of c.
TEST_F(Prove, RaisesTheExponentOfASumThatIsATermOfAnother) {
  const auto unit = [&](const std::string& name, const std::string& floor) {
    std::ofstream(path(name)) << "[datapath.\"two.sums\"]\nlanes = 2\n"
                                 "sum = [{ name = \"pair\", terms = [\"products\"], "
                                 "fraction_bits = 24"
                              << floor
                              << " },\n  { name = \"dot\", terms = [\"pair\", \"c\"], "
                                 "fraction_bits = 30 }]\nresult = { format = \"f16\" }\n"
                                 "[instruction.\"two/sums\"]\n"
                                 "shape = { m = 1, n = 1, k = 2 }\n"
                                 "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f16\" }\n"
                                 "datapath = \"two.sums\"\n";
    return path(name);
  };
  const std::string plain = unit("plain.toml", "");
  const auto against_floor = [&](const std::string& floor) {
    return run("prove " + plain + " --seconds 2 --against " +
               unit("floor.toml", ", exponent_floor = " + floor));
  };
  const Ran proved = against_floor("6"), refuted = against_floor("7");
  EXPECT_EQ(proved.code, 0) << proved.out;
  EXPECT_NE(proved.out.find("proved by its stages"), std::string::npos) << proved.out;
  EXPECT_EQ(refuted.code, 1) << refuted.out;
  EXPECT_NE(refuted.out.find("replay: mmasc eval "), std::string::npos) << refuted.out;
}

// E4M3's products that are not 0 are at least 2^-18, also where they are widened to FP16: zeros
// that take part as 2^-20 or 2^-21 never lead them, nor a c.
TEST_F(Prove, KnowsTheExponentsOfWidenedElements) {
  const auto unit = [&](const std::string& formats) {
    std::ofstream(path("wide.toml"))
        << "[datapath.\"wide.lanes\"]\nlanes = 2\n"
           "sum = [{ name = \"dot\", terms = [\"products\", \"c\"], fraction_bits = 25, "
           "zero_exponent = -21 }]\nresult = { format = \"f16\" }\n"
           "[instruction.\"wide/lanes\"]\nshape = { m = 1, n = 1, k = 2 }\n"
           "datapath = \"wide.lanes\"\n"
        << formats;
    return path("wide.toml");
  };
  const auto with_zeros_at = [&](const std::string& exponent, const std::string& file) {
    return run("prove " + file + " --seconds 2 --set dot.zero_exponent=" + exponent +
               " --against " + file);
  };
  const std::string widened =
      unit("formats = { a = \"e4m3\", b = \"e4m3\", c = \"f16\" }\nwiden = \"f16\"\n");
  const Ran proved = with_zeros_at("-20", widened);
  EXPECT_EQ(proved.code, 0) << proved.out;
  EXPECT_NE(proved.out.find("proved by its stages"), std::string::npos) << proved.out;
  const Ran refuted = with_zeros_at("10", widened);
  EXPECT_NE(refuted.out.find("replay: mmasc eval "), std::string::npos) << refuted.out;
  const Ran of_f16 =
      with_zeros_at("-13", unit("formats = { a = \"f16\", b = \"f16\", c = \"f16\" }\n"));
  EXPECT_NE(of_f16.out.find("replay: mmasc eval "), std::string::npos) << of_f16.out;
}

// Units of several steps, and what refutes them in a later one.
class ProveChain : public Prove {
 protected:
  std::string chain(const std::string& name, const std::string& datapath,
                    const std::string& instruction) const {
    std::ofstream(path(name)) << "[datapath.\"a.chain\"]\nlanes = 1\nzero_sign = \"ieee\"\n"
                              << datapath << "[instruction.\"a/chain\"]\ndatapath = \"a.chain\"\n"
                              << instruction;
    return path(name);
  }
  static std::string after(const std::string& text, const std::string& head) {
    const std::size_t at = text.find(head);
    if (at == std::string::npos) return "";
    return text.substr(at + head.size(), text.find('\n', at) - at - head.size());
  }
  // The operands that are told refute the whole, and are kept with the unit's d.
  void expect_operands_refute(const Ran& ran, const std::string& set, const std::string& other) {
    const std::string replay = after(ran.out, "replay: mmasc ");
    ASSERT_NE(replay, "") << ran.out;
    std::string unchanged = replay.substr(0, replay.find(" --trace"));
    const Ran d = run(unchanged);
    unchanged.erase(unchanged.find(set), set.size());
    EXPECT_EQ(d.code, 0) << d.err;
    EXPECT_NE(d.out, run(unchanged).out) << other;
    const std::string saved = slurp(path("one.vec"));
    EXPECT_EQ(after(saved, "# vectors: "), "1");
    EXPECT_EQ(run("verify " + path("one.vec")).code, 0);
    EXPECT_TRUE(d.out.starts_with("d = " + saved.substr(saved.rfind(' ') + 1, 8))) << saved;
  }
};

constexpr const char* kSum =
    "sum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\nresult = { format = \"f32\" }\n";

// The d of the step before is one that operands give.
TEST_F(ProveChain, IsRefutedByOperandsOfAllItsSteps) {
  const std::string unit = chain("chain.toml", std::string(kSum) + "flush.inputs = \"keep_sign\"\n",
                                 "shape = { m = 1, n = 1, k = 4 }\n"
                                 "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\n");
  const std::string set = " --set flush.inputs=all_to_plus_zero";
  const std::string command = "prove " + unit + set + " --against " + unit;
  const Ran ran = run(command + " --save " + path("one.vec"));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("refuted in ")) << ran.out;
  EXPECT_EQ(ran.out.find("operands of a step"), std::string::npos) << ran.out;
  const std::string place = after(ran.out, "shown in step ");
  EXPECT_NE(place.find(" of 4"), std::string::npos) << ran.out;
  expect_operands_refute(ran, set, unit);
  const std::string json = run(command + " --json").out;
  EXPECT_NE(json.find("\"example\": {"), std::string::npos) << json;
  EXPECT_EQ(json.find("\"operands\""), std::string::npos) << json;
  const std::string before = "where d of the step before is ";
  if (const std::size_t at = place.find(before); at != std::string::npos) {
    const std::string d = "\"" + place.substr(at + before.size()) + "\"";
    EXPECT_NE(json.find("\"d_of_the_step_before\": " + d), std::string::npos) << json;
  }
}

TEST_F(ProveChain, IsRefutedInTheAdditionOfALateC) {
  const std::string unit = chain("late.toml", kSum,
                                 "shape = { m = 1, n = 1, k = 2 }\n"
                                 "formats = { a = \"e4m3\", b = \"e4m3\", c = \"f32\" }\n"
                                 "late_c = { rounding = \"nearest_even\" }\n");
  const std::string set = " --set instruction.late_c.rounding=up";
  const Ran ran = run("prove " + unit + set + " --save " + path("one.vec") + " --against " + unit);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("the late C: refuted"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\nshown in the addition of c, where d of the step before is "),
            std::string::npos)
      << ran.out;
  expect_operands_refute(ran, set, unit);
}

// Two products of E3M2, each below 2^10, never overflow f16: only a d of the step before would.
TEST_F(ProveChain, IsNotRefutedByWhatNoOperandsGive) {
  const auto unit = [&](const std::string& name, const std::string& overflow) {
    return chain(name,
                 "sum = [{ name = \"dot\", terms = [\"products\", \"c\"], round_to = \"f16\", "
                 "overflow = \"" +
                     overflow + "\" }]\nresult = { format = \"f32\" }\n",
                 "shape = { m = 1, n = 1, k = 2 }\n"
                 "formats = { a = \"e3m2\", b = \"e3m2\", c = \"f32\" }\n"
                 "late_c = { rounding = \"nearest_even\" }\n");
  };
  const std::string command = "prove " + unit("saturates.toml", "saturate") + " --against " +
                              unit("overflows.toml", "infinity");
  const Ran proved = run(command);
  EXPECT_EQ(proved.code, 0) << proved.out;
  EXPECT_TRUE(proved.out.starts_with("proved as a whole in ")) << proved.out;
  // A solver that answers nothing about large claims leaves it open.
  const std::string tools = std::getenv("PATH"), solver = path("berkeley-abc");
  std::ofstream(solver)
      << "#!/bin/sh\n[ $(head -n 1 claim.aig | cut -d ' ' -f 6) -gt 1000 ] && exit\n"
         "PATH='" +
             tools + "' exec berkeley-abc \"$@\"\n";
  std::filesystem::permissions(solver, std::filesystem::perms::owner_all);
  ::setenv("PATH", (path("") + ":" + tools).c_str(), 1);
  const Ran open = run(command + " --seconds 1 --save " + path("one.vec"));
  ::setenv("PATH", tools.c_str(), 1);
  EXPECT_EQ(open.code, 1) << open.out;
  EXPECT_EQ(open.out.find("refuted"), std::string::npos) << open.out;
  EXPECT_NE(open.out.find("d_of_the_step_before="), std::string::npos) << open.out;
  EXPECT_NE(
      open.out.find("\nthe steps differ for these; no operands of the instruction were found "),
      std::string::npos)
      << open.out;
  EXPECT_FALSE(std::filesystem::exists(path("one.vec")));
}

// RTL that flushes c of every step, or of none.
TEST_F(ProveChain, SavesWhatRefutesRtlInAnyStep) {
  const std::string unit = chain("chain.toml",
                                 "sum = [{ name = \"dot\", terms = [\"products\", \"c\"] }]\n"
                                 "result = { format = \"e5m2\" }\nflush.inputs = \"keep_sign\"\n",
                                 "shape = { m = 1, n = 1, k = 2 }\n"
                                 "formats = { a = \"e5m2\", b = \"e5m2\", c = \"e5m2\" }\n");
  for (const auto& [flush, place] :
       {std::pair("1'b1", "shown in step 2 of 2, where d of the step before is "),
        std::pair("1'b0", "shown in step 1 of 2\n")}) {
    const std::string folder = path(std::string("rtl_") + flush[3]);
    ASSERT_EQ(run("emit-rtl " + unit + " --top unit -o '" + folder + "'").code, 0);
    const std::string file = folder + "/mmasc_multiplier.sv", flushed = ".flush_i(c_is_input_i)";
    std::string text = slurp(file);
    ASSERT_NE(text.find(flushed), std::string::npos);
    text.replace(text.find(flushed), flushed.size(), std::string(".flush_i(") + flush + ")");
    std::ofstream(file) << text;
    const Ran ran = run("prove " + unit + " --rtl '" + folder + "' --save " + path("one.vec"));
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_NE(ran.out.find(place), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("\nreplay: mmasc eval "), std::string::npos) << ran.out;
    EXPECT_EQ(run("verify " + path("one.vec")).code, 0);
  }
}

TEST_F(Prove, SaysWhereTheRtlIsOfAnotherUnit) {
  ASSERT_EQ(run("emit-rtl volta/mma.m8n8k4.f32.f16.f16.f32 --top unit -o " + path("rtl")).code, 0);
  const Ran ran = run("prove x86/vpdpbusd --rtl " + path("rtl"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("is it the RTL of another unit?"), std::string::npos) << ran.err;
}

TEST_F(Prove, ReplaysWhatRefutesAnotherUnit) {
  const Ran ran =
      run(kProveVolta + ("--set dot.fraction_bits=22 --save " + path("one.vec")) + kAgainstVolta);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("refuted"), std::string::npos);
  const std::size_t at = ran.out.find("replay: mmasc eval ");
  ASSERT_NE(at, std::string::npos);
  std::string command = ran.out.substr(at + std::string("replay: mmasc ").size());
  command = command.substr(0, command.find(" --trace"));
  const std::string change = "--set dot.fraction_bits=22 ";
  std::string unchanged = command;
  unchanged.erase(unchanged.find(change), change.size());
  const Ran changed_d = run(command), d = run(unchanged);
  EXPECT_EQ(changed_d.code, 0);
  EXPECT_NE(changed_d.out, d.out);
  EXPECT_NE(slurp(path("one.vec")).find("# mmasc-vectors 1"), std::string::npos);
}

}  // namespace
}  // namespace mmasc

// SPDX-License-Identifier: Apache-2.0
// Each kind of assertion fails where its fault is planted in the RTL, and under its own name.
#include <regex>

#include "mmasc/onlookers/onlooker.h"
#include "onlookers/watched.h"
#include "onlookers/watched_units.h"
#include "random/anticipating.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

// A piece of a file as it is and as it is with the fault, where `FAULT` is whether that is planted.
struct Fault {
  const char* file;
  const char* right;
  const char* wrong;
  const char* failure;  // in the output
};

const Fault kFaults[] = {
    {"mmasc_product.sv", "assign exponent_o = fixed_exponent;",
     "assign exponent_o = fixed_exponent + (FAULT ? 40 : 0);",
     R"(bounds_multiplier_term_\d_exponent)"},
    {"mmasc_product.sv", "assign zero_o = a_zero ||", "assign zero_o = FAULT || a_zero ||",
     R"(encoding_multiplier_term_\d_nothing)"},
    {"mmasc_product.sv", "(infinite && zero_o);", "(infinite && zero_o && !FAULT);",
     R"(encoding_multiplier_term_\d_zero)"},
    {"mmasc_product.sv", "wire [EXPONENT_BITS-1:0] exponent = a_raised + b_raised;",
     "wire [EXPONENT_BITS-1:0] exponent = FAULT ? {1'b1, {(EXPONENT_BITS - 1) {1'b0}}} : a_raised "
     "+ "
     "b_raised;",
     R"(u_distances_\d_\d\.distance_overflows)"},
    {"mmasc_product.sv", "assign b_raised = b_moved;",
     "assign b_raised = FAULT ? b_moved - 30 : b_moved;", R"(u_assertions\.never_\d+)"},
    {"mmasc_align_sum.sv", "{negative[K], aligned[OWN_BITS-2:0]};",
     "FAULT ? {OWN_BITS{1'b1}} : {negative[K], aligned[OWN_BITS-2:0]};",
     R"(bounds_aligner_0_addend_\d)"},
    {"mmasc_align_sum.sv", "assign negative_infinity_o = minus_infinity;",
     "assign negative_infinity_o = FAULT || minus_infinity;",
     R"(encoding_aligner_0_sum_0_infinity)"},
    {"mmasc_anticipate.sv", ".x_i(folded),", ".x_i(FAULT ? {(BITS - 2) {1'b0}} : folded),",
     R"(leading_zeros_adder_tree_0_\d_term_0)"},
    {"mmasc_status_flags.sv", "{invalid, 1'b0, overflow,", "{invalid, FAULT, overflow,",
     "flags_no_divide_by_zero"},
    {"mmasc_status_flags.sv", "lost && tiny, lost || overflow}",
     "lost && tiny, lost && !FAULT || overflow && !FAULT}", "flags_overflow_is_inexact"},
    {"mmasc_status_flags.sv", "overflow, lost && tiny,", "overflow, lost && tiny || FAULT,",
     "flags_underflow_is_inexact"},
    {"mmasc_status_flags.sv", "wire invalid = nan_i && !quiet_nan_i;",
     "wire invalid = FAULT || (nan_i && !quiet_nan_i);", "flags_invalid_(alone|is_nan)"},
    {"mmasc_result_normalizer.sv",
     "assign d = nan ? nan_word :", "assign d = nan ? nan_word ^ FAULT :", "encoding_nan"},
    {"mmasc_result_normalizer.sv", ".data_i({id_i, d}),", ".data_i({id_i ^ FAULT, d}),",
     "mmasc_port_checker: (invented|lost)"},
    {"mmasc_elastic.sv", "else if (ready_o) valid_q <= valid_i;",
     "else if (ready_o || FAULT) valid_q <= valid_i;", R"(handshake\.withdrawn)"},
    {"mmasc_elastic.sv", "if (ready_o && valid_i) data_q",
     "if ((ready_o || FAULT) && valid_i) data_q", R"(handshake\.changed)"},
    {"mmasc_elastic.sv", "if (!rst_ni) valid_q <= 1'b0;", "if (!rst_ni) valid_q <= FAULT;",
     R"(handshake\.valid_in_reset)"},
};

void plant(std::vector<RtlFile>& files) {
  int number = 0;
  for (const Fault& fault : kFaults) {
    const auto file = std::ranges::find(files, fault.file, &RtlFile::name);
    ASSERT_NE(file, files.end()) << fault.file;
    const std::string named =
        std::regex_replace(std::string(fault.wrong), std::regex("FAULT"),
                           "(bench.fault == " + std::to_string(++number) + ")");
    const auto at = file->text.find(fault.right);
    ASSERT_NE(at, std::string::npos) << fault.file << ": " << fault.right;
    file->text.replace(at, std::string(fault.right).size(), named);
  }
}

class AssertionsRtl : public testing::WithVerilator {};

TEST_F(AssertionsRtl, EachFailsOnItsFault) {
  const Unit unit = anticipating(watched_flags()).value();
  const Sequence sequence(unit);
  const testing::Watched watched(unit,
                                 testing::operations_of(sequence, covering_cases(unit), false),
                                 {.defines = {kAssertionsWord}, .change = plant});
  const testing::WatchedRun whole = watched.run();
  ASSERT_TRUE(whole.succeeded) << whole.output;
  EXPECT_EQ(whole.output.find("Error"), std::string::npos) << whole.output;
  int number = 0;
  for (const Fault& fault : kFaults) {
    const std::string output = watched.run(++number).output;
    EXPECT_TRUE(std::regex_search(output, std::regex(fault.failure)))
        << fault.failure << ": " << output.substr(0, 2000);
  }
}

// Nodes are as wide as their addends need: only one that is told to be narrower overflows.
TEST_F(AssertionsRtl, FailWhereNodesAreNarrower) {
  const Unit unit = watched_flags();
  const Sequence sequence(unit);
  const auto narrow = [](std::vector<RtlFile>& files) {
    const auto file = std::ranges::find(files, "unit_assertions.sv", &RtlFile::name);
    ASSERT_NE(file, files.end());
    for (const char* const parameter :
         {R"(\.(LAST_)?NODE_BITS\(\d+\))", R"(MAGNITUDE_BITS\(\d+\))"})
      ASSERT_TRUE(std::regex_search(file->text, std::regex(parameter)));
    file->text =
        std::regex_replace(file->text, std::regex(R"(\.((?:LAST_)?NODE_BITS)\(\d+\))"), ".$1(9)");
    file->text = std::regex_replace(file->text, std::regex(R"(\.MAGNITUDE_BITS\([1-9]\d*\))"),
                                    ".MAGNITUDE_BITS(3)");
  };
  const testing::Watched watched(unit,
                                 testing::operations_of(sequence, covering_cases(unit), false),
                                 {.defines = {kAssertionsWord}, .change = narrow});
  const std::string output = watched.run().output;
  for (const char* const failure :
       {R"(u_adder_tree_\d_\d_sum_\d\.overflows)", R"(u_adder_tree_\d_\d_sum_\d\.loses_top_bits)"})
    EXPECT_TRUE(std::regex_search(output, std::regex(failure))) << output.substr(0, 2000);
}

}  // namespace
}  // namespace mmasc

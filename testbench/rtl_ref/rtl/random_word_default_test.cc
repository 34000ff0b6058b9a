// SPDX-License-Identifier: Apache-2.0
// The generator of random bits in RTL, beside its definition in words of C++.
#include "mmasc/tools/tool.h"
#include "mmasc/unit/embedded.h"
#include "mmasc/unit/error.h"
#include "rtl/folder.h"

namespace mmasc {

std::span<const EmbeddedFile> rtl_random_files();

namespace {

constexpr const char* kBench = R"(
module bench;
  logic clk = 0, rst_n = 0, next = 0;
  wire [31:0] one, other;
  mmasc_random_word u_one (.clk_i(clk), .rst_ni(rst_n), .next_i(next), .random_o(one));
  mmasc_random_word #(.SEED(32'hdeadbeef)) u_other (
      .clk_i(clk), .rst_ni(rst_n), .next_i(next), .random_o(other));
  always #1 clk = !clk;
  initial begin
    @(negedge clk) rst_n = 1;
    for (int i = 0; i < 200; i++) begin
      $display("%08x %08x", one, other);
      next = i % 3 != 0;  // words stand until they are taken
      @(negedge clk);
    end
    $finish(0);
  end
endmodule
)";

std::uint32_t after(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}

TEST(RandomWord, IsXorshift) {
  const testing::Folder folder;
  const EmbeddedFile& file = rtl_random_files().front();
  std::ofstream(folder.path() / file.name) << file.text;
  std::ofstream(folder.path() / "bench.sv") << kBench;
  const Tool icarus{"iverilog", "iverilog"}, simulator{"vvp", "iverilog"};
  skip_where_missing<EnvironmentError>([&] { run_tool(icarus, {"-V"}); });
  if (IsSkipped()) return;
  const auto built = run_tool(icarus, {"-g2012", "-o", "bench", "bench.sv", std::string(file.name)},
                              folder.path());
  ASSERT_TRUE(built.succeeded) << built.output;
  std::string expected;
  std::uint32_t one = 1, other = 0xdeadbeef;
  for (int i = 0; i < 200; ++i) {
    char line[32];
    std::snprintf(line, sizeof line, "%08x %08x\n", one, other);
    expected += line;
    if (i % 3 != 0) one = after(one), other = after(other);
  }
  EXPECT_EQ(run_tool(simulator, {"-n", "bench"}, folder.path()).output, expected);
}

}  // namespace
}  // namespace mmasc

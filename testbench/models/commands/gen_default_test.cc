// SPDX-License-Identifier: Apache-2.0
// Many vectors take no more memory than few.
#include <sys/resource.h>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class Gen : public Cli {
 protected:
  // Kilobytes.
  long peak_memory(const char* count, const char* format) const {
    const Started started = start({"gen", kUnit, "--class", "random", "--engine", "batch",
                                   "--count", count, "--format", format, "-o", folder_ / "x"});
    int status = 0;
    rusage usage = {};
    wait4(started.pid, &status, 0, &usage);
    EXPECT_EQ(status, 0) << count;
    return usage.ru_maxrss;
  }
};

TEST_F(Gen, MemoryDoesNotGrowWithTheVectors) {
  for (const char* format : {"vec", "hex", "jsonl"}) {
    const long few = peak_memory("5000", format);
    const std::string first = slurp(folder_ / "x");
    EXPECT_LT(peak_memory("150000", format), few + 8 * 1024) << format;
    // And they begin with the same lines, whatever the header says of their number.
    const std::string all = slurp(folder_ / "x");
    const std::string piece = first.substr(first.size() / 2, 1000);
    EXPECT_NE(all.find(piece), std::string::npos) << format;
  }
}

}  // namespace
}  // namespace mmasc

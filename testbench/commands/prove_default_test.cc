// SPDX-License-Identifier: Apache-2.0
// Files of arguments that mmasc audit goes on with; prove.txt and prove_default.txt have the rest.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class Prove : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
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

}  // namespace
}  // namespace mmasc

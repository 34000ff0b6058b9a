// SPDX-License-Identifier: Apache-2.0
// What is read of a liberty file, and what a cell's function is.
#include "mmasc/cost/liberty.h"

#include <gtest/gtest.h>

#include <array>

#include "mmasc/cost/gate_function.h"
#include "mmasc/cost/liberty_tables.h"
#include "mmasc/unit/error.h"
#include "told.h"

namespace mmasc {
namespace {

// clang-format off
constexpr const char* kLibrary =
R"lib(/* a comment */
library (small) {
  voltage_unit : "1V";
  capacitive_load_unit (1000, ff);  // a pF
  nom_voltage : 1.1
  power_lut_template (by_load) {
    variable_1 : total_output_net_capacitance;
    variable_2 : input_transition_time;
    index_1 ("1, 2");
    index_2 ("1, 2, 3, 4");
  }
  power_lut_template (by_slew) {
    variable_1 : input_transition_time;
    index_1 ("1, 2, 3, 4");
  }
  cell (NAND2) {
    area : 2.5;
    pin (A) { direction : input; capacitance : 0.01; }
    pin (B) { direction : input; capacitance : 0.02; }
    pin (Y) {
      direction : output;
      function : "!(A B)";
      internal_power () {
        related_pin : "A";
        rise_power (by_load) { index_1 ("1, 3"); values ("1, 2, 3, 4", \
                                                             "5, 6, 7, 8"); }
        fall_power (by_load) { index_1 ("1, 3"); values ("3, 4, 5, 6", "7, 8, 9, 10"); }
      }
      internal_power () {
        related_pin : "B";
        rise_power (scalar) { values ("11"); }
      }
    }
  }
  cell ("DFF") {
    ff ("IQ", "IQN") { next_state : "D"; clocked_on : "CK"; clear : "!RN"; }
    pin (D) { direction : input; capacitance : 0.03;
      internal_power () { rise_power (by_slew) { values ("0.1, 0.25, 0.9, 1"); }
                          fall_power (by_slew) { values ("0.3, 0.5, 0.9, 1"); } } }
    pin (CK) { direction : input; capacitance : 0.04; clock : true; }
    pin (Q) { direction : output; function : "IQ"; }
  }
}
)lib";
// clang-format on

TEST(Liberty, CellsHaveWhatSwitchingTakes) {
  const CellEnergies energies = read_cell_energies(kLibrary);
  EXPECT_EQ(energies.voltage, 1.1);
  ASSERT_EQ(energies.cells.size(), 2U);
  const LibertyCell& nand = energies.cells.at("NAND2");
  EXPECT_EQ(nand.area, 2.5);
  EXPECT_EQ(nand.pin("B")->capacitance, 0.02);
  const LibertyPin& y = *nand.pin("Y");
  EXPECT_TRUE(y.is_output);
  ASSERT_EQ(y.changes.size(), 2U);
  EXPECT_EQ(y.changes[0].at(0), 3);  // the mean of 2 and 4, the middle slew's
  EXPECT_EQ(y.changes[0].at(1), 3);
  EXPECT_EQ(y.changes[0].at(2), 5);
  EXPECT_EQ(y.changes[0].at(9), 7);
  EXPECT_EQ(y.energy(1), 7);  // the mean of 3 and 11
  const LibertyCell& flip_flop = energies.cells.at("DFF");
  ASSERT_TRUE(flip_flop.reg);
  EXPECT_EQ(flip_flop.reg->state, "IQ");
  EXPECT_EQ(flip_flop.reg->inverted, "IQN");
  EXPECT_EQ(flip_flop.reg->clock, "CK");
  EXPECT_EQ(flip_flop.reg->clear, "!RN");
  EXPECT_EQ(flip_flop.pin("D")->energy(0), 0.375);
  EXPECT_EQ(flip_flop.pin("CK")->energy(0), 0);
}

// clang-format off
constexpr const char* kTimes =
R"lib(library (small) {
  time_unit : "10ps";
  capacitive_load_unit (1, ff);
  lu_table_template (by_load) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
                                index_1 ("1, 2"); index_2 ("10, 30"); }
  power_lut_template (by_load) { variable_1 : total_output_net_capacitance; index_1 ("7"); }
  cell_rise (by_load) { values ("1, 2", "3, 4"); }
  rise_constraint (none) { values ("5"); }
  cell_fall (by_load) { values ("1, 2, 3"); }
})lib";
// clang-format on

TEST(Liberty, TablesOfTimesAreReadLikeThoseOfEnergies) {
  const LibertyGroup library = parse_liberty(kTimes);
  const LibertyTables tables(library);
  const double unit = picoseconds(library.attribute("time_unit"));
  EXPECT_EQ(unit, 10);
  EXPECT_EQ(tables.read(library.groups[2], unit).at(0.02), 15);  // half way
  EXPECT_EQ(tables.read(library.groups[3], unit).at(0.02), 50);
  EXPECT_TRUE(tables.read(library.groups[4], unit).values.empty());  // no 2 by 2
  EXPECT_EQ(picoseconds("1ns"), 1000);
  EXPECT_EQ(picoseconds(""), 1000);
}

std::string message_of_reading(std::string_view text) {
  try {
    read_cell_energies(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Liberty, WhatCannotBeReadIsRefused) {
  Told told;
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "a () { ";
  for (const std::string& text :
       {std::string(), std::string("library (x) {\n cell (y) {"),
        std::string("library (x) {\n a \"b"), std::string("library (x) {\n a : \"b"),
        std::string("x : 1;"), deep, std::string("library (x) { }"),
        std::string("library (x) { nom_voltage : 1; cell (y) { pin (a) { } } }")})
    told(message_of_reading(text));
}

// Cut anywhere, it is an error or a library, and no crash.
TEST(Liberty, CutAnywhereIsAnError) {
  const std::string_view text = kLibrary;
  int refused = 0;
  for (std::size_t size = 0; size < text.size(); ++size)
    refused += message_of_reading(text.substr(0, size)).empty() ? 0 : 1;
  EXPECT_GE(refused, static_cast<int>(text.size()) - 2);
}

std::uint64_t of_three(std::string_view text) {
  static const std::vector<std::string> pins{"A", "B", "C"};
  return GateFunction(text, pins)(std::array<std::uint64_t, 3>{0xf0, 0xcc, 0xaa}) & 0xff;
}

TEST(GateFunction, IsThatOfLiberty) {
  constexpr unsigned a = 0xf0, b = 0xcc, c = 0xaa;
  EXPECT_EQ(of_three("A"), a);
  EXPECT_EQ(of_three("!A"), 0xffU & ~a);
  EXPECT_EQ(of_three("A'"), 0xffU & ~a);
  EXPECT_EQ(of_three("!!A'"), 0xffU & ~a);
  EXPECT_EQ(of_three("A&B|C"), (a & b) | c);
  EXPECT_EQ(of_three("A|B&C"), a | (b & c));
  EXPECT_EQ(of_three("A B + C"), (a & b) | c);
  EXPECT_EQ(of_three("A*(B+C)"), a & (b | c));
  EXPECT_EQ(of_three("A (B)"), a & b);
  EXPECT_EQ(of_three("A !B"), a & ~b & 0xff);
  EXPECT_EQ(of_three("A^B&C"), (a ^ b) & c);  // ^ binds more than &
  EXPECT_EQ(of_three("!(A^B^C)"), 0xffU & ~(a ^ b ^ c));
  EXPECT_EQ(of_three("((A&B)|(C&!A))'"), 0xffU & ~((a & b) | (c & ~a)));
  EXPECT_EQ(of_three("1"), 0xffU);
  EXPECT_EQ(of_three("0 + A"), a);
}

TEST(GateFunction, OtherTextsAreRefused) {
  for (const char* text : {"", "A&", "&A", "(A", "A)", "D", "A B )", "A ~ B", "2", "()"})
    EXPECT_THROW(of_three(text), InputError) << text;
  EXPECT_THROW(of_three(std::string(100000, '(')), InputError);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "A|(B&";
  EXPECT_THROW(of_three(deep + "C" + std::string(100, ')')), InputError);
}

}  // namespace
}  // namespace mmasc

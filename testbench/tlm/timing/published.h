// SPDX-License-Identifier: Apache-2.0
// The files of published numbers: those beside this one, and those of measurements where
// MMASC_TIMING names their folder.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "mmasc/timing/table.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {

using CsvRow = std::map<std::string, std::string>;  // by column

// Of a file whose comments begin with "#".
inline std::vector<CsvRow> csv_rows(const std::string& path) {
  std::ifstream file(path);
  std::vector<CsvRow> rows;
  std::vector<std::string> columns;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    if (columns.empty()) {
      columns = cells;
      continue;
    }
    cells.resize(columns.size());
    CsvRow& row = rows.emplace_back();
    for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = cells[i];
  }
  EXPECT_GT(rows.size(), 0U) << path;
  return rows;
}

// Empty where the folder is not named.
inline std::vector<CsvRow> published_rows(const std::string& name) {
  const char* const folder = std::getenv("MMASC_TIMING");
  return folder != nullptr ? csv_rows(std::string(folder) + "/" + name) : std::vector<CsvRow>();
}

// The instruction of a row that may name a rate.
inline Timing timing_of(const CsvRow& row) {
  TimingQuery query = timing_query(catalog().find(row.at("id")));
  for (const auto& [rate, name] : kNames<Rate>)
    if (row.at("rate") == name) query.rate = rate;
  return timing_table().look_up(query);
}

// The instruction of a row: F4 is e2m1 without scales, of which the catalogue has no k of 64.
inline const std::map<std::string, std::string>& tcgen05_ids() {
  static const std::map<std::string, std::string> kIds{
      {"BF16", "blackwell/tcgen05.mma.m128nNk16.f16.f32.bf16.bf16"},
      {"E4M3", "blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e4m3.e4m3"},
      {"F4", "blackwell/tcgen05.mma.m128nNk32.f8f6f4.f32.e2m1.e2m1"},
      {"S8", "blackwell/tcgen05.mma.m128nNk32.i8.s32.s8.s8"},
      {"MXF8", "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e4m3.1X.ue8m0"},
      {"MXF4", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.2X.ue8m0"}};
  return kIds;
}

inline Timing tcgen05(const std::string& format, OperandSource operands, int group, int m, int n) {
  TimingQuery query = timing_query(tcgen05_ids().at(format));
  query.operands = operands;
  query.group = group;
  query.m = m;
  query.n = n;
  return timing_table().look_up(query);
}

inline Timing tcgen05(const CsvRow& row) {
  return tcgen05(row.at("Format"),
                 row.at("ABLayout") == "SS" ? OperandSource::ss : OperandSource::ts,
                 std::stoi(row.at("CTAGroup")), std::stoi(row.at("M")), std::stoi(row.at("N")));
}

}  // namespace mmasc

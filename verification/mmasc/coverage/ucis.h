// SPDX-License-Identifier: Apache-2.0
// Coverage as XML of Accellera's Unified Coverage Interoperability Standard 1.0, for the tools of
// others: an instance coverage of the unit, a covergroup instance for each stage and for each
// lane's own points, a coverpoint with one bin for each cover point.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "mmasc/coverage/coverage.h"

namespace mmasc {

// `when`: the time that the file says it was written.
std::string to_ucis(const Coverage& coverage, std::time_t when);

// What to_ucis wrote, merged with others or not. `name` names the text in errors (InputError).
Coverage from_ucis(std::string_view text, const std::string& name);

bool is_ucis(std::string_view text);       // begins as XML does
bool is_ucis_name(std::string_view file);  // "counts.xml"

// This moment; in builds that are to be the same again, that of SOURCE_DATE_EPOCH.
std::time_t now();

}  // namespace mmasc

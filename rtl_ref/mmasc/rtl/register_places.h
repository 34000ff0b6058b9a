// SPDX-License-Identifier: Apache-2.0
// Where the RTL keeps a stage's registered payload.
#pragma once

#include <string>
#include <vector>

#include "mmasc/rtl/number_form.h"

namespace mmasc {

//   data_q   [ id | first output port | ... | last output port ]    of every rank of an instance
struct StageRegisters {
  struct Instance {
    std::string name;
    int payload_bits = 0;  // what stands below the id
    std::string valid;     // the unit's wire, or port, of what it gives
  };
  struct Place {
    int instance = 0;
    int low = 0, width = 0;  // in its payload
    NumberForm form = NumberForm::plain;
  };
  // Beside the payload: how many zeros lead a field's number, or one or two fewer.
  struct LeadingZeros {
    int field = 0;
    Place zeros;
  };
  std::vector<Instance> instances;  // the one with the handshake first
  std::vector<Place> fields;        // in the order of payload_fields
  std::vector<LeadingZeros> anticipated;
};

}  // namespace mmasc

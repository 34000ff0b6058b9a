// SPDX-License-Identifier: Apache-2.0
// Short names for the types of TLM-2.0, whose own namespace mmasc::tlm would hide.
#pragma once

#include <tlm>

#include <systemc>

namespace mmasc::tlm {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using Payload = ::tlm::tlm_generic_payload;
using Phase = ::tlm::tlm_phase;
using Reply = ::tlm::tlm_sync_enum;
using Dmi = ::tlm::tlm_dmi;
using ForwardIf = ::tlm::tlm_fw_transport_if<>;
using BackwardIf = ::tlm::tlm_bw_transport_if<>;

}  // namespace mmasc::tlm

// SPDX-License-Identifier: Apache-2.0
// Texts for firmware and its authors, written from the tables of registers, descriptors and errors.
#pragma once

#include <string>

namespace mmasc::tlm {

// A C99 header for firmware: offsets, bits, error codes and the structs mmasc_descriptor and
// mmasc_completion of a little-endian machine.
std::string c_header();

// The same tables as Markdown, for docs/accelerator.md.
std::string register_tables();
std::string descriptor_tables();
std::string error_table();

}  // namespace mmasc::tlm

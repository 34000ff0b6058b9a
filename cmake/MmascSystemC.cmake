# SPDX-License-Identifier: Apache-2.0
# mmasc_systemc: the SystemC library.
if(NOT MMASC_SYSTEMC)
  return()
endif()
include(MmascFindSystemC)
if(NOT MMASC_SYSTEMC_TARGET)
  message(FATAL_ERROR "SystemC not found: install libsystemc-dev, or configure with -DMMASC_SYSTEMC=OFF")
endif()
add_library(mmasc_systemc INTERFACE)
target_link_libraries(mmasc_systemc INTERFACE ${MMASC_SYSTEMC_TARGET})
if(MMASC_SYSTEMC_TARGET STREQUAL "PkgConfig::SYSTEMC")
  # Debian builds its library as C++17; the ABI tag must agree.
  set(MMASC_SYSTEMC_DEFINITIONS SC_CPLUSPLUS=201703L)
  target_compile_definitions(mmasc_systemc INTERFACE ${MMASC_SYSTEMC_DEFINITIONS})
endif()

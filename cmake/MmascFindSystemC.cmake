# SPDX-License-Identifier: Apache-2.0
# Sets MMASC_SYSTEMC_TARGET: SystemC by its own CMake package, else by pkg-config (Debian ships no
# package); empty where there is neither.
set(MMASC_SYSTEMC_TARGET "")
find_package(SystemCLanguage CONFIG QUIET)
if(SystemCLanguage_FOUND)
  set(MMASC_SYSTEMC_TARGET SystemC::systemc)
else()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(SYSTEMC QUIET IMPORTED_TARGET systemc)
  endif()
  if(SYSTEMC_FOUND)
    set(MMASC_SYSTEMC_TARGET PkgConfig::SYSTEMC)
  endif()
endif()

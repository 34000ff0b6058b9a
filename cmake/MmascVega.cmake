# SPDX-License-Identifier: Apache-2.0
# vega, vega-lite and vega-embed, which draw the plots of mmasc report: fetched once from npm's
# registry into the build folder, checked against their hashes, and built into the command. Without
# them (no network; MMASC_PLOTS=OFF) reports have their tables and pictures, and no plots.
#
# Sets MMASC_VEGA_FILES: the scripts in the order in which a page loads them, then their licences;
# empty where they could not be had.
option(MMASC_PLOTS "Fetch vega-lite from registry.npmjs.org for the plots of mmasc report" ON)

set(MMASC_VEGA_PACKAGES
  "vega 5.33.0 8cd0066bb4f12e88cea4c30caca3175c1a2ce0ae8068b25b0a01833b0d581242d18d4921d76a5c7fae49da53127441e37042b8ed75e32a2394559f0bf8c9e204"
  "vega-lite 5.23.0 97827af80584dc3223be8bc4a079762ddb425247e6e33b3c5f1c7b20dc19100bfe5d56fa911eaf20dd60b77b7680dda0b3fcb80d84ecfd13e84de600b8483a98"
  "vega-embed 6.29.0 3e696c8532ed2c52e05ad17f6f6dd3d4ec17e7702e809f51677a8f136734d551406e0b77fc648d23f7adcc0fc6cddae471e5c599af850c7357529a4ab8cd14e9")

# Sets OUT to the unpacked package's folder, or to nothing.
function(mmasc_fetch_package out name version hash)
  set(${out} "" PARENT_SCOPE)
  set(folder ${PROJECT_BINARY_DIR}/vega)
  set(archive ${folder}/${name}-${version}.tgz)
  set(found "")
  if(EXISTS ${archive})
    file(SHA512 ${archive} found)
  endif()
  if(NOT found STREQUAL hash)
    # A hash of its own: EXPECTED_HASH would end the configuration where there is no network.
    file(DOWNLOAD https://registry.npmjs.org/${name}/-/${name}-${version}.tgz ${archive}
      STATUS status INACTIVITY_TIMEOUT 10 TIMEOUT 120 TLS_VERIFY ON)
    if(EXISTS ${archive})
      file(SHA512 ${archive} found)
    endif()
    if(NOT found STREQUAL hash)
      list(GET status 1 why)
      message(STATUS "${name} ${version}: not fetched (${why}); mmasc report will draw no plots")
      file(REMOVE ${archive})
      return()
    endif()
  endif()
  if(NOT EXISTS ${folder}/${name}/package/LICENSE)
    file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${folder}/${name}
      PATTERNS package/build/${name}.min.js package/LICENSE)
  endif()
  set(${out} ${folder}/${name}/package PARENT_SCOPE)
endfunction()

set(MMASC_VEGA_FILES "")
if(MMASC_PLOTS)
  set(licences "")
  foreach(package IN LISTS MMASC_VEGA_PACKAGES)
    separate_arguments(package)
    list(GET package 0 name)
    mmasc_fetch_package(folder ${package})
    if(NOT folder)
      set(MMASC_VEGA_FILES "")
      set(licences "")
      break()
    endif()
    list(APPEND MMASC_VEGA_FILES ${folder}/build/${name}.min.js)
    list(APPEND licences ${folder}/LICENSE)
  endforeach()
  list(APPEND MMASC_VEGA_FILES ${licences})
endif()

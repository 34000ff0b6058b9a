# SPDX-License-Identifier: Apache-2.0
# Installs the components core, batch, pipeline, tlm (with the C header and the firmware) and c (the C library, what
# calls it by DPI-C, the port checker), each with its headers, its CMake targets and its pkg-config file; and the
# component command, with the vectors that it finds beside it. The target uninstall removes what was installed from here.
include(CMakePackageConfigHelpers)
set(MMASC_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/mmasc)

# The libraries behind the public targets are exported under names that say so.
foreach(library unit specification arith elements symbolic compiled batch ozaki quantise pipeline timing accelerator_core accelerator neighbours protocol_checker)
  if(TARGET mmasc_${library})
    set_target_properties(mmasc_${library} PROPERTIES EXPORT_NAME ${library}_library)
  endif()
endforeach()

function(mmasc_install_component component)
  install(TARGETS ${ARGN} EXPORT mmasc_${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component}
    NAMELINK_COMPONENT ${component})
  install(EXPORT mmasc_${component} NAMESPACE mmasc:: FILE mmasc_${component}.cmake
    DESTINATION ${MMASC_CMAKE_DIR} COMPONENT ${component})
  foreach(header IN LISTS MMASC_HEADERS_${component})
    cmake_path(GET header PARENT_PATH folder)
    install(FILES ${MMASC_PUBLIC_INCLUDE}/${header}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT ${component})
  endforeach()
endfunction()

# mmasc_install_pkg_config(COMPONENT NAME WHAT REQUIRES LIBS FLAGS). The file holds no path of its
# own: the libraries may be moved, or installed elsewhere than configured.
function(mmasc_install_pkg_config component name what requires libs flags)
  set(prefix ${CMAKE_INSTALL_PREFIX})
  cmake_path(RELATIVE_PATH prefix
    BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE prefix)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/mmasc.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component})
endfunction()

mmasc_install_component(core mmasc_core_api mmasc_arith mmasc_specification mmasc_unit)
mmasc_install_pkg_config(core mmasc-core "C++20 library" ""
  "-lmmasc_arith -lmmasc_specification -lmmasc_unit" "")
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/mmascConfig.cmake.in
  ${PROJECT_BINARY_DIR}/mmascConfig.cmake INSTALL_DESTINATION ${MMASC_CMAKE_DIR}
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mmascConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
foreach(component core c)  # either can be installed without the other
  install(FILES ${PROJECT_BINARY_DIR}/mmascConfig.cmake ${PROJECT_BINARY_DIR}/mmascConfigVersion.cmake
    DESTINATION ${MMASC_CMAKE_DIR} COMPONENT ${component})
endforeach()

if(MMASC_BATCH)
  mmasc_install_component(batch mmasc_batch_api mmasc_ozaki mmasc_quantise mmasc_elements mmasc_batch mmasc_compiled mmasc_symbolic)
  mmasc_install_pkg_config(batch mmasc-batch "batch engine" "mmasc-core libhwy tbb" "-lmmasc_ozaki -lmmasc_quantise -lmmasc_elements -lmmasc_batch -lmmasc_compiled -lmmasc_symbolic" "-DMMASC_HAS_BATCH")
  mmasc_install_component(c mmasc_c)
  install(FILES ${PROJECT_SOURCE_DIR}/capi/mmasc.h
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT c)
  mmasc_install_pkg_config(c mmasc "C library" "" "-lmmasc" "")
  foreach(folder dpi examples)  # mmasc in others' SystemVerilog benches
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/rtl_ref/${folder}
      DESTINATION ${CMAKE_INSTALL_DATADIR}/mmasc COMPONENT c)
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/rtl_ref/checker/  # the port checker
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mmasc/rtl COMPONENT c)
endif()
if(MMASC_SYSTEMC)
  mmasc_install_component(pipeline mmasc_pipeline_api mmasc_pipeline mmasc_systemc)
  set_target_properties(mmasc_systemc PROPERTIES EXPORT_NAME systemc)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/MmascFindSystemC.cmake
    DESTINATION ${MMASC_CMAKE_DIR} COMPONENT pipeline)
  list(TRANSFORM MMASC_SYSTEMC_DEFINITIONS PREPEND "-D" OUTPUT_VARIABLE flags)
  list(JOIN flags " " flags)
  mmasc_install_pkg_config(pipeline mmasc-pipeline "SystemC models" "mmasc-core systemc"
    "-lmmasc_pipeline" "-DMMASC_HAS_PIPELINE ${flags}")
  mmasc_install_component(tlm mmasc_tlm_api mmasc_accelerator mmasc_accelerator_core mmasc_timing
    mmasc_neighbours mmasc_protocol_checker)
  mmasc_install_pkg_config(tlm mmasc-tlm "TLM-2.0 accelerator" "mmasc-pipeline"
    "-lmmasc_accelerator -lmmasc_accelerator_core -lmmasc_timing -lmmasc_neighbours -lmmasc_protocol_checker" "")
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/tlm/firmware
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mmasc COMPONENT tlm
    FILES_MATCHING PATTERN "*.[chS]" PATTERN "*.lds")
  if(TARGET mmasc_c_header)
    install(FILES ${PROJECT_BINARY_DIR}/tlm/firmware/mmasc_accelerator.h
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mmasc COMPONENT tlm)
  endif()
endif()
if(MMASC_APPS)
  install(TARGETS mmasc_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  # The benches' programs, those that are built.
  list(REMOVE_ITEM MMASC_PROGRAMS mmasc_app)
  install(TARGETS ${MMASC_PROGRAMS} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command OPTIONAL)
  install(FILES ${PROJECT_SOURCE_DIR}/models/mmasc/black_box.h  # which --engine lib:FILE calls
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/mmasc COMPONENT command)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/gpu_golden/bundled/
    DESTINATION ${CMAKE_INSTALL_DATADIR}/mmasc/vectors COMPONENT command)
endif()

# The manifest that CMake writes names files alone; its prefix may be another than the configured one.
install(CODE "
  set(manifest install_manifest)
  if(CMAKE_INSTALL_COMPONENT)
    string(APPEND manifest _\${CMAKE_INSTALL_COMPONENT})
  endif()
  file(WRITE \"${PROJECT_BINARY_DIR}/\${manifest}.txt.prefix\" \"\${CMAKE_INSTALL_PREFIX}\")
" ALL_COMPONENTS)
add_custom_target(uninstall
  COMMAND ${CMAKE_COMMAND} -D MMASC_MANIFESTS=${PROJECT_BINARY_DIR}
    -P ${PROJECT_SOURCE_DIR}/cmake/MmascUninstall.cmake
  COMMENT "Removing what was installed" VERBATIM)

# SPDX-License-Identifier: Apache-2.0
# What is uninstalled leaves nothing behind, and leaves alone what is not ours: also below folders
# called as ours are, with a space in the path, under DESTDIR, and where the prefix is not known.
include(${CMAKE_CURRENT_LIST_DIR}/install_components.cmake)
set(root ${PREFIX}.uninstalled)
set(manifests ${root}.manifests)

# files_below(FOLDER RESULT OPTION...): as paths from there. A pattern would read the brackets of a path.
function(files_below folder result)
  string(REGEX REPLACE "([][*?])" "[\\1]" pattern "${folder}")
  file(GLOB_RECURSE files ${ARGN} RELATIVE "${folder}" "${pattern}/*")
  set(${result} "${files}" PARENT_SCOPE)
endfunction()

# install_below(FOLDER): installs to a prefix below FOLDER, and tells it as `prefix`.
function(install_below folder)
  set(prefix "${folder}/include/mmasc/a [u]ser/mmasc" PARENT_SCOPE)
  set(prefix "${folder}/include/mmasc/a [u]ser/mmasc")
  file(REMOVE_RECURSE ${folder})
  mmasc_install_components("${prefix}" ${manifests})
  files_below("${prefix}" installed)
  list(LENGTH installed count)
  if(count LESS 30)
    message(FATAL_ERROR "only ${count} files were installed")
  endif()
endfunction()

function(uninstall)
  execute_process(COMMAND ${CMAKE_COMMAND} -D MMASC_MANIFESTS=${manifests}
    -P ${CMAKE_CURRENT_LIST_DIR}/../../cmake/MmascUninstall.cmake
    ERROR_VARIABLE error RESULT_VARIABLE result)
  set(error "${error}" PARENT_SCOPE)
  set(result "${result}" PARENT_SCOPE)
endfunction()

# expect_left(FOLDER WANTED): the files and folders that are left there, as a sorted list.
function(expect_left folder wanted)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${error}")
  endif()
  files_below("${folder}" left LIST_DIRECTORIES true)
  list(SORT left)
  if(NOT left STREQUAL wanted)
    message(FATAL_ERROR "left behind in ${folder}: ${left}; wanted: ${wanted}")
  endif()
endfunction()
set(ours_not "bin;include;${LIBDIR};${LIBDIR}/cmake;${LIBDIR}/pkgconfig;share")

install_below(${root})
file(WRITE "${prefix}/share/mmasc/users.txt" "")
uninstall()
expect_left("${prefix}" "${ours_not};share/mmasc;share/mmasc/users.txt")
uninstall()
if(result EQUAL 0 OR NOT error MATCHES "nothing was installed")
  message(FATAL_ERROR "a second time: ${result} ${error}")
endif()

# What was installed with DESTDIR is found with it alone.
set(stage ${root}.stage)
file(REMOVE_RECURSE ${stage})
set(ENV{DESTDIR} ${stage})
mmasc_install_components("/opt/mmasc" ${manifests})
uninstall()
unset(ENV{DESTDIR})
expect_left("${stage}/opt/mmasc" "${ours_not}")

# An installation of before prefixes were written down.
install_below(${root})
file(GLOB prefixes ${manifests}/*.prefix)
file(REMOVE ${prefixes})
uninstall()
files_below("${prefix}" files)
if(files OR NOT IS_DIRECTORY "${prefix}/include/mmasc")
  message(FATAL_ERROR "without a prefix files go and folders stay; left: ${files}")
endif()

# SPDX-License-Identifier: Apache-2.0
# Removes the files that install_manifest*.txt of the folder MMASC_MANIFESTS name, and the folders of
# ours that are then empty. DESTDIR is heeded as it was when they were installed.
file(GLOB manifests ${MMASC_MANIFESTS}/install_manifest*.txt)
if(NOT manifests)
  message(FATAL_ERROR "nothing was installed from ${MMASC_MANIFESTS}: there is no install_manifest.txt")
endif()

foreach(manifest IN LISTS manifests)
  file(STRINGS ${manifest} paths)
  foreach(path IN LISTS paths)
    set(path $ENV{DESTDIR}${path})
    if(EXISTS ${path} OR IS_SYMLINK ${path})
      message(STATUS "Removing ${path}")
      file(REMOVE ${path})
    endif()
    # include/mmasc/spec, include/mmasc, lib/cmake/mmasc
    cmake_path(GET path PARENT_PATH folder)
    while(folder MATCHES "/mmasc(/|$)")
      file(GLOB left ${folder}/* ${folder}/.*)
      if(left OR NOT IS_DIRECTORY ${folder})
        break()
      endif()
      file(REMOVE_RECURSE ${folder})
      cmake_path(GET folder PARENT_PATH folder)
    endwhile()
  endforeach()
  file(REMOVE ${manifest})
endforeach()

# SPDX-License-Identifier: Apache-2.0
# Removes the files that install_manifest*.txt of the folder MMASC_MANIFESTS name, and of the folders
# between each and its prefix those called mmasc, and inside of such, that are then empty. The prefix stands in
# the file beside a manifest that installing wrote; without it no folder is removed. DESTDIR is heeded as it
# was when they were installed.
file(GLOB manifests "${MMASC_MANIFESTS}/install_manifest*.txt")
if(NOT manifests)
  message(FATAL_ERROR "nothing was installed from ${MMASC_MANIFESTS}: there is no install_manifest.txt")
endif()

# remove_empty_folders(PREFIX FOLDER): FOLDER as a path from PREFIX, such as include/mmasc/arith.
function(remove_empty_folders prefix folder)
  while(folder MATCHES "(^|/)mmasc(/|$)" AND NOT folder MATCHES "^\\.\\./")
    execute_process(COMMAND rmdir "${prefix}/${folder}"  # which takes no other than an empty one
      ERROR_QUIET RESULT_VARIABLE is_left)
    if(is_left)
      return()
    endif()
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
endfunction()

foreach(manifest IN LISTS manifests)
  set(prefix "")
  if(EXISTS "${manifest}.prefix")
    file(READ "${manifest}.prefix" prefix)
  endif()
  file(STRINGS "${manifest}" paths)
  foreach(path IN LISTS paths)
    set(installed "$ENV{DESTDIR}${path}")
    if(EXISTS "${installed}" OR IS_SYMLINK "${installed}")
      message(STATUS "Removing ${installed}")
      file(REMOVE "${installed}")
    endif()
    if(prefix)
      cmake_path(GET path PARENT_PATH folder)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${prefix}")
      remove_empty_folders("$ENV{DESTDIR}${prefix}" "${folder}")
    endif()
  endforeach()
  file(REMOVE "${manifest}" "${manifest}.prefix")
endforeach()

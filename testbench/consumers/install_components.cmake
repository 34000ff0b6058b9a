# SPDX-License-Identifier: Apache-2.0
# mmasc_install_components(PREFIX MANIFESTS): installs the COMPONENTS of BUILD, with the manifests in a
# folder of their own; those of the user's own installation stay.
function(mmasc_install_components prefix manifests)
  file(REMOVE_RECURSE "$ENV{DESTDIR}${prefix}" ${manifests})
  file(MAKE_DIRECTORY ${manifests}/users)
  file(GLOB kept ${BUILD}/install_manifest*.txt ${BUILD}/install_manifest*.txt.prefix)
  foreach(path IN LISTS kept)
    file(COPY ${path} DESTINATION ${manifests}/users)
  endforeach()
  string(REPLACE "," ";" components ${COMPONENTS})
  foreach(component IN LISTS components)
    execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component ${component}
      OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    foreach(manifest install_manifest_${component}.txt install_manifest_${component}.txt.prefix)
      file(RENAME ${BUILD}/${manifest} ${manifests}/${manifest})
      if(EXISTS ${manifests}/users/${manifest})
        file(COPY ${manifests}/users/${manifest} DESTINATION ${BUILD})
      endif()
    endforeach()
  endforeach()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Installs component by component, then moves what was installed: it holds no path of its own.
include(${CMAKE_CURRENT_LIST_DIR}/install_components.cmake)
mmasc_install_components(${PREFIX}.staged ${PREFIX}.manifests)
file(REMOVE_RECURSE ${PREFIX})
file(RENAME ${PREFIX}.staged ${PREFIX})

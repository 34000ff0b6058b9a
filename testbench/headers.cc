// SPDX-License-Identifier: Apache-2.0
// The precompiled headers of the tests need a source to be compiled for.

// SPDX-License-Identifier: Apache-2.0
// Precompiled headers need a source to be compiled for.

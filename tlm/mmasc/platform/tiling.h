// SPDX-License-Identifier: Apache-2.0
// A platform's GEMM as descriptors: one for each accelerator that has a part of it.
//
// M and N are padded to whole tiles, K to a whole instruction, with zeros. Whole instructions of
// zeros are not added: they may change the bits of D.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/accelerator_core/job.h"
#include "mmasc/platform/platform.h"

namespace mmasc::tlm {

// The unit that a platform names, and the units among which descriptors name it: the catalogue's
// or, where it is one of a file, it alone.
class InstalledUnits {
 public:
  // An id of the catalogue, or a unique part of one; FILE.toml or FILE.toml:ROW. Throws InputError,
  // EnvironmentError.
  explicit InstalledUnits(const std::string& instruction);
  explicit InstalledUnits(Unit unit);  // it alone

  const Unit& unit() const { return *unit_; }
  const UnitList& list() const { return own_ ? own_->list : catalogue_units(); }

 private:
  struct Own {
    explicit Own(Unit of_file) : units{std::move(of_file)}, list(units) {}
    const std::vector<Unit> units;
    const UnitList list;
  };
  std::unique_ptr<const Own> own_;
  const Unit* unit_ = nullptr;
};

struct Tiling {
  std::shared_ptr<const InstalledUnits> units;
  Job whole;                            // of all accelerators' parts together
  std::vector<Descriptor> descriptors;  // of parts: whole rows of tiles, or whole columns
  std::vector<Job> jobs;
  std::uint64_t memory_bytes = 0;  // from address 0 on
};

// Operands begin here; what lies below is free for rings and completion records.
inline constexpr std::uint64_t kFirstAddress = 1 << 16;

// A row-major, B column-major, as kernels want them, elements as the instruction takes them from
// shared memory; scales in blocks; D row-major. Throws InputError where the platform's accelerators
// do not take the GEMM.
Tiling make_tiling(const Platform& platform, std::shared_ptr<const InstalledUnits> units);
Tiling make_tiling(const Platform& platform);  // of the units that it names

// Accelerators that no whole row or column of tiles is left for.
int idle_accelerators(const Platform& platform, const Tiling& tiling);
// The greatest lower tile.n, else tile.m, with which none is idle, as "tile.n=128"; empty: none is.
std::string tile_for_all(Platform platform, const std::shared_ptr<const InstalledUnits>& units);

// The same with another number of stage buffers, or none where they do not fit.
std::optional<Tiling> with_stages(Platform platform, std::shared_ptr<const InstalledUnits> units,
                                  int stages);

}  // namespace mmasc::tlm
